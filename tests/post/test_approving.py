"""Where the moderator approves: nothing is played before he says so, and an old preview counts for nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.post.offices import SETTINGS, Room, reply, room, words_of

ANNA, BRUNO, MO = "anna@example.org", "bruno@example.org", "mo@example.org"
APPROVE = SETTINGS + '[campaign.caporetto-1917]\nmode = "approve"\nboards = "none"\n'
PROVEN = b"Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\r\n"


@pytest.fixture
def judge(tmp_path: Path) -> Room:
    """A judge with all orders for the first step on file."""
    made = room(tmp_path, settings=APPROVE)
    made.run()
    for number, who in enumerate((BRUNO, ANNA)):
        text = made.mailed.words(made.mailed.mails[number]["file"]).decode()
        made.deliver(reply(made.bag.newest(who), who, text, number))
    made.run()
    return made


def kinds(judge: Room) -> list[str]:
    return [entry.kind for entry in judge.office.store.entries("caporetto-1917")]


def say(judge: Room, word: str, number: int, proof: bytes = PROVEN) -> list[str]:
    judge.deliver(proof + reply(judge.bag.newest(MO), MO, word, 900 + number))
    return judge.run()


def test_the_moderator_is_shown_what_can_be_played_once(judge: Room) -> None:
    judge.run()
    letters = judge.bag.to(MO)
    assert len(letters) == 1
    assert "can be played" in letters[0]["Subject"]
    assert "(entry 3)" in words_of(letters[0])
    assert "move " not in words_of(letters[0])  # whose orders lie there, not what they say
    assert "played" not in kinds(judge)


def test_his_yes_plays_the_step(judge: Room) -> None:
    assert any("played on the moderator's word: t1/cp-movement" in line for line in say(judge, "yes", 1))
    assert "played" in kinds(judge)


def test_his_no_leaves_it(judge: Room) -> None:
    assert any("the moderator says no" in line for line in say(judge, "no", 1))
    assert "played" not in kinds(judge)


def test_a_yes_that_the_provider_does_not_vouch_for_counts_for_nothing(judge: Room) -> None:
    say(judge, "yes", 1, b"")
    assert "played" not in kinds(judge)


def test_a_yes_to_an_old_preview_counts_for_nothing(judge: Room) -> None:
    old = judge.bag.newest(MO)
    text = judge.mailed.words("02-central-powers-turn-1.txt").decode()
    judge.deliver(reply(judge.bag.newest(ANNA), ANNA, text.replace("press:", "# again\npress:") + "\n# again\n", 70))
    judge.run()
    judge.deliver(PROVEN + reply(old, MO, "yes", 901))
    told = judge.run()
    assert any("preview is out of date" in line for line in told), told
    assert "played" not in kinds(judge)


def test_a_judge_that_only_receives_answers_and_plays_nothing(tmp_path: Path) -> None:
    judge = room(tmp_path, settings=APPROVE.replace('"approve"', '"receive"'))
    judge.run()
    for number, who in enumerate((BRUNO, ANNA)):
        text = judge.mailed.words(judge.mailed.mails[number]["file"]).decode()
        judge.deliver(reply(judge.bag.newest(who), who, text, number))
    judge.run()
    assert kinds(judge) == ["opened", "submitted", "submitted"]
    assert "your orders are accepted" in judge.bag.newest(ANNA)["Subject"]
    assert judge.bag.to(MO) == []
