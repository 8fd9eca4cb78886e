"""Judging a post: every die of its proof blocks is derived again; what is proven, what cannot be yet, what is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pbem.dice.drand_bls import UNCHECKED as NOT_CHECKED
from pbem.dice.gathering import Game, take
from pbem.dice.reading import Fault, read_proof
from pbem.dice.settling import DERIVED, PROVEN, UNCHECKED, WAITING, WRONG, Budget, settle

__all__ = ["DERIVED", "PROVEN", "UNCHECKED", "WAITING", "WRONG", "Game", "PostVerdict", "judge_post"]


@dataclass(slots=True)
class PostVerdict:
    """What a post proves."""

    games: list[Game]
    faults: list[Fault]
    blocks: int

    @property
    def verdict(self) -> str:
        """good, waiting (nothing is wrong, not all is revealed or checked), wrong, or none (there is no proof)."""
        statuses = [status for game in self.games for status in game.status.values()]
        if self.faults:
            return WRONG
        if not self.blocks:
            return "none"
        return "good" if all(status == PROVEN for status in statuses) else WAITING

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
            "commitments": self.commitments,
            "beacons": self.beacons,
            "rolls": rolls,
            "faults": [{"code": fault.code, "what": fault.what} for fault in self.faults],
        }


def judge_post(text: str, known: str = "", bls: bool = True) -> PostVerdict:
    """Derive every die of a post again. `known` holds commitments that the reader has kept from an earlier post.

    `bls` is whether the signatures of beacon rounds are checked as well, where the library for that is installed; the
    page and the file that stand alone never do.
    """
    blocks, outside = read_proof(text)
    games: dict[tuple[str, str], Game] = {}
    faults = [*outside, *(fault for block in blocks for fault in block.faults)]
    for block in blocks:
        take(games.setdefault((block.game, block.mode), Game(block.game, block.mode)), block)
    budget = Budget()
    for game in games.values():
        settle(game, budget, bls)
        faults += game.faults
    verdict = PostVerdict(list(games.values()), faults, len(blocks))
    for word in known.lower().replace(",", " ").split():
        if word not in verdict.commitments:
            faults.append(Fault("commitment", f"the post does not show the commitment {word[:80]}"))
    return verdict
