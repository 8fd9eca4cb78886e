"""17.0 Step losses."""

from __future__ import annotations

import pytest

from pbem.errors import Waiting
from pbem.games.strafexpedition.counters import IT
from pbem.games.strafexpedition.disorganization import disorganization
from pbem.games.strafexpedition.losses import Bill, by_default, disorder, due, has_choice, pay, payers, settled
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from tests.games.strafexpedition.boards import board, flat, units_of
from tests.games.strafexpedition.fighting import T, state
from tests.games.tables import table

A, B = units_of("IT-a IT-b")
BOTH = "IT-a ALPINI 0303\nIT-b BATTALION 0303\n"


def here_with(rows: str = BOTH) -> Board:
    return board(flat(5, 6), rows)


def bill(here: Board, steps: int, first: str = "", units: str = "IT-a IT-b") -> Bill:
    return Bill("fire", IT, T, payers(here, units_of(units)), steps, "13.3.11", units_of(first))


def test_17_1_the_first_step_reduces_and_the_second_eliminates() -> None:
    """17.1, 17.2."""
    here = here_with()
    pay(here, bill(here, 1), (A,))
    assert state(here, "IT-a") == [("0303", 1, 0)]
    pay(here, bill(here, 1), (A,))
    assert here.place(A) == "gone"


def test_17_2_who_dies_by_steps_is_no_prisoner() -> None:
    here = here_with()
    pay(here, bill(here, 2), (A, A))
    assert here.place(A) == "gone"


def test_17_3_a_battery_never_pays() -> None:
    """17.3: not even where nobody else can; the step is void."""
    here = here_with("IT-g BATTERY 0303 1 fire\n")
    void = bill(here, 2, units="IT-g")
    assert (void.units, due(here, void), settled(here, table(here), [void])) == ((), 0, {"fire": ()})


@pytest.mark.parametrize(
    ("steps", "paid"), [(1, "IT-b"), (2, "IT-b IT-a"), (3, "IT-b IT-a IT-b"), (9, "IT-b IT-a IT-b IT-a")]
)
def test_13_4_4_by_default_full_units_of_low_morale_pay_first(steps: int, paid: str) -> None:
    """13.4.4, 13.3.11, rulings R54, R175."""
    here = here_with()
    assert by_default(here, bill(here, steps)) == units_of(paid)
    assert has_choice(here, bill(here, steps)) is (steps < 4)


def test_13_4_4_nobody_is_asked_for_the_step_of_the_unit_that_must_pay() -> None:
    here = here_with()
    assert settled(here, table(here), [bill(here, 1, first="IT-a")]) == {"fire": (A,)}
    with pytest.raises(Waiting):
        settled(here, table(here), [bill(here, 1)])


def test_16_2_points_are_for_each_unit_that_is_left() -> None:
    here = here_with(BOTH + "IT-g BATTERY 0303 1 fire\n")
    pay(here, bill(here, 2), (A, A))
    disorder(here, units_of("IT-a IT-b IT-g"), 2, "13.3.11")
    assert [disorganization(here, unit) for unit in units_of("IT-b IT-g")] == [2, 2]
    assert here.place(UnitId("IT-a")) == "gone"
