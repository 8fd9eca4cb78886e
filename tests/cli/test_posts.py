"""`report` and `board`: what other people see of a campaign."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Pbem


def test_report_of_the_last_step_ends_with_the_next_order_block(pbem: Pbem, after: Path) -> None:
    said = pbem("report")
    assert said.code == 0
    assert "Central Powers: Step Replacement Phase" in said.out
    assert "step: al-movement" in said.out
    assert "=== end of orders ===" in said.out


def test_report_of_a_step_shows_the_combat_and_the_proof(pbem: Pbem, after: Path) -> None:
    said = pbem("report", "--turn", "1", "--step", "cp-combat")
    assert said.code == 0
    assert "the Central Powers attack 1904" in said.out
    assert "[10.21]" in said.out
    assert "attack on 1904 / crt" in said.out
    assert said.out == pbem("report", "--step", "t1/cp-combat").out


@pytest.mark.parametrize(("fmt", "mark"), [("md", "**"), ("bbcode", "[b]"), ("html", "<html"), ("txt", "-----")])
def test_report_comes_in_every_format(pbem: Pbem, after: Path, tmp_path: Path, fmt: str, mark: str) -> None:
    said = pbem("report", "--turn", "1", "--step", "cp-combat", "--format", fmt, "--out", f"post.{fmt}")
    assert said.code == 0
    assert mark in (tmp_path / f"post.{fmt}").read_text(encoding="utf-8")


def test_report_as_json(pbem: Pbem, after: Path) -> None:
    values = pbem("report", "--step", "t1/cp-combat", "--json").json
    assert any(fact["kind"] == "combat" for fact in values["facts"])
    assert values == json.loads(pbem("report", "--step", "t1/cp-combat", "--format", "json").out)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("report", "--step", "cp-comabt", "--turn", "1"), "did you mean t1/cp-combat?"),
        (("report", "--turn", "1"), "needs the step too"),
        (("report", "--format", "docx"), "there is no format 'docx'"),
        (("report", "--out", "nowhere/post.txt"), "there is no folder nowhere"),
        (("board", "--step", "t9/cp-combat"), "no step 't9/cp-combat' has been played"),
        (("board", "--crop", "1301"), "write auto, or two hexes"),
        (("board", "--crop", "1301-9999"), "needs two hexes of the map"),
        (("board", "--scale", "9000"), "from 15 to 400"),
        (("board", "--palette", "loud"), "loud"),
        (("board", "--side", "XX"), "there is no side"),
        (("board", "--out", "."), "is a folder"),
    ],
)
def test_what_cannot_be_published(pbem: Pbem, after: Path, words: tuple[str, ...], told: str) -> None:
    said = pbem(*words)
    assert said.code == 2
    assert told in " ".join(said.err.split())


def test_report_before_anything_was_played(pbem: Pbem, fresh: Path) -> None:
    said = pbem("report")
    assert said.code == 2
    assert "no step has been played yet" in said.err


def test_board_draws_a_step(pbem: Pbem, after: Path, tmp_path: Path) -> None:
    said = pbem("board", "--turn", "1", "--step", "cp-combat", "--crop", "auto", "--scale", "40", "--out", "c.png")
    assert said.code == 0
    assert "c.png: isonzo after t1/cp-combat" in said.out
    assert (tmp_path / "c.png").read_bytes()[:4] == b"\x89PNG"
    values = pbem("board", "--scale", "20", "--no-delta", "--side", "CP", "--json").json
    assert values["after"] == "t1/cp-replacement"
    assert values["bytes"] == (tmp_path / "board.png").stat().st_size


def test_board_of_the_set_up_in_few_bytes(pbem: Pbem, fresh: Path, tmp_path: Path) -> None:
    assert pbem("board", "--max-bytes", "60000", "--scale", "30").code == 0
    assert (tmp_path / "board.png").stat().st_size <= 60_000
    assert pbem("board", "--step", "start", "--scale", "15", "--json").json["after"] == "start"
