"""Sealed dice: a chain of secrets behind one commitment."""

from __future__ import annotations

import pytest

from pbem.dice.derive import faces, seed
from pbem.dice.drand import contribution
from pbem.dice.seal import (
    SealedDice,
    contributions,
    is_link,
    link_for,
    link_name,
    links_of,
    party_of,
    secret_from_text,
)
from pbem.errors import BadRecord, UsageError
from pbem.kernel.rolls import NoDice, Roll
from tests.dice.drand_rounds import real

SECRET = bytes(range(32))


def test_a_face_follows_from_secret_orders_and_name() -> None:
    inputs = {4: b"i" * 32}
    secrets = {4: {"moderator": b"s" * 32}}
    dice = SealedDice("isonzo", "t3/cp-combat", secrets, inputs)
    value = seed("isonzo", 4, b"i" * 32, {"moderator": b"s" * 32})
    assert dice.cast(Roll("attack on 1804", 2, 6, 4)) == faces(value, "t3/cp-combat/attack on 1804", 2, 6)


def test_a_roll_does_not_shift_another() -> None:
    dice = SealedDice("isonzo", "t3/cp-combat", {1: {"moderator": SECRET}}, {1: b"i"})
    alone = dice.cast(Roll("b", 1, 6, 1))
    dice.cast(Roll("a", 3, 6, 1))
    assert dice.cast(Roll("b", 1, 6, 1)) == alone


@pytest.mark.parametrize("part", ["secrets", "inputs"])
def test_an_epoch_that_is_not_sealed_casts_nothing(part: str) -> None:
    secrets = {1: {"moderator": SECRET}} if part == "inputs" else {}
    inputs = {1: b"i"} if part == "secrets" else {}
    with pytest.raises(NoDice, match="epoch 1 has no sealed orders"):
        SealedDice("isonzo", "t1/x", secrets, inputs).cast(Roll("a", 1, 6, 1))


def test_each_link_proves_the_one_before_it_and_no_other() -> None:
    links = links_of("isonzo", SECRET, 50)
    assert all(is_link("isonzo", epoch, links[epoch], links[epoch - 1], epoch - 1) for epoch in range(1, 51))
    assert is_link("isonzo", 40, links[40], links[0], 0)
    assert not is_link("isonzo", 7, links[8], links[6], 6)
    assert not is_link("piave", 7, links[7], links[6], 6)


def test_every_party_has_a_chain_of_its_own() -> None:
    mine, theirs = (links_of("isonzo", SECRET, 9, party) for party in ("CP", "AL"))
    assert mine[9] == theirs[9] == SECRET
    assert not {*mine[:9]} & {*theirs[:9]}
    assert is_link("isonzo", 7, mine[7], mine[2], 2, "CP")
    assert not is_link("isonzo", 7, mine[7], mine[2], 2, "AL")


def test_a_seed_takes_any_union_of_contributions() -> None:
    chain, drawn = real("quicknet", 1000)
    found = contributions({"moderator": b"m", "CP": b"c", "drand": b"d"}, (chain, drawn))
    value = contribution(chain, drawn)
    assert found == {"moderator": b"m", "link:CP": b"c", "link:drand": b"d", "drand": value}
    assert [party_of(name) for name in found] == ["moderator", "CP", "drand", "drand"]
    assert contributions({"CP": b"c"}) == {link_name("CP"): b"c"}


def test_the_chain_has_an_end() -> None:
    links = links_of("isonzo", SECRET, 3)
    assert link_for(links, 3) == SECRET
    with pytest.raises(BadRecord, match="used up: epoch 4 is wanted, the chain has 3"):
        link_for(links, 4)


def test_a_secret_has_32_bytes() -> None:
    with pytest.raises(UsageError, match="this one has 5"):
        links_of("isonzo", b"short")


def test_a_secret_can_be_typed() -> None:
    assert secret_from_text(SECRET.hex()) == SECRET
    assert len(secret_from_text("a long sentence")) == 32
    assert secret_from_text(" a long sentence\n") == secret_from_text("a long sentence")
    with pytest.raises(UsageError, match="the seed is empty"):
        secret_from_text("  ")
