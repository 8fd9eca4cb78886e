"""11.3.4.1, 15.4 Trucks and their loads; 15.5.1 Depots blown up; 11.2.9 markers laid early."""

from __future__ import annotations

import pytest

from pbem.games.italia18.by_mail.orders_move import Disengage, Leg, Move, Reserve
from pbem.games.italia18.by_mail.orders_retreat import Burn, Drive
from pbem.games.italia18.counters import CP
from pbem.games.italia18.trucks import caught, is_aboard
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from tests.games.italia18.boards import board, flat, hexes, units
from tests.games.italia18.phases import move_phase, places, refused
from tests.games.tables import facts

ROAD = flat(3, 16, "line road: 0201-0202-0203-0204-0205-0206-0207-0208-0209-0210-0211-0212-0213-0214-0215-0216\n")
TRUCKS = "IT-t - 15 trucks at 0201\n"
FOUR = "".join(f"IT-{number} III 3-4-5/4 infantry at 0201\n" for number in range(1, 5))


def legs(text: str) -> tuple[Leg, ...]:
    """`0209 drop IT-1 IT-2, 0211`: stretches of a ride."""
    parts = [part.partition(" drop ") for part in text.split(", ")]
    return tuple([Leg(hexes(where), units(whom)) for where, _, whom in parts])


def ride(load: str, way: str) -> Drive:
    return Drive(UnitId("IT-t"), units(load), legs(way))


def test_11_3_4_1b_two_stops_take_five_points_each() -> None:
    order = ride("IT-1 IT-2 IT-3 IT-4", "0209 drop IT-1 IT-2, 0211 drop IT-3 IT-4")
    here = move_phase(board(TRUCKS + FOUR, ROAD), order)
    assert refused(here) == []
    assert places(here, "IT-1 IT-2 IT-3 IT-4 IT-t") == ["0209", "0209", "0211", "0211", "0211"]
    far = ride("IT-1 IT-2 IT-3 IT-4", "0209 drop IT-1 IT-2, 0212 drop IT-3 IT-4")
    assert refused(move_phase(board(TRUCKS + FOUR, ROAD), far)) == ["11.3.4.1b"]


def test_11_3_4_1b_passengers_make_no_other_move_and_stay_aboard_until_set_down() -> None:
    here = move_phase(board(TRUCKS + FOUR, ROAD), ride("IT-1", "0205"), Move(units("IT-1"), legs("0206")))
    assert refused(here) == ["11.1.1a"]
    assert is_aboard(here, UnitId("IT-1"))
    later = move_phase(here, Move(units("IT-1"), legs("0206")))
    assert refused(later)[1:] == ["11.3.4.1b"]
    move_phase(later, ride("IT-1", "0205 drop IT-1, 0207"))
    assert (places(later, "IT-1 IT-t"), is_aboard(later, UnitId("IT-1"))) == (["0205", "0207"], False)


ARDITI = "IT-a - - assault-troops kind=arditi at 0201\n"
STORMERS = "".join(f"IT-{number} III 4-4-5/5 storm division=1DA at 0201\n" for number in (5, 6))


@pytest.mark.parametrize(
    ("others", "load", "rule"),
    [
        (FOUR + ARDITI, "IT-1 IT-2 IT-3 IT-a", ""),
        ("IT-5 XX 6-9-4/4 infantry at 0201\n" + ARDITI, "IT-5 IT-a", ""),
        ("UK-7 XX 6-9-4/4 infantry at 0201\n", "UK-7", ""),
        ("".join(f"UK-{n} X 3-4-4/5 infantry division=23 at 0201\n" for n in (68, 69, 70)), "UK-68 UK-69 UK-70", ""),
        ("IT-g - 2-3-3 corps-artillery at 0201\n", "IT-g", ""),
        (STORMERS, "IT-5 IT-6", ""),
        ("IT-5 X 4-4-5/4 infantry at 0201\nIT-6 X 4-4-5/4 infantry at 0201\n" + FOUR, "IT-5 IT-6", ""),
        ("IT-5 X 4-4-5/4 infantry at 0201\nIT-6 X 4-4-5/4 infantry at 0201\n" + FOUR, "IT-5 IT-6 IT-1", "11.3.4.1a"),
        ("IT-5 XX 1-2-5/2 cavalry at 0201\n", "IT-5", "15.4"),
        ("IT-5 I 1-2-5/5 mountain at 0201\n", "IT-5", "15.4"),
        ("IT-5 XX 6-9-4/3 infantry at 0202\n", "IT-5", "11.3.4.1a"),
        ("IT-5 XX 6-9-4/3 infantry at 0201 2 frozen=0201\n", "IT-5", "11.2.10a"),
        ("IT-g - 3-5-2 army-artillery at 0201 1 offensive\n", "IT-g", "11.3.1.1"),
        (ARDITI, "IT-a", "11.3.4.1a"),
    ],
)  # fmt: skip
def test_11_3_4_1a_what_trucks_carry(others: str, load: str, rule: str) -> None:
    here = move_phase(board(TRUCKS + others, ROAD), ride(load, "0203"))
    assert refused(here) == ([rule] if rule else [])


def test_15_4_trucks_are_the_ententes_and_alone_are_lost() -> None:
    own = board("AH-t - 15 trucks at 0201\nAH-1 X 4-4-5/5 infantry at 0201", ROAD)
    assert refused(move_phase(own, Drive(UnitId("AH-t"), units("AH-1"), legs("0203")), side=CP)) == ["15.4"]
    here = board(f"{TRUCKS}AH-1 X 4-4-5/5 infantry at 0205", ROAD)
    move_phase(here, Move(units("AH-1"), legs("0202")), side=CP)
    assert [fact["unit"] for fact in facts(here, "eliminated")] == ["IT-t"]


def test_11_3_4_1c_whoever_is_caught_aboard_is_disorganized() -> None:
    here = move_phase(board(TRUCKS + FOUR, ROAD), ride("IT-1", "0205"))
    caught(here, units("IT-1 IT-2"))
    assert [here.marks(unit) for unit in units("IT-1 IT-2")] == [("dg",), ()]


# -- Depots --------------------------------------------------------------------------------------------------

DEPOT = "IT-d - 0 depot at 0203\nIT-h - 8-6 hq at 0201\n"


@pytest.mark.parametrize(("die", "place", "marks"), [(4, "gone", ()), (5, "0203", ("tried",))])
def test_15_5_1_a_depot_is_blown_up_on_a_four(die: int, place: str, marks: tuple[str, ...]) -> None:
    here = move_phase(_near(), Burn(UnitId("IT-d")), dice=[die])
    assert (places(here, "IT-d"), here.marks(UnitId("IT-d"))) == ([place], marks)
    assert here.noted("depots.CP") == ""


def test_15_5_1_one_try_and_only_with_an_enemy_near() -> None:
    assert refused(move_phase(_near(" 1 tried"), Burn(UnitId("IT-d")))) == ["15.5.1"]
    assert refused(move_phase(board(DEPOT, ROAD), Burn(UnitId("IT-d")))) == ["15.5.1"]
    assert refused(move_phase(_near(), Burn(UnitId("IT-h")))) == ["15.5.1"]
    alone = board("IT-d - 0 depot at 0203\nAH-1 X 4-4-5/5 infantry at 0206", ROAD)
    assert refused(move_phase(alone, Burn(UnitId("IT-d")))) == ["15.5.1"]


def _near(marks: str = "") -> Board:
    lines = DEPOT.replace("at 0203", f"at 0203{marks}")
    return board(f"{lines}AH-1 X 4-4-5/5 infantry at 0206", ROAD)


# -- the variant ---------------------------------------------------------------------------------------------


def test_11_2_9_markers_before_the_first_move_bind_their_units() -> None:
    listed = "IT-1 XX 6-9-4/3 infantry at 0103\nIT-2 X 4-4-5/4 infantry at 0103\nAH-1 XX 8-9-4/4 infantry at 0104"
    orders = (Move(units("IT-1"), legs("0102")), Disengage(units("IT-1")))
    late = move_phase(board(listed, ROAD), *orders)
    assert (refused(late), places(late, "IT-1")) == (["11.2.7"], ["0102"])
    early = move_phase(board(listed, ROAD, options={"early-markers": "yes"}), *orders)
    assert (refused(early), places(early, "IT-1")) == (["11.2.9"], ["0103"])
    assert early.marks(UnitId("IT-1")) == ("disengage",)


def test_11_2_9_reserves_too() -> None:
    listed = "GE-A - 3-5-2 army-artillery at 0301 1 offensive\nGE-1 III 4-4-5/5 infantry at 0302"
    here = board(listed, ROAD, options={"early-markers": "yes"})
    move_phase(here, Move(units("GE-1"), legs("0303")), Reserve(units("GE-1")), side=CP)
    assert (refused(here), places(here, "GE-1")) == (["11.2.9"], ["0302"])
