"""Units and hexes by what players call them."""

from __future__ import annotations

import pytest

from pbem.errors import Ambiguous, Refusal, Unreadable
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.pieces import Side, Unit, UnitId
from pbem.kernel.text.mail import Line
from pbem.kernel.text.names import UnitNames, folded, take_hex
from pbem.kernel.text.phrases import take_hexside, take_path
from pbem.kernel.text.words import Words
from tests.kernel.mini import PLAIN_MAP
from tests.kernel.test_mapfile import TWO_SHEETS

CP, AL = Side("CP"), Side("AL")


def unit(name: str, side: Side, size: str = "XX", kind: str = "infantry") -> Unit:
    """A counter `GE-5`, called 5."""
    nation, _, number = name.partition("-")
    return Unit(UnitId(name), side, nation, number, size, kind)


NAMES = UnitNames([
    unit("GE-5", CP), unit("AH-5", CP), unit("IT-5", AL), unit("GE-26", CP), unit("IT-52", AL),
    unit("AH-II", CP, "XXX"), unit("IT-II", AL, "XXX"), unit("AH-15", CP, "X", "artillery"),
    unit("AH-Süd", CP, "", "hq"),
    Unit(UnitId("AH-dep5"), CP, "AH", "Dep5", "", "depot"), Unit(UnitId("AH-5c"), CP, "AH", "5", "XXX", "infantry"),
])  # fmt: skip
SHEETS = read_map(TWO_SHEETS)
CHART = read_map(PLAIN_MAP + "place Plöcken: 0404\n")


def take(text: str, side: Side = CP) -> tuple[str, str]:
    """The unit that the words name, and what is left of the line."""
    words = Words(Line(3, text))
    words.take("the verb")
    found = NAMES.take(words, lambda u: u.side == side, "one of your units")
    return found, words.rest()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("move GE-5 1802", "GE-5"),
        ("move ge-5 1802", "GE-5"),
        ("move GE 5 1802", "GE-5"),
        ("move 26 1802", "GE-26"),
        ("move 26 division 1802", "GE-26"),
        ("move II 1802", "AH-II"),
        ("move ii corps 1802", "AH-II"),
        ("move IT-II 1802", "IT-II"),  # an exact designation, though it is not his: the rules will say so
        ("move 52 1802", "IT-52"),  # nobody else can be meant
        ("move Sud 1802", "AH-Süd"),
        ("move AH-SÜD hq 1802", "AH-Süd"),
        ("move dep5 1802", "AH-dep5"),
        ("move Dep5 depot 1802", "AH-dep5"),
        ("move 15 art 1802", "AH-15"),
        ("move 5c 1802", "AH-5c"),
        ("move 5 corps 1802", "AH-5c"),
    ],
)
def test_units_by_any_unambiguous_short_form(text: str, found: str) -> None:
    assert take(text) == (found, "1802")


def test_the_side_decides_between_units_of_one_name() -> None:
    assert take("move 5 1802", AL)[0] == "IT-5"
    assert take("move II 1802", AL)[0] == "IT-II"


def refused(text: str, side: Side = CP) -> Refusal:
    """The refusal that the words get."""
    with pytest.raises(Refusal) as caught:
        take(text, side)
    return caught.value


def test_an_ambiguous_unit_names_its_candidates() -> None:
    refusal = refused("move 5 1802")
    assert isinstance(refusal, Ambiguous)
    assert refusal.candidates == ("GE-5", "AH-5", "AH-5c")
    problem = refusal.problem
    assert (problem.family, problem.why, problem.found) == ("ambiguous", "'5' can mean several units", "5")
    assert (problem.wanted, problem.advice) == ("one meaning", "write one of: GE-5, AH-5, AH-5c")
    assert problem.lines()[:2] == ["line 3  move 5 1802", "             ^"]
    assert take("move AH-5 1802")[0] == "AH-5"  # an exact designation is never ambiguous


def test_a_size_that_does_not_settle_it_is_shown_too() -> None:
    problem = refused("move 5 division 1802").problem
    assert (problem.why, problem.advice) == ("'5 division' can mean several units", "write one of: GE-5, AH-5")
    assert problem.lines()[1] == "             ^^^^^^^^^^"


@pytest.mark.parametrize(
    ("text", "found", "advice"),
    [
        ("move GE-62 1802", "GE-62", "did you mean GE-26?"),
        ("move 27 1802", "27", "did you mean 26?"),
        ("move 26 corps 1802", "26 corps", "did you mean GE-26?"),
        ("move nonsense 1802", "nonsense", "the order sheet lists the units"),
    ],
)
def test_an_unknown_unit(text: str, found: str, advice: str) -> None:
    problem = refused(text).problem
    assert (problem.family, problem.why, problem.found) == ("unreadable", f"no unit is called {found!r}", found)
    assert (problem.wanted, problem.advice) == ("one of your units", advice)
    assert problem.lines()[1] == " " * 13 + "^" * len(found)


def test_a_line_that_ends_before_the_unit() -> None:
    problem = refused("move").problem
    assert (problem.why, problem.wanted) == ("the line ends too early", "one of your units")


def hex_of(text: str) -> tuple[str, str]:
    """The hex that the words name, and the rest."""
    words = Words(Line(3, text))
    return take_hex(words, CHART), words.rest()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("0202 now", "0202"),
        ("Udine now", "0202"),
        ("udine now", "0202"),
        ("San Daniele now", "0303"),
        ("PLOCKEN now", "0404"),
        ("plöcken now", "0404"),
    ],
)
def test_hexes_by_number_or_name(text: str, found: str) -> None:
    assert hex_of(text) == (found, "now")


@pytest.mark.parametrize(
    ("text", "why", "found", "advice"),
    [
        ("0909 now", "the map has no hex 0909", "0909", "hexes run from 0101 to 0405"),
        ("Udien now", "no hex or place is called 'Udien'", "Udien", "did you mean Udine?"),
        ("Wien now", "no hex or place is called 'Wien'", "Wien", "hexes run from 0101 to 0405"),
        ("", "the line ends too early", "the end of the line", "complete the line"),
    ],
)
def test_an_unknown_hex(text: str, why: str, found: str, advice: str) -> None:
    with pytest.raises(Unreadable) as caught:
        hex_of(text)
    problem = caught.value.problem
    assert (problem.why, problem.found, problem.advice) == (why, found, advice)
    assert problem.wanted == "a hex number or a place name"
    assert problem.spot is not None
    assert (problem.spot.line, problem.spot.column, problem.spot.width) == (3, 0, len(found) if text else 1)


def test_folding() -> None:
    assert folded("PLÖCKEN-Süd") == "plocken-sud"


# -- sheets and hexsides -------------------------------------------------------------------------------------


def sheeted(text: str) -> Words:
    """The words of a line, and a map of two sheets to read them by."""
    return Words(Line(1, text))


@pytest.mark.parametrize(
    ("text", "found"),
    [("W0101", "W0101"), ("e0101", "E0101"), ("w 0101", "W0101"), ("0103", "W0103"), ("Treviso", "E0101")],
)
def test_a_hex_of_a_sheet(text: str, found: str) -> None:
    words = sheeted(text)
    assert take_hex(words, SHEETS) == found
    assert words.is_done


def test_a_number_of_two_sheets_is_ambiguous() -> None:
    with pytest.raises(Ambiguous) as caught:
        take_hex(sheeted("0101"), SHEETS)
    assert caught.value.problem.why == "several sheets of the map have a hex 0101"
    assert caught.value.candidates == ("W0101", "E0101")


@pytest.mark.parametrize("text", ["W0109", "N0101", "0909"])
def test_a_hex_that_no_sheet_has(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        take_hex(sheeted(text), SHEETS)
    assert caught.value.problem.why == f"the map has no hex {text}"
    assert caught.value.problem.advice == "hexes run from W0101 to W0203 and from E0101 to E0202"


def test_a_path_over_the_seam() -> None:
    assert take_path(sheeted("W0102-W0103-E0101"), SHEETS) == ("W0102", "W0103", "E0101")
    assert take_path(sheeted("0103 -> E0101"), SHEETS) == ("W0103", "E0101")


@pytest.mark.parametrize("text", ["W0103/E0101", "e0101/w0103", "0103/E0101"])
def test_a_hexside_by_its_two_hexes(text: str) -> None:
    assert str(take_hexside(sheeted(text), SHEETS)) == "E0101/W0103"


@pytest.mark.parametrize(
    ("text", "why", "advice"),
    [
        ("W0103", "'W0103' names no hexside of the map", "put a slash between two adjacent hexes"),
        ("0101/W0102", "'0101/W0102' names no hexside of the map", "put a slash between two adjacent hexes"),
        ("W0103/W0104", "'W0103/W0104' names no hexside of the map", "put a slash between two adjacent hexes"),
        ("W0101/W0103", "W0101 and W0103 do not touch", "W0101 touches W0102, W0201"),
    ],
)
def test_what_is_no_hexside_is_refused(text: str, why: str, advice: str) -> None:
    with pytest.raises(Unreadable) as caught:
        take_hexside(sheeted(text), SHEETS)
    problem = caught.value.problem
    assert (problem.why, problem.found, problem.advice) == (why, text, advice)
    assert problem.spot is not None
    assert problem.spot.width == len(text)


# -- what a unit is ------------------------------------------------------------------------------------------

SMALL = UnitNames([
    unit("IT-7", AL, "II"), unit("IT-7b", AL, "I", "bersaglieri"), unit("IT-9", AL, "bn", "mountain"),
    Unit(UnitId("IT-b7"), AL, "IT", "7", "I", "artillery"), Unit(UnitId("IT-h7"), AL, "IT", "7", "", "hq"),
])  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found", "rest"),
    [
        ("7 battalion 1802", "IT-7", "1802"),
        ("7 battery 1802", "IT-b7", "1802"),
        ("7 headquarters 1802", "IT-h7", "1802"),
        ("7 artillery 1802", "IT-b7", "1802"),
        ("7 arti 1802", "IT-b7", "1802"),
        ("7b bersaglieri 1802", "IT-7b", "1802"),
        ("9 mountain 1802", "IT-9", "1802"),
        ("9 artillerie 1802", "IT-9", "artillerie 1802"),
        ("9 bn 1802", "IT-9", "1802"),
        ("9 to 1802", "IT-9", "to 1802"),
    ],
)
def test_sizes_and_types_are_those_of_the_game(text: str, found: str, rest: str) -> None:
    words = Words(Line(1, text))
    assert SMALL.take(words, lambda u: True, "a unit") == found
    assert words.rest() == rest


def test_a_size_that_the_manifest_writes_itself_means_that_one() -> None:
    with pytest.raises(Unreadable, match="no unit is called '7 bn'"):
        SMALL.take(Words(Line(1, "7 bn 1802")), lambda u: True, "a unit")
