"""16 and 17: what places, losses and plans are worth."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pbem.games.durchbruch.counters import AG, IT
from pbem.games.durchbruch.victory import (
    DRAW,
    Held,
    Losses,
    italian_bonus,
    loss_points,
    places_scored,
    total,
    winner,
)  # fmt: skip
from pbem.kernel.ground.hexes import HexId
from tests.games.durchbruch.boards import scenario


def held(*turns: str) -> list[Held]:
    """What is held at the end of each turn: `3017 3714:XV`, by the LI Korps where no corps is named."""
    return [dict(_place(word) for word in turn.split()) for turn in turns]


def _place(word: str) -> tuple[HexId, str]:
    hex_id, _, corps = word.partition(":")
    return HexId(hex_id), corps or "LI"


def points(turns: Sequence[Held], plan: str = "") -> dict[str, int]:
    return {one.hex_id: one.points for one in places_scored(scenario(), turns, plan)}


def test_16_5_3_each_place_scores_once_in_its_first_row() -> None:
    """16.5.3-note: Caporetto on turn 2 is five points, and no more later."""
    assert points(held("", "3017", "3017", "3017")) == {"3017": 5}
    assert points(held("", "", "3017", "3017")) == {"3017": 3}


def test_16_5_3_before_its_first_row_and_after_its_last() -> None:
    """16.5.3-note, ruling R03: a place taken early waits for its row; after its last row it is worth nothing."""
    assert points(held("3017", "3017")) == {"3017": 5}
    assert points(held("", "", "", "", "2125")) == {}
    assert points(held("3017", "", "3017")) == {"3017": 3}, "lost in between"


def test_16_5_the_favoured_corps_scores_twice() -> None:
    """16.5.1-1, 16.5.2-1a: Scotti under Conrad, Krauss under Boroevic, nobody under Waffentreue."""
    turns = held("", "4207:XV 2125:I 3017")
    assert points(turns, "conrad") == {"4207": 4, "2125": 2, "3017": 5}
    assert points(turns, "boroevic") == {"4207": 2, "2125": 4, "3017": 5}
    assert points(turns, "waffentreue") == {"4207": 2, "2125": 2, "3017": 5}


def test_16_5_2_rombon() -> None:
    """16.5.2-1b: five points under Boroevic, not doubled for Krauss, nothing otherwise."""
    assert points(held("", "1020:I"), "boroevic") == {"1020": 5}
    assert points(held("", "1020:I"), "conrad") == {}


def test_16_5_matajur_and_the_two_villages() -> None:
    """16.5.1-2, 16.5.2-2: each span by itself; both are added."""
    never = held(*[""] * 10)
    assert italian_bonus(scenario(), never, "conrad") == -25
    assert italian_bonus(scenario(), never, "boroevic") == -15
    assert italian_bonus(scenario(), never, "waffentreue") == 0
    late = held(*[""] * 5, *["3621"] * 5)
    assert italian_bonus(scenario(), late, "conrad") == -10
    retaken = held("", "", "", "3621", *[""] * 6)
    assert italian_bonus(scenario(), retaken, "conrad") == 0, "it was not Italian when October 26 began"
    one = held(*["2125"] * 10)
    assert italian_bonus(scenario(), one, "boroevic") == 0, "both villages must be held"


@pytest.mark.parametrize(("name", "expected"), [("oct24", -3), ("oct25", -1), ("campaign", -1)])
def test_16_losses(name: str, expected: int) -> None:
    """16.2.1-2, 16.2.1-3, 16.3.1-2, 16.3.1-3, 16.4.1-2, 16.4.1-3: whole groups of six or ten Italian steps."""
    assert loss_points(scenario(name), Losses(german=2, austrian=3, italian=17)) == expected


def test_16_the_total() -> None:
    """16.2.1-1, 16.3.1-1, 16.4.1-1: places, exits, losses, and Cividale in the campaign alone."""
    turns = held("3608", "3608 3017")
    assert total(scenario("oct24"), turns, Losses(italian=12)) == 1 + 5 + 2
    assert total(scenario("oct25"), turns, Losses(german=1), exits=2) == 1 + 5 + 2 - 1
    assert total(scenario(), turns, Losses()) == 1 + 5 - 5
    assert total(scenario(), held(*[""] * 6, "5329", ""), Losses()) == 10, "taken and lost again (ruling R163)"


def test_16_who_has_won() -> None:
    """16.2.1-win, 16.3.1-win, 16.4.1-win: ten, twenty, forty; 35 to 39 is a draw in the campaign."""
    assert [winner(scenario("oct24"), n) for n in (9, 10)] == [IT, AG]
    assert [winner(scenario("oct25"), n) for n in (19, 20)] == [IT, AG]
    assert [winner(scenario(), n) for n in (34, 35, 39, 40)] == [IT, DRAW, DRAW, AG]
