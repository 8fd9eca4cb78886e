"""The position in words, for players who cannot see the board and for the text behind every picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.kernel.naming import begun, does, the
from pbem.kernel.pieces import Side
from pbem.kernel.views.surroundings import Beside, Contact, Far, Front, HexSeen, StackSeen, Surroundings, UnitSeen

Names = Mapping[Side, str]  # of the sides
_HOURS = (1, 3, 5, 7, 9, 11)  # at which the neighbours of a hex lie


def around(found: Surroundings, names: Names) -> list[str]:
    """A hex and all that is around it, a line each."""
    lines = [place(found.here), *ground(found.here, names), "Around it (12 o'clock is the top of the map):"]
    lines += [f"  {o_clock(one.hour)}: {_beside(one, names)}" for one in found.around]
    edge = [hour for hour in _HOURS if hour not in [one.hour for one in found.around]]
    if edge:
        lines.append(f"  off the map: {', '.join(map(str, edge))} o'clock")
    return lines + [f"Farther off: {_far(one, names)}" for one in found.nearest]


def front(found: Front, names: Names) -> list[str]:
    """Where the side touches the enemy, stretch by stretch."""
    name = names[Side(found.side)]
    if not found.stretches:
        return [f"No stack of {the(name)} stands next to an enemy."]
    lines = [f"The front of {the(name)}, from the top of the map down:"]
    for stretch in found.stretches:
        lines += ["", *[_contact(one, names) for one in stretch]]
    return lines


def at_a_glance(fronts: Sequence[Front], names: Names) -> str:
    """The front in a sentence or two: the text behind a board."""
    told = [_stretches(one, names) for one in fronts if one.stretches]
    return " ".join(told) or "Nowhere do the two sides touch."


def _stretches(found: Front, names: Names) -> str:
    hexes = [_run([contact.here for contact in stretch]) for stretch in found.stretches]
    return f"{begun(does(names[Side(found.side)], 'face'))} the enemy {_listed(hexes)}."


def _run(hexes: Sequence[HexSeen]) -> str:
    first, last = hexes[0], hexes[-1]
    return f"at {called(first)}" if len(hexes) == 1 else f"from {called(first)} to {called(last)}"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


# -- a hex ----------------------------------------------------------------------------------------------------


def called(found: HexSeen) -> str:
    """The hex as people write it: `1710 (Udine)`."""
    return f"{found.hex} ({found.place})" if found.place else found.hex


def place(found: HexSeen) -> str:
    """The hex with its ground."""
    return f"{called(found)}: {', '.join(found.ground)}."


def ground(found: HexSeen, names: Names) -> list[str]:
    """Who stands in the hex and who controls it, a line each."""
    lines = [f"{names[Side(stack.side)]}: {_stack(stack)}." for stack in found.stacks] or ["Nobody is there."]
    if found.zones:
        owners = " and ".join(the(names[Side(side)]) for side in found.zones)
        lines.append(f"In the zones of control of {owners}.")
    return lines


def _stack(stack: StackSeen) -> str:
    return "; ".join(_unit(unit) for unit in stack.units)


def _unit(unit: UnitSeen) -> str:
    states = ", ".join([word for word in (unit.steps, *unit.marks) if word])
    return " ".join([word for word in (unit.unit, unit.figures, f"({states})" if states else "") if word])


# -- beside and beyond ----------------------------------------------------------------------------------------


def o_clock(hour: int) -> str:
    """The hour, set so that a list lines up."""
    return f"{hour:2} o'clock"


def _beside(one: Beside, names: Names) -> str:
    parts = [f"{called(one.there)}, {', '.join(one.there.ground)}"]
    parts += [f"across a hexside with {' and '.join(one.across)}"] if one.across else []
    parts += [f"by {' and '.join(one.along)}"] if one.along else []
    return f"{', '.join(parts)}. {_who(one.there, names)}"


def _who(found: HexSeen, names: Names) -> str:
    return " ".join(f"{names[Side(stack.side)]}: {_stack(stack)}." for stack in found.stacks) or "Nobody."


def _far(one: Far, names: Names) -> str:
    return f"{one.hexes} hexes at {one.hour} o'clock: {called(one.there)}. {_who(one.there, names)}"


def _contact(one: Contact, names: Names) -> str:
    facing = "; ".join(f"{called(other.there)} at {other.hour} o'clock ({_enemy(other.there)})" for other in one.facing)
    return f"  {called(one.here)} with {_enemy(one.here)} faces {facing}."


def _enemy(found: HexSeen) -> str:
    return ", ".join(_unit(unit) for stack in found.stacks for unit in stack.units)
