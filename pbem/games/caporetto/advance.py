"""12.1 Advances after combat, and the second hex of assault infantry."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.caporetto.advance_plan import settle
from pbem.games.caporetto.assault import is_assault
from pbem.games.caporetto.control import enter, is_enemy_held
from pbem.games.caporetto.headquarters import hqs_in_contact
from pbem.games.caporetto.stacking import may_share
from pbem.games.caporetto.terrain import is_closed, may_enter
from pbem.games.caporetto.venezia import is_over
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.values import dataclass

STAY = "stay"


@dataclass(frozen=True, slots=True)
class Opening:
    """A hex that the enemy has left, and who may go in."""

    side: Side
    hex: HexId
    units: tuple[UnitId, ...]
    rule: str = "12.1"


def move_up(board: Board, table: Table, opening: Opening, *, may_go_on: bool) -> None:
    """12.1 (see 12.0, 7.6, 8.1, 8.5, rulings R51, R52, R56): some or all units enter the vacated hex, assault infantry
    perhaps a second one, each in its turn; stacking and nationality are checked when the advance is over."""
    named = who_advances(board, table, opening)
    goals = dict.fromkeys(named, opening.hex)
    if may_go_on:
        goals |= second_goals(board, table, opening, named)
    settled, left = settle(board, opening.side, opening.hex, goals)
    for unit, hex_id, refusal in left:
        board.note("stays-behind", refusal.problem.rule, unit=unit, hex=hex_id, why=refusal.problem.why)
    for unit, goal in settled.items():
        _go(board, table, opening, unit, goal)


def who_advances(board: Board, table: Table, opening: Opening) -> tuple[UnitId, ...]:
    """See 12.1, rulings R26, R51: the owner names them; nobody is asked where nobody can."""
    able = [unit for unit in opening.units if board.is_on_map(unit) and _can_step(board, unit, opening.hex)]
    if not able or is_over(board) or is_enemy_held(board, opening.hex, opening.side):
        return ()
    options = tuple(Option(unit, f"from {board.place(unit)}") for unit in able)
    question = Question(
        opening.side, f"advance into {opening.hex}", options, opening.rule,
        f"{board.map.called(opening.hex)} is vacant: which units advance, in this order, as far as stacking allows?",
        many=True, default=(), hint="advance: none",
        about={"topic": "advance", "hexes": [opening.hex]},
    )  # fmt: skip
    return tuple([UnitId(unit) for unit in table.ask(question)])


def _can_step(board: Board, unit: UnitId, there: HexId, here: HexId | None = None) -> bool:
    """See 12.1, 7.10, ruling R51: next to the hex, no lake between, and terrain that the unit may enter."""
    start = here or board.hex_of(unit)
    is_beside = board.map.grid.are_adjacent(start, there) and not is_closed(board, start, there)
    return is_beside and may_enter(board, unit, there)


def _go(board: Board, table: Table, opening: Opening, unit: UnitId, goal: HexId) -> None:
    """See 12.1, 12.1/2: one unit goes all its way before the next one follows, until the game is over."""
    if not is_over(board):
        enter(board, table, (unit,), (board.hex_of(unit), opening.hex), opening.rule, how="advance")
    if goal != opening.hex and not is_over(board):
        enter(board, table, (unit,), (opening.hex, goal), "12.1/2", how="advance")


# -- the second hex ------------------------------------------------------------------------------------------


def second_goals(board: Board, table: Table, opening: Opening, named: Sequence[UnitId]) -> dict[UnitId, HexId]:
    """11.8/3 (see 12.1/2, 15.2/3, 19.6): assault infantry continues to a second hex, also in an enemy zone."""
    storming = [unit for unit in named if is_assault(board, unit, opening.hex)]
    offers = {unit: second_hexes(board, unit, opening.hex, named) for unit in storming}
    asked = [unit for unit, hexes in offers.items() if hexes]
    answers = table.ask_all([_question(board, opening, unit, offers[unit]) for unit in asked])
    found = zip(asked, answers, strict=True)
    return {unit: HexId(answer[0]) for unit, answer in found if answer[0] != STAY}


def second_hexes(board: Board, unit: UnitId, first: HexId, advancing: Sequence[UnitId]) -> tuple[HexId, ...]:
    """12.1/2 (see 15.2/3, 19.6, rulings R51, R56): where an assault unit can go on to from the vacated hex; Alpini
    only into high terrain. Those who advance leave their hexes, and lone HQs that it meets theirs."""
    enemy = board.enemy_of(board.unit(unit).side)
    met = hqs_in_contact(board, unit, first)
    around = [there for there in board.map.grid.neighbours[first] if _can_step(board, unit, there, first)]
    free = [there for there in around if all(other in met for other in board.units_at(there, enemy))]
    shared = [there for there in free if may_share(board, unit, there, leaving=advancing)]
    return tuple([there for there in shared if is_assault(board, unit, there)])


def _question(board: Board, opening: Opening, unit: UnitId, hexes: Sequence[HexId]) -> Question:
    options = (Option(STAY, f"in {opening.hex}"), *(Option(there, f"to {board.map.called(there)}") for there in hexes))
    return Question(
        opening.side, f"second hex of {unit}", options, "12.1/2",
        f"{unit} advances into {board.map.called(opening.hex)}: does it go on to a second hex?",
        default=(STAY,), hint="second: stay",
        about={"topic": "second", "hexes": [opening.hex], "unit": unit},
    )  # fmt: skip
