"""13.1 Declaring an Assault."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.games.strafexpedition.declaration import declare, declared, entry
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from tests.games.strafexpedition.boards import board, small_map
from tests.games.strafexpedition.fighting import T, action, battle, order

A = UnitId("AH-a")
BOTH = "AH-a BATTALION 0403\nAH-b BATTALION 0403\nIT-a BATTALION 0303\nIT-b BATTALION 0404\n"


def refused(here: Board, target: str, units: str, left: int | None = None) -> str:
    with pytest.raises(Illegal) as refusal:
        order(here, target, units, None if left is None else {units.split()[0]: left})
    problem = refusal.value.problem
    assert problem.why
    assert problem.wanted
    assert problem.advice
    return problem.rule


def test_13_1_1_a_marker_points_at_a_neighbour_with_enemies() -> None:
    here = battle(BOTH)
    order(here, "0303", "AH-a")
    assert declared(here, Side("AH")) == {T: (A,)}
    assert refused(battle(BOTH), "0304", "AH-a") == "13.1.1"  # nobody there
    far = battle(BOTH + "AH-c BATTALION 0505")
    assert refused(far, "0303", "AH-c") == "13.1.1"


@pytest.mark.parametrize("kind", ["BATTERY", "FORTRESS"])
def test_13_1_1_only_infantry_of_the_action_assaults(kind: str) -> None:
    here = battle(BOTH + f"AH-g {kind} 0403")
    assert refused(here, "0303", "AH-g") == "13.1.1"
    with pytest.raises(Illegal) as refusal:
        declare(here, action(here, "AH-b"), T, (A,), (6,))
    assert refusal.value.problem.rule == "13.1.1"


def test_13_1_1_headquarters_alone_are_no_target_and_lone_guns_are() -> None:
    """13.1.1, 19.3, ruling R106."""
    here = battle("AH-a BATTALION 0403\nIT-h HQ 0303\nIT-g BATTERY 0404")
    assert refused(here, "0303", "AH-a") == "13.1.1"
    order(here, "0404", "AH-a")


def test_13_1_2_units_of_a_stack_go_for_different_hexes_or_stay() -> None:
    here = battle(BOTH)
    order(here, "0303", "AH-a")
    order(here, "0404", "AH-b")
    assert declared(here, Side("AH")) == {T: (A,), HexId("0404"): (UnitId("AH-b"),)}
    assert refused(here, "0404", "AH-a") == "13.1.2"


def test_11_1_3_the_marker_costs_the_hex_but_not_the_zone_that_is_left() -> None:
    """13.1.5: 2 half points are left, the hex costs 2, and the unit stands in two enemy zones."""
    here = battle(BOTH)
    active = order(here, "0303", "AH-a", {"AH-a": 2})
    assert active.left[A] == 0


def test_13_1_5_who_cannot_pay_for_the_hex_cannot_assault() -> None:
    assert refused(battle(BOTH), "0303", "AH-a", left=1) == "13.1.5"
    uphill = board(
        small_map("""
        02 1 4
        01 1 1
    """),
        "AH-a BATTALION 0201\nIT-a BATTALION 0202",
    )
    assert entry(uphill, A, HexId("0202")).halves == 8
    assert refused(uphill, "0202", "AH-a", left=7) == "13.1.5"


def test_13_1_5_no_road_helps_into_a_hex_of_the_enemy() -> None:
    here = battle(BOTH, "line road: 0403-0303\n")
    assert entry(here, A, T).halves == 2


def test_13_1_5_over_a_crag_only_mountain_infantry_that_has_not_moved() -> None:
    """11.0.4, ruling R111: it costs the whole allowance."""
    crag = "side crag: 0303/0403\n"
    here = battle(BOTH + "AH-m ALPINI 0403\nAH-n ALPINI 0403", crag)
    assert refused(here, "0303", "AH-a") == "11.0.4"
    assert order(here, "0303", "AH-m").left == {UnitId("AH-m"): 0}
    assert refused(here, "0303", "AH-n", left=11) == "13.1.5"
    over = battle(BOTH, crag + "line road: 0403-0303\n")
    order(over, "0303", "AH-a")


def test_18_2_1_who_has_dug_or_has_only_just_come_does_not_assault() -> None:
    """18.2.1, ruling R131."""
    here = battle("AH-a BATTALION 0403 2 dug\nAH-b BATTALION 0403 2 held\nIT-a BATTALION 0303")
    assert refused(here, "0303", "AH-a") == "18.2.1"
    assert refused(here, "0303", "AH-b") == "13.1.1"
