"""A miniature game is a miniature: its card and its tests fit on a hundred lines."""

from __future__ import annotations

from pathlib import Path

import pytest

MINIS = sorted(Path(__file__).parent.glob("*mini_*.py"))
NEEDS = ("cup", "sealed", "reaction", "instalments", "ford", "hidden", "events", "sight")


def test_every_need_has_its_miniature() -> None:
    names = [path.stem for path in MINIS]
    assert [need for need in NEEDS if f"test_mini_{need}" not in names] == []


@pytest.mark.parametrize("path", MINIS, ids=lambda path: path.stem)
def test_at_most_a_hundred_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 100
