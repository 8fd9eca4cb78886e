"""Line of sight over heights: a battery fires only at what its observer sees."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Step
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide
from tests.kernel.mini import RED, card, dice, given, play, position, say, scenario

HEIGHTS = """\
legend:
  0  0
  1  1
  2  2
  3  3
  w  0
  _  none
terrain:
  01   0 0 2 0 0 3
  02  0 w 0 0 0 0
  03   1 2 0 3 0 0
  04  0 0 0 0 _ 0
hex woods: 0202
"""


def height(board: Board, hex_id: HexId) -> int:
    """The level of a hex."""
    return int(board.map.base[hex_id])


def is_in_sight(board: Board, a: HexId, b: HexId) -> bool:
    """8.2: blocked by a level above both ends, or by woods as high as the higher end."""
    top = max(height(board, a), height(board, b))

    def blocks(h: HexId) -> bool:
        return height(board, h) > top or (board.map.has(h, "woods") and height(board, h) == top)

    return board.map.lines.is_open(a, b, blocks)


def fire(board: Board, table: Table, orders: OrdersBySide) -> None:
    """8.2-8.3: in sight, then a die."""
    for order in orders[RED].items:
        with table.attempt(order):
            unit, target = UnitId(str(order).split()[1]), UnitId(str(order).split()[2])
            here, there = board.hex_of(unit), board.hex_of(target)
            if not is_in_sight(board, here, there):
                raise Illegal("8.2", f"{unit} in {here} does not see {there}", found=there, wanted="a hex in sight")
            board.lose(target, table.roll(f"{unit} fires at {target}", rule="8.3") // 5, "8.3")


GAME = card((Step("fire", "Red fires", "fire", fire, (RED,)),))
SCENE: Scenario = scenario(["RED-1", "BLUE-1"], HEIGHTS)


@pytest.mark.parametrize(
    ("gun", "target", "is_seen"),
    [
        ("0101", "0105", False),  # over the hill 0103
        ("0103", "0101", True),  # down from the hill
        ("0106", "0101", True),  # from a higher hill over a lower one
        ("0301", "0303", False),  # over the higher 0302
        ("0201", "0203", False),  # woods at the level of both
        ("0301", "0202", True),  # beside each other: nothing lies between
        ("0404", "0406", False),  # across a hole of the map
        ("0401", "0302", True),
    ],
)
def test_what_a_battery_may_fire_at(gun: str, target: str, is_seen: bool) -> None:
    start = position("fire", {"RED-1": gun, "BLUE-1": target})
    played = play(GAME, SCENE, start, given(say("fire RED-1 BLUE-1")), dice(6))
    assert played.position.units[UnitId("BLUE-1")].steps == (1 if is_seen else 2)
    assert [problem.rule for problem in played.problems] == ([] if is_seen else ["8.2"])
