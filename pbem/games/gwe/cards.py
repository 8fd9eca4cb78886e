"""What the scenario card says about set-up: its steps, the areas, and the options of the Appendix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.gwe.counters import AL, CP
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.scenario import Scenario

Entry = Mapping[str, Any]


def setup_steps(scenario: Scenario) -> tuple[Entry, ...]:
    """See 3.0, 25.31, App.B, ruling K13: the set-up of each side in its order; one may be borrowed from the Tyrol
    card."""
    steps = tuple(scenario.card.get("setup", ()))
    borrowed = {"tyrol-allies": AL, "tyrol-central-powers": CP}.get(scenario.option("order-of-battle"))
    if borrowed is None:
        return steps
    tyrol = [step for step in scenario.card["tyrol"]["setup"] if step["side"] == borrowed]
    kept = [step for step in steps if step["side"] != borrowed]
    return tuple((*tyrol, *kept) if borrowed == AL else (*kept, *tyrol))  # 25.31: the Allies first


def step_of(scenario: Scenario, side: Side) -> Entry:
    """The set-up of one side."""
    return next((step for step in setup_steps(scenario) if step["side"] == side), {})


def deploys_freely(scenario: Scenario, side: Side) -> bool:
    """App.A: whether the side sets up where it likes behind its trenches."""
    return scenario.option("free-deployment") in (side, "both")


def sides_that_set_up(scenario: Scenario) -> tuple[Side, ...]:
    """25.31 (see App.A, App.B): the sides that have something to decide before turn 1, in their order."""
    sides = [Side(step["side"]) for step in setup_steps(scenario)] or [CP, AL]
    return tuple(side for side in sides if deploys_freely(scenario, side) or _has_orders(step_of(scenario, side)))


def _has_orders(step: Entry) -> bool:
    return any(kind in step for kind in ("place", "transfer", "fill"))


def entries(scenario: Scenario, kind: str) -> list[Entry]:
    """The entries of a kind (`place`, `transfer`, `fill`, `reinforce`) in all set-up steps."""
    return [entry for step in setup_steps(scenario) for entry in step.get(kind, ())]


def entry_for(found: Sequence[Entry], unit: UnitId) -> Entry | None:
    """The entry that names the unit."""
    return next((entry for entry in found if unit in entry.get("units", ())), None)


def area(map: Map, text: str) -> tuple[HexId, ...]:
    """The hexes of an area: the name of a feature with its attributes, such as `fortress owner=AL`."""
    name, *words = text.split()
    wanted = dict(word.split("=") for word in words)
    return map.hexes_with(name, **wanted)
