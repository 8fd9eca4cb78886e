"""The proof of a campaign's step: made from its record, in any mode, and checked from the post alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.desk.record.state import labels
from pbem.desk.replay.load import load
from pbem.desk.views.past import facts_of
from pbem.desk.views.proof import proof_of
from pbem.dice.drand import Chain, Round
from pbem.dice.judging import judge_post
from pbem.dice.seal import SealedDice, contributions, links_of
from pbem.dice.steps import mixed_proof
from pbem.kernel.rolls import Roll
from tests.desk.helpers import NAME, new_store, play_turn
from tests.dice.drand_rounds import real

SIDES = ("AL", "CP")
CHAINS = {party: links_of("piave", bytes([n]) * 32, 20, party) for n, party in enumerate(("moderator", *SIDES))}
INPUTS = {5: "05" * 32, 6: "06" * 32}


def block(mode: str, parties: tuple[str, ...], beacon: tuple[Chain, Round] | None = None) -> list[str]:
    """A step with dice in one epoch; the next epoch is sealed and has none yet."""
    links = {party: CHAINS[party][5] for party in parties}
    sealed = {epoch: bytes.fromhex(digest) for epoch, digest in INPUTS.items()}
    dice = SealedDice("piave", "t1/cp-combat", {5: contributions(links, beacon)}, sealed)
    rolls: list[dict[str, Any]] = [
        {"label": f"t1/cp-combat/{name}", "faces": dice.cast(Roll(name, 2, 6, 5)), "sides": 6, "epoch": 5}
        for name in ("attack on 1804 / crt", "attack on 1904 / crt")
    ]
    anchors = {party: CHAINS[party][0].hex() for party in parties}
    shown = {5: {party: link.hex() for party, link in links.items()}}
    return mixed_proof(
        "piave", mode, anchors, rolls, inputs=INPUTS, links=shown, beacons={5: beacon} if beacon else None
    )


MODES = {
    "seed": (("moderator",), None),
    "chain": (SIDES, None),
    "beacon": ((), real("quicknet", 1000)),
    "seed+chain": (("moderator", *SIDES), None),
    "seed+beacon": (("moderator",), real("default", 72785)),
    "chain+beacon": (SIDES, real("quicknet", 1000)),
    "seed+chain+beacon": (("moderator", *SIDES), real("quicknet", 1000)),
}


@pytest.mark.parametrize("mode", MODES)
def test_a_step_proves_itself_in_every_mode(mode: str) -> None:
    lines = block(mode, *MODES[mode])
    assert all(len(line) <= 64 for line in lines)
    found = judge_post("\n".join(f"> {line}" for line in lines))
    assert (found.verdict, [fault.what for fault in found.faults]) == ("consistent", [])
    assert len(found.as_json()["rolls"]) == 2
    assert list(found.games[0].inputs) == [5]  # of the epoch to come nothing is said


@pytest.mark.parametrize("mode", MODES)
def test_every_contribution_changes_the_dice(mode: str) -> None:
    others = [judge_post("\n".join(block(other, *MODES[other]))).games[0] for other in MODES if other != mode]
    mine = judge_post("\n".join(block(mode, *MODES[mode]))).games[0]
    assert all(mine.seeds[5][0] != other.seeds[5][0] for other in others)


def test_a_round_is_announced_before_it_falls() -> None:
    chain, drawn = real("quicknet", 1000)
    anchors = {side: CHAINS[side][0].hex() for side in SIDES}
    lines = mixed_proof("piave", "chain+beacon", anchors, named={5: (chain, 1000)})
    assert "named 5 ; quicknet ; 1000 ; 20230823T155924Z" in "\n".join(lines)
    played = block("chain+beacon", SIDES, (chain, drawn))
    found = judge_post("\n".join([*lines, *played]))
    assert ("round", "post 1") in [(one["code"], one["by"]) for one in found.shown]
    late = mixed_proof("piave", "chain+beacon", anchors, named={5: (chain, 1002)})
    found = judge_post("\n".join([*late, *played]))
    assert [fault.code for fault in found.faults] == ["conflict"]
    assert "round 1002 of quicknet was announced" in found.faults[0].what


# -- from the record of a campaign ----------------------------------------------------------------------------


def posts(folder: Path) -> list[str]:
    """A block for each step with dice."""
    store = new_store(folder / "pbem.db")
    play_turn(store, 1)
    campaign, state = load(store, NAME)
    found = []
    for label in labels(state.trail):
        step = facts_of(store, NAME, label)
        if any(fact.kind == "rolled" for fact in step.facts):
            lines = proof_of(campaign, state.dice, step)
            assert all(len(line) <= 64 for line in lines)
            found.append("\n".join(f"> {line}" for line in lines))
    return found


def test_every_step_proves_itself_from_its_post(tmp_path: Path) -> None:
    made = posts(tmp_path)
    assert len(made) >= 2
    for post in made:
        assert judge_post(post).verdict == "consistent", post
    together = judge_post("\n\nNext post:\n".join(made))
    assert together.verdict == "consistent"
    assert len(together.games) == 1


def test_a_changed_face_of_a_report_is_found(tmp_path: Path) -> None:
    post = posts(tmp_path)[0]
    at = post.index(" ; 1d6 ; ") + len(" ; 1d6 ; ") if " ; 1d6 ; " in post else post.rindex("roll") + 5
    face = "1" if post[at] != "1" else "2"
    assert judge_post(post[:at] + face + post[at + 1 :]).verdict == "wrong"
