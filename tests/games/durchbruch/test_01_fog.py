"""1.5, 6.1, 6.2: what the enemy must not learn from facts, refusals and conditions."""

from __future__ import annotations

import pytest

from pbem.errors import Unreadable
from pbem.games.durchbruch.communication import check_corps, in_command
from pbem.games.durchbruch.control import is_theirs
from pbem.games.durchbruch.counters import AG, IT
from pbem.games.durchbruch.fog import tell
from pbem.games.durchbruch.walking import points
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.position import Position
from tests.games.durchbruch.field import at, field, fight, march, play, read_all

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


@pytest.mark.parametrize("hidden", ["IT-mg1", "IT-dummy1"])
def test_10_0_3_2_a_counter_face_down_lets_no_line_through(hidden: str) -> None:
    """10.0.3-2, 3.1.6, ruling R178: else the marker of the regiment behind would say what lies in the zone."""
    placed = ("IT-hqIV 2429", "IT-87 2424", "GE-R23 2325", "GE-R62 2525")
    b = field(
        *placed, f"{hidden} 2426", f"{hidden.rstrip('1')}2 2425", features="line road: 2429-2430", step="corps-IV"
    )
    assert "IT-87" not in in_command(b, IT, "IV")
    seen = field(*placed, "IT-mgb1 2426", "IT-eng1 2425", features="line road: 2429-2430", step="corps-IV")
    assert "IT-87" in in_command(seen, IT, "IV")


@pytest.mark.parametrize("hidden", ["IT-mg1", "IT-dummy1"])
def test_10_1_1_2_out_of_communication_no_counter_face_down_goes_far(hidden: str) -> None:
    """10.1.1-2, ruling R112: three points, a dummy as a machine-gun company; and both forget it together (10.1.4)."""
    b = field(f"{hidden} 2424", step="corps-IV")
    check_corps(b, IT, "IV")
    assert points(b, UnitId(hidden)) == 3
    b = field(f"{hidden} 2424 ooc1", "IT-hqIV 2426", features="line road: 2426-2427-2428-2429-2430", step="corps-IV")
    check_corps(b, IT, "IV")
    assert points(b, UnitId(hidden)) == 5


@pytest.mark.parametrize("hidden", ["IT-mg1", "IT-dummy1"])
def test_2_4_3_a_counter_face_down_keeps_no_hq_that_is_left_alone(hidden: str) -> None:
    """2.4.3, 14.1.8, ruling R178: the regiment that went back with the HQ is gone; the HQ goes on to those who are
    seen."""
    b = field("GE-R23 2424", "IT-87 2425 1", "IT-hq50 2425", "IT-hqIV 2429", f"{hidden} 2427", "IT-88 2529")
    fight(b, "attack 2425 with GE-R23", dice=[5, 4, 6, 6])
    assert (at(b, "IT-87"), at(b, "IT-hq50")) == ("gone", "2529")
