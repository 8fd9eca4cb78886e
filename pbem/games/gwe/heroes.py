"""4.0.C and 21.0: the end of a Game-Turn, Rommel, and the provision for DiGiorgio and Ferretti."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.gwe import victory
from pbem.games.gwe.by_mail.orders import Heroes
from pbem.games.gwe.counters import AL, is_combat_unit
from pbem.games.gwe.occupation import combat_units
from pbem.games.gwe.stacking import points
from pbem.games.gwe.supply import is_supplied
from pbem.kernel.board import Board
from pbem.kernel.pieces import ASIDE, GONE, Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide

TURNS = 15  # 16.0/4.1
HEROES = 2  # 21.22


def is_on(board: Board) -> bool:
    """See 21.11, 21.22: whether the players agreed on heroic leaders."""
    return board.scenario.option("heroic-leaders") == "on"


def is_last_turn(board: Board) -> bool:
    """See 16.0/4.1: whether the game ends with this Game-Turn, by the track or because both sides agreed."""
    return board.turn >= int(board.scenario.card.get("turns", TURNS)) or board.noted("ended") != ""


def run_interphase(board: Board, table: Table, orders: OrdersBySide) -> None:
    """See 4.0.C, 16.0/4.1, 17.14, 17.24, 21.22: the turn ends; what counted by the turn is wiped off."""
    former = _heroes(board)
    for unit in board.marked():
        for mark, rule in (("barraged", "17.14"), ("shielded", "17.24"), ("hero", "21.22")):
            board.unmark(unit, mark, rule)
    if is_last_turn(board):
        victory.announce(board)
    elif is_on(board):
        _name_heroes(board, table, orders, former)


# -- DiGiorgio and Ferretti ----------------------------------------------------------------------------------


def _heroes(board: Board) -> list[UnitId]:
    return [unit for unit in board.on_map(AL) if board.is_marked(unit, "hero")]


def candidates(board: Board) -> list[UnitId]:
    """See 21.22: the Italian combat units that are in supply now."""
    italians = [unit for unit in board.on_map(AL) if board.unit(unit).nation == "IT"]
    return [unit for unit in italians if is_combat_unit(board.unit(unit)) and is_supplied(board, unit)]


def note_heroes(board: Board, order: Heroes, side: Side) -> None:
    """21.21 (see 21.22): keep what the Allies named with their movement orders until the interphase of this turn."""
    if not is_on(board):
        raise Illegal("21.22", "heroic leaders are not in play", advice="leave the order out")
    if side != AL:
        raise Illegal("21.22", "only the Allies name the two units that defend at +1", advice="leave the order out")
    for unit in order.units:
        if board.unit(unit).nation != "IT" or not is_combat_unit(board.unit(unit)):
            raise Illegal("21.22", f"{unit} is not an Italian combat unit", found=unit, wanted="Italian combat units")
    board.write("heroes", ",".join(order.units) or "none", "21.22")


def _name_heroes(board: Board, table: Table, orders: OrdersBySide, former: Sequence[UnitId]) -> None:
    """21.22: two supplied Italian units get +1 defence for the coming Game-Turn; the first two named that qualify."""
    able = candidates(board)
    named: Sequence[str] = board.noted("heroes").split(",")
    has_later_word = any(isinstance(order, Heroes) for order in orders[AL].items)
    if named == [""] or has_later_word:
        named = table.ask(_question(board, able, former)) if able else ()
    chosen = [UnitId(unit) for unit in named if unit in able][:HEROES]
    board.write("heroes", "", "21.22")
    for unit in chosen:
        board.mark(unit, "hero", "21.22")
    board.note("heroes", "21.22", units=chosen, turn=board.turn + 1)


def _question(board: Board, able: Sequence[UnitId], former: Sequence[UnitId]) -> Question:
    default = tuple(unit for unit in former if unit in able)
    options = tuple(Option(unit, f"at {board.place(unit)}, {board.steps(unit)} steps") for unit in able)
    shown = default or tuple(able[:HEROES])
    return Question(
        AL,
        f"heroes for turn {board.turn + 1}",
        options,
        "21.22",
        "Which two supplied Italian units defend at +1 in the coming Game-Turn? The first two named count.",
        many=True,
        default=default,
        hint=str(Heroes(shown)),
        about={"topic": "heroes"},
    )


def defence_bonus(board: Board, unit: UnitId) -> int:
    """21.23 (see 21.22): +1 in defence, and in nothing else, for a unit named in the last interphase."""
    return 1 if board.is_marked(unit, "hero") else 0


# -- Rommel --------------------------------------------------------------------------------------------------


def _leaders(board: Board) -> list[tuple[UnitId, UnitId]]:
    """Each leader in play with the unit that his counter is tied to (`with GE-BA`)."""
    units = board.scenario.units
    leaders = board.scenario.memo("leaders", lambda: [unit for unit in units.values() if unit.type == "leader"])
    afield = [leader for leader in leaders if board.place(leader.id) not in (ASIDE, GONE)]
    return [(leader.id, UnitId(leader.set_up.removeprefix("with "))) for leader in afield]


def rommel_bonus(board: Board, attackers: Sequence[UnitId]) -> int:
    """10.23, 10.24, 21.12, ruling F14: +1 to an attack by the division that Rommel is with; he has no shift."""
    bonus = 0
    for leader, division in _leaders(board):
        if division not in attackers:
            continue
        beside = combat_units(board, board.hex_of(division), board.unit(leader).side)
        bonus += board.unit(leader).figure("strength") if points(board, beside) >= 2 else 0
    return bonus


def keep_rommel(board: Board) -> None:
    """21.11: Rommel is always with his division and is eliminated with it."""
    for leader, division in _leaders(board):
        if board.place(division) == GONE:
            board.eliminate(leader, "21.11")
        elif board.place(division) != board.place(leader):
            board.put(leader, board.place(division), "21.11", beside=division)
