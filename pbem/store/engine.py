"""The engine under the store: how a transaction begins, and what is said when it cannot."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import URL, Connection, Engine, event
from sqlalchemy.exc import ArgumentError, DatabaseError, IntegrityError, NoSuchModuleError, OperationalError
from sqlmodel import SQLModel, create_engine

from pbem.errors import BadRecord, PbemError, UsageError
from pbem.store import postgres
from pbem.store.entry import Busy, Conflict
from pbem.store.place import path_of
from pbem.store.tables import APPEND_ONLY, INDEXES, NEWEST, TRIGGERS
from pbem.values.patterns import pattern

PATIENCE = 20  # seconds to wait for another process that is writing
_PRAGMAS: tuple[str, ...] = (
    f"busy_timeout={PATIENCE * 1000}",
    "journal_mode=WAL",
    "foreign_keys=ON",
    "synchronous=FULL",
)

_PASSWORD = pattern(r"^(\w+(?:\+\w+)?://[^:/@]*):.*@", re.DOTALL)  # a sign @ in it does not end it
_TWICE = pattern(r"^\w+(?:\+\w+)?://[^/?]*@[^/?]*@")


def engine_for(url: str) -> Engine:
    """The engine of a URL; SQLite is told to lock early and to write through."""
    path = path_of(url)
    if _TWICE.match(url):  # the rest of the password would be taken for a host, and told
        raise UsageError(f"{shown(url)} has the sign @ twice: write one that belongs to the password as %40")
    try:
        # A path is taken as it is written; as part of a URL its percent signs would be decoded.
        engine = create_engine(URL.create("sqlite", database=path) if path else url)
    except (NoSuchModuleError, ImportError) as error:
        raise UsageError(f"{shown(url)} names no database that can be opened here: {error}") from error
    except (ArgumentError, ValueError):
        raise UsageError(f"{shown(url)} is no URL of a database; give a path or postgresql+psycopg://...") from None
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


def prepare(engine: Engine) -> None:
    """Make tables, indexes and triggers where they are missing; a role that may only play finds them made."""
    if engine.dialect.name == "sqlite":
        wanted, count = TRIGGERS, f"SELECT count(*) FROM sqlite_master WHERE type = 'trigger' OR name = '{NEWEST}'"
    elif engine.dialect.name == "postgresql":
        wanted, count = postgres.TRIGGERS, postgres.COUNT
    else:
        raise UsageError(f"a store is a file of SQLite or a database of PostgreSQL, not of {engine.dialect.name}")
    if not _is_complete(engine, count, wanted):
        _make_tables(engine, wanted)


def _is_complete(engine: Engine, count: str, wanted: Sequence[str]) -> bool:
    with engine.connect() as connection:
        row = connection.exec_driver_sql(count).first()
    return bool(row and row[0] > sum("TRIGGER" in statement for statement in wanted))  # all, and the newest index


def _make_tables(engine: Engine, triggers: Sequence[str]) -> None:
    with engine.connect().execution_options(is_writing=True) as connection:
        SQLModel.metadata.create_all(connection)
        for statement in (*INDEXES, *triggers):
            connection.exec_driver_sql(statement)
        connection.commit()


@contextmanager
def unguarded(connection: Connection) -> Iterator[None]:
    """Within one transaction the triggers stand aside: for a campaign in which nothing has been played."""
    if connection.dialect.name == "postgresql":
        aside = [f"ALTER TABLE {table} DISABLE TRIGGER USER" for table in APPEND_ONLY]
        back = [f"ALTER TABLE {table} ENABLE TRIGGER USER" for table in APPEND_ONLY]
    else:
        aside = [f"DROP TRIGGER {table}_never_delete" for table in APPEND_ONLY]
        back = list(TRIGGERS)
    for statement in aside:
        connection.exec_driver_sql(statement)
    yield
    for statement in back:
        connection.exec_driver_sql(statement)


def let_play(url: str, role: str) -> None:
    """Let a role of PostgreSQL play campaigns: it may read and add, and never change or remove."""
    engine = engine_for(url)
    if engine.dialect.name != "postgresql":
        raise UsageError("only a store in PostgreSQL has roles; an SQLite file belongs to anyone who may write to it")
    try:
        with clear_errors(url), engine.begin() as connection:
            for statement in postgres.grants(role):
                connection.exec_driver_sql(statement)
    finally:
        engine.dispose()


def shown(url: str) -> str:
    """The place as it may be told to anybody: without the password, and without options, which may hold one."""
    if path_of(url):
        return url
    place, sign, _ = url.partition("?") if not url.lower().startswith("sqlite") else (url, "", "")
    return _PASSWORD.sub(r"\1:***@", place) + ("?..." if sign else "")


@contextmanager
def clear_errors(url: str) -> Iterator[None]:
    """Faults of the database in the words of the house; never with the password."""
    place = shown(url)
    try:
        yield
    except DatabaseError as error:
        raise _in_words(error, place) from error
    except UnicodeDecodeError as error:
        raise BadRecord(
            f"{place} is not a store of pbem, or it is damaged: it holds bytes that are not text"
        ) from error


def _in_words(error: DatabaseError, place: str) -> PbemError:
    why = str(error.orig).partition("\n")[0]
    if "append-only" in why:
        return BadRecord(why)
    if isinstance(error, IntegrityError):
        return Conflict("somebody else wrote to the same campaign. Nothing was written; try again.")
    if "locked" in why or "busy" in why:
        return Busy(f"{place} has been busy for {PATIENCE} seconds. Nothing was written; try again.")
    if isinstance(error, OperationalError) or "permission denied" in why:
        return UsageError(f"{place} cannot be used: {why}")
    return BadRecord(f"{place} is not a store of pbem, or it is damaged: {why}")
