"""Options of a campaign: the rulings that can be turned round, and that every rule is offered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.games.strafexpedition.options import DEFAULTS
from tests.games.strafexpedition.data import NAMES, RULES, RULINGS, scenario

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


def test_nothing_of_the_rulebook_is_left_out() -> None:
    assert [rule["id"] for rule in RULES if rule["state"] == "not applicable"] == []
