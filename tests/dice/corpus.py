"""Posts for the verifiers: good ones in every format, mangled as forums and mails mangle them, and lies."""

from __future__ import annotations

import hashlib
import json
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from pbem.dice.casting import asked_specs, cast, exact_spec
from pbem.dice.derive import chain, faces, inputs_digest, seed
from pbem.dice.ledger import Ledger, closing, label_of, ledger_from, opening, proof_of, reopening, rolling
from pbem.dice.posts import FORMATS, write_post
from pbem.dice.proof import Proof, ProvenRoll, write_proof

SECRET = bytes(range(32))
NOW = "2026-11-16T20:00:00Z"
VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
PURPOSES = (
    ("T1 weather", "2d6+1", "", ""),
    ("T3 attack on 1804", "1d6 2d6", "Anna", "kestrel"),
    ("Monte Grappa \u2013 Cima Z\u00f9gna: assalto [b]*x*[/b] <i> & \u201cq\u201d", "3d10", "Bruno", ""),
    ("-- loss ... of_a ~b~ `c` | d \\ e > f; g! %41 \U0001f3b2 " + "w" * 90, "1d100", "", ""),
    ("T4 events", "draw 2 from Mud, Rain, Strike, R\u00e4tsel, \U0001d504", "", ""),
    ("T4 order of play", "shuffle A, B, C, D, E", "", ""),
    ("T5 barrage", "60d6", "Anna", "pbem-proof/1 x"),
)


@dataclass(frozen=True, slots=True)
class Made:
    """An entry of a ledger that no store holds."""

    kind: str
    body: Mapping[str, Any]

    def values(self) -> dict[str, Any]:
        """Its body."""
        return dict(self.body)


def entries(name: str = "Salerno-1", close: bool = True, more: bool = False) -> list[Made]:
    """A ledger with a few rolls, closed or not, and with another roll in a second epoch."""
    return list(_entries(name, close, more))


@cache
def _entries(name: str, close: bool, more: bool) -> tuple[Made, ...]:
    """Rolled once: each roll goes through the whole chain of its secret."""
    made = [Made("ledger-opened", opening(name, SECRET, NOW))]
    for purpose, what, player, word in PURPOSES:
        made += roll(made, purpose, what, player, word)
    if close:
        made.append(Made("ledger-closed", closing(ledger_from(made), SECRET, NOW)))
    if more:
        made.append(Made("ledger-reopened", reopening(ledger_from(made), NOW)))
        made += roll(made, "T6 weather", "2d6", "", "")
    return tuple(made)


def roll(made: Sequence[Made], purpose: str, what: str, player: str, word: str) -> list[Made]:
    """The entries of one more roll."""
    label = label_of(purpose, player, word)
    bodies = rolling(ledger_from(made), SECRET, purpose, label, asked_specs(what), NOW, player)
    return [Made("ledger-rolled", body) for body in bodies]


def ledger(close: bool = True, more: bool = False) -> Ledger:
    """The ledger that these entries make."""
    return ledger_from(entries(close=close, more=more))


def text_of(proof: Proof) -> str:
    """A block as text."""
    return "\n".join(write_proof(proof)) + "\n"


# -- good posts -----------------------------------------------------------------------------------------------


def good_posts() -> dict[str, str]:
    """Every format, open and closed, in one post or in two; other modes; the vectors."""
    found: dict[str, str] = {}
    for fmt in FORMATS:
        found[f"closed {fmt}"] = write_post(ledger(), fmt, 0, len(ledger().casts))
    book, later = ledger(close=False), ledger(more=True)
    count = len(book.casts)
    found["open"] = write_post(book, "txt", 0, count)
    found["second epoch"] = write_post(later, "bbcode", 0, count + 1)
    found["thread"] = write_post(book, "md", 0, 4) + "Thanks!\n" + write_post(book, "md", 4, count)
    found["thread with reveal"] = found["thread"] + write_post(ledger(), "md", count, count)
    found["commitment only"] = write_post(book, "txt", 0, 0)
    found["whole thread"] = "\nAnna wrote:\n".join((found["commitment only"], found["thread with reveal"]))
    found |= {"two chains": text_of(two_chains()), "single commitment": text_of(single()), "beacon": text_of(beacon())}
    found["campaign"] = text_of(campaign())
    return found


def vector(kind: str) -> dict[str, Any]:
    """The test vector of a kind."""
    return next(v for v in VECTORS if v["type"] == kind)


def inputs() -> bytes:
    """The sealed orders of the vectors."""
    v = vector("chain")
    texts = {("A", "orders"): v["orders_A"].encode(), ("B", "standing"): v["standing_B"].encode()}
    return inputs_digest(b"", texts)


def two_chains() -> Proof:
    """Two players' links, as in the vector."""
    v = vector("chain")
    anchors = {party: bytes.fromhex(v["anchor"][party]) for party in ("A", "B")}
    secrets = {(1, f"link:{party}"): bytes.fromhex(v["link1"][party]) for party in ("A", "B")}
    rolls = [ProvenRoll(1, 1, v["label"], "2d6", " ".join(map(str, v["dice_2d6"])))]
    return Proof(v["game"], "chain", anchors, inputs={1: inputs()}, secrets=secrets, rolls=rolls)


def single() -> Proof:
    """One committed secret, as in the vector."""
    v = vector("moderator")
    key = (v["epoch"], "moderator")
    rolls = [ProvenRoll(1, v["epoch"], v["label"], "2d6", " ".join(map(str, v["dice_2d6"])))]
    commits, secrets = {key: bytes.fromhex(v["commit"])}, {key: bytes.fromhex(v["secret"])}
    return Proof(v["game"], "single", commits=commits, inputs={v["epoch"]: inputs()}, secrets=secrets, rolls=rolls)


def beacon() -> Proof:
    """A beacon round, whose signature these verifiers do not check."""
    v = vector("beacon")
    value = bytes.fromhex(v["chain_hash"]) + v["round"].to_bytes(8, "big") + bytes.fromhex(v["randomness"])
    rolls = [ProvenRoll(1, v["epoch"], v["label"], "2d6", " ".join(map(str, v["dice_2d6"])))]
    secrets = {(v["epoch"], "drand"): value}
    return Proof(v["game"], "beacon", inputs={v["epoch"]: inputs()}, secrets=secrets, rolls=rolls)


def campaign() -> Proof:
    """A step of a campaign with a moderator's seed: two epochs, the second after a decision."""
    links = chain("isonzo", "moderator", SECRET, 40)
    sealed = {31: hashlib.sha256(b"a").digest(), 32: hashlib.sha256(b"b").digest()}
    rolls = []
    for number, (epoch, name) in enumerate([(31, "attack on 1804 / crt"), (31, "attack on 1904 / crt"), (32, "x")], 1):
        label = f"t3/cp-combat/{name}"
        face = faces(seed("isonzo", epoch, sealed[epoch], {"moderator": links[epoch]}), label, 1, 6)
        rolls.append(ProvenRoll(number, epoch, label, "1d6", str(face[0])))
    secrets = {(epoch, "moderator"): links[epoch] for epoch in sealed}
    return Proof("isonzo", "seed", {"moderator": links[0]}, inputs=sealed, secrets=secrets, rolls=rolls)


# -- what happens to posts on their way -----------------------------------------------------------------------


def _wrapped(width: int) -> Callable[[str], str]:
    return lambda text: "\n".join(textwrap.fill(line, width) for line in text.split("\n"))


def _hard(width: int) -> Callable[[str], str]:
    return lambda text: "\n".join(
        "\n".join(line[at : at + width] for at in range(0, max(len(line), 1), width)) for line in text.split("\n")
    )


def _quoted(prefix: str) -> Callable[[str], str]:
    return lambda text: "".join(f"{prefix}{line}\n" for line in text.splitlines())


MANGLES: dict[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    "quoted": _quoted("> "),
    "quoted deeply": _quoted("> > >> "),
    "quoted by name": _quoted("Anna> "),
    "quoted with bars": _quoted("| "),
    "in a bbcode quote": lambda text: f'[quote="Anna" post_id=7]{text}[/quote]\nIs that so?',
    "in a html quote": lambda text: "<blockquote>" + text.replace("\n", "<br>\n") + "</blockquote>",
    "wrapped": _wrapped(50),
    "wrapped narrowly": _wrapped(34),
    "wrapped and quoted": lambda text: _quoted("> ")(_wrapped(40)(text)),
    "quoted and wrapped": lambda text: _wrapped(60)(_quoted("> > ")(text)),
    "cut hard": _hard(41),
    "in one line": lambda text: text.replace("\n", " "),
    "windows line ends": lambda text: text.replace("\n", "\r\n"),
    "trailing blanks": lambda text: text.replace("\n", " \t \n"),
    "hard blanks": lambda text: text.replace(" ", "\u00a0"),
    "zero width": lambda text: text.replace("e", "e\u200b"),
    "fancy dashes": lambda text: text.replace("-", "\u2011"),
    "decomposed": lambda text: text.replace("\u00f9", "u\u0300").replace("\u00e4", "a\u0308"),
    "bold words": lambda text: text.replace("roll ", "[b]roll[/b] ").replace("state ", "<b>state</b> "),
    "escaped markdown": lambda text: text.replace("!", "\\!").replace("-", "\\-"),
    "entities": lambda text: text.replace(";", "&semi;").replace("%", "&#37;").replace("\u00f9", "&#xf9;"),
}


# -- lies -----------------------------------------------------------------------------------------------------


def lies() -> dict[str, tuple[str, str]]:
    """Posts whose check words fit and that lie all the same, each with the code of the fault."""
    proof = proof_of(ledger())
    first, second, *rest = proof.rolls
    other = chain("salerno-1", "moderator", bytes(32), 4096)
    third = replace(rest[0], result=_other(rest[0].result))
    found = {
        "a better face": (replace(proof, rolls=[first, second, third, *rest[1:]]), "dice"),
        "another purpose": (replace(proof, rolls=[replace(first, label="T1 rain"), second, *rest]), "dice"),
        "other dice": (replace(proof, rolls=[replace(first, what="2d10"), second, *rest]), "dice"),
        "a roll left out": (replace(proof, rolls=[first, *rest]), "gap"),
        "a roll moved": (replace(proof, rolls=[second, first, *rest]), "gap"),
        "another secret": (replace(proof, secrets={(1, "moderator"): other[1]}), "secret"),
        "another commitment": (replace(proof, anchors={"moderator": other[0]}), "secret"),
        "a transcript of its own": (replace(proof, after=(len(proof.rolls), bytes(32))), "state"),
        "the list turned round": (_turned(proof), "malformed"),
        "sealed orders changed": (replace(campaign(), inputs={31: bytes(32), 32: campaign().inputs[32]}), "dice"),
    }
    texts = {name: (text_of(lie), code) for name, (lie, code) in found.items()}
    texts["a second roll for one purpose"] = (_twice(), "twice")
    texts["a roll after the reveal"] = (_late(), "late")
    texts["a ledger written anew"] = (_anew(), "conflict")
    texts["two stories"] = (text_of(proof) + text_of(_other_story()), "conflict")
    return texts


def _other(result: str) -> str:
    faces_ = result.split()
    return " ".join(["6" if faces_[0] != "6" else "5", *faces_[1:]])


def _turned(proof: Proof) -> Proof:
    turned = [replace(r, what="draw 2 from Strike, Mud, Rain") if r.what.startswith("draw") else r for r in proof.rolls]
    return replace(proof, rolls=turned)


def _recast(proof: Proof, rolls: Sequence[ProvenRoll]) -> Proof:
    """The proof with these rolls and with the dice that the secret really gives for them; no transcript."""
    value = seed(proof.game, 1, b"", {"moderator": proof.secrets[1, "moderator"]})
    cast_anew = []
    for one in rolls:
        spec = exact_spec(one.what)
        assert spec
        cast_anew.append(replace(one, result=cast(value, one.label, spec)))
    return replace(proof, rolls=cast_anew, before=None, after=None)


def _twice() -> str:
    proof = proof_of(ledger())
    again = replace(proof.rolls[0], number=len(proof.rolls) + 1, what="3d6")
    return text_of(_recast(proof, [*proof.rolls, again]))


def _late() -> str:
    proof = proof_of(ledger())
    more = ProvenRoll(len(proof.rolls) + 1, 1, "T9 one more", "2d6", "")
    return text_of(proof) + text_of(_recast(proof, [more]))


def _anew() -> str:
    """A post that shows the transcript alone, then all of another ledger with the same secret and as many rolls."""
    book = ledger()
    made = [Made("ledger-opened", opening("Salerno-1", SECRET, NOW))]
    for number in range(len(book.casts)):
        made += roll(made, f"another roll {number}", "1d6", "", "")
    count = len(book.casts)
    return text_of(proof_of(ledger(close=False), count)) + text_of(proof_of(ledger_from(made)))


def _other_story() -> Proof:
    proof = proof_of(ledger())
    return _recast(proof, [replace(proof.rolls[0], label="T1 fog"), *proof.rolls[1:]])
