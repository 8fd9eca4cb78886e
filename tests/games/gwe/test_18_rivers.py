"""18.0 Rivers."""

from __future__ import annotations

import pytest

from pbem.games.gwe import movement
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.gwe.boards import board, field, printed

UNITS = "AH-24 XX 2-3-6 infantry at 0302\nIT-60 XX 2-3-6 infantry at 0302\nGE-5 XX 6-7-8 infantry stosstruppen at 0302"


def cost(features: str, unit: str, terrain: str = ".") -> int:
    """What the step from 0302 to 0303 costs, where the whole row lies behind the river."""
    b = board(field({"0303": terrain}, features), UNITS)
    ways = dict(movement.exits(b.scenario, b.unit(UnitId(unit)))[HexId("0302")])
    return ways[HexId("0303")]


@pytest.mark.parametrize("unit", ["AH-24", "IT-60", "GE-5"])
def test_18_1_minor_rivers_cost_one_more(unit: str) -> None:
    assert cost("side river name=Torre: 0302/0303", unit) == 2
    assert cost("side river name=Piave: 0302/0303", unit) == 2  # where it is a minor river
    assert cost("side river name=Torre: 0302/0303", unit, "^") == 3


@pytest.mark.parametrize(
    ("name", "unit", "price"),
    [
        ("Piave", "AH-24", 4),
        ("Tagliamento", "GE-5", 4),
        ("Isonzo", "AH-24", 3),
        ("Livenza", "GE-5", 3),
        ("Piave", "IT-60", 2),
        ("Isonzo", "IT-60", 2),
    ],
)
def test_18_2_major_rivers_by_side_and_name(name: str, unit: str, price: int) -> None:
    assert cost(f"side major-river name={name}: 0302/0303", unit) == price


def test_18_2_the_printed_map_has_both_great_rivers() -> None:
    scenario = printed()
    exits = movement.exits(scenario, scenario.unit(UnitId("AH-24")))
    assert dict(exits[HexId("1722")])[HexId("1723")] == 4  # over the Piave
    assert dict(exits[HexId("1713")])[HexId("1714")] == 4  # over the Tagliamento
    assert dict(exits[HexId("2018")])[HexId("2019")] == 3  # over the Livenza
