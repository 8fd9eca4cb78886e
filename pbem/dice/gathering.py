"""Putting together what the blocks of a thread say of each game, and which block said it first.

What contradicts itself is noted as a fault. Blocks are numbered in the order in which they were published: those that
the reader knew before, then those of the text.
"""

from __future__ import annotations

from typing import Any

from pbem.dice.beacons import BeaconRound, named_round, proven_round
from pbem.dice.drand import NAME as DRAND
from pbem.dice.drand import contribution
from pbem.dice.proof import DESK, ProvenRoll, next_state
from pbem.dice.reading import Fault, ProofBlock, Record
from pbem.values import dataclass, field

State = tuple[int, bytes]  # a number of rolls, and the transcript after them


@dataclass(slots=True)
class Game:
    """All that the blocks of one game say together."""

    name: str
    mode: str
    anchors: dict[str, bytes] = field(default_factory=dict)
    commits: dict[tuple[int, str], bytes] = field(default_factory=dict)
    seals: dict[int, list[tuple[int, bytes]]] = field(default_factory=dict)  # by epoch: block and value
    inputs: dict[int, bytes] = field(default_factory=dict)
    salts: dict[int, bytes] = field(default_factory=dict)
    secrets: dict[tuple[int, str], bytes] = field(default_factory=dict)
    named: dict[int, tuple[str, int]] = field(default_factory=dict)  # rounds that were announced
    beacons: dict[int, BeaconRound] = field(default_factory=dict)
    checked: dict[int, str] = field(default_factory=dict)  # what the library says of their signatures
    absent: dict[tuple[int, str], bool] = field(default_factory=dict)
    states: dict[int, bytes] = field(default_factory=dict)
    rolls: dict[tuple[int, str], ProvenRoll] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)  # of the rolls of a ledger, by number
    closed: dict[int, int] = field(default_factory=dict)  # rolls there were when the secret of an epoch was out
    first: dict[tuple[Any, ...], int] = field(default_factory=dict)  # which block showed a thing first
    status: dict[tuple[int, str], str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    seeds: dict[int, tuple[bytes | None, str]] = field(default_factory=dict)

    @property
    def is_desk(self) -> bool:
        """Whether these are the rolls of a dice ledger, which has no sealed orders."""
        return self.mode == DESK

    def wrong(self, code: str, what: str) -> None:
        """Note what is wrong."""
        self.faults.append(Fault(code, f"{self.name}: {what}"))


def take(game: Game, block: ProofBlock, at: int) -> None:
    """Add the records of the block with this number."""
    if block.mode != game.mode:
        game.wrong("conflict", f"its dice are made in two ways: {game.mode} and {block.mode}")
    state: State | None = None
    last, secrets = -1, []
    for record in block.records:
        if record.kind == "roll":
            last, state = _take_roll(game, record, last, state, at)
        elif record.kind == "state":
            state = _take_state(game, record, state, at)
            last = state[0]
        elif record.kind in ("named", "beacon"):
            _take_round(game, record, at)
        elif record.kind == "secret":
            secrets.append(int(record.values[0]))
        _take_value(game, record, at)
    for epoch in secrets if game.is_desk and state else ():
        game.closed[epoch] = min(game.closed.get(epoch, last), last)


def _take_value(game: Game, record: Record, at: int) -> None:
    kind, values = record.kind, record.values
    if kind == "anchor":
        _put(game, "anchor", game.anchors, values[0], record.bytes, "two commitments", at)
    elif kind == "commit":
        _put(game, kind, game.commits, (int(values[0]), values[1]), record.bytes, "two commitments", at)
    elif kind == "seal":
        game.seals.setdefault(int(values[0]), []).append((at, record.bytes))
    elif kind == "inputs":
        _put(game, kind, game.inputs, int(values[0]), record.bytes, "two digests of the sealed orders", at)
    elif kind == "salt":
        _put(game, kind, game.salts, int(values[0]), record.bytes, "two salts", at)
    elif kind == "secret":
        _put(game, kind, game.secrets, (int(values[0]), values[1]), record.bytes, "two secrets", at)
    elif kind == "absent":
        _put(game, kind, game.absent, (int(values[0]), values[1]), True, "two absences", at)


def _put(game: Game, kind: str, known: dict[Any, Any], key: Any, value: Any, what: str, at: int) -> None:
    game.first.setdefault((kind, key), at)
    if known.setdefault(key, value) != value:
        game.wrong("conflict", f"{what} for {key}")


def _take_round(game: Game, record: Record, at: int) -> None:
    """A round of the beacon, announced or drawn; one that cannot be is a fault, and no part of the seed."""
    epoch = int(record.values[0])
    if record.kind == "named":
        found = named_round(record.values[1:])
        if isinstance(found, str):
            game.wrong("beacon", f"the round announced for epoch {epoch}: {found}")
        else:
            _put(game, "named", game.named, epoch, found, "two announced rounds", at)
        return
    drawn = proven_round(record.values[1:])
    if isinstance(drawn, str):
        game.wrong("beacon", f"the round of epoch {epoch}: {drawn}")
        return
    _put(game, "beacon", game.beacons, epoch, drawn, "two rounds", at)
    _put(game, "secret", game.secrets, (epoch, DRAND), contribution(drawn.chain, drawn.round), "two rounds", at)


def _take_state(game: Game, record: Record, state: State | None, at: int) -> State:
    number, value = int(record.values[0]), record.bytes
    if state and state != (number, value):
        game.wrong("state", f"the transcript after roll {number} does not follow from the rolls before it")
    game.first.setdefault(("state", number), at)
    if game.states.setdefault(number, value) != value:
        game.wrong("conflict", f"two different transcripts after roll {number}: the ledger was rewritten")
    return number, value


def _take_roll(game: Game, record: Record, last: int, state: State | None, at: int) -> tuple[int, State | None]:
    roll = record.roll
    if (last >= 0 and roll.number != last + 1) or (last < 0 and not game.is_desk and roll.number != 1):
        game.wrong("gap", f"roll {roll.number} follows roll {max(last, 0)}: one is missing, doubled or out of order")
    key = (roll.number, "") if game.is_desk else (roll.epoch, roll.label)
    if game.rolls.setdefault(key, roll) != roll and (game.is_desk or _differs(game.rolls[key], roll)):
        game.wrong("conflict", f"roll {roll.number} ({roll.label}) is given twice and differently")
    game.first.setdefault(("roll", key), at)
    game.texts.setdefault(roll.number, record.text)
    return roll.number, (roll.number, next_state(state[1], record.text)) if state else None


def _differs(one: ProvenRoll, other: ProvenRoll) -> bool:
    return (one.what, one.result) != (other.what, other.result)
