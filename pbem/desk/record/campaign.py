"""A campaign at the desk: its first entry, its game and its scenario. What changes is in its state."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pbem import __version__, library
from pbem.desk.record.body import Body
from pbem.desk.record.open_step import NOTHING, Lines, Used
from pbem.desk.record.people import People, Role, commander_of, people_of
from pbem.desk.record.state import State
from pbem.desk.record.terms import Terms
from pbem.desk.record.typed import read
from pbem.errors import BadRecord
from pbem.kernel.game import Game, Seat
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Step
from pbem.kernel.text.mail import Block, Line
from pbem.kernel.text.orders import Order, Orders, OrdersBySide
from pbem.kernel.text.plans import Apart
from pbem.kernel.text.reading import read_orders
from pbem.values import dataclass, field, replace

if TYPE_CHECKING:
    from pbem.library.shipped import Data

RECORD_FORMAT = 3

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Opened(Body):
    """The first entry of a record: all that a replay in five years will need."""

    format: int
    campaign: str
    name: str
    game: str
    edition: int  # of the rules
    scenario: str
    sides: Mapping[str, str]
    options: Mapping[str, str]
    players: Mapping[str, str]
    texts: Mapping[str, str]  # the data files themselves
    sha256: Mapping[str, str]
    dice: Terms
    exchange: str = ""  # the side that opened it, where two stores keep the record by turns
    signed: bool = False  # whether unsigned files are refused
    answer_hours: int = 0  # for answers to questions, where they have less time than the days of a step
    pace: bool = False  # whether the players agreed that `status --pace` may tell how quick each of them is
    keys: Mapping[str, str] = field(default_factory=dict)  # public keys by side
    position: str  # the digest of the set-up


@dataclass(frozen=True, slots=True)
class Campaign:
    """What never changes during a campaign: its first entry, its game and its scenario."""

    opened: Opened
    game: Game
    scenario: Scenario
    people: Mapping[str, People] = field(default_factory=dict)  # by seat, where entries changed who sits there
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
        return f"pbem {__version__}, {self.game.name} {self.game.edition}"

    @property
    def data(self) -> Data:
        """Its data beside those that the program ships: computed, never what the record claims."""
        from pbem.library.shipped import compared  # late: `pbem check` does not ask

        return compared(self.game, self.opened.scenario, self.opened.texts)

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

    def side_name(self, who: str) -> str:
        """A side as people call it; of a seat with the name of its player's chair."""
        side = Side(self.side_of(who))
        name, card = self.opened.sides.get(side, who), self.game.sides.get(side, "")
        name = card if card == name else name  # the card's own name knows whether it is plural
        return f"{name} ({self.seats[who].title})" if who in self.seats else name

    @property
    def seats(self) -> Mapping[str, Seat]:
        """The chairs of players who share a side, as far as players are named for them."""
        return self.scenario.memo(("seats", *self.opened.players), self._seats)

    def _seats(self) -> Mapping[str, Seat]:
        found = self.game.seats(self.scenario)
        return {seat: found[seat] for seat in found if seat in self.opened.players}

    def seats_of(self, side: str) -> tuple[str, ...]:
        """Who sends orders for a side: its seats, or the side itself."""
        return tuple(seat for seat, chair in self.seats.items() if chair.side == side) or (side,)

    @property
    def senders(self) -> tuple[str, ...]:
        """All who send orders, in the game's order."""
        return tuple(who for side in self.game.sides for who in self.seats_of(side))

    def side_of(self, who: str) -> Side:
        """The side of a seat, or the side itself."""
        return Side(self.seats[who].side if who in self.seats else who)

    def player(self, who: str, at: int = 0) -> str:
        """Who commands the side or seat now, or did after an entry; of a shared side all of its players."""
        named = [commander_of(self.people_at(seat), at) for seat in self.seats_of(who)]
        return commander_of(self.people_at(who), at) or " and ".join(filter(None, named))

    def players_over_time(self) -> dict[str, str]:
        """Who has commanded each side or seat, in turn: `Bruno, then Carla`."""
        found = {who: [one.name for one in self.people_at(who) if one.role == Role.COMMANDER] for who in self.senders}
        return {who: ", then ".join(names) for who, names in found.items() if names}

    def people_at(self, who: str) -> People:
        """All who have ever sat in a seat, with what they are or were."""
        return people_of(self.opened.players, self.people, who)

    def with_people(self, people: Mapping[str, People]) -> Campaign:
        """The campaign with those who sit there by now."""
        return replace(self, people=dict(people))

    def orders(self, who: str, section: str, lines: Lines) -> tuple[Order, ...]:
        """Canonical lines of the record as orders; lines that were read before are not read again."""
        key = (who, section, lines)
        if key not in self.read:
            self.read[key] = _read_lines(self.game, self.scenario, self.side_of(who), section, lines)
        return self.read[key]

    def on_table(self, kind: str, used: Mapping[str, Used]) -> OrdersBySide:
        """The orders of all sides as the rules take them."""
        return {side: self._together(side, kind, used) for side in self.game.sides}

    def _together(self, side: Side, kind: str, used: Mapping[str, Used]) -> Orders:
        """The orders of a side: of one player, or of all who share it, in the order of their seats."""
        items, standing, filed = list[Order](), list[Order](), dict[str, tuple[Order, ...]]()
        for who in self.seats_of(side):
            had, apart = used.get(who, NOTHING), (Apart(who),) if who != side else ()
            items += [*apart, *self.orders(who, kind, had.orders)]
            standing += self.orders(who, "standing", had.standing)
            for step, lines in had.filed.items():
                filed[step] = (*filed.get(step, ()), *apart, *self.orders(who, self.steps[step].kind, lines))
        return Orders(side, tuple(items), tuple(standing), filed)


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
