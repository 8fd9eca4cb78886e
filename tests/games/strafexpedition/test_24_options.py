"""24.0, 25.0 Options that the program does not offer, and that it does not offer them by halves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.games.strafexpedition.card import GAME
from pbem.games.strafexpedition.options import DEFAULTS
from tests.games.strafexpedition.data import NAMES, RULES, RULINGS, scenario


def test_24_1_one_player_has_a_side() -> None:
    """24.1, 24.2, 24.3, 24.4, 24.5, 24.6: no seats, and one brigade in an Action."""
    card = scenario("campaign")
    assert GAME.seats(card) == {}
    assert all(step.seats == () for step in GAME.steps(card).values())


SETTLED = (
    "G1",
    "G2",
    "M1",
    "M2",
    "M3",
    "M4",
    "M5",
    "M6",
    "R1",
    "R8",
    "R47",
    "R66",
    "R68",
    "R111",
    "T1",
    "T2",
    "T4",
    "T5",
    "T30",
)


def test_every_dangerous_ruling_can_be_switched_or_has_a_reason() -> None:
    switched = {
        name: re.findall(r"R\d+", entry["effect"]) for name, entry in scenario("novegno").card["options"].items()
    }
    dangerous = [ruling["id"] for ruling in RULINGS if ruling["risk"] == "high"]
    assert sorted({*dangerous} - {*SETTLED}) == sorted({one for ids in switched.values() for one in ids})
    page = (Path(__file__).parents[3] / "docs/games/strafexpedition.md").read_text(encoding="utf-8")
    assert [name for name, ids in switched.items() if ids and f"| `{name}` |" not in page] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_scenario_has_the_same_switches(name: str) -> None:
    own = {key: entry["default"] for key, entry in scenario(name).card["options"].items() if key in DEFAULTS}
    assert own == DEFAULTS
    assert all(entry["default"] == entry["values"][0] for entry in scenario(name).card["options"].values())


def test_what_is_not_offered_says_why() -> None:
    missing = [rule for rule in RULES if rule["state"] == "not applicable"]
    assert [rule["id"] for rule in missing if not rule.get("reason")] == []
    assert {rule["chapter"] for rule in missing} == {"24"}
