"""Telling the position in words: a hex, a unit or the front, as one side sees it. Nothing is recorded."""

from __future__ import annotations

from pbem.desk.record.eyes import eyes_of, seen
from pbem.desk.record.names import unit_called
from pbem.desk.replay.load import load
from pbem.desk.views import in_words
from pbem.desk.views.past import position_now
from pbem.desk.views.surroundings import Lookout
from pbem.errors import Refusal, Unreadable, UsageError, did_you_mean
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.mail import Line
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.words import Words
from pbem.kernel.views.surroundings import Front, Surroundings
from pbem.store.entry import Reads
from pbem.values import NamedTuple
from pbem.values.patterns import pattern

FRONT = "front"
_NUMBER = pattern(r"[A-Z]?\d{4}")  # what can only be meant as a hex


class Described(NamedTuple):
    """The words, and the values behind them."""

    lines: list[str]
    around: Surroundings | None = None
    fronts: tuple[Front, ...] = ()


def describe(store: Reads, campaign: str, what: str, *, side: str = "") -> Described:
    """A hex or place, a unit, or the front: everything that a board would show of it."""
    loaded, state = load(store, campaign)
    loaded, position = seen(loaded, eyes_of(loaded, state, side), position_now(loaded, state))
    lookout, names = Lookout(loaded, position), loaded.game.sides
    if what.strip().lower() in ("", FRONT):
        fronts = tuple([lookout.front(one) for one in names])
        return Described([line for one in fronts for line in (*in_words.front(one, names), "")][:-1], fronts=fronts)
    here, unit = _place(lookout, what)
    found = lookout.around(here)
    first = [f"{unit} is at {in_words.called(found.here)}."] if unit else []
    return Described([*first, *in_words.around(found, names)], around=found)


def _place(lookout: Lookout, what: str) -> tuple[HexId, str]:
    """The hex that was named, or the one where the named unit stands, with the unit."""
    here = _hex(lookout, what)
    if here is not None:
        return here, ""
    unit = _unit(lookout, what)
    if not lookout.board.is_on_map(unit):
        raise UsageError(f"{unit} is not on the map: {lookout.board.place(unit)}")
    return lookout.board.hex_of(unit), unit


def _unit(lookout: Lookout, what: str) -> UnitId:
    try:
        return unit_called(lookout.campaign.scenario, lookout.position, what)
    except Unreadable as refused:
        places = [*lookout.map.places, *lookout.board.units()]
        hint = did_you_mean(what, places) or "name a hex such as 1904, a place, a unit, or `front`"
        raise UsageError(f"the board has no hex, place or unit called '{what.strip()}': {hint}") from refused


def _hex(lookout: Lookout, what: str) -> HexId | None:
    """The hex that the words name; nothing where they name none, so that they may mean a unit."""
    words = Words(Line(1, what))
    try:
        found = take_hex(words, lookout.map)
        words.end()
    except Refusal:
        if _NUMBER.fullmatch(what.strip()):
            raise
        return None
    return found
