"""A campaign at the desk: its first entry, its game and its scenario. What changes is in its state."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from pbem import __version__, library
from pbem.desk.record.body import Body
from pbem.desk.record.open_step import Lines, Used
from pbem.desk.record.plain import read
from pbem.desk.record.state import State
from pbem.desk.record.terms import Terms
from pbem.errors import BadRecord
from pbem.kernel.game import Game
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Step
from pbem.kernel.text.mail import Block, Line
from pbem.kernel.text.orders import Order, Orders, OrdersBySide
from pbem.kernel.text.reading import read_orders

RECORD_FORMAT = 3

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Opened(Body):
    """The first entry of a record: all that a replay in five years will need."""

    format: int
    campaign: str
    name: str
    game: str
    rules: str
    scenario: str
    sides: Mapping[str, str]
    options: Mapping[str, str]
    players: Mapping[str, str]
    texts: Mapping[str, str]  # the data files themselves
    sha256: Mapping[str, str]
    changes: Lines
    dice: Terms
    exchange: str = ""  # the side that opened it, where two stores keep the record by turns
    signed: bool = False  # whether unsigned files are refused
    keys: Mapping[str, str] = field(default_factory=dict)  # public keys by side
    position: str  # the digest of the set-up


@dataclass(frozen=True, slots=True)
class Campaign:
    """What never changes during a campaign: its first entry, its game and its scenario."""

    opened: Opened
    game: Game
    scenario: Scenario
    read: dict[Any, tuple[Order, ...]] = field(default_factory=dict, repr=False, compare=False)  # lines read before

    @property
    def id(self) -> str:
        """The name as the store and the dice know it."""
        return self.opened.campaign

    @property
    def name(self) -> str:
        """The name as people write it."""
        return self.opened.name

    @property
    def terms(self) -> Terms:
        """What was agreed on dice, dates and taking back."""
        return self.opened.dice

    @property
    def program(self) -> str:
        """Which program plays it here: what another one has replayed counts for nothing."""
        return f"pbem {__version__}, {self.game.name} {self.game.version}"

    @property
    def steps(self) -> Mapping[str, Step]:
        """The steps of the game."""
        return self.game.steps(self.scenario)

    def step_of(self, state: State) -> Step | None:
        """The step that the campaign waits for; nothing when the game is over."""
        return self.steps.get(state.position.step)

    @property
    def sides(self) -> dict[Side, str]:
        """The sides by name, in the game's order."""
        return {side: self.side_name(side) for side in self.game.sides}

    def side_name(self, side: str) -> str:
        """A side as people call it."""
        return self.opened.sides.get(side, side)

    def player(self, side: str) -> str:
        """Who plays the side."""
        return self.opened.players.get(side, "")

    def orders(self, side: str, section: str, lines: Lines) -> tuple[Order, ...]:
        """Canonical lines of the record as orders; lines that were read before are not read again."""
        key = (side, section, lines)
        if key not in self.read:
            self.read[key] = _read_lines(self.game, self.scenario, Side(side), section, lines)
        return self.read[key]

    def on_table(self, kind: str, used: Mapping[str, Used]) -> OrdersBySide:
        """The orders of all sides as the rules take them."""
        return {
            side: Orders(
                side,
                self.orders(side, kind, used[side].orders) if side in used else (),
                self.orders(side, "standing", used[side].standing) if side in used else (),
                self._filed(side, used[side].filed) if side in used else {},
            )
            for side in self.game.sides
        }

    def _filed(self, side: str, filed: Mapping[str, Lines]) -> dict[str, tuple[Order, ...]]:
        return {step: self.orders(side, self.steps[step].kind, lines) for step, lines in filed.items()}


def _read_lines(game: Game, scenario: Scenario, side: Side, section: str, lines: Lines) -> tuple[Order, ...]:
    block = Block(sections={section: [Line(number, text) for number, text in enumerate(lines, 1)]})
    file = read_orders(block, game, scenario, side, section)
    if file.problems:
        raise BadRecord(f"orders of the record cannot be read again:\n{file.problems[0]}")
    return tuple((file.standing or []) if section == "standing" else file.orders.get(section, []))


def read_opened(values: Mapping[str, Any]) -> Opened:
    """The first entry of a record; one of another format is refused."""
    if values.get("format") != RECORD_FORMAT:
        raise BadRecord(
            f"the record has format {values.get('format')}; this program reads format {RECORD_FORMAT}. "
            "Play on with the version of the program that has written it"
        )
    return read(Opened, values)


def campaign_from(values: Mapping[str, Any]) -> Campaign:
    """The campaign that a first entry describes. Everything comes from the entry; no data file is read."""
    return campaign_of(read_opened(values))


def campaign_of(opened: Opened) -> Campaign:
    """The campaign of a first entry that was read before."""
    texts, options = (tuple(sorted(pairs.items())) for pairs in (opened.texts, opened.options))
    scenario = replace(_scenario(opened.game, opened.scenario, texts, options))
    return Campaign(opened, library.game(opened.game), scenario)


@lru_cache(maxsize=4)
def _scenario(game: str, name: str, texts: Pairs, options: Pairs) -> Scenario:
    """A command looks at the same campaign more than once: its data are read once, and the map's tables made once."""
    return library.game(game).load(dict(texts), name, dict(options))


def sha256(text: str) -> str:
    """SHA-256 of a text, in hex digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def campaign_id(name: str) -> str:
    """Names that differ in case only are one campaign."""
    return name.lower()
