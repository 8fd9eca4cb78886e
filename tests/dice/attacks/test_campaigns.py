"""The attacks by way of a campaign, as a reader of its posts meets them, in all three verifiers.

A post never proves the rules or the record: the verifiers call it consistent at best, whatever was rigged behind it. An
old face that was altered is found like any other; a rigged chart is named in the post, and not read as a proof.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.desk.opening import open_campaign
from pbem.desk.views.posts import report
from pbem.desk.views.status import status
from pbem.dice.judging import judge_post
from pbem.dice.steps import mixed_proof
from pbem.dice.verifiers import verify_dice
from pbem.store import open_store
from tests.desk import tiny
from tests.desk.amends import amended, bodies, fought
from tests.desk.helpers import NAME, NOW, accept, bid, new_store, run
from tests.dice.browser import by_page

SECRET = bytes(range(32))


def by_all(text: str) -> list[dict[str, Any]]:
    return [judge_post(text).as_json(), verify_dice.judge(text), by_page([text])["found"][0]]


def test_1_a_post_of_rigged_rules_is_never_bound_and_names_the_chart(tmp_path: Path) -> None:
    tiny.register()
    (tmp_path / "mine.toml").write_text("[strength]\nsteps = 9\nsource = 'ours'\n")
    store = open_store(str(tmp_path / "pbem.db"), create=True)
    open_campaign(store, NAME, "tiny", "field", secret=SECRET, now=NOW, charts=str(tmp_path / "mine.toml"))
    bid(store)
    accept(store, "RED", "go R2 0301\n", step="move")
    run(store)
    text = report(store, NAME, "t1/red-move").text
    assert "strength.steps: 9 in place of 4" in " ".join(text.split())
    for found in by_all(text):
        assert (found["verdict"], bool(found["needs"])) == ("consistent", True)


def test_4_an_old_face_stays_in_the_proof_and_another_in_its_place_is_wrong(tmp_path: Path) -> None:
    store = fought(new_store(tmp_path / "pbem.db"))
    amended(store, "hit 0103\n")
    run(store)
    text = report(store, NAME, "t1/red-fight").text
    for found in by_all(text):
        assert found["verdict"] == "consistent"
        assert [roll["label"] for roll in found["rolls"]].count("t1/red-fight/hit on 0203") == 1
    body = bodies(store, "played", "red-fight")[-1]
    epoch = body["void"][0]["epoch"]
    seals = [entry.values() for entry in store.entries("field-1") if entry.kind == "sealed"]
    sealed = next(one for one in seals if one["epoch"] == epoch)
    void = [
        {"label": f"t1/red-fight/{v['name']}", "faces": [7 - f for f in v["faces"]], "sides": 6, "epoch": v["epoch"]}
        for v in body["void"]
    ]
    forged = mixed_proof(
        "field-1", "seed", status(store, NAME).anchors, void, inputs={epoch: sealed["inputs"]},
        links={epoch: {"moderator": body["secrets"][str(epoch)]["moderator"]}}, salts={epoch: sealed["salt"]},
    )  # fmt: skip
    for found in by_all("\n".join(forged)):
        assert found["verdict"] == "wrong"


@pytest.mark.parametrize("attack", range(1, 9))
def test_the_page_on_dice_lists_every_attack_with_its_tests(attack: int) -> None:
    text = (Path(__file__).parents[3] / "docs" / "dice.md").read_text("utf-8")
    table = text.partition("## The eight attacks")[2].partition("\n## ")[0]
    row = next(line for line in table.splitlines() if line.startswith(f"| {attack} "))
    assert "::test_" in row
