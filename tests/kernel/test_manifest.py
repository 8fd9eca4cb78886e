"""Lines of the manifest, as every game writes its counters."""

from __future__ import annotations

import pytest

from pbem.errors import Unreadable
from pbem.kernel.manifest import Form, read_rows, row_of
from pbem.kernel.pieces import Side, Unit, UnitId

FORM = Form(("foot", "horse"), ("at", "turn"), "`ID SIZE FIGURES TYPE`", "scenarios/mini/units.txt", ("marker",))


def read_unit(line: str, number: int) -> Unit:
    row = row_of(line, number, FORM)
    return Unit(UnitId(row.name), Side("RED"), "", row.name, row.size, row.type, figures={"line": number})


def test_a_line_is_taken_apart() -> None:
    row = row_of("RED-1 XX 3-4 horse guard back=1-2 brave at 0101 left ; the book, page 3 # ours", 7, FORM)
    assert (row.name, row.size, row.figures, row.type) == ("RED-1", "XX", "3-4", "horse")
    assert (row.tags, row.values, row.set_up) == (("guard", "brave"), {"back": "1-2"}, "at 0101 left")
    assert (row.source, row.line.number) == ("the book, page 3", 7)
    assert row_of("RED-1 XX 3-4 foot", 1, FORM).set_up == ""


@pytest.mark.parametrize("text", ["RED-1 XX 3-4", "RED-1 XX 3-4 cannon at 0101", "RED-1 XX 3-4 marker"])
def test_a_line_without_a_type_of_the_game_is_refused(text: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        row_of(f"{text} ; source", 3, FORM)
    problem = refusal.value.problem
    assert (problem.found, problem.wanted, problem.advice) == (text, FORM.wanted, "see scenarios/mini/units.txt")
    assert problem.spot is not None
    assert (problem.spot.line, problem.spot.text) == (3, text)


def test_comments_and_counters_that_are_no_units_are_passed_over() -> None:
    text = "# all of them\n\nRED-1 XX 3-4 foot\nSnow - - marker\nRED-2 X 1-1 horse # few\n"
    units = read_rows(text, FORM, read_unit)
    assert {unit.id: unit.figure("line") for unit in units.values()} == {"RED-1": 3, "RED-2": 5}
    with pytest.raises(Unreadable):
        read_rows("RED-1 XX\n", FORM, read_unit)
