"""The set-up of Monte Grappa, and its first dawn."""

from __future__ import annotations

from pbem.games.italia18.headquarters import has_line
from pbem.games.italia18.sequence import administer
from pbem.games.italia18.set_up import initial_position, load
from pbem.games.italia18.supply import out_of_supply
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from tests.games.small import texts_of
from tests.games.tables import table


def grappa() -> Board:
    scenario = load(texts_of("italia18"), "grappa", {})
    return Board(scenario, initial_position(scenario))


def test_s0_set_reduced_and_disorganized_units() -> None:
    here = grappa()
    assert (here.turn, here.step) == (1, "dawn")
    assert (here.steps(UnitId("AH-55")), here.marks(UnitId("AH-55"))) == (2, ())
    assert (here.steps(UnitId("AH-94")), here.marks(UnitId("AH-94"))) == (1, ("dg",))
    assert here.place(UnitId("AH-50")) == "waiting"


def test_everybody_on_the_grappa_begins_in_supply() -> None:
    """See 9.1a, 9.1d: the map and its sources hold together."""
    here = grappa()
    assert all(has_line(here, UnitId(hq)) for hq in ("GE-hq14", "IT-hq4"))
    assert [unit for side in here.scenario.sides for unit in out_of_supply(here, side)] == []


def test_the_first_dawn_asks_nobody() -> None:
    """See 7.0b, S0.sp2: one Army Artillery, so that there is no choice."""
    here = grappa()
    administer(here, table(here))
    assert here.marks(UnitId("GE-A14")) == ("offensive",)
