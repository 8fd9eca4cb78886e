"""Reports of campaigns carry the proof of their dice: in every mode and format, as people quote and wrap them."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from pbem.desk.adjudicating import adjudicate
from pbem.desk.record.terms import MODES, agreed
from pbem.desk.views.posts import report
from pbem.dice.cleaning import post_text
from pbem.dice.judging import judge_post
from pbem.dice.verifiers import verify_dice
from pbem.report import KINDS
from pbem.store.store import Store
from tests.desk.beacons import REAL, accepted, bid_and_move, from_vectors, moment, open_with, opening
from tests.desk.helpers import NAME
from tests.desk.links import anchor_of, link_of

UNIONS = ["+".join(some) for size in (1, 2, 3) for some in itertools.combinations(MODES, size)]
FORMATS = [fmt for fmt in KINDS if fmt != "json"]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, tuple[Store, str]]:
    """By mode: a campaign in which a step with a die was played, and the post before it."""
    return {mode: _played(tmp_path_factory.mktemp("post"), mode) for mode in UNIONS}


def _played(folder: Path, mode: str) -> tuple[Store, str]:
    store, terms = open_with(folder / "pbem.db", agreed(mode), opening()), agreed(mode)
    sides = ("RED", "BLUE") if terms.has("chain") else ()
    for side in sides:
        accepted(store, side, "", opening(), header={"anchor": anchor_of(side)})
    bid_and_move(store, opening(), **{side: {"link": f"1 {link_of(side, 1)}"} for side in sides})
    before = report(store, NAME, "t1/bids").text
    adjudicate(store, NAME, moment(REAL), from_vectors)
    return store, before


def quoted(text: str) -> str:
    return "".join(f"> {line}\n" for line in text.splitlines())


def wrapped(width: int) -> Callable[[str], str]:
    def wrap(text: str) -> str:
        lines = text.splitlines()
        return "\n".join(part for line in lines for part in textwrap.wrap(line, width, break_on_hyphens=False) or [""])

    return wrap


WAYS: dict[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    "quoted": quoted,
    "quoted twice and wrapped": lambda text: quoted(wrapped(50)(quoted(text))),
    "wrapped at 40": wrapped(40),
    "with blanks and other line ends": lambda text: text.replace("\n", "  \r\n"),
}


@pytest.mark.parametrize("mode", UNIONS)
@pytest.mark.parametrize("fmt", FORMATS)
def test_a_report_proves_its_dice(played: Mapping[str, tuple[Store, str]], mode: str, fmt: str) -> None:
    text = report(played[mode][0], NAME, "t1/red-move", fmt=fmt).text
    for name, way in WAYS.items():
        post = post_text(way(text).encode())
        found, alone = judge_post(post), verify_dice.judge(post)
        assert (found.verdict, len(found.as_json()["rolls"])) == ("consistent", 1), name
        assert (alone["verdict"], alone["rolls"][0]["status"]) == ("consistent", "consistent"), name
        # What stands alone cannot check signatures of the beacon, and says so.
        assert ("signature" in {need["code"] for need in alone["needs"]}) == ("beacon" in mode), name
        assert alone["commitments"] == found.commitments, name


@pytest.mark.parametrize("mode", UNIONS)
def test_the_post_before_shows_the_commitments_and_the_round_and_both_fit(
    played: Mapping[str, tuple[Store, str]], mode: str
) -> None:
    store, before = played[mode]
    first, after = judge_post(before), report(store, NAME, "t1/red-move").text
    assert first.verdict == "consistent"
    parties = {"seed": {"moderator"}, "chain": {"RED", "BLUE"}, "beacon": set()}
    assert set(first.games[0].anchors) == {party for part in mode.split("+") for party in parties[part]}
    assert first.games[0].named == ({1: ("quicknet", REAL)} if "beacon" in mode else {})
    # Where a round is waited for, the post before shows the seal; a moderator's seed alone needs a receipt or a notice.
    wanted = "bound" if "beacon" in mode else "consistent"
    assert judge_post(before + after, known=" ".join(first.commitments)).verdict == wanted


@pytest.mark.parametrize("mode", UNIONS)
def test_another_face_or_another_order_of_the_post_is_found(played: Mapping[str, tuple[Store, str]], mode: str) -> None:
    """A single sign of the block: the check words say where."""
    text = report(played[mode][0], NAME, "t1/red-move").text
    at = text.index("roll 1 ;")
    line = text[at : text.index("!", at)]
    face = line.rstrip().rpartition(" ")[2]
    lie = text.replace(line, line.replace(f"; {face}", f"; {int(face) % 6 + 1}"))
    assert judge_post(lie).verdict == verify_dice.judge(lie)["verdict"] == "wrong"


def test_a_step_without_dice_has_nothing_to_prove_but_the_first_post_commits(
    played: Mapping[str, tuple[Store, str]],
) -> None:
    assert "pbem-proof/1" in played["seed"][1]
    store = played["beacon"][0]
    accepted(store, "RED", "done\n", moment(REAL), step="fight")
    adjudicate(store, NAME, moment(REAL))
    post = judge_post(report(store, NAME, "t1/red-fight").text)
    assert [game.rolls for game in post.games] == [{}]  # only the coming round is announced
