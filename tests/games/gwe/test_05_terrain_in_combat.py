"""5.4: the right-hand column of the Terrain Effects Chart, as odds and die meet it."""

from __future__ import annotations

import pytest

from pbem.games.gwe.counters import AL
from pbem.games.gwe.strengths import attack_strength, columns, defence_strength, die_modifiers, ratio_column
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.gwe.boards import board, field

TARGET = (HexId("0404"),)
DEFENDER = "IT-13 XX 2-3-6 infantry at 0404\n"


def units(*names: str) -> tuple[UnitId, ...]:
    return tuple(map(UnitId, names))


def attack(b: Board, *names: str) -> int:
    return attack_strength(b, units(*names), TARGET, {}).total


@pytest.mark.parametrize(
    ("ground", "feature", "strength"),
    [(".", "", 3), ("%", "", 3), ("^", "", 6), (".", "hex town: 0404", 3), (".", "hex city: 0404", 6)],
)
def test_5_4_mountain_and_city_double_the_defender(ground: str, feature: str, strength: int) -> None:
    b = board(field({"0404": ground}, feature), DEFENDER)
    assert defence_strength(b, AL, TARGET, ()).total == strength


def test_5_4_trench_doubles_on_top_of_the_mountain() -> None:
    trench = "hex trench owner=CP: 0404"
    assert defence_strength(board(field({}, trench), DEFENDER), AL, TARGET, ()).total == 6
    assert defence_strength(board(field({"0404": "^"}, trench), DEFENDER), AL, TARGET, ()).total == 12


def test_5_4_ridge_adds_one_to_the_die_once() -> None:
    lines = "AH-1 XX 4-5-8 infantry at 0304\nAH-2 XX 4-5-8 infantry at 0305\nAH-3 XX 4-5-8 infantry at 0403\n"
    b = board(field({}, "side ridge: 0304/0404 0305/0404"), DEFENDER + lines)
    assert die_modifiers(b, units("AH-1", "AH-2", "AH-3"), TARGET).total == 1
    assert die_modifiers(b, units("AH-3"), TARGET).total == 0


RIVER = "side major-river name=Isonzo: 0304/0404 0305/0404"
TWO = "AH-1 XX 6-5-8 infantry at 0304\nAH-2 XX 4-5-8 infantry at 0305\nAH-3 XX 4-5-8 infantry at 0403\n"


def test_5_4_river_halves_attackers_and_a_major_one_all_round_adds_two() -> None:
    b = board(field({}, RIVER), DEFENDER + TWO)
    assert attack(b, "AH-1", "AH-2") == 3 + 2
    assert die_modifiers(b, units("AH-1", "AH-2"), TARGET).total == 2
    assert attack(b, "AH-1", "AH-3") == 3 + 4
    assert die_modifiers(b, units("AH-1", "AH-3"), TARGET).total == 0


def test_5_4_river_minor_ones_leave_the_die_alone() -> None:
    b = board(field({}, RIVER.replace("major-river", "river")), DEFENDER + TWO)
    assert attack(b, "AH-1", "AH-2") == 5
    assert die_modifiers(b, units("AH-1", "AH-2"), TARGET).total == 0


def test_5_4_cumul_city_and_river_act_together() -> None:
    b = board(
        field({}, "hex city: 0404\nside river name=Torre: 0304/0404"), DEFENDER + "AH-1 XX 12-5-8 infantry at 0304\n"
    )
    ours, theirs = attack(b, "AH-1"), defence_strength(b, AL, TARGET, ()).total
    assert (ours, theirs) == (6, 6)
    assert columns(b, 1)[ratio_column(b, 1, ours, theirs)] == "1-1"
