"""The database under a store: a look, one transaction, or several writers in one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlmodel import Session

from pbem.store.engine import clear_errors, engine_for, prepare


class Database:
    """A database with the tables of a store."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._engine = engine_for(url)
        self._open: Session | None = None  # of the transaction in which all that is written belongs together
        try:
            with clear_errors(url):
                prepare(self._engine)
        except BaseException:
            self.close()  # nobody gets it, so nobody else could
            raise

    def close(self) -> None:
        """Let go of it."""
        self._engine.dispose()

    @contextmanager
    def together(self) -> Iterator[None]:
        """All that is written within is written at once, or nothing of it is."""
        if self._open is not None:
            yield
            return
        with self.writing() as session:
            self._open = session
            try:
                yield
            finally:
                self._open = None

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A look at what is there, within the transaction under way if there is one."""
        if self._open is not None:
            yield self._open
            return
        with clear_errors(self.url), Session(self._engine) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """One transaction, or a part of the one under way."""
        if self._open is not None:
            yield self._open
            self._open.flush()
            return
        with clear_errors(self.url), Session(self._engine) as session:
            session.connection(execution_options={"is_writing": True})
            yield session
            session.commit()
