"""Thousands of random changes of a single byte: none alters what a post proves without being noticed, none crashes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pbem.dice.cleaning import post_text
from pbem.dice.judging import judge_post
from pbem.dice.verifiers import verify_dice
from pbem.errors import BadRecord, Unreadable
from pbem.store.entry import Draft, Entry, Head, chained
from tests.dice.corpus import entries
from tests.dice.mixed import all_posts
from tests.mutations import changed

POSTS = all_posts()
EACH = 3000 // len(POSTS)


def meaning(found: dict[str, Any]) -> tuple[Any, ...]:
    return found["verdict"], found["commitments"], found["beacons"], found["rolls"]


@pytest.mark.parametrize("name", POSTS)
def test_no_change_of_a_byte_goes_unnoticed(name: str) -> None:
    chance = random.Random(f"mutations of {name}")
    data, before = POSTS[name].encode(), [meaning(judge_post(POSTS[name], bls=bls).as_json()) for bls in (True, False)]
    noticed = 0
    for _ in range(EACH):
        other = changed(data, chance)
        try:
            text = post_text(other)
        except Unreadable:
            noticed += 1
            continue
        whole, found = (judge_post(text, bls=bls).as_json() for bls in (True, False))
        assert meaning(found) == meaning(verify_dice.judge(text)), other
        if found["verdict"] not in ("wrong", "none"):
            assert [meaning(whole), meaning(found)] == before, other
        else:
            noticed += 1
    assert noticed > EACH // 4  # most of a post is its block


def record() -> list[Entry]:
    return chained(Head(0, ""), [Draft(entry.kind, entry.body) for entry in entries(more=True)])


def test_no_change_of_a_record_goes_unnoticed() -> None:
    from pbem.desk.ledgers import find

    chance = random.Random(1917)
    whole = record()

    class Shelf:
        def __init__(self, kept: list[Entry]) -> None:
            self.kept = kept

        def entries(self, campaign: str, after: int = 0) -> list[Entry]:
            return self.kept

    assert find(Shelf(whole), "Salerno-1") is not None  # type: ignore[arg-type]
    for _ in range(600):
        at = chance.randrange(len(whole))
        part = chance.choice(["kind", "body", "prev", "hash"])
        value = getattr(whole[at], part)
        if not value:
            continue
        other = changed(value.encode(), chance).decode("utf-8", "replace")
        values = {name: getattr(whole[at], name) for name in ("seq", "kind", "body", "prev", "hash")}
        kept = [*whole[:at], Entry(**{**values, part: other}), *whole[at + 1 :]]
        if kept == whole:
            continue
        with pytest.raises(BadRecord):
            find(Shelf(kept), "Salerno-1")  # type: ignore[arg-type]
