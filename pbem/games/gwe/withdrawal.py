"""12.0 Withdrawal before combat: in this game for every TCR 1 unit (16.0/12.1)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.gwe.by_mail.idle import idle_in_follow
from pbem.games.gwe.by_mail.orders import Follow, Withdraw
from pbem.games.gwe.counters import strength, tcr
from pbem.games.gwe.displacement import displace_from
from pbem.games.gwe.fortress import standing_fortress
from pbem.games.gwe.occupation import combat_units, go, hqs_in, is_refuge, occupied_hexes
from pbem.games.gwe.retreat import Path, become_guests, best_paths, open_paths, ways_home
from pbem.games.gwe.stacking import has_room, stacking_points
from pbem.games.gwe.supply_sources import sources
from pbem.games.gwe.walking import may_displace
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order, OrdersBySide


def run(board: Board, table: Table, orders: OrdersBySide, phasing: Side) -> None:
    """4.0.A2 (see 12.11, 12.17): the non-phasing side tries its withdrawals, then the phasing side may follow."""
    side = board.enemy_of(phasing)
    for order in orders[side].items:
        if isinstance(order, Withdraw):
            with table.attempt(order):
                check_withdrawal(board, side, order)
    _look_ahead(board, table, phasing, orders[phasing].items)
    units = tuple(unit for unit in board.on_map(side) if may_withdraw(board, unit))
    paths = {unit: withdrawal_paths(board, unit) for unit in units}
    asked = [unit for unit in units if paths[unit]]
    answers = table.ask_all([_question(board, unit, paths[unit]) for unit in asked])
    left: dict[HexId, None] = {}
    for unit, chosen in zip(asked, answers, strict=True):
        wanted = [path for value in chosen for path in paths[unit] if _written(path) == value]
        if wanted and _withdraw(board, table, unit, wanted):
            left[wanted[0][0]] = None
    for hex_id in left:
        if not is_refuge(board, hex_id, side):  # 5.13: a fortress that stands is never entered
            _follow(board, table, phasing, hex_id)


def _look_ahead(board: Board, table: Table, phasing: Side, items: Sequence[Order]) -> None:
    """See 12.16: on receipt the phasing player hears which of his `follow` orders can do nothing."""
    for order in items:
        if isinstance(order, Follow):
            enemies = combat_units(board, order.hex, board.enemy_of(phasing))
            can_be_left = bool(enemies) and all(may_withdraw(board, unit) for unit in enemies)
            can_be_left = can_be_left and not standing_fortress(board, order.hex, board.enemy_of(phasing))
            for caution in idle_in_follow(order, followers(board, phasing, order.hex), can_be_left):
                table.warn(caution, order)


def check_withdrawal(board: Board, side: Side, order: Withdraw) -> None:
    """See 12.11, 12.13, 16.0/12.1, 23.31: the unit may withdraw, and one of the ordered paths at least is open to
    it."""
    unit = order.unit
    if board.unit(unit).side != side:
        raise Illegal("12.11", f"{unit} is not yours", wanted="one of your own units")
    if not board.is_on_map(unit):
        raise Illegal("12.11", f"{unit} is not on the map", found=board.place(unit), advice="leave the order out")
    reason = why_no_withdrawal(board, unit)
    if reason:
        raise Illegal(*reason, advice="leave the order out")
    legal = [_written(path) for path in withdrawal_paths(board, unit)]
    ordered = ["-".join(path) for path in order.paths]
    if not legal or (ordered and not any(path in legal for path in ordered)):
        why = f"{unit} at {board.place(unit)} cannot withdraw that way: two hexes, toward supply where possible"
        raise Illegal("12.13", why, found=" or ".join(ordered), wanted=" or ".join(legal) or "no path is open")


def may_withdraw(board: Board, unit: UnitId) -> bool:
    """12.11, 16.0/12.1: whether the unit may try at all."""
    return why_no_withdrawal(board, unit) is None


def why_no_withdrawal(board: Board, unit: UnitId) -> tuple[str, str] | None:
    """23.31 (see 12.11, 16.0/12.1, ruling I5): TCR 1, next to an enemy unit; no Italian on turn 1; not on a train."""
    counter = board.unit(unit)
    if tcr(counter) != 1 or counter.type in ("monitor", "leader"):
        return "16.0/12.1", f"{unit} is not a TCR 1 unit; only those withdraw before combat"
    if board.is_marked(unit, "entrained"):
        return "12.11", f"{unit} is entrained"
    if counter.nation == "IT" and board.turn in board.scenario.charts["surprise"]["no_italian_withdrawal"]:
        return "23.31", f"{unit} is Italian, and the Italians are surprised on this Game-Turn"
    if not adjacent_enemies(board, unit):
        return "12.11", f"no enemy unit is next to {unit}"
    return None


def adjacent_enemies(board: Board, unit: UnitId) -> tuple[UnitId, ...]:
    """See 12.11: enemy combat units in the six hexes around, not behind an impassable hexside."""
    here = board.hex_of(unit)
    enemy = board.enemy_of(board.unit(unit).side)
    held = occupied_hexes(board, enemy)
    around = [h for h in board.map.grid.neighbours[here] if h in held and not board.map.crosses(here, h, "impassable")]
    return tuple([u for h in around for u in combat_units(board, h, enemy)])


def withdrawal_paths(board: Board, unit: UnitId) -> tuple[Path, ...]:
    """12.13 (see 6.14, 10.52, rulings G16, I8): exactly two hexes, toward an own source where that can be done, ending
    within the stacking limit. The ways that 8.63 would take come first; they bind retreats, not withdrawals."""
    side, enemy = board.unit(unit).side, board.enemy_of(board.unit(unit).side)
    paths = open_paths(board, side, board.hex_of(unit), (unit,), 2)
    paths = tuple(p for p in paths if has_room(board, p[-1], side, stacking_points(board.unit(unit))))
    paths = tuple(p for p in paths if may_displace(board, unit) or not hqs_in(board, p[-1], enemy))
    paths = _leading_home(board, side, paths) or paths
    best = best_paths(board, side, paths, tcr(board.unit(unit)))
    return (*best, *(p for p in paths if p not in best))


def _leading_home(board: Board, side: Side, paths: Sequence[Path]) -> tuple[Path, ...]:
    """See 12.13, ruling G16: those that end nearer to one of the side's sources of supply than they all began."""
    if not paths:
        return ()
    start, far, grid = paths[0][0], ways_home(board, side), board.map.grid
    nearer = {end: far[end] < far[start] for end in dict.fromkeys(path[-1] for path in paths)}  # to the nearest of all
    off = {} if all(nearer.values()) else {s: grid.distance(start, s) for s in sources(board, side)}
    for end, is_nearer in nearer.items():
        nearer[end] = is_nearer or any(grid.distance(end, source) < before for source, before in off.items())
    return tuple([path for path in paths if nearer[path[-1]]])


def _written(path: Path) -> str:
    return "-".join(path[1:])


def _question(board: Board, unit: UnitId, paths: Sequence[Path]) -> Question:
    enemies = adjacent_enemies(board, unit)
    power = sum(strength(board, enemy, "attack") for enemy in enemies)
    options = tuple(Option(_written(path), f"to {board.map.called(path[-1])}") for path in paths)
    return Question(
        board.unit(unit).side, f"withdraw {unit}", options, "12.11",
        f"{unit} at {board.place(unit)} faces {', '.join(enemies)} (attack strength {power}): "
        f"withdraw on a die above 1, by which path? None: it stays.",
        many=True, default=(), hint=f"stay {unit}",
        about={"topic": "withdraw", "unit": unit, "hexes": [board.place(unit)], "strength": power, "turn": board.turn},
    )  # fmt: skip


def _withdraw(board: Board, table: Table, unit: UnitId, wanted: Sequence[Path]) -> bool:
    """12.12, 12.14 (see 10.52, 12.13, 12.17): a die above the rating; no Movement Points; lone enemy HQs give way; a
    guest where it joins friends."""
    side = board.unit(unit).side
    rating = tcr(board.unit(unit))
    die = table.roll(f"withdrawal of {unit}", rule="12.12", units=(unit,), kind="withdrawal")
    roomy = [p for p in wanted if has_room(board, p[-1], side, stacking_points(board.unit(unit)))]
    success = die > rating and bool(roomy)
    if success and may_displace(board, unit):
        displace_from(board, table, roomy[0][1:], side)
    board.note("withdrawal-roll", "12.12", unit=unit, die=die, needed=rating + 1, success=success)
    if not success:
        return False
    go(board, unit, roomy[0], "12.13", how="withdrawal")
    become_guests(board, (unit,), "12.17")
    return True


def _follow(board: Board, table: Table, side: Side, hex_id: HexId) -> None:
    """See 12.16: phasing units next to a vacated hex may step in at once, within the stacking limit."""
    able = list(followers(board, side, hex_id))
    if not able:
        return
    options = tuple(Option(unit, f"from {board.place(unit)}") for unit in able)
    question = Question(
        side, f"follow into {hex_id}", options, "12.16",
        f"{board.map.called(hex_id)} was vacated by a withdrawal: which units follow, as far as stacking allows?",
        many=True, default=(), hint=f"follow {hex_id} with none",
        about={"topic": "follow", "hexes": [hex_id]},
    )  # fmt: skip
    # Who can drive out an HQ that stayed behind goes before those who cannot (ruling I8).
    held = hqs_in(board, hex_id, board.enemy_of(side))
    for unit in sorted(map(UnitId, table.ask(question)), key=lambda unit: bool(held) and not may_displace(board, unit)):
        if not has_room(board, hex_id, side, stacking_points(board.unit(unit))):
            board.note("no-room", "12.16", unit=unit, hex=hex_id)
        elif hqs_in(board, hex_id, board.enemy_of(side)) and not may_displace(board, unit):
            board.note("held-up", "10.52", unit=unit, hex=hex_id, by=list(hqs_in(board, hex_id, board.enemy_of(side))))
        else:
            displace_from(board, table, (hex_id,), side)
            go(board, unit, (board.hex_of(unit), hex_id), "12.16", how="follow")


def followers(board: Board, side: Side, hex_id: HexId) -> tuple[UnitId, ...]:
    """12.16: the side's units in adjacent hexes, HQs among them, that can cross the hexside; no train steps in."""
    found = []
    for here in board.map.grid.neighbours[hex_id]:
        if board.map.crosses(here, hex_id, "impassable"):
            continue
        over_ridge = board.map.crosses(here, hex_id, "ridge")
        for unit in (*combat_units(board, here, side), *hqs_in(board, here, side)):
            is_heavy = board.unit(unit).type in ("artillery", "depot")
            if not board.is_marked(unit, "entrained") and not (over_ridge and is_heavy):
                found.append(unit)
    return tuple(found)
