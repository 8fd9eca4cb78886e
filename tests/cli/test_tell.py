"""`pbem tell`: the board in words, for a hex, a unit and the front, with the eyes of one side."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Pbem


@pytest.fixture(autouse=True)
def campaign(fresh: Path) -> Path:
    """A campaign that has just been opened."""
    return fresh


def test_a_hex_with_its_ground_its_units_and_its_neighbours_by_the_clock(pbem: Pbem) -> None:
    said = pbem("tell", "1904")
    assert said.code == 0
    assert said.out.startswith("1904: mountain, trench of the Allies.\nAllies: IT-XXVII 2-3-6.\n")
    assert "In the zones of control of the Allies." in said.out
    assert "   1 o'clock: 1803 (Kolovrat), mountain, trench of the Allies. Allies: IT-19" in said.out
    assert "   7 o'clock: 2004, mountain. Nobody." in said.out
    assert "Farther off: 2 hexes at 2 o'clock: 1802. Central Powers: GE-200 6-7-8" in said.out


def test_a_unit_is_told_by_its_hex_and_a_place_by_its_name(pbem: Pbem) -> None:
    assert pbem("tell", "GE-12").out.startswith("GE-12 is at 1702.\n1702: mountain")
    assert pbem("tell", "Kolovrat").out.startswith("1803 (Kolovrat): mountain")


def test_the_edge_of_the_map_is_named(pbem: Pbem) -> None:
    assert "off the map: " in pbem("tell", "0101").out


def test_the_front_of_both_sides_from_the_top_down(pbem: Pbem) -> None:
    said = pbem("tell")
    assert said.out == pbem("tell", "front").out
    assert said.out.startswith("The front of the Central Powers, from the top of the map down:\n")
    assert "The front of the Allies, from the top of the map down:" in said.out
    assert "0508 with AH-b29 2-2-8 faces 0509 (Passo di Monte Croce) at 9 o'clock (IT-26" in said.out


def test_json_has_the_values_behind_the_words(pbem: Pbem) -> None:
    around = pbem("tell", "1904", "--json").json["around"]
    assert around["here"]["stacks"][0]["units"][0]["unit"] == "IT-XXVII"
    assert [row["hour"] for row in around["around"]] == [1, 3, 5, 7, 9, 11]
    fronts = pbem("tell", "--json").json["fronts"]
    assert [front["side"] for front in fronts] == ["CP", "AL"]


def test_what_the_board_does_not_know_is_refused_with_a_hint(pbem: Pbem) -> None:
    said = pbem("tell", "9999")
    assert (said.code, "the map has no hex 9999" in said.err) == (1, True)
    said = pbem("tell", "Nowhere")
    assert (said.code, "the board has no hex, place or unit called 'Nowhere'" in said.err) == (2, True)
    assert "Kolovrat" in pbem("tell", "Kolovrad").err
