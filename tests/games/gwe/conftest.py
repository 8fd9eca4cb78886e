"""The printed map and counters, read once."""

from __future__ import annotations

import pytest

from tests.games.gwe.boards import SCENARIOS


@pytest.fixture(scope="session")
def printed_map() -> str:
    """The text of map.txt."""
    return (SCENARIOS / "map.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def printed_units() -> str:
    """The text of units.txt."""
    return (SCENARIOS / "units.txt").read_text(encoding="utf-8")
