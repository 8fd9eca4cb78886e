"""An option may be answered by the beginning of what it means, as long as only one option begins so."""

from __future__ import annotations

import pytest

from pbem.desk.inbox.answers import _option

OFFERED = [["1", "lose half of the affected steps"], ["2", "retreat 1 hex"], ["3", "retreat 2 hexes"]]


@pytest.mark.parametrize(
    ("word", "chosen"),
    [("2", "2"), ("(3)", "3"), ("lose half", "1"), ("Retreat 2", "3"), ("retreat", None), ("flee", None), ("4", None)],
)
def test_an_option_by_value_number_or_meaning(word: str, chosen: str | None) -> None:
    assert _option(OFFERED, word) == chosen
