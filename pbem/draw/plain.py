"""A board as plain values, for a page that draws it itself: stacks, markers, pale counters, and what a step did.

The order page and the archive draw the same board from them; nothing here needs a picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.draw.look import Look, UnitLook, read_look
from pbem.draw.piles import Stack, ghosts_of, stacks_of
from pbem.draw.style import side_style_of
from pbem.kernel.fog import is_stand_in
from pbem.kernel.pieces import UnitId
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.kernel.telling.events import Event
from pbem.kernel.views.plain import plain

_FACE = ("figures", "size", "symbol", "name", "colour", "stripe", "steps", "full", "reduced")
_NOBODY = UnitLook(symbol="none")


def counter_of(look: Look, unit: UnitLook, is_hidden: bool) -> dict[str, Any]:
    """A counter as it lies there, with its markers; of one face down only the colour of its back."""
    if is_hidden:
        return {"is_hidden": True, "colour": _colour(look, unit.colour)}
    found = {name: getattr(unit, name) for name in _FACE}
    return {
        **found,
        "colour": _colour(look, unit.colour),
        "tags": [tag for mark in unit.marks if (tag := _tag(look, mark))],
    }


def _colour(look: Look, name: str) -> str:
    """A counter colour of the house by its name, one of the game's own as it is."""
    return look.colours.get(name, name)


def _tag(look: Look, mark: str) -> list[str]:
    """Letters, colour and words of a marker; nothing of one that nobody has given a look."""
    name, _, value = mark.partition("=")
    known = look.marks.get(name)
    return [known.letters + value, known.colour, f"{known.legend or name} {value}".strip()] if known else []


def markers_of(scenario: Scenario, look: Look, position: Position) -> list[list[str]]:
    """Of each marker in a hex: the hex, its letters, its colour, and what it says in words."""
    return [
        [hex_id, *tag]
        for hex_id, marks in position.hexes.items()
        if hex_id in scenario.map.grid
        for mark in marks
        if (tag := _hex_tag(look, mark))
    ]


def _hex_tag(look: Look, mark: str) -> list[str]:
    """A side's name has its colour: of `trench=AH:2` the letters are those of a trench, and 2 stands behind them."""
    name, _, value = mark.partition("=")
    side, _, rest = value.partition(":")
    if name not in look.marks or side not in look.sides:
        return _tag(look, mark)
    known, owner = look.marks[name], look.sides[side]
    words = f"{known.legend or name} {rest}".strip()
    return [known.letters + rest or side, owner.colour, f"{words}, {owner.name or side}"]


def side_markers_of(look: Look, position: Position) -> list[list[Any]]:
    """Of each marker on a hexside: both hexes, how it is drawn, its colour, its weight, the hex it leads to, words."""
    found: list[list[Any]] = []
    for side, marks in position.sides.items():
        for mark in marks:
            known = side_style_of(look, mark)
            if known:
                style = known[1]
                owner, _, goal = mark.partition("=")[2].rpartition(">")
                named = look.sides.get(owner or goal)
                colour, words = named.colour if named else style.colour, style.legend or known[0]
                leads = goal if goal in side else ""
                found.append([side.a, side.b, style.draw, colour, style.weight, leads, _belongs(words, named)])
    return found


def _belongs(words: str, owner: Any) -> str:
    return f"{words}, {owner.name}" if owner and owner.name else words


def ghosts(look: Look, events: Sequence[Event], taken: dict[Any, Stack]) -> list[dict[str, Any]]:
    """Pale counters in the hexes that units have left empty: the top one of each, and how many they were."""
    found = []
    for hex_id, units in ghosts_of(events, taken).items():
        top = max(units, key=lambda unit: (not is_stand_in(UnitId(unit)), look.units.get(unit, _NOBODY).rank))
        unit = look.units.get(top) or UnitLook(name=top)
        found.append({"hex": hex_id, "count": len(units), "unit": counter_of(look, unit, is_stand_in(UnitId(top)))})
    return found


def event_values(scenario: Scenario, look: Look, events: Sequence[Event]) -> list[dict[str, Any]]:
    """The events, each with the colour of the side whose unit it is."""
    return [{**plain(event), "colour": _side_colour(scenario, look, event)} for event in events]


def _side_colour(scenario: Scenario, look: Look, event: Event) -> str:
    unit = scenario.units.get(UnitId(event.units[0])) if event.units else None
    side = look.sides.get(unit.side) if unit else None
    return side.colour if side else "ink"


def pieces(
    scenario: Scenario, position: Position, given: Look | Mapping[str, Any], events: Sequence[Event] = ()
) -> dict[str, Any]:
    """All that lies on the map, and what a step did. No unit is named."""
    look = read_look(given)
    stacks = stacks_of(scenario, position, look)
    keys = ("draw", "number", "path", "at", "targets", "sources", "label", "colour")
    return {
        "stacks": [{"hex": stack.hex, "units": _counters(look, stack)} for stack in stacks.values()],
        "markers": markers_of(scenario, look, position),
        "side_markers": side_markers_of(look, position),
        "ghosts": ghosts(look, events, stacks),
        "events": [{key: one[key] for key in keys} for one in event_values(scenario, look, events)],
    }


def _counters(look: Look, stack: Stack) -> list[dict[str, Any]]:
    return [counter_of(look, one, hidden) for one, hidden in zip(stack.looks, stack.hidden, strict=True)]
