"""The zones of all cards can be said in words, and read as a player would say them."""

from __future__ import annotations

import pytest

from pbem.games.strafexpedition.by_mail.zone_words import zone_words
from tests.games.strafexpedition.data import NAMES, scenario


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ("at 3202 3302 3303", "3202, 3302 or 3303"),
        ("behind; near 3 2825", "behind the front, within 3 hexes of 2825"),
        ("behind; near 1 3202 3302", "behind the front, within 1 hex of 3202 or 3302"),
        ("front 3405 3412", "the front between 3405 and 3412"),
        ("behind 3405 3413 3121 3728; infantry 3",
         "behind the front between 3405 and 3413 and between 3121 and 3728, within 3 hexes of your infantry"),
        ("columns 31 36; rows 1 13", "columns 31 to 36, rows 1 to 13"),
        ("behind; columns 1 1", "behind the front, column 1"),
        ("line road 4645 3651; behind; off-enemy 3 | at 1864",
         "along the road from 4645 to 3651, behind the front, at least 3 hexes from enemies, or 1864"),
    ],
)  # fmt: skip
def test_5_0_zones_are_said_as_players_say_them(zone: str, words: str) -> None:
    assert zone_words(zone) == words


@pytest.mark.parametrize("name", NAMES)
def test_5_0_every_zone_of_every_card_has_words(name: str) -> None:
    rows = [
        row
        for group in scenario(name).card.values()
        if isinstance(group, list)
        for row in group
        if isinstance(row, dict)
    ]
    zones = [row["zone"] for row in rows if "zone" in row]
    assert zones
    assert all(zone_words(zone) for zone in zones)
