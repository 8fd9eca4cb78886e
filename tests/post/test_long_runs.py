"""Samples of what long commands try at length: a turned clock (tests.fuzz.clock), kills (tests.fuzz.kills)."""

from __future__ import annotations

import random
from pathlib import Path

from tests.fuzz.clock import prepare, turn
from tests.fuzz.kills import trial


def test_every_reminder_goes_out_exactly_once(tmp_path: Path) -> None:
    chance = random.Random(7)
    sent, wrong = turn(prepare(tmp_path, 3, chance), 3, 12, chance)
    assert wrong == []
    assert sent


def test_killed_at_random_moments_it_loses_and_doubles_nothing(tmp_path: Path) -> None:
    hits, _, wrong = trial(tmp_path, 3, random.Random(3))
    assert wrong == []
    assert hits
