"""11.2.5, 11.2.7 and 11.2.8: bridges and markers at the end of the Movement Phase."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.games.italia18 import bridges, reserves
from pbem.games.italia18.by_mail.orders_move import Demolish, Disengage, Rebuild, Reserve
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.relief import begin
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Order
from tests.games.italia18.boards import board, flat, units
from tests.games.tables import facts, table

PLAIN = flat(6, 9)
GUN = "GE-A - 3-5-2 army-artillery at 0601 1 offensive"
A, B = HexId("0102"), HexId("0103")


def laid(here: Board, *orders: Order, moved: str = "", side: Side = CP) -> list[str]:
    phase = begin(here, side)
    phase.moved |= dict.fromkeys(units(moved))
    reserves.run(here, table(here), orders, phase)
    return [fact.rule for fact in facts(here, "dropped")]


def regiments(*names: str, at: str = "0602") -> str:
    return "\n".join(
        f"GE-{name} III 4-4-5/5 infantry {words} at {at}" for name, _, words in (n.partition(" ") for n in names)
    )


def test_11_2_7_units_that_stood_still_in_an_enemy_zone() -> None:
    ground = "IT-1 XX 6-9-4/3 infantry at 0103\nIT-2 XX 6-9-4/3 infantry at 0101\nAH-1 XX 8-9-4/4 infantry at 0104"
    here = board(ground, PLAIN)
    assert laid(here, Disengage(units("IT-1")), side=EN) == []
    assert here.marks(UnitId("IT-1")) == ("disengage",)
    assert laid(board(ground, PLAIN), Disengage(units("IT-1")), moved="IT-1", side=EN) == ["11.2.7"]
    assert laid(board(ground, PLAIN), Disengage(units("IT-2")), side=EN) == ["11.2.7"]
    assert laid(board(ground, PLAIN), Disengage(units("AH-1")), side=EN) == ["11.2.7"]


@pytest.mark.parametrize(
    ("line", "moved"),
    [
        ("GE-1 III 4-4-5/5 infantry at 0602 1", ""),
        ("GE-1 III 4-4-5/5 infantry at 0602 2 rg", ""),
        ("GE-1 III 4-4-5/5 infantry at 0602", "GE-1"),
        ("GE-1 III 4-4-5/5 infantry at 0602\nIT-1 XX 6-9-4/3 infantry at 0603", ""),
        ("GE-1 III 4-4-5/5 infantry at 0608", ""),
    ],
)
def test_11_2_8a_who_may_not_go_into_reserve(line: str, moved: str) -> None:
    assert laid(board(f"{GUN}\n{line}", PLAIN), Reserve(units("GE-1")), moved=moved) == ["11.2.8a"]


def test_11_2_8a_whole_units_in_range_may() -> None:
    here = board(f"{GUN}\nGE-1 III 4-4-5/5 infantry at 0602", PLAIN)
    assert laid(here, Reserve(units("GE-1"))) == []
    assert here.mark_of(UnitId("GE-1"), "reserves") == "1"
    quiet = board("GE-A - 3-5-2 army-artillery at 0601\nGE-1 III 4-4-5/5 infantry at 0602", PLAIN)
    assert laid(quiet, Reserve(units("GE-1"))) == ["11.2.8a"]


def test_11_2_8b_the_examples_of_the_rulebook() -> None:
    """11.2.8b: four regiments of four divisions want two markers; two divisions of two brigades share one."""
    four = regiments("1 division=a", "2 division=b", "3 division=c", "4 division=d")
    assert laid(board(f"{GUN}\n{four}", PLAIN), Reserve(units("GE-1 GE-2 GE-3"))) == ["11.2.8b"]
    here = board(f"{GUN}\n{four}", PLAIN)
    assert laid(here, Reserve(units("GE-1 GE-2")), Reserve(units("GE-3 GE-4"))) == []
    assert [here.mark_of(unit, "reserves") for unit in units("GE-1 GE-2 GE-3 GE-4")] == ["1", "1", "2", "2"]
    two = regiments("1 division=a", "2 division=a", "3 division=b", "4 division=b")
    assert laid(board(f"{GUN}\n{two}", PLAIN), Reserve(units("GE-1 GE-2 GE-3 GE-4"))) == []
    apart = f"{GUN}\n{regiments('1')}\n{regiments('2', at='0502')}"
    assert laid(board(apart, PLAIN), Reserve(units("GE-1 GE-2"))) == ["11.2.8b"]


def test_11_2_8c_no_more_than_there_are_markers() -> None:
    five = "\n".join(f"GE-{n} III 4-4-5/5 infantry at 050{n}" for n in range(1, 6))
    gun = GUN.replace("0601", "0603")
    orders = [Reserve(units(f"GE-{n}")) for n in range(1, 6)]
    assert laid(board(f"{gun}\n{five}", PLAIN), *orders) == ["11.2.8c"], "the Central Powers have four"


def test_11_2_8c_cavalry_markers_are_for_cavalry() -> None:
    ground = "IT-A - 3-5-2 army-artillery at 0601 1 offensive\nIT-3DC XX 3-4-6/4 cavalry at 0602\n"
    ground += "IT-1 XX 6-9-4/3 infantry at 0602"
    here = board(ground, PLAIN)
    orders = Reserve(units("IT-3DC"), is_cavalry=True), Reserve(units("IT-1"), is_cavalry=True)
    assert laid(here, *orders, side=EN) == ["11.2.8c"]
    assert here.mark_of(UnitId("IT-3DC"), "reserves") == "c1"


# -- bridges -------------------------------------------------------------------------------------------------

RIVER = "side {0}-river: 0102/0103\nside bridge kind=road river=Isonzo: 0102/0103\n"
RIVER += "side bridge kind=rail river=Isonzo: 0102/0103\n"
NEAR = "IT-hq XXXX 8-6 hq at 0101\nAH-1 XX 8-9-4/4 infantry at 0106"
DOWN = {"0102/0103": "bridge=blown"}


def tried(here: Board, die: int, *orders: Order, side: Side = EN) -> list[str]:
    bridges.run(here, table(here, (die,)), orders or (Demolish(A, B),), side)
    return [fact.rule for fact in facts(here, "dropped")]


@pytest.mark.parametrize(("die", "done"), [(4, True), (5, False)])
def test_11_2_5a_a_bridge_is_blown(die: int, done: bool) -> None:
    here = board(NEAR, flat(1, 9, RIVER.format("major")))
    assert tried(here, die) == []
    assert bool(here.marked_sides("bridge")) is done
    assert facts(here, "demolition", hexside="0102/0103", die=die, done=done)


def test_11_2_5a_only_with_an_enemy_near_and_an_hq_at_hand() -> None:
    ground = flat(1, 20, RIVER.format("major"))
    assert tried(board(NEAR.replace("0106", "0107"), ground), 1) == ["11.2.5a"]
    assert tried(board(NEAR.replace("0101", "0115"), ground), 1) == ["11.2.5a"]
    assert tried(board(NEAR, flat(1, 9, "side major-river: 0102/0103\n")), 1) == ["11.2.5a"]
    assert tried(board(NEAR, ground, sides=DOWN), 1) == ["11.2.5a"]


def test_11_2_5b_the_isonzo_on_turn_1() -> None:
    ground = flat(1, 9, RIVER.format("major"))
    here = board(NEAR, ground, card={"first_turn": 1})
    tried(here, 3)
    assert facts(here, "demolition", drm=2, done=False)
    later = board(NEAR, ground, card={"first_turn": 1}, turn=2)
    tried(later, 3)
    assert facts(later, "demolition", drm=0, done=True)


def test_11_2_5c_a_bridge_is_rebuilt() -> None:
    ground = flat(1, 9, RIVER.format("minor"))
    here = board("IT-hq XXXX 8-6 hq at 0102", ground, sides=DOWN)
    assert tried(here, 4, Rebuild(A, B)) == []
    assert not here.marked_sides("bridge")
    assert tried(board("IT-hq XXXX 8-6 hq at 0101", ground, sides=DOWN), 1, Rebuild(A, B)) == ["11.2.5c"]
    zone = "IT-hq XXXX 8-6 hq at 0101\nIT-1 XX 6-9-4/3 infantry at 0102\nAH-1 XX 8-9-4/4 infantry at 0104"
    assert tried(board(zone, ground, sides=DOWN), 1, Rebuild(A, B)) == ["11.2.5c"]
    far = "IT-1 XX 6-9-4/3 infantry at 0102"
    assert tried(board(far, ground, sides=DOWN), 1, Rebuild(A, B)) == ["11.2.5c"]
    assert tried(board("IT-hq XXXX 8-6 hq at 0102", ground), 1, Rebuild(A, B)) == ["11.2.5c"]


def test_11_2_5d_modifiers_add_up() -> None:
    both = "IT-1 XX 6-9-4/3 infantry at 0102\nIT-2 XX 6-9-4/3 infantry at 0103\nAH-1 XX 8-9-4/4 infantry at 0104"
    here = board(both, flat(1, 9, RIVER.format("major")), sides=DOWN, notes={"weather": "poor"})
    assert bridges.rebuilding_drm(here, A, B, EN).total == 4
    quiet = board("IT-1 XX 6-9-4/3 infantry at 0102", flat(1, 9, RIVER.format("minor")), sides=DOWN)
    assert bridges.rebuilding_drm(quiet, A, B, EN).total == 0


def test_11_2_5e_road_and_railway_are_one_bridge_with_one_try() -> None:
    here = board(NEAR, flat(1, 9, RIVER.format("major")))
    assert tried(here, 6, Demolish(A, B), Demolish(B, A)) == ["11.2.5e"]


def test_a_bridge_that_is_not_there_says_what_is_wanted() -> None:
    """See 11.2.5a."""
    with pytest.raises(Illegal, match="no bridge leads from 0102 to 0103"):
        bridges.check_demolish(board(NEAR, flat(1, 9)), A, B, EN)
