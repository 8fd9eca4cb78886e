"""`report` and `board`: what other people see of a campaign."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Pbem


def test_report_covers_all_steps_since_the_last_post_and_ends_with_the_next_order_block(
    pbem: Pbem, after: Path
) -> None:
    said = pbem("report")
    assert said.code == 0
    assert said.out.startswith("isonzo, turn 1. Central Powers: Movement Phase to Central Powers: Step\n")
    assert "the Central Powers attack 1904" in said.out
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
        (("report", "--turn", "7"), "no step of turn 7 has been played: the last step is t1/cp-replacement"),
        (("report", "--from", "t1/cp-combat", "--to", "t1/cp-movement"), "write the earlier step first"),
        (("report", "--step", "cp-combat", "--to", "t1/cp-combat"), "leave one of them out"),
        (("report", "--turn", "1", "--from", "t1/cp-combat"), "names a whole turn: leave it out"),
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


def test_report_before_anything_was_played_is_the_opening_post(pbem: Pbem, fresh: Path) -> None:
    said = pbem("report")
    assert said.out == pbem("report", "--step", "start").out
    for words in (
        "Central Powers (CP): Anna",
        "Options: heroic-leaders off, ",
        "pbem-proof/1",
        "All stacks",
        "step: cp-movement",
    ):
        assert words in said.out
    assert "anchor moderator" in said.out


def test_the_opening_post_stays_what_it_was_and_loses_its_order_block(pbem: Pbem, after: Path) -> None:
    said = pbem("report", "--step", "start")
    assert said.code == 0
    assert "All stacks" in said.out
    assert "=== orders ===" not in said.out


def test_every_proof_of_a_post_of_several_steps_is_in_it(pbem: Pbem, after: Path, tmp_path: Path) -> None:
    for step, name in (("start", "opening.txt"), ("", "post.txt")):
        assert pbem("report", "--step", step, "--out", name).code == 0
    text = (tmp_path / "post.txt").read_text(encoding="utf-8")
    single = [pbem("report", "--step", f"t1/cp-{one}").out for one in ("movement", "combat")]
    rolls = [line for post in single for line in post.splitlines() if line.startswith("roll ")]
    assert rolls
    assert all(line in text for line in rolls)
    verified = pbem("verify", "post.txt", "--known", "opening.txt", "--json").json
    assert len(verified["rolls"]) == len(rolls)
    assert not verified["faults"]


def test_a_turn_and_a_range_of_steps(pbem: Pbem, after: Path) -> None:
    turn = pbem("report", "--turn", "1").out
    assert turn == pbem("report", "--from", "t1/cp-movement", "--to", "t1/cp-replacement").out
    two = pbem("report", "--from", "t1/cp-movement", "--to", "cp-combat").out
    assert "the Central Powers attack 1904" in two
    assert "Step Replacement Phase" not in two
    values = pbem("report", "--turn", "1", "--json").json
    assert [step["step"] for step in values["steps"]] == ["cp-movement", "cp-withdrawal", "cp-combat", "cp-replacement"]


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
