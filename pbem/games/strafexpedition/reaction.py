"""15.0 Reaction: after an Action the other side may try to act at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.games.strafexpedition import plans
from pbem.games.strafexpedition.action import Action
from pbem.games.strafexpedition.actions import Script, play, scripts
from pbem.games.strafexpedition.activation import check_brigade, check_hexes, hq_area, place
from pbem.games.strafexpedition.by_mail.orders_command import Activate, written
from pbem.games.strafexpedition.command import HQ_BOX, battalions, headquarters
from pbem.games.strafexpedition.counters import SIDES, brigade_of
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.naming import the
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order
from pbem.values import NamedTuple, replace

NONE = "no"
TOPIC = "react"


def react(board: Board, table: Table, side: Side, after: Action, sections: Sequence[str]) -> bool:
    """15.0 (see 3.0.active_player, rulings R3 to R6, R128): step I; one attempt with one brigade of the inactive side.

    A die up to its Initiative Value lets it act from A to H at once; then play returns to whoever was active. It has no
    step I itself. A failed attempt costs nothing, and the brigade may try again or act later. Whether it has acted.
    """
    tried = called(board, table, side, Attempt(after, sections))
    if tried is None:
        return False
    order = tried.order
    name = f"reaction of {order.brigade}"
    with board.episode("reaction", name, side=side, hexes=order.hexes[:1]), table.attempt(order):
        started = try_to(board, table, side, tried)
        if started is not None:
            play(board, table, started.action, started.orders)
            return True
    return False


class Attempt(NamedTuple):
    """What is reacted to, the sections in which orders may lie ready, and where, if two brigades acted (24.4)."""

    after: Action
    sections: Sequence[str]
    where: str = ""
    others: tuple[str, ...] = ()  # brigades that try already


class Tried(NamedTuple):
    """A brigade that is to react, with the hexes of its headquarters, and what was filed for it, if anything was."""

    order: Activate
    section: str = ""
    script: Script | None = None


class Started(NamedTuple):
    """A brigade that the die has let go."""

    action: Action
    orders: Sequence[Order]


def called(board: Board, table: Table, side: Side, attempt: Attempt) -> Tried | None:
    """See 15.0, 8.5.placement, rulings R128, R156: brigade and hex, which are fixed before the die."""
    brigade = ask(board, table, side, attempt)
    if brigade == NONE:
        return None
    filed = _filed(table, side, brigade, attempt.sections)
    if filed:
        return Tried(filed[1].activate, *filed)
    hexes = ask_hex(board, table, side, brigade, attempt.after)
    if not hexes:
        board.note("reaction-void", "8.5.placement", side=side, brigade=brigade)
        return None
    return Tried(Activate(brigade, hexes))


def try_to(board: Board, table: Table, side: Side, tried: Tried) -> Started | None:
    """See 15.0, ruling R128: the plan is opened, the die is cast, and if it allows so the headquarters is placed."""
    brigade, hexes = tried.order.brigade, tried.order.hexes
    hq = check_brigade(board, side, brigade)
    refused = check_hexes(board, side, brigade, hq, hexes)
    at = next(one for one in hexes if one not in refused)
    plans.turn_over(board, table, side, brigade)
    return _start(board, table, side, tried, at) if is_let_go(board, table, side, hq, at) else None


def is_let_go(board: Board, table: Table, side: Side, hq: UnitId, at: HexId) -> bool:
    """See 15.0: the die against the Initiative Value of the brigade."""
    value, brigade = board.unit(hq).figure("initiative"), brigade_of(board.unit(hq))
    die = table.roll("reaction", rule="15.0", by=side, kindest=1)
    board.note("reaction", "15.0", side=side, brigade=brigade, hex=at, die=die, value=value, acts=die <= value)
    return die <= value


def ask(board: Board, table: Table, side: Side, attempt: Attempt) -> str:
    """See 15.0, 4.0.2.secret: whether to react, and with whom; asked whether or not a planned brigade is left.

    So nobody can tell from the waiting, or from the options, what lies on the Brigade Display.
    """
    hqs, after = headquarters(board.scenario, side), attempt.after
    able = [one for one, hq in hqs.items() if _is_in_its_box(board, hq) and battalions(board, side, one)]
    able = [one for one in able if one not in attempt.others]
    options = (Option(NONE, "no reaction"), *(Option(written(one), f"the brigade {one}") for one in able))
    question = Question(
        side, f"reaction to {after.brigade}{attempt.where}", options, "15.0",
        f"{the(SIDES[after.side])} acted with {after.brigade}. React with a planned brigade{attempt.where}?",
        default=(NONE,), hint="react: never",
        about={"topic": TOPIC, **_asked_about(board, side, after, able)},
    )  # fmt: skip
    chosen = table.choose(question)
    return next((one for one in able if written(one) == chosen), NONE)


def _is_in_its_box(board: Board, hq: UnitId) -> bool:
    """See 14.0: whether the headquarters lies in its box; one that is not in the scenario has no place at all."""
    return hq in board.units_at(HQ_BOX)


def ask_hex(board: Board, table: Table, side: Side, brigade: str, after: Action) -> tuple[HexId, ...]:
    """See 15.0, 8.5.placement, ruling R128: the hex of the headquarters, fixed before the die."""
    legal = hq_hexes(board, side, brigade)
    if not legal:
        return ()
    question = Question(
        side, f"headquarters of {brigade}", tuple(Option(one, board.map.name_of(one)) for one in legal),
        "8.5.placement", f"Where does the headquarters of {brigade} go?", default=(legal[0],),
        hint=f"react: {written(brigade)} at {legal[0]}",
        about={"topic": TOPIC, "brigade": written(brigade), **_asked_about(board, side, after, [brigade])},
    )  # fmt: skip
    return (HexId(table.choose(question)),)


def _asked_about(board: Board, side: Side, after: Action, brigades: Sequence[str]) -> dict[str, Any]:
    """What conditions of standing orders look at: where the enemy has assaulted, and the Initiative Values."""
    hqs = headquarters(board.scenario, side)
    values = {written(one): board.unit(hqs[one]).figure("initiative") for one in brigades}
    return {"assaulted": list(after.assaulted), "initiative": values, "side": side}


def hq_hexes(board: Board, side: Side, brigade: str) -> tuple[HexId, ...]:
    """See 8.5.placement: the legal hexes, those nearest to all units of the brigade first."""
    hq, place, distances = headquarters(board.scenario, side)[brigade], board.map.grid.place, board.map.grid.distances
    stands = [place[board.hex_of(unit)] for unit in battalions(board, side, brigade)]
    legal = board.map.areas.hexes(hq_area(board, side, brigade, hq))
    away = {one: sum([distances[place[one] - there] for there in stands]) for one in legal}
    return tuple(sorted(legal, key=lambda one: (away[one], one)))


# -- the Action ----------------------------------------------------------------------------------------------


def _filed(table: Table, side: Side, brigade: str, sections: Sequence[str]) -> tuple[str, Script] | None:
    """The activation of the brigade that its owner has filed for a later Action of his own; it is not used up yet."""
    for section in sections:
        for script in scripts(table.look_up(side, section) or ()):
            if script.activate.brigade == brigade:
                return section, script
    return None


def _start(board: Board, table: Table, side: Side, tried: Tried, at: HexId) -> Started:
    """See 15.0, ruling R128: with the orders that were filed for the brigade; without them its owner is asked."""
    brigade, script = tried.order.brigade, tried.script
    if script is not None:
        table.call_up(side, tried.section)
    else:
        orders = table.more(side, f"orders for the reaction of {brigade}")
        script = next(iter(scripts(orders)), Script(Activate(brigade, (at,)), tuple(orders)))
    action = place(board, table, side, replace(script.activate, brigade=brigade, hexes=(at,)))
    action.is_reaction = True
    return Started(action, script.orders)
