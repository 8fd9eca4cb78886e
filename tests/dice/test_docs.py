"""docs/dice.md names a test for each attack: they exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "dice.md").read_text(encoding="utf-8")


def test_every_test_that_the_threat_model_names_exists() -> None:
    named = re.findall(r"`((?:\w+/)+test_\w+\.py)::(test_\w+)`", TEXT)
    assert len(named) > 25
    missing = [
        f"{path}::{name}" for path, name in named if f"def {name}(" not in (ROOT / "tests" / path).read_text("utf-8")
    ]
    assert missing == []


def test_every_attack_has_a_test() -> None:
    table = TEXT.partition("## Who could gain what")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("|")][2:]
    assert len(rows) > 15
    assert [row for row in rows if "::test_" not in row] == []
