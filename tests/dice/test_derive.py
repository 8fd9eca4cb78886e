"""The derivation `pbem-dice/1` against its vectors, and that no face is favoured."""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path
from typing import Any

import pytest

from pbem.dice.derive import chain, commitment, faces, inputs_digest, link_before, prefixed, seed, tag

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
ROLLS = [vector for vector in VECTORS if vector["type"] == "roll"]
CHAIN, MODERATOR, BEACON = (next(v for v in VECTORS if v["type"] == kind) for kind in ("chain", "moderator", "beacon"))


@pytest.mark.parametrize("vector", ROLLS, ids=lambda vector: vector["name"])
def test_a_roll_gives_the_faces_of_its_vector(vector: dict[str, Any]) -> None:
    found = faces(bytes.fromhex(vector["seed"]), vector["label"], vector["n"], vector["sides"])
    assert list(found) == vector["dice"]
    assert sum(found) == vector["total"]


@pytest.mark.parametrize("vector", ROLLS, ids=lambda vector: vector["name"])
def test_the_blocks_of_a_roll_are_those_of_its_vector(vector: dict[str, Any]) -> None:
    size = prefixed(f"{vector['n']}d{vector['sides']}")
    for number, block in enumerate(vector["blocks"]):
        message = tag("roll") + prefixed(vector["label"]) + size + number.to_bytes(4, "big")
        assert hmac.digest(bytes.fromhex(vector["seed"]), message, "sha256").hex() == block


@pytest.mark.parametrize("party", ["A", "B"])
def test_a_chain_has_the_links_of_its_vector(party: str) -> None:
    links = chain(CHAIN["game"], party, bytes.fromhex(CHAIN["secret"][party]), CHAIN["n"])
    assert links[0].hex() == CHAIN["anchor"][party]
    assert links[1].hex() == CHAIN["link1"][party]
    assert links[2].hex() == CHAIN["link2"][party]
    assert links[CHAIN["n"]].hex() == CHAIN["secret"][party]
    assert link_before(CHAIN["game"], party, 2, links[2]) == links[1]


def inputs_of_the_vectors() -> bytes:
    texts = {("A", "orders"): CHAIN["orders_A"].encode(), ("B", "standing"): CHAIN["standing_B"].encode()}
    return inputs_digest(CHAIN["prev_transcript"].encode(), texts)


def test_inputs_seed_and_dice_of_two_chains() -> None:
    assert inputs_of_the_vectors().hex() == CHAIN["inputs"]
    links = {f"link:{party}": bytes.fromhex(CHAIN["link1"][party]) for party in ("A", "B")}
    value = seed(CHAIN["game"], 1, inputs_of_the_vectors(), links)
    assert value.hex() == CHAIN["seed"]
    assert list(faces(value, CHAIN["label"], 2, 6)) == CHAIN["dice_2d6"]


def test_a_moderators_seed() -> None:
    secret = bytes.fromhex(MODERATOR["secret"])
    assert commitment(MODERATOR["game"], "moderator", MODERATOR["epoch"], secret) == MODERATOR["commit"]
    value = seed(MODERATOR["game"], MODERATOR["epoch"], bytes.fromhex(MODERATOR["inputs"]), {"moderator": secret})
    assert value.hex() == MODERATOR["seed"]
    assert list(faces(value, MODERATOR["label"], 2, 6)) == MODERATOR["dice_2d6"]


def test_a_beacon_is_one_more_contribution() -> None:
    value = bytes.fromhex(BEACON["chain_hash"]) + BEACON["round"].to_bytes(8, "big")
    value += bytes.fromhex(BEACON["randomness"])
    found = seed(BEACON["game"], BEACON["epoch"], bytes.fromhex(BEACON["inputs"]), {"drand": value})
    assert found.hex() == BEACON["seed"]
    assert list(faces(found, BEACON["label"], 2, 6)) == BEACON["dice_2d6"]
    # The vector's `d10` is left out: it names no label of its own and does not follow from this one.


def test_the_order_of_inputs_and_contributions_does_not_matter() -> None:
    texts = {("B", "standing"): b"x", ("A", "standing"): b"y", ("A", "orders"): b"z"}
    turned = dict(reversed(list(texts.items())))
    assert inputs_digest(b"", texts) == inputs_digest(b"", turned)
    assert seed("g", 1, b"i", {"a": b"1", "b": b"2"}) == seed("g", 1, b"i", {"b": b"2", "a": b"1"})


@pytest.mark.parametrize(
    "other",
    [
        seed("h", 1, b"i", {"a": b"1"}),
        seed("g", 2, b"i", {"a": b"1"}),
        seed("g", 1, b"j", {"a": b"1"}),
        seed("g", 1, b"i", {"b": b"1"}),
        seed("g", 1, b"i", {"a": b"2"}),
        seed("g", 1, b"i", {"a": b"1", "b": b""}),
    ],
)
def test_everything_that_is_mixed_in_changes_the_seed(other: bytes) -> None:
    assert other != seed("g", 1, b"i", {"a": b"1"})


def test_decomposed_letters_make_the_same_label() -> None:
    key = bytes(32)
    assert faces(key, "Zu\u0300gna", 9, 6) == faces(key, "Z\u00f9gna", 9, 6)


@pytest.mark.parametrize(("number", "sides"), [(1, 0), (1, 257), (-1, 6)])
def test_dice_that_do_not_exist_are_refused(number: int, sides: int) -> None:
    with pytest.raises(ValueError, match="cannot be cast"):
        faces(bytes(32), "x", number, sides)


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 100])
def test_no_face_is_favoured(sides: int) -> None:
    """Chi-square with a fixed seed: the bound is the 99.9 per cent point of each distribution, rounded up."""
    count = 12_000
    found = faces(hashlib.sha256(b"fair").digest(), "many", count, sides)
    expected = count / sides
    chi = sum((found.count(face) - expected) ** 2 / expected for face in range(1, sides + 1))
    assert chi < {2: 11, 3: 14, 6: 21, 10: 28, 100: 149}[sides]
    assert set(found) == set(range(1, sides + 1))
