"""13.2 Offensive Bombardment."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal, Waiting
from pbem.games.strafexpedition.artillery import DEFENDED, FIRED
from pbem.games.strafexpedition.bombardment import Salvo, check, check_once, column, run, shifts, strength
from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.disorganization import disorganization
from pbem.games.strafexpedition.observation import observed_from, observers
from pbem.games.strafexpedition.trenches import level
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.strafexpedition.boards import board, flat, hexes_of, small_map, units_of
from tests.games.tables import facts, table

G, H, M = units_of("AH-g AH-h AH-m")
A, B = units_of("IT-a IT-b")
TARGET = HexId("0106")
GUNS = "AH-g BATTERY 0101 1 fire\nAH-h BATTERY 0102 1 fire\n"
TWO = "IT-a BATTALION 0106\nIT-b MILITIA 0106\n"


def fire(here: Board, dice: list[int], guns: tuple[UnitId, ...] = (G,), **fields: object) -> None:
    run(here, table(here, dice, "default", **fields), AH, [Salvo(TARGET, guns)])  # type: ignore[arg-type]


def why_not(here: Board, guns: tuple[UnitId, ...] = (G,), target: HexId = TARGET, eye: str = "0104") -> str:
    with pytest.raises(Illegal) as refused:
        check(here, AH, Salvo(target, guns), (G, H), observed_from(here, hexes_of(eye)))
    return refused.value.problem.rule


def test_13_2_needs_no_assault_and_no_enemy_in_the_hex() -> None:
    here = board(flat(1, 9), GUNS)
    check(here, AH, Salvo(TARGET, (G, H)), (G, H), observed_from(here, hexes_of("0104")))


def test_13_2_never_at_own_units() -> None:
    assert why_not(board(flat(1, 9), GUNS + "AH-a BATTALION 0106")) == "13.2"


def test_13_2_1_only_guns_of_the_activated_brigade_each_at_one_target() -> None:
    here = board(flat(1, 9), GUNS + "AH-m BATTERY 0103 1 fire")
    assert why_not(here, (M,)) == "13.2.1"
    for second in (Salvo(HexId("0107"), (G,)), Salvo(TARGET, (H,))):
        with pytest.raises(Illegal):
            check_once([Salvo(TARGET, (G,)), second])


@pytest.mark.parametrize(("eye", "sees"), [("0104", True), ("0107", False), ("0105", False), ("0106", False)])
def test_13_2_2_an_observer_hex_has_no_enemy_and_lies_in_no_enemy_zone(eye: str, sees: bool) -> None:
    here = board(flat(1, 20), "IT-a BATTALION 0106\nAH-a BATTALION 0105")
    assert bool(observers(here, AH, hexes_of(eye))) is sees


def test_13_2_2_by_an_option_a_friend_makes_an_observer_of_a_hex_in_an_enemy_zone() -> None:
    here = board(flat(1, 20), "IT-a BATTALION 0106\nAH-a BATTALION 0105", options={"observers": "friends"})
    assert observers(here, AH, hexes_of("0105 0107")) == hexes_of("0105")


def test_13_2_2_range_and_line_of_sight() -> None:
    here = board(flat(1, 20), "AH-g BATTERY 0101 1 fire\nIT-a BATTALION 0108")
    assert why_not(here, target=HexId("0109")) == "13.2.2"  # range 7
    assert why_not(here, target=HexId("0108"), eye="0101") == "13.2.2"  # seven hexes away
    check(here, AH, Salvo(HexId("0108"), (G,)), (G,), observed_from(here, hexes_of("0102")))


def test_13_2_4_each_gun_bombards_once_a_turn() -> None:
    assert why_not(board(flat(1, 9), "AH-g BATTERY 0101 1 fire fired")) == "13.2.4"


def test_13_3_9_having_fired_in_defence_does_not_matter() -> None:
    """13.3.9, 19.8: afterwards it has both markers."""
    here = board(flat(1, 9), "AH-g BATTERY 0101 1 def-fired fire\nIT-a BATTALION 0106")
    check(here, AH, Salvo(TARGET, (G,)), (G,), observed_from(here, hexes_of("0104")))
    fire(here, [1])
    assert here.is_marked(G, FIRED)
    assert here.is_marked(G, DEFENDED)


def test_13_2_5_guns_on_a_hex_make_one_total_and_one_roll() -> None:
    here = board(flat(1, 9), GUNS + TWO)
    assert strength(here, Salvo(TARGET, (G, H))).total == 8
    dice = table(here, [1], "default")
    run(here, dice, AH, [Salvo(TARGET, (G, H))])
    assert len(facts(here, "rolled")) == 1


def test_13_2_5_ground_and_trench_shift_together() -> None:
    """13.2.5, 18.4: woods and two levels are three columns to the left, but never beyond the first."""
    here = board(small_map("01 1 1 1 1 1 a 1 1"), GUNS + TWO)
    here.mark_hex(TARGET, "trench=IT:2", "18.1")
    assert shifts(here, TARGET).total == -3
    assert [column(here, Salvo(TARGET, guns)) for guns in ((G,), (G, H))] == [0, 0]
    assert column(here, Salvo(HexId("0107"), (G, H))) == 3


def test_13_2_5_weather_halves_the_whole_and_disorganization_comes_first() -> None:
    """9.1.rain, 9.1.round, 19.7: 4 and 3 are 7, halved 3."""
    here = board(flat(1, 9), "AH-g BATTERY 0101 1 fire\nAH-h BATTERY 0102 1 disorganized=1 fire\n" + TWO, first_day=9)
    assert strength(here, Salvo(TARGET, (G, H))).total == 3


@pytest.mark.parametrize(("die", "again", "points"), [(6, 0, 1), (5, 3, 1), (5, 4, 0), (1, 0, 0)])
def test_13_2_6_a_star_is_rolled_again(die: int, again: int, points: int) -> None:
    here = board(flat(1, 9), GUNS + TWO)
    fire(here, [die, again] if again else [die])
    assert [disorganization(here, unit) for unit in (A, B)] == [points, points]


def test_13_2_6_one_step_for_the_hex_and_points_for_each_unit() -> None:
    """13.2.6, ruling R54: by default the full unit with the lowest morale pays."""
    here = board(flat(1, 9), GUNS + TWO)
    fire(here, [1], forced={"bombardment": ["1D1"]})
    assert [here.steps(unit) for unit in (A, B)] == [2, 1]
    assert [disorganization(here, unit) for unit in (A, B)] == [1, 1]


def test_13_2_6_the_owner_says_who_pays_for_all_hexes_at_once() -> None:
    rows = GUNS + TWO + "IT-c BATTALION 0108\nIT-d BATTALION 0108"
    here = board(flat(1, 9), rows)
    salvos = [Salvo(TARGET, (G,)), Salvo(HexId("0108"), (H,))]
    with pytest.raises(Waiting) as waiting:
        run(here, table(here, [1, 1], forced={"bombardment": ["1D1"]}), AH, salvos)
    assert [question.side for question in waiting.value.questions] == [IT, IT]
    here = board(flat(1, 9), rows)
    named = {"losses by bombardment of 0106": ("IT-a",), "losses by bombardment of 0108": ("IT-d",)}
    run(here, table(here, [1, 1], named, forced={"bombardment": ["1D1"]}), AH, salvos)
    assert [here.steps(UnitId(f"IT-{name}")) for name in "abcd"] == [1, 2, 2, 1]


def test_13_2_6_t_lowers_the_trench_unless_mountain_guns_fire_alone() -> None:
    rows = "AH-m MOUNTAIN_GUNS 0102 1 fire\nAH-g BATTERY 0101 1 fire\n" + TWO
    for guns, left in (((M,), 2), ((M, G), 1)):
        here = board(flat(1, 9), rows)
        here.mark_hex(TARGET, "trench=IT:2", "18.1")
        fire(here, [1], guns, forced={"bombardment": ["0D1T"]})
        assert level(here, TARGET) == left
    bare = board(flat(1, 9), rows)
    fire(bare, [1], forced={"bombardment": ["0D1T"]})
    assert level(bare, TARGET) == 0


@pytest.mark.parametrize(("die", "hit"), [(2, "0105"), (3, "0106")])
def test_ev_it_3_and_ev_ah_3_short_fire_falls_on_the_own_assault(die: int, hit: str) -> None:
    """EV.ah.3, ruling R23: a die for each target; only assaulting units beside it draw the fire."""
    here = board(flat(1, 9), GUNS + "IT-a BATTALION 0106\nAH-a BATTALION 0105 2 assault=0106\nAH-b BATTALION 0107")
    here.write("event.short-firing", "AH", "EV.ah.3")
    fire(here, [die, 6])
    assert facts(here, "bombarded")[0]["target"] == hit
    assert disorganization(here, UnitId("AH-a")) == (1 if hit == "0105" else 0)


def test_ev_ah_3_without_an_assault_beside_it_the_target_is_hit() -> None:
    here = board(flat(1, 9), GUNS + "IT-a BATTALION 0106\nAH-b BATTALION 0107")
    here.write("event.short-firing", "AH", "EV.ah.3")
    fire(here, [1, 6])
    assert facts(here, "bombarded")[0]["target"] == "0106"
