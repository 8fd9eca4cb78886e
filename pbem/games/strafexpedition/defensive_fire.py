"""13.3 Defensive Fire: machine guns at units with Assault markers; the same fire at infiltration and retreats."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.strafexpedition.counters import is_infantry, machine_guns
from pbem.games.strafexpedition.disorganization import bombardment_factor
from pbem.games.strafexpedition.fire import Hit, Result, cast, settle, written
from pbem.games.strafexpedition.options import chosen
from pbem.games.strafexpedition.terrain import is_town, is_wooded, level
from pbem.games.strafexpedition.trenches import level as trench_level
from pbem.games.strafexpedition.weather import halved
from pbem.kernel.board import Board
from pbem.kernel.charts import Chart
from pbem.kernel.choosing import counted
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.scenario import Scenario
from pbem.kernel.table import Table
from pbem.kernel.tally import Tally, Term, summed, tally
from pbem.values import dataclass


@dataclass(frozen=True, slots=True)
class Volley:
    """One fire: who fires at whom in which hex. Batteries join it only in step C of an Action."""

    side: Side
    hex: HexId
    units: tuple[UnitId, ...]
    infantry: tuple[UnitId, ...]
    guns: tuple[UnitId, ...] = ()
    is_paid: bool = False


def chart(scenario: Scenario) -> Chart:
    """See 13.3.10, ruling M2: the Defensive Fire Table."""
    return scenario.chart("defensive_fire")


def firers(board: Board, side: Side, target: HexId) -> tuple[UnitId, ...]:
    """13.3.1 (see 13.3.3, 20.1): infantry and fortresses of the side next to the hex, machine guns or none.

    Whether the assault is meant for them does not matter, nor whether they have fired in another Action.
    """
    around = [unit for there in board.map.grid.neighbours[target] for unit in board.units_at(there, side)]
    return tuple([unit for unit in around if is_infantry(board.unit(unit))])


# -- how strong ----------------------------------------------------------------------------------------------


def strength(board: Board, volley: Volley) -> Tally:
    """13.3.5, 13.3.6 (see 13.3.7, rulings R57, R58): machine guns as printed, and a quarter of the artillery.

    Without a Logistics Point artillery adds no more than the machine guns have, but one point always.
    """
    terms = [Term(unit, "13.3.5", machine_guns(board, unit)) for unit in volley.infantry]
    guns, most = quarter(board, volley.guns, volley.hex), cap(board, volley.infantry)
    if volley.guns:
        factors = factors_of(board, volley.guns)
        terms.append(Term(f"a quarter of {factors} bombardment factors", "13.3.5", guns))
    if guns > most and not volley.is_paid:
        terms.append(Term(f"at most {most} from artillery", "13.3.6", most - guns))
    return summed(terms)


def factors_of(board: Board, guns: Sequence[UnitId]) -> int:
    """See 13.3.5, 19.7: the bombardment factors of the guns, each less its disorganization."""
    return sum(bombardment_factor(board, unit) for unit in guns)


def quarter(board: Board, guns: Sequence[UnitId], target: HexId) -> int:
    """See 13.3.5, 9.1.rain, ruling R57: all factors together, halved by the weather, then a quarter, rounded down."""
    total = halved(board, [bombardment_factor(board, unit) for unit in guns], target)
    return total // int(board.scenario.charts["defensive_artillery"]["divisor"])


def cap(board: Board, infantry: Sequence[UnitId]) -> int:
    """See 13.3.6, ruling R58: what artillery may add without a Logistics Point."""
    least = int(board.scenario.charts["defensive_artillery"]["least"])
    return max(least, sum(machine_guns(board, unit) for unit in infantry))


def shifts(board: Board, volley: Volley) -> Tally:
    """See 13.3.10, 18.4, 11.0.8, ruling R112: the ground of the target, and the position that all firers have.

    By an option the best of it counts. Where guns stand never does, nor a trench around those who assault.
    """
    chart_, map = board.scenario.charts["defensive_fire_shifts"], board.map
    places = [board.hex_of(unit) for unit in volley.infantry]
    of_all = max if chosen(board, "firing-position") == "best" else min
    trench = of_all([trench_level(board, there) for there in places], default=0)
    height = of_all([max(0, level(map, there) - level(map, volley.hex)) for there in places], default=0)
    return tally(
        [
            Term("woods", "13.3.10", int(chart_["woods"]) if is_wooded(map, volley.hex) else 0),
            Term("town", "13.3.10", int(chart_["town"]) if is_town(map, volley.hex) else 0),
            Term(f"fired from a trench of level {trench}", "18.4", trench * int(chart_["trench"])),
            Term(f"fired from {counted(height, 'level')} higher", "11.0.8", height * int(chart_["height"])),
        ]
    )


def column(board: Board, volley: Volley) -> int:
    """See 13.3.10: the final column of the fire."""
    table = chart(board.scenario)
    assert table.totals is not None
    return table.shifted(table.totals.column(strength(board, volley).total), shifts(board, volley).total)


# -- resolving -----------------------------------------------------------------------------------------------


def shoot(board: Board, table: Table, volleys: Sequence[Volley], name: str, rule: str) -> None:
    """13.3.2, 13.3.10, 13.3.11 (see 13.2.6): one die for each target, then the losses of all of them together.

    Only those who assault, infiltrate or retreat are hit, not who else is in the hex. `name` says what kind of fire
    it is; dice and questions are called by it and by the hex.
    """
    hits = [
        Hit(f"{name} {volley.hex}", board.enemy_of(volley.side), volley.hex, volley.units,
            _roll(board, table, volley, name, rule), "13.3.11")
        for volley in volleys
    ]  # fmt: skip
    settle(board, table, hits)


def _roll(board: Board, table: Table, volley: Volley, name: str, rule: str) -> Result:
    with board.episode("fire", f"{name} {volley.hex}", side=volley.side, hexes=[volley.hex]):
        sums, moved, final = strength(board, volley), shifts(board, volley), column(board, volley)
        result = cast(board, table, "defensive_fire", final, volley.side, rule)
        totals = chart(board.scenario).totals
        assert totals is not None
        board.outcome(
            "fired", rule, side=volley.side, hex=volley.hex, firers=[*volley.infantry, *volley.guns],
            units=list(volley.units), strength=sums.as_json(), shifts=moved.as_json(), column=totals.texts[final],
            result=written(result), paid=volley.is_paid, what=name,
        )  # fmt: skip
    return result
