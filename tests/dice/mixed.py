"""Posts whose seeds take several contributions: players' links, a moderator's secret, beacon rounds; and lies."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pbem.dice.beacons import BeaconRound
from pbem.dice.derive import chain, faces, seal_of, seed
from pbem.dice.drand import QUICKNET, Chain
from pbem.dice.proof import Proof, ProvenRoll
from pbem.dice.seal import contributions, link_name
from tests.dice.corpus import good_posts, lies, text_of
from tests.dice.drand_rounds import made, real

GAME = "piave"
LENGTH = 40
CHAINS_OF = {
    party: chain(GAME, party, hashlib.sha256(party.encode()).digest(), LENGTH)
    for party in ("moderator", "AL", "CP", "Z\u00f9")
}
SEALED = {epoch: hashlib.sha256(bytes([epoch])).digest() for epoch in range(1, 10)}
QUICK, OTHER = BeaconRound(*real("quicknet", 30662992)), BeaconRound(*real("quicknet", 30662982))
SLOW, FIRST = BeaconRound(*real("default", 3907446)), BeaconRound(*real("default", 1))

Beacons = Mapping[int, BeaconRound]


def step(
    mode: str, parties: Sequence[str], epochs: Sequence[int], beacons: Beacons | None = None, absent: str = ""
) -> Proof:
    """A step of a campaign: two rolls in each epoch, under links of the parties and rounds of the beacon."""
    drawn = beacons or {}
    rolls, secrets = [], {}
    for epoch in epochs:
        given = {party: CHAINS_OF[party][epoch] for party in parties if party != absent}
        secrets |= {(epoch, link_name(party)): link for party, link in given.items()}
        value = seed(GAME, epoch, SEALED[epoch], contributions(given, drawn.get(epoch)))
        rolls += [_roll(len(rolls) + at, epoch, value) for at in (1, 2)]
    anchors = {party: CHAINS_OF[party][0] for party in parties}
    return Proof(
        GAME, mode, anchors, inputs={epoch: SEALED[epoch] for epoch in epochs}, secrets=secrets, rolls=rolls,
        beacons=drawn, absent=[(epoch, absent) for epoch in epochs if absent],
    )  # fmt: skip


def _roll(number: int, epoch: int, value: bytes) -> ProvenRoll:
    label = f"t2/cp-combat/attack on {1800 + number} / crt"
    return ProvenRoll(number, epoch, label, "2d6", " ".join(map(str, faces(value, label, 2, 6))))


def steps() -> dict[str, Proof]:
    """Every union of contributions."""
    both = ("AL", "CP")
    return {
        "seed and chain": step("seed+chain", ("moderator", *both), (3, 4)),
        "three chains": step("chain", (*both, "Z\u00f9"), (1,)),
        "beacon of quicknet": step("beacon", (), (5,), {5: QUICK}),
        "beacon of default": step("beacon", (), (5, 6), {5: SLOW, 6: FIRST}),
        "seed and beacon": step("seed+beacon", ("moderator",), (7,), {7: QUICK}),
        "chain and beacon": step("chain+beacon", both, (7, 9), {7: OTHER, 9: QUICK}),
        "all together": step("seed+chain+beacon", ("moderator", *both), (2,), {2: QUICK}),
        "a round for a link": step("chain", both, (4,), {4: QUICK}, absent="CP"),
    }


def named(mode: str, epoch: int, number: int, of: Chain = QUICKNET) -> Proof:
    """The announcement of a round, as a post shows it when the step opens."""
    return Proof(GAME, mode, {p: CHAINS_OF[p][0] for p in ("AL", "CP")}, named={epoch: (of, number)})


SALT = hashlib.sha256(b"salt").digest()


def thread(proof: Proof) -> tuple[Proof, Proof, Proof]:
    """A step as it is published: the commitments first, then what was sealed and which round decides, then the dice."""
    opening = Proof(proof.game, proof.mode, proof.anchors, proof.commits)
    seals = {epoch: seal_of(proof.game, epoch, sealed, SALT) for epoch, sealed in proof.inputs.items()}
    rounds = {epoch: (drawn.chain, drawn.round.number) for epoch, drawn in proof.beacons.items()}
    notice = replace(opening, seals=seals, named=rounds)
    return opening, notice, replace(proof, salts=dict.fromkeys(proof.inputs, SALT))


def thread_text(proof: Proof) -> str:
    """The three posts, one below the other."""
    return "\nBruno wrote:\n".join(map(text_of, thread(proof)))


def mixed_posts() -> dict[str, str]:
    """The blocks of all unions, and of steps that wait."""
    found = {name: text_of(proof) for name, proof in steps().items()}
    both = steps()["chain and beacon"]
    found["announcement"] = text_of(named("chain+beacon", 9, QUICK.round.number))
    found["announced and drawn"] = found["announcement"] + "Now:\n" + found["chain and beacon"]
    found["announced, then a round for a link"] = text_of(named("chain+beacon", 4, 7)) + text_of(
        step("chain+beacon", ("AL", "CP"), (4,), {4: QUICK}, absent="CP")
    )
    found["links without the round"] = text_of(replace(both, beacons={}))
    found |= {f"thread of {name}": thread_text(proof) for name, proof in steps().items()}
    found["a link kept back"] = text_of(replace(both, secrets=_without(both, "link:CP")))
    return found


def _without(proof: Proof, name: str) -> dict[tuple[int, str], bytes]:
    return {key: value for key, value in proof.secrets.items() if key[1] != name}


def all_posts() -> dict[str, str]:
    """Posts of every kind."""
    return good_posts() | mixed_posts()


# -- lies -----------------------------------------------------------------------------------------------------


def mixed_lies() -> dict[str, tuple[str, str]]:
    """Lies about links and rounds that every verifier finds, each with the code of the fault."""
    return {**_round_lies(), **_link_lies()}


def all_lies() -> dict[str, tuple[str, str]]:
    """Lies of every kind."""
    return lies() | mixed_lies()


def _round_lies() -> dict[str, tuple[str, str]]:
    one = step("beacon", (), (5,), {5: QUICK})
    old = step("beacon", (), (5,), {5: SLOW})
    drawn, real_one = QUICK.round, BeaconRound
    flagged = made(
        {"round": drawn.number, "signature": (bytes([drawn.signature[0] | 0x40]) + drawn.signature[1:]).hex()}
    )
    wrong = {
        "another randomness": real_one(QUICKNET, replace(drawn, randomness=bytes(32))),
        "another hour": real_one(replace(QUICKNET, genesis=QUICKNET.genesis + 3), drawn),
        "a chain of his own": real_one(replace(QUICKNET, name="fastnet"), drawn),
        "a short signature": real_one(QUICKNET, made({"round": 7, "signature": "ab" * 47})),
        "a point at infinity": real_one(QUICKNET, flagged),
        "a signature before it": real_one(QUICKNET, replace(drawn, previous=SLOW.round.previous)),
    }
    found = {name: (text_of(replace(one, beacons={5: lie})), "beacon") for name, lie in wrong.items()}
    bare = replace(SLOW.round, previous=b"")
    found["no signature before it"] = (text_of(replace(old, beacons={5: real_one(SLOW.chain, bare)})), "beacon")
    group = replace(FIRST.round, previous=bytes(32))
    found["another group"] = (text_of(replace(old, beacons={5: real_one(SLOW.chain, group)})), "beacon")
    late = replace(QUICKNET, genesis=QUICKNET.genesis - 10**9)
    found["a round beyond time"] = (text_of(named("beacon", 5, QUICKNET.last_round + 1, late)), "beacon")
    found["an announcement with another hour"] = (
        text_of(named("beacon", 5, 7, replace(QUICKNET, genesis=QUICKNET.genesis + 1))),
        "beacon",
    )
    found["another round than announced"] = (text_of(named("beacon", 5, 30662993)) + text_of(one), "conflict")
    found["two announcements"] = (text_of(named("beacon", 5, 7)) + text_of(named("beacon", 5, 8)), "conflict")
    found["two rounds for an epoch"] = (text_of(one) + text_of(step("beacon", (), (5,), {5: OTHER})), "conflict")
    found["a contribution beside the round"] = (text_of(replace(one, secrets={(5, "drand"): bytes(72)})), "conflict")
    return found


def _link_lies() -> dict[str, tuple[str, str]]:
    both = step("chain", ("AL", "CP"), (3,))
    links = dict(both.secrets)
    echoed = replace(
        both,
        anchors=dict.fromkeys(("AL", "CP"), CHAINS_OF["AL"][0]),
        secrets={(3, f"link:{party}"): CHAINS_OF["AL"][3] for party in ("AL", "CP")},
    )
    elsewhere = chain("isonzo", "CP", hashlib.sha256(b"CP").digest(), LENGTH)
    swapped = {(3, "link:AL"): links[3, "link:CP"], (3, "link:CP"): links[3, "link:AL"]}
    absent = step("chain", ("AL", "CP"), (4,), {4: QUICK}, absent="CP")
    return {
        "an echo of the other's chain": (text_of(echoed), "secret"),
        "the link of another epoch": (text_of(_linked(both, {(3, "link:CP"): CHAINS_OF["CP"][4]})), "secret"),
        "the link of another campaign": (text_of(_linked(both, {(3, "link:CP"): elsewhere[3]})), "secret"),
        "links swapped": (text_of(replace(both, secrets=swapped)), "secret"),
        "one link under two names": (text_of(_linked(both, {(3, "CP"): links[3, "link:CP"]})), "secret"),
        "orders swapped afterwards": (text_of(replace(both, inputs={3: SEALED[4]})), "dice"),
        "absent with a link": (text_of(_linked(absent, {(4, "link:CP"): CHAINS_OF["CP"][4]})), "conflict"),
    }


def _linked(proof: Proof, secrets: Mapping[tuple[int, str], bytes]) -> Proof:
    """The same with other secrets, or with more."""
    return replace(proof, secrets={**proof.secrets, **secrets})


def forgeries() -> dict[str, str]:
    """Rounds that look right, with dice that follow from them: only their signature gives them away."""
    drawn = QUICK.round
    moved = made({"round": drawn.number + 1, "signature": drawn.signature.hex()})
    invented = made({"round": drawn.number, "signature": "8" + "7" * 95})
    chained = replace(SLOW.round, previous=FIRST.round.signature)
    return {
        "another number": text_of(step("beacon", (), (5,), {5: BeaconRound(QUICKNET, moved)})),
        "an invented signature": text_of(step("beacon", (), (5,), {5: BeaconRound(QUICKNET, invented)})),
        "another signature before it": text_of(step("beacon", (), (5,), {5: BeaconRound(SLOW.chain, chained)})),
    }
