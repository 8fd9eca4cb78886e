"""The recorded game in examples/italia18: played again, everything that was written comes out as it was."""

from __future__ import annotations

from pathlib import Path

from pbem.desk.views.status import status
from tests.games.examples import AsRecorded, Example, of_game

PAGE = " ".join((Path(__file__).parents[3] / "docs" / "games" / "italia18.md").read_text(encoding="utf-8").split())
SEQUENCES = ("1-sequence-1", "1-sequence-2", "1-sequence-3", "2-sequence-1")


played = of_game("italia18")


class TestAsRecorded(AsRecorded):
    most = 1_900_000


def one_file(played: Example, words: str) -> str:
    """The file with these words in its name, in one line."""
    return played.words(next(name for name in played.files if words in name))


def test_the_scenario_is_played_to_its_verdict(played: Example) -> None:
    """7.0a, S0.len: three sequences on the first turn, one on the second, every phase of both sides, then a verdict."""
    found = played.asked(status)
    assert found.is_over
    steps = [one.partition("/")[2] for one in found.played]
    assert (steps[0], steps[-1]) == ("dawn", "night")
    assert len([one for one in steps if one.startswith("weather")]) == len(SEQUENCES)
    for phase in ("move", "combat", "exploit"):
        for side in ("cp", "en"):
            assert len([one for one in steps if one.startswith(f"{side}-{phase}-")]) == len(SEQUENCES)
    assert "The game is over:" in one_file(played, "t2-night")


def test_the_game_reads_like_a_real_one(played: Example) -> None:
    """A refused file and the corrected one, standing orders sent ahead, a question that was answered, press."""
    refused = one_file(played, "receipts/02-central-powers-turn-1-sequence-1-first-try")
    assert all(words in refused for words in ("Refused", "[11.3.1.1]", "did you mean relieve"))
    assert "Which guns defend 2026?" in one_file(played, "questions/")
    assert "answer Q1:" in one_file(played, "orders/04-entente-answer")
    fought = one_file(played, "reports/04-t1-cp-combat-1")
    assert "by a mailed answer [12.2.2a]" in fought
    assert "by standing orders [12.2.6k]" in fought
    assert "(morning fog -1 [10.0d])" in fought
    assert "Bruno Rossi (Entente):" in one_file(played, "reports/03-t1-cp-move-1")


def test_the_page_states_how_many_files_a_sequence_needed(played: Example) -> None:
    """Every accepted file but for standing orders sent ahead and the answer: three, four if both exploit."""
    accepted = [name for name in played.files if name.startswith("receipts/") and "first-try" not in name]
    needed = {one: sum(1 for name in accepted if f"-turn-{one}" in name) for one in SEQUENCES}
    assert len(accepted) == sum(needed.values()) + 2
    for one, count in needed.items():
        turn, _, number = one.partition("-sequence-")
        assert f"| turn {turn}, sequence {number} | {count} |" in PAGE, needed
        both = sum(1 for name in accepted if f"-turn-{one}-exploit" in name) > 1
        assert count <= (4 if both else 3)
