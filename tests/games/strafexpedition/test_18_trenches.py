"""18.0 Trenches and digging."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.games.strafexpedition.artillery_phase import run
from pbem.games.strafexpedition.by_mail.orders_guns import Reduce
from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.digging import DUG, clear_up, complete, dig, interrupt, works
from pbem.games.strafexpedition.night import clear_markers
from pbem.games.strafexpedition.trenches import (
    at_start,
    hides_infiltration,
    level,
    lose_to_assault,
    lower,
    owner,
    reduce,
)
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.text.orders import Orders
from tests.games.strafexpedition.boards import at_turn, board, flat, hexes_of, units_of
from tests.games.strafexpedition.data import scenario
from tests.games.tables import facts, table

A, B = units_of("IT-a IT-b")
HERE = HexId("0102")


def with_trench(high: int, units: str = "IT-a BATTALION 0102", features: str = "") -> Board:
    here = board(flat(1, 8, features), units)
    if high:
        here.mark_hex(HERE, f"trench=IT:{high}", "18.1")
    return here


def why_not(here: Board, before: int = 0) -> str:
    with pytest.raises(Illegal) as refused:
        dig(here, table(here), A, before)
    return refused.value.problem.rule


def test_18_1_a_unit_that_stays_raises_the_trench_by_one_up_to_three() -> None:
    here = with_trench(0)
    dig(here, table(here), A, 0)
    assert (level(here, HERE), owner(here, HERE)) == (1, IT)
    assert here.is_marked(A, DUG)
    assert why_not(with_trench(3)) == "18.1"


@pytest.mark.parametrize(
    "units", ["IT-a BATTALION 0102 2 moved", "IT-a BATTALION 0102 2 assault=0103", "IT-a BATTERY 0102"]
)
def test_18_1_not_who_moves_or_assaults_and_no_guns(units: str) -> None:
    assert why_not(with_trench(0, units)) == "18.1"


def test_18_1_1_no_trench_where_a_fortress_stands() -> None:
    """18.1.1, 20.2.1: its own level is not raised either."""
    assert why_not(with_trench(0, "IT-a BATTALION 0102\nIT-f FORTRESS 0102 1 trench=1")) == "18.1.1"


def test_18_2_five_levels_a_brigade_and_one_in_a_hex() -> None:
    assert why_not(with_trench(0), before=5) == "18.2"
    here = with_trench(0, "IT-a BATTALION 0102\nIT-b BATTALION 0102")
    dig(here, table(here), B, 0)
    assert why_not(here) == "18.2"


def test_18_2_the_second_level_is_ready_on_the_next_day() -> None:
    """18.2, rulings R89, R121: after an Action or Phase 10; nobody begins the next one then."""
    here = with_trench(1)
    dig(here, table(here), A, 0)
    complete(here, IT)
    assert level(here, HERE) == 1
    here = at_turn(here, 2)
    assert why_not(here) == "18.2"
    complete(here, AH)
    complete(here, IT, [B])
    assert level(here, HERE) == 1
    complete(here, IT, [A])
    assert level(here, HERE) == 2
    assert works(here) == {}


def test_18_2_1_who_leaves_or_is_driven_out_loses_the_work() -> None:
    here = with_trench(1)
    dig(here, table(here), A, 0)
    here = at_turn(here, 2)
    here.move(A, ["0102", "0103"], "11.1")
    complete(here, IT)
    assert (level(here, HERE), works(here)) == (1, {})


@pytest.mark.parametrize(("turn", "is_assaulted", "is_lost"), [(1, True, False), (2, True, True), (1, False, True)])
def test_18_2_1_an_assault_interrupts_the_work_on_the_next_day(turn: int, is_assaulted: bool, is_lost: bool) -> None:
    """18.2.1, rulings R109, R121: who is assaulted on the first day goes on; who assaults loses it on either."""
    here = with_trench(1)
    dig(here, table(here), A, 0)
    here = at_turn(here, turn)
    interrupt(here, A, is_assaulted=is_assaulted)
    assert bool(works(here)) is not is_lost


@pytest.mark.parametrize(("die", "high"), [(3, 1), (4, 0)])
def test_18_3_in_an_enemy_zone_a_die_decides(die: int, high: int) -> None:
    """18.3, ruling R161: a try that fails ties the unit as well."""
    here = with_trench(0, "IT-a BATTALION 0102\nAH-a BATTALION 0103")
    dig(here, table(here, [die]), A, 0)
    assert level(here, HERE) == high
    assert here.is_marked(A, DUG)
    assert facts(here, "dug")[0]["came_off"] is bool(high)


def test_18_4_a_fortress_brings_a_level_of_its_own() -> None:
    here = with_trench(0, "IT-a BATTALION 0102\nIT-f FORTRESS 0102\nIT-e FORTRESS 0104 1 trench=1")
    assert [level(here, one) for one in hexes_of("0102 0104 0105")] == [2, 1, 0]


def test_18_5_defenders_driven_out_cost_the_trench_a_level() -> None:
    here = with_trench(2)
    assert [lose_to_assault(here, HERE) for _ in range(3)] == [1, 1, 0]
    assert (level(here, HERE), owner(here, HERE)) == (0, None)


def test_18_6_infantry_levels_its_own_trench() -> None:
    here = with_trench(2)
    reduce(here, HERE, IT)
    assert level(here, HERE) == 1


@pytest.mark.parametrize(("high", "units", "found"), [
    (2, "IT-g BATTERY 0102", "IT-g"), (0, "IT-a BATTALION 0102", "level 0"),
    (2, "AH-a BATTALION 0102", "no unit of yours"), (0, "IT-a BATTALION 0102\nIT-f FORTRESS 0102", "a fortress"),
])  # fmt: skip
def test_18_6_not_by_guns_nor_where_nothing_is_to_level(high: int, units: str, found: str) -> None:
    with pytest.raises(Illegal) as refused:
        reduce(with_trench(high, units), HERE, IT)
    assert (refused.value.problem.rule, refused.value.problem.found) == ("18.6", found)


def test_18_7_between_own_trenches_nobody_fires() -> None:
    """18.7, ruling R30: both hexes, and trenches of the own side."""
    here = with_trench(1)
    a, b = hexes_of("0102 0103")
    assert not hides_infiltration(here, IT, a, b)
    here.mark_hex(b, "trench=IT:1", "18.1")
    assert hides_infiltration(here, IT, a, b)
    assert not hides_infiltration(here, AH, a, b)


def test_trenches_of_the_set_ups() -> None:
    """S1.tr.it, S1.tr.ah, S5.tr: front lines, strongpoints, but no second trench in a fortress (ruling T29)."""
    novegno, campaign = at_start(scenario("novegno")), at_start(scenario("campaign"))
    assert len(novegno) == 8
    assert novegno[HexId("1331")] == ("trench=IT:1",)
    assert campaign[HexId("3122")] == ("trench=IT:2",)
    assert campaign[HexId("3605")] == ("trench=AH:1",)
    assert HexId("5135") not in campaign
    assert at_start(scenario("cengio")) == {HexId("2443"): ("trench=AH:1",)}


def test_18_1_not_who_has_died_before_his_turn_to_dig_came() -> None:
    assert why_not(with_trench(0, "IT-a BATTALION gone 0")) == "18.1"


def test_18_2_1_who_has_dug_is_free_again_on_the_next_day() -> None:
    here = with_trench(0)
    dig(here, table(here), A, 0)
    clear_markers(here)
    assert not here.is_marked(A, DUG)


def test_18_6_a_trench_loses_one_level_in_a_phase() -> None:
    here = with_trench(3)
    twice = (Reduce((HERE, HERE)), Reduce((HERE,)))
    run(here, table(here), {IT: Orders(IT, twice), AH: Orders(AH)}, IT)
    assert level(here, HERE) == 2
    assert [fact.rule for fact in facts(here, "dropped")] == ["18.6", "18.6"]


def at_work(high: int = 2) -> Board:
    here = with_trench(high, "IT-a BATTALION 0102\nIT-b BATTALION 0102")
    here.mark_hex(HERE, "digging=IT-a:1", "18.2")
    return here


def test_18_2_1_neither_fire_nor_the_owner_himself_interrupts_an_upgrade() -> None:
    """18.2.1, ruling R109: the level is lost, the work goes on and ends a level lower."""
    here = at_work()
    lower(here, HERE, "13.2.6")
    assert works(here)
    reduce(here, HERE, IT)
    here = at_turn(here, 2)
    complete(here, IT)
    assert (level(here, HERE), works(here)) == (1, {})


def test_18_2_1_a_dead_digger_does_not_block_the_hex() -> None:
    """18.2.1, ruling R89."""
    here = at_work(1)
    here.eliminate(A, "17.1")
    dig(here, table(here), B, 0)
    assert works(here)[HERE][0] == B
    gone = at_work(1)
    gone.eliminate(A, "17.1")
    clear_up(gone)
    assert works(gone) == {}
    assert facts(gone, "digging-lost", unit="IT-a")
