"""13.4.5 Retreats."""

from __future__ import annotations

import pytest

from pbem.errors import Waiting
from pbem.games.strafexpedition.counters import IT
from pbem.games.strafexpedition.retreat_hexes import Flight, allowed, empty_around, grade
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.strafexpedition.boards import board, hexes_of
from tests.games.strafexpedition.data import MAP
from tests.games.strafexpedition.fighting import OTHERS, T, battle, places, state, storm
from tests.games.tables import facts

A = UnitId("IT-a")
ONE = "AH-a BATTALION 0403 2 assault=0303\nIT-a BATTALION 0303\n"


def flight(here: Board, origins: str = "0403", start: HexId = T, barred: str = "") -> Flight:
    came = hexes_of(origins)
    return Flight(A, start, came, (*came, *hexes_of(barred)), empty_around(here, start))


def going(here: Board, origins: str = "0403", barred: str = "") -> list[str]:
    return sorted(allowed(here, flight(here, origins, barred=barred)))


def test_13_4_5_priority_a_opposite_the_assault_or_beside_that() -> None:
    """13.4.5, ruling R76: from the north-west: south-east, east and south-west; two assaults: all hexes of either."""
    assert going(battle(ONE)) == ["0203", "0204", "0304"]
    assert going(battle(ONE), "0403 0404") == ["0203", "0204", "0302", "0304"]


def test_13_4_5_the_example_of_hex_2530_on_the_real_map() -> None:
    """13.4.5: assaulted from 2630 in the north-west, 2431 lies across; 2531 and 2430 beside it."""
    here = board(MAP, "IT-a ALPINI 2530\nAH-a BATTALION 2630")
    found = {
        there: grade(here, flight(here, "2630", HexId("2530")), there) for there in MAP.grid.neighbours[HexId("2530")]
    }
    assert (found[HexId("2630")], found[HexId("2431")], found[HexId("2531")], found[HexId("2430")]) == (0, 1, 1, 1)
    assert (found[HexId("2529")], found[HexId("2631")]) == (2, 2)


def test_13_4_5_then_other_empty_hexes_then_friends_then_too_many() -> None:
    blocked = ONE + "IT-c BATTALION 0203\nIT-d BATTALION 0204\nIT-e BATTALION 0304\nIT-e2 BATTALION 0304\n"
    assert going(battle(blocked)) == ["0302", "0404"]  # B
    friends = blocked + "IT-f BATTALION 0302\nAH-c BATTALION 0404\nIT-f2 BATTALION 0302"
    assert going(battle(friends)) == ["0203", "0204"]  # C
    full = friends + "\nIT-c2 BATTALION 0203\nIT-d2 BATTALION 0204"
    assert going(battle(full)) == ["0203", "0204", "0302", "0304"]  # D


def test_13_4_5_headquarters_do_not_fill_a_hex_and_lone_enemy_guns_close_it() -> None:
    """13.4.5, rulings R76, R135."""
    here = battle(ONE + "IT-h HQ 0203\nAH-h HQ 0204\nAH-g BATTERY 0304")
    assert going(here) == ["0203", "0204"]


def test_13_4_5_no_hex_from_which_another_assault_came() -> None:
    """13.4.5, 13.4.2, ruling R116."""
    assert going(battle(ONE), barred="0204") == ["0203", "0304"]


def test_13_4_5_the_owner_chooses_for_each_unit() -> None:
    """13.4.5, 13.4.5.1: both are asked at one moment, and may part."""
    rows = ONE + "IT-b BATTALION 0303"
    with pytest.raises(Waiting) as waiting:
        storm(battle(rows), "-/0D1R", answers=None)
    assert [(q.side, q.topic) for q in waiting.value.questions] == [(IT, "retreat-to"), (IT, "retreat-to")]
    answers = {"retreat of IT-a from 0303": ("0304",), "retreat of IT-b from 0303": ("0203",), OTHERS: ()}
    assert places(storm(battle(rows), "-/0D1R", answers=answers), "IT-a", "IT-b") == ["0304", "0203"]


def test_13_4_5_companions_may_stay_together_in_an_empty_hex() -> None:
    """13.4.5, ruling R170: what was empty when the retreat began is empty for both."""
    answers = {"retreat of IT-a from 0303": ("0204",), "retreat of IT-b from 0303": ("0204",), OTHERS: ()}
    here = storm(battle(ONE + "IT-b BATTALION 0303"), "-/0D1R", answers=answers)
    assert places(here, "IT-a", "IT-b") == ["0204", "0204"]


def test_12_7_whoever_overstacks_costs_everybody_a_point_once_a_turn() -> None:
    """12.7, 13.4.5: priority D."""
    crowd = "".join(f"IT-{name}{n} BATTALION {place}\n" for name, place in
                    (("c", "0203"), ("d", "0204"), ("e", "0304"), ("f", "0302")) for n in (1, 2))  # fmt: skip
    rows = ONE + crowd + "AH-c BATTALION 0404\nAH-c2 BATTALION 0404\n"
    answers = {"retreat of IT-a from 0303": ("0204",), OTHERS: ()}
    here = storm(battle(rows), "-/0D1R", answers=answers)
    assert state(here, "IT-a", "IT-d1", "IT-d2", "IT-c1") == [
        ("0204", 2, 2),
        ("0204", 2, 1),
        ("0204", 2, 1),
        ("0203", 2, 0),
    ]


def test_13_4_5_1_only_mountain_troops_go_over_a_crag_and_pay_two_points() -> None:
    """13.4.5.1, rulings R77, R139: it counts only if the owner wants it, or nothing else is left."""
    crags = "side crag: 0303/0204\n"
    assert going(battle(ONE, crags)) == ["0203", "0304"]
    alpini = ONE.replace("IT-a BATTALION", "IT-a ALPINI")
    here = battle(alpini, crags)
    assert allowed(here, flight(here))[-1] == "0204"
    answers = {"retreat of IT-a from 0303": ("0204",), OTHERS: ()}
    assert state(storm(here, "-/0D1R", answers=answers), "IT-a") == [("0204", 2, 3)]
    shut = "side crag: 0303/0204 0303/0203 0303/0304 0303/0302 0303/0404\n"
    assert places(storm(battle(ONE, shut), "-/0D1R"), "IT-a") == ["surrendered"]
    assert state(storm(battle(alpini, shut), "-/0D1R"), "IT-a")[0][1:] == (2, 3)


def test_13_4_5_2_who_cannot_go_anywhere_surrenders() -> None:
    ring = "".join(f"AH-{there} BATTALION {there}\n" for there in ("0203", "0204", "0302", "0304", "0404"))
    here = storm(battle(ONE + ring, trench=2), "-/0D1R")
    assert places(here, "IT-a", "AH-a") == ["surrendered", "0303"]
    assert here.hex_mark(T, "trench") == "AH:1"  # 18.5, ruling R120


def test_13_4_5_3_guns_in_fire_mode_stay_and_are_captured_in_the_end() -> None:
    """13.4.5.3, rulings R80, R81: guns on the move go with the infantry."""
    here = storm(battle(ONE + "IT-g BATTERY 0303 1 fire"), "-/0D1R")
    assert places(here, "IT-a", "IT-g") == ["0203", "surrendered"]
    moving = storm(battle(ONE + "IT-g BATTERY 0303"), "-/0D1R")
    assert places(moving, "IT-g") == ["0203"]
    alone = storm(battle("AH-a BATTALION 0403 2 assault=0303\nIT-g BATTERY 0303"), "-/0D1R")
    assert places(alone, "IT-g") == ["surrendered"]


def test_13_4_5_4_others_fire_at_those_who_retreat_through_their_zone() -> None:
    """13.4.5.4, rulings R74, R75, R171: once, with all machine guns that control the hex entered."""
    rows = ONE + "AH-x ALPINI 0205\nIT-c BATTALION 0203\nIT-e BATTALION 0304\nIT-f BATTALION 0302\nIT-k BATTALION 0404"
    here = storm(battle(rows), "-/0D1R", fire="- 0D1")
    assert [fact["strength"]["total"] for fact in facts(here, "fired", what="retreat of IT-a from 0303 to")] == [2]
    assert state(here, "IT-a") == [("0204", 2, 2)]


def test_13_4_5_4_it_holds_for_attackers_too() -> None:
    here = storm(battle(ONE + "IT-k ALPINI 0503"), "0D1R/-", fire="- 1D1")
    assert state(here, "AH-a") == [("0403", 1, 2)]


def test_13_4_2_who_is_in_an_assault_of_the_step_does_not_fire_at_retreats() -> None:
    """13.4.2, 13.4.5.4."""
    rows = ONE + "AH-b ALPINI 0206 2 assault=0205\nIT-b BATTALION 0205\n"
    answers = {"retreat of IT-a from 0303": ("0204",), OTHERS: ()}
    here = storm(battle(rows), "0D1/0D1R", answers=answers)
    assert places(here, "AH-b", "IT-a") == ["0205", "0204"]
    assert not [fact for fact in facts(here, "fired") if "retreat" in fact["what"]]


def test_13_4_5_5_friends_in_the_hex_are_not_hit() -> None:
    rows = (
        ONE + "AH-x ALPINI 0205\nAH-y BATTALION 0304\nIT-c BATTALION 0204\nIT-d BATTALION 0203\nIT-d2 BATTALION 0203\n"
    )
    rows += "IT-f BATTALION 0302\nIT-f2 BATTALION 0302\nAH-z BATTALION 0404"
    here = storm(battle(rows), "-/0D1R", fire="- 0D2")
    assert [(place, points) for place, _, points in state(here, "IT-a", "IT-c")] == [("0204", 3), ("0204", 0)]


def test_18_7_nobody_fires_between_two_own_trenches() -> None:
    """13.4.5.4, 18.7."""
    here = battle(ONE + "IT-k ALPINI 0503")
    for there in ("0303", "0403"):
        here.mark_hex(HexId(there), "trench=AH:1", "18.1")
    assert state(storm(here, "0D1R/-", fire="- 1D1"), "AH-a") == [("0403", 2, 1)]


def test_13_4_5_attackers_go_back_where_each_came_from() -> None:
    here = storm(battle(ONE + "AH-b BATTALION 0404 2 assault=0303"), "0D1R/-")
    assert places(here, "AH-a", "AH-b", "IT-a") == ["0403", "0404", "0303"]


def test_13_4_5_both_beaten_leave_the_hex_empty() -> None:
    """13.4.5, ruling R66."""
    here = storm(battle(ONE, trench=2), "0D1R/0D1R")
    assert places(here, "AH-a", "IT-a") == ["0403", "0203"]
    assert here.hex_mark(T, "trench") == "IT:1"


def test_23_1_a_hex_is_won_only_by_who_stays_in_it() -> None:
    """23.1, ruling R115: 1235 is of note; a beaten assault does not take it."""
    for result, holder in (("0D1R/-", ""), ("-/0D1R", "AH")):
        here = board(MAP, "IT-a BATTALION 1235\nAH-a ALPINI 1336 2 assault=1235")
        storm(here, result)
        assert here.hex_mark(HexId("1235"), "held") == holder


def test_13_4_5_1_beaten_attackers_pay_for_a_crag_too() -> None:
    """13.4.5.1, 13.4.5.6: two points for who has to climb back; none for who was not beaten (ruling R66)."""
    rows = "AH-a ALPINI 0403 2 assault=0303\nIT-a BATTALION 0303\n"
    crag = "side crag: 0303/0403\n"
    assert state(storm(battle(rows, crag), "0D1R/-"), "AH-a") == [("0403", 2, 3)]
    assert state(storm(battle(rows, crag), "0D1/-"), "AH-a") == [("0403", 2, 1)]
    assert state(storm(battle(rows), "0D1R/-"), "AH-a") == [("0403", 2, 1)]


def test_17_3_guns_are_not_eliminated_by_fire_at_their_retreat() -> None:
    """17.3, 19.6: only bombardment destroys guns; they take the points."""
    rows = ONE + "IT-g BATTERY 0303\nAH-b ALPINI 0104\n"
    away = {"retreat of IT-a from 0303": ("0204",), "retreat of IT-g from 0303": ("0203",), OTHERS: ()}
    here = storm(battle(rows), "-/0D0R", fire="- 2D1", answers=away)
    assert here.place(UnitId("IT-g")) == "0203"
