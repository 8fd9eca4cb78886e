"""The engine under the store: how a transaction begins, and what is said when it cannot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import URL, Engine, event
from sqlalchemy.exc import ArgumentError, DatabaseError, IntegrityError, NoSuchModuleError, OperationalError
from sqlmodel import SQLModel, create_engine

from pbem.errors import BadRecord, UsageError
from pbem.store.entry import Busy, Conflict
from pbem.store.place import path_of
from pbem.store.tables import TRIGGERS

PATIENCE = 20  # seconds to wait for another process that is writing
_PRAGMAS = (f"busy_timeout={PATIENCE * 1000}", "journal_mode=WAL", "foreign_keys=ON", "synchronous=FULL")


def engine_for(url: str) -> Engine:
    """The engine of a URL; SQLite is told to lock early and to write through."""
    path = path_of(url)
    try:
        # A path is taken as it is written; as part of a URL its percent signs would be decoded.
        engine = create_engine(URL.create("sqlite", database=path) if path else url)
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise UsageError(f"{url} names no database that can be opened here: {error}") from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _on_connect)
        event.listen(engine, "begin", _on_begin)
    return engine


def _on_connect(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # we say ourselves when a transaction begins
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _on_begin(connection: Any) -> None:
    # A writer takes the lock before it looks: what it has read cannot change under its hands.
    is_writing = connection.get_execution_options().get("is_writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")


def has_all_triggers(engine: Engine) -> bool:
    """Whether the tables and the triggers that guard them are there."""
    with engine.connect() as connection:
        row = connection.exec_driver_sql("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'").first()
    return bool(row and row[0] >= len(TRIGGERS))


def make_tables(engine: Engine, triggers: Sequence[str]) -> None:
    """Make what is missing."""
    with engine.connect().execution_options(is_writing=True) as connection:
        SQLModel.metadata.create_all(connection)
        for statement in triggers:
            connection.exec_driver_sql(statement)
        connection.commit()


@contextmanager
def clear_errors(url: str) -> Iterator[None]:
    """Faults of the database in the words of the house."""
    try:
        yield
    except IntegrityError as error:
        if "append-only" in str(error.orig):
            raise BadRecord(str(error.orig)) from error
        raise Conflict("somebody else wrote to the same campaign. Nothing was written; try again.") from error
    except OperationalError as error:
        if "locked" in str(error.orig) or "busy" in str(error.orig):
            raise Busy(f"{url} has been busy for {PATIENCE} seconds. Nothing was written; try again.") from error
        raise UsageError(f"{url} cannot be used: {error.orig}") from error
    except DatabaseError as error:
        raise BadRecord(f"{url} is not a store of pbem, or it is damaged: {error.orig}") from error
