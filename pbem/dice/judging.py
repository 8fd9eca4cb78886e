"""Judging a post or a thread: every die is derived again; what is bound, what is only consistent, what is wrong.

A roll is *consistent* if its dice follow from what the text says, *bound* if all that makes them was published before
the secret. Only what is bound, or was replayed from a whole record, is proven.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.dice.binding import GAP, KEPT_COMMITMENT, KEPT_SEAL, Binding
from pbem.dice.drand_bls import UNCHECKED as NOT_CHECKED
from pbem.dice.gathering import Game, take
from pbem.dice.lookalikes import folds
from pbem.dice.reading import Fault, ProofBlock, read_proof
from pbem.dice.settling import BOUND, CONSISTENT, UNCHECKED, WAITING, WRONG, Budget, settle
from pbem.values import dataclass, field
from pbem.values.patterns import pattern

__all__ = ["BOUND", "CONSISTENT", "NONE", "UNCHECKED", "WAITING", "WRONG", "Game", "PostVerdict", "judge_post"]

NONE = "none"
_HASH = pattern(r"[0-9a-f]{64}")
_LIKE_HASH = pattern(r"[0-9a-f]{16,}")


@dataclass(slots=True)
class PostVerdict:
    """What a post proves."""

    games: list[Game]
    faults: list[Fault]
    blocks: int
    known: int = 0  # blocks that the reader knew before
    bindings: list[Binding] = field(default_factory=list)

    @property
    def verdict(self) -> str:
        """bound, unchecked, consistent, waiting (something is not revealed yet), wrong, or none (there is no proof)."""
        statuses = {status for game in self.games for status in game.status.values()}
        if self.faults:
            return WRONG
        if not self.blocks:
            return NONE
        if WAITING in statuses:
            return WAITING
        is_whole = not any(need.code == GAP for one in self.bindings for need in one.needs)
        if not statuses or CONSISTENT in statuses or not is_whole:
            return CONSISTENT
        return UNCHECKED if UNCHECKED in statuses else BOUND

    @property
    def commitments(self) -> list[str]:
        """All commitments that the post shows, in hex."""
        return sorted({value.hex() for g in self.games for value in (*g.anchors.values(), *g.commits.values())})

    @property
    def beacons(self) -> list[dict[str, Any]]:
        """The rounds of the beacon that the post shows, and what is known of their signatures."""
        return [
            {"game": game.name, "mode": game.mode, "epoch": epoch, "chain": drawn.chain.name,
             "round": drawn.round.number, "time": drawn.time, "signature": game.checked.get(epoch, NOT_CHECKED)}
            for game in self.games for epoch, drawn in game.beacons.items()
        ]  # fmt: skip

    @property
    def shown(self) -> list[dict[str, Any]]:
        """What was published in time, and where: a post of the text, or something that the reader knew."""
        return [
            {"game": one.game.name, "epoch": s.epoch, "code": s.code, "who": s.who, "by": self._by(s.at)}
            for one in self.bindings for s in one.shown
        ]  # fmt: skip

    def _by(self, at: int) -> str:
        if at in (KEPT_COMMITMENT, KEPT_SEAL):
            return "known"
        return f"known {at + 1}" if at < self.known else f"post {at - self.known + 1}"

    @property
    def needs(self) -> list[dict[str, Any]]:
        """What else would have to be shown."""
        return [
            {"game": one.game.name, "epoch": need.epoch, "code": need.code, "who": need.who}
            for one in self.bindings for need in one.needs
        ]  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        """The plain values; the page and the file that verify dice alone give the same."""
        rolls = [
            {"game": game.name, "mode": game.mode, "number": roll.number, "epoch": roll.epoch, "label": roll.label,
             "what": roll.what, "result": roll.result, "status": game.status[key]}
            for game in self.games for key, roll in game.rolls.items()
        ]  # fmt: skip
        return {
            "verdict": self.verdict,
            "blocks": self.blocks,
            "known": self.known,
            "commitments": self.commitments,
            "beacons": self.beacons,
            "rolls": rolls,
            "shown": self.shown,
            "needs": self.needs,
            "faults": [{"code": fault.code, "what": fault.what} for fault in self.faults],
        }


def judge_post(text: str, known: str = "", bls: bool = True) -> PostVerdict:
    """Derive every die of a post or thread again. `known` is what the reader has kept from before: commitments as bare
    words, earlier posts, receipts, a thread.

    `bls` is whether the signatures of beacon rounds are checked as well, where the library for that is installed; the
    page and the file that stand alone never do.
    """
    earlier, strange = read_proof(known)
    blocks, outside = read_proof(text)
    kept = frozenset(_HASH.findall(known.lower()) if known else ())
    games, faults = _gathered([*earlier, *blocks], [*strange, *outside])
    verdict = PostVerdict(games, faults, len(blocks), len(earlier))
    budget = Budget()
    for game in games:
        verdict.bindings.append(settle(game, budget, bls, kept))
        faults += game.faults
    faults += _unknown(verdict, known, bool(earlier))
    return verdict


def _gathered(blocks: Sequence[ProofBlock], faults: list[Fault]) -> tuple[list[Game], list[Fault]]:
    """The games of the blocks; two whose names look alike are a lie."""
    games: dict[str, Game] = {}
    for at, block in enumerate(blocks):
        faults += block.faults
        take(games.setdefault(block.game, Game(block.game, block.mode)), block, at)
    seen: set[str] = set()
    for name in games:
        folded = {word for word in folds(name) if word}
        if folded & seen:
            faults.append(Fault("conflict", f"two games have names that look alike: {name}"))
        seen |= folded
    return list(games.values()), faults


def _unknown(verdict: PostVerdict, known: str, has_blocks: bool) -> list[Fault]:
    """Words that the reader has kept and that none of the dice come from: a mention beside them does not count."""
    if has_blocks:
        return []
    words = known.lower().replace(",", " ").split()
    hashes = [word for word in words if _LIKE_HASH.fullmatch(word)]
    if words and not hashes:
        return [Fault("commitment", "what you know holds neither a commitment nor a proof block")]
    used = {value for one in verdict.bindings for value in _used(one)}
    return [
        Fault("commitment", f"no die of the text comes from the commitment {word[:80]}")
        for word in hashes
        if word not in used
    ]


def _used(one: Binding) -> list[str]:
    """The commitments that dice of a game come from, and the seals of its epochs; all where there are no dice."""
    game = one.game
    rolled = {roll.epoch for roll in game.rolls.values()}
    names = {name for epoch in rolled for name in one.names.get(epoch, ())}
    parties = {name.removeprefix("link:") for name in names}
    anchors = [value for party, value in game.anchors.items() if party in parties or not rolled]
    commits = [value for (epoch, party), value in game.commits.items() if not rolled or epoch in rolled]
    seals = [item.who for item in one.shown if item.code == "seal"]
    waiting = [] if names or not rolled else list(game.anchors.values())
    return [value.hex() for value in (*anchors, *commits, *waiting)] + seals
