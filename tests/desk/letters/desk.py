"""A campaign to which the mails of tests/mail are sent, and how one is read there."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pbem.desk.inbox.judged import Judged
from pbem.desk.inbox.submission import judge
from pbem.desk.opening import open_campaign
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.state import State
from pbem.desk.replay.load import load
from pbem.errors import Problem
from pbem.store import open_store
from pbem.store.store import Store

NOW = "2026-11-16T20:00:00Z"
PLAYERS = {"CP": "Otto", "AL": "Bruno Rossi"}


class Desk(NamedTuple):
    """A campaign as it stands."""

    store: Store
    campaign: Campaign
    state: State

    def read(self, data: bytes | str) -> Judged:
        """A file as it came, read but not played."""
        judged = Judged(turn=self.state.position.turn)
        judge(self.campaign, self.state, data.encode() if isinstance(data, str) else data, judged)
        return judged

    def orders(self, data: bytes | str) -> str:
        """What an accepted file is understood to say."""
        judged = self.read(data)
        assert not judged.problems, [str(problem) for problem in judged.problems]
        return judged.canonical

    def problem(self, data: bytes | str) -> Problem:
        """The only thing wrong with a file."""
        judged = self.read(data)
        assert len(judged.problems) == 1, [str(problem) for problem in judged.problems] or judged.canonical
        assert not judged.canonical
        return judged.problems[0]


def open_desk(folder: Path) -> Desk:
    """A new campaign of gwe, in which the Central Powers write first."""
    store = open_store(str(folder / "pbem.db"), create=True)
    open_campaign(store, "isonzo", "gwe", "historical", players=PLAYERS, secret=bytes(32), now=NOW)
    return desk_of(store)


def desk_of(store: Store) -> Desk:
    """The campaign of a store."""
    return Desk(store, *load(store, "isonzo"))
