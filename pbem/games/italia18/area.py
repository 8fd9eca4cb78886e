"""SC.0 The ground of a scenario: where its units may go, while lines of supply run beyond it."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.scenario import Scenario

ALL = "all"


def playable(scenario: Scenario) -> Mapping[HexId, None]:
    """SC.0a (see SC.0d, S2.len, S3.len, S4.len, ruling R97): the hexes between the card's rows and columns, or all.

    Units move, fight and retreat inside; supply takes no notice of it.
    """
    return scenario.memo("area", lambda: _playable(scenario))


def _playable(scenario: Scenario) -> Mapping[HexId, None]:
    grid, card = scenario.map.grid, scenario.card.get("area", {})
    if "rows" not in card:
        return dict.fromkeys(grid.hexes)
    (low, high), (left, right) = card["rows"], (_column(scenario, name) for name in card["columns"])
    cells = {hex_id: grid.numbering.cell(hex_id) for hex_id in grid.hexes}
    return {one: None for one, (row, column) in cells.items() if low <= row <= high and left <= column <= right}


def _column(scenario: Scenario, name: str) -> int:
    """`W13` counted on through both sheets."""
    return scenario.map.grid.numbering.cell(f"{name[0]}01{name[1:]}")[1]


def is_inside(scenario: Scenario, hex_id: HexId) -> bool:
    """See SC.0a: whether the hex is in play."""
    return hex_id in playable(scenario)
