"""The proof block: a few lines of text with all that is needed to derive dice again.

A block is a row of records. A record is words with single blanks between, its fields parted by ` ; `, ended by a
check word (`!` and eight hex digits over the record and the check word before it). Line breaks mean nothing. Letters
that forums and mail programs like to change are written as %XX, so a block survives quoting and re-wrapping; what
does not survive is noticed, and told apart from a lie: the check words guard against accidents, the hashes against
people.

    pbem-proof/1 GAME ; MODE                       always first
    anchor PARTY ; HEX                             the published tip of a chain of secrets
    commit EPOCH ; PARTY ; HEX                     the commitment to a single secret
    seal EPOCH ; HEX                               what is published of the sealed orders before their dice fall
    inputs EPOCH ; HEX                             digest of the sealed orders, shown with the dice
    salt EPOCH ; HEX                               what makes the seal of these inputs
    secret EPOCH ; NAME ; HEX                      a revealed contribution to the seed: `moderator`, `link:PARTY`
    named EPOCH ; CHAIN ; ROUND ; TIME             the drand round that will decide an epoch, announced before it falls
    beacon EPOCH ; CHAIN ; ROUND ; TIME ; PREVIOUS ; SIGNATURE ; RANDOMNESS
                                                   that round; PREVIOUS is the signature before it, `-` on quicknet
    absent EPOCH ; PARTY                           a party whose link is missing, and for which the round stands in
    state NUMBER ; HEX                             the transcript after so many rolls of a dice ledger
    roll NUMBER ; epoch EPOCH ; LABEL ; WHAT ; RESULT
    end COUNT                                      always last: how many records there are, this one included
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from pbem.dice.beacons import NOTHING, BeaconRound, written_time
from pbem.dice.derive import prefixed, tag
from pbem.dice.drand import Chain
from pbem.values import dataclass, field
from pbem.values.patterns import pattern

START = "pbem-proof/1"
WIDTH = 64
_WHOLE = 400  # characters of a roll that is not broken: a purpose and its dice have fewer, a long draw may have more
DESK = "desk"  # the mode of a dice ledger, whose rolls are numbered through
_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/.,-+() ")
_HAZARDS = pattern(r"^ | $|(?<= ) |(?<=-)-|(?<=\.)\.|" + START[0] + f"(?={START[1:]})")
_GLUE = "%%"  # at the end of a piece of a word that is too long for a line


@dataclass(frozen=True, slots=True)
class ProvenRoll:
    """A roll as the block lists it."""

    number: int
    epoch: int
    label: str
    what: str  # 2d6, or `draw 2 from A, B, C`
    result: str  # 3 4, or `C, A`


@dataclass(frozen=True, slots=True)
class Proof:
    """All that a block says. Hashes and secrets are bytes."""

    game: str
    mode: str
    anchors: Mapping[str, bytes] = field(default_factory=dict)  # by party
    commits: Mapping[tuple[int, str], bytes] = field(default_factory=dict)  # by epoch and party
    inputs: Mapping[int, bytes] = field(default_factory=dict)  # by epoch
    secrets: Mapping[tuple[int, str], bytes] = field(default_factory=dict)  # by epoch and name of the contribution
    rolls: Sequence[ProvenRoll] = ()
    before: tuple[int, bytes] | None = None  # rolls of the ledger before these, and the transcript then
    after: tuple[int, bytes] | None = None
    named: Mapping[int, tuple[Chain, int]] = field(default_factory=dict)  # announced rounds, by epoch
    beacons: Mapping[int, BeaconRound] = field(default_factory=dict)  # by epoch
    absent: Sequence[tuple[int, str]] = ()  # epoch and party
    seals: Mapping[int, bytes] = field(default_factory=dict)  # by epoch
    salts: Mapping[int, bytes] = field(default_factory=dict)  # by epoch


def write_proof(proof: Proof) -> list[str]:
    """The block as lines of at most 64 characters; a roll of the dice desk stays in one line, up to 400."""
    lines: list[str] = []
    check = ""
    records = list(_records(proof))
    for record in [*records, f"end {len(records) + 1}"]:
        check = check_word(check, record)
        is_whole = proof.mode == DESK and record.startswith("roll ")
        lines += _wrapped(f"{record} !{check}", _WHOLE if is_whole else WIDTH)
    return lines


def check_word(before: str, record: str) -> str:
    """Eight hex digits over a record and the check word before it."""
    return hashlib.sha256(f"{START}\0{before}\0{record}".encode()).hexdigest()[:8]


def roll_record(roll: ProvenRoll) -> str:
    """A roll as a record; the transcript of a ledger is made from these."""
    fields = (escaped(roll.label), escaped(roll.what), escaped(roll.result))
    return f"roll {roll.number} ; epoch {roll.epoch} ; " + " ; ".join(fields)


def first_state(game: str, anchor: bytes) -> bytes:
    """The transcript of a dice ledger before its first roll."""
    return hashlib.sha256(tag("desk") + prefixed(game) + prefixed(anchor)).digest()


def next_state(state: bytes, record: str) -> bytes:
    """The transcript after one more roll."""
    return hashlib.sha256(tag("desk-roll") + state + prefixed(record)).digest()


def escaped(text: str) -> str:
    """A text without anything that markup, quoting or typography would change."""
    plain = unicodedata.normalize("NFC", text)
    risky = {match.start() for match in _HAZARDS.finditer(plain)}
    return "".join(c if _is_plain(c) and at not in risky else _coded(c) for at, c in enumerate(plain))


def _is_plain(c: str) -> bool:
    # Letters of the usual alphabets stay readable; signs, marks and everything rare are coded.
    return c in _PLAIN or ("\u00c0" <= c < "\u2000" and c.isalpha())


def _coded(c: str) -> str:
    return "".join(f"%{byte:02X}" for byte in c.encode("utf-8", "replace"))


def _records(proof: Proof) -> Iterable[str]:
    yield f"{START} {escaped(proof.game)} ; {escaped(proof.mode)}"
    for party, value in proof.anchors.items():
        yield f"anchor {escaped(party)} ; {_hex(value)}"
    for (epoch, party), value in proof.commits.items():
        yield f"commit {epoch} ; {escaped(party)} ; {_hex(value)}"
    for kind, values in (("seal", proof.seals), ("inputs", proof.inputs), ("salt", proof.salts)):
        for epoch, value in values.items():
            yield f"{kind} {epoch} ; {_hex(value)}"
    for (epoch, name), value in proof.secrets.items():
        yield f"secret {epoch} ; {escaped(name)} ; {_hex(value)}"
    yield from _round_records(proof)
    if proof.before:
        yield f"state {proof.before[0]} ; {_hex(proof.before[1])}"
    for roll in proof.rolls:
        yield roll_record(roll)
    if proof.after:
        yield f"state {proof.after[0]} ; {_hex(proof.after[1])}"


def _round_records(proof: Proof) -> Iterable[str]:
    for epoch, (chain, number) in proof.named.items():
        yield f"named {epoch} ; {chain.name} ; {number} ; {written_time(chain, number)}"
    for epoch, drawn in proof.beacons.items():
        one = drawn.round
        parts = (_hex(one.previous) or NOTHING, _hex(one.signature), _hex(one.randomness))
        yield f"beacon {epoch} ; {drawn.chain.name} ; {one.number} ; {drawn.time} ; " + " ; ".join(parts)
    for epoch, party in proof.absent:
        yield f"absent {epoch} ; {escaped(party)}"


def _hex(value: bytes) -> str:
    """In words of 32 digits, so that no program has to break one."""
    digits = value.hex()
    return " ".join(digits[at : at + 32] for at in range(0, len(digits), 32))


def _wrapped(record: str, most: int) -> list[str]:
    lines, line = [], ""
    for word in _pieces(record, most):
        if line and len(line) + 1 + len(word) > most:
            lines.append(line)
            line = f"  {word}"
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]


def _pieces(record: str, most: int) -> Iterable[str]:
    room = most - 2 - len(_GLUE)
    for word in record.split(" "):
        while len(word) > room + len(_GLUE):
            yield word[:room] + _GLUE
            word = word[room:]
        yield word
