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
from tests.dice.corpus import MANGLES, VECTORS, good_posts, lies
from tests.dice.test_mutations import changed


def corpus() -> list[str]:
    """Good posts as they are and mangled, lies, and altered posts."""
    posts = [mangle(post) for post in good_posts().values() for mangle in MANGLES.values()]
    posts += [text for text, _ in lies().values()]
    posts += ["", "no proof here!", "pbem-proof/1 ", "<" * 3000, "pbem-proof/1 !01234567 x\ny !0123456"]
    chance = random.Random(4)
    for post in good_posts().values():
        for _ in range(20):
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
    return by_page([*corpus(), good_posts()["closed html"]], rolls)


def test_all_three_agree_on_every_post(page: dict[str, Any]) -> None:
    posts = corpus()
    assert len(posts) > 400
    assert len(page["found"]) == len(posts) + 1
    for post, seen in zip(posts, page["found"], strict=False):
        mine = plain(judge_post(post).as_json())
        assert plain(verify_dice.judge(post)) == mine, post
        assert plain(seen) == mine, post


def test_the_page_casts_the_dice_of_the_vectors(page: dict[str, Any]) -> None:
    rolls = [v for v in VECTORS if v["type"] == "roll"]
    assert page["cast"] == [v["dice"] for v in rolls]


def test_the_page_shows_its_verdict(page: dict[str, Any]) -> None:
    assert page["shown"] == "Good: every roll is proven."


def test_the_page_needs_no_network() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert "default-src 'none'" in text
    assert [word for word in ("http://", "https://", "src=", "href=", "fetch(", "import ") if word in text] == []


def test_the_single_file_needs_nothing_but_python(tmp_path: Path) -> None:
    import subprocess
    import sys

    post = tmp_path / "post.txt"
    post.write_text(good_posts()["closed bbcode"], encoding="utf-8")
    alone = tmp_path / "verify_dice.py"
    alone.write_text(Path(verify_dice.__file__).read_text(encoding="utf-8"), encoding="utf-8")
    command = [sys.executable, "-I", str(alone), str(post)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("verdict: good\n")
    post.write_text(good_posts()["closed bbcode"].replace("; 2d6 ;", "; 3d6 ;", 1), encoding="utf-8")
    assert subprocess.run(command, capture_output=True, check=False, cwd=tmp_path).returncode == 1


@pytest.mark.parametrize("vector", [v for v in VECTORS if v["type"] == "roll"], ids=lambda v: str(v["name"]))
def test_the_single_file_casts_the_dice_of_the_vectors(vector: dict[str, Any]) -> None:
    found = verify_dice.faces(bytes.fromhex(vector["seed"]), vector["label"], vector["n"], vector["sides"])
    assert found == vector["dice"]
