"""The proof of a campaign's step: made from its record, checked from the post alone."""

from __future__ import annotations

from pathlib import Path

from pbem.desk.campaign import load
from pbem.desk.looking import facts_of
from pbem.desk.state import labels
from pbem.dice.judging import judge_post
from pbem.dice.steps import step_proof
from tests.desk.helpers import NAME, new_store, play_turn


def posts(folder: Path) -> list[str]:
    """A block for each step with dice."""
    store = new_store(folder / "pbem.db")
    play_turn(store, 1)
    campaign, state = load(store, NAME)
    found = []
    for label in labels(state.trail):
        step = facts_of(store, NAME, label)
        rolls = [
            {"label": f"{label}/{fact['name']}", "faces": fact["faces"], "sides": fact["sides"], "epoch": fact["epoch"]}
            for fact in step.facts
            if fact.kind == "rolled"
        ]
        if rolls:
            dice = campaign.opened["dice"]
            lines = step_proof(campaign.id, dice["commitment"], step.body["secrets"], step.inputs, rolls)
            assert all(len(line) <= 64 for line in lines)
            found.append("\n".join(f"> {line}" for line in lines))
    return found


def test_every_step_proves_itself_from_its_post(tmp_path: Path) -> None:
    made = posts(tmp_path)
    assert len(made) >= 2
    for post in made:
        assert judge_post(post).verdict == "good", post
    together = judge_post("\n\nNext post:\n".join(made))
    assert together.verdict == "good"
    assert len(together.games) == 1


def test_a_changed_face_of_a_report_is_found(tmp_path: Path) -> None:
    post = posts(tmp_path)[0]
    at = post.index(" ; 1d6 ; ") + len(" ; 1d6 ; ") if " ; 1d6 ; " in post else post.rindex("roll") + 5
    face = "1" if post[at] != "1" else "2"
    assert judge_post(post[:at] + face + post[at + 1 :]).verdict == "wrong"
