"""14.0 Reinforcements, with 16.0/14.x."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.gwe.by_mail.orders import Enter, Move, Withhold
from pbem.games.gwe.cards import entries, entry_for
from pbem.games.gwe.costs import edge
from pbem.games.gwe.counters import AL, CP, is_combat_unit
from pbem.games.gwe.displacement import displace_from
from pbem.games.gwe.occupation import barred_hexes, hqs_in, occupy
from pbem.games.gwe.rail import check_capacity, leaves_the_rails
from pbem.games.gwe.trip import OFF_MAP, Stretch
from pbem.games.gwe.walking import may_displace
from pbem.games.gwe.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import WAITING, Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order
from pbem.values import NamedTuple

# -- when and where ------------------------------------------------------------------------------------------


def schedule(board: Board, unit: UnitId) -> tuple[int, str] | None:
    """25.32 (see 3.0, 14.0, 22.0): the turn of arrival and the code of the hex; nothing while no turn is fixed."""
    moved = entry_for(entries(board.scenario, "reinforce"), unit)
    if moved:
        return int(moved["turn"]), str(moved["hex"])
    word, *rest = board.unit(unit).set_up.split() or [""]
    if word == "turn":
        return int(rest[0]), "".join(rest[1:])
    if word == "strike" and board.noted("strike"):
        row = board.scenario.charts["milano"]
        return board.number("strike") + int(row["arrive_after"]), str(row["hex"])
    return None


def due(board: Board, side: Side) -> tuple[UnitId, ...]:
    """14.0 (see 14.22, 14.24): the units of the side that may come now, those held back or delayed before among
    them."""
    waiting = [unit for unit in board.units_at(WAITING) if board.unit(unit).side == side]
    return tuple(unit for unit in waiting if _is_due(board, unit))


def _is_due(board: Board, unit: UnitId) -> bool:
    planned, detour = schedule(board, unit), _detour(board, unit)
    return planned is not None and planned[0] <= board.turn and (detour is None or detour[0] <= board.turn)


def entry_hexes(board: Board, unit: UnitId) -> tuple[HexId, ...]:
    """16.0/14.4 (see 14.0, 16.0/14.3): the scheduled hexes: of its letter, 1833 for the Allies, or any CP entry hex."""
    planned = schedule(board, unit)
    code = planned[1] if planned else ""
    if HexId(code) in board.map.grid:
        return (HexId(code),)
    row, side = board.scenario.charts["entry"], board.unit(unit).side
    if code and side != AL:
        return board.map.hexes_with("entry", letter=code)
    letters = ("AL",) if side == AL else (*row["CP_letters"], "free")
    return tuple(hex_id for letter in letters for hex_id in board.map.hexes_with("entry", letter=letter))


def is_blocked(board: Board, hex_id: HexId, side: Side) -> bool:
    """14.21, 16.0/14.3, rulings D14, D15: held by the enemy, or, except for the Allies, under his control."""
    if hex_id in barred_hexes(board, side):
        return True
    return side != AL and is_in_enemy_zoc(board, hex_id, side)


# -- the way round -------------------------------------------------------------------------------------------


def _detour(board: Board, unit: UnitId) -> tuple[int, HexId] | None:
    """See 14.22: the turn from which the unit may come in elsewhere, and the hex that was blocked."""
    turn, _, hex_id = board.mark_of(unit, "edge").partition("-")
    return (int(turn), HexId(hex_id)) if turn else None


def edge_hex(board: Board, side: Side, blocked: HexId) -> HexId | None:
    """14.22, ruling D18: the nearest open map-edge hex on the side of the blocked one where the next friend stands."""
    grid = board.map.grid
    own = sorted(board.on_map(side), key=lambda u: (grid.distance(board.hex_of(u), blocked), board.hex_of(u)))
    friend = board.hex_of(own[0]) if own else blocked
    free = [hex_id for hex_id in edge(board.scenario) if hex_id != blocked and not is_blocked(board, hex_id, side)]
    toward = [h for h in free if grid.distance(h, friend) < grid.distance(blocked, friend)]
    return min(toward or free, key=lambda h: (grid.distance(h, blocked), grid.distance(h, friend), h), default=None)


# -- the Reinforcement Segment -------------------------------------------------------------------------------


class Segment(NamedTuple):
    """The segment in progress: who has come, and whose orders, written so far, take him off his train."""

    board: Board
    table: Table
    arrivals: dict[UnitId, None]
    leaving: dict[UnitId, None]


def run(board: Board, table: Table, items: Sequence[Order], side: Side) -> dict[UnitId, None]:
    """14.13, 4.0.A1b (see 14.0, 14.24): place what is ordered; without an order a fixed hex is taken, a free one is
    not."""
    segment = Segment(board, table, {}, {})
    named: dict[UnitId, None] = {}
    for order in sorted(items, key=lambda order: _must_wait(board, order)):
        if isinstance(order, (Enter, Withhold)):
            with table.attempt(order):
                _check(board, order.unit, side, named)
                named[order.unit] = None
                if isinstance(order, Enter):
                    _enter(segment, order)
                else:
                    _hold_back(board, order.unit, "14.24", "held back by its owner")
        elif isinstance(order, Move) and leaves_the_rails(order):
            segment.leaving[order.unit] = None
    for unit in sorted(due(board, side), key=lambda unit: not may_displace(board, unit)):
        if unit not in named:
            _come_unordered(segment, unit)
    return segment.arrivals


def _must_wait(board: Board, order: Order) -> bool:
    """See 14.13, ruling I8: units that cannot displace a lone enemy HQ enter after those that can."""
    if not isinstance(order, Enter) or may_displace(board, order.unit):
        return False
    return bool(hqs_in(board, order.at, board.enemy_of(board.unit(order.unit).side)))


def _check(board: Board, unit: UnitId, side: Side, named: dict[UnitId, None]) -> None:
    """See 14.0, 5.14: an own unit that is due and has no other order."""
    if board.unit(unit).side != side:
        raise Illegal("14.0", f"{unit} is an enemy unit")
    if unit in named:
        raise Illegal("5.14", f"{unit} is ordered twice in this phase", wanted="one order for each unit")
    if board.place(unit) != WAITING:
        raise Illegal("14.0", f"{unit} is not a reinforcement that can arrive", found=board.place(unit))
    if unit not in due(board, side):
        planned, detour = schedule(board, unit), _detour(board, unit)
        turn = max(planned[0], detour[0] if detour else 0) if planned else 0
        wanted = f"turn {turn}" if turn else "the end of the Milano strike (22.0)"
        raise Illegal("14.0", f"{unit} is not due yet", found=f"turn {board.turn}", wanted=wanted)


def _enter(segment: Segment, order: Enter) -> None:
    """See 14.11, 14.21, 14.22, 14.23, 14.24, 16.0/14.3, 16.0/14.4: at a scheduled hex, or round a blocked one."""
    board, unit = segment.board, order.unit
    side, detour = board.unit(unit).side, _detour(board, unit)
    round_about = edge_hex(board, side, detour[1]) if detour else None
    if order.at not in entry_hexes(board, unit) and order.at != round_about:
        raise _wrong_hex(board, unit, order.at)
    if not is_blocked(board, order.at, side):
        _place(segment, unit, order.at)
    elif side == CP and order.legs and order.legs[0].kind == "off-map":
        _start_off_map(segment, order)
    elif side == CP and order.otherwise == "edge":
        _go_round(segment, unit, order.at, round_about)
    else:
        rule = "16.0/14.3" if side == AL else "14.21"
        why = f"{board.map.called(order.at)} is blocked by the enemy; {unit} cannot enter there"
        raise Illegal(
            rule, why, advice="`else edge` takes the nearest open map-edge hex one turn later" if side == CP else ""
        )


def _wrong_hex(board: Board, unit: UnitId, at: HexId) -> Illegal:
    known, planned = entry_hexes(board, unit), schedule(board, unit)
    is_free = planned is not None and not planned[1]
    rule = "16.0/14.3" if board.unit(unit).side == AL else "16.0/14.4" if is_free else "14.24"
    wanted = " or ".join(map(board.map.called, known)) or "an entry hex on the map"
    return Illegal(rule, f"{unit} may not enter at {board.map.called(at)}", found=at, wanted=wanted)


def _place(segment: Segment, unit: UnitId, hex_id: HexId) -> None:
    """14.11, 14.12, 16.0/14.12 (see 10.52, 16.0/5.31, ruling D18): for no points, on a train; on foot where no own rail
    runs."""
    board, side = segment.board, segment.board.unit(unit).side
    comes_by_rail = hex_id in board.map.line_from("rail", owner=side) or hex_id in entry_hexes(board, unit)
    if comes_by_rail and side == CP:
        check_capacity(board, unit, segment.arrivals, segment.leaving)
    _drive_out(segment, unit, hex_id)
    board.put(unit, hex_id, "14.11", how="reinforcement")
    board.unmark(unit, "edge", "14.22")
    if is_combat_unit(board.unit(unit)):
        occupy(board, side, (hex_id,))
    if comes_by_rail:
        board.mark(unit, "entrained", "14.12")
    segment.arrivals[unit] = None


def _drive_out(segment: Segment, unit: UnitId, hex_id: HexId) -> None:
    """See 10.52, 16.0/14.3, rulings D15, I8: a lone enemy HQ gives way to a unit that can attack, and to no other."""
    board, side = segment.board, segment.board.unit(unit).side
    hqs = hqs_in(board, hex_id, board.enemy_of(side))
    if hqs and not may_displace(board, unit):
        why = f"the enemy {', '.join(hqs)} is in {board.map.called(hex_id)}, and {unit} cannot displace it"
        advice = "let a combat unit with an attack strength enter first"
        raise Illegal("10.52", why, wanted="a combat unit with an attack strength", advice=advice)
    displace_from(board, segment.table, (hex_id,), side)


def _start_off_map(segment: Segment, order: Enter) -> None:
    """14.23: a blocked train turns onto the off-map railway; the Movement Segment takes it on."""
    board = segment.board
    goals = [hex_id for hex_id in order.legs[0].hexes if hex_id != order.at]
    if not goals:
        raise Illegal("5.37", f"{order.unit} has no exit to ride to", wanted="`off-map HEX`")
    check_capacity(board, order.unit, segment.arrivals, segment.leaving)
    board.put(order.unit, OFF_MAP, "14.23", how="reinforcement")
    board.mark(order.unit, "entrained", "14.12")
    board.mark(order.unit, f"via={Stretch(order.at, goals[0], 0)}", "14.23")
    segment.arrivals[order.unit] = None


def _go_round(segment: Segment, unit: UnitId, blocked: HexId, round_about: HexId | None) -> None:
    """See 14.22: one Game-Turn late, at the nearest open map-edge hex."""
    board = segment.board
    if round_about is not None:
        _place(segment, unit, round_about)
        return
    board.mark(unit, f"edge={board.turn + 1}-{blocked}", "14.22")
    board.note("delayed", "14.22", unit=unit, hex=blocked, turn=board.turn + 1)


def _come_unordered(segment: Segment, unit: UnitId) -> None:
    """See 14.0, 14.22, 14.24: where nothing is left to choose the unit comes by itself."""
    board = segment.board
    side, detour, hexes = board.unit(unit).side, _detour(board, unit), entry_hexes(board, unit)
    goal = edge_hex(board, side, detour[1]) if detour else hexes[0] if len(hexes) == 1 else None
    if goal is None:
        _hold_back(board, unit, "16.0/14.4", "no order names its entry hex")
    elif is_blocked(board, goal, side):
        _hold_back(board, unit, "16.0/14.3" if side == AL else "14.21", f"{goal} is blocked by the enemy")
    else:
        try:
            _place(segment, unit, goal)
        except Illegal as refusal:
            _hold_back(board, unit, refusal.problem.rule, refusal.problem.why)


def _hold_back(board: Board, unit: UnitId, rule: str, why: str) -> None:
    """14.24: the unit waits for a later turn."""
    board.note("withheld", rule, unit=unit, why=why)
