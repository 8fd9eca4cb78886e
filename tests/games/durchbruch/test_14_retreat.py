"""14, 2.4.3: retreats, advances, headquarters that lose their friends."""

from __future__ import annotations

import pytest

from pbem.games.durchbruch.advance import ways as advances
from pbem.games.durchbruch.counters import AG, IT
from pbem.games.durchbruch.headquarters import displace, refuges
from pbem.games.durchbruch.operations import settle
from pbem.games.durchbruch.passages import has_passage
from pbem.games.durchbruch.retreat import exposed, groups, retreat
from pbem.games.durchbruch.routes import goal_of, ways
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.durchbruch.field import at, field, fight, has, march, steps, table_for, why
from tests.games.tables import facts

START = HexId("2425")


def go_back(b: Board, hexes: int, dice: tuple[int, ...] = (), unit: str = "IT-87") -> None:
    """The stack in 2425 retreats."""
    with b.episode("combat", "attack on 2425", side=b.enemy_of(b.unit(UnitId(unit)).side), hexes=[START]):
        retreat(b, table_for(b, dice, "default"), b.unit(UnitId(unit)).side, START, hexes)


def next_hexes(b: Board) -> set[HexId]:
    """Where the first hex of a retreat of IT-87 may lie."""
    return {path[1] for path in ways(b, (UnitId("IT-87"),), START, 1)}


def test_14_1_1_away_from_the_start_and_toward_the_hq() -> None:
    """14.1-0, 14.1-1, 14.1-2: each hex one farther, and of those the one nearer to the division HQ; no points."""
    b = field("IT-87 2425", "IT-hq50 2429", terrain=dict.fromkeys(("2426", "2427"), "^"))
    assert ways(b, (UnitId("IT-87"),), START, 2) == ((START, HexId("2426"), HexId("2427")),)
    go_back(b, 2, (1, 1))
    assert (at(b, "IT-87"), b.map.grid.distance(START, HexId(at(b, "IT-87")))) == ("2427", 2)


def test_14_1_2_whose_hq() -> None:
    """14.1-2: the division's, else the corps', else the own edge; not one that stands in the hex itself."""
    units = (UnitId("IT-87"),)
    assert goal_of(field("IT-87 2425", "IT-hq50 2429", "IT-hqIV 2029"), units, START) == "2429"
    assert goal_of(field("IT-87 2425", "IT-hq50 2425", "IT-hqIV 2029"), units, START) == "2029"
    assert goal_of(field("IT-87 2425", "IT-hqIV 2425"), units, START) == "2430"
    assert goal_of(field("IT-ard1 2425", "IT-hqIV 2029"), (UnitId("IT-ard1"),), START) == "2029"


def test_14_1_3_out_of_enemy_zones_if_possible() -> None:
    """14.1-3: of two hexes that are equally good the one that is free of them."""
    b = field("IT-87 2425", "IT-hq50 2227", "GE-R23 2523")
    before = next_hexes(b)
    b = field("IT-87 2425", "IT-hq50 2227", "GE-R23 2427")
    assert next_hexes(b) < before


def test_14_1_1_a_stack_goes_together() -> None:
    """14.1.1: two divisions may part, corps troops go with the first."""
    b = field("IT-87 2425", "IT-97 2425", "IT-eng1 2425")
    assert groups(b, b.units_at(START)) == [("IT-87", "IT-eng1"), ("IT-97",)]


def test_14_1_2_guns_that_must_retreat_are_lost() -> None:
    """14.1.2, 2.4.3: the regiment goes, its HQ with it, the battery does not; and its step counts."""
    b = field("IT-87 2425", "IT-art50 2425", "IT-hq50 2425", "IT-hqIV 2429")
    go_back(b, 1)
    assert (at(b, "IT-art50"), at(b, "IT-87"), at(b, "IT-hq50"), b.number("lost.italian")) == (
        "gone",
        "2426",
        "2426",
        1,
    )


def test_14_1_3_no_way_out() -> None:
    """14.1.3: with enemies all around it surrenders, with all its steps."""
    around = zip(
        ("GE-R23", "GE-R62", "GE-R63", "GE-Leib", "GE-AKJ1", "GE-AKJ2"),
        ("2426", "2424", "2324", "2325", "2524", "2525"),
        strict=True,
    )
    b = field("IT-87 2425", "IT-hq50 2429", *(f"{unit} {hex_id}" for unit, hex_id in around))
    go_back(b, 1)
    assert (at(b, "IT-87"), b.number("lost.italian")) == ("gone", 2)
    assert facts(b, "eliminated")[0].rule == "14.1.3"


def test_14_1_6_off_the_map() -> None:
    """14.1.6: at the edge, with every other hex closed."""
    around = zip(("GE-R23", "GE-R62", "GE-R63"), ("2429", "2329", "2529"), strict=True)
    b = field("IT-87 2430", "IT-hq50 2022", *(f"{unit} {hex_id}" for unit, hex_id in around))
    with b.episode("combat", "attack on 2430", side=AG, hexes=[HexId("2430")]):
        retreat(b, table_for(b, (), "default"), IT, HexId("2430"), 1)
    assert facts(b, "eliminated")[0].rule == "14.1.6"


def test_3_2_b_checks_for_enemy_zones() -> None:
    """3.2-b, 14.1.4, 3.1.6: one for each hex in an enemy zone without a friend; a failure costs the stack a step."""
    b = field("IT-87 2425", "IT-hq50 2429", "GE-R23 2326", "GE-R62 2526")
    assert exposed(b, IT, (START, HexId("2426"), HexId("2427")), (UnitId("IT-87"),)) == ("2426", "2427")
    go_back(b, 2, (6, 6, 1, 1, 1, 1))
    assert (steps(b, "IT-87"), len(facts(b, "morale"))) == (1, 3)
    b = field("IT-87 2425", "IT-88 2426", "IT-hq50 2429", "GE-R23 2326")
    assert exposed(b, IT, (START, HexId("2426")), (UnitId("IT-87"),)) == ()


def test_14_1_5_a_retreat_may_overstack() -> None:
    """14.1.5, 13.0.4: two regiments in a hex till their corps moves; among another corps it fights with nobody."""
    b = field("IT-87 2425", "IT-88 2426", "IT-hq50 2429")
    go_back(b, 1)
    assert (at(b, "IT-87"), has(b, "IT-87", "fled")) == ("2426", True)
    settle(b)
    assert not has(b, "IT-87", "fled")
    b = field("IT-87 2425", "IT-213 2426", "IT-hq50 2429")
    go_back(b, 1)
    settle(b)
    assert has(b, "IT-87", "fled")


def test_14_1_7_never_to_the_enemys_bank() -> None:
    """14.1.7: the Italians not to the left bank of the Isonzo, the Austro-Germans not to the right one."""
    river = "side isonzo: 2425/2426\nhex bank side=left: 2426\nhex bank side=right: 2425"
    b = field("IT-87 2425", "IT-hq50 2429", features=river)
    assert HexId("2426") not in next_hexes(b)


def test_14_1_8_after_a_long_way_one_roll_for_all() -> None:
    """14.1.8: each compares it with its own value; after one hex nobody rolls."""
    b = field("IT-87 2425", "IT-ard1 2425", "IT-hq50 2429")
    go_back(b, 2, (3, 4))
    assert (steps(b, "IT-87"), steps(b, "IT-ard1")) == (1, 2), "seven is too much for D, not for A"
    b = field("IT-87 2425", "IT-hq50 2429")
    go_back(b, 1)
    assert not facts(b, "rolled")


# -- headquarters --------------------------------------------------------------------------------------------


def test_2_4_3_an_hq_goes_to_its_nearest_friends() -> None:
    """2.4.3: of its corps, and to no hex with another HQ; with nobody left it is gone."""
    b = field("IT-hq50 2425", "IT-87 2428", "IT-88 2520")
    assert refuges(b, UnitId("IT-hq50")) == ("2428",)
    displace(b, table_for(b, (), "default"), START)
    assert at(b, "IT-hq50") == "2428"
    b = field("IT-hq50 2425", "IT-213 2426")
    displace(b, table_for(b, (), "default"), START)
    assert at(b, "IT-hq50") == "gone"


def test_2_4_3_an_hq_alone_is_driven_out_by_the_first_hit() -> None:
    """2.4.3, 2.4.1-a: it defends with its SP and loses no step."""
    b = field("GE-R23 2424", "IT-hqIV 2425", "IT-87 2429")
    fight(b, "attack 2425 with GE-R23", dice=[6, 6])
    assert (at(b, "IT-hqIV"), facts(b, "combat")[0]["defence"]["total"]) == ("2429", 2)


# -- advances ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "far", "most"),
    [("GE-R23", False, 1), ("GE-R23", True, 2), ("GE-st12", False, 3), ("GE-Rommel", True, 3)],
)
def test_14_2_2_how_far(unit: str, far: bool, most: int) -> None:
    """14.2.2, 14.2.3, 2.5.5.1-b, 2.5.5.3-c: one hex, two after a long retreat, three for those who infiltrate."""
    b = field(f"{unit} 2424")
    assert max(len(path) for path in advances(b, UnitId(unit), START, is_far=far)) == most


def test_14_2_3_zones_stop_all_but_them() -> None:
    """14.2.3: an ordinary unit ends its advance in an enemy zone, an assault unit goes on."""
    b = field("GE-R23 2424", "GE-st12 2424", "IT-88 2427")
    lengths = [
        max(len(p) for p in advances(b, UnitId(u), START, is_far=True) if p[1:2] == (HexId("2426"),))
        for u in ("GE-R23", "GE-st12")
    ]
    assert lengths == [2, 3]
    b = field("GE-R23 2424", "IT-88 2325")
    assert max(len(path) for path in advances(b, UnitId("GE-R23"), START, is_far=True)) == 1


def test_14_2_4_the_isonzo_ends_an_advance() -> None:
    """14.2.4."""
    b = field("GE-st12 2424", features="side isonzo: 2424/2425")
    assert advances(b, UnitId("GE-st12"), START, is_far=True) == ((START,),)


def test_14_2_nobody_must_advance_and_only_attackers_may() -> None:
    """14.2, 14.2.1, 1.4-a3: without a word all stay; whoever did not attack may not; no man's land gets a passage."""
    lines = "hex trench owner=IT line=first: 2425"
    b = field("GE-R23 2424", "GE-R62 2524", "IT-hqIV 2425", "IT-87 2429", features=lines)
    fight(b, "attack 2425 with GE-R23", dice=[6, 6])
    assert at(b, "GE-R23") == "2424"
    text = "attack 2425 with GE-R23 on vacated: advance GE-R62 2425, GE-R23 2425"
    b = field("GE-R23 2424", "GE-R62 2524", "IT-hqIV 2425", "IT-87 2429", features=lines)
    fight(b, text, dice=[6, 6])
    assert (at(b, "GE-R23"), at(b, "GE-R62"), has_passage(b, START, AG)) == ("2425", "2524", True)
    assert len(facts(b, "rolled")) == 1


def test_an_advance_keeps_to_the_stacking_limits() -> None:
    """See 14.2.1, 4.1: the last named stays behind."""
    b = field("GE-R23 2424", "GE-R62 2524", "IT-hqIV 2425", "IT-87 2429")
    fight(b, "attack 2425 with GE-R23, GE-R62 on vacated: advance GE-R23 2425, GE-R62 2425", dice=[6, 6])
    assert (at(b, "GE-R23"), at(b, "GE-R62"), len(facts(b, "stays-behind"))) == ("2425", "2524", 1)


def test_16_ctrl_whoever_passed_last_holds_a_place() -> None:
    """16-ctrl: passing through is enough, and the corps of the first entry is kept."""
    b = field("GE-R23 2424", "GE-J3 2429", features="hex vp: 2425")
    march(b, "move GE-R23 2425 -> 2426")
    assert b.hex_mark(START, "held") == "III"
    b = field("IT-87 2424", features="hex vp: 2425", hexes={"2425": "held=III"}, step="corps-IV")
    march(b, "move IT-87 2425 -> 2426")
    assert (b.hex_mark(START, "held"), why(b)) == ("", [])
