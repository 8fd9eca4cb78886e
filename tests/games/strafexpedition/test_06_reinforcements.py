"""6.0 Reinforcements, logistics points, and what scenarios add to them."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.games.strafexpedition.by_mail.orders_guns import Delay, Enter
from pbem.games.strafexpedition.counters import AH, IT, is_battery
from pbem.games.strafexpedition.deployment import initial_position
from pbem.games.strafexpedition.disorganization import disorganization
from pbem.games.strafexpedition.logistics import stock
from pbem.games.strafexpedition.night import punish_crowds
from pbem.games.strafexpedition.reinforcements import arrivals, check_entry, due, morning, open_hexes, run, zone
from pbem.games.strafexpedition.victory import prisoners
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.text.orders import Order, Orders, OrdersBySide
from tests.games.strafexpedition.boards import hexes_of, units_of
from tests.games.strafexpedition.data import scenario
from tests.games.tables import dropped, table

NOTHING: OrdersBySide = {IT: Orders(IT), AH: Orders(AH)}


def on(name: str, date: str, **placed: str) -> Board:
    """The scenario on a day with nobody on the map but who is named: `IT_161_I="4337"`."""
    printed = scenario(name)
    position = initial_position(printed)
    there = {UnitId(unit.replace("_", "-")): HexId(place) for unit, place in placed.items()}
    units = {**position.units, **{unit: UnitState(place, 2) for unit, place in there.items()}}
    turn = printed.card["dates"].index(date) + 1
    return Board(printed, Position(position.game, turn, "", units, position.hexes, position.notes))


def played(here: Board, *orders: Order, side: str = "IT") -> Board:
    given = {
        **NOTHING,
        here.unit(UnitId(f"{side}-hq-{'Roma' if side == 'IT' else '58'}")).side: Orders(
            IT if side == "IT" else AH, orders
        ),
    }
    run(here, table(here), given)
    return here


def why_not(here: Board, unit: str, hex_id: str) -> str:
    with pytest.raises(Illegal) as refused:
        check_entry(here, here.unit(UnitId(unit)).side, UnitId(unit), HexId(hex_id))
    return refused.value.problem.rule


def test_4_0_1_points_come_in_before_anybody_plans() -> None:
    """4.0.1, 7.0: on May 21 Italy gets ten."""
    here = on("campaign", "May 21")
    before = stock(here, IT)
    morning(here, table(here), NOTHING)
    assert (stock(here, IT) - before, stock(here, AH)) == (10, 60)


def test_4_0_1_nobody_comes_and_no_points_in_s4() -> None:
    """S4.sp: neither units nor points on June 13."""
    here = on("novegno", "June 13")
    morning(here, table(here), NOTHING)
    assert [stock(here, side) for side in (IT, AH)] == [5, 7]
    assert [due(here, side) for side in (IT, AH)] == [(), ()]


def test_s4_sp_has_neither_reinforcements_nor_events() -> None:
    assert arrivals(scenario("novegno")) == ()


def test_6_1_placed_in_their_hexes_even_over_the_limit() -> None:
    here = played(on("campaign", "May 18"), side="AH")
    assert len(here.units_at("4324", AH)) == 8


def test_6_1_not_before_their_day_and_not_elsewhere() -> None:
    assert why_not(on("campaign", "May 17"), "IT-209-I", "1468") == "6.1"
    assert why_not(on("campaign", "May 18"), "IT-209-I", "0238") == "6.1"


def test_6_1_as_ordered_the_first_open_hex_of_the_list() -> None:
    unit = units_of("IT-85-I")
    here = played(on("campaign", "May 19"), Enter(unit, hexes_of("0146, 0238".replace(",", ""))))
    assert here.place(unit[0]) == "0146"
    shut = played(on("campaign", "May 19", AH_58_3_I="0147"), Enter(unit, hexes_of("0146 0238")))
    assert shut.place(unit[0]) == "0238"


def test_6_2_an_enemy_zone_closes_the_hex_unless_a_friend_stands_there() -> None:
    assert why_not(on("asiago", "May 22", AH_55_87_I="3457"), "IT-BCYC-II", "3357") == "6.2"
    check_entry(on("asiago", "May 22", AH_55_87_I="3457", IT_206_I="3357"), IT, UnitId("IT-BCYC-II"), HexId("3357"))
    shut = played(on("asiago", "May 22", AH_55_87_I="3357"))
    assert shut.place(UnitId("IT-BCYC-II")) == "waiting"


def test_6_2_who_is_told_to_wait_waits_and_may_come_later() -> None:
    here = played(on("campaign", "May 18"), Delay(()))
    assert here.place(UnitId("IT-209-I")) == "waiting"
    later = Board(here.scenario, here.freeze(9, ""))
    assert UnitId("IT-209-I") in due(later, IT)


def test_6_2_only_who_is_due_can_be_told_to_wait() -> None:
    here = played(on("campaign", "May 17"), Delay(units_of("IT-209-I")))
    assert dropped(here)[0][0] == "6.2"


def test_s2_re_it_0521_alessandria_three_hexes_from_enemies_tired_and_bound() -> None:
    """S2.re.it.0521: two points each, and no movement today."""
    unit = UnitId("IT-155-I")
    here = on("asiago", "May 21")
    road = open_hexes(here, unit)
    assert HexId("3651") in road
    near = on("asiago", "May 21", AH_55_87_I="3649")
    assert why_not(near, unit, "3651") == "6.2"
    check_entry(on("asiago", "May 21", AH_55_87_I="3648"), IT, unit, HexId("3651"))
    played(here)
    assert disorganization(here, unit) == 2
    assert here.is_marked(unit, "held")


def test_s5_re_it_the_schedule_has_the_units_of_the_list() -> None:
    """S5.re.it: by day infantry and batteries."""
    printed = scenario("campaign")
    found: dict[str, list[int]] = {}
    for line in arrivals(printed):
        if line.side == IT:
            day = found.setdefault(printed.card["dates"][line.turn - 1], [0, 0])
            for unit in line.units:
                day[int(is_battery(printed.unit(unit)))] += 1
    assert found == {
        "May 16": [24, 2], "May 18": [22, 0], "May 19": [18, 2], "May 21": [6, 0], "May 22": [20, 2], "May 23": [12, 0],
        "May 24": [6, 1], "May 26": [2, 0], "May 28": [12, 0], "May 29": [18, 1], "June 1": [4, 0], "June 2": [24, 0],
        "June 3": [24, 0], "June 5": [12, 0],
    }  # fmt: skip


def test_s5_re_it_0521_alessandria_may_move_but_not_enter_an_enemy_zone() -> None:
    unit = UnitId("IT-155-I")
    assert why_not(on("campaign", "May 21", AH_55_87_I="3652", IT_206_I="3651"), unit, "3651") == "6.2"
    here = played(on("campaign", "May 21"))
    assert (disorganization(here, unit), here.is_marked(unit, "held")) == (2, False)


def test_s5_re_it_0522_lombardia_comes_with_half_its_movement() -> None:
    here = played(on("campaign", "May 22"))
    assert here.is_marked(UnitId("IT-73-I"), "halved")
    assert not here.is_marked(UnitId("IT-1-I"), "halved")


def test_s5_re_it_0524_padova_comes_near_1201_while_italy_holds_it() -> None:
    here = on("campaign", "May 24")
    check_entry(here, IT, UnitId("IT-117-I"), HexId("1203"))
    here.mark_hex(HexId("1201"), "held=AH", "23.1")
    assert why_not(here, "IT-117-I", "1203") == "6.1"
    check_entry(here, IT, UnitId("IT-117-I"), HexId("0225"))


@pytest.mark.parametrize(
    ("first", "second", "unit"), [("May 18", "May 19", "IT-209-I"), ("June 2", "June 3", "IT-144-I")]
)
def test_s5_sp7_a_turn_later_at_valstagna(first: str, second: str, unit: str) -> None:
    there = HexId("2872")
    early, late = on("campaign", first), on("campaign", second)
    line = next(one for one in arrivals(early.scenario) if UnitId(unit) in one.units)
    assert there not in zone(early, line)
    assert there in zone(late, line)
    check_entry(late, IT, UnitId(unit), there)


def test_s5_re_ah_the_schedule_and_none_after_the_second_russian_success() -> None:
    """S5.re.ah, 22.0: 104 battalions by day; neither they nor points come any more."""
    printed = scenario("campaign")
    lines = [line for line in arrivals(printed) if line.side == AH and not line.row.get("rebuilt")]
    assert [sum(len(x.units) for x in lines if x.turn == day) for day in (2, 4, 7, 8, 13, 16, 20)] == [
        16,
        8,
        37,
        4,
        12,
        12,
        15,
    ]
    here = on("campaign", "June 3")
    here.write("russian", 2, "22.0")
    before = stock(here, AH)
    morning(here, table(here), NOTHING)
    assert (due(here, AH), stock(here, AH)) == ((), before)


def test_s5_re_ah_0601_the_gebirgs_brigades_come_back_whole() -> None:
    """S5.re.ah.0601, 23.2: who had surrendered too, and still counts."""
    first, second = UnitId("AH-12G-3"), UnitId("AH-11G-10")
    here = on("campaign", "June 1", AH_11G_10="4306")
    here.put(first, "surrendered", "16.4")
    here.lose(second, 1, "13.2.6")
    here.mark(second, "disorganized=2", "13.2.6")
    morning(here, table(here), NOTHING)
    assert prisoners(here, AH) == 2
    played(here, Delay((first,)), side="AH")
    assert dropped(here)[0][0] == "S5.re.ah.0601"
    near = here.map.grid.within(HexId("3603"), 1)
    assert here.hex_of(first) in near
    assert (here.steps(second), here.marks(second)) == (2, ("held",))
    again = on("campaign", "June 1", AH_11G_10="4306")
    again.write("russian", 2, "22.0")
    morning(again, table(again), NOTHING)
    assert again.place(second) == "4306"


def test_6_1_the_crowds_of_june_1_have_a_day_more() -> None:
    """6.1, S5.re.ah.0601, ruling R39: they can neither wait nor move before June 2."""
    crowd = {f"AH_11G_{name}": "3603" for name in ("3", "10", "20")}
    for date, points in (("June 1", []), ("June 2", ["1", "1", "1"])):
        here = on("campaign", date, **crowd)
        punish_crowds(here)
        assert [mark for unit in here.on_map(AH) if (mark := here.mark_of(unit, "disorganized"))] == points
