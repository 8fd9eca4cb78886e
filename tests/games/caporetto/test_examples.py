"""The recorded game in examples/caporetto: played again, everything that was written comes out as it was."""

from __future__ import annotations

import re
from pathlib import Path

from pbem.desk.views.status import status
from tests.games.examples import AsRecorded, Example, of_game

PAGE = (Path(__file__).parents[3] / "docs" / "games" / "caporetto.md").read_text(encoding="utf-8")
MOST = 4  # order files that a side may need in a turn
SEGMENT = ("first-combat", "infiltration", "second-combat", "movement", "supply")


played = of_game("caporetto")


class TestAsRecorded(AsRecorded):
    most = 2_400_000

    def steps(self, played: Example) -> int:
        return 27


def test_two_game_turns_were_played(played: Example) -> None:
    """4.1: the first begins inside the segment of the Central Powers; Italians do not infiltrate before turn 3."""
    found = played.asked(status)
    assert (found.turn, found.step) == (3, "pause")
    segments = [f"cp-{step}" for step in SEGMENT] + [f"al-{step}" for step in SEGMENT if step != "infiltration"]
    before = ["events", "replacement", "withdrawal", "al-strategic", "cp-strategic"]
    assert list(found.played) == [
        f"t{turn}/{step}"
        for turn, first in ((1, ["al-set-up", "cp-set-up"]), (2, before))
        for step in (*first, *segments, "end")
    ]


def test_the_game_reads_like_a_real_one(played: Example) -> None:
    """A refused file and the mended one, quotes, a question that was answered, standing orders, conditions, press."""
    refused = played.words("receipts/05-allies-turn-1-first-try.txt")
    assert "Refused" in refused
    assert all(rule in refused for rule in ("[16.1/2]", "[11.2]", "did you mean move?", "did you mean Gemona"))
    assert "> === orders ===" in played.text("orders/06-allies-turn-1.txt")
    assert "which air units contest it?" in played.text("questions/after-02-central-powers-turn-1.txt")
    first = played.words("reports/03-t1-cp-first-combat.txt")
    assert all(words in first for words in ("by a mailed answer", "by standing orders", "gas +3 [16.6]", "[12.1/2]"))
    press = played.words("reports/01-t1-al-set-up.txt") + played.words("reports/02-t1-cp-set-up.txt")
    assert all(player in press for player in ("Anna Berger (Central Powers):", "Bruno Rossi (Allies):"))


def test_the_front_breaks_where_it_broke(played: Example) -> None:
    """October: Plezzo, Kolovrat, Caporetto, Matajur. November: the Bainsizza, Cividale, Udine."""
    held: dict[str, str] = {}
    for name in (one for one in played.files if one.startswith("reports/")):
        for hexes in re.findall(r"Now held by the Central Powers: ([^\[]+)", played.words(name)):
            held |= dict.fromkeys(re.findall(r"\((\w+)\)", hexes), name[11:13])
    october, november = ([place for place, turn in held.items() if turn == which] for which in ("t1", "t2"))
    assert october == ["Plezzo", "Kolovrat", "Caporetto", "Matajur"]
    assert november == ["Bainsizza", "Cividale", "Udine"]


# -- fog of war ------------------------------------------------------------------------------------------------


def test_a_stack_shows_its_top_unit_alone(played: Example) -> None:
    """11.6: in the reports, which are for both sides."""
    stacks = [
        line
        for name, data in played.files.items()
        if name.startswith("reports/")
        for line in re.findall(r"^- \d{4}(?: \([^)]+\))?: (.+)$", data.decode(), re.MULTILINE)
    ]
    assert "IT-68 2/2, 2 unseen units" in stacks
    assert len(stacks) > 150
    assert [stack for stack in stacks if len(re.findall(r"\b[A-Z]{2}-\w+", stack)) > 1] == []


def test_who_lies_below_is_never_named(played: Example) -> None:
    """11.6: the 33rd Division marches twice under other divisions and does not fight: only its owner reads of it."""
    named = [name for name, data in played.files.items() if not name.endswith(".png") and b"AH-33" in data]
    assert named == [
        f"{folder}/{mail}.txt"
        for mail in ("04-central-powers-turn-1-breakthrough", "09-central-powers-turn-2-pursuit")
        for folder in ("orders", "receipts")
    ]
    assert "1 unseen unit moves from 2921 to 2920 (Mrzli vrh)." in played.text("reports/06-t1-cp-movement.txt")


# -- mails -----------------------------------------------------------------------------------------------------


def test_a_turn_needs_at_most_four_order_files_of_a_side(played: Example) -> None:
    """Every file that was accepted, answers too; docs/games/caporetto.md states these figures."""
    needed = played.mails_needed()
    sides = ("Central Powers", "Allies")
    assert sum(needed.values()) == len([name for name in played.files if name.startswith("receipts/")]) - 1
    assert max(needed.values()) <= MOST
    for turn, words in ((1, "1, with the set-up"), (2, "2")):
        assert f"| {words} | {' | '.join(str(needed[turn, side]) for side in sides)} |" in PAGE


def test_the_page_quotes_a_real_receipt(played: Example) -> None:
    quoted = re.findall(r"```receipt\n(.*?)```", PAGE, re.DOTALL)
    assert quoted
    for text in quoted:
        assert text in played.text("receipts/02-central-powers-turn-1.txt")
