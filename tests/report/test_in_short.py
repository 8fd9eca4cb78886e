"""The step in one sentence: a field of the post, whatever the words around it are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.games.gwe.by_mail.telling import TELLING
from pbem.kernel.board import Board
from pbem.kernel.telling.tale import tale_of
from pbem.report import Post, report_step
from tests.report.samples import SIDES, a_board, combat

SENTENCE = "one combat; the Allies lose 2 steps; the Central Powers lose 2 steps (1 unit eliminated)."


def post(board: Board, fmt: str = "txt", own: Path | None = None) -> Post:
    after = board.freeze(3, "x")
    told = tale_of(board.scenario, TELLING, after, board.facts)
    return report_step(board.scenario, "A step", told, None, after, fmt=fmt, context={"sides": SIDES}, own=own)


@pytest.mark.parametrize("fmt", ["txt", "md", "html", "bbcode"])
def test_every_format_has_the_same_sentence(fmt: str) -> None:
    assert post(combat(), fmt).in_short == SENTENCE


def test_json_has_it_as_a_value() -> None:
    assert json.loads(post(combat(), "json").text)["in_short"] == SENTENCE


def test_the_post_says_it() -> None:
    assert f"In short: {SENTENCE}" in " ".join(post(combat()).text.split())


def test_a_page_that_does_not_say_it_has_it_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "report.j2").write_text("Nothing to see here.", encoding="utf-8")
    assert post(combat(), own=tmp_path) == ("Nothing to see here.\n", SENTENCE)


def test_a_step_without_anything_to_sum_up_has_none() -> None:
    assert post(a_board()).in_short == ""
