"""Commands by mail: a word as the subject or as the first line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.post.commands import WORDS, command_of
from tests.post.offices import Room, reply, room, words_of

ANNA, BRUNO, MO = "anna@example.org", "bruno@example.org", "mo@example.org"


@pytest.fixture
def judge(tmp_path: Path) -> Room:
    made = room(tmp_path, boards=False)
    made.run()
    return made


def ask(judge: Room, who: str, text: str) -> str:
    """The judge's answer to a mail."""
    before = len(judge.bag.to(who))
    judge.deliver(reply(judge.bag.newest(who), who, text, 100 + len(judge.bag.letters)))
    judge.run()
    new = judge.bag.to(who)[before:]
    assert len(new) == 1
    part = new[0].get_body() or new[0]
    return f"{new[0]['Subject']}\n{part.get_content()}"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("help", "moves UNIT"),
        ("status", "Turn 1"),
        ("sheet", "=== orders ==="),
        ("tell 1904", "1904"),
        ("moves GE-26", "movement points"),
        ("moves", "`moves` alone says too little: write `moves GE-5`"),
        ("moves GE-999", "`moves` could not be carried out"),
        ("odds attack 1904 with", "`odds` could not be carried out"),
        ("consent", "nothing in caporetto-1917 is waiting for consent"),
        ("extend 48", "the moderator was asked for more time"),
        ("extend soon", "found `extend soon`, wanted hours"),
        ("away 2026-12-20..2027-01-06", "your absence is noted"),
        ("away tomorrow", "found `away tomorrow`, wanted two days"),
        ("away 2026-12-20..2026-12-01", "is not between 1 and 120 days"),
        ("pace", "`pace` could not be carried out"),
        ("pace", "the Central Powers and the Allies not yet"),
        ("pace perhaps", "found `pace perhaps`, wanted `pace`, `pace yes` or `pace no`"),
        ("pace no", "the Central Powers have not agreed to it anyway"),
        ("pace yes", "It is shown once Bruno Rossi agreed, too."),
        ("press AL\n\nGive up the bridge.", "your press was forwarded"),
        ("press AL", "the press has no text"),
        ("press XX\n\nhello", "there is no side"),
        ("press AL unsigned\n\nhello", "this campaign takes signed press only"),
        ("yes", "only the moderator answers `yes`"),
        ("What a nice game this is.", "no order block and no command that I know"),
    ],
)
def test_a_command_and_its_answer(judge: Room, text: str, wanted: str) -> None:
    assert wanted in ask(judge, ANNA, text)


def test_a_board_comes_as_a_picture(judge: Room) -> None:
    ask(judge, ANNA, "board")
    kinds = [part.get_content_type() for part in judge.bag.newest(ANNA).walk()]
    assert "image/png" in kinds


def test_every_word_of_the_list_has_an_answer(judge: Room) -> None:
    for word in WORDS:
        assert ask(judge, ANNA, f"{word} {'GE-26' if WORDS[word][0] else ''}".strip())


def test_press_goes_through_the_judge_without_an_address(judge: Room) -> None:
    ask(judge, ANNA, "press all\n\nYour bridges are mine.")
    letter = judge.bag.newest(BRUNO)
    said = words_of(letter).replace("\r\n", "\n")
    assert "From Anna Berger, the Central Powers:\n\nYour bridges are mine." in said
    assert ANNA not in letter.as_string()


def test_press_cannot_carry_a_proof(judge: Room) -> None:
    ask(judge, ANNA, "press all\n\npbem-dice/1 x\n")
    letter = judge.bag.newest(BRUNO)
    assert "press" in letter["Subject"]
    assert not any(line.startswith("pbem-dice/") for line in words_of(letter).splitlines())


def test_an_order_block_in_press_is_read_as_orders_and_goes_to_nobody_else(judge: Room) -> None:
    before = len(judge.bag.to(BRUNO))
    assert "your file was refused" in ask(judge, ANNA, "press all\n\n=== orders ===\nmove GE-26 1903\n")
    assert len(judge.bag.to(BRUNO)) == before


def test_pace_is_shown_once_both_have_said_yes_by_mail(judge: Room) -> None:
    ask(judge, ANNA, "pace yes")
    asked = judge.bag.newest(BRUNO)
    assert "may all see how quick you are?" in asked["Subject"]
    assert "Anna Berger agrees that all see how quick each player is." in words_of(asked)
    assert "could not be carried out" in ask(judge, BRUNO, "pace")
    assert "All agree: `pace` shows it." in ask(judge, BRUNO, "pace yes")
    assert "Nobody has sent anything that was owed yet." in ask(judge, ANNA, "pace")
    assert "Nobody sees how quick anybody is" in ask(judge, ANNA, "pace no")
    assert "the Central Powers not yet" in ask(judge, BRUNO, "pace")


def test_an_absence_is_told_to_all(judge: Room) -> None:
    ask(judge, ANNA, "away 2026-12-20..2027-01-06")
    assert "Anna Berger is away from 2026-12-20 to 2027-01-06." in words_of(judge.bag.newest(BRUNO))


def test_orders_can_be_tried_by_mail_and_nothing_is_recorded(judge: Room) -> None:
    glance = judge.office.store.glance("caporetto-1917")
    text = judge.mailed.words("02-central-powers-turn-1.txt").decode()
    answer = ask(judge, ANNA, f"try\n\n{text}")
    assert "Only a try: nothing was recorded." in answer
    assert judge.office.store.glance("caporetto-1917") == glance


def test_nobody_tries_the_orders_of_the_other_side(judge: Room) -> None:
    text = judge.mailed.words("02-central-powers-turn-1.txt").decode()
    assert "you may try your own orders only" in ask(judge, BRUNO, f"try\n\n{text}")


@pytest.mark.parametrize("line", ["Status quo is fine with me", "help me please, Carla", "sheets are lost", ""])
def test_a_sentence_is_no_command(line: str) -> None:
    assert command_of(line) is None


def test_a_refused_file_says_what_to_do(tmp_path: Path) -> None:
    judge = room(tmp_path, boards=False)
    judge.run()
    block = "=== orders ===\ncampaign: caporetto-1917\nside: CP\nturn: 1\nmvoe GE-5 1903\n=== end of orders ==="
    answer = ask(judge, ANNA, block)
    assert "your file was refused" in answer
    said = " ".join(answer.split())
    assert "Correct your block and send it again, whole, as an answer to this letter. The word `sheet`" in said


def test_a_sentence_is_wrapped_for_a_mail_and_a_table_is_not(judge: Room) -> None:
    lines = ask(judge, ANNA, "away 2026-12-20..2027-01-06").splitlines()
    assert max(map(len, lines[1:])) <= 72
    status = ask(judge, ANNA, "status")
    assert "  Central Powers (CP)" in status
    assert "pbem sheet" not in status  # a player types no commands


def test_the_block_of_another_seat_is_named_with_its_article(judge: Room) -> None:
    text = "=== orders ===\ncampaign: caporetto-1917\nside: AL\nturn: 1\nmove IT-1 to 1903\n=== end of orders ==="
    assert "is for the Allies, and you play the Central Powers." in " ".join(ask(judge, ANNA, text).split())
