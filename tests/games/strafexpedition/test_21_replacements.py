"""21.0 Replacements and rally."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.games.strafexpedition import deployment
from pbem.games.strafexpedition.by_mail.orders_guns import Keep, Replace
from pbem.games.strafexpedition.control import enters, holder
from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.disorganization import disorganization
from pbem.games.strafexpedition.rally import may_rally, run
from pbem.games.strafexpedition.replacements import check, homes
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Order, Orders
from tests.games.strafexpedition.boards import board, flat, units_of
from tests.games.strafexpedition.data import scenario
from tests.games.tables import dropped, table

A, B, C, D = units_of("IT-a IT-b IT-c IT-d")
MAP = "hex source owner=IT: 0101\nhex town: 0103\nhex town: 0109\nline road: 0101-0102-0103-0104-0105-0106-0107\n"
ROMA = {"IT-a": "Roma", "IT-b": "Roma"}


def here(units: str, brigades: dict[str, str] | None = None) -> Board:
    return board(flat(3, 12, MAP), units, brigades=ROMA if brigades is None else brigades)


def night(here: Board, *orders: Order, standing: tuple[Order, ...] = ()) -> Board:
    run(here, table(here), {IT: Orders(IT, orders, standing), AH: Orders(AH)})
    return here


def why_not(units: str, unit: str = "IT-a") -> str:
    with pytest.raises(Illegal) as refused:
        check(here(units), IT, Replace(units_of(unit)[0]))
    return refused.value.problem.rule


def test_21_1_neither_guns_nor_fortresses() -> None:
    assert why_not("IT-a BATTERY gone") == "21.1"
    assert why_not("IT-a FORTRESS gone") == "21.1"


def test_21_2_one_step_for_a_brigade() -> None:
    found = night(here("IT-a BATTALION 0105 1\nIT-b BATTALION 0106 1"), Replace(B), Replace(A))
    assert [found.steps(unit) for unit in (A, B)] == [1, 2]
    assert dropped(found)[0][0] == "21.2"


def test_21_2_an_eliminated_battalion_comes_back_reduced_at_the_nearest_town() -> None:
    """21.2, rulings R92, R94: in it or beside it."""
    units = "IT-a BATTALION gone 0\nIT-b BATTALION 0105"
    found = night(here(units), Replace(A, HexId("0104")))
    assert (found.place(A), found.steps(A)) == ("0104", 1)
    assert HexId("0109") not in homes(here(units), IT, A)
    assert dropped(night(here(units), Replace(A, HexId("0108"))))[0][0] == "21.2"


def test_21_2_without_orders_the_best_reduced_unit_gets_its_step_back() -> None:
    found = night(here("IT-a BATTALION 0105 1\nIT-b ALPINI 0106 1"))
    assert [found.steps(unit) for unit in (A, B)] == [1, 2]


def test_21_2_a_standing_order_may_name_it() -> None:
    found = night(here("IT-a BATTALION 0105 1\nIT-b ALPINI 0106 1"), standing=(Replace(A),))
    assert [found.steps(unit) for unit in (A, B)] == [2, 1]


def test_21_2_who_surrendered_does_not_come_back() -> None:
    assert why_not("IT-a BATTALION surrendered\nIT-b BATTALION 0106") == "21.2"


def test_21_3_not_for_a_brigade_that_is_gone() -> None:
    assert why_not("IT-a BATTALION gone 0\nIT-b BATTALION gone 0") == "21.3"


def test_21_4_one_step_for_all_independents_and_none_for_who_is_eliminated() -> None:
    alone: dict[str, str] = {}
    found = night(here("IT-c ALPINI 0105 1\nIT-d ALPINI 0106 1", alone), Replace(D), Replace(C))
    assert [found.steps(unit) for unit in (C, D)] == [1, 2]
    assert dropped(found)[0][0] == "21.4"
    assert why_not("IT-c ALPINI gone 0\nIT-d ALPINI 0106", "IT-c") == "21.4"


@pytest.mark.parametrize(
    "units", ["IT-a BATTALION 0105 1\nAH-a BATTERY 0106", "IT-a BATTALION 0112 1\nAH-a BATTALION 0101"]
)
def test_21_5_not_beside_an_enemy_and_not_out_of_supply(units: str) -> None:
    assert why_not(units) == "21.5"


@pytest.mark.parametrize(("units", "left"), [
    ("IT-a BATTALION 0105 2 disorganized=2", 1),
    ("IT-a BATTALION 0105 2 disorganized=2 marched", 2),
    ("IT-a BATTALION 0105 2 disorganized=2\nAH-a BATTERY 0106", 2),
    ("IT-a BATTALION 0112 2 disorganized=2\nAH-a BATTALION 0101", 2),
    ("IT-a BATTERY 0105 1 disorganized=2 fire", 1),
])  # fmt: skip
def test_21_6_rally_in_supply_away_from_enemies_and_rested(units: str, left: int) -> None:
    """4.0.11, 21.6."""
    found = here(units, {})
    assert may_rally(found, A) is (left == 1)
    night(found)
    assert disorganization(found, A) == left


def test_21_6_its_owner_may_keep_a_unit_from_rallying() -> None:
    units = "IT-a BATTALION 0105 2 disorganized=2\nIT-b BATTALION 0106 2 disorganized=2"
    assert [disorganization(night(here(units), Keep((A,))), unit) for unit in (A, B)] == [2, 1]
    assert [disorganization(night(here(units), Keep(is_all=True)), unit) for unit in (A, B)] == [2, 2]
    assert dropped(night(here(units + "\nAH-a BATTALION 0312"), Keep(units_of("AH-a"))))[0][0] == "21.6"


def test_21_7_not_both() -> None:
    found = night(here("IT-a BATTALION 0105 1 disorganized=1\nIT-b BATTALION 0106 2 disorganized=1"), Replace(A))
    assert (found.steps(A), disorganization(found, A), disorganization(found, B)) == (2, 1, 0)


def test_21_2_nobody_comes_back_at_a_town_that_the_enemy_has_taken() -> None:
    """21.2, ruling R92: the last to enter it controls it, though he has gone on."""
    found = here("IT-a BATTALION gone 0\nIT-b BATTALION 0105\nAH-a BATTALION 0310")
    enters(found, UnitId("AH-a"), [HexId("0103")], "11.0")
    assert HexId("0103") not in homes(found, IT, A)
    assert HexId("0108") in homes(found, IT, A)  # beside 0109


def test_21_2_nobody_comes_back_outside_the_area() -> None:
    """21.2, ruling T30: neither in a town outside nor beside one that lies at the edge."""
    found = board(flat(3, 12, MAP), "IT-a BATTALION gone 0\nIT-b BATTALION 0105", brigades=ROMA,
                  card={"area": "columns 4 12"})  # fmt: skip
    assert {one[2:] for one in homes(found, IT, A)} <= {"08", "09", "10"}


@pytest.mark.parametrize(("name", "theirs", "ours"), [("cengio", "2443", "1741"), ("novegno", "1634", "1335")])
def test_21_2_control_on_the_first_day_is_that_of_the_scenario(name: str, theirs: str, ours: str) -> None:
    """21.2, 23.1, ruling R182: by 30 May and 12 June the front of 15 May lies far behind."""
    begun = Board(scenario(name), deployment.initial_position(scenario(name)))
    assert (holder(begun, HexId(theirs)), holder(begun, HexId(ours))) == (AH, IT)
