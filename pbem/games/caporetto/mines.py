"""The event Mine Warfare: a mine under an Italian position, perhaps just before an attack on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.errors import Illegal
from pbem.games.caporetto import morale
from pbem.games.caporetto.advance import Opening, advance
from pbem.games.caporetto.by_mail.conditions import unmet
from pbem.games.caporetto.by_mail.orders_combat import Mine
from pbem.games.caporetto.control import is_enemy_held
from pbem.games.caporetto.counters import AL, CP, combat_units, nation_of
from pbem.games.caporetto.events import MINE
from pbem.games.caporetto.headquarters import drop_hqs
from pbem.games.caporetto.losses import weakest_first
from pbem.games.caporetto.options import chosen
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table


def event_row(board: Board, rule: str) -> Mapping[str, Any]:
    """The line of the Random Events Chart."""
    found: Mapping[str, Any] = next(row for row in board.scenario.charts["event"] if row["rule"] == rule)
    return found


def is_open(board: Board) -> bool:
    """See EV.B.mine, ruling R96: whether the event of this turn is still to be used."""
    return board.noted("event") == MINE and board.number("mined") != board.turn


def targets(board: Board) -> tuple[HexId, ...]:
    """See EV.B.mine: all hexes in Italy with Italian units next to Austro-Hungarian ones, in the order of the map."""
    hexes = dict.fromkeys(board.hex_of(unit) for unit in board.on_map(AL))
    return tuple(sorted(hex_id for hex_id in hexes if not why_no_target(board, hex_id)))


def why_no_target(board: Board, hex_id: HexId) -> str:
    """See EV.B.mine: what the hex lacks; nothing where the mine can be laid."""
    if not board.map.has(hex_id, "italy"):
        return "lies outside Italy"
    if not _italians(board, hex_id):
        return "holds no Italian units"
    around = [unit for there in board.map.grid.neighbours[hex_id] for unit in combat_units(board, there, CP)]
    if not any(nation_of(board, unit) == "AH" for unit in around):
        return "is next to no Austro-Hungarian unit"
    return ""


def _italians(board: Board, hex_id: HexId) -> tuple[UnitId, ...]:
    return tuple([unit for unit in combat_units(board, hex_id, AL) if nation_of(board, unit) == "IT"])


def check_mine(board: Board, side: Side, hex_id: HexId) -> None:
    """See EV.B.mine, ruling R96: refuses a mine without the event, a second one, and a hex that does not qualify."""
    if side != CP or board.noted("event") != MINE:
        found = board.noted("event") or "no event"
        raise Illegal("EV.B.mine", "Mine Warfare is not the event of this turn for you", found=found, wanted=MINE)
    if not is_open(board):
        raise Illegal("EV.B.mine", "the mine of this turn has been used", wanted="one mine", advice="leave it out")
    why = why_no_target(board, hex_id)
    if why:
        wanted = "a hex in Italy with Italian units, next to Austro-Hungarian ones"
        called = board.map.called(hex_id)
        raise Illegal("EV.B.mine", f"{called} {why}", found=called, wanted=wanted, advice=_instead(board))


def _instead(board: Board) -> str:
    near = targets(board)[:3]
    return f"possible are {', '.join(near)}" if near else "leave the line out: no hex qualifies"


def blow(board: Board, table: Table, side: Side, order: Mine) -> None:
    """EV.B.mine, ruling R96: on 1-4 an Italian step is lost; an emptied hex may be entered."""
    failing = unmet(board, order.conditions)
    if failing:
        table.skip(order, failing, "EV.B.mine")
        return
    check_mine(board, side, order.hex)
    board.write("mined", board.turn, "EV.B.mine")
    with board.episode("mine", f"mine under {order.hex}", side=side, hexes=[order.hex]):
        if _goes_up(board, table, order.hex):
            _enter_crater(board, table, order.hex)


def _goes_up(board: Board, table: Table, hex_id: HexId) -> bool:
    """See EV.B.mine, 10.2, rulings R14, R148: the die, and the step that is lost. Says whether it was a success."""
    die = table.roll("", rule="EV.B.mine", by=CP)
    is_success = die in event_row(board, "EV.B.mine")["die"]
    board.outcome("mine", "EV.B.mine", hex=hex_id, die=die, success=is_success)
    if is_success:
        board.lose(_victim(board, table, hex_id), 1, "EV.B.mine", why="mine")
        if chosen(board, "mine-casualties") == "yes":
            morale.count_casualties(board, "IT", 1, "10.2")
    return is_success


def _victim(board: Board, table: Table, hex_id: HexId) -> UnitId:
    """See EV.B.mine: the Allied player picks the Italian unit that loses the step."""
    units = weakest_first(board, _italians(board, hex_id))
    if len(units) == 1:
        return units[0]
    options = tuple(Option(unit, counted(board.steps(unit), "step")) for unit in units)
    full = [unit for unit in units if board.steps(unit) > 1]
    question = Question(
        AL, "victim", options, "EV.B.mine",
        f"a mine goes up in {board.map.called(hex_id)}: which Italian unit loses a step?",
        default=((full or list(units))[0],), hint="mine-victim: weakest first",
        about={"topic": "mine-victim", "hexes": [hex_id]},
    )  # fmt: skip
    return UnitId(table.choose(question))


def _enter_crater(board: Board, table: Table, hex_id: HexId) -> None:
    """See EV.B.mine, 15.2/2, ruling R27: adjacent CP units may go in; it is no attack and no E, so for one hex only."""
    drop_hqs(board, hex_id, AL)
    if is_enemy_held(board, hex_id, CP):
        return
    around = [unit for there in board.map.grid.neighbours[hex_id] for unit in combat_units(board, there, CP)]
    advance(board, table, Opening(CP, hex_id, tuple(around), "EV.B.mine"))


def lapse(board: Board) -> None:
    """See EV.B.mine, ruling R96: an event that nobody has used by the end of the CP combats is lost."""
    if is_open(board):
        board.note("mine-lapsed", "EV.B.mine", turn=board.turn)
