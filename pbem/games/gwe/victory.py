"""24.0 Victory: the points of both sides, line by line, and who has won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.games.gwe.counters import AL, CP, SIDES, is_combat_unit, is_stosstruppen
from pbem.games.gwe.fortress import fortress_at, fortresses
from pbem.games.gwe.supply import is_supplied
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import GONE, Side, Unit, UnitId
from pbem.kernel.score import Score, ScoreLine
from pbem.values import NamedTuple

BOOKED = {"stosstruppen": "24.22", "german-stosstruppen-divisions": "24.33"}  # all other losses: 24.13


class Verdict(NamedTuple):
    """Who has won (nobody: a draw), whether decisively, and by which rule."""

    winner: Side | None
    is_decisive: bool
    rule: str
    text: str


def chart(board: Board) -> Mapping[str, Any]:
    """The victory points of the scenario."""
    found: Mapping[str, Any] = board.scenario.charts["victory"]
    return found


# -- the score -----------------------------------------------------------------------------------------------


def score(board: Board) -> Score:
    """See 24.11, 24.12, 24.13, 24.21, 24.22, 24.23, 24.4, ruling K7: the points as of now."""
    return Score((*_central_powers(board), *_allies(board), *_rommel(board)), tuple(SIDES))


def _central_powers(board: Board) -> tuple[ScoreLine, ...]:
    values = chart(board)
    lost = [board.number(f"lost.{what}") for what in ("FR", "corps", "divisions")]
    ruined = destroyed_fortresses(board, AL)
    return (
        beyond_the_piave(board),
        ScoreLine(CP, "24.12", "Italian forts destroyed", len(ruined), len(ruined) * values["italian_fortress"],
                  ruined),
        ScoreLine(CP, "24.13", "French and British steps lost", lost[0], lost[0] * values["french_british_step"]),
        ScoreLine(CP, "24.13", "Italian corps eliminated", lost[1], lost[1] * values["italian_corps"]),
        ScoreLine(CP, "24.13", "Italian divisions and artillery brigades eliminated", lost[2],
                  lost[2] * values["italian_division"]),
    )  # fmt: skip


def _allies(board: Board) -> tuple[ScoreLine, ...]:
    values = chart(board)
    steps = board.number("lost.stosstruppen")
    return (
        *beyond_the_diagonal(board),
        ScoreLine(AL, "24.22", "Stosstruppen steps lost", steps, steps * values["stosstruppen_step"]),
        trieste_or_trent(board),
    )


def is_scored_formation(unit: Unit) -> bool:
    """See 24.11, 24.21, ruling K3: divisions, corps and artillery of any size; a depot is no division."""
    return unit.type == "artillery" or (unit.size in ("XX", "XXX") and is_combat_unit(unit) and unit.type != "depot")


def is_line_brigade(unit: Unit) -> bool:
    """See 24.21, ruling K2: a brigade that is no artillery."""
    return unit.size == "X" and is_combat_unit(unit) and unit.type not in ("artillery", "depot")


def beyond_the_piave(board: Board) -> ScoreLine:
    """24.11: supplied steps southwest of the Piave and southeast of the 14xx row."""
    first = chart(board)["piave_rows_from"]
    area = board.map.hexes_with("southwest-of-piave")
    held = {hex_id: None for hex_id in area if board.map.grid.numbering.cell(hex_id)[0] >= first}
    units = [unit for unit in _supplied_in(board, CP, held) if is_scored_formation(board.unit(unit))]
    steps = sum(board.steps(unit) for unit in units)
    return ScoreLine(
        CP, "24.11", "supplied steps beyond the Piave", steps, steps * chart(board)["piave_step"], tuple(units)
    )


def beyond_the_diagonal(board: Board) -> tuple[ScoreLine, ScoreLine]:
    """24.21, rulings K2, K8: supplied steps on or northeast of the diagonal; line brigades count by twos."""
    area = dict.fromkeys(board.map.hexes_with("north-east-of-diagonal"))
    present = _supplied_in(board, AL, area)
    units = tuple(unit for unit in present if is_scored_formation(board.unit(unit)))
    brigades = tuple(unit for unit in present if is_line_brigade(board.unit(unit)))
    steps, pairs, worth = sum(board.steps(unit) for unit in units), len(brigades) // 2, chart(board)["northeast_step"]
    return (
        ScoreLine(AL, "24.21", "supplied steps northeast of the diagonal", steps, steps * worth, units),
        ScoreLine(AL, "24.21", "pairs of supplied brigades there, two steps each", pairs, 2 * pairs * worth, brigades),
    )


def trieste_or_trent(board: Board) -> ScoreLine:
    """24.23, ruling K5: once, for a supplied combat unit in either town."""
    towns = {board.map.places[name]: None for name in ("Trieste", "Trento", "Trent") if name in board.map.places}
    units = tuple(_supplied_in(board, AL, towns))
    count = 1 if units else 0
    return ScoreLine(AL, "24.23", "Trieste or Trent held", count, count * chart(board)["trieste_or_trent"], units)


def _supplied_in(board: Board, side: Side, area: Mapping[HexId, None]) -> list[UnitId]:
    inside = [u for u in board.on_map(side) if board.hex_of(u) in area and is_combat_unit(board.unit(u))]
    return [unit for unit in inside if is_supplied(board, unit)]


def destroyed_fortresses(board: Board, owner: Side) -> tuple[HexId, ...]:
    """24.12 (see 11.14): the fortresses of a side that have no step left."""
    found = ((hex_id, fortress_at(board, hex_id)) for hex_id in fortresses(board.map, owner))
    return tuple(hex_id for hex_id, fortress in found if fortress and not fortress.stands)


def _rommel(board: Board) -> tuple[ScoreLine, ...]:
    """24.4, ruling K6: his loss, summed over the nations of each side."""
    leaders = [unit for unit in board.units(CP) if board.unit(unit).type == "leader"]
    fallen = tuple(unit for unit in leaders if board.place(unit) == GONE)
    if not fallen:
        return ()
    worth = chart(board)["rommel"]
    return tuple(ScoreLine(side, "24.4", "Rommel eliminated", 1, worth[side], fallen) for side in SIDES)


# -- the verdict ---------------------------------------------------------------------------------------------


def verdict(board: Board) -> Verdict:
    """24.31 (see 24.32, 24.33): more points win; a Decisive Victory asks for more than points."""
    points = score(board)
    cp, al = points.total(CP), points.total(AL)
    if cp == al:
        return Verdict(None, False, "24.31", f"a draw at {cp} points each")
    winner = CP if cp > al else AL
    is_decisive = is_decisive_for_cp(board) if winner == CP else is_decisive_for_al(board)
    rule = {CP: "24.32", AL: "24.33"}[winner] if is_decisive else "24.31"
    kind = "a Decisive Victory" if is_decisive else "a victory"
    return Verdict(winner, is_decisive, rule, f"{kind} of the {SIDES[winner]}, {max(cp, al)} points to {min(cp, al)}")


def is_decisive_for_cp(board: Board) -> bool:
    """24.32: no Italian fortress is left."""
    return len(destroyed_fortresses(board, AL)) == len(fortresses(board.map, AL))


def is_decisive_for_al(board: Board) -> bool:
    """24.33: five German Stosstruppen divisions are eliminated; Austro-Hungarian ones do not count."""
    return board.number("lost.german-stosstruppen-divisions") >= int(chart(board)["decisive_AL_german_stosstruppen"])


def announce(board: Board) -> None:
    """See 4.0.C, 16.0/4.1, 24.31: record the final score."""
    result = verdict(board)
    board.note(
        "victory", result.rule,
        winner=result.winner or "", decisive=result.is_decisive, text=result.text, **score(board).as_json(),
    )  # fmt: skip


# -- keeping count -------------------------------------------------------------------------------------------


def count_losses(board: Board, facts: Iterable[Fact]) -> None:
    """24.13, 24.22 (see 24.33, rulings K1, K3, K4): add the losses of a step, of whatever cause, to the notes."""
    added: dict[str, int] = {}
    for fact in facts:
        if fact.kind in ("lost", "eliminated"):
            unit = board.unit(UnitId(fact["unit"]))
            for what, number in _losses(unit, fact["steps"], fact.kind == "eliminated"):
                added[what] = added.get(what, 0) + number
    for what, number in added.items():
        if number:
            board.write(f"lost.{what}", board.number(f"lost.{what}") + number, BOOKED.get(what, "24.13"))


def _losses(unit: Unit, steps: int, is_eliminated: bool) -> list[tuple[str, int]]:
    # A unit that loses its last step is reported as lost, then as eliminated with no steps: none is counted twice.
    found = []
    if unit.nation in ("FR", "UK"):
        found.append(("FR", steps))
    if is_stosstruppen(unit):
        found.append(("stosstruppen", steps))
    if is_eliminated and unit.nation == "IT" and is_scored_formation(unit):
        found.append(("corps" if unit.size == "XXX" else "divisions", 1))
    if is_eliminated and unit.nation == "GE" and is_stosstruppen(unit) and unit.size == "XX":
        found.append(("german-stosstruppen-divisions", 1))
    return found
