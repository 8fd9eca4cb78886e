"""The look of a game: all that the drawing needs beyond map, position and events. Plain data, filled by the game.

    {"units": {"GE-5": {"figures": "6-7-8", "size": "XX", "symbol": "infantry", "name": "5", "colour": "german"}},
     "sides": {"CP": {"name": "Central Powers", "colour": "grey"}},
     "styles": {"bridge": {"draw": "bridge", "colour": "ink", "legend": "Bridge"}}}

`read_look` makes the values below of it. A key that is left out has the default of its field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from pbem.draw.style import Style
from pbem.errors import UsageError

T = TypeVar("T")

SYMBOLS = (
    "infantry",
    "cavalry",
    "mountain",
    "artillery",
    "hq",
    "engineer",
    "machine-gun",
    "assault",
    "supply",
    "naval",
    "air",
    "armour",
    "leader",
    "bicycle",
    "none",
)


@dataclass(frozen=True, slots=True)
class UnitLook:
    """One counter as it now lies on the map."""

    figures: str = ""  # what is printed at the foot: "6-7-8", with the steps it has left
    size: str = ""  # III X XX XXX XXXX; anything else is written as it is
    symbol: str = "infantry"  # one of SYMBOLS
    name: str = ""  # designation
    colour: str = "plain"  # a counter colour of the palette: german italian french british ...
    stripe: bool = False  # the diagonal stripe of assault troops
    steps: int = 0  # steps left; pips are drawn when it has lost some
    full: int = 0  # steps of the whole unit
    reduced: bool = False  # the counter shows its back
    marks: tuple[str, ...] = ()  # markers on it: unsupplied, out-of-command, moved ...
    rank: int = 0  # in a stack the highest rank lies on top


@dataclass(frozen=True, slots=True)
class SideLook:
    """A side: its name in the legend and its colour for trenches, forts, paths and control."""

    name: str = ""
    colour: str = "ink"  # a line colour of the palette: blue red green brown purple grey orange ink


@dataclass(frozen=True, slots=True)
class MarkLook:
    """A marker: up to three letters in a small tag on the counter or the hex."""

    letters: str
    colour: str = "ink"  # a line colour of the palette
    legend: str = ""  # what it means; no words, no line in the legend


@dataclass(frozen=True, slots=True)
class Overlay:
    """Something laid over the board.

    `hatch` and `outline` of an area, `ring` round single hexes, `path`, `numbers` in hexes, `front` line.
    """

    kind: str
    hexes: tuple[str, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()  # path: several at once, drawn as one net; each ends at its source
    colour: str = "red"  # a line colour of the palette
    legend: str = ""
    numbers: tuple[str, ...] = ()  # numbers: what is written in each of the hexes


# Markers that most games have; a game adds its own under the same or other names.
MARKS = {
    "unsupplied": MarkLook("U", "red", "out of supply"),
    "out-of-command": MarkLook("C", "purple", "out of command"),
    "entrained": MarkLook("RR", "ink", "entrained"),
    "moved": MarkLook("M", "green", "moved"),
    "fought": MarkLook("F", "orange", "fought"),
    "fired": MarkLook("FI", "orange", "fired"),
    "barraged": MarkLook("B", "orange", "has barraged"),
    "disorganised": MarkLook("D", "red", "disorganised"),
    "pinned": MarkLook("P", "brown", "pinned"),
    "hero": MarkLook("H", "blue", "heroic leader"),
}


@dataclass(frozen=True, slots=True)
class Look:
    """The whole look of a board."""

    units: Mapping[str, UnitLook] = field(default_factory=dict)
    sides: Mapping[str, SideLook] = field(default_factory=dict)
    marks: Mapping[str, MarkLook] = field(default_factory=lambda: dict(MARKS))
    styles: Mapping[str, Style] = field(default_factory=dict)  # added to style.STYLES
    colours: Mapping[str, str] = field(default_factory=dict)  # own counter colours: "bosnian": "#8fa0b0"
    captions: Mapping[str, str] = field(default_factory=dict)  # counter colours in the legend: "german": "Germany"
    stripe: str = ""  # what the stripe means, in the legend: "Assault infantry"


def read_look(data: Mapping[str, Any] | Look) -> Look:
    """The look that plain data describes; a key that no field has is named in the fault."""
    if isinstance(data, Look):
        return data
    for key in data:
        _known(Look, "look", key)
    return Look(
        {key: _value(UnitLook, key, row) for key, row in data.get("units", {}).items()},
        {key: _value(SideLook, key, row) for key, row in data.get("sides", {}).items()},
        MARKS | {key: _value(MarkLook, key, row) for key, row in data.get("marks", {}).items()},
        {key: _value(Style, key, row) for key, row in data.get("styles", {}).items()},
        dict(data.get("colours", {})),
        dict(data.get("captions", {})),
        str(data.get("stripe", "")),
    )


def read_overlays(data: Any) -> tuple[Overlay, ...]:
    """Overlays from plain data or values."""
    return tuple(_value(Overlay, f"overlay {n}", row) for n, row in enumerate(data, 1))


def _value(kind: type[T], name: str, row: Any) -> T:
    if isinstance(row, kind):
        return row
    for key in row:
        _known(kind, name, key)
    return kind(**{key: _frozen(value) for key, value in row.items()})


def _frozen(value: Any) -> Any:
    """Lists as tuples, those inside as well."""
    return tuple(_frozen(one) for one in value) if isinstance(value, list | tuple) else value


_NAMES: Mapping[type[Any], tuple[str, ...]] = {
    kind: tuple(one.name for one in fields(kind)) for kind in (Look, UnitLook, SideLook, MarkLook, Style, Overlay)
}


def _known(kind: type[Any], name: str, key: str) -> None:
    names = _NAMES[kind]
    if key not in names:
        raise UsageError(f"the look of {name} has {key!r}; a {kind.__name__} has {', '.join(names)}")
