"""No Firing markers: the guns that kept silent at Caporetto, and gunners who will not fire in October 1918."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.italia18.counters import CP, EN, SIDES
from pbem.games.italia18.guns import ARMY, CORPS, SILENT, is_in_range
from pbem.games.italia18.turns import initiative, reacting, track_turn
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table

KINDS = (CORPS, ARMY)
DICE = {CP: "green die, No Firing", EN: "blue die, No Firing"}


def lift(board: Board, rule: str) -> None:
    """All No Firing markers go."""
    for gun in [unit for unit in board.marked() if board.is_marked(unit, SILENT)]:
        board.unmark(gun, SILENT, rule)


def lift_after_caporetto(board: Board, side: Side) -> None:
    """S1.sp6: the marker goes when the markers of the first CP Exploitation Phase are adjusted, and never returns."""
    if side == initiative(board.scenario):
        lift(board, "S1.sp6")


def lift_after_sequence(board: Board, side: Side) -> None:
    """See S5.sp5: with the second sequence they are over."""
    if side == reacting(board.scenario):
        lift(board, "S5.sp5")


# -- October 1918 --------------------------------------------------------------------------------------------


def mutinous_guns(board: Board, kind: str) -> list[UnitId]:
    """See S5.sp5: Austro-Hungarian Artillery of a kind that has no marker yet."""
    guns = [unit for unit in board.on_map(CP) if board.unit(unit).type == kind and board.unit(unit).nation == "AH"]
    return [gun for gun in guns if not board.is_marked(gun, SILENT)]


def refuse_to_fire(board: Board, table: Table, number: int) -> None:
    """S5.sp5 (see ruling R136): as the second sequence opens each side's die silences guns of its choosing.

    Both are asked at once, for a ranking; the Entente's choice goes first.
    """
    card = board.scenario.card["no_firing"]
    if number != int(card["sequence"]) or track_turn(board) < int(card["from_turn"]):
        return
    wanted = {side: _wanted(board, table, side) for side in (EN, CP)}
    asked = [side for side in wanted if _has_choice(board, wanted[side])]
    answers = table.ask_all([_question(board, side, wanted[side]) for side in asked]) if asked else []
    ranked = dict(zip(asked, answers, strict=True))
    for side, counts in wanted.items():
        _silence(board, side, counts, ranked.get(side, ()))


def _wanted(board: Board, table: Table, side: Side) -> tuple[int, int]:
    """Corps and Army pieces by the side's die."""
    die = table.roll(DICE[side], rule="S5.sp5", by=side)
    corps, army = str(board.scenario.charts["no_firing"][f"row{die}"][0]).split()
    board.note("no-firing", "S5.sp5", side=side, die=die, corps=int(corps), army=int(army))
    return int(corps), int(army)


def _has_choice(board: Board, counts: Sequence[int]) -> bool:
    return any(number and len(mutinous_guns(board, kind)) > 1 for kind, number in zip(KINDS, counts, strict=True))


def _question(board: Board, side: Side, counts: Sequence[int]) -> Question:
    guns = [gun for kind, number in zip(KINDS, counts, strict=True) if number for gun in mutinous_guns(board, kind)]
    default = default_order(board, side, guns)
    options = tuple([Option(gun, f"in {board.map.called(board.hex_of(gun))}") for gun in default])
    text = (
        f"which guns are silent: {counts[0]} of the Corps Artillery and {counts[1]} of the Army Artillery? First first."
    )
    return Question(
        side, f"No Firing by {SIDES[side]}", options, "S5.sp5", text, many=True, default=default,
        hint=f"no-firing: {', '.join(default[:2])}", about={"topic": "no-firing"},
    )  # fmt: skip


def default_order(board: Board, side: Side, guns: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """The printed default: the Entente silence the guns with most enemies in range, the CP those with fewest."""
    enemies = [unit for unit in board.on_map(EN) if board.unit(unit).type != "air"]
    busy = {gun: len([1 for unit in enemies if is_in_range(board, gun, board.hex_of(unit))]) for gun in guns}
    return tuple(sorted(guns, key=lambda gun: -busy[gun] if side == EN else busy[gun]))


def _silence(board: Board, side: Side, counts: Sequence[int], ranked: Sequence[str]) -> None:
    """See ruling R136: too few of a kind, and there are as many as there are; what a list leaves open is filled up."""
    for kind, number in zip(KINDS, counts, strict=True):
        free = mutinous_guns(board, kind)
        order = [*(UnitId(gun) for gun in ranked if gun in free), *default_order(board, side, free)]
        for gun in list(dict.fromkeys(order))[:number]:
            board.mark(gun, SILENT, "S5.sp5")
            board.note("silenced", "S5.sp5", unit=gun, hex=board.hex_of(gun), side=side)
