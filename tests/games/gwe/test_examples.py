"""The recorded game in examples/gwe: played again mail by mail, everything that was written comes out as it was."""

from __future__ import annotations

import pytest

from pbem.desk.views.status import status
from tests.games.examples import Example, played_again


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Example:
    return played_again("gwe", tmp_path_factory.mktemp("gwe"))


def test_every_text_is_what_it_was(played: Example) -> None:
    """Orders, receipts, questions and reports."""
    played.check_files()


def test_every_board_is_what_it_was(played: Example) -> None:
    played.check_boards()


def test_the_record_proves_itself(played: Example) -> None:
    played.check_record(steps=18)


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
    assert "by an answer by mail" in first
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


def test_the_folder_is_small(played: Example) -> None:
    played.check_size(1_500_000)
