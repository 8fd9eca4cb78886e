"""1.4 and 3: no man's land and zones of control, on the game's own map."""

from __future__ import annotations

import pytest

from pbem.games.durchbruch import ground, zoc
from pbem.games.durchbruch.counters import AG, IT
from pbem.kernel.ground.hexes import HexId
from tests.games.durchbruch.boards import board, scenario

MAP = scenario().map


def hexes(text: str) -> set[HexId]:
    return {HexId(one) for one in text.split()}


@pytest.mark.parametrize("name", ["oct24", "oct25", "campaign"])
def test_every_scenario_loads(name: str) -> None:
    found = scenario(name)
    assert found.sides == (AG, IT)
    assert found.chart("assault").width == 9


def test_1_4_no_mans_land_has_the_enemys_first_line_in_it() -> None:
    """1.4-def: 1618 for both, 1619 for the Austro-Germans alone, 1617 for the Italians alone."""
    seen = {side: [ground.is_no_mans_land(MAP, HexId(h), side, enemy) for h in ("1617", "1618", "1619")]
            for side, enemy in ((AG, IT), (IT, AG))}  # fmt: skip
    assert seen == {AG: [False, True, True], IT: [True, True, False]}


def test_1_4_rear_trenches_are_no_mans_land_for_nobody() -> None:
    """See 1.4-def: the trenches of the Kolovrat are trenches, but of no first line."""
    assert ground.is_trench_of(MAP, HexId("4009"), IT)
    assert not ground.is_no_mans_land(MAP, HexId("4009"), AG, IT)


def test_3_a_six_hexes_in_the_open() -> None:
    """3-a: a regiment behind the lines, with no river and no trench around."""
    b = board("IT-89 4620")
    assert set(zoc.controlled_hexes(b, IT)) == set(MAP.grid.neighbours[HexId("4620")])


@pytest.mark.parametrize("unit", ["IT-hq62", "IT-art62", "IT-mg9", "IT-eng4"])
def test_3_a_nobody_else_has_a_zone(unit: str) -> None:
    assert not zoc.controlled_hexes(board(f"{unit} 4620"), IT)


@pytest.mark.parametrize("mark", ["pinned", "ooc2"])
def test_3_a_pinned_and_cut_off_units_have_none(mark: str) -> None:
    """See 1.4-pin, 10.1.2-1."""
    assert not zoc.controlled_hexes(board(f"IT-89 4620 {mark}"), IT)


def test_3_b1_no_zone_in_no_mans_land_and_none_in_enemy_trenches() -> None:
    """3-b1: out of 1617 nothing reaches 1618; a unit in no man's land reaches no trench of the enemy."""
    assert not hexes("1618 1718") & set(zoc.zone(board(), HexId("1617"), AG))
    assert not hexes("1619 1719") & set(zoc.zone(board(), HexId("1718"), AG))
    assert "4009" not in zoc.zone(board(), HexId("3909"), AG), "rear trenches as well"
    assert "4009" in zoc.zone(board(), HexId("3909"), IT), "but one's own"


def test_3_b2_along_an_occupied_line() -> None:
    """3-b2: whoever has taken 1619 reaches 1519 and 1719 in the same line, and out of it as usual."""
    taken = set(zoc.zone(board(), HexId("1619"), AG))
    assert hexes("1519 1719 1620") <= taken
    assert "1618" not in taken


def test_3_b3_not_over_the_isonzo() -> None:
    """3-b3: not even over the bridge of Caporetto."""
    assert "3115" not in zoc.zone(board(), HexId("3016"), AG)
    assert "3017" in zoc.zone(board(), HexId("3016"), AG)


def test_who_exerts_it() -> None:
    """See 3.1.3: the units by name, for moves from zone to zone."""
    b = board("IT-89 4620", "IT-90 4622", "IT-hq62 4521")
    assert len(zoc.exerting(b, HexId("4621"), AG)) == 2
    assert zoc.is_in_enemy_zone(b, HexId("4621"), AG)
    assert not zoc.is_in_enemy_zone(b, HexId("4621"), IT)
