"""Formations and the chain of command, from the words of the counters and the card."""

from __future__ import annotations

from dataclasses import replace

from pbem.kernel.formations import chain, commanders, leader, members, of
from pbem.kernel.pieces import UnitId
from pbem.kernel.scenario import Scenario
from tests.kernel.mini import counter, scenario

LEVELS = ("brigade", "corps", "army")
WORDS = {
    "RED-1": {"brigade": "Sassari", "corps": "XII"},
    "RED-2": {"brigade": "Sassari", "corps": "XII"},
    "RED-3": {"brigade": "Pisa"},
    "RED-hqS": {"brigade": "Sassari", "corps": "XII", "leads": "brigade"},
    "RED-hqXII": {"corps": "XII", "leads": "corps"},
    "RED-hqA": {"army": "1", "leads": "army"},
    "RED-guns": {},
}
CARD = {"formations": {"brigade": {"Pisa": {"corps": "XII"}}, "corps": {"XII": {"army": "1"}}}}


def scene() -> Scenario:
    """A small army."""
    units = {UnitId(name): replace(counter(name), words=words) for name, words in WORDS.items()}
    return replace(scenario(), units=units, card=CARD)


def test_members_come_in_the_order_of_the_manifest() -> None:
    assert members(scene(), "brigade") == {"Sassari": ("RED-1", "RED-2", "RED-hqS"), "Pisa": ("RED-3",)}
    assert members(scene(), "corps") == {"XII": ("RED-1", "RED-2", "RED-hqS", "RED-hqXII")}
    assert members(scene(), "division") == {}
    assert (of(scene().units[UnitId("RED-1")], "corps"), of(scene().units[UnitId("RED-guns")], "corps")) == ("XII", "")


def test_who_leads_a_formation() -> None:
    assert (leader(scene(), "brigade", "Sassari"), leader(scene(), "corps", "XII")) == ("RED-hqS", "RED-hqXII")
    assert (leader(scene(), "brigade", "Pisa"), leader(scene(), "corps", "XIII")) == (None, None)


def test_the_chain_goes_on_over_what_the_card_says() -> None:
    assert chain(scene(), UnitId("RED-1"), LEVELS) == (("brigade", "Sassari"), ("corps", "XII"), ("army", "1"))
    assert chain(scene(), UnitId("RED-3"), LEVELS) == (("brigade", "Pisa"), ("corps", "XII"), ("army", "1"))
    assert chain(scene(), UnitId("RED-guns"), LEVELS) == ()


def test_headquarters_above_a_unit_the_nearest_first() -> None:
    assert commanders(scene(), UnitId("RED-1"), LEVELS) == ("RED-hqS", "RED-hqXII", "RED-hqA")
    assert commanders(scene(), UnitId("RED-3"), LEVELS) == ("RED-hqXII", "RED-hqA")
    assert commanders(scene(), UnitId("RED-hqXII"), LEVELS) == ("RED-hqA",)
