"""8.0 Offensives: which guns go over to Offensive mode, what that is worth, and when it ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.italia18.guns import BRUCHMUELLER, OFFENSIVE
from pbem.games.italia18.options import WHAT_IF, is_agreed
from pbem.games.italia18.turns import initiative, track_turn
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table


def terms(board: Board) -> Mapping[str, Any]:
    """SC.0b (see 8.0a, S0.sp2, S0.sp3, S4.opt1): what the card says of an Offensive on this turn, or nothing."""
    found: Mapping[str, Any] = board.scenario.card.get("offensive", {}).get(str(track_turn(board)), {})
    instead = board.scenario.card.get("what_if", {})
    if instead and board.turn == 1 and is_agreed(board, WHAT_IF):
        return {**found, **{key: instead[key] for key in ("modifiers", "guns", "bruchmueller")}}
    return found


def is_offensive(board: Board) -> bool:
    """8.0a (see 7.0a): whether an Offensive is in progress: on the turns on which the card commands one."""
    return bool(terms(board))


def run(board: Board, table: Table) -> None:
    """See 7.0b, 8.0a, 8.0c, ruling R99: old Offensives end, then the side with the initiative names its guns."""
    stand_down(board)
    if is_offensive(board):
        guns = chosen_guns(board, table)
        for gun in guns:
            board.mark(gun, OFFENSIVE, "8.0b")
        play_event(board, table, guns)
        side, modifiers = initiative(board.scenario), list(terms(board)["modifiers"])
        board.note("offensive", "8.0a", side=side, modifiers=modifiers, guns=list(guns))


def stand_down(board: Board) -> None:
    """8.0c: at the start of a turn all Army Artillery goes back to Bombardment mode."""
    for unit in board.on_map():
        board.unmark(unit, OFFENSIVE, "8.0c")
        board.unmark(unit, BRUCHMUELLER, "15.2.2f")


def play_event(board: Board, table: Table, guns: Sequence[UnitId]) -> None:
    """S1.sp3 (see S4.opt1, 15.2.2f, ruling R104): one of the pieces in Offensive mode carries the event this turn."""
    if "bruchmueller" not in terms(board) or not guns:
        return
    side, default = initiative(board.scenario), max(guns, key=lambda gun: (_targets(board, gun), -guns.index(gun)))
    options = tuple([Option(gun, f"in {board.map.called(board.hex_of(gun))}") for gun in guns])
    question = Question(
        side, "Bruchmueller", options, "15.2.2f", "which piece in Offensive mode carries the Bruchmueller event?",
        default=(default,), hint=f"bruchmueller: {default}", about={"topic": BRUCHMUELLER},
    )  # fmt: skip
    chosen = UnitId(table.choose(question)) if len(guns) > 1 else guns[0]
    board.mark(chosen, BRUCHMUELLER, "S1.sp3")
    board.note("bruchmueller", "S1.sp3", unit=chosen, hex=board.hex_of(chosen))


def chosen_guns(board: Board, table: Table) -> tuple[UnitId, ...]:
    """8.0b (see 12.2.4g, ruling R99): exactly as many as the card says, or all if there are no more."""
    side, number = initiative(board.scenario), int(terms(board)["guns"])
    guns = [unit for unit in board.on_map(side) if board.unit(unit).type == "army-artillery"]
    if len(guns) <= number:
        return tuple(guns)
    fixed = required(board, guns)
    guns, number = [gun for gun in guns if gun not in fixed], number - len(fixed)
    options = tuple([Option(gun, f"in {board.map.called(board.hex_of(gun))}") for gun in guns])
    default = tuple(sorted(guns, key=lambda gun: (-_targets(board, gun), guns.index(gun)))[:number])
    text = f"Which {number} of your{' other' if fixed else ''} Army Artillery go over to Offensive mode?"
    hint, about = f"offensive: {', '.join(default)}", {"topic": OFFENSIVE}
    question = Question(
        side, "offensive guns", options, "8.0b", text, many=True, default=default, hint=hint, about=about,
        least=number, most=number,
    )  # fmt: skip
    return with_sheet(board, (*fixed, *(UnitId(gun) for gun in table.ask(question))), guns)


def required(board: Board, guns: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """SC.0e, S5.sp1 (see ruling R99): the piece that the card asks for by the hex where it began, if it is left."""
    began = terms(board).get("must_began", "")
    return tuple([gun for gun in guns if began and board.unit(gun).set_up == f"at {began}"])


def with_sheet(board: Board, chosen: tuple[UnitId, ...], guns: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """See S5.sp1, rulings R99, R162: where the card wants a piece on a sheet and none was named, the last gives way."""
    sheet = terms(board).get("must_sheet", "")
    there = [gun for gun in guns if sheet and board.hex_of(gun).startswith(sheet)]
    if not there or any(board.hex_of(gun).startswith(sheet) for gun in chosen):
        return chosen
    return (*chosen[:-1], max(there, key=lambda gun: (_targets(board, gun), -guns.index(gun))))


def _targets(board: Board, gun: UnitId) -> int:
    """How many enemy hexes the gun has in range."""
    here, enemy = board.hex_of(gun), board.enemy_of(board.unit(gun).side)
    held = dict.fromkeys([board.hex_of(unit) for unit in board.on_map(enemy)])
    return len([there for there in held if board.map.grid.distance(here, there) <= board.unit(gun).figure("range")])


def guns_in_range(board: Board, hex_id: HexId, side: Side) -> Sequence[UnitId]:
    """See 8.0b, 11.2.8a, ruling R115: the side's guns in Offensive mode that have the hex in range."""
    guns = [unit for unit in board.marked(side) if board.is_marked(unit, OFFENSIVE) and board.is_on_map(unit)]
    distance = board.map.grid.distance
    return [gun for gun in guns if distance(board.hex_of(gun), hex_id) <= board.unit(gun).figure("range")]
