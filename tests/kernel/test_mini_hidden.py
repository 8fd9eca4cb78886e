"""Units hidden from the other side: it sees that something is there, neither what nor how much."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.fog import retold, veiled
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Step
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide
from tests.kernel.mini import BLUE, RED, card, given, play, position, say, scenario


def scout(board: Board, table: Table, orders: OrdersBySide) -> None:
    """6.2: who comes beside hidden enemies uncovers them; a dummy is taken off the map."""
    for order in orders[RED].items:
        unit, goal = UnitId(str(order).split()[1]), HexId(str(order).split()[2])
        board.move(unit, (board.hex_of(unit), goal), "6.1")
        for other in board.on_map(BLUE):
            if board.is_marked(other, "hidden") and board.map.grid.are_adjacent(goal, board.hex_of(other)):
                board.unmark(other, "hidden", "6.2")
                if board.unit(other).type == "dummy":
                    board.eliminate(other, "6.2")


def hidden_from(scene: Scenario, whole: Position, side: Side) -> list[UnitId]:
    """6.1: hidden units on the map, of the enemy; without a side, of both."""
    marked = [unit for unit, state in whole.units.items() if "hidden" in state.marks]
    return [unit for unit in marked if scene.side_of(unit) != side and whole.units[unit].place in scene.map.grid]


def view(scene: Scenario, whole: Position, side: Side) -> Position:
    """6.1: of hidden enemies only their number in a hex is seen."""
    return veiled(scene, whole, hidden_from(scene, whole, side))


def tell(scene: Scenario, before: Position, after: Position, facts: Sequence[Fact], side: Side) -> Sequence[Fact]:
    """6.1: the ways of hidden enemies are seen, and what they lose."""
    shown = {"moved": ("unit", "path"), "lost": ("unit", "hex", "steps")}
    return retold(scene, facts, hidden_from(scene, after, side), shown)


GAME = card(
    (Step("scout", "Red scouts", "scout", scout, (RED,)),), view=view, tell=tell, hides=lambda scene: "6.1: dummies"
)
SCENE = scenario(["RED-1", "BLUE-1", "BLUE-2 dummy", "BLUE-3 dummy", "BLUE-4"])


def start() -> Position:
    """Three hidden enemies, two of them in one hex, and one in plain sight."""
    board = Board(SCENE, position("scout", {
        "RED-1": "0101", "BLUE-1": "0103", "BLUE-2": "0103", "BLUE-3": "0404", "BLUE-4": "0405",
    }))  # fmt: skip
    for unit in ("BLUE-1", "BLUE-2", "BLUE-3"):
        board.mark(UnitId(unit), "hidden", "6.1")
    return board.freeze(1, "scout")


def test_the_enemy_sees_how_many_and_not_what() -> None:
    seen = GAME.view(SCENE, start(), RED)
    assert seen.text().splitlines()[3:] == [
        "unit BLUE-4 0405 2", "unit RED-1 0101 2",
        "unit blue-?0103.1 0103 1", "unit blue-?0103.2 0103 1", "unit blue-?0404.1 0404 1",
    ]  # fmt: skip


def test_nothing_tells_a_dummy_from_a_unit() -> None:
    one, other = start(), Board(SCENE, start())
    other.put(UnitId("BLUE-2"), "0404", "test")
    other.put(UnitId("BLUE-3"), "0103", "test")
    assert one != other.freeze(1, "scout")
    assert GAME.view(SCENE, one, RED).digest() == GAME.view(SCENE, other.freeze(1, "scout"), RED).digest()


def test_the_owner_sees_everything() -> None:
    assert GAME.view(SCENE, start(), BLUE) == start()


def test_what_is_seen_is_a_board_like_any_other() -> None:
    board = Board(SCENE, GAME.view(SCENE, start(), RED))
    assert board.on_map(BLUE) == ("BLUE-4", "blue-?0103.1", "blue-?0103.2", "blue-?0404.1")
    unseen = board.unit(UnitId("blue-?0103.1"))
    assert (unseen.side, unseen.name, unseen.type, dict(unseen.figures)) == (BLUE, "?", "unseen", {})
    assert Board(SCENE, start()).scenario is SCENE  # nothing is added where nothing is hidden


def test_scouts_uncover_units_and_dummies() -> None:
    end = play(GAME, SCENE, start(), given(say("move RED-1 0102"))).position
    assert [u for u in GAME.view(SCENE, end, RED).units if u.startswith("BLUE")] == ["BLUE-1", "BLUE-2", "BLUE-4"]
    assert (end.units[UnitId("BLUE-1")].place, end.units[UnitId("BLUE-2")].place) == ("0103", "gone")
    assert end.units[UnitId("BLUE-3")].marks == ("hidden",)
