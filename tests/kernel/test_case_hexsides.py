"""Hexsides in case files: setting one, expecting one, and what is refused."""

from __future__ import annotations

import pytest

from pbem.errors import Refused, Unreadable
from tests.kernel.test_cases import HEAD, faults, run


def test_hexsides_are_set_and_expected() -> None:
    text = HEAD + "side 0102/0101 bridge=blown mined\nexpect:\n  side 0101/0102 bridge=blown\n  side 0102/0101 mined\n"
    assert run(text + "  not side 0102/0103 bridge\n").passed
    wiped = (
        HEAD + "side 0101/0102 blown\nstep fire\nside 0102/0101 none\norders red:\nexpect: not side 0101/0102 blown\n"
    )
    assert run(wiped).passed


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("side 0101/0102 bridge=whole", "side 0101/0102 bridge=blown"),
        ("side 0102/0103 bridge", "side 0102/0103 has no marks"),
        ("not side 0101/0102 bridge", "it is so"),
        ("side 0101/0103 bridge", "the map has no hexside 0101/0103; it is written as two adjacent hexes"),
        ("not side 0101 bridge", "the map has no hexside 0101;"),
        ("not hex 0999 fort", "the map has no hex 0999"),
    ],
)
def test_an_expected_hexside_that_is_not_so_shows_what_is(line: str, found: str) -> None:
    result = run(HEAD + f"side 0101/0102 bridge=blown\nexpect: {line}\n")
    assert [unmet.found[0].startswith(found) for unmet in result.unmet] == [True]


@pytest.mark.parametrize("line", ["side 0101/0102", "expect: side 0101/0102"])
def test_a_hexside_without_marks_is_refused(line: str) -> None:
    assert faults("case: x\n" + line + "\n")[0][0] == 2


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("scenario: plain\nside 0101/0103 blown\n", 2, "0101 and 0103 do not touch"),
        ("scenario: plain\nside 0101-0102 blown\n", 2, "a hexside is written as two hexes"),
        ("scenario: plain\nside 0101/0999 blown\n", 2, "no such hex"),
        ("scenario: plain\nposition:\n  turn 1\n  side 0101/0103 blown\n", 4, "0101 and 0103 do not touch"),
    ],
)
def test_a_hexside_that_is_none_is_shown_in_its_line(text: str, line: int, why: str) -> None:
    with pytest.raises((Refused, Unreadable)) as raised:
        run(text)
    error = raised.value
    problem = error.problems[0] if isinstance(error, Refused) else error.problem  # type: ignore[attr-defined]
    assert why in problem.why
    assert problem.wanted
    assert problem.spot is not None
    assert problem.spot.line == line
