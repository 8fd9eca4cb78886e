"""Ways with a state: what a unit may do next, and what it pays, depends on how it has come.

A stage is a hex and a state in the game's own word: `road` (it has left no road so far, and keeps its bonus), `over`
(its one river lies behind it), `out` (it has paid for leaving a zone). `reach` goes from stage to stage as it goes
from hex to hex:

    found = reach(Stage(start, "road"), points, Stages(steps), {})
    way = hexes(found.path(best(found)[goal]))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Reached
from pbem.values import NamedTuple


class Stage(NamedTuple):
    """A hex, and in what state a unit has come there."""

    hex: HexId
    state: str = ""


Steps = tuple[tuple[Stage, int], ...]


class Stages(dict[Stage, Steps]):
    """The steps out of each stage with their prices, worked out when they are first asked for."""

    def __init__(self, steps: Callable[[Stage], Iterable[tuple[Stage, int]]]) -> None:
        super().__init__()
        self._steps = steps

    def __missing__(self, here: Stage) -> Steps:
        found = self[here] = tuple(sorted(self._steps(here), key=itemgetter(1)))  # the cheapest first, for `reach`
        return found


def best(found: Reached[Stage]) -> dict[HexId, Stage]:
    """By hex the stage that is cheapest to come to; of equals the one that was found first."""
    chosen: dict[HexId, Stage] = {}
    for stage, cost in found.cost.items():
        known = chosen.get(stage.hex)
        if known is None or cost < found.cost[known]:
            chosen[stage.hex] = stage
    return chosen


def costs(found: Reached[Stage]) -> Mapping[HexId, int]:
    """By hex what it costs at least, whatever the state."""
    return {hex_id: found.cost[stage] for hex_id, stage in best(found).items()}


def hexes(path: Iterable[Stage]) -> tuple[HexId, ...]:
    """The hexes of a way; a change of state alone is no step."""
    way: list[HexId] = []
    for stage in path:
        if way[-1:] != [stage.hex]:
            way.append(stage.hex)
    return tuple(way)
