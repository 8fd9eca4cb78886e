"""What a side may not know: of the enemy's detachments that lie face down everything but that they are detachments."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pbem.games.italia18.detachments import DOWN
from pbem.games.italia18.losses import WITH
from pbem.games.italia18.markers import DISENGAGE
from pbem.kernel.facts import Fact
from pbem.kernel.fog import SIGN, retold, veiled
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.values import replace

OWN = (DOWN, WITH)  # marks that say something of the unit itself
# What is told of a detachment that nobody names: where it went, which marker it has, which public die it cast.
_SHOWN = {
    "moved": ("unit", "path", "how"),
    "disorganized": ("unit", "hex"),
    "to-disengage": ("unit", "hex"),
    "in-reserve": ("unit", "hex"),
    "out-of-supply": ("unit", "hex"),
    "resupplied": ("unit", "hex"),
    "released": ("unit", "hex"),
    "retreating": ("unit", "hex"),
    "rallied": ("unit", "hex"),
    "mutiny": ("unit", "hex"),
    "exit": ("unit", "hex", "die", "drm", "done"),
    "hungarians": ("unit", "hex", "die", "stays"),
    "pontoon": ("unit", "hexside", "die", "drm", "done"),
    "marked": ("unit", "mark"),
    "unmarked": ("unit", "mark"),
}


def hides(scenario: Scenario) -> str:
    """See 3.0b, ruling R123: in a sentence."""
    return "3.0: factors, morale, type and name of detachments that lie face down, until they fight"


def view(scenario: Scenario, position: Position, side: Side) -> Position:
    """See 3.0b, ruling R123: a stand-in for each detachment of others that lies face down, with its markers."""
    hidden = hidden_from(scenario, position, side)
    return _with_markers(scenario, position, veiled(scenario, position, hidden), hidden)


def hidden_from(scenario: Scenario, position: Position, side: Side) -> dict[UnitId, None]:
    """See 3.0b: what the side may not look at, without a side what not both may."""
    down = [unit for unit, state in position.units.items() if DOWN in state.marks]
    return {unit: None for unit in down if scenario.side_of(unit) != side}


def _with_markers(scenario: Scenario, position: Position, seen: Position, hidden: dict[UnitId, None]) -> Position:
    """See ruling R123: the markers on them are in plain view; in an order that tells nothing."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for unit in hidden:
        state = position.units[unit]
        marks = tuple([mark for mark in state.marks if mark.partition("=")[0] not in OWN])
        found.setdefault(f"{scenario.side_of(unit)}{SIGN}{state.place}", []).append(marks)
    units = dict(seen.units)
    for stack, laid in found.items():
        for number, one in enumerate(sorted(laid), 1):
            name = UnitId(f"{stack}.{number}")
            units[name] = units[name]._replace(marks=one)
    return replace(seen, units=units)


def tell(scenario: Scenario, before: Position, after: Position, facts: Sequence[Fact], side: Side) -> Sequence[Fact]:
    """See 3.0b, ruling R123: whoever lay face down all the time has no name; who is turned is seen by all."""
    old, new = hidden_from(scenario, before, side), hidden_from(scenario, after, side)
    turned = {UnitId(fact["unit"]): None for fact in facts if fact.kind == "unmarked" and fact["mark"] == DOWN}
    hidden = {unit: None for unit in new if unit in old and unit not in turned}
    leaving = {before.units[unit].place: None for unit in hidden if DISENGAGE in before.units[unit].marks}
    return retold(scenario, [_without_morale(fact, leaving) for fact in facts], hidden, _SHOWN)


def _without_morale(fact: Fact, leaving: Collection[str]) -> Fact:
    """See 13.0b, 3.0b: the modifiers of a stack that disengages name the morale of one of it; where somebody who lies
    face down may be that one, the enemy is told the die and the result."""
    if fact.kind != "disengagement" or fact["hex"] not in leaving:
        return fact
    return Fact(fact.kind, fact.rule, {key: value for key, value in fact.about.items() if key != "drm"}, fact.episode)
