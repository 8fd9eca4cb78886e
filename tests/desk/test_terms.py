"""What a campaign agrees on before it begins: unions of ways to make dice, dates, rounds, and every refusal."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.opening import open_campaign
from pbem.desk.record.terms import (
    GRACE,
    MARGIN,
    MODES,
    Terms,
    agreed,
    check_exchange,
    due_after,
    is_before,
    is_sound,
    mode_called,
    parties,
    round_after,
    wanted,
)
from pbem.desk.record.typed import read, written
from pbem.dice.drand import round_at, time_of
from pbem.errors import UsageError
from pbem.store import open_store
from tests.desk import tiny
from tests.desk.helpers import NOW

UNIONS = ["+".join(some) for size in (1, 2, 3) for some in itertools.combinations(MODES, size)]


# -- ways to make dice ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", UNIONS)
def test_every_union_is_a_mode_in_whatever_order_it_is_written(mode: str) -> None:
    for parts in itertools.permutations(mode.split("+")):
        assert mode_called(" + ".join(part.upper() for part in parts)) == mode


@pytest.mark.parametrize("mode", UNIONS)
def test_the_mode_says_who_adds_to_the_dice(mode: str) -> None:
    terms = agreed(mode)
    named = {"seed": ("moderator",), "chain": ("RED", "BLUE"), "beacon": ("drand",)}
    assert wanted(terms, ("RED", "BLUE")) == tuple(who for part in mode.split("+") for who in named[part])
    assert "drand" not in parties(terms, ("RED", "BLUE"))


@pytest.mark.parametrize("mode", UNIONS)
def test_terms_come_back_from_the_record_as_they_were(mode: str) -> None:
    terms = agreed(mode, days=7)
    terms = terms._replace(anchors={"moderator": "ab" * 32} if terms.has("seed") else {}, salts="cd" * 32)
    assert read(Terms, written(terms)) == terms
    assert is_sound(terms)
    assert not is_sound(terms._replace(salts=""))  # a moderator who commits himself to no salts could choose them
    by_turns = terms._replace(anchors={"RED": "ab" * 32}, salts="")
    assert is_sound(by_turns, "RED") == (mode in ("chain", "chain+beacon"))


def test_what_goes_without_saying() -> None:
    assert agreed("seed") == Terms()
    assert agreed("chain") == Terms("chain", rewind="consent")
    beacon = agreed("chain+beacon")
    assert (beacon.beacon, beacon.days, beacon.early, beacon.refusal) == ("quicknet", 3, False, "wait")
    assert agreed("seed+chain").rewind == "moderator"
    assert agreed("beacon", beacon="default").chain.name == "default"
    assert agreed("chain").chain.name == "quicknet"  # for a round that stands in for a link
    assert agreed("beacon", early=True, days=0).days == 0
    assert agreed("seed", days=4, refusal="forfeit").refusal == "forfeit"


@pytest.mark.parametrize(
    ("mode", "words", "says"),
    [
        ("dice", {}, "'dice' is not a way to make dice; there are seed, chain, beacon, joined like chain+beacon"),
        ("", {}, "'' is not a way to make dice"),
        ("seed+", {}, "'' is not a way to make dice"),
        ("chain+Chain", {}, "'chain+Chain' names one way twice"),
        ("seed", {"beacon": "quicknet"}, "say --dice seed+beacon"),
        ("chain", {"early": True}, "say --dice chain+beacon"),
        ("beacon", {"beacon": "fastnet"}, "no drand chain 'fastnet': there are quicknet and default"),
        ("beacon", {"days": 0}, "the beacon needs a deadline to name a round after; or use --early"),
        ("seed", {"days": -1}, "--days -1: a side has from 1 to 3650 days"),
        ("seed", {"days": 3651}, "from 1 to 3650 days"),
        (
            "chain",
            {"refusal": "sulk", "days": 3},
            "--refusal 'sulk' is not known; there are wait, moderator,",
        ),
        ("chain", {"refusal": "forfeit"}, "--refusal forfeit needs a date that can be missed: give --days"),
        ("chain", {"refusal": "beacon"}, "--refusal beacon needs a date"),
        (
            "seed",
            {"refusal": "beacon", "days": 3},
            "can only replace a player's link, and these dice have none",
        ),
        ("seed", {"rewind": "often"}, "--rewind 'often' is not known; there are moderator, consent, never"),
    ],
)
def test_what_cannot_be_agreed_on_is_refused(mode: str, words: Mapping[str, Any], says: str) -> None:
    with pytest.raises(UsageError) as refused:
        agreed(mode, **words)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        (agreed("seed+chain"), "a moderator's seed and two stores that take turns do not go together"),
        (agreed("beacon", early=True), "lets the sealer choose the round"),
        (agreed("chain", rewind="moderator"), "between two stores there is no moderator"),
    ],
)
def test_what_two_stores_cannot_agree_on(terms: Terms, says: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=says):
        check_exchange(terms)
    tiny.register()
    store = open_store(str(tmp_path / "pbem.db"), create=True)
    with pytest.raises(UsageError, match=says):
        open_campaign(store, "Field-1", "tiny", "field", now=NOW, dice=terms, me="RED")
    assert store.campaigns() == []


@pytest.mark.parametrize(
    "change",
    [
        {"mode": "beacon+chain"}, {"mode": "luck"}, {"mode": 7}, {"links": 10**9}, {"beacon": ""},
        {"beacon": "fastnet"}, {"days": 0}, {"days": "3"}, {"early": 3}, {"refusal": "beacon", "mode": "beacon"},
        {"rewind": "always"}, {"rewind": "moderator"}, {"anchors": {"BLUE": "ab" * 32}},
    ],
)  # fmt: skip
def test_terms_that_nobody_could_have_made_are_not_sound(change: dict[str, Any]) -> None:
    terms = agreed("chain+beacon")._replace(anchors={"RED": "ab" * 32})
    assert is_sound(terms, "RED")
    assert not is_sound(terms._replace(**change), "RED")


# -- dates and rounds -----------------------------------------------------------------------------------------


def test_a_step_is_due_after_the_agreed_days() -> None:
    terms = agreed("chain", days=3)
    assert due_after(terms, "2026-11-16T20:00:00Z", True) == "2026-11-19T20:00:00Z"
    assert due_after(terms, "2026-11-16T20:00:00Z", False) == "2026-11-16T20:00:00Z"  # nobody has to send anything
    assert due_after(agreed("chain"), "2026-11-16T20:00:00Z", True) == ""


@pytest.mark.parametrize("chain", ["quicknet", "default"])
@pytest.mark.parametrize("wait", [MARGIN, GRACE])
def test_the_round_lies_behind_the_date_and_is_the_first_that_does(chain: str, wait: int) -> None:
    terms = agreed("beacon", beacon=chain)
    moment = 1_794_859_200  # 2026-11-16T20:00:00Z
    named = round_after(terms, "2026-11-16T20:00:00Z", wait)
    assert (named.chain, named.round) == (chain, round_at(terms.chain, moment + wait))
    assert time_of(terms.chain, named.round - 1) < moment + wait <= time_of(terms.chain, named.round)
    assert is_before("2026-11-16T20:00:00Z", named.time)


def test_a_moment_is_past_only_when_it_is_over() -> None:
    assert not is_before("2026-11-16T20:00:00Z", "2026-11-16T20:00:00Z")
    assert is_before("2026-11-16T20:00:00Z", "2026-11-16T20:00:01Z")
    assert not is_before("", "2026-11-16T20:00:01Z")
    assert not is_before("2026-11-16T20:00:00Z", "")
