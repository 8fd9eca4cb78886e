"""Names that people type: campaigns, sides, players, senders."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Mapping

from pbem.errors import UsageError
from pbem.kernel.game import Seat
from pbem.kernel.pieces import Side, Unit, UnitId
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.kernel.text.mail import Line
from pbem.kernel.text.names import UnitNames, folded
from pbem.kernel.text.words import Words, did_you_mean
from pbem.values.patterns import pattern

_NAME = pattern(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,59}")
_ADDRESS = pattern(r"[^\s<>@,;:\"()\[\]]+@[^\s<>@,;:\"()\[\]]+\.[^\s<>@,;:\"()\[\]]+")
LONGEST_PLAYER = 80
LONGEST_ADDRESS = 254
LONGEST_SENDER = 200

Sides = Mapping[Side, str]  # names by id


def check_name(name: str) -> None:
    """A campaign's name travels in order files, file names and posts: plain letters only."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{shown(name)} cannot be the name of a campaign: use 1 to 60 letters a-z, digits, `-`, `_` and `.`, "
            "beginning with a letter or digit, such as isonzo-2026"
        )


def shown(text: str) -> str:
    """A text of unknown origin, safe to print: control characters are spelled out, long ones cut."""
    plain = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[:80])
    return f"`{plain}`"


def players_by_side(
    sides: Sides, players: Mapping[str, str], seats: Mapping[str, Seat] | None = None
) -> dict[str, str]:
    """Players by the id of their side or seat; both may be given by name. A side is shared by all its seats, or not."""
    known = {**sides, **{Side(seat): chair.title for seat, chair in (seats or {}).items()}}
    found = {str(side_called(known, side)): player_name(player) for side, player in players.items()}
    for seat, chair in (seats or {}).items():
        others = [other for other, one in (seats or {}).items() if one.side == chair.side]
        lacking = [other for other in others if other not in found]
        if seat in found and (lacking or chair.side in found):
            wanted = " and ".join(f"--player {other}=NAME" for other in others)
            raise UsageError(f"{sides[chair.side]} has several players: name all of them, and no one else: {wanted}")
    return found


def side_called(sides: Sides, text: str) -> Side:
    """The side that a word means: its id or its name, in any case."""
    words = folded(" ".join(text.split()))
    for side, name in sides.items():
        if words in (folded(side), folded(name)):
            return side
    known = [*sides, *sides.values()]
    wanted = " and ".join(f"{side} ({name})" for side, name in sides.items())
    raise UsageError(f"there is no side {shown(text)}: there are {wanted}. {did_you_mean(words, known)}".strip())


def unit_called(scenario: Scenario, position: Position, text: str, sides: Container[str] | None = None) -> UnitId:
    """The unit that a word means; a short form means one on the map, of the named sides if it is one of theirs."""
    grid, units = scenario.map.grid, position.units

    def fits(unit: Unit) -> bool:
        return (sides is None or unit.side in sides) and unit.id in units and units[unit.id].place in grid

    words = Words(Line(1, text))
    found = UnitNames(scenario.units.values()).take(words, fits, "a unit")
    words.end()
    check_in_sight(scenario, position, (found,))
    return found


def check_in_sight(scenario: Scenario, position: Position, units: Iterable[UnitId]) -> None:
    """Refuses units that somebody asks about who may not see them: the position as he sees it does not hold them."""
    unseen = [unit for unit in units if unit not in position.units]
    if unseen:
        owner = scenario.side_of(unseen[0])
        raise UsageError(f"{unseen[0]} is not in sight here: only its owner may ask about it, with --side {owner}")


def player_name(text: str) -> str:
    """A player's name: any letters and signs, but no control characters."""
    name = unicodedata.normalize("NFC", without_address(text)).strip()
    if not name and address_in(text):
        raise UsageError(
            f"{shown(text)} is a mail address, and the record keeps names only, for it is handed on with the archive: "
            "give a name (--player CP=Otto) and then `pbem address CP` with the address"
        )
    if not name or len(name) > LONGEST_PLAYER or not name.isprintable():
        raise UsageError(
            f"{shown(text)} cannot be the name of a player: use 1 to {LONGEST_PLAYER} printable characters, "
            "without line breaks or control characters"
        )
    return name


def is_player_name(text: str) -> bool:
    """Whether this is a name as the record has them: no address, nothing to be trimmed."""
    try:
        return player_name(text) == text
    except UsageError:
        return False


def address_in(text: str) -> str:
    """The mail address in what somebody typed for a name: `Otto <otto@example.org>`; else nothing."""
    found = _ADDRESS.search(text)
    return found[0] if found else ""


def without_address(text: str) -> str:
    """The name alone: addresses live in a table of the store, never in the record."""
    return re.sub(r"<>|\(\)|\[\]", "", _ADDRESS.sub("", text)).strip(' \t"') if address_in(text) else text


def checked_address(text: str) -> str:
    """A mail address as it can stand in the header of a mail."""
    address = text.strip()
    if not _ADDRESS.fullmatch(address) or len(address) > LONGEST_ADDRESS or not address.isprintable():
        raise UsageError(f"{shown(text)} is not a mail address: give one such as otto@example.org, without a name")
    return address


def sender_name(text: str) -> str:
    """Who sent a file, as the caller says, without a mail address; a file is never lost for a strange name."""
    name = without_address(text.encode("utf-8", "replace").decode())
    return "".join(c if c.isprintable() else "?" for c in name)[:LONGEST_SENDER]
