"""1.5, 6.1, 6.2: what the enemy must not learn from facts, refusals and conditions."""

from __future__ import annotations

import pytest

from pbem.errors import Unreadable
from pbem.games.durchbruch.control import is_theirs
from pbem.games.durchbruch.counters import AG, IT
from pbem.games.durchbruch.fog import tell
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from tests.games.durchbruch.field import field, march, play, read_all

PUBLIC = Side("")
ROAD = "line road: 2420-2421"


def as_told(b: Board, before: Position, side: Side) -> list[Fact]:
    """The facts of a step as a side reads them."""
    return list(tell(b.scenario, before, b.freeze(b.turn, b.step), b.facts, side))


def left_out(facts: list[Fact]) -> list[str]:
    return [str(fact["order"]) for fact in facts if fact.kind in ("dropped", "skipped")]


@pytest.mark.parametrize(
    ("order", "spent"), [("fire GE-artIIIa at 2425 if rp >= 4", "39"), ("fire GE-artIIIa at 2425", "40")]
)
def test_6_1_b_an_order_that_lacks_resource_points_is_told_to_its_owner_alone(order: str, spent: str) -> None:
    """6.1-b, 7.1-RP: the pool is a secret till the end, whether a condition or the rule stops the guns."""
    b = field("GE-artIIIa 2421", "IT-87 2425", "GE-hqIII 2420", features=ROAD, notes={"rp": spent, "cup": "LI"})
    before = b.freeze(b.turn, b.step)
    play(b, {AG: order}, dice={"chit 2 of turn 2": 1})
    assert left_out(as_told(b, before, AG)) == [order]
    assert left_out(as_told(b, before, IT)) == left_out(as_told(b, before, PUBLIC)) == []


def test_6_2_1_a_line_that_buys_points_is_told_to_its_owner_alone() -> None:
    """6.2.1, 6.2.1-b: neither the line that is dropped nor what it wanted."""
    b = field("GE-R23 2421", "IT-87 2425", turn=1, step="bombardment")
    before = b.freeze(b.turn, b.step)
    play(b, {AG: "marker GE-R23\nstrengthen GE-R23 9"})
    assert left_out(as_told(b, before, AG)) == ["strengthen GE-R23 9"]
    assert left_out(as_told(b, before, IT)) == []


def test_6_1_b_the_italians_cannot_ask_for_the_pool() -> None:
    """6.1-b: a condition on the resource points of the enemy would tell how many are left."""
    b = field("IT-87 2425", step="corps-IV")
    with pytest.raises(Unreadable, match="resource points"):
        read_all(b, "move IT-87 2426 if rp >= 12", IT, "corps-IV")
    assert read_all(b, "fire GE-artIIIa at 2425 if rp >= 12", AG, "corps-III")


@pytest.mark.parametrize("unit", ["IT-dummy1", "IT-mg1"])
def test_16_ctrl_a_counter_face_down_takes_a_place_whatever_it_is(unit: str) -> None:
    """16-ctrl, 1.5: control would tell a machine-gun company from a dummy."""
    b = field(f"{unit} 2425", features="hex vp: 2426", hexes={"2426": "held=III"}, step="corps-IV")
    march(b, f"move {unit} 2426")
    assert not is_theirs(b, HexId("2426"))
