"""15.0 Headquarters."""

from __future__ import annotations

from pbem.games.caporetto import headquarters, sequence
from pbem.games.caporetto.by_mail.conditions import lost_in_step
from pbem.games.caporetto.by_mail.telling import TELLING
from pbem.games.caporetto.counters import AL, CP, movement_factor
from pbem.kernel.board import Board
from pbem.kernel.facts import steps_lost
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.telling.figures import sums
from tests.games.caporetto.turns import field_board, moved, place_of, play
from tests.games.tables import dropped, facts

HQ = UnitId("AH-hq10")


def mode_of(b: Board) -> bool:
    return headquarters.is_in_support_mode(b, HQ)


ARRIVING = "IT-hq9 XXXX 6/2 hq turn 6\nIT-hq1 XXXX 6/2 hq at 0102 1 support\nIT-7 XX 3-4-8 infantry at 0203\n"


def test_15_1_the_mode_is_chosen_at_the_start_of_the_segment() -> None:
    b = field_board("AH-hq10 XXXX 6/2 hq at 0603\n", step="cp-first-combat")
    play(b, CP, "mode AH-hq10 support")
    assert mode_of(b)
    b = Board(b.scenario, b.freeze(6, "al-first-combat"))
    play(b, AL)
    assert mode_of(b)
    b = Board(b.scenario, b.freeze(7, "cp-first-combat"))
    play(b, CP, "mode AH-hq10 movement")
    assert not mode_of(b)


def test_15_1_without_an_order_the_mode_stays() -> None:
    b = field_board("AH-hq10 XXXX 6/2 hq at 0603 support\n", step="cp-first-combat")
    play(b, CP)
    assert mode_of(b)


def test_15_1_strategic_movement_comes_before_the_choice() -> None:
    order = list(sequence.steps(field_board("AH-hq10 XXXX 6/2 hq at 0603\n").scenario))
    assert order.index("cp-strategic") < order.index("cp-first-combat")


def test_15_1_only_own_hqs_on_the_map_have_a_mode() -> None:
    b = field_board("AH-4 XX 3-5-8 infantry at 0603\nAH-hq10 XXXX 6/2 hq turn 9\n", step="cp-first-combat")
    play(b, CP, "mode AH-4 support\nmode AH-hq10 support")
    assert [rule for rule, _ in dropped(b)] == ["15.1", "15.1"]


def test_15_1_1_movement_mode_moves_six_and_by_rail_twelve_hexes() -> None:
    rail = "line rail: " + "-".join(f"08{c:02}" for c in range(1, 13))
    b = field_board("AH-hq10 XXXX 6/2 hq at 0801\n", {}, rail)
    assert movement_factor(b, HQ) == 6
    play(b, CP, "move AH-hq10 to 0812")
    assert moved(b, "AH-hq10")["cost"] == "5.5"
    assert headquarters.serving_hqs(b, CP, HexId("0812")) == ()


def test_15_1_2_support_mode_moves_two_without_rail_and_reaches_three() -> None:
    rail = "line rail: " + "-".join(f"08{c:02}" for c in range(1, 13))
    b = field_board("AH-hq10 XXXX 6/2 hq at 0801 support\n", {}, rail)
    assert movement_factor(b, HQ) == 2
    play(b, CP, "move AH-hq10 to 0804")
    assert dropped(b)[0][0] == "7.1"
    play(b, CP, "move AH-hq10 to 0803")
    assert place_of(b, "AH-hq10") == "0803"
    assert headquarters.serving_hqs(b, CP, HexId("0806")) == ("AH-hq10",)
    assert headquarters.serving_hqs(b, CP, HexId("0807")) == ()


# -- alone ---------------------------------------------------------------------------------------------------


def test_15_2_2_a_lone_hq_in_an_enemy_zone_is_lost_at_once() -> None:
    units = "IT-hq1 XXXX 6/2 hq at 0304\nIT-7 XX 3-4-8 infantry at 0112\nAH-4 XX 3-5-8 infantry at 0504\n"
    b = field_board(units)
    play(b, CP, "move AH-4 to 0404")
    assert place_of(b, "IT-hq1") == "gone"
    assert facts(b, "eliminated")[0].rule == "15.2/2"


def test_15_2_2_troops_protect_it_and_other_hqs_do_not() -> None:
    hqs = "IT-hq1 XXXX 6/2 hq at 0304\nIT-hq2 XXXX 6/2 hq at 0304\n"
    mover = "AH-4 XX 3-5-8 infantry at 0504\n"
    b = field_board(hqs + mover)
    play(b, CP, "move AH-4 to 0404")
    assert {place_of(b, "IT-hq1"), place_of(b, "IT-hq2")} == {"gone"}
    b = field_board(hqs + mover + "IT-7 XX 3-4-8 infantry at 0304\n")
    play(b, CP, "move AH-4 to 0404")
    assert place_of(b, "IT-hq1") == "0304"


def test_15_2_2_the_zone_of_an_hq_kills_no_hq() -> None:
    b = field_board("IT-hq1 XXXX 6/2 hq at 0404\nAH-hq10 XXXX 6/2 hq at 0604\n")
    play(b, CP, "move AH-hq10 to 0504")
    assert dropped(b) == []
    assert place_of(b, "IT-hq1") == "0404"


def test_15_2_2_ones_own_hq_may_not_be_moved_there_alone() -> None:
    units = "AH-hq10 XXXX 6/2 hq at 0604\nAH-4 XX 3-5-8 infantry at 0604\nIT-7 XX 3-4-8 infantry at 0404\n"
    b = field_board(units)
    play(b, CP, "move AH-hq10 to 0504")
    assert dropped(b)[0][0] == "15.2/2"
    b = field_board(units)
    play(b, CP, "move AH-hq10, AH-4 to 0504")
    assert dropped(b) == []
    assert place_of(b, "AH-hq10") == "0504"


def test_10_2_an_hq_is_no_step_lost() -> None:
    """10.2, 15.2/2, ruling R15: neither for a condition nor for the figures of a report."""
    b = field_board("IT-hq1 XXXX 6/2 hq at 0404\nAH-4 XX 3-5-8 infantry at 0604\n")
    play(b, CP, "move AH-4 to 0504")
    assert [(fact["unit"], steps_lost(fact)) for fact in facts(b, "eliminated")] == [("IT-hq1", 0)]
    assert lost_in_step(b, AL) == 0
    assert sums(b.facts, b.scenario, TELLING).lost == {}
    assert sums(b.facts, b.scenario, TELLING).eliminated == {AL: 1}


def test_15_2_2_a_lone_hq_stops_ordinary_movement() -> None:
    b = field_board("IT-hq1 XXXX 6/2 hq at 0305\nAH-4 XX 3-5-8 infantry at 0503\n")
    play(b, CP, "move AH-4 0404 -> 0304 -> 0204")
    assert dropped(b)[0][0] == "7.4"
