"""`pbem board`: overlays, sides, films."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pbem.draw.crop import Crop, window
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.scenario import Scenario
from tests.cli.conftest import Pbem


def frames_of(path: Path) -> int:
    return int(getattr(Image.open(io.BytesIO(path.read_bytes())), "n_frames", 1))


def test_the_board_is_as_wide_as_a_forum_shows_it(pbem: Pbem, after: Path, tmp_path: Path) -> None:
    assert pbem("board").code == 0
    with Image.open(tmp_path / "board.png") as picture:
        assert 800 <= picture.size[0] <= 1000


def test_a_board_for_a_phone_is_upright(pbem: Pbem, after: Path, tmp_path: Path) -> None:
    assert pbem("board", "--turn", "1", "--step", "cp-combat", "--phone").code == 0
    with Image.open(tmp_path / "board.png") as picture:
        assert picture.width <= 780 < picture.height


def test_a_crop_shows_the_unit_of_the_overlay_and_its_source(
    pbem: Pbem, fresh: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tuple[str, ...]] = []

    def spy(scenario: Scenario, wish: Crop, stacks: Any, events: Any, focus: Sequence[HexId]) -> tuple[HexId, ...]:
        shown.append(tuple(focus))
        return window(scenario, wish, stacks, events, focus)

    monkeypatch.setattr("pbem.draw.scene.window", spy)
    assert pbem("board", "--overlay", "supply=GE-12", "--crop", "auto").code == 0
    assert shown == [("1702", "1802", "1902")]  # from the division to its source, Tolmino


def test_overlays_are_named_and_may_be_several(pbem: Pbem, fresh: Path, tmp_path: Path) -> None:
    plain, laid = ("board", "--scale", "20"), ("--overlay", "zoc=CP", "--overlay", "reach=GE-12")
    assert pbem(*plain, "--out", "a.png").code == 0
    assert pbem(*plain, *laid, "--out", "b.png").code == 0
    assert (tmp_path / "a.png").read_bytes() != (tmp_path / "b.png").read_bytes()


@pytest.mark.parametrize("name", ["turn.webp", "turn.gif"])
def test_a_turn_as_a_film(pbem: Pbem, after: Path, tmp_path: Path, name: str) -> None:
    words = ("board", "--animate", "turn", "--turn", "1", "--crop", "auto", "--scale", "30", "--out", name)
    values = pbem(*words, "--json").json
    assert values["steps"] == ["t1/cp-movement", "t1/cp-combat"]  # nothing is seen of the other steps
    assert values["frames"] == frames_of(tmp_path / name) == 3
    assert values["bytes"] == (tmp_path / name).stat().st_size
    said = pbem(*words)
    assert f"{name}: isonzo t1/cp-movement to t1/cp-combat, 3 frames" in said.out


def test_a_film_of_the_campaign_fits_into_the_bytes(pbem: Pbem, after: Path, tmp_path: Path) -> None:
    words = ("board", "--animate", "campaign", "--scale", "50", "--crop", "auto")
    large = pbem(*words, "--json").json["bytes"]
    small = pbem(*words, "--max-bytes", str(large * 6 // 10), "--json").json
    assert small["file"] == "board.webp"
    assert small["bytes"] <= large * 6 // 10
    assert frames_of(tmp_path / "board.webp") == small["frames"]


def test_the_same_film_has_the_same_bytes(pbem: Pbem, after: Path, tmp_path: Path) -> None:
    for name in ("a.webp", "b.webp"):
        assert pbem("board", "--animate", "turn", "--crop", "auto", "--palette", "dark", "--out", name).code == 0
    assert (tmp_path / "a.webp").read_bytes() == (tmp_path / "b.webp").read_bytes()


def test_no_bar_is_shown_where_nobody_watches(pbem: Pbem, after: Path) -> None:
    assert pbem("board", "--animate", "turn", "--crop", "auto").err == ""
    assert pbem("board", "--crop", "auto", "--max-bytes", "40000").err == ""


def test_who_watches_a_long_drawing_sees_how_far_it_is(
    pbem: Pbem, after: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.cli.progress.is_watched", lambda: True)
    monkeypatch.setattr("pbem.cli.progress.PATIENCE", -1)
    monkeypatch.setattr("pbem.cli.progress.PAUSE", 0)
    assert "board [" in pbem("board", "--crop", "auto").err
    assert "frames" in pbem("board", "--animate", "turn", "--crop", "auto").err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--overlay", "fog"), "there is no overlay 'fog'"),
        (("--overlay", "reach"), "write reach=UNIT"),
        (("--overlay", "zoc=XX"), "no unit is called 'XX'"),
        (("--animate", "game"), "write --animate turn or --animate campaign"),
        (("--animate", "turn", "--turn", "9"), "no step of turn 9 has been played; the last one is of turn 1"),
        (("--animate", "turn", "--out", "turn.png"), "ends with .webp or .gif"),
        (("--animate", "turn", "--step", "cp-combat"), "leave out --step or --animate"),
        (("--animate", "turn", "--overlay", "zoc"), "leave out --overlay or --animate"),
        (("--animate", "turn", "--no-delta"), "leave out --no-delta or --animate"),
        (
            ("--animate", "turn", "--crop", "auto", "--max-bytes", "900"),
            "no film fits into 900 bytes; the smallest needs",
        ),
        (("--out", "board.gif"), "write --out board.png"),
        (("--max-bytes", "900"), "no board fits into 900 bytes"),
        (("--scale", "3"), "from 15 to 400"),
    ],
)
def test_what_cannot_be_drawn(pbem: Pbem, after: Path, tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    said = pbem("board", *words)
    assert said.code in (1, 2)
    assert told in " ".join(said.err.split())
    assert not list(tmp_path.glob("*board.*")) + list(tmp_path.glob("turn.*"))


def test_a_film_before_anything_was_played(pbem: Pbem, fresh: Path) -> None:
    said = pbem("board", "--animate", "campaign")
    assert said.code == 2
    assert "no step has been played yet" in " ".join(said.err.split())


def test_help_shows_examples(pbem: Pbem) -> None:
    said = pbem("board", "--help")
    assert said.code == 0
    for words in ("--overlay", "--animate", "--max-bytes", "--side", "--palette", "reach=GE-12", "turn-2.webp"):
        assert words in said.out


def commands_of(page: str) -> list[str]:
    lines = (Path(__file__).parents[2] / "docs" / page).read_text(encoding="utf-8").splitlines()
    return [line.partition("#")[0].strip() for line in lines if line.startswith("    pbem board")]


def test_every_command_of_the_page_on_pictures_works(pbem: Pbem, after: Path) -> None:
    found = commands_of("pictures.md")
    assert len(found) > 6
    for command in found:
        assert pbem(*command.split()[1:], "--scale", "20").code == 0, command
