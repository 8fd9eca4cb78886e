"""Every attack that testers made, in all three verifiers: none is bound, and each says what is wrong or wanting."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.dice.judging import judge_post
from pbem.dice.verifiers import verify_dice
from tests.dice.attacks.forging import chains, desk, genuine, inputs
from tests.dice.browser import by_page

FORGED = {**chains(), **inputs(), **desk()}
GENUINE = genuine()


@pytest.fixture(scope="module")
def page() -> dict[str, dict[str, Any]]:
    """One visit to the browser for all tests."""
    pairs = [*((one.text, one.known) for one in FORGED.values()), *GENUINE.values()]
    return dict(zip([*FORGED, *GENUINE], by_page(pairs)["found"], strict=True))


def by_all(text: str, known: str, seen: dict[str, Any]) -> list[dict[str, Any]]:
    return [judge_post(text, known).as_json(), verify_dice.judge(text, known), seen]


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_thread_is_never_bound(name: str, page: dict[str, dict[str, Any]]) -> None:
    forged = FORGED[name]
    for found in by_all(forged.text, forged.known, page[name]):
        codes = {one["code"] for one in (*found["faults"], *found["needs"])}
        assert found["verdict"] in ("wrong", "consistent"), found
        assert forged.why in codes
        assert found["rolls"]  # it lists what it was given, and calls none of the forged rolls proven


@pytest.mark.parametrize("name", GENUINE)
def test_what_was_published_in_time_is_bound(name: str, page: dict[str, dict[str, Any]]) -> None:
    for found in by_all(*GENUINE[name], page[name]):
        assert (found["verdict"], found["needs"], found["faults"]) == ("bound", [], [])
        assert {one["code"] for one in found["shown"]} >= {"commitment"}


@pytest.mark.parametrize("name", GENUINE)
def test_a_single_post_says_what_else_would_be_needed(name: str) -> None:
    text = GENUINE[name][0]
    last = text[text.rindex("pbem-proof/1") :]
    found = judge_post(last).as_json()
    assert found["verdict"] == "consistent"
    assert found["needs"]


def test_the_words_say_which_post_shows_it() -> None:
    text, known = GENUINE["the opening and a receipt"]
    shown = judge_post(text, known).as_json()["shown"]
    assert [(one["code"], one["by"]) for one in shown] == [("seal", "known 2"), ("commitment", "known 1")]
    text, known = GENUINE["commitment and seal kept as words"]
    assert {one["by"] for one in judge_post(text, known).as_json()["shown"]} == {"known"}
