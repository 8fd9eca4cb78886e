"""Where a unit can go, as a person reads it: every hex with its cost, and why not elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.desk.lines.layout import columns, titled, wrapped

if TYPE_CHECKING:
    from pbem.kernel.views.moves import Goal, Moves, Way


def moves_lines(found: Moves) -> list[str]:
    """Where a unit can go, for the screen or a letter."""
    if not found.hex:
        return [f"{found.unit} is not on the map: {found.place}"]
    lines = [f"{found.unit} at {found.hex}, {found.allowance} movement points"]
    for way in found.ways:
        lines += titled(way.title, _goals(way))
    closed = [(row.hex, f"{row.why} [{row.rule}]") for row in found.closed]
    return lines + titled("It cannot reach, of the hexes near by", columns(closed, "  "))


def _goals(way: Way) -> list[str]:
    """Where a way leads: in columns where each goal has its path, else in one paragraph."""
    if any(goal.path for goal in way.goals):
        return columns([(goal.hex, goal.place, goal.cost, _path(goal)) for goal in way.goals], "  ")
    hexes = ", ".join(f"{goal.hex} ({'; '.join([str(goal.cost), *goal.notes])})" for goal in way.goals)
    return [wrapped(hexes, "  ", "  ")] if hexes else []


def _path(goal: Goal) -> str:
    """The hexes of the way, and what happens at its end: the unit must stop, check or leave again."""
    return " -> ".join(goal.path) + "".join(f"; {note}" for note in goal.notes)


def way_lines(found: Moves, to: str) -> list[str]:
    """The way to one hex, or why not, and which other way leads there."""
    first, *others = found.ways
    for goal in first.goals:
        price = f"for {goal.cost} of {found.allowance} movement points"
        notes = [wrapped(note, "  ", "  ") for note in goal.notes]
        return [f"{found.unit} can {first.name} to {to} {price}:", f"  {_order(found, first, goal)}", *notes]
    lines = [f"{found.unit} cannot {first.name} to {to}"]
    lines += [wrapped(f"{row.why} [{row.rule}]", "  ", "  ") for row in found.closed]
    lines += [f"  {way.says}: {_order(found, way, goal)}" for way in others for goal in way.goals]
    return lines if len(lines) > 1 else [*lines, f"  it is too far for {found.allowance} movement points"]


def _order(found: Moves, way: Way, goal: Goal) -> str:
    return way.order.format(unit=found.unit, goal=goal.hex, path=" -> ".join(goal.path[1:]))
