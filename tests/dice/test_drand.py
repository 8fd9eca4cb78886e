"""The two chains of drand, and which round falls when."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from pbem.dice.drand import (
    CHAINS,
    DEFAULT,
    QUICKNET,
    chain_named,
    computed_hash,
    contribution,
    iso_of,
    round_at,
    seconds_of,
    time_of,
)
from pbem.dice.drand_bls import message
from pbem.errors import UsageError
from tests.dice.corpus import vector
from tests.dice.drand_rounds import DRAND, REAL, made, real


@pytest.mark.parametrize("name", CHAINS)
def test_the_constants_are_pinned_by_the_chain_hash(name: str) -> None:
    chain, given = CHAINS[name], DRAND["chains"][name]
    assert computed_hash(chain) == chain.hash == bytes.fromhex(given["chain_hash"])
    assert (chain.scheme, chain.genesis, chain.period) == (given["scheme"], given["genesis_time"], given["period"])
    assert chain.public_key.hex() == given["public_key"]
    assert chain.group_hash.hex() == given["group_hash"]


@pytest.mark.parametrize(("name", "values"), REAL, ids=lambda value: str(value)[:12])
def test_a_round_falls_at_its_time(name: str, values: dict[str, Any]) -> None:
    chain = CHAINS[name]
    assert time_of(chain, values["round"]) == values["time_unix"]
    assert iso_of(values["time_unix"]) == values["time_utc"]
    assert round_at(chain, values["time_utc"]) == values["round"]
    assert round_at(chain, values["time_unix"] + 1) == values["round"] + 1
    assert message(chain, made(values)).hex() == values["message_sha256"]


@pytest.mark.parametrize("row", DRAND["time_vectors"], ids=lambda row: str(row["utc"]))
def test_the_first_round_at_or_after_a_moment(row: dict[str, Any]) -> None:
    assert seconds_of(row["utc"]) == row["unix"]
    assert round_at(QUICKNET, row["utc"]) == round_at(QUICKNET, row["unix"]) == row["first_round_at_or_after"]


@pytest.mark.parametrize("chain", CHAINS.values(), ids=lambda chain: str(chain.name))
def test_no_earlier_round_is_at_or_after_a_moment(chain: Any) -> None:
    for second in range(chain.genesis, chain.genesis + 100):
        number = round_at(chain, second)
        assert time_of(chain, number) >= second
        assert number == 1 or time_of(chain, number - 1) < second
    assert round_at(chain, 0) == round_at(chain, chain.genesis) == 1


def test_a_moment_is_understood_in_any_zone_and_never_too_early() -> None:
    assert seconds_of("2026-11-16T21:00:00+01:00") == seconds_of(" 2026-11-16T20:00:00Z ") == 1_794_859_200
    assert seconds_of("2026-11-16T20:00:00.001Z") == 1_794_859_201


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("tonight", "write it like 2026-11-16T20:00:00Z"),
        ("2026-11-16T20:00:00", "names no zone"),
        ("2026-11-16", "names no zone"),
        ("1969-12-31T23:59:59Z", "between the years 1970 and 9999"),
        ("9999-12-31T23:59:59-12:00", "between the years 1970 and 9999"),
        ("2026-11-16T20:00:00Z" + "0" * 5000, "write it like"),
        ("", "write it like"),
    ],
)
def test_a_moment_that_is_not_clear_is_refused(text: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        seconds_of(text)


@pytest.mark.parametrize("number", [0, -1, QUICKNET.last_round + 1, 2**64])
def test_a_round_that_cannot_be_is_refused(number: int) -> None:
    with pytest.raises(UsageError, match="quicknet has no round"):
        time_of(QUICKNET, number)


def test_the_last_round_has_a_time() -> None:
    assert iso_of(time_of(QUICKNET, QUICKNET.last_round)).startswith("9999-12-31T23:59:5")


def test_a_chain_goes_by_its_name_or_its_hash() -> None:
    assert chain_named(" Quicknet") is QUICKNET
    assert chain_named(DEFAULT.hash.hex().upper()) is DEFAULT
    with pytest.raises(UsageError, match="no drand chain 'fastnet': there are quicknet and default"):
        chain_named("fastnet")


def test_what_a_round_adds_to_a_seed() -> None:
    chain, drawn = real("quicknet", 1000)
    given = vector("beacon")
    assert (
        contribution(chain, drawn).hex() == given["chain_hash"] + (1000).to_bytes(8, "big").hex() + given["randomness"]
    )
    assert drawn.randomness == hashlib.sha256(drawn.signature).digest()
