"""`pbem verify post.txt` on reports of campaigns: links, rounds of the beacon, and what could not be checked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pbem.desk.adjudicating import adjudicate
from pbem.desk.overdue import name_overdue
from pbem.desk.record.terms import GRACE, agreed
from pbem.desk.views.posts import report
from pbem.dice import drand_bls
from pbem.store.store import Store
from tests.cli.conftest import Pbem, write
from tests.desk.beacons import DAY, REAL, accepted, bid_and_move, from_vectors, moment, open_with, opening
from tests.desk.helpers import NAME
from tests.desk.links import anchor_of, link_of


def campaign(folder: Path, mode: str, at: str = "", **terms: object) -> Store:
    """A step that needs a die is sealed; the links of both sides are in."""
    store = open_with(folder / "campaign.db", agreed(mode, **terms), at or opening())  # type: ignore[arg-type]
    sides = ("RED", "BLUE") if "chain" in mode else ()
    for side in sides:
        accepted(store, side, "", at or opening(), header={"anchor": anchor_of(side)})
    links = {side: {"link": f"1 {link_of(side, 1)}"} for side in sides if not terms or side == "RED"}
    bid_and_move(store, at or opening(), **links)
    return store


@pytest.fixture
def post(pbem: Pbem, tmp_path: Path) -> str:
    """The post of a step that the beacon and both players' chains decided, quoted in a mail."""
    store = campaign(tmp_path, "chain+beacon")
    adjudicate(store, NAME, moment(REAL), from_vectors)
    text = report(store, NAME, "t1/red-move", fmt="md").text
    return write(tmp_path, "post.txt", "Bruno wrote:\n" + "".join(f"> {line}\n" for line in text.splitlines()))


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_report_of_a_campaign_is_consistent_and_says_what_would_bind_it(pbem: Pbem, post: str) -> None:
    said = pbem("verify", post)
    assert said.code == 3
    assert "consistent  field-1 1  t1/red-move/R2 enters 0301" in said.out
    assert f"genuine  quicknet {REAL}  20260723T073830Z, epoch 1 of field-1" in said.out
    assert "Nothing is wrong, nothing more is proven: 1 consistent" in said.out
    assert "field-1, epoch 1: an earlier post that announces the round quicknet" in flat(said.out)
    assert pbem("verify", post, "--known", f"{anchor_of('RED')} {anchor_of('BLUE')}").code == 3
    assert pbem("verify", post, "--known", "0" * 64).code == 1


def test_as_json_the_rounds_are_listed(pbem: Pbem, post: str) -> None:
    values = pbem("verify", post, "--json").json
    assert (values["verdict"], values["rolls"][0]["status"]) == ("consistent", "consistent")
    assert [(one["chain"], one["round"], one["signature"]) for one in values["beacons"]] == [
        ("quicknet", REAL, "genuine")
    ]


def test_without_the_library_it_says_what_was_not_checked(
    pbem: Pbem, post: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drand_bls, "library", lambda: None)
    said = pbem("verify", post)
    assert said.code == 3
    assert f"not checked  quicknet {REAL}" in said.out
    assert f"a check of the signature of round quicknet {REAL}: pip install 'pbem[beacon]'" in flat(said.out)
    assert "signature" in [need["code"] for need in pbem("verify", post, "--json").json["needs"]]


def test_the_file_that_stands_alone_reads_the_same_post(pbem: Pbem, post: str, tmp_path: Path) -> None:
    write(tmp_path, "verify_dice.py", pbem("dice", "verifier").out)
    done = subprocess.run([sys.executable, "-I", "verify_dice.py", post], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 3
    assert "beacon signature not checked" in done.stdout


def test_a_round_that_stands_in_for_a_link_is_no_proof(pbem: Pbem, tmp_path: Path) -> None:
    at = moment(REAL, -GRACE - 3 * DAY)
    store = campaign(tmp_path, "chain", at, days=3, refusal="beacon")
    name_overdue(store, NAME, moment(REAL, -GRACE + 60))
    adjudicate(store, NAME, moment(REAL), from_vectors)
    said = pbem("verify", write(tmp_path, "post.txt", report(store, NAME, "t1/red-move").text))
    assert said.code == 3
    assert "the link of BLUE, which a beacon round replaces" in flat(said.out)


def test_an_announcement_is_a_post_without_rolls(pbem: Pbem, tmp_path: Path) -> None:
    store = campaign(tmp_path, "beacon")
    said = pbem("verify", write(tmp_path, "post.txt", report(store, NAME, "t1/bids").text))
    assert said.code == 3
    assert "no rolls, a commitment only" in said.out


def test_verify_of_a_campaign_says_what_was_not_checked(
    pbem: Pbem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = campaign(tmp_path, "beacon")
    adjudicate(store, NAME, moment(REAL), from_vectors)
    assert "NOT verified" not in pbem("verify", "--db", "campaign.db").out
    monkeypatch.setattr(drand_bls, "library", lambda: None)
    said = pbem("verify", "--db", "campaign.db")
    assert said.code == 3
    assert "Nothing is wrong, but not everything could be checked here" in said.out
    assert "beacon NOT verified: no BLS library is installed; run: pip install 'pbem[beacon]'" in flat(said.out)
    values = pbem("verify", "--db", "campaign.db", "--json").json
    assert (values["good"], values["checked"], len(values["notes"])) == (True, False, 1)
