"""20.0 Fortresses."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.games.strafexpedition.artillery import blow_up, is_ready, turn
from pbem.games.strafexpedition.bombardment import Salvo, check, run
from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.digging import check_hex
from pbem.games.strafexpedition.disorganization import disorganization, surrender
from pbem.games.strafexpedition.observation import observed_from
from pbem.games.strafexpedition.trenches import level, owner
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from tests.games.strafexpedition.boards import board, flat, hexes_of, units_of
from tests.games.tables import table

F, A, G = units_of("IT-f IT-a AH-g")
HERE = HexId("0103")
FORT = "IT-f FORTRESS 0103"
SOURCE = "hex source owner=IT: 0101\nline road: 0101-0102-0103-0104\n"


def hit(result: str, units: str = FORT) -> Board:
    here = board(flat(1, 8), "AH-g BATTERY 0108 1 fire\n" + units)
    run(here, table(here, [1], "default", forced={"bombardment": [result]}), AH, [Salvo(HERE, (G,))])
    return here


def test_20_1_its_trench_serves_everybody_in_the_hex_and_fire_lowers_it() -> None:
    here = hit("0D1T", FORT + "\nIT-a BATTALION 0103")
    assert level(here, HERE) == 1
    assert is_ready(here, F)
    with pytest.raises(Illegal) as refused:
        turn(here, IT, F, "move")
    assert refused.value.problem.rule == "20.1"


def test_20_2_at_level_0_it_is_destroyed_and_has_not_surrendered() -> None:
    here = hit("0D1T", FORT + " 1 trench=1")
    assert (here.place(F), level(here, HERE)) == ("gone", 0)


def test_20_2_1_digging_does_not_raise_its_level() -> None:
    with pytest.raises(Illegal) as refused:
        check_hex(board(flat(1, 8), FORT + " 1 trench=1"), HERE)
    assert refused.value.problem.rule == "18.1.1"


def test_20_5_fire_takes_no_step_of_it() -> None:
    here = hit("2D1")
    assert here.is_on_map(F)
    assert (disorganization(here, F), level(here, HERE)) == (1, 2)


@pytest.mark.parametrize(("units", "left", "whose"), [
    (FORT, 1, AH), (FORT + "\nIT-a BATTALION 0103", 1, IT), (FORT + " 1 trench=1", 0, None),
])  # fmt: skip
def test_20_6_captured_it_leaves_its_level_less_one(units: str, left: int, whose: str | None) -> None:
    """20.6, ruling R118: to whoever is in the hex then."""
    here = board(flat(1, 8), units)
    surrender(here, F, "20.5")
    assert (here.place(F), level(here, HERE), owner(here, HERE)) == ("surrendered", left, whose)


def test_20_7_its_owner_blows_it_up_with_every_trench() -> None:
    here = board(flat(1, 8, SOURCE), FORT)
    blow_up(here, IT, F)
    assert (here.place(F), level(here, HERE)) == ("gone", 0)


def test_20_7_not_out_of_supply() -> None:
    """20.7, ruling R162: its line is traced now, since no Supply Phase concerns it."""
    with pytest.raises(Illegal) as refused:
        blow_up(board(flat(1, 8, SOURCE), FORT + "\nAH-a BATTALION 0102"), IT, F)
    assert refused.value.problem.rule == "20.7"


def test_20_9_it_bombards_only_with_a_brigade_to_which_it_is_attached() -> None:
    here = board(flat(1, 8), FORT)
    eyes = observed_from(here, hexes_of("0102"))
    check(here, IT, Salvo(HexId("0105"), (F,)), (F,), eyes)
    with pytest.raises(Illegal) as refused:
        check(here, IT, Salvo(HexId("0105"), (F,)), (), eyes)
    assert refused.value.problem.rule == "13.2.1"
