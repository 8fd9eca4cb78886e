"""Maps that an earlier run has drawn: the same bytes, and nothing else is believed."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem import cache
from pbem.draw import background, kept
from pbem.draw.look import Look, SideLook, read_look
from pbem.draw.palettes import PALETTES, palette_of
from pbem.draw.sheet import sheet_of
from pbem.kernel.ground.mapfile import read_map
from tests.draw.scenes import MAP, drawn, look, position, scenario


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache" / "maps"


@pytest.fixture
def prints(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """Grows with every map that is printed, legends apart."""
    found: list[None] = []
    real = background._printed

    def counted(map: object, sheet: object, *rest: object) -> object:
        found.extend([None] if len(map.grid.hexes) > 2 else [])  # type: ignore[attr-defined]
        return real(map, sheet, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(background, "_printed", counted)
    return found


def test_the_picture_is_the_same_with_and_without_the_cache(
    prints: list[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = drawn(scenario(), position(), look())
    again = drawn(scenario(), position(), look())
    assert len(prints) == 1
    monkeypatch.setenv(cache.VARIABLE, "off")
    assert first == again == drawn(scenario(), position(), look())
    assert len(prints) == 2


@pytest.mark.parametrize(
    "spoil",
    [
        lambda head, pixels: head + b"\n" + zlib.compress(pixels[:-3]),  # too few
        lambda head, pixels: head + b"\n" + zlib.compress(pixels + b"123"),  # too many
        lambda head, pixels: head + b"\n" + pixels[:99],  # not packed
        lambda head, pixels: b"[[1, 2, 3]]\n" + zlib.compress(pixels),
        lambda head, pixels: b'[[1, 2, 3, "x"]]\n' + zlib.compress(pixels),
        lambda head, pixels: b'{"a": 1}\n' + zlib.compress(pixels),
        lambda head, pixels: b"7\n" + zlib.compress(pixels),
        lambda head, pixels: b"\n" + zlib.compress(pixels),
        lambda head, pixels: b"",
    ],
)
def test_what_is_no_map_is_drawn_anew(spoil: Callable[[bytes, bytes], bytes], place: Path, prints: list[None]) -> None:
    """Even where the hash is right."""
    first = drawn(scenario(), position(), look())
    (path,) = place.iterdir()
    head, _, packed = (cache.kept("maps", path.name) or b"").partition(b"\n")
    cache.keep("maps", path.name, spoil(head, zlib.decompress(packed)))
    assert drawn(scenario(), position(), look()) == first
    assert len(prints) == 2


def test_letters_keep_their_places() -> None:
    map = scenario().map
    sheet, read = sheet_of(map.grid, 100), read_look(look())
    fresh = background.background(map, sheet, PALETTES["light"], read)
    again = background.background(scenario().map, sheet, PALETTES["light"], read)
    assert again is not fresh
    assert again.picture.tobytes() == fresh.picture.tobytes()
    assert again[1:] == fresh[1:]
    assert json.loads(json.dumps(again.letters))


def test_everything_that_has_a_say_has_one_in_the_name() -> None:
    map, plain = read_map(MAP), Look()
    sheet, light = sheet_of(map.grid, 100), PALETTES["light"]
    other = read_map(MAP.replace("place Vidor: 0205", "place Vidor: 0204"))
    names = [
        kept.name_of(map, sheet, light, plain),
        kept.name_of(other, sheet, light, plain),
        kept.name_of(map, sheet_of(map.grid, 120), light, plain),
        kept.name_of(map, sheet_of(map.grid, 100, map.grid.hexes[:-6]), light, plain),
        kept.name_of(map, sheet, PALETTES["dark"], plain),
        kept.name_of(map, sheet, palette_of("light", {"own": "#123456"}), plain),
        kept.name_of(map, sheet, light, Look(sides={"CP": SideLook(colour="red")})),
        kept.name_of(map, sheet, light, read_look({"styles": {"clear": {"draw": "plain", "colour": "#ffffff"}}})),
    ]
    assert len(set(names)) == len(names)
    assert "" not in names
    assert kept.name_of(read_map(MAP), sheet, light, plain) == names[0]


def test_small_pictures_are_not_kept() -> None:
    map = scenario().map
    assert kept.name_of(map, sheet_of(map.grid, 100, map.grid.hexes[:1]), PALETTES["light"], Look()) == ""
