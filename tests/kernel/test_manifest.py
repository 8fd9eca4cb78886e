"""Lines of the manifest, as every game writes its counters."""

from __future__ import annotations

import pytest

from pbem.errors import Problem, Unreadable
from pbem.kernel.manifest import Form, row_of, shape
from pbem.kernel.pieces import Side

RED, BLUE = Side("RED"), Side("BLUE")
FORM = Form(
    ("foot", "horse", "gun", "hq"),
    shapes=(
        shape("{attack}-{defence}", back="{attack}-{defence}", types=("foot", "horse")),
        shape("({fire}){defence}", back="({fire})", types=("gun",)),
        shape("-", types=("hq",)),
    ),
    nations={"RED": RED, "PINK": RED, "BLUE": BLUE},
    steps=lambda row: {"XX": 2}.get(row.size, 1),
    set_up_words=("at", "turn"),
    wanted="`ID SIZE FIGURES TYPE`",
    figures="3-4, for guns (5)3, for an HQ -",
    file="scenarios/mini/units.txt",
    no_units=("marker",),
)


def refused(line: str, form: Form = FORM) -> Problem:
    with pytest.raises(Unreadable) as refusal:
        form.read_unit(line, 3)
    problem = refusal.value.problem
    assert problem.advice == "see scenarios/mini/units.txt"
    assert problem.spot is not None
    assert problem.spot.line == 3
    return problem


def test_a_line_is_taken_apart() -> None:
    row = row_of("RED-1 XX 3-4 horse guard back=1-2 brave at 0101 left ; the book, page 3 # ours", 7, FORM)
    assert (row.name, row.size, row.figures, row.type) == ("RED-1", "XX", "3-4", "horse")
    assert (row.tags, row.values, row.set_up) == (("guard", "brave"), {"back": "1-2"}, "at 0101 left")
    assert (row.source, row.line.number) == ("the book, page 3", 7)
    assert row_of("RED-1 XX 3-4 foot", 1, FORM).set_up == ""


@pytest.mark.parametrize("text", ["RED-1 XX 3-4", "RED-1 XX 3-4 cannon at 0101", "RED-1 XX 3-4 marker"])
def test_a_line_without_a_type_of_the_game_is_refused(text: str) -> None:
    problem = refused(f"{text} ; source")
    assert (problem.found, problem.wanted) == (text, FORM.wanted)
    assert problem.spot is not None
    assert problem.spot.text == text


def test_comments_and_counters_that_are_no_units_are_passed_over() -> None:
    text = "# all of them\n\nRED-1 XX 3-4 foot\nSnow - - marker\nRED-2 X 1-1 horse # few\n"
    assert list(FORM.read(text)) == ["RED-1", "RED-2"]
    with pytest.raises(Unreadable) as refusal:
        FORM.read("RED-1 XX 3-4 foot\nRED-2 XX\n")
    assert refusal.value.problem.spot is not None
    assert refusal.value.problem.spot.line == 2


def test_figures_are_read_by_the_shape_of_their_type() -> None:
    assert FORM.read_unit("RED-1 X 3-4 foot").figures == {"attack": 3, "defence": 4, "steps": 1}
    gun = FORM.read_unit("BLUE-g1 XX (5)3 gun back=(2) steps=3")
    assert gun.figures == {"fire": 5, "defence": 3, "steps": 3, "back-fire": 2}
    assert FORM.read_unit("RED-hq XX - hq").figures == {"steps": 2}
    problem = refused("RED-g1 X 3-4 gun")  # the shape of another type
    assert (problem.found, problem.wanted) == ("3-4", "3-4, for guns (5)3, for an HQ -")


def test_a_reduced_side_is_printed_or_made_of_the_front_and_one_step_has_none() -> None:
    printed = FORM.read_unit("RED-1 XX 5-4 foot back=1-2")
    assert (printed.figure("back-attack"), printed.figure("back-defence")) == (1, 2)
    halved = FORM.read_unit("RED-1 XX 5-4 foot")
    assert (halved.figure("back-attack"), halved.figure("back-defence")) == (3, 2)
    less = FORM._replace(unprinted=lambda front: front - 1).read_unit("RED-1 XX 5-4 foot")
    assert (less.figure("back-attack"), less.figure("back-defence")) == (4, 3)
    assert "back-attack" not in FORM.read_unit("RED-1 X 5-4 foot back=1-2").figures
    problem = refused("RED-1 XX 3-4 foot back=2")
    assert (problem.found, problem.wanted) == ("2", "such as back=2-3")


def test_a_counter_belongs_to_the_side_of_its_nation() -> None:
    unit = FORM.read_unit("PINK-7 X 1-1 foot name=Seventh corps=II")
    assert (unit.side, unit.nation, unit.name, unit.words) == (RED, "PINK", "Seventh", {"corps": "II"})
    assert FORM.read_unit("Guard X 1-1 foot nation=BLUE").side == BLUE
    problem = refused("GREY-1 X 1-1 foot side=RED")
    assert (problem.found, problem.wanted) == ("GREY-1", "one of RED, PINK, BLUE before the dash")


def test_a_stranger_may_say_whose_it_is_where_the_game_allows_it() -> None:
    form = FORM._replace(has_strangers=True)
    unit = form.read_unit("GREY-1 X 1-1 foot side=BLUE")
    assert (unit.side, unit.nation) == (BLUE, "GREY")
    assert refused("GREY-1 X 1-1 foot side=GREEN", form).wanted.endswith(", or `side=` and the side")
