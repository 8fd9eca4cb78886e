"""16.3 and 16.5: the employment of support units, by a die or without one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pbem.games.caporetto.counters import nation_of
from pbem.games.caporetto.headquarters import can_support, fourteenth_army
from pbem.games.caporetto.options import chosen
from pbem.games.caporetto.support import chart
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.table import Table
from pbem.kernel.tally import Tally, Term, tally
from pbem.values import dataclass


@dataclass(frozen=True, slots=True)
class Call:
    """A support unit called upon in a combat: where, for whom, and whether aircraft watch the target for it."""

    unit: UnitId
    target: HexId
    supported: tuple[UnitId, ...]
    is_attack: bool
    is_watched: bool = False


def automatic_rule(board: Board, call: Call) -> str:
    """16.3/4 (see 16.5, rulings R72, R73): the rule by which the unit needs no die; nothing where it needs one."""
    if nation_of(board, call.unit) == "GE" and board.turn in chart(board)["automatic_german"]:
        return "16.3/4"
    return "16.5" if _is_in_feuerwaltz(board, call) else ""


def _is_in_feuerwaltz(board: Board, call: Call) -> bool:
    """16.5, ruling R73: on turn 1 AH guns and the ships, if the target lies near the 14th Army HQ in support mode."""
    row = chart(board)["automatic_austrian"]
    is_gun = nation_of(board, call.unit) == "AH" and board.unit(call.unit).type in row["kinds"]
    hq = fourteenth_army(board)
    if not (call.is_attack and is_gun and board.turn in row["turns"] and hq and can_support(board, hq)):
        return False
    near = [call.target]
    if chosen(board, "feuerwaltz") == "attackers":
        near = [board.hex_of(unit) for unit in call.supported]
    centre = board.hex_of(hq)
    return all(board.map.grid.distance(centre, hex_id) <= int(row["range"]) for hex_id in near)


def modifiers(board: Board, call: Call) -> Tally:
    """16.3/2, 16.3/3 (see CM.4, CM.5, CM.6, rulings R71, R75): by nation, by turn, and for a successful recon."""
    nation, early = nation_of(board, call.unit), chart(board)["drm_early"]
    terms = [Term(f"{nation} support", "16.3/2", int(chart(board)["drm"].get(nation, 0)))]
    if nation == early["nation"] and board.turn in early["turns"]:
        terms.append(Term(f"{nation} support on turn {board.turn}", "16.3/2", int(early["drm"])))
    if call.is_watched and call.is_attack:
        terms.append(Term("air recon", "16.3/3", int(chart(board)["recon"])))
    return tally(terms)


def chance(board: Board, call: Call) -> Fraction:
    """16.3: how likely the unit is to be employed."""
    if automatic_rule(board, call):
        return Fraction(1)
    needed = int(chart(board)["succeeds_from"]) - modifiers(board, call).total
    return Fraction(sum(1 for face in range(1, 7) if face >= needed), 6)


def employ(board: Board, table: Table, calls: Sequence[Call]) -> tuple[UnitId, ...]:
    """See 16.3, 16.3/4, 16.5, rulings R77, R122: one die for each unit, in the order announced. Returns who is
    employed."""
    return tuple([call.unit for call in calls if _is_employed(board, table, call)])


def _is_employed(board: Board, table: Table, call: Call) -> bool:
    rule, needed, die = automatic_rule(board, call), int(chart(board)["succeeds_from"]), 0
    sums = tally([]) if rule else modifiers(board, call)
    if not rule:
        die = table.roll(f"employment of {call.unit}", rule="16.3", units=(call.unit,), kind="employment")
    is_success = bool(rule) or die + sums.total >= needed
    board.note(
        "employment", rule or "16.3", side=board.unit(call.unit).side, unit=call.unit, die=die,
        modifiers=sums.as_json(), modified=die + sums.total, needed=needed, success=is_success, automatic=bool(rule),
    )  # fmt: skip
    return is_success
