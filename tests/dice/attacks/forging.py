"""A forger's workshop: posts with fitting check words and fitting dice, made from genuine ones and chosen secrets."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from pbem.dice.casting import asked_specs, cast, exact_spec
from pbem.dice.derive import chain, seed
from pbem.dice.drand import NAME as DRAND
from pbem.dice.drand import contribution
from pbem.dice.ledger import ledger_from, opening, proof_of, rolling
from pbem.dice.proof import Proof, first_state, next_state, roll_record
from tests.dice.corpus import NOW, SECRET, Made, ledger, text_of
from tests.dice.mixed import CHAINS_OF, OTHER, QUICK, SALT, step, thread

OWN = hashlib.sha256(b"a secret of the forger's own").digest()


class Forged(NamedTuple):
    """A text, what its reader knows, and what must be said of it."""

    text: str
    known: str
    why: str  # the code of a fault or of a need


def recast(proof: Proof) -> Proof:
    """The same with the dice that its secrets give."""
    rolls = []
    for roll in proof.rolls:
        parts = {name: value for (epoch, name), value in proof.secrets.items() if epoch == roll.epoch}
        if roll.epoch in proof.beacons:
            parts[DRAND] = contribution(*proof.beacons[roll.epoch])
        spec = exact_spec(roll.what)
        assert spec
        value = seed(proof.game, roll.epoch, proof.inputs.get(roll.epoch, b""), parts)
        rolls.append(replace(roll, result=cast(value, roll.label, spec)))
    return _with_transcript(replace(proof, rolls=rolls))


def _with_transcript(proof: Proof) -> Proof:
    """The transcript of a ledger made anew, so that it fits the rolls."""
    if proof.mode != "desk" or proof.before is None:
        return proof
    state = first_state(proof.game, proof.anchors["moderator"]) if not proof.before[0] else proof.before[1]
    before = (proof.before[0], state)
    for roll in proof.rolls:
        state = next_state(state, roll_record(roll))
    return replace(proof, before=before, after=(before[0] + len(proof.rolls), state))


def chosen(make: Callable[[int], Proof], wanted: str, tries: int = 400) -> Proof:
    """Try until the first roll pleases: about ten tries for a d6, fifty for two."""
    found = next((p for p in map(make, range(tries)) if p.rolls[0].result == wanted), None)
    assert found, "the forger was unlucky"
    return found


def with_chain(proof: Proof, party: str, secret: bytes = OWN) -> Proof:
    """The party's chain exchanged for one of the forger's own."""
    name = party if party == "moderator" else f"link:{party}"
    links = chain(proof.game, party, secret, 4096)
    secrets = {key: links[key[0]] if key[1] == name else value for key, value in proof.secrets.items()}
    return recast(replace(proof, anchors={**proof.anchors, party: links[0]}, secrets=secrets))


def with_inputs(proof: Proof, epoch: int, number: int) -> Proof:
    """Other sealed orders, invented."""
    digest = hashlib.sha256(f"try {number}".encode()).digest()
    return recast(replace(proof, inputs={**proof.inputs, epoch: digest}))


# -- 2: a forged chain beside the real commitment ---------------------------------------------------------------


def chains() -> dict[str, Forged]:
    """Dice of the forger's own chain, with the real commitment mentioned somewhere."""
    real = step("seed", ("moderator",), (3,))
    opening_, notice, _ = thread(real)
    false = with_chain(real, "moderator")
    kept = real.anchors["moderator"].hex()
    both = step("chain", ("AL", "CP"), (3,))
    half = with_chain(both, "CP")
    pair = " ".join(value.hex() for value in both.anchors.values())
    stray = Proof("elsewhere", "seed", {"moderator": real.anchors["moderator"]})
    return {
        "a stray line in the block": Forged(
            text_of(replace(false, anchors={**false.anchors, "witness": real.anchors["moderator"]})), kept, "commitment"
        ),
        "a stray block": Forged(text_of(stray) + text_of(false), kept, "commitment"),
        "a stray block and a seal": Forged(
            text_of(stray) + "".join(map(text_of, thread(false)[1:])), kept, "commitment"
        ),
        "another mode behind the genuine opening": Forged(
            text_of(opening_) + text_of(notice) + text_of(replace(false, mode="single")), kept, "conflict"
        ),
        "another mode, single commitment": Forged(
            text_of(opening_) + text_of(_single(real)), "", "conflict"
        ),
        "one forged link, both anchors": Forged(
            text_of(half) + text_of(Proof("piave", "seed+chain", both.anchors)), pair, "conflict"
        ),
        "one forged link, anchors in another game": Forged(
            text_of(Proof("elsewhere", "chain", both.anchors)) + text_of(half), pair, "commitment"
        ),
        "one forged link under another name": Forged(_renamed(both), pair, "commitment"),
        "a game that looks alike": Forged(
            "".join(map(text_of, thread(real))) + text_of(recast(_game(false, "рiave"))), kept, "conflict"
        ),
        "his own chain from the first post on": Forged("".join(map(text_of, thread(false))), kept, "commitment"),
    }  # fmt: skip


def _single(real: Proof) -> Proof:
    from pbem.dice.derive import commitment

    commit = bytes.fromhex(commitment(real.game, "moderator", 3, OWN))
    return recast(
        replace(real, mode="single", anchors={}, commits={(3, "moderator"): commit}, secrets={(3, "moderator"): OWN})
    )


def _renamed(both: Proof) -> str:
    """CP's link is a forged one of `C P`; CP itself is said to have nothing to do with the step."""
    links = chain(both.game, "C P", OWN, 40)
    anchors = {"AL": both.anchors["AL"], "C P": links[0]}
    secrets = {(3, "link:AL"): both.secrets[3, "link:AL"], (3, "link:C P"): links[3]}
    return text_of(recast(replace(both, anchors=anchors, secrets=secrets)))


def _game(proof: Proof, name: str) -> Proof:
    links = chain(name, "moderator", OWN, 40)
    return replace(proof, game=name, anchors={"moderator": links[0]}, secrets={(3, "moderator"): links[3]})


# -- 3: inputs, rounds --------------------------------------------------------------------------------------------


def inputs() -> dict[str, Forged]:
    """Dice chosen by trying out sealed orders, rounds, or the moment of the seal."""
    real = step("seed", ("moderator",), (3,))
    opening_, notice, _ = map(text_of, thread(real))
    tried = chosen(lambda number: with_inputs(real, 3, number), "6 6")
    drawn = step("beacon", (), (5,), {5: QUICK})
    ground = chosen(lambda number: with_inputs(drawn, 5, number), "6 6")
    told = _announced(drawn)
    salted = replace(tried, salts={3: SALT})
    kept = real.anchors["moderator"].hex()
    own_seal = text_of(thread(tried)[1])
    return {
        "inputs tried out by the moderator": Forged(text_of(tried), kept, "seal"),
        "inputs tried out behind the opening": Forged(opening_ + text_of(tried), kept, "seal"),
        "inputs tried out behind the seal": Forged(opening_ + notice + text_of(salted), kept, "seal"),
        "a seal that comes with the secret": Forged(
            opening_ + text_of(replace(thread(tried)[2], seals=thread(tried)[1].seals)), kept, "seal"
        ),
        "a seal that comes behind the secret": Forged(opening_ + text_of(salted) + own_seal, kept, "seal"),
        "a second seal": Forged(opening_ + notice + own_seal + text_of(salted), kept, "seal"),
        "other orders for a later step of the same epoch": Forged(
            opening_ + notice + text_of(thread(real)[2]) + text_of(salted), kept, "conflict"
        ),
        "no inputs where there are some": Forged(opening_ + text_of(recast(replace(real, inputs={}))), kept, "seal"),
        "beacon: inputs tried out by a stranger": Forged(text_of(ground), "", "seal"),
        "beacon: beside the genuine announcement": Forged(told + text_of(ground), "", "seal"),
        "beacon: a round that nobody named": Forged(_unnamed(), "", "round"),
        "beacon: named with the dice": Forged(_named_late(), "", "round"),
        "a link shown before the seal": Forged(_link_first(), "", "seal"),
        "a later link shown before the seal": Forged(_later_link_first(), "", "seal"),
        "the commitment comes with the seal": Forged(notice + text_of(thread(real)[2]), "", "commitment"),
    }  # fmt: skip


def _announced(proof: Proof) -> str:
    return text_of(replace(thread(proof)[1], seals={}))


def _unnamed() -> str:
    """The orders are sealed; of all rounds that have fallen since, the most pleasant is taken."""
    notice = replace(thread(step("beacon", (), (5,), {5: QUICK}))[1], named={})
    best = max(
        (thread(step("beacon", (), (5,), {5: one}))[2] for one in (QUICK, OTHER)), key=lambda p: p.rolls[0].result
    )
    return text_of(notice) + text_of(best)


def _named_late() -> str:
    proof = thread(step("beacon", (), (5,), {5: QUICK}))[2]
    return text_of(replace(thread(proof)[1], named={})) + text_of(
        replace(proof, named={5: (QUICK.chain, QUICK.round.number)})
    )


def _link_first() -> str:
    """AL has shown its link; CP, who knows his own, tries orders until the dice please, and only then seals them."""
    both = step("chain", ("AL", "CP"), (3,))
    tried = chosen(lambda number: with_inputs(both, 3, number), "6 6")
    early = Proof(both.game, both.mode, both.anchors, secrets={(3, "link:AL"): CHAINS_OF["AL"][3]})
    return text_of(thread(both)[0]) + text_of(early) + "".join(map(text_of, thread(tried)[1:]))


def _later_link_first() -> str:
    both = step("chain", ("AL", "CP"), (3,))
    tried = chosen(lambda number: with_inputs(both, 3, number), "6 6")
    early = Proof(both.game, both.mode, both.anchors, secrets={(4, "link:AL"): CHAINS_OF["AL"][4]})
    return text_of(thread(both)[0]) + text_of(early) + "".join(map(text_of, thread(tried)[1:]))


# -- 7: the dice desk ---------------------------------------------------------------------------------------------


def desk() -> dict[str, Forged]:
    """Rolls that are hidden, repeated under a word that looks alike, or worded when the secret was known."""
    book = ledger(close=False)
    kept, count = book.commitment.hex(), len(book.casts)
    first = text_of(proof_of(book, 0, 0))
    reveal = text_of(proof_of(ledger(), count, count))
    without = text_of(proof_of(book, 0, 3)) + text_of(proof_of(book, 4, count))
    found = {
        "a thread without the post of roll 4": Forged(first + without + reveal, kept, "gap"),
        "a thread without its last roll": Forged(first + text_of(proof_of(book, 0, count - 1)) + reveal, kept, "gap"),
        "a thread without its first rolls": Forged(text_of(proof_of(book, 3, count)) + reveal, kept, "gap"),
        "all at once": Forged(text_of(proof_of(ledger())), kept, "purpose"),
        "the commitment with the rolls": Forged(text_of(proof_of(book)) + reveal, "", "commitment"),
        "a purpose worded when the secret was known": Forged(first + _reworded(), kept, "purpose"),
        "sealed orders in a ledger": Forged(first + _desk_inputs(), kept, "malformed"),
        "a campaign's dice as a ledger": Forged(_as_desk(), CHAINS_OF["moderator"][0].hex(), "purpose"),
    }
    for name, again in AGAIN.items():
        found[f"one purpose twice: {name}"] = Forged(first + _twice(again), kept, "twice")
    return found


AGAIN: Mapping[str, str] = {
    "commas": "T3, attack (on) 1804!",
    "capitals": "T3 ATTACK ON 1804",
    "a Cyrillic letter": "T3 \u0430ttack on 1804",
    "a Greek letter": "T3 attack \u03bfn 1804",
    "a capital of another alphabet": "\u0422" + "3 attack on 1804",
    "an O for a nought": "T3 attack on 18O4",
    "an l for a one": "T3 attack on l804",
    "wide digits": "T3 attack on \uff11\uff18\uff10\uff14",
    "Arabic digits": "T3 attack on \u0661\u0668\u0660\u0664",
    "an accent": "T3 \u00e1ttack on 1804",
    "a joiner": "T3 at\u200dtack on 1804",
    "bold letters": "T3 \U0001d41a" + "ttack on 1804",
}


def _twice(again: str) -> str:
    """Both rolls stand in one ledger whose transcript fits."""
    made = [Made("ledger-opened", opening("Salerno-1", SECRET, NOW))]
    for purpose in ("T3 attack on 1804", again):
        bodies: list[dict[str, Any]] = rolling(ledger_from(made[:1]), SECRET, purpose, purpose, asked_specs("2d6"), NOW)
        made += [Made("ledger-rolled", {**body, "number": len(made)}) for body in bodies]
    return text_of(proof_of(ledger_from(made)))


def _reworded() -> str:
    proof = proof_of(ledger())
    rolls = list(proof.rolls)

    def worded(number: int) -> Proof:
        return recast(replace(proof, rolls=[replace(rolls[0], label=f"T1 weather, as agreed {number}"), *rolls[1:]]))

    return text_of(chosen(worded, "6 6"))


def _desk_inputs() -> str:
    proof = proof_of(ledger())
    return text_of(chosen(lambda number: with_inputs(proof, 1, number), "6 6"))


def _as_desk() -> str:
    real = step("seed", ("moderator",), (3,))
    return text_of(recast(replace(real, mode="desk", inputs={}, before=(0, b""), after=(0, b""))))


def genuine() -> dict[str, tuple[str, str]]:
    """Threads that are bound: what the forgeries imitate."""
    both = step("chain", ("AL", "CP"), (3,))
    seed_ = step("seed", ("moderator",), (3,))
    parts = list(map(text_of, thread(seed_)))
    book = ledger(close=False)
    count = len(book.casts)
    posts = [text_of(proof_of(book, 0, 0)), text_of(proof_of(book, 0, 4)), text_of(proof_of(book, 4, count))]
    posts.append(text_of(proof_of(ledger(), count, count)))
    seal = thread(seed_)[1].seals[3].hex()
    return {
        "a whole thread": ("".join(parts), ""),
        "the opening and a receipt": (parts[2], parts[0] + "Receipt:\n" + parts[1]),
        "the commitment kept, the notice in the thread": (parts[1] + parts[2], seed_.anchors["moderator"].hex()),
        "commitment and seal kept as words": (parts[2], f"{seed_.anchors['moderator'].hex()} {seal}"),
        "two chains": ("".join(map(text_of, thread(both))), ""),
        "a ledger": ("".join(posts), ""),
        "a ledger, the first posts kept": ("".join(posts[2:]), "".join(posts[:2])),
    }
