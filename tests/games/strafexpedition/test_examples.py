"""The recorded game in examples/strafexpedition: played again, everything that was written comes out as it was."""

from __future__ import annotations

from pathlib import Path

from pbem.desk.views.status import status
from tests.games.examples import AsRecorded, Example, of_game

PAGE = (Path(__file__).parents[3] / "docs" / "games" / "strafexpedition.md").read_text(encoding="utf-8")
SIDES = ("Italy", "Austria-Hungary")


played = of_game("strafexpedition")


class TestAsRecorded(AsRecorded):
    most = 1_600_000


def told(played: Example, step: str) -> str:
    """The report of a step in one line."""
    return played.words(next(name for name in played.files if name.startswith("reports/") and f"-{step}." in name))


def test_the_scenario_is_played_to_its_end(played: Example) -> None:
    """4.0.12, S4.vc: two days with all their phases, and a verdict."""
    found = played.asked(status)
    assert found.is_over
    assert (found.turn, found.step) == (2, "over")
    for turn in (1, 2):
        steps = [label.partition("/")[2] for label in found.played if label.startswith(f"t{turn}/")]
        assert steps[-4:-2] in (["it-march", "ah-march"], ["ah-march", "it-march"])
        assert steps[-2:] == ["rally", "night"]
        assert {"morning", "command", "dawn", "it-artillery", "ah-artillery", "it-action-1", "ah-action-1"} <= {*steps}
    assert "The end of the game" in told(played, "t2-night")


def test_the_game_reads_like_a_real_one(played: Example) -> None:
    """A refused file and the mended one, a bid, a plan, a question that was answered, standing orders, press."""
    refused = played.words("receipts/02-austria-hungary-set-up-first-try.txt")
    assert all(words in refused for words in ("Refused", "[5.0]", "[12.1]", "did you mean brigade?"))
    assert "Austria-Hungary has the Initiative [4.0.3]" in told(played, "t1-dawn")
    assert "Counter-assault 1434?" in played.text("questions/after-04-austria-hungary-tyroleans.txt")
    first = told(played, "t1-ah-action-1")
    assert "Counter-assault 3: Italy on 1434" in first
    assert "by a mailed answer" in first
    assert "by standing orders" in first
    assert "plan if 1434 theirs:" in played.text("orders/01-italy-set-up-and-day-1.txt")
    assert "IT-S4-MTN-1 and IT-S4-FLD-1 bombard 1434" in told(played, "t1-it-action-1")
    assert "Bruno Rossi (Italy):" in told(played, "t1-it-set-up")
    assert "Anna Berger (Austria-Hungary):" in told(played, "t1-ah-action-2")


def test_4_0_2_secret_a_brigade_is_named_to_nobody_else_before_its_hq_is_placed(played: Example) -> None:
    """4.0.2.secret: 58 acts last on the first day; until then no report and no question to Italy has it."""
    names = [name for name in played.files if name.startswith("reports/") and "-t1-" in name]
    before = names[: next(n for n, name in enumerate(names) if name.endswith("t1-ah-action-2.txt"))]
    assert len(before) >= 8
    for name in (*before, "questions/after-04-austria-hungary-tyroleans.txt"):
        assert "brigade 58" not in played.words(name), name
        assert "activates 58" not in played.words(name), name


def test_the_page_states_how_many_files_a_day_needed(played: Example) -> None:
    """Every file that was accepted, answers too."""
    needed = played.mails_needed()
    assert sum(needed.values()) == len([name for name in played.files if name.startswith("receipts/")]) - 1
    for turn, words in ((1, "June 12, with the set-up"), (2, "June 13")):
        assert f"| {words} | {' | '.join(str(needed[turn, side]) for side in SIDES)} |" in PAGE
