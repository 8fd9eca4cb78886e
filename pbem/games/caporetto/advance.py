"""12.1 Advances after combat, and the second hex of assault infantry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.errors import Illegal
from pbem.games.caporetto.assault import is_assault
from pbem.games.caporetto.control import enter, is_enemy_held
from pbem.games.caporetto.headquarters import check_not_left
from pbem.games.caporetto.options import chosen
from pbem.games.caporetto.stacking import check_room, check_share, may_share
from pbem.games.caporetto.terrain import is_closed, may_enter
from pbem.games.caporetto.venezia import is_over
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table

STAY = "stay"


@dataclass(frozen=True, slots=True)
class Opening:
    """A hex that the enemy has left, and who may go in."""

    side: Side
    hex: HexId
    units: tuple[UnitId, ...]
    rule: str = "12.1"


def advance(board: Board, table: Table, opening: Opening) -> tuple[UnitId, ...]:
    """See 12.1, 7.6, 8.1, 8.5, rulings R51, R52, R56: some or all units enter the vacated hex. Returns who went."""
    able = [unit for unit in opening.units if board.is_on_map(unit) and _can_step(board, unit, opening.hex)]
    if not able or is_enemy_held(board, opening.hex, opening.side):
        return ()
    options = tuple(Option(unit, f"from {board.place(unit)}") for unit in able)
    question = Question(
        opening.side, f"advance into {opening.hex}", options, opening.rule,
        f"{board.map.called(opening.hex)} is vacant: which units advance, in this order, as far as stacking allows?",
        many=True, default=(), hint="advance: none",
        about={"topic": "advance", "hexes": [opening.hex]},
    )  # fmt: skip
    named = [UnitId(unit) for unit in table.ask(question)]
    return tuple([unit for unit in named if _goes(board, table, opening, unit, opening.hex)])


def _can_step(board: Board, unit: UnitId, there: HexId) -> bool:
    """12.1 (see 7.10, ruling R51): next to the hex, no lake between, and terrain that the unit may enter."""
    here = board.hex_of(unit)
    is_beside = board.map.grid.are_adjacent(here, there) and not is_closed(board, here, there)
    return is_beside and may_enter(board, unit, there)


def _goes(board: Board, table: Table, opening: Opening, unit: UnitId, there: HexId, rule: str = "") -> bool:
    """See 8.1, 8.5, 15.2/2, rulings R52, R56, R58: one unit steps in, or stays behind and the report says why."""
    if is_over(board):
        return False
    try:
        check_share(board, unit, there)
        check_room(board, there, opening.side, (unit,))
        check_not_left(board, (unit,))
    except Illegal as illegal:
        problem = illegal.problem
        board.note("stays-behind", problem.rule, unit=unit, hex=there, why=problem.why)
        return False
    path = (board.hex_of(unit), there)
    enter(board, table, (unit,), path, rule or opening.rule, how="advance")
    return True


# -- the second hex ------------------------------------------------------------------------------------------


def go_further(board: Board, table: Table, opening: Opening, went: Sequence[UnitId], has_fled: bool) -> None:
    """11.8/3 (see 12.1/2, 15.2/3, 19.6, ruling R50): assault infantry goes on to a second hex, also in an enemy
    zone."""
    if is_over(board) or (has_fled and chosen(board, "second-advance") == "eliminated"):
        return
    storming = [unit for unit in went if board.is_on_map(unit) and is_assault(board, unit, opening.hex)]
    offers = {unit: second_hexes(board, unit) for unit in storming}
    asked = [unit for unit, hexes in offers.items() if hexes]
    answers = table.ask_all([_question(board, opening, unit, offers[unit]) for unit in asked])
    for unit, answer in zip(asked, answers, strict=True):
        if answer[0] != STAY and not is_enemy_held(board, HexId(answer[0]), opening.side):
            _goes(board, table, opening, unit, HexId(answer[0]), "12.1/2")


def second_hexes(board: Board, unit: UnitId) -> tuple[HexId, ...]:
    """12.1/2 (see 15.2/3, 19.6, rulings R51, R56): where an assault unit can go on to; Alpini only into high
    terrain."""
    side, here = board.unit(unit).side, board.hex_of(unit)
    around = [there for there in board.map.grid.neighbours[here] if _can_step(board, unit, there)]
    open_ = [there for there in around if not is_enemy_held(board, there, side) and may_share(board, unit, there)]
    return tuple([there for there in open_ if is_assault(board, unit, there)])


def _question(board: Board, opening: Opening, unit: UnitId, hexes: Sequence[HexId]) -> Question:
    options = (Option(STAY, f"in {opening.hex}"), *(Option(there, f"to {board.map.called(there)}") for there in hexes))
    return Question(
        opening.side, f"second hex of {unit}", options, "12.1/2",
        f"{unit} has advanced into {board.map.called(opening.hex)}: does it go on to a second hex?",
        default=(STAY,), hint="second: stay",
        about={"topic": "second", "hexes": [opening.hex], "unit": unit},
    )  # fmt: skip
