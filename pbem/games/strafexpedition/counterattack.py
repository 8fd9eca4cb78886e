"""EV.it.1 The Italian High Command orders a local counterattack."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.strafexpedition import declaration, frozen
from pbem.games.strafexpedition.action import Action
from pbem.games.strafexpedition.activation import check_hq_hex
from pbem.games.strafexpedition.called_up import NOTE, RULE
from pbem.games.strafexpedition.command import HQ_BOX, battalions, headquarters, range_of
from pbem.games.strafexpedition.costs import HALVES, across
from pbem.games.strafexpedition.counters import IT, combat_factor, combat_units, is_mountain
from pbem.games.strafexpedition.walking import Walkers, allowance, ways
from pbem.games.strafexpedition.zoc import can_pass
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table


def draw(board: Board, table: Table) -> None:
    """EV.it.1 (see rulings R19, R20, R163): one of the Italian brigades that can assault today; none, no event."""
    able = [one for one in headquarters(board.scenario, IT) if can_assault(board, one)]
    if able:
        brigade = table.draw("brigade that must assault", able, rule=RULE)
        board.write(NOTE, brigade, RULE)
        board.note("must-assault", RULE, side=IT, brigade=brigade)


def owing(board: Board) -> str:
    """See EV.it.1, ruling R123: the brigade that still owes its assault: not yet activated, and able to make one."""
    brigade = board.noted(NOTE)
    return brigade if brigade and can_assault(board, brigade) else ""


def can_assault(board: Board, brigade: str) -> bool:
    """See EV.it.1, rulings R20, R123: not yet activated, a hex for its HQ, and a unit that reaches an enemy."""
    hq = headquarters(board.scenario, IT).get(brigade)
    own = [unit for unit in battalions(board, IT, brigade) if not frozen.is_frozen(board, unit)]
    if hq is None or not own or board.place(hq) != HQ_BOX:
        return False
    return any(_reaches_an_enemy(board, unit) for unit in own) and _has_hq_hex(board, brigade, hq, own)


def _has_hq_hex(board: Board, brigade: str, hq: UnitId, own: list[UnitId]) -> bool:
    near = dict.fromkeys(one for unit in own for one in board.map.grid.within(board.hex_of(unit), range_of(board, hq)))
    for at in near:
        try:
            check_hq_hex(board, IT, brigade, hq, at)
        except Illegal:
            continue
        return True
    return False


def _reaches_an_enemy(board: Board, unit: UnitId) -> bool:
    """Whether it gets beside an enemy without a forced march, with enough left for his hex (13.1.5)."""
    points, here = allowance(board, unit) * HALVES, board.hex_of(unit)
    found = ways(board, Walkers((unit,), IT, points), here, points)
    for stage, cost in found.cost.items():
        for there in board.map.grid.neighbours[stage.hex]:
            if combat_units(board, there, board.enemy_of(IT)) and _can_enter(
                board, unit, stage.hex, there, points - cost
            ):
                return True
    return False


def _can_enter(board: Board, unit: UnitId, a: HexId, b: HexId, left: int) -> bool:
    if can_pass(board, a, b):
        return across(board.scenario, a, b) <= left
    return is_mountain(board.unit(unit)) and left == allowance(board, unit) * HALVES


def check_pass(board: Board, side: Side) -> None:
    """See EV.it.1, ruling R123: no pass while the assault can still be made."""
    brigade = owing(board) if side == IT else ""
    if brigade:
        why = f"the High Command wants an assault by {brigade} today"
        raise Illegal(RULE, why, found="a pass", wanted=f"an Action of {brigade} with an assault", advice="activate it")


def check_action(board: Board, side: Side, brigade: str, *, has_assault: bool) -> None:
    """See EV.it.1, ruling R123: the Action of that brigade has an assault in it."""
    if side == IT and brigade == board.noted(NOTE) and not has_assault and owing(board):
        why = f"the High Command wants an assault by {brigade} today"
        raise Illegal(RULE, why, found="no assault", wanted="at least one", advice="add an `assault` line")


# -- in the Action -------------------------------------------------------------------------------------------


def insist(board: Board, table: Table, action: Action) -> None:
    """See EV.it.1, rulings R123, R189: step A ends without an assault though one is owed: its owner names one now.

    A line that a rule has dropped does not release the brigade; only want of anybody who can assault does.
    """
    if action.side != IT or action.brigade != board.noted(NOTE) or _has_declared(board, action):
        return
    offers = _offers(board, action)
    if not offers:
        return
    chosen = next(iter(offers)) if len(offers) == 1 else table.choose(_question(action, offers))
    target, unit = offers[chosen]
    declaration.declare(board, action, target, [unit], [_points(board, action, unit)])


def _has_declared(board: Board, action: Action) -> bool:
    return any(board.is_on_map(unit) and declaration.target_of(board, unit) for unit in action.units)


def _question(action: Action, offers: dict[str, tuple[HexId, UnitId]]) -> Question:
    first = next(iter(offers))
    text = f"The High Command wants an assault by {action.brigade}, and none is declared: which?"
    options = tuple(Option(one) for one in offers)
    return Question(action.side, f"assault of {action.brigade}", options, RULE, text, default=(first,),
                    hint=f"assault {first}", about={"topic": "must-assault", "side": action.side})  # fmt: skip


def _offers(board: Board, action: Action) -> dict[str, tuple[HexId, UnitId]]:
    """Every assault of one unit that can be declared as the board stands, the best ratio first."""
    able = [unit for unit in action.units if board.is_on_map(unit)]
    pairs = [(there, unit) for unit in able for there in board.map.grid.neighbours[board.hex_of(unit)]]
    legal = [(there, unit) for there, unit in pairs if _is_legal(board, action, unit, there)]
    legal.sort(key=lambda pair: (_defence(board, pair[0]) - combat_factor(board, pair[1]), *pair))
    return {f"{there} with {unit}": (there, unit) for there, unit in legal}


def _defence(board: Board, target: HexId) -> int:
    return sum(combat_factor(board, unit) for unit in combat_units(board, target, board.enemy_of(IT)))


def _is_legal(board: Board, action: Action, unit: UnitId, target: HexId) -> bool:
    try:
        declaration.check_target(board, action.side, target)
        declaration.check_unit(board, action, unit, target)
        declaration.check_points(board, action, unit, target, _points(board, action, unit))
    except Illegal:
        return False
    return True


def _points(board: Board, action: Action, unit: UnitId) -> int:
    return allowance(board, unit, is_forced=unit in action.forced)
