"""The page, the single Python file and `pbem verify` agree on every post. A real browser runs the page."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from pbem.dice.cleaning import post_text
from pbem.dice.judging import judge_post
from pbem.dice.verifiers import verify_dice
from pbem.errors import Unreadable
from tests.dice.browser import PAGE, by_page
from tests.dice.corpus import MANGLES, VECTORS, good_posts
from tests.dice.drand_rounds import DRAND
from tests.dice.mixed import all_lies, all_posts, forgeries, mixed_posts
from tests.dice.test_mutations import changed

NEEDS = pytest.mark.needs("chromium")


def corpus() -> list[str]:
    """Good posts as they are and mangled, lies, and altered posts."""
    ways = list(MANGLES.values())
    posts = [mangle(post) for post in good_posts().values() for mangle in ways]
    posts += [mangle(post) for at, post in enumerate(mixed_posts().values()) for mangle in ways[at % 3 :: 3]]
    posts += [text for text, _ in all_lies().values()]
    posts += forgeries().values()
    posts += ["", "no proof here!", "pbem-proof/1 ", "<" * 3000, "pbem-proof/1 !01234567 x\ny !0123456"]
    chance = random.Random(4)
    for post in all_posts().values():
        for _ in range(12):
            try:
                posts.append(post_text(changed(post.encode(), chance)))
            except Unreadable:
                continue
    return posts


def plain(found: dict[str, Any]) -> dict[str, Any]:
    return {**found, "faults": sorted(fault["code"] for fault in found["faults"])}


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    """One visit to the browser for all tests."""
    rolls = [v for v in VECTORS if v["type"] == "roll"]
    return by_page([*corpus(), all_posts()["all together"], good_posts()["whole thread"]], rolls)


@NEEDS
def test_all_three_agree_on_every_post(page: dict[str, Any]) -> None:
    posts = corpus()
    assert len(posts) > 600
    assert len(page["found"]) == len(posts) + 2
    for post, seen in zip(posts, page["found"], strict=False):
        mine = plain(judge_post(post, bls=False).as_json())
        assert plain(verify_dice.judge(post)) == mine, post
        assert plain(seen) == mine, post


@NEEDS
def test_the_page_casts_the_dice_of_the_vectors(page: dict[str, Any]) -> None:
    rolls = [v for v in VECTORS if v["type"] == "roll"]
    assert page["cast"] == [v["dice"] for v in rolls]


@NEEDS
def test_the_page_shows_its_verdict(page: dict[str, Any]) -> None:
    assert page["shown"][1] == ["Proven: every roll is bound. What makes it was published before its secret.", ""]


def test_the_page_has_the_constants_of_the_chains() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name, chain in DRAND["chains"].items():
        size = 96 if name == "default" else 48
        assert f'{name}: ["{chain["chain_hash"]}", {chain["genesis_time"]}, {chain["period"]}, {size}]' in text
    assert f'GROUP = "{DRAND["chains"]["default"]["group_hash"]}"' in text


@NEEDS
def test_the_page_says_that_it_has_not_checked_a_round(page: dict[str, Any]) -> None:
    assert page["shown"][0] == [
        "Consistent, not proven: the dice follow from what this text says, and whoever knows the secrets can write "
        "such a text.",
        "Beacon signature not checked (pbem verify does): epoch 2, round 30662992 of quicknet, 20260723T073900Z",
    ]


def test_the_page_needs_no_network() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert "default-src 'none'" in text
    assert [word for word in ("http://", "https://", "src=", "href=", "fetch(", "import ") if word in text] == []


def test_the_single_file_needs_nothing_but_python(tmp_path: Path) -> None:
    import subprocess
    import sys

    post = tmp_path / "post.txt"
    post.write_text(good_posts()["whole thread"], encoding="utf-8")
    alone = tmp_path / "verify_dice.py"
    alone.write_text(Path(verify_dice.__file__).read_text(encoding="utf-8"), encoding="utf-8")
    command = [sys.executable, "-I", str(alone), str(post)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "verdict: bound\nProven: every roll is bound." in done.stdout
    post.write_text(good_posts()["closed bbcode"].replace("; 2d6 ;", "; 3d6 ;", 1), encoding="utf-8")
    assert subprocess.run(command, capture_output=True, check=False, cwd=tmp_path).returncode == 1


@pytest.mark.parametrize("vector", [v for v in VECTORS if v["type"] == "roll"], ids=lambda v: str(v["name"]))
def test_the_single_file_casts_the_dice_of_the_vectors(vector: dict[str, Any]) -> None:
    found = verify_dice.faces(bytes.fromhex(vector["seed"]), vector["label"], vector["n"], vector["sides"])
    assert found == vector["dice"]
