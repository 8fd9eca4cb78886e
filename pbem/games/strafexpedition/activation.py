"""8.0, 14.0 Activating a brigade: its headquarters, who is in Command, who is attached, and the end of its Action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition import corps, frozen, plans
from pbem.games.strafexpedition.action import Action
from pbem.games.strafexpedition.area import check_inside, playable
from pbem.games.strafexpedition.by_mail.orders_command import Activate
from pbem.games.strafexpedition.command import (
    HQ_BOX,
    Command,
    battalions,
    could_command,
    headquarters,
    range_of,
    trace,
)
from pbem.games.strafexpedition.counters import INFANTRY, is_artillery, is_hq, is_independent
from pbem.games.strafexpedition.interdiction import check_line, headquarters_lines
from pbem.games.strafexpedition.options import chosen
from pbem.kernel.board import Board
from pbem.kernel.ground.areas import Area
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.views.caution import Caution

ACTED, UNCOMMANDED = "acted", "uncommanded"
Dice = dict[HexId, bool]


# -- before anything is opened -------------------------------------------------------------------------------


def check_brigade(board: Board, side: Side, brigade: str) -> UnitId:
    """See 8.3, 14.0, S5.sp1: a brigade of the side that may still act today; its headquarters."""
    hq = headquarters(board.scenario, side).get(brigade)
    if hq is None:
        raise Illegal("8.3", f"you have no brigade {brigade}", found=brigade, wanted="one of your brigades")
    if not battalions(board, side, brigade):
        why = f"{brigade} has no unit of its own on the map"
        raise Illegal("8.3", why, found="none", wanted="at least one battalion on the map", advice="take another one")
    if board.place(hq) != HQ_BOX:
        why = f"{brigade} has acted today"
        raise Illegal("14.0", why, found=board.place(hq), wanted="a brigade that has not", advice="take another one")
    free = [unit for unit in battalions(board, side, brigade) if not frozen.is_frozen(board, unit)]
    if not free:
        frozen.check_free(board, battalions(board, side, brigade)[0], "cannot be activated")
    return hq


def check_hq_hex(board: Board, side: Side, brigade: str, hq: UnitId, at: HexId) -> None:
    """8.5.placement (see 8.5, 10.4, rulings R11, R15): what must be true of the hex before a die is cast.

    A line of supply, no enemy unit and no enemy headquarters; a unit of the brigade that could be in Command.
    """
    if chosen(board, "hq-area") == "closed":
        check_inside(board.scenario, at, "the headquarters cannot stand there")
    enemies = board.units_at(at, board.enemy_of(side))
    if enemies:
        why = f"the headquarters cannot stand in {board.map.called(at)}"
        wanted = "a hex without enemy units and headquarters"
        raise Illegal("8.5.placement", why, found=", ".join(enemies), wanted=wanted, advice="name another hex")
    check_line(board, side, at)
    if not could_command(board, side, brigade, hq) & board.map.areas.bit[at]:
        raise _commands_nobody(board, brigade, at)


def hq_area(board: Board, side: Side, brigade: str, hq: UnitId) -> Area:
    """See 8.5.placement: every hex that `check_hq_hex` lets pass, at once."""
    areas, enemies = board.map.areas, board.on_map(board.enemy_of(side))
    found = could_command(board, side, brigade, hq) & headquarters_lines(board, side)
    found &= ~areas.of(board.hex_of(unit) for unit in enemies)
    return found & areas.of(playable(board.scenario)) if chosen(board, "hq-area") == "closed" else found


def _commands_nobody(board: Board, brigade: str, at: HexId) -> Illegal:
    why = f"from {board.map.called(at)} no unit of {brigade} itself is in Command"
    wanted = "a hex from which at least one is"
    return Illegal("8.5.placement", why, found=at, wanted=wanted, advice="put the headquarters nearer")


# -- placing the headquarters --------------------------------------------------------------------------------


def place(board: Board, table: Table, side: Side, order: Activate) -> Action:
    """4.0.8 (see 8.5, 8.6, 4.0.2.range): the plan is opened, the headquarters goes on the map, Command is traced.

    Of several hexes the first that is legal and, after the dice of 8.1, commands one of the brigade's own units.
    """
    hq = check_brigade(board, side, order.brigade)
    refused = check_hexes(board, side, order.brigade, hq, order.hexes)
    guns = plans.turn_over(board, table, side, order.brigade)
    dice: Dice = {}
    for at in [one for one in order.hexes if one not in refused]:
        reach = trace(board, side, at, range_of(board, hq), dice)
        own = _in_command(board, table, side, reach, battalions(board, side, order.brigade))
        if own:
            return _begin(board, table, side, order, hq, reach, own, guns)
    raise _commands_nobody(board, order.brigade, order.hexes[-1])


def check_hexes(board: Board, side: Side, brigade: str, hq: UnitId, hexes: Sequence[HexId]) -> Mapping[HexId, Illegal]:
    """See 8.5.placement: what is wrong with which hexes; refused if something is with all of them."""
    refused: dict[HexId, Illegal] = {}
    for at in hexes:
        try:
            check_hq_hex(board, side, brigade, hq, at)
        except Illegal as illegal:
            refused[at] = illegal
    if len(refused) == len(dict.fromkeys(hexes)):
        raise next(iter(refused.values()))
    return refused


def _in_command(board: Board, table: Table, side: Side, reach: Command, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    free = [unit for unit in units if not frozen.is_frozen(board, unit)]
    return tuple([unit for unit in free if reach.covers(table, side, board.hex_of(unit))])


def _begin(
    board: Board, table: Table, side: Side, order: Activate, hq: UnitId, reach: Command, own: tuple[UnitId, ...],
    guns: int,
) -> Action:  # fmt: skip
    """8.6 (see 14.0, 8.5): the headquarters stands; who is in Command acts, who is not can only march tonight."""
    plans.use(board, side, order.brigade, "4.0.8")
    board.put(hq, reach.at, "8.5", how="hq")
    attached = attach(board, table, side, order, reach, guns)
    for unit in (*own, *attached):
        board.mark(unit, ACTED, "8.6")
    for unit in battalions(board, side, order.brigade):
        if unit not in own:
            board.mark(unit, UNCOMMANDED, "8.6")
    infantry = [unit for unit in attached if not is_artillery(board.unit(unit))]
    batteries = [unit for unit in attached if is_artillery(board.unit(unit))]
    board.note("activated", "4.0.8", side=side, brigade=order.brigade, hex=reach.at, units=list(own),
               attached=list(attached))  # fmt: skip
    return Action(side, order.brigade, hq, reach.at, reach, (*own, *infantry), tuple(batteries))


# -- who is attached -----------------------------------------------------------------------------------------


def attach(board: Board, table: Table, side: Side, order: Activate, reach: Command, guns: int) -> tuple[UnitId, ...]:
    """4.0.2.range (see 8.3.naming, 8.4, 8.5, rulings R10, R13): those that may be; the others stay out, one by one."""
    taken: list[UnitId] = []
    for unit in order.attached:
        try:
            check_attached(board, side, order.brigade, unit, taken, guns)
            if not reach.covers(table, side, board.hex_of(unit)):
                why = f"{unit} is out of the Command Range of {order.brigade}"
                wanted = f"a unit within {reach.length} hexes of {reach.at}"
                raise Illegal("4.0.2.range", why, found=board.place(unit), wanted=wanted, advice="leave it out")
        except Illegal as illegal:
            problem = illegal.problem
            table.warn(Caution(problem.why, problem.rule), order)
            board.note("not-attached", problem.rule, unit=unit, brigade=order.brigade, why=problem.why)
        else:
            taken.append(unit)
    return tuple(taken)


def check_attached(board: Board, side: Side, brigade: str, unit: UnitId, taken: Sequence[UnitId], guns: int) -> None:
    """8.4, 8.5 (see 8.3.naming, S5.sp3, rulings R12, R64): an independent unit of the side, not yet activated today.

    Two of infantry at most, and no more artillery than the box that was paid for has room for.
    """
    counter = board.unit(unit)
    if counter.side != side or is_hq(counter) or not is_independent(counter):
        why = f"{unit} cannot be attached to {brigade}"
        wanted = "an independent unit: Alpini, Bersaglieri, militia, border guards, artillery, a fortress"
        raise Illegal("8.4", why, found=counter.type, wanted=wanted, advice="leave it out")
    if not board.is_on_map(unit) or unit in taken:
        raise Illegal("8.4", f"{unit} cannot be attached", found=board.place(unit), wanted="a unit on the map, once")
    if board.is_marked(unit, ACTED):
        why = f"{unit} was activated today"
        raise Illegal("8.5", why, found="activated", wanted="a unit that was not", advice="leave it out")
    frozen.check_free(board, unit, "cannot be attached")
    _check_number(board, unit, taken, guns)
    corps.check_brigade(board, unit, brigade)


def _check_number(board: Board, unit: UnitId, taken: Sequence[UnitId], guns: int) -> None:
    most = int(board.scenario.charts["command"]["independents"])
    if board.unit(unit).type in INFANTRY:
        if sum(board.unit(one).type in INFANTRY for one in taken) >= most:
            why = f"{unit} would be one too many"
            wanted = f"at most {most} independent infantry units"
            raise Illegal("8.4", why, found=f"{most + 1}", wanted=wanted, advice="leave it out")
    elif sum(board.unit(one).type not in INFANTRY for one in taken) >= guns:
        why = f"{unit} would be more artillery than was planned"
        wanted = f"at most {guns}" if guns else "none: the brigade was planned without artillery"
        raise Illegal("8.3.naming", why, found=f"{guns + 1}", wanted=wanted, advice="leave it out")


# -- the end -------------------------------------------------------------------------------------------------


def complete(board: Board, action: Action) -> None:
    """14.0: step H; the headquarters is turned over, and its brigade has done its work for the day."""
    board.mark(action.hq, ACTED, "14.0")
    board.note("action-completed", "14.0", side=action.side, brigade=action.brigade)
