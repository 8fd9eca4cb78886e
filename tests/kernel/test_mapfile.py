"""Reading maps: every kind of line, and a line-true error for each fault."""

from __future__ import annotations

import pytest

from pbem.errors import Unreadable
from pbem.kernel.ground.hexes import HexId, Numbering
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.ground.terrain import Feature, Link

GOOD = """\
# a comment on top
map: test
title: The test   map
source: reconstructed
numbering: odd rows shifted, rows up, columns left, wrap 90
rows: 01-03
columns: 01-99
legend:
  .  clear   anything more is talk
  ^  mountain
  _  none
terrain:
  #    01 00 99
  01   .  .  ^     # a comment behind
  02   .  _  ^

  03   ^  ^  .
hex trench owner=AL: 0101, 0100
  0399 0299     # goes on
hex fort: 0101
side river name=Torre: 0101/0100
  0301/0300
line rail owner=AL: 0101-0100-0199; 0399-0300
line road: 0101-0100
link off-map cost=5: 0101 0399
place San Daniele: 0301
"""


def test_a_map_with_every_kind_of_line() -> None:
    map = read_map(GOOD)
    assert map.grid.hexes == ("0101", "0100", "0199", "0201", "0299", "0301", "0300", "0399")
    assert map.base["0199"] == "mountain"
    assert (map.heading["title"], map.heading["rows"]) == ("The test map", "01-03")
    assert map.grid.numbering == Numbering(1, False, False, 90)
    assert map.grid.numbering.cell("0199") == (1, -1)
    trench = Feature("trench", (("owner", "AL"),))
    assert map.in_hex == {
        "0101": (trench, Feature("fort")), "0100": (trench,), "0399": (trench,), "0299": (trench,),
    }  # fmt: skip
    river = (Feature("river", (("name", "Torre"),)),)
    assert map.on_side == {
        ("0101", "0100"): river, ("0100", "0101"): river, ("0301", "0300"): river, ("0300", "0301"): river,
    }  # fmt: skip
    assert map.along["0100", "0101"] == (Feature("rail", (("owner", "AL"),)), Feature("road"))
    assert map.links == (Link(Feature("off-map", (("cost", "5"),)), HexId("0101"), HexId("0399")),)
    assert map.places == {"San Daniele": "0301"}


def test_what_is_left_out_has_a_plain_meaning() -> None:
    map = read_map("legend:\n . clear\nterrain:\n 01 . .\n 02 . .\n")
    assert map.grid.hexes == ("0101", "0102", "0201", "0202")
    assert map.grid.numbering == Numbering()


def test_a_picture_may_run_from_high_columns_to_low() -> None:
    map = read_map("columns: 03-01\nlegend:\n . clear\n ^ hill\nterrain:\n 07 ^ . .\n")
    assert map.base == {"0703": "hill", "0702": "clear", "0701": "clear"}


def test_a_line_drawn_twice_lies_there_once() -> None:
    map = read_map(GOOD + "line road: 0100-0101\n")
    assert map.along["0101", "0100"].count(Feature("road")) == 1


FAULTS = [
    # the line of GOOD that is spoiled, what stands there instead, why, found, and where the fault really is
    ("  ^  mountain", "  ^", "a row of the legend is a letter and a name", "^", 10),
    ("  ^  mountain", "  hill mountain", "a row of the legend is a letter and a name", "hill mountain", 10),
    ("  02   .  _  ^", "  02   .  _", "the row has the wrong length", "2 hexes", 15),
    ("  02   .  _  ^", "  02   .  _  %", "the letter '%' is not in the legend", "%", 15),
    ("  02   .  _  ^", "  01   .  _  ^", "a row begins with its own number", "01", 15),
    ("  02   .  _  ^", "  x    .  _  ^", "a row begins with its own number", "x", 15),
    ("  02   .  _  ^", "  102  .  _  ^", "a row begins with its own number", "102", 15),
    ("columns: 01-99", "columns: many", "the columns are not understood", "many", 7),
    ("rows up, columns left", "rows up, columns wild", "this numbering is not understood", "columns wild", 5),
    ("wrap 90", "wrap", "this numbering is not understood", "wrap", 5),
    ("  0399 0299", "  0399 0205", "the map has no hex '0205'", "0205", 19),
    ("hex fort: 0101", "hex fort: 0200", "the map has no hex '0200'", "0200", 20),
    ("  0301/0300", "  0301", "a hexside is written as two hexes", "0301", 22),
    ("  0301/0300", "  0301/0399", "0301 and 0399 do not touch", "0301 0399", 22),
    ("0399-0300", "0399-0301", "0399 and 0301 do not touch", "0399 0301", 23),
    ("0399-0300", "0399", "a line goes through two hexes at least", "0399", 23),
    ("link off-map cost=5: 0101 0399", "link off-map: 0101", "`link` has the wrong number of hexes", "0101", 25),
    ("place San Daniele: 0301", "place San Daniele:", "`place` has the wrong number of hexes", "nothing", 26),
    ("place San Daniele: 0301", "place: 0301", "this line is not understood", "place: 0301", 26),
    ("line road: 0101-0100", "road: 0101-0100", "this line is not understood", "road: 0101-0100", 24),
    ("line road: 0101-0100", "line road 0101-0100", "this line is not understood", "line road 0101-0100", 24),
    ("# a comment on top", "  01 . .", "the first line of a map is not indented", "01 . .", 1),
]


@pytest.mark.parametrize(("old", "new", "why", "found", "line"), FAULTS)
def test_each_fault_names_its_own_line(old: str, new: str, why: str, found: str, line: int) -> None:
    assert GOOD.count(old) == 1
    text = GOOD.replace(old, new)
    with pytest.raises(Unreadable) as caught:
        read_map(text)
    problem = caught.value.problem
    assert (problem.why, problem.found, problem.advice) == (why, found, "fix the map file")
    assert problem.wanted
    assert problem.spot is not None
    assert problem.spot.line == line
    assert problem.spot.text == text.splitlines()[line - 1].rstrip()
    if problem.spot.width:
        pointed = problem.spot.text[problem.spot.column : problem.spot.column + problem.spot.width]
        assert pointed == found


# -- sheets --------------------------------------------------------------------------------------------------

TWO_SHEETS = """\
numbering: even rows shifted, rows up, sheet W +0, sheet E +3
columns: W 01-03, E 01-02
legend:
  .  clear
  ^  hill
terrain:
  W01  . . ^
  W02  . . .
  E01  ^ .
  E02  . .
side river name=Piave: W0103/E0101 W0203/E0201
line road: W0102-W0103-E0101
place Treviso: E0101
"""


def test_a_map_of_two_sheets() -> None:
    map = read_map(TWO_SHEETS)
    assert (map.base["W0103"], map.base["E0101"], map.places["Treviso"]) == ("hill", "hill", "E0101")
    assert map.crosses(HexId("W0203"), HexId("E0201"), "river")
    assert map.line_from("road")["W0103"] == ("W0102", "E0101")
    assert sorted(map.grid.neighbours["E0101"]) == ["E0102", "E0201", "W0103", "W0203"]


SHEET_FAULTS = [
    ("sheet E +3", "sheet E", "this numbering is not understood", "sheet E", 1),
    ("sheet E +3", "sheet W +3", "this numbering is not understood", "sheet W +3", 1),
    ("E 01-02", "01-02", "the columns are not understood", "01-02", 2),
    ("E 01-02", "N 01-02", "the columns are not understood", "N 01-02", 2),
    ("E 01-02", "W 01-02", "the columns are not understood", "W 01-02", 2),
    ("  E02  . .", "  02  . .", "this row is on no sheet of the map", "02", 10),
    ("  E02  . .", "  N02  . .", "this row is on no sheet of the map", "N02", 10),
    ("  E02  . .", "  E02  . . .", "the row has the wrong length", "3 hexes", 10),
]


@pytest.mark.parametrize(("old", "new", "why", "found", "line"), SHEET_FAULTS)
def test_each_fault_of_a_sheet_names_its_own_line(old: str, new: str, why: str, found: str, line: int) -> None:
    with pytest.raises(Unreadable) as caught:
        read_map(TWO_SHEETS.replace(old, new))
    problem = caught.value.problem
    assert (problem.why, problem.found, problem.spot and problem.spot.line) == (why, found, line)
    assert problem.wanted


def test_sheets_that_overlap_are_refused_at_the_numbering() -> None:
    with pytest.raises(Unreadable) as caught:
        read_map(TWO_SHEETS.replace("sheet E +3", "sheet E +2"))
    problem = caught.value.problem
    assert problem.why == "W0103 and E0101 share one cell of the grid"
    assert problem.spot is not None
    assert problem.spot.line == 1
