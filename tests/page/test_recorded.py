"""Every recorded order file: the judge, the engine with a leaf, and the engine in Pyodide say the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.checking import check
from pbem.desk.leaf.leaf import unpacked
from pbem.desk.leaf.reading import LeafStore
from pbem.page.engine import Engine
from tests.fuzz.page import jobs as damaged_jobs
from tests.page.recorded import Sent, in_node, jobs_of, recorded

GAMES = ("caporetto", "durchbruch", "gwe", "italia18", "strafexpedition")
LARGEST = 30_000  # bytes of a leaf


@pytest.fixture(scope="module")
def mails(tmp_path_factory: pytest.TempPathFactory) -> list[Sent]:
    folder = tmp_path_factory.mktemp("recorded")
    return [sent for game in GAMES for sent in recorded(game, folder)]


def test_a_leaf_is_enough_for_the_receipt_of_the_judge(mails: list[Sent]) -> None:
    """Every field of it, with all problems, warnings, defaults and the meter."""
    assert len(mails) > 30
    for sent in mails:
        assert len(sent.leaf) < LARGEST
        assert check(LeafStore(unpacked(sent.leaf)), "", sent.text.encode()) == sent.receipt, sent.name


@pytest.mark.needs("node")
@pytest.mark.needs("pyodide")
def test_pyodide_says_what_python_says(mails: list[Sent], tmp_path: Path) -> None:
    """Of every recorded file, and of some with damage (`python -m tests.fuzz.page` tries a thousand)."""
    whole = [job for sent in mails for job in jobs_of(sent)]
    asked = [*whole, *damaged_jobs([sent for sent in mails if not sent.name.startswith("strafexpedition")], 60, seed=7)]
    found = in_node(asked, tmp_path)
    for sent, answer in zip(mails, found[1 : len(whole) : 2], strict=True):
        assert "ok" in answer, (sent.name, answer)
        seen: dict[str, Any] = answer["ok"]
        assert (seen["verdict"], seen["digest"]) == (sent.receipt.verdict, sent.receipt.digest), sent.name
    engine = Engine()
    for (name, given), answer in zip(asked, found, strict=True):
        assert json.loads(engine.answer(name, json.dumps(given))) == answer, given
