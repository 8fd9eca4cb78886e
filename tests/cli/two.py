"""Two players with a store each, and mails between them: stages of a tiny campaign, played by commands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pbem.dice.drand import iso_of, seconds_of
from tests.cli.conftest import Pbem, Said, write
from tests.desk import tiny

OPENED = "2026-11-16T20:00:00Z"
DAY = 24 * 3600
BIDS = {"red": "bid 3\n", "blue": "bid 2\n"}


@dataclass
class Clock:
    """The time as the commands see it."""

    at: str = OPENED

    def later(self, seconds: int) -> None:
        self.at = iso_of(seconds_of(self.at) + seconds)


_REACHED: dict[tuple[str, ...], dict[str, bytes]] = {}  # both stores at a stage, so that it is played only once


class Two:
    """Two folders in one: red.db and blue.db, and mails between them."""

    def __init__(self, pbem: Pbem, folder: Path, clock: Clock) -> None:
        tiny.register()
        self.pbem, self.folder, self.clock, self.mails = pbem, folder, clock, 0

    def __call__(self, side: str, *words: str, code: int = 0) -> Said:
        """A command in the store of a side; it must end with this code."""
        said = self.pbem(*words, "--db", f"{side}.db")
        assert said.code == code, f"{words}: {said}"
        return said

    def mail(self, sender: str, to: str) -> Said:
        """A turn file goes over."""
        self.mails += 1
        name = f"mail-{self.mails}.txt"
        self(sender, "export-turn", "--anyway", "--out", name)
        return self(to, "import-turn", name)

    def order(self, side: str, body: str, step: str, command: tuple[str, ...] = ("submit",), code: int = 0) -> Said:
        """An order file of a side in its own store."""
        text = f"campaign: Field-1\nside: {side.upper()}\nturn: 1\nstep: {step}\n{body}"
        return self(side, command[0], write(self.folder, f"{side}.txt", text), *command[1:], code=code)

    # -- stages of a campaign; each begins where the one before ends ------------------------------------------

    def new(self, *terms: str) -> Said:
        """Red has opened the campaign."""
        words = ("new", "Field-1", "--game", "tiny", "--player", "RED=Rosa", "--player", "BLUE=Bruno", "--me", "RED")
        return self("red", *words, *(terms or ("--dice", "chain")))

    def joined(self, *terms: str) -> None:
        """Blue has joined and has the pen."""
        self._reach("joined", terms, lambda: (self.new(*terms), self.mail("red", "blue")))

    def bid(self, *terms: str) -> None:
        """Both have bid; Red has the pen and is to move."""
        self._reach("bid", terms, lambda: self._bid(*terms))

    def _bid(self, *terms: str) -> None:
        self.joined(*terms)
        self.order("blue", BIDS["blue"], "bid")
        self.mail("blue", "red")
        self.order("red", BIDS["red"], "bid")
        self.mail("red", "blue")
        self("blue", "adjudicate")
        self.mail("blue", "red")

    def sealed(self, *terms: str) -> None:
        """Red has sealed a move that needs a die, and has the pen."""
        self._reach("sealed", terms, lambda: self._sealed(*terms))

    def _sealed(self, *terms: str) -> None:
        self.bid(*terms)
        self.order("red", "go R2 0301\n", "move")
        self("red", "adjudicate", "--offline", code=3)

    def moved(self) -> None:
        """Red's die has fallen, and Red has the pen."""
        self._reach("moved", (), self._moved)

    def _moved(self) -> None:
        self.sealed()
        self.mail("red", "blue")
        self("blue", "adjudicate")
        self.mail("blue", "red")

    def proposed(self) -> None:
        """Red wishes to have moved otherwise, and Blue is asked."""
        self._reach("proposed", (), self._proposed)

    def _proposed(self) -> None:
        self.moved()
        said = self.order("red", "go R1 0102\n", "move", ("amend", "--reason", "a slip", "--by", "Rosa"))
        assert "nothing is taken back before BLUE has consented" in flat(said.out)
        assert "Next: pbem consent, or pbem consent --refuse, by the other side" in said.out
        self.mail("red", "blue")

    def kept_back(self, *terms: str) -> None:
        """Red has shown its orders and its link; Blue keeps its own back beyond the date."""
        self.sealed("--dice", "chain", "--days", "3", *terms)
        self.mail("red", "blue")
        self.clock.later(3 * DAY + 1)

    def _reach(self, stage: str, terms: tuple[str, ...], play: Callable[[], object]) -> None:
        key = (stage, self.clock.at, *terms)
        if key not in _REACHED:
            play()
            _REACHED[key] = {name: (self.folder / name).read_bytes() for name in ("red.db", "blue.db")}
        for name, data in _REACHED[key].items():
            (self.folder / name).write_bytes(data)


def flat(text: str) -> str:
    """The words without the line breaks of the screen."""
    return " ".join(text.split())
