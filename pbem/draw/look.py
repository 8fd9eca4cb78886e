"""The look of a game as the drawing takes it: the game's own rows on top of those that most games have.

A game gives a `Look` (`pbem.kernel.views.look`); plain data with the same names will do as well:

    {"units": {"GE-5": {"figures": "6-7-8", "size": "XX", "symbol": "infantry", "name": "5", "colour": "german"}},
     "sides": {"CP": {"name": "Central Powers", "colour": "grey"}},
     "styles": {"bridge": {"draw": "bridge", "colour": "ink", "legend": "Bridge"}}}

`read_look` makes the values below of it. A key that is left out has the default of its field.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pbem.draw.style import Style
from pbem.errors import UsageError
from pbem.kernel.views.layers import Laid as Overlay
from pbem.kernel.views.look import SYMBOLS, Look, MarkLook, SideLook, UnitLook
from pbem.values import fields, replace

__all__ = (
    "MARKS", "SYMBOLS", "Look", "MarkLook", "Overlay", "SideLook", "UnitLook", "read_look",
    "read_overlays",
)  # fmt: skip

T = TypeVar("T")

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


def read_look(data: Mapping[str, Any] | Look) -> Look:
    """The look with the house's marks; in plain data a key that no field has is named in the fault."""
    if isinstance(data, Look):
        return replace(data, marks=MARKS | dict(data.marks))
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
