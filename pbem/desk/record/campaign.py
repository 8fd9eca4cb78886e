"""A campaign at the desk: its card, its scenario, and the state it is in, from the record of a store."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from pbem import library
from pbem.desk.record.open_step import Lines, Used
from pbem.desk.record.state import Past, State, labels, state_from_text
from pbem.desk.record.terms import Terms, terms_from_json
from pbem.errors import BadRecord, UsageError
from pbem.kernel.game import Game, Seat
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Step
from pbem.kernel.text.mail import Block, Line
from pbem.kernel.text.orders import Order, Orders, OrdersBySide
from pbem.kernel.text.plans import Apart
from pbem.kernel.text.reading import read_orders
from pbem.kernel.text.words import did_you_mean
from pbem.store.entry import Glance, Reads

RECORD_FORMAT = 2

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Campaign:
    """What never changes during a campaign: its first entry, its game and its scenario."""

    id: str
    name: str
    opened: Mapping[str, Any]
    game: Game
    scenario: Scenario
    read: dict[Any, tuple[Order, ...]] = field(default_factory=dict, repr=False, compare=False)  # lines read before

    @property
    def terms(self) -> Terms:
        """What was agreed on dice, dates and taking back."""
        return terms_from_json(self.opened["dice"])

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
        name = str(self.opened["sides"].get(self.side_of(who), who))
        return f"{name} ({self.seats[who].title})" if who in self.seats else name

    @property
    def seats(self) -> Mapping[str, Seat]:
        """The chairs of players who share a side, as far as players are named for them."""
        found = self.game.seats(self.scenario)
        return {seat: found[seat] for seat in found if seat in self.opened["players"]}

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

    def player(self, who: str) -> str:
        """Who plays the side, or sits in the seat; of a shared side all of its players."""
        players = self.opened["players"]
        named = [str(players[seat]) for seat in self.seats_of(who) if players.get(seat)]
        return str(players.get(who, "")) or " and ".join(named)

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
            had, apart = used.get(who, Used()), (Apart(who),) if who != side else ()
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


def campaign_from(opened: Mapping[str, Any]) -> Campaign:
    """The campaign that a first entry describes. Everything comes from the entry; no data file is read."""
    if opened.get("format") != RECORD_FORMAT:
        raise BadRecord(f"the record has format {opened.get('format')}; this program reads format {RECORD_FORMAT}")
    game = library.game(opened["game"])
    texts, options = (tuple(sorted(opened[key].items())) for key in ("texts", "options"))
    scenario = replace(_scenario(opened["game"], opened["scenario"], texts, options))
    return Campaign(opened["campaign"], opened["name"], opened, game, scenario)


@lru_cache(maxsize=4)
def _scenario(game: str, name: str, texts: Pairs, options: Pairs) -> Scenario:
    """A command looks at the same campaign more than once: its data are read once, and the map's tables made once."""
    return library.game(game).load(dict(texts), name, dict(options))


def sha256(text: str) -> str:
    """SHA-256 of a text, in hex digits."""
    return hashlib.sha256(text.encode()).hexdigest()


# -- finding a campaign ---------------------------------------------------------------------------------------


def campaign_id(name: str) -> str:
    """Names that differ in case only are one campaign."""
    return name.lower()


def glance_at(store: Reads, name: str = "") -> Glance:
    """The record of a campaign; without a name, of the only one there is."""
    glance = store.glance(campaign_id(name)) if name else None
    if glance is not None:
        return glance
    known = store.campaigns()
    names = [listed.name for listed in known]
    if not known:
        raise UsageError("the store holds no campaign yet: `pbem new` opens one")
    if name:
        hint = did_you_mean(name, names) or f"the store holds {', '.join(names)}"
        raise UsageError(f"there is no campaign called {name!r}: {hint}")
    glance = store.glance(known[0].id) if len(known) == 1 else None
    if glance is None:
        raise UsageError(f"the store holds several campaigns; name one of {', '.join(names)}")
    return glance


def load(store: Reads, name: str = "") -> tuple[Campaign, State]:
    """The campaign and its state."""
    glance = glance_at(store, name)
    campaign = campaign_from(glance.opened.values())
    return campaign, _state_at(store, campaign, glance)


def state_now(store: Reads, campaign: Campaign) -> State:
    """The state of a campaign that is loaded already."""
    return _state_at(store, campaign, glance_at(store, campaign.id))


def _state_at(store: Reads, campaign: Campaign, glance: Glance) -> State:
    """From the newest snapshot, or from the entries where that does not fit them."""
    state = state_from_text(glance.newest.state) if glance.newest else None
    if state is None or (state.seq, state.head) != tuple(glance.head):
        from pbem.desk.replay.replay import rebuild_state

        state = rebuild_state(store.entries(campaign.id), campaign)
    return state


def find_past(trail: Sequence[Past], wanted: str) -> int:
    """Where in the trail a step stands that a person names: `t3/cp-combat`, or `3 cp-combat`."""
    known = labels(trail)
    words = wanted.strip().lower().replace(" ", "/")
    for name in (words, f"t{words}"):
        if name in known:
            return known.index(name)
    if not known:
        raise UsageError("no step has been played yet: `pbem status` says whose orders are waited for")
    near = did_you_mean(words, known) or f"the last one is {known[-1]}"
    raise UsageError(f"no step {wanted!r} has been played: {near}")
