"""Phrases that the orders of this game share: its units and its brigades."""

from __future__ import annotations

from collections.abc import Callable

from pbem.errors import Ambiguous, Unreadable
from pbem.games.strafexpedition.command import headquarters
from pbem.games.strafexpedition.counters import SIDES, is_artillery, is_battery, is_hq, is_infantry
from pbem.kernel.game import Reading
from pbem.kernel.pieces import Unit, UnitId
from pbem.kernel.text.names import folded
from pbem.kernel.text.phrases import take_list, take_own_unit
from pbem.kernel.text.words import Words, did_you_mean

MOST_WORDS = 3  # of a brigade's name: Granatieri di Sardegna


def is_combat_unit(unit: Unit) -> bool:
    """See ruling G2: everything but headquarters."""
    return not is_hq(unit)


def take_unit(words: Words, reading: Reading, fits: Callable[[Unit], bool] = is_combat_unit) -> UnitId:
    """See 4.0.8: one of the side's units; `fits` narrows a short form down."""
    return take_own_unit(words, reading, fits, "4.0.8", SIDES)


def take_units(words: Words, reading: Reading, fits: Callable[[Unit], bool] = is_combat_unit) -> tuple[UnitId, ...]:
    """Units of the side with commas or `and` between them, each of them once."""
    found: list[UnitId] = []

    def one() -> UnitId:
        spot = words.spot()
        unit = take_unit(words, reading, fits)
        if unit in found:
            why, wanted = f"{unit} stands twice in one line", "each unit once"
            raise Unreadable(why, found=unit, wanted=wanted, rule="4.0.8", advice="leave it out once", spot=spot)
        found.append(unit)
        return unit

    return take_list(words, one)


def take_infantry(words: Words, reading: Reading) -> tuple[UnitId, ...]:
    """See 13.1.1: battalions."""
    return take_units(words, reading, is_infantry)


def take_guns(words: Words, reading: Reading) -> tuple[UnitId, ...]:
    """See 13.2.1: batteries and fortresses."""
    return take_units(words, reading, is_artillery)


def take_batteries(words: Words, reading: Reading) -> tuple[UnitId, ...]:
    """See 19.1: artillery that has two sides."""
    return take_units(words, reading, is_battery)


def take_brigade(words: Words, reading: Reading) -> str:
    """See 8.2: a brigade of the side by its name, or by the name of its headquarters."""
    own = headquarters(reading.scenario, reading.side)
    names = {_plain(name): name for name in own} | {_plain(hq): name for name, hq in own.items()}
    spot = words.spot()
    for count in range(MOST_WORDS, 0, -1):
        text = _plain("".join(words.peek(ahead) for ahead in range(count)))
        if text in names and words.peek(count - 1):
            _check_seat(words, reading, names[text], own[names[text]])
            words.at += count
            _skip_word(words)
            return names[text]
    start = _plain(words.peek())
    meant = dict.fromkeys(name for text, name in names.items() if start and text.startswith(start))
    found = words.take("one of your brigades")
    if len(meant) == 1:
        name = next(iter(meant))
        _check_seat(words, reading, name, own[name])
        return name
    if meant:
        raise Ambiguous(f"{found!r} can mean several brigades", tuple(meant), found=found, spot=spot)
    advice = did_you_mean(found, list(own)) or "the order sheet lists the brigades"
    why = f"you have no brigade called {found!r}"
    raise Unreadable(why, found=found, wanted="one of your brigades", advice=advice, spot=spot)


def _check_seat(words: Words, reading: Reading, brigade: str, hq: UnitId) -> None:
    """See 24.1: where two players share a side, each has brigades of his own."""
    seat = reading.seat
    if seat is not None and not seat.commands(reading.scenario.units[hq]):
        why, wanted = f"{brigade} is not under the command of {seat.title}", "one of your own brigades"
        raise Unreadable(why, found=brigade, wanted=wanted, rule="24.1", spot=words.spot(), advice="leave it out")


def _plain(text: str) -> str:
    return folded(text).replace("_", "").replace("-", "").replace("'", "")


def _skip_word(words: Words) -> None:
    words.skip("brigade", "bde")
