"""SC.0 What a scenario adds to the sequence of play: its own set-up, rules at fixed places, and how it is decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.games.italia18 import air, displays, exchange, frozen, hindrances, hungary, missions, retreat_order, silence
from pbem.games.italia18.by_mail.orders_special import Fly
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.options import WHAT_IF
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide
from pbem.values import NamedTuple


def _nothing(board: Board, table: Table) -> None:
    return None


def _nothing_of(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    return None


def _nothing_at(board: Board, table: Table, sequence: int) -> None:
    return None


def _nobody(board: Board, side: Side) -> bool:
    return False


def _before_move(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """Aircraft, then the order to retreat; where a scenario has none of them, whoever wants them is told so."""
    missions.run(board, table, [one for one in orders[side].items if isinstance(one, Fly)], side, side)
    retreat_order.run(board, table, orders[side].items, side)


def _hinder(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """Aircraft, refugees and agents, with a refusal where the scenario has none of them."""
    flying = [one for one in orders[side].items if isinstance(one, Fly)]
    missions.run(board, table, flying, side, board.enemy_of(side))
    hindrances.run(board, table, orders[side].items, side)


def _set_up(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """A display, exchanges; whatever the scenario does not offer is refused."""
    displays.choose(board, table, orders[side].items, side)
    exchange.run(board, table, orders[side].items, side)


class Special(NamedTuple):
    """The special rules of a scenario, each at its place; where a scenario has none, nothing happens there."""

    dawn: Callable[[Board, Table], None] = _nothing  # after Offensives, before supply
    supplied: Callable[[Board, Table], None] = _nothing  # after supply: mutinies, the air roll
    weather: Callable[[Board, Table, int], None] = _nothing_at  # after the weather of a sequence
    hinders: Callable[[Board, Side], bool] = _nobody  # whether a side has anything to do before the other moves
    hinder: Callable[[Board, Table, OrdersBySide, Side], None] = _nothing_of
    before_move: Callable[[Board, Table, OrdersBySide, Side], None] = _before_move
    after_move: Callable[[Board, Table, OrdersBySide, Side], None] = _nothing_of
    after_exploitation: Callable[[Board, Table, OrdersBySide, Side], None] = _nothing_of
    night: Callable[[Board, Table], None] = _nothing
    sets_up: tuple[Side, ...] = ()  # sides with something to decide before the first turn
    set_up: Callable[[Board, Table, OrdersBySide, Side], None] = _set_up


# -- Air supports, which every scenario but the first may use -------------------------------------------------


def _may_fly(board: Board, side: Side) -> bool:
    return missions.may_do_anything(board, side, board.enemy_of(side))


def _land(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    air.end_sequence(board, table, side)


FLYING = Special(supplied=air.run, hinders=_may_fly, hinder=_hinder, after_exploitation=_land)


# -- S1 Waffentreue ------------------------------------------------------------------------------------------


def _caporetto_dawn(board: Board, table: Table) -> None:
    frozen.thaw(board)


def _caporetto_hinders(board: Board, side: Side) -> bool:
    return _may_fly(board, side) or hindrances.may_do_anything(board, side)


def _caporetto_moved(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    hindrances.clear_refugees(board)


def _caporetto_exploited(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    silence.lift_after_caporetto(board, side)
    _land(board, table, orders, side)


CAPORETTO = FLYING._replace(
    dawn=_caporetto_dawn, hinders=_caporetto_hinders, after_move=_caporetto_moved,
    after_exploitation=_caporetto_exploited,
)  # fmt: skip


# -- S5 Vittorio Veneto --------------------------------------------------------------------------------------


def _vittorio_supplied(board: Board, table: Table) -> None:
    hungary.mutiny(board, table)
    air.run(board, table)


def _vittorio_move(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    _before_move(board, table, orders, side)
    hungary.roll_call(board, table, side)


def _vittorio_exploited(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    silence.lift_after_sequence(board, side)
    _land(board, table, orders, side)


VITTORIO = FLYING._replace(
    supplied=_vittorio_supplied, weather=silence.refuse_to_fire, before_move=_vittorio_move,
    after_exploitation=_vittorio_exploited,
)  # fmt: skip

SPECIALS: Mapping[str, Special] = {
    "caporetto": CAPORETTO,
    "radetzky": FLYING._replace(sets_up=(EN,)),
    "albrecht": FLYING,
    "solstice": FLYING,
    "vittorio": VITTORIO,
}
WHAT_IF_SET_UP = FLYING._replace(sets_up=(CP,))


def special(scenario: Scenario) -> Special:
    """See SC.0b, S4.opt1: what the scenario adds."""
    if "what_if" in scenario.card and scenario.option(WHAT_IF) == "yes":
        return WHAT_IF_SET_UP
    return SPECIALS.get(scenario.name, Special())
