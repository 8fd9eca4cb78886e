"""Judging a post: every die of its proof blocks is derived again; what is proven, what cannot be yet, what is wrong."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from typing import Any

from pbem.dice.casting import cast, exact_spec
from pbem.dice.derive import commitment, link_before, seed
from pbem.dice.proof import DESK, ProvenRoll, first_state, next_state
from pbem.dice.reading import Block, Fault, Record, read_proof

MOST_LINKS = 500_000  # hashes along chains in one post
MOST_CASTS = 300_000  # hashes for dice and draws in one post, about
PROVEN, DERIVED, WAITING, WRONG = "proven", "derived", "waiting", "wrong"


@dataclass(slots=True)
class Game:
    """All that the blocks of one game say together."""

    name: str
    mode: str
    anchors: dict[str, bytes] = field(default_factory=dict)
    commits: dict[tuple[int, str], bytes] = field(default_factory=dict)
    inputs: dict[int, bytes] = field(default_factory=dict)
    secrets: dict[tuple[int, str], bytes] = field(default_factory=dict)
    states: dict[int, bytes] = field(default_factory=dict)
    rolls: dict[tuple[int, str], ProvenRoll] = field(default_factory=dict)
    closed: dict[int, int] = field(default_factory=dict)  # rolls there were when the secret of an epoch was out
    status: dict[tuple[int, str], str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    seeds: dict[int, tuple[bytes | None, str]] = field(default_factory=dict)

    def wrong(self, code: str, what: str) -> None:
        """Note what is wrong."""
        self.faults.append(Fault(code, f"{self.name}: {what}"))


@dataclass(slots=True)
class PostVerdict:
    """What a post proves."""

    games: list[Game]
    faults: list[Fault]
    blocks: int

    @property
    def verdict(self) -> str:
        """good, waiting (nothing is wrong, something is not revealed yet), wrong, or none (no proof was found)."""
        statuses = [status for game in self.games for status in game.status.values()]
        if self.faults:
            return WRONG
        if not self.blocks:
            return "none"
        return "good" if all(status == PROVEN for status in statuses) else WAITING

    def as_json(self) -> dict[str, Any]:
        """The plain values; the page and the file that verify dice alone give the same."""
        rolls = [
            {"game": game.name, "mode": game.mode, "number": roll.number, "epoch": roll.epoch, "label": roll.label,
             "what": roll.what, "result": roll.result, "status": game.status[key]}
            for game in self.games for key, roll in game.rolls.items()
        ]  # fmt: skip
        commitments = sorted({value.hex() for g in self.games for value in (*g.anchors.values(), *g.commits.values())})
        return {
            "verdict": self.verdict,
            "blocks": self.blocks,
            "commitments": commitments,
            "rolls": rolls,
            "faults": [{"code": fault.code, "what": fault.what} for fault in self.faults],
        }


def judge_post(text: str, known: str = "") -> PostVerdict:
    """Derive every die of a post again. `known` is a commitment that the reader has kept from an earlier post."""
    blocks, outside = read_proof(text)
    games: dict[tuple[str, str], Game] = {}
    faults = [*outside, *(fault for block in blocks for fault in block.faults)]
    for block in blocks:
        game = games.setdefault((block.game, block.mode), Game(block.game, block.mode))
        _take(game, block)
    budget = [MOST_LINKS, MOST_CASTS]
    for game in games.values():
        _settle(game, budget)
        faults += game.faults
    verdict = PostVerdict(list(games.values()), faults, len(blocks))
    if known and known.strip().lower() not in verdict.as_json()["commitments"]:
        verdict.faults.append(Fault("commitment", f"the post does not show the commitment {known.strip().lower()}"))
    return verdict


# -- putting blocks together ----------------------------------------------------------------------------------


def _take(game: Game, block: Block) -> None:
    state: tuple[int, bytes] | None = None
    last, secrets = -1, []
    for record in block.records:
        if record.kind == "roll":
            last, state = _take_roll(game, record, last, state)
        elif record.kind == "state":
            state = _take_state(game, record, state)
            last = state[0]
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


def _put(game: Game, known: dict[Any, bytes], key: Any, value: bytes, what: str) -> None:
    if known.setdefault(key, value) != value:
        game.wrong("conflict", f"{what} for {key}")


def _take_state(game: Game, record: Record, state: tuple[int, bytes] | None) -> tuple[int, bytes]:
    number, value = int(record.values[0]), record.bytes
    if state and state != (number, value):
        game.wrong("state", f"the transcript after roll {number} does not follow from the rolls before it")
    if game.states.setdefault(number, value) != value:
        game.wrong("conflict", f"two different transcripts after roll {number}: the ledger was written anew")
    return number, value


def _take_roll(
    game: Game, record: Record, last: int, state: tuple[int, bytes] | None
) -> tuple[int, tuple[int, bytes] | None]:
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


# -- deriving -------------------------------------------------------------------------------------------------


def _settle(game: Game, budget: list[int]) -> None:
    """The status of every roll."""
    anchor = game.anchors.get("moderator")
    if 0 in game.states and anchor and game.states[0] != first_state(game.name, anchor):
        game.wrong("state", "the first transcript does not follow from the commitment")
    proven = _proven_secrets(game, budget)
    seen: dict[str, int] = {}
    for key, roll in game.rolls.items():
        if game.mode == DESK and roll.label in seen:
            game.wrong("twice", f"rolls {seen[roll.label]} and {roll.number} have the same purpose: {roll.label}")
        seen.setdefault(roll.label, roll.number)
        late = [epoch for epoch, count in game.closed.items() if roll.epoch <= epoch and roll.number > count]
        if late:
            game.wrong("late", f"roll {roll.number} ({roll.label}) was cast after its secret had been revealed")
        game.status[key] = _status(game, roll, proven, budget)


def _proven_secrets(game: Game, budget: list[int]) -> dict[tuple[int, str], bool]:
    """Which revealed secrets were committed to; one that contradicts its commitment is a fault."""
    found: dict[tuple[int, str], bool] = {}
    known = {party: (0, anchor) for party, anchor in game.anchors.items()}
    for epoch, name in sorted(game.secrets):
        secret, party = game.secrets[epoch, name], name.removeprefix("link:")
        if party in known:
            start, value = known[party]
            fits = _leads_back(game, party, (epoch, secret), (start, value), budget)
            known[party] = (epoch, secret) if fits else (start, value)
        elif (epoch, party) in game.commits:
            fits = commitment(game.name, party, epoch, secret) == game.commits[epoch, party].hex()
        else:
            found[epoch, name] = False
            continue
        if not fits:
            game.wrong("secret", f"the secret of epoch {epoch} ({name}) does not fit the commitment")
        found[epoch, name] = fits
    return found


def _leads_back(game: Game, party: str, link: tuple[int, bytes], known: tuple[int, bytes], budget: list[int]) -> bool:
    budget[0] -= link[0] - known[0]
    if budget[0] < 0:
        game.wrong("large", "the chains of this post are too long to be followed")
        return False
    value = link[1]
    for index in range(link[0], known[0], -1):
        value = link_before(game.name, party, index, value)
    return link[0] > known[0] and hmac.compare_digest(value, known[1])


def _status(game: Game, roll: ProvenRoll, proven: dict[tuple[int, str], bool], budget: list[int]) -> str:
    spec = exact_spec(roll.what)
    if spec is None:
        game.wrong("malformed", f"roll {roll.number} ({roll.label}): `{roll.what[:60]}` is nothing that can be cast")
        return WRONG
    if roll.epoch not in game.seeds:
        game.seeds[roll.epoch] = _seed(game, roll.epoch, proven)
    value, status = game.seeds[roll.epoch]
    budget[1] -= spec.number * (1 + len(roll.what) // 256) if spec.items else spec.number // 16 + 1
    if value is None:
        return status
    if budget[1] < 0:
        game.wrong("large", "the post has too many dice to be derived again")
        return WRONG
    found = cast(value, roll.label, spec)
    if found != roll.result:
        game.wrong("dice", f"roll {roll.number} ({roll.label}, {roll.what[:60]}) gives {found}, not {roll.result}")
        return WRONG
    return status


def _seed(game: Game, epoch: int, proven: dict[tuple[int, str], bool]) -> tuple[bytes | None, str]:
    """The seed of an epoch and what its rolls can claim by it; no seed while a secret is not revealed."""
    secrets = {name: value for (e, name), value in game.secrets.items() if e == epoch}
    owed = {*game.anchors, *(party for e, party in game.commits if e == epoch)}
    if not secrets or owed - {name.removeprefix("link:") for name in secrets}:
        return None, WAITING
    value = seed(game.name, epoch, game.inputs.get(epoch, b""), secrets)
    return value, PROVEN if all(proven[epoch, name] for name in secrets) else DERIVED
