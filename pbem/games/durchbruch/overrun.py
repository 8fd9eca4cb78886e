"""12.3 Automatic victories: an overwhelming force walks over an enemy while it moves."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.durchbruch import accessory, fog, masks
from pbem.games.durchbruch.attack import Declared, defenders_in
from pbem.games.durchbruch.bridges import come_to, is_safe_from_attack
from pbem.games.durchbruch.by_mail.orders import Overrun
from pbem.games.durchbruch.communication import enemy_hexes
from pbem.games.durchbruch.control import go
from pbem.games.durchbruch.costs import WHOLE, mover, shown, terrain_price
from pbem.games.durchbruch.counters import AG, is_combat_unit, is_hq
from pbem.games.durchbruch.ground import is_across_the_isonzo, is_no_mans_land, level
from pbem.games.durchbruch.headquarters import displace
from pbem.games.durchbruch.losses import kill
from pbem.games.durchbruch.marks import OOC2, PINNED
from pbem.games.durchbruch.modifiers import shifts
from pbem.games.durchbruch.movement import march
from pbem.games.durchbruch.passages import lay, needs_check
from pbem.games.durchbruch.planning import Plan, Segment, check_goal, check_units, plan
from pbem.games.durchbruch.ratio import chart
from pbem.games.durchbruch.stacking import ROCK, may_enter_rock
from pbem.games.durchbruch.strengths import attack_strength, defence_strength
from pbem.games.durchbruch.walking import half_points, zone_toll, zones
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.odds import read_odds
from pbem.kernel.table import Table
from pbem.values import replace


def overrun(board: Board, table: Table, order: Overrun, segment: Segment, *, is_preliminary: bool) -> None:
    """12.3.2, 12.3.3 (see 12.3.1): a stack that began stacked goes next to the enemy and tries; bystanders there are
    not touched."""
    start, target = check_units(board, order.units, segment), order.path[-1]
    way = order.path[:-1]
    found = plan(board, order.units, way, start) if way and way != (start,) else Plan((start,), ())
    cost = check_target(board, order, found, target)
    for hex_id in (*found.path[-1:], target) if len(found.path) > 1 else (target,):
        check_goal(board, order.units, hex_id, segment)
    segment.moved |= dict.fromkeys(order.units)
    if len(found.path) > 1:
        march(board, table, order.units, found, "")
    if any(board.place(unit) != found.path[-1] for unit in order.units):
        return  # a check or a blown bridge has kept some of them back
    with board.episode("overrun", f"automatic victory in {target}", side=segment.side, hexes=[target]):
        if _succeeds(board, table, order, segment, is_preliminary):
            _enter(board, table, order, segment)
        else:
            segment.stuck |= dict.fromkeys(order.units, target)
    if order.then and all(board.place(unit) == target for unit in order.units):
        _go_on(board, table, order, segment, found.spent + cost)


def check_target(board: Board, order: Overrun, found: Plan, target: HexId) -> int:
    """12.3.1, rulings R24, R113 and R137 (see 12.3.4): levels 1 to 3, not across the Isonzo, through an own passage,
    for two points more than the ground costs. Says what it costs."""
    side, here = board.unit(order.units[0]).side, found.path[-1]
    if target not in enemy_hexes(board, side) or not board.map.grid.are_adjacent(here, target):
        raise Illegal(
            "12.3.2", f"no enemy to overrun in {target}", found=f"from {here}", wanted="an enemy next to the way"
        )
    if level(board.map, target) == ROCK or is_safe_from_attack(board, side, target):
        raise Illegal("12.3.1", f"{target} cannot be overrun", found="level 4, or closed", wanted="levels 1 to 3")
    if is_across_the_isonzo(board.map, here, target):
        raise Illegal(
            "12.3.2", "no automatic victory across the Isonzo", found=f"{here}/{target}", wanted="another way"
        )
    if needs_check(board, side, here, target):
        raise Illegal("12.3.1", f"{target} has no passage of yours", wanted="a passage before an automatic victory")
    if all(board.unit(unit).type == "mg" for unit in order.units):
        raise Illegal(
            "2.5.4-a", "machine guns do not attack alone", found=", ".join(order.units), wanted="another unit"
        )
    for unit in order.units:
        counter = board.unit(unit)
        is_free = is_combat_unit(counter) and not board.is_marked(unit, PINNED) and not board.is_marked(unit, OOC2)
        if not is_free or (level(board.map, target) == ROCK and not may_enter_rock(counter)):
            raise Illegal(
                "12.3.1", f"{unit} cannot take part", found=counter.type, wanted="combat units that may attack"
            )
    cost = price_of(board, order, here, target)
    left = half_points(board, order.units) - found.spent
    if cost is None or cost > left:
        found_, wanted = f"{shown(left)} MP left", f"{shown(cost)} MP" if cost else "a way in"
        raise Illegal("12.3.2", f"too few points to overrun {target}", found=found_, wanted=wanted)
    return cost


def price_of(board: Board, order: Overrun, here: HexId, target: HexId) -> int | None:
    """See 12.3.2, 12.3.4: the ground without roads, two points more, and what leaving a zone costs."""
    prices = [terrain_price(board, mover(board, unit), here, target) for unit in order.units]
    tolls = [zone_toll(board, unit, here, target) for unit in order.units if board.hex_of(unit) == here]
    if any(price is None for price in prices) or any(toll is None for toll in tolls):
        return None
    extra = int(board.scenario.charts["movement"]["automatic_victory"]) * WHOLE
    return max(price or 0 for price in prices) + extra + max([toll or 0 for toll in tolls], default=0)


def _succeeds(board: Board, table: Table, order: Overrun, segment: Segment, is_preliminary: bool) -> bool:
    """12.3.5, 12.3.6, 12.3.7, rulings R19 and R22: odds with all shifts and no guns; 8:1 or better walks over."""
    side, target = segment.side, order.path[-1]
    enemy = board.enemy_of(side)
    fog.show_in_combat(board, target, "1.5")
    masks.unmask(board, [board.hex_of(order.units[0])], "1.5-opt")
    accessory.turn_up(board, table, [*order.units, *board.units_at(target, AG)], "6.2.1-b")
    declared = Declared(side, target, order.units, defenders_in(board, enemy, target), is_preliminary=is_preliminary)
    ours = attack_strength(board, declared)
    theirs = defence_strength(board, replace(declared), ignores_surprise=True)
    scale, moved = chart(board).scale(), shifts(board, declared)
    column = scale.virtual(ours.total, theirs.total) + moved.total
    least = read_odds(board.scenario.charts["assault"]["limits"]["automatic_victory"])
    is_won = least is not None and column >= scale.virtual(least.value, 1)
    board.outcome(
        "overrun", "12.3.6", side=side, targets=[target], attackers=list(order.units),
        defenders=list(declared.defenders), attack=ours.as_json(), defence=theirs.as_json(), shifts=moved.as_json(),
        odds=scale.text(column) if declared.defenders else "-", won=is_won,
    )  # fmt: skip
    return is_won


def _enter(board: Board, table: Table, order: Overrun, segment: Segment) -> None:
    """See 12.3.6, rulings R44 and R137: the defender is gone, headquarters displaced, and the attackers move in."""
    target, side = order.path[-1], segment.side
    for unit in board.units_at(target, board.enemy_of(side)):
        if not is_hq(board.unit(unit)):
            kill(board, unit, "12.3.6")
    displace(board, table, target)
    go(board, order.units, (board.hex_of(order.units[0]), target), "12.3.6", how="move")
    if is_no_mans_land(board.map, target, side, board.enemy_of(side)):
        lay(board, target, side, "1.4-a3")
    come_to(board, table, side, target)


def _go_on(board: Board, table: Table, order: Overrun, segment: Segment, spent: int) -> None:
    """See 12.3.6, ruling R23: with what is left of the points, unless an enemy zone holds the stack."""
    target = order.path[-1]
    if target in zones(board, segment.side):
        return
    try:
        onward = plan(board, order.units, order.then, target, spent, has_minimum=False, has_bonus=False)
        check_goal(board, order.units, onward.path[-1], segment)
    except Illegal as refusal:
        board.note("halted", refusal.problem.rule, units=list(order.units), hex=target, why=refusal.problem.why)
        return
    march(board, table, order.units, onward, "")
