"""A game between two stores: opened, handed to and fro by turn files and played to its end, all by commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from pbem.desk.record.kinds import kept_in
from pbem.store import open_store
from tests.cli.conftest import Pbem, Said
from tests.desk.hidden import unpacked

Texts = Callable[[str, str, int], Sequence[str]]  # of a side, a step and a turn: the orders to try, the first first
Around = Callable[[str, str], AbstractContextManager[None]]  # "write" or "read", and whose store
_MOST = 90  # turn files of the longest of these games


class Handed(NamedTuple):
    """A turn file that went over: its name, who took it in, what the command said, and whether the game is over."""

    file: str
    to: str
    taken: Said
    is_over: bool


def _as_it_is(doing: str, side: str) -> AbstractContextManager[None]:
    return nullcontext()


@dataclass
class ByTurns:
    """Two stores in the current folder, each called after its side; the first of the players opens the campaign."""

    pbem: Pbem
    name: str
    players: Mapping[str, str]
    texts: Texts
    ahead: Mapping[str, str] = field(default_factory=dict)  # what a side sends as soon as it has joined

    def new(self, game: str, scenario: str) -> Said:
        """The campaign, with dice of a chain."""
        first, *_ = self.players
        words = [word for side, name in self.players.items() for word in ("--player", f"{side}={name}")]
        said = self.pbem("new", self.name, "--game", game, "--scenario", scenario, "--dice", "chain", "--me", first,
                         *words, "--db", f"{first}.db")  # fmt: skip
        assert said.code == 0, said.err
        return said

    def to_the_end(self, around: Around = _as_it_is) -> Iterator[Handed]:
        """The turn files one after the other, until the game is over and nobody is waited for."""
        pen, other = self.players
        for number in range(1, _MOST):
            file = f"{number}.txt"
            with around("write", pen):
                is_over = self._do_all(pen, number == 2) if number > 1 else False
                assert self.pbem("export-turn", "--out", file, "--db", f"{pen}.db").code == 0
            pen, other = other, pen
            joining = ("--me", pen) if number == 1 else ()
            with around("read", pen):
                taken = self.pbem("import-turn", file, *joining, "--db", f"{pen}.db")
            yield Handed(file, pen, taken, is_over)
            if is_over and not self.pbem("status", "--json", "--db", f"{pen}.db").json["waiting"]:
                return
        raise AssertionError("the game has no end")

    def _do_all(self, me: str, has_joined: bool) -> bool:
        """All that a side can do while it has the pen; whether the game is over."""
        if has_joined and me in self.ahead:
            self._send(me, [f"turn: 1\n{self.ahead[me]}"])
        for _ in range(40):
            self.pbem("adjudicate", "--db", f"{me}.db")
            now = self.pbem("status", "--json", "--side", me, "--db", f"{me}.db").json
            mine = [debt for debt in now["waiting"] if debt["side"] == me and debt["kind"] in ("orders", "answers")]
            if now["over"] or not mine:
                return bool(now["over"])
            step, turn = mine[0]["step"].removeprefix(f"{me.lower()}-"), now["turn"]
            self._send(me, [f"turn: {turn}\nstep: {step}\n{text}" for text in self.texts(me, step, turn)])
        raise AssertionError(f"{me} is waited for again and again")

    def _send(self, me: str, texts: Sequence[str]) -> None:
        """The first of these texts that is accepted."""
        for text in texts:
            Path("orders.txt").write_text(f"campaign: {self.name}\nside: {me}\n{text}", encoding="utf-8")
            said = self.pbem("submit", "orders.txt", "--db", f"{me}.db")
            if said.code == 0:
                return
        raise AssertionError(said.out + said.err)

    def check_same(self) -> None:
        """Both hold one record, and either proves it."""
        heads = {self.pbem("status", "--json", "--db", f"{side}.db").json["head"] for side in self.players}
        assert len(heads) == 1
        for side in self.players:
            proven = self.pbem("verify", "--db", f"{side}.db")
            assert proven.code == 0, proven.out + proven.err

    def searched(self, file: str, side: str) -> bytes:
        """All that a side could search: a turn file unpacked, its store and every file in it."""
        data = unpacked(Path(file).read_text(encoding="utf-8"))
        if not Path(f"{side}.db").exists():
            return data
        store = open_store(f"{side}.db")
        entries = store.entries(self.name)
        files = [store.submission(sha256) or b"" for sha256 in kept_in(entries)]
        store.close()
        return b"\n".join([data, Path(f"{side}.db").read_bytes(), *(entry.body.encode() for entry in entries), *files])
