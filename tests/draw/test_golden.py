"""Golden pictures: the same input gives the same bytes. Renew with `python -m tests.draw.renew`, then look at them."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.draw.machine import THIS_MACHINE
from tests.draw.renew import GOLDEN
from tests.draw.scenes import PICTURES

MADE_WITH = (GOLDEN / "made-with.txt").read_text(encoding="utf-8").strip()


def difference(a: bytes, b: bytes) -> float:
    """How far two pictures are apart, from 0 to 255 on average."""
    first, second = (Image.open(io.BytesIO(data)).convert("RGB") for data in (a, b))
    assert first.size == second.size
    return max(ImageStat.Stat(ImageChops.difference(first, second)).mean)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_it_was(name: str) -> None:
    """Byte for byte with the versions that made it; with others the strokes may differ by a hair, not more."""
    golden, drawn = (GOLDEN / name).read_bytes(), PICTURES[name]()
    if MADE_WITH == THIS_MACHINE:
        assert drawn == golden, "look at it; if it is right: python -m tests.draw.renew"
    assert difference(drawn, golden) < 1.5


def test_every_golden_file_is_drawn() -> None:
    """No picture lies about that nobody compares."""
    assert sorted(path.name for path in GOLDEN.iterdir()) == sorted([*PICTURES, "made-with.txt"])


def test_two_processes_draw_the_same_bytes() -> None:
    """Every kind of picture, film and palette: neither the order of sets nor what was drawn before has a say."""
    root = Path(__file__).parents[2]
    code = "from tests.draw.scenes import PICTURES; import hashlib\n"
    code += "made = {{name: PICTURES[name]() for name in sorted(PICTURES, reverse={})}}\n"
    code += "print([hashlib.sha256(made[name]).hexdigest() for name in sorted(made)])"
    prints = []
    for seed, is_reversed in (("1", False), ("77", True)):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", code.format(is_reversed)],
            cwd=root, env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        prints.append(done.stdout)
    assert prints[0] == prints[1]
    assert prints[0].count("'") == 2 * len(PICTURES)


def test_a_picture_holds_nothing_but_pixels() -> None:
    """No time, no text, no name of a program in the file."""
    data = PICTURES["light.png"]()
    kinds, at = [], 8
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        kinds.append(data[at + 4 : at + 8])
        at += length + 12
    assert kinds == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]


def test_a_film_holds_nothing_but_frames() -> None:
    """No words and no data about data in WebP and GIF either."""
    data = PICTURES["film.webp"]()
    kinds, at = [], 12
    while at < len(data):
        kinds.append(data[at : at + 4])
        at += 8 + int.from_bytes(data[at + 4 : at + 8], "little") + (data[at + 4] & 1)
    assert kinds == [b"VP8X", b"ANIM", b"ANMF", b"ANMF"]
    gif = Image.open(io.BytesIO(PICTURES["film.gif"]()))
    assert set(gif.info) <= {"version", "background", "duration", "loop", "extension", "transparency"}
