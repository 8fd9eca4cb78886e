"""The recorded game in examples/durchbruch: played again, everything that was written comes out as it was."""

from __future__ import annotations

from pathlib import Path

from pbem.desk.views.status import status
from tests.games.examples import AsRecorded, Example, of_game

PAGE = (Path(__file__).parents[3] / "docs" / "games" / "durchbruch.md").read_text(encoding="utf-8")
BEFORE = ("set-up", "bombardment", "surprise")


played = of_game("durchbruch")


class TestAsRecorded(AsRecorded):
    most = 4_000_000

    def steps(self, played: Example) -> int:
        return len(BEFORE) + 2 * (7 + 1)


def one_file(played: Example, words: str) -> str:
    """The file with these words in its name, in one line."""
    return played.words(next(name for name in played.files if words in name))


def test_the_day_was_played_to_its_verdict(played: Example) -> None:
    """5-1, 5-3, 5-4, 16.2: the steps before turn 1, seven chits and an end in each turn, a winner."""
    found = played.asked(status)
    steps = [one.partition("/")[2] for one in found.played]
    assert tuple(steps[:3]) == BEFORE
    assert steps[3] == "corps-III", "the Austro-Germans named the first chit"
    assert [steps.count(one) for one in ("corps-III", "corps-IV", "end")] == [2, 2, 2]
    assert "points for the Austro-Germans [16.1]." in one_file(played, "t2-end")


def test_the_game_reads_like_a_real_one(played: Example) -> None:
    """A refused file and the corrected one, plans with conditions, a question that was answered, press."""
    refused = one_file(played, "receipts/05-austro-germans-surprise-first-try")
    assert all(words in refused for words in ("Refused", "[6.4.1]", "did you mean attack?"))
    plans = one_file(played, "orders/07-austro-germans-turn-1")
    assert plans.count("plan if fresh:") == 4
    assert " occupied" in plans
    assert any(name.startswith("questions/") for name in played.files)
    assert any("answer Q1:" in played.text(name) for name in played.files if name.startswith("orders/"))
    assert "Bruno Rossi (Italians):" in one_file(played, "reports/01-t1-set-up")


def test_face_down_stays_face_down_in_every_post(played: Example) -> None:
    """1.5, 6.2: reports and boards are for both; what nobody has turned up is not named before the last report."""
    posts = [played.text(name) for name in played.files if name.startswith("reports/") and "t2-end" not in name]
    hidden = ("IT-comVII", "IT-comXXVIII", "strengthen GE-G8")
    assert [one for one in hidden if any(one in post for post in posts)] == []


def test_the_page_says_how_many_mails_the_day_took(played: Example) -> None:
    needed = played.mails_needed()
    turns = {side: [needed[turn, side] for turn in (1, 2)] for side in ("Austro-Germans", "Italians")}
    words = " and ".join(f"{sum(counts)} files of the {side}" for side, counts in turns.items())
    assert words in " ".join(PAGE.split()), words
