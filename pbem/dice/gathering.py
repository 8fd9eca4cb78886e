"""Putting together what the blocks of a post say of each game; what contradicts itself is noted as a fault."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pbem.dice.beacons import BeaconRound, named_round, proven_round
from pbem.dice.drand import NAME as DRAND
from pbem.dice.drand import contribution
from pbem.dice.proof import DESK, ProvenRoll, next_state
from pbem.dice.reading import Block, Fault, Record

State = tuple[int, bytes]  # a number of rolls, and the transcript after them


@dataclass(slots=True)
class Game:
    """All that the blocks of one game say together."""

    name: str
    mode: str
    anchors: dict[str, bytes] = field(default_factory=dict)
    commits: dict[tuple[int, str], bytes] = field(default_factory=dict)
    inputs: dict[int, bytes] = field(default_factory=dict)
    secrets: dict[tuple[int, str], bytes] = field(default_factory=dict)
    named: dict[int, tuple[str, int]] = field(default_factory=dict)  # rounds that were announced
    beacons: dict[int, BeaconRound] = field(default_factory=dict)
    checked: dict[int, str] = field(default_factory=dict)  # what the library says of their signatures
    absent: dict[tuple[int, str], bool] = field(default_factory=dict)
    states: dict[int, bytes] = field(default_factory=dict)
    rolls: dict[tuple[int, str], ProvenRoll] = field(default_factory=dict)
    closed: dict[int, int] = field(default_factory=dict)  # rolls there were when the secret of an epoch was out
    status: dict[tuple[int, str], str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    seeds: dict[int, tuple[bytes | None, str]] = field(default_factory=dict)

    def wrong(self, code: str, what: str) -> None:
        """Note what is wrong."""
        self.faults.append(Fault(code, f"{self.name}: {what}"))


def take(game: Game, block: Block) -> None:
    """Add the records of a block."""
    state: State | None = None
    last, secrets = -1, []
    for record in block.records:
        if record.kind == "roll":
            last, state = _take_roll(game, record, last, state)
        elif record.kind == "state":
            state = _take_state(game, record, state)
            last = state[0]
        elif record.kind in ("named", "beacon"):
            _take_round(game, record)
        elif record.kind == "secret":
            secrets.append(int(record.values[0]))
        _take_value(game, record)
    for epoch in secrets if game.mode == DESK and state else ():
        game.closed[epoch] = min(game.closed.get(epoch, last), last)


def _take_value(game: Game, record: Record) -> None:
    values = record.values
    if record.kind == "anchor":
        _put(game, game.anchors, values[0], record.bytes, "two commitments")
    elif record.kind == "commit":
        _put(game, game.commits, (int(values[0]), values[1]), record.bytes, "two commitments")
    elif record.kind == "inputs":
        _put(game, game.inputs, int(values[0]), record.bytes, "two digests of the sealed orders")
    elif record.kind == "secret":
        _put(game, game.secrets, (int(values[0]), values[1]), record.bytes, "two secrets")
    elif record.kind == "absent":
        _put(game, game.absent, (int(values[0]), values[1]), True, "two absences")


def _put(game: Game, known: dict[Any, Any], key: Any, value: Any, what: str) -> None:
    if known.setdefault(key, value) != value:
        game.wrong("conflict", f"{what} for {key}")


def _take_round(game: Game, record: Record) -> None:
    """A round of the beacon, announced or drawn; one that cannot be is a fault, and no part of the seed."""
    epoch = int(record.values[0])
    if record.kind == "named":
        found = named_round(record.values[1:])
        if isinstance(found, str):
            game.wrong("beacon", f"the round announced for epoch {epoch}: {found}")
        else:
            _put(game, game.named, epoch, found, "two announced rounds")
        return
    drawn = proven_round(record.values[1:])
    if isinstance(drawn, str):
        game.wrong("beacon", f"the round of epoch {epoch}: {drawn}")
        return
    _put(game, game.beacons, epoch, drawn, "two rounds")
    _put(game, game.secrets, (epoch, DRAND), contribution(drawn.chain, drawn.round), "two rounds")


def _take_state(game: Game, record: Record, state: State | None) -> State:
    number, value = int(record.values[0]), record.bytes
    if state and state != (number, value):
        game.wrong("state", f"the transcript after roll {number} does not follow from the rolls before it")
    if game.states.setdefault(number, value) != value:
        game.wrong("conflict", f"two different transcripts after roll {number}: the ledger was written anew")
    return number, value


def _take_roll(game: Game, record: Record, last: int, state: State | None) -> tuple[int, State | None]:
    roll = record.roll
    is_desk = game.mode == DESK
    if (last >= 0 and roll.number != last + 1) or (last < 0 and not is_desk and roll.number != 1):
        game.wrong("gap", f"roll {roll.number} follows roll {max(last, 0)}: one is missing, doubled or out of order")
    key = (roll.number, "") if is_desk else (roll.epoch, roll.label)
    if game.rolls.setdefault(key, roll) != roll and (is_desk or _differs(game.rolls[key], roll)):
        game.wrong("conflict", f"roll {roll.number} ({roll.label}) is given twice and differently")
    return roll.number, (roll.number, next_state(state[1], record.text)) if state else None


def _differs(one: ProvenRoll, other: ProvenRoll) -> bool:
    return (one.what, one.result) != (other.what, other.result)
