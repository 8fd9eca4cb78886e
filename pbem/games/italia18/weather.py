"""10.0 Weather: fair or poor for one operational sequence, and the fog of its first hours."""

from __future__ import annotations

from pbem.games.italia18.turns import initiative, track_turn
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from pbem.kernel.table import Table

FAIR, POOR, FOG, ROLL = "fair", "poor", "fog", "roll"
NOTE, FOG_NOTE = "weather", "fog"


def run(board: Board, table: Table, sequence: int) -> None:
    """10.0a, 10.0e, S0.sp4 (see 7.0c): what the card fixes, else two dice; after fog one more says what it becomes."""
    fixed = _fixed(board, sequence)
    side = initiative(board.scenario)
    first = fixed.partition(" ")[0] if fixed else _rolled(board, table, "weather", side)
    is_foggy = first == FOG
    later = fixed.rpartition(" ")[2] if fixed and is_foggy else ROLL
    if is_foggy:
        first = _rolled(board, table, "after_fog", side) if later == ROLL else later
    board.write("sequence", sequence, "7.0c")
    board.write(FOG_NOTE, 1 if is_foggy else "", "10.0a")
    board.write(NOTE, first, "10.0a")
    board.note("weather", "10.0a", sequence=sequence, weather=first, fog=is_foggy, fixed=bool(fixed))


def _fixed(board: Board, sequence: int) -> str:
    """See S0.sp4: `fog then poor`, `fog then roll`, `poor`; nothing where the dice decide."""
    card = board.scenario.card.get("weather", {})
    return str(card.get(f"{track_turn(board)}.{sequence}", card.get("rest", "")))


def _rolled(board: Board, table: Table, chart: str, side: Side) -> str:
    dice = 2 if chart == "weather" else 1
    total = sum(table.rolls(chart.replace("_", " "), dice, rule="10.0a", by=side))
    return str(board.scenario.charts[chart][f"row{total}"][0])


def clear(board: Board) -> None:
    """See 10.0a, ruling R109: between turns no weather is in force, and minor roads are roads."""
    board.write("sequence", "", "7.0a")
    board.write(NOTE, "", "10.0a")
    board.write(FOG_NOTE, "", "10.0a")


def is_poor(board: Board) -> bool:
    """10.0b (see 10.0e, 11.1.3c, 11.2.4b, 11.2.5d): fog that lifts on poor weather was poor from the start."""
    return board.noted(NOTE) == POOR


def is_foggy(board: Board, phasing: Side) -> bool:
    """See 10.0c, 10.0d: fog lies over the phases of the side with the initiative alone."""
    return bool(board.noted(FOG_NOTE)) and phasing == initiative(board.scenario)


def may_fly(board: Board, phasing: Side) -> bool:
    """10.0c (see 10.0b, S0.sp4, ruling R94): nobody flies in poor weather, nor in a phase that lies under fog."""
    return has_air(board.scenario) and not is_poor(board) and not is_foggy(board, phasing)


def has_air(scenario: Scenario) -> bool:
    """See 17.1a, S0.sp4: Air supports are an option of every scenario but the introductory one."""
    return scenario.card.get("weather", {}).get("air") == "optional" and scenario.options.get("air", "yes") == "yes"


def hit_points_spared(board: Board, phasing: Side, side: Side) -> int:
    """10.0d (see rulings R32, R121): what the fog takes off the hit points of a side in one combat of a phase."""
    is_spared = side == phasing and is_foggy(board, phasing)
    return -int(board.scenario.charts["weather_effects"]["fog_hp"]) if is_spared else 0
