"""Samples of what long commands of tests.fuzz try at length: a turned clock, kills, damaged mails."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.fuzz.clock import prepare, turn
from tests.fuzz.kills import trial
from tests.fuzz.mails import Mails, digest
from tests.fuzz.tracebacks import failures


def test_every_reminder_goes_out_exactly_once(tmp_path: Path) -> None:
    chance = random.Random(7)
    sent, wrong = turn(prepare(tmp_path, 3, chance), 3, 12, chance)
    assert wrong == []
    assert sent


@pytest.mark.long
def test_killed_at_random_moments_it_loses_and_doubles_nothing(tmp_path: Path) -> None:
    done = trial(tmp_path, 3, random.Random(3))
    assert done.wrong == []
    assert done.hits == 3
    assert done.mails > 3  # the first run is not disturbed


def test_no_damaged_mail_stops_the_judge_or_is_accepted_as_another(tmp_path: Path) -> None:
    mails = Mails(tmp_path)
    assert failures(mails.trial, 40) == []


def test_a_changed_order_would_be_noticed(tmp_path: Path) -> None:
    tiny = Mails(tmp_path).tiny
    assert digest(tiny.office, tiny.mails[1].replace(b"bid 2", b"bid 3")) not in ("", tiny.good)
