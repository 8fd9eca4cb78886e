"""1.5, 6.2: steps of random games played in two worlds that look the same to one side come out the same for it."""

from __future__ import annotations

import pytest

from pbem.games.durchbruch import communication
from pbem.games.durchbruch.counters import is_real
from tests.fuzz.durchbruch_pairs import search
from tests.fuzz.games import load_game


@pytest.mark.parametrize(("masks", "seed"), [("off", 1), ("on", 2)])
def test_what_a_side_does_not_know_changes_nothing_that_it_is_told(masks: str, seed: int) -> None:
    """1.5, 6.2, rulings R112, R114, R143, R178: the first day; longer `python -m tests.fuzz.durchbruch_pairs`."""
    found, tried = search(load_game("durchbruch", "oct24", {"masks": masks}), seed)
    assert found == []
    assert tried > 30


def test_the_search_finds_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the test above would show nothing: here dummies are not looked at in the Command Segment."""
    monkeypatch.setattr(communication, "is_checked", lambda board, unit: is_real(board.unit(unit)))
    found, _ = search(load_game("durchbruch", "oct25"), 1)
    assert any("dummy" in one for one in found)
