"""The recorded game in examples/gwe: played again mail by mail, everything that was written comes out as it was."""

from __future__ import annotations

import re

import pytest

from pbem.desk.views.fitted import fitted, place_for
from pbem.desk.views.spans import Span
from pbem.desk.views.status import status
from pbem.dice.judging import judge_post
from tests.games.examples import AsRecorded, Example, of_game

played = of_game("gwe")


class TestAsRecorded(AsRecorded):
    most = 1_500_000

    def steps(self, played: Example) -> int:
        return 18


def test_two_game_turns_were_played(played: Example) -> None:
    found = played.asked(status)
    assert (found.turn, found.step) == (3, "cp-movement")
    assert [label for label in found.played if label.startswith("t1/")] == [
        "t1/cp-movement", "t1/cp-withdrawal", "t1/cp-combat", "t1/cp-replacement",
        "t1/al-movement", "t1/al-withdrawal", "t1/al-combat", "t1/al-replacement", "t1/interphase",
    ]  # fmt: skip


def test_the_game_reads_like_a_real_one(played: Example) -> None:
    """A refused file, a quoted mail, a question that was answered, press of both sides, a march, trains, a pursuit."""
    assert "Refused" in played.text("receipts/04-allies-turn-1-first-try.txt")
    assert "did you mean Cividale?" in played.text("receipts/04-allies-turn-1-first-try.txt")
    assert "> === orders ===" in played.text("orders/05-allies-turn-1.txt")
    assert "Q1" in played.text("questions/after-02-central-powers-turn-1.txt")
    first = played.text("reports/03-t1-cp-combat.txt")
    assert "by a mailed answer" in first
    assert "Pursuit" in first
    assert "[10.21]" in first
    assert "by rail" in played.text("reports/05-t1-al-movement.txt")
    assert "Anna Berger" in played.text("reports/01-t1-cp-movement.txt")
    assert "Bruno Rossi" in played.text("reports/01-t1-cp-movement.txt")


def test_a_step_in_which_nothing_moved_has_no_board(played: Example) -> None:
    assert "boards/02-t1-cp-withdrawal.png" not in played.files
    assert "the board after" not in played.text("reports/02-t1-cp-withdrawal.txt")
    assert "../boards/03-t1-cp-combat.png" in played.text("reports/03-t1-cp-combat.txt")
    assert "boards/09-t1-interphase.png" in played.files, "the end of a turn shows the whole map"


# -- posts that fit where they go ------------------------------------------------------------------------------

COMBATS, TURN = Span(only="t1/cp-combat"), Span(turn=1)


def parts_of(played: Example, place: str, span: Span, picture: str = "") -> list[str]:
    """The parts; none of them is too long."""
    found = played.asked(lambda store: fitted(store, "", span, place_for(place), picture=picture))
    assert [page.warnings for page in found] == [()] * len(found)
    return [page.text for page in found]


def cast_in(text: str) -> list[str]:
    """The labels of the dice that a text proves."""
    found = judge_post(text).as_json()
    assert found["faults"] == []
    return [one["label"] for one in found["rolls"]]


def test_a_long_step_is_cut_at_combats(played: Example) -> None:
    parts = parts_of(played, "discord", COMBATS)
    assert len(parts) == 6
    for number, part in enumerate(parts, 1):
        assert f"(part {number} of 6)" in part.splitlines()[0]
        fought = re.findall(r"^### Combat (\d): [^\n]*attack (\d{4})", part, re.M)
        assert cast_in(part) == [f"t1/cp-combat/attack on {hex_id} / crt" for _, hex_id in fought]
        assert {line[0] for line in re.findall(r"\*\*\((\d[a-z])\)", part)} == {combat for combat, _ in fought}
    assert "## Combat, continued" in parts[2]
    assert ["Victory so far" in part for part in parts] == [False] * 5 + [True]
    assert [part.count("In short:") for part in parts] == [1] + [0] * 5
    assert judge_post("\n".join(parts)).verdict == "consistent", "the parts are a thread"


@pytest.mark.parametrize(("place", "count"), [("reddit", 2), ("bgg", 1), ("discord", 14)])
def test_a_turn_is_cut_between_steps_as_long_as_they_fit(played: Example, place: str, count: int) -> None:
    parts = parts_of(played, place, TURN, "https://x/board.png")
    assert len(parts) == count
    assert ["board.png" in part for part in parts] == [True] + [False] * (count - 1)
    whole = cast_in(parts_of(played, "phpbb", TURN)[0])
    assert sorted(label for part in parts for label in cast_in(part)) == sorted(whole)


def test_what_a_brief_part_leaves_out_is_in_no_other(played: Example) -> None:
    brief = parts_of(played, "discord", COMBATS)[2]
    assert "The die is **3**, the result **-/3**" in brief
    assert "Attack strength" not in brief
    assert "Attack strength" in parts_of(played, "reddit", COMBATS)[0]
