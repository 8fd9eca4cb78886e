"""Dice, draws and shuffles: what may be asked for, and what comes of it."""

from __future__ import annotations

import pytest

from pbem.dice.casting import asked_specs, cast, exact_spec, total
from pbem.dice.derive import faces
from pbem.errors import UsageError

SEED = bytes(range(32))


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("2d6", ["2d6"]),
        ("D10", ["1d10"]),
        ("d%", ["1d100"]),
        ("2d6 1d10+3d4", ["2d6", "1d10", "3d4"]),
        ("2d6+1", ["2d6+1"]),
        ("2d6 - 2, 1d10 + 3d4", ["2d6-2", "1d10", "3d4"]),
        ("2d6+0", ["2d6"]),
        ("draw 2 from C,A, B", ["draw 2 from A, B, C"]),
        ("Draw 1 of  x y ,z", ["draw 1 from x y, z"]),
        ("shuffle B,A,B", ["shuffle A, B, B"]),
        ("2d6; draw 1 from A,B; shuffle C,D", ["2d6", "draw 1 from A, B", "shuffle C, D"]),
    ],
)
def test_what_people_ask_for(words: str, wanted: list[str]) -> None:
    assert [str(spec) for spec in asked_specs(words)] == wanted
    assert [exact_spec(text) for text in wanted] == asked_specs(words)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "nothing is to be cast"),
        ("six", "is not understood"),
        ("2d", "is not understood"),
        ("1d1", "from 2 to 256 sides"),
        ("1d257", "from 2 to 256 sides"),
        ("0d6", "from 1 to 1000 dice"),
        ("1001d6", "from 1 to 1000 dice"),
        ("1d6+10000", "at most 9999 can be added"),
        ("2d6+x", "is not understood"),
        ("draw 3 from A,B", "nothing is put back"),
        ("draw 0 from A,B", "nothing is put back"),
        ("draw from A,B", "is not understood"),
        ("shuffle A,,B", "cannot be in the list"),
        ("shuffle " + ",".join(map(str, range(300))), "at most 256"),
    ],
)
def test_what_cannot_be_cast_is_refused(words: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        asked_specs(words)


@pytest.mark.parametrize(
    "text", ["2D6", "02d6", "2d06", "1001d6", "2d300", "draw 2 from B, A", "draw 3 from A, B", "draw 1 from A,B",
             "2d6+0", "2d6+01", "2d6 +1", "shuffle B, A", "shuffle ", "shuffle A, ", "draw 0 from A", "2d6 ", "x"]
)  # fmt: skip
def test_a_record_is_written_in_one_way_only(text: str) -> None:
    assert exact_spec(text) is None


def test_what_is_added_has_no_say_in_the_faces() -> None:
    plain, more = asked_specs("2d6, 2d6+3")
    assert cast(SEED, "T1", plain) == cast(SEED, "T1", more)


@pytest.mark.parametrize(
    ("what", "result", "wanted"),
    [("2d6+3", "4 2", 9), ("3d6-4", "1 1 6", 4), ("1d6", "5", 5), ("draw 1 from A, B", "A", None)],
)
def test_the_sum_of_a_roll(what: str, result: str, wanted: int | None) -> None:
    assert total(what, result) == wanted


def test_a_draw_takes_each_item_once() -> None:
    (spec,) = asked_specs("draw 3 from A,B,C,D")
    for number in range(50):
        found = cast(SEED, f"draw {number}", spec).split(", ")
        assert len(found) == len(set(found)) == 3
        assert set(found) <= set("ABCD")


def test_a_shuffle_keeps_every_item() -> None:
    (spec,) = asked_specs("shuffle A,A,B,C")
    assert sorted(cast(SEED, "x", spec).split(", ")) == ["A", "A", "B", "C"]


def test_every_order_of_a_shuffle_comes_up_alike() -> None:
    """720 for each of the six orders of three items; the bound is the 99.9 per cent point for five degrees."""
    (spec,) = asked_specs("shuffle A,B,C")
    found: dict[str, int] = {}
    for number in range(4320):
        result = cast(SEED, f"shuffle {number}", spec)
        found[result] = found.get(result, 0) + 1
    assert len(found) == 6
    assert sum((count - 720) ** 2 / 720 for count in found.values()) < 20.6


def test_the_list_is_part_of_the_draw() -> None:
    """Else a moderator who knows the secret could look for a list that gives what he wants."""
    one, two = asked_specs("shuffle A,B,C,D,E,F,G"), asked_specs("shuffle A,B,C,D,E,F,H")
    assert cast(SEED, "x", one[0]) != cast(SEED, "x", two[0]).replace("H", "G")
    assert asked_specs("shuffle C,B,A") == asked_specs("shuffle A,B,C")


def test_a_draw_follows_from_dice_that_anyone_can_cast() -> None:
    (spec,) = asked_specs("draw 2 from A,B,C")
    first = faces(SEED, "T4\ndraw 2 from A, B, C\n1", 1, 3)[0]
    second = faces(SEED, "T4\ndraw 2 from A, B, C\n2", 1, 2)[0]
    left = ["A", "B", "C"]
    assert cast(SEED, "T4", spec) == ", ".join([left.pop(first - 1), left.pop(second - 1)])
