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
    """Neither the order of sets nor what was drawn before has a say."""
    code = "from tests.draw.scenes import *; import hashlib; print(hashlib.sha256(PICTURES['{}']()).hexdigest())"
    root = Path(__file__).parents[2]
    prints = []
    for seed, warm in (("1", "light.png"), ("77", "dark.png")):
        script = f"from tests.draw.scenes import PICTURES; PICTURES['{warm}']()\n" + code.format("delta.png")
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", script], cwd=root, env=environment, capture_output=True, text=True, check=True
        )
        prints.append(done.stdout)
    assert prints[0] == prints[1]


def test_a_picture_holds_nothing_but_pixels() -> None:
    """No time, no text, no name of a program in the file."""
    data = PICTURES["light.png"]()
    kinds, at = [], 8
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        kinds.append(data[at + 4 : at + 8])
        at += length + 12
    assert kinds == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
