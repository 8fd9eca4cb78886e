"""`report --for`: posts that fit where they go, each part with the proof of its own dice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.state import State
from pbem.desk.replay.load import load
from pbem.desk.views import posts
from pbem.desk.views.fitted import place_for
from pbem.dice.judging import judge_post
from pbem.errors import UsageError
from pbem.report.places import PLACES
from pbem.store.entry import Reads
from tests.cli.conftest import Pbem

STEP = ("report", "--turn", "1", "--step", "cp-combat")


def parts_for(pbem: Pbem, tmp_path: Path, place: str, *words: str) -> list[str]:
    """The parts in their files."""
    said = pbem(*(words or STEP), "--for", place, "--out", "post.txt")
    assert said.code == 0, said.err
    assert "takes" not in said.err, "nothing is too long"
    files = sorted(tmp_path.glob("post*.txt"), key=lambda file: int("".join(re.findall(r"\d+", file.stem)) or 0))
    return [file.read_text(encoding="utf-8") for file in files]


def cast_in(text: str) -> dict[str, str]:
    """The dice that a text proves, by their label."""
    found = judge_post(text).as_json()
    assert found["faults"] == []
    return {one["label"]: one["result"] for one in found["rolls"]}


@pytest.mark.parametrize("place", PLACES)
def test_every_part_fits_and_proves_its_own_dice(pbem: Pbem, after: Path, tmp_path: Path, place: str) -> None:
    whole = cast_in(pbem(*STEP).out)
    parts = parts_for(pbem, tmp_path, place)
    assert all(len(part) <= PLACES[place].most for part in parts)
    told = [label for part in parts for label in cast_in(part)]
    assert sorted(told) == sorted(whole), "each die once"
    assert {label: face for part in parts for label, face in cast_in(part).items()} == whole


def test_parts_on_the_screen_stand_one_under_the_other(pbem: Pbem, after: Path) -> None:
    said = pbem(*STEP, "--for", "discord").out
    assert said.count("----- the next message: part ") == said.count("# isonzo, turn 1") - 1 > 0


def test_a_broken_template_is_complained_of_once(pbem: Pbem, after: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "report.j2").write_text("{% if %}", encoding="utf-8")
    said = pbem(*STEP, "--for", "discord", "--templates", "mine", "--out", "post.txt")
    assert len(list(tmp_path.glob("post-*.txt"))) > 1
    assert said.err.count("report.j2") == 1


@pytest.mark.parametrize("words", [("report",), ("report", "--step", "start")])
def test_an_opening_post_is_never_cut(pbem: Pbem, fresh: Path, words: tuple[str, ...]) -> None:
    said = pbem(*words, "--for", "discord")
    assert said.code == 0
    assert "the opening has " in said.err
    assert "takes 2,000: attach it as a file" in " ".join(said.err.split())
    assert said.out.count("pbem-proof/1") == 1


def test_what_is_too_long_even_in_brief_is_told(pbem: Pbem, after: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLACES, "discord", PLACES["discord"]._replace(most=900))
    said = pbem(*STEP, "--for", "discord")
    assert "characters; a message on Discord takes 900: attach it as a file" in said.err
    assert "attack on 1904 / crt" in said.out


def test_a_phpbb_board_as_it_is_installed_knows_every_tag(pbem: Pbem, after: Path, tmp_path: Path) -> None:
    (part,) = parts_for(pbem, tmp_path, "phpbb", *STEP, "--picture", "https://x/board.png")
    stock = {"b", "i", "u", "quote", "code", "list", "*", "img", "url", "color", "size"}
    assert {tag.partition("=")[0] for tag in re.findall(r"\[/?([a-z*]+(?:=[^\]]*)?)\]", part)} <= stock
    knows_more = pbem(*STEP, "--for", "phpbb", "--format", "bbcode-spoiler").out
    assert "[spoiler=Dice and decisions, with their proof]" in knows_more


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--for", "usenet"), "there is no place 'usenet' to post at: there are reddit, discord, phpbb"),
        (("--for", "reddit", "--format", "bbcode"), "is written as reddit, not as bbcode: leave out --format"),
    ],
)
def test_where_nothing_can_be_posted(pbem: Pbem, after: Path, words: tuple[str, ...], told: str) -> None:
    said = pbem("report", *words)
    assert said.code == 2
    assert told in " ".join(said.err.split())


def test_the_page_on_posts_lists_every_place() -> None:
    page = (Path(__file__).parents[2] / "docs" / "posts.md").read_text(encoding="utf-8")
    for name, place in PLACES.items():
        assert f"| `{name}` | {place.words} | {place.most:,} | `{place.fmt}` |" in page
    with pytest.raises(UsageError):
        place_for("discord", "html")


def test_a_long_post_looks_its_steps_up_once(
    pbem: Pbem, after: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    real = load

    def counted(store: Reads, name: str = "") -> tuple[Campaign, State]:
        asked.append(name)
        return real(store, name)

    monkeypatch.setattr(posts, "load", counted)
    assert len(parts_for(pbem, tmp_path, "discord")) > 1
    assert len(asked) == 1
