"""7.1 The operations of a corps: bridges, command, artillery, movement, assault."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.durchbruch import barrage, bridges, crowding, cup, masks
from pbem.games.durchbruch.assault import check_not_hopeless, fight
from pbem.games.durchbruch.attack import Phase, check_target, declare
from pbem.games.durchbruch.by_mail.conditions import unmet
from pbem.games.durchbruch.by_mail.orders import Attack, Bridge, Destroy, Fire, Move, Overrun, Target, Top
from pbem.games.durchbruch.communication import check_corps, enemy_hexes
from pbem.games.durchbruch.counters import corps_of
from pbem.games.durchbruch.marks import FLED, acted
from pbem.games.durchbruch.movement import destroy, move
from pbem.games.durchbruch.muster import failing_odds, muster
from pbem.games.durchbruch.overrun import overrun
from pbem.games.durchbruch.planning import Segment
from pbem.games.durchbruch.reinforcements import enter
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order, OrdersBySide
from pbem.kernel.views.caution import Caution
from pbem.values import dataclass

STAGES = ("bridges", "artillery", "movement", "assault")
_STAGE_OF: dict[type[Order], int] = {Bridge: 0, Fire: 1, Move: 2, Overrun: 2, Destroy: 2, Top: 2, Attack: 3, Target: 3}


@dataclass(slots=True)
class Operation:
    """How far an operation has come: its movement and its assaults, and the stage that it has reached."""

    segment: Segment
    phase: Phase
    stage: int = 0
    has_fired: bool = False
    most: int = 0  # units that may act; 0 for any number
    fled: tuple[UnitId, ...] = ()  # of the corps, when its operation began
    has_made_room: bool = False

    @property
    def side(self) -> Side:
        """Whose operation it is."""
        return self.segment.side

    def check_number(self, order: Move | Overrun | Attack) -> None:
        """6.4.1, ruling R87: in the Preliminary Phase every unit that moves or attacks counts once, twenty in all."""
        acting = {**self.segment.moved, **self.phase.attackers, **dict.fromkeys(order.units)}
        if self.most and len(acting) > self.most:
            why = f"more than {self.most} units would act"
            raise Illegal("6.4.1", why, found=str(len(acting)), wanted=f"at most {self.most}")


def operate(board: Board, table: Table, orders: OrdersBySide) -> None:
    """7.1-0, ruling R151: the corps of the chit, with its orders or without; then the next chit is drawn."""
    corps = cup.CHITS[board.step]
    side = cup.side_of(corps)
    here = Operation(Segment(side, corps), Phase(side, corps), fled=_forget_flight(board, corps))
    here.phase.bound = here.segment.stuck
    board.write(acted(side), board.number(acted(side)) + 1, "7-a")
    for part, batch in table.parts(side, f"operations of {corps}", orders[side].items):
        play(board, table, here, batch, part)
    make_room(board, table, here)
    settle(board)
    cup.draw(board, table, board.turn)


def play(board: Board, table: Table, here: Operation, batch: Sequence[Order], part: int) -> None:
    """See 7.1-0: one part of the orders, sorted into segments; a segment that is over takes nothing more."""
    by_stage = [_of_stage(table, here, batch, stage) for stage in range(len(STAGES))]
    for order in by_stage[0]:
        with table.attempt(order):
            _bridge(board, order)
    if part == 1:
        check_corps(board, here.side, here.segment.corps)
        here.stage = 1
    fires = [order for order in by_stage[1] if isinstance(order, Fire) and is_on(board, table, here.side, order)]
    here.has_fired |= barrage.segment(board, table, here.side, here.segment.corps, fires)
    move_all(board, table, here, by_stage[2])
    if by_stage[3]:
        make_room(board, table, here)
    attack_all(board, table, here, by_stage[3])
    here.stage = max([here.stage, *(stage for stage, found in enumerate(by_stage) if found)])


def make_room(board: Board, table: Table, here: Operation) -> None:
    """See 14.1.5, ruling R180: once, when the moves are over; who is too many after the assaults waits for the next
    operation."""
    if not here.has_made_room:
        here.has_made_room = True
        crowding.relieve(board, table, here.segment, here.fled)


def _of_stage(table: Table, here: Operation, batch: Sequence[Order], stage: int) -> list[Order]:
    """See 7.1-0, 2.3-f, rulings R36 and R128: once a barrage has been fired no other target can be named."""
    found = [order for order in batch if _STAGE_OF.get(type(order)) == stage]
    is_over = stage < here.stage or (stage == _STAGE_OF[Fire] and here.has_fired)
    if not is_over:
        return found
    first = max(here.stage, stage + 1)
    for order in found:
        with table.attempt(order):
            why = f"the segment of {STAGES[stage]} is over"
            rule = "2.3-f" if stage == _STAGE_OF[Fire] and here.has_fired else "7.1-0"
            raise Illegal(rule, why, found=str(order), wanted=f"orders for {', '.join(STAGES[first:])}")
    return []


def _bridge(board: Board, order: Order) -> None:
    """See 7.1-1, 7-a: built, turned back or blown by an engineer of the corps that acts."""
    assert isinstance(order, Bridge)
    if corps_of(board.unit(order.unit)) != cup.CHITS[board.step]:
        raise Illegal(
            "7-a", f"{order.unit} does not act now", found=corps_of(board.unit(order.unit)), wanted="the corps drawn"
        )
    if order.what == "bridge" and order.side:
        bridges.build(board, order.unit, order.side)
    elif order.what == "unbridge":
        bridges.turn_back(board, order.unit)
    else:
        bridges.demolish(board, order.unit)


def is_on(board: Board, table: Table, side: Side, order: Fire | Move | Overrun | Attack) -> bool:
    """Whether the condition of an order holds; else it is left out, as ordered."""
    failing = unmet(board, side, order.conditions)
    if failing:
        table.skip(order, failing, "7.1-0")
    return not failing


def move_all(
    board: Board, table: Table, here: Operation, orders: Sequence[Order], *, is_preliminary: bool = False
) -> None:
    """See 7.1-4, 12-c: the moves, one after the other."""
    for at, order in enumerate(orders):
        here.segment.coming = [one for one in orders[at + 1 :] if isinstance(one, Move) and not one.enters]
        with table.attempt(order):
            if isinstance(order, Destroy):
                destroy(board, table, order, here.segment)
            elif isinstance(order, Top):
                masks.put_on_top(board, order.unit, here.segment.corps)
            elif isinstance(order, Move | Overrun) and is_on(board, table, here.side, order):
                here.check_number(order)
                if isinstance(order, Overrun):
                    overrun(board, table, order, here.segment, is_preliminary=is_preliminary)
                else:
                    (enter if order.enters else move)(board, table, order, here.segment)


def attack_all(board: Board, table: Table, here: Operation, orders: Sequence[Order]) -> None:
    """7.1-5, 3.2-a, ruling R152 (see 13.2, 13.2.1-12): nobody must attack; what is marked is fought as written."""
    asked = [order for order in orders if isinstance(order, Attack)]
    attacks = [order for order in asked if is_on(board, table, here.side, order) and _pays(board, table, here, order)]
    announced = _announced(board, table, here, orders)
    if asked or announced:
        mark_targets(board, here, [*(order.target for order in attacks), *announced])
    for order, preview in table.previewed(attacks):
        with preview:
            check_not_hopeless(board, declare(board, here.phase, order))
            _warn_of_absence(table, here, order)
    for order in attacks:
        with table.attempt(order):
            fit, absent = muster(board, here.phase, order)
            here.check_number(fit)
            fight(board, table, here.phase, fit, absent)


def _pays(board: Board, table: Table, here: Operation, order: Attack) -> bool:
    """See 13.2, ruling R184: whether the odds are such as the order wants; else it is left out, as ordered."""
    failing = failing_odds(board, here.phase, order)
    if failing:
        table.skip(order, failing, "13.2")
    return not failing


def _warn_of_absence(table: Table, here: Operation, order: Attack) -> None:
    """See 13.2.1-1, ruling R184: on receipt, that dice may keep a unit away and the others go on."""
    absent = [unit for unit in order.units if unit in here.segment.risked]
    others = [unit for unit in order.units if unit not in absent]
    if absent and others:
        words = f"if the dice keep {' and '.join(absent)} away, {' and '.join(others)} attack {order.target} alone"
        table.warn(Caution(f"{words}; `if odds >= 2:1` at the end of the line can forbid it", "13.2.1-1"), order)


def mark_targets(board: Board, here: Operation, hexes: Sequence[HexId]) -> None:
    """13.2, ruling R181: all hexes are marked before the first assault, no empty ones; conditions are tested then."""
    if here.phase.marked is None:
        here.phase.marked = {hex_id: None for hex_id in hexes if hex_id in enemy_hexes(board, here.side)}
        board.note("targets", "13.2", hexes=list(here.phase.marked), side=here.side)


def _announced(board: Board, table: Table, here: Operation, orders: Sequence[Order]) -> list[HexId]:
    """See 13.2: the hexes that a later part is to attack; they are named with the first."""
    found: list[HexId] = []
    for order in [order for order in orders if isinstance(order, Target)]:
        with table.attempt(order):
            if here.phase.marked is not None:
                raise Illegal("13.2", "the hexes are marked already", found=str(order), wanted="one mark for all")
            for hex_id in order.hexes:
                check_target(board, here.phase, hex_id)
            found += order.hexes
    return found


def _forget_flight(board: Board, corps: str) -> tuple[UnitId, ...]:
    """See 14.1.5, 13.0.4: when its corps acts a unit that had fled is itself again."""
    fled = tuple([u for u in board.marked() if corps_of(board.unit(u)) == corps and board.is_marked(u, FLED)])
    for unit in fled:
        board.unmark(unit, FLED, "13.0.4")
    return fled


def settle(board: Board) -> None:
    """See 13.0.4, ruling R67: who has fled fights again after the phase, unless it stands among another corps."""
    for unit in [unit for unit in board.marked() if board.is_marked(unit, FLED) and board.is_on_map(unit)]:
        stack = board.units_at(board.hex_of(unit), board.unit(unit).side)
        if len(dict.fromkeys(corps_of(board.unit(other)) for other in stack)) == 1:
            board.unmark(unit, FLED, "13.0.4")
