"""24.2 to 24.5 An Action Phase with a brigade in each sector: step by step together, and reactions likewise."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.strafexpedition import assaults, counterattack, digging, doctrine, events, sectors
from pbem.games.strafexpedition.action import Action
from pbem.games.strafexpedition.action_preview import look_ahead
from pbem.games.strafexpedition.actions import (
    Script,
    after_fire,
    bombard,
    check_leading,
    dig,
    move_and_declare,
    passes,
    scripts,
    stops_after_fire,
)
from pbem.games.strafexpedition.activation import complete, place
from pbem.games.strafexpedition.by_mail.orders_combat import Assault
from pbem.games.strafexpedition.movement import end_forced_marches
from pbem.games.strafexpedition.reaction import Attempt, Tried, called, try_to
from pbem.games.strafexpedition.terrain import sector
from pbem.kernel.board import Board
from pbem.kernel.episodes import Episode
from pbem.kernel.pieces import Side
from pbem.kernel.table import Table
from pbem.kernel.text.orders import MoreOrder, Order
from pbem.values import NamedTuple


class Begun(NamedTuple):
    """A brigade whose headquarters is placed, with its orders and the sectors for which it counts."""

    action: Action
    orders: Sequence[Order]
    where: tuple[str, ...]
    episode: Episode


def act(board: Board, table: Table, side: Side, items: Sequence[Order], name: str) -> tuple[Begun, ...]:
    """24.2 (see 24.4, 4.0.8, ruling R123): in each sector the first activation that can be carried out; none must."""
    begun, part = _first(board, table, side, items, name, 1)
    if not begun and events.forbids_pass(board, side):
        wanted = f"{name}, with the assault that the High Command wants"
        begun, _ = _first(board, table, side, table.more(side, wanted), wanted, part + 1)
    play(board, table, begun)
    return begun


def _first(
    board: Board, table: Table, side: Side, items: Sequence[Order], name: str, first: int
) -> tuple[tuple[Begun, ...], int]:  # fmt: skip
    begun: list[Begun] = []
    part = first
    for part, batch in table.parts(side, name, items, first):
        check_leading(table, batch)
        for number, script in enumerate(scripts(batch)):
            found = _begin(board, table, side, script, f" {part}.{number}" if part > 1 or number else "", begun)
            begun += [found] if found else []
        if begun or passes(board, table, side, batch):
            break
    return tuple(begun), part


def _begin(
    board: Board, table: Table, side: Side, script: Script, number: str, others: Sequence[Begun]
) -> Begun | None:  # fmt: skip
    """See 24.3, 24.4, 8.5: one more headquarters, if its brigade may act beside those that do already."""
    order = script.activate
    hexes = order.hexes[:1]
    with (
        board.episode("action", f"action of {order.brigade}{number}", side=side, hexes=hexes) as episode,
        table.attempt(order),
    ):
        where = sectors.touched(board, side, order, script.orders)
        sectors.check_beside(order.brigade, where, [one for other in others for one in other.where])
        has_assault = any(isinstance(one, Assault | MoreOrder) for one in script.orders)
        counterattack.check_action(board, side, order.brigade, has_assault=has_assault)
        return Begun(place(board, table, side, order), script.orders, where, episode)
    return None


def play(board: Board, table: Table, begun: Sequence[Begun]) -> None:
    """24.5 (see 4.0.8.steps): every step is completed for both brigades before the next one starts."""
    if len(begun) > 1:
        for one in begun:
            one.action.sector = one.where[0]
    given: list[tuple[Order, ...]] = []
    for one in begun:
        look_ahead(board, table, one.action, one.orders)
    for one in begun:
        with board.again(one.episode):
            given.append(move_and_declare(board, table, one.action, one.orders))
    for one in begun:
        end_forced_marches(board, one.action)
    for number, one in enumerate(begun):
        with board.again(one.episode):
            bombard(board, table, one.action, given[number])
    for number, one in enumerate(begun):
        if stops_after_fire(given[number]):
            given[number] = (*given[number], *after_fire(board, table, one.action))
    _fight(board, table, begun)
    for number, one in enumerate(begun):
        with board.again(one.episode):
            dig(board, table, one.action, given[number])
            digging.complete(board, one.action.side, one.action.units)
            complete(board, one.action)


def _fight(board: Board, table: Table, begun: Sequence[Begun]) -> None:
    """See 24.5, 13.4.2: all fire, all assaults and all counter-assaults of both brigades at one time."""
    for one in begun[:1]:
        with board.again(one.episode):
            doctrine.fall_away(board, one.action.side)
            assaults.resolve(board, table, one.action, ())
            digging.clear_up(board)


def react(board: Board, table: Table, side: Side, after: Sequence[Begun], sections: Sequence[str]) -> bool:
    """See 24.4, 15.0: in each sector in which an enemy brigade acted one attempt; whoever succeeds acts together."""
    acted = dict.fromkeys(where for one in after for where in (*one.where, *_stands(board, one.action)))
    wanted: dict[str, Tried] = {}
    for where in acted:
        cause = next((one.action for one in after if where in one.where), after[0].action)
        said = f" in the {where.capitalize()}" if len(acted) > 1 else ""
        others = tuple([one.order.brigade for one in wanted.values()])
        tried = called(board, table, side, Attempt(cause, sections, said, others))
        wanted |= {where: tried} if tried else {}
    begun: list[Begun] = []
    for tried in wanted.values():
        found = _try(board, table, side, tried, tuple(acted), begun)
        begun += [found] if found else []
    if len(acted) == 1:
        for one in begun:
            one.action.sector = next(iter(acted))
    play(board, table, begun)
    return bool(begun)


def _stands(board: Board, action: Action) -> list[str]:
    """See 24.3: where its units have ended up."""
    return [sector(board.map, board.hex_of(unit)) for unit in action.units if board.is_on_map(unit)]


def _try(
    board: Board, table: Table, side: Side, tried: Tried, acted: Sequence[str], others: Sequence[Begun]
) -> Begun | None:  # fmt: skip
    """See 15.0, 24.4: one attempt, of a brigade that stays where the enemy acted and beside the other that reacts."""
    order = tried.order
    name = f"reaction of {order.brigade}"
    with board.episode("reaction", name, side=side, hexes=order.hexes[:1]) as episode, table.attempt(order):
        where = sectors.touched(board, side, order, tried.script.orders if tried.script else ())
        sectors.check_reaction(order.brigade, where, acted)
        sectors.check_beside(order.brigade, where, [one for other in others for one in other.where])
        started = try_to(board, table, side, tried)
        return Begun(started.action, started.orders, where, episode) if started else None
    return None
