"""The block of a report that asks for consent: one of its two words, sent back, is that word."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.amending import amend
from pbem.desk.opening import open_campaign
from pbem.desk.record.terms import agreed
from tests.post.offices import Room, address, reply, room, words_of

NAME = "caporetto-1917"
BRUNO = "bruno@example.org"


@pytest.fixture
def judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    """A judge of a campaign in which nobody takes a step back without the other; Anna has proposed an amendment."""

    def opened(store: object, mailed: object) -> None:
        players = {"CP": "Anna Berger", "AL": "Bruno Rossi"}
        terms = agreed("seed", rewind="consent")
        open_campaign(store, NAME, "gwe", "historical", players=players, dice=terms, now="2026-10-24T08:00:00Z")  # type: ignore[arg-type]

    monkeypatch.setattr("tests.post.offices.open_mailed", opened)
    made = room(tmp_path, boards=False)
    made.run()
    text = made.mailed.words("02-central-powers-turn-1.txt").decode()
    made.deliver(reply(made.bag.newest(address("Anna")), address("Anna"), text))
    made.run()
    amend(made.office.store, NAME, "a slip", text.encode(), "Anna", made.office.now)
    made.run()
    return made


@pytest.mark.parametrize(("word", "wanted"), [("consent", "your consent is"), ("refuse", "your refusal is")])
def test_a_word_in_the_block_is_taken(judge: Room, word: str, wanted: str) -> None:
    letter = judge.bag.newest(BRUNO)
    assert f"# {word}" in words_of(letter)
    block = words_of(letter).partition("=== orders ===")[2].partition("=== end")[0].replace(f"# {word}", word)
    judge.deliver(reply(letter, BRUNO, f"=== orders ==={block}=== end of orders ===\n", 8))
    judge.run()
    assert any(wanted in str(one["Subject"]) for one in judge.bag.to(BRUNO))
    assert judge.office.load(NAME)[1].proposal is None
