"""2.4.6, 2.4.7, 10: lines of communication, and what want of them does."""

from __future__ import annotations

from pbem.games.durchbruch.communication import check_corps, in_command, lines_of
from pbem.games.durchbruch.counters import AG
from pbem.games.durchbruch.support import why_not_ready
from pbem.games.durchbruch.zoc import controlled_hexes
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from tests.games.durchbruch.boards import board
from tests.games.durchbruch.field import at, field, has, play, why

# A road from the Austro-German edge in 2420 to the corps HQ in 2424; the edge of the Italians is out of the way.
ROAD = "hex edge owner=AG: 2420\nhex edge owner=IT: 2029\nline road: 2420-2421-2422-2423-2424"


def commanded(b: Board, unit: str, corps: str = "III") -> bool:
    return UnitId(unit) in in_command(b, b.unit(UnitId(unit)).side, corps)


def test_2_4_6_1_the_corps_hq_needs_its_road_to_the_edge() -> None:
    """2.4.6.1, 10.0.3-2, 3.1.6: an empty hex of it in an enemy zone cuts it; with a friend in it, it is open again."""
    b = field("GE-hqIII 2424", features=ROAD)
    assert lines_of(b, AG, "III").edge == ("2424", "2423", "2422", "2421", "2420")
    b = field("GE-hqIII 2424", "IT-87 2321", features=ROAD)
    assert lines_of(b, AG, "III").edge == ()
    b = field("GE-hqIII 2424", "IT-87 2321", "GE-mgIII 2421", "GE-engIII 2422", features=ROAD)
    assert lines_of(b, AG, "III").edge
    b = field("GE-hqIII 2425", features=ROAD)
    assert lines_of(b, AG, "III").edge == (), "off the road there is no line"


def test_2_4_7_1_a_division_hq_passes_on_what_it_has() -> None:
    """2.4.7.1, 2.4.6.2, 10.0.1-1: without the corps HQ nothing; ten hexes on the game's own map, not eleven."""
    b = field("GE-hq12 2426", "GE-R23 2427", features=ROAD)
    assert not commanded(b, "GE-R23")
    assert commanded(field("GE-hqIII 2424", "GE-hq12 2426", "GE-R23 2427", features=ROAD), "GE-R23")
    for hex_id, linked in (("3803", True), ("3504", True), ("2804", False)):
        b = board("GE-hqIII 3903", f"GE-hq12 {hex_id}")
        assert (UnitId("GE-hq12") in lines_of(b, AG, "III").linked) == linked


def test_2_4_7_2_five_hexes_to_a_unit() -> None:
    """2.4.7.2, 10.0.1-2, 10.0.2: from its division HQ, from the corps HQ, or from another division HQ of the corps."""
    far = field("GE-hqIII 2424", "GE-R23 2430", features=ROAD)
    assert not commanded(far, "GE-R23")
    assert commanded(field("GE-hqIII 2424", "GE-R23 2429", features=ROAD), "GE-R23")
    assert commanded(field("GE-hqIII 2424", "GE-hqAK 2426", "GE-R23 2430", features=ROAD), "GE-R23")
    assert not commanded(field("GE-hqIII 2424", "GE-J3 2425", features=ROAD), "GE-J3", "LI")


def test_10_0_3_2_enemies_and_their_zones_break_a_line() -> None:
    """10.0.3-2, 10.0.3-3: a ring of enemies cuts a unit off; the Isonzo does not."""
    ring = [
        f"{unit} {hex_id}" for unit, hex_id in zip(("IT-87", "IT-88", "IT-97"), ("2326", "2526", "2427"), strict=True)
    ]
    assert not commanded(field("GE-hqIII 2423", "GE-R23 2428", *ring, features=ROAD), "GE-R23")
    river = "\nside isonzo: 2424/2425 2324/2425 2325/2425 2524/2425 2525/2425 2425/2426"
    assert commanded(field("GE-hqIII 2424", "GE-R23 2425", features=ROAD + river), "GE-R23")


def test_10_0_3_1_a_chain_along_a_trench() -> None:
    """10.0.3-1, 2.4.7.3: the first unit in range, the next with two empty hexes between; three are too many."""
    trench = ROAD + "\nhex trench owner=AG line=first: 2023 2024 2025 2026 2027 2028 2029 2030"
    for second, holds in (("2029", False), ("2028", True)):
        b = field("GE-hqIII 2424", "GE-hq12 2422", "GE-R23 2025", f"GE-R62 {second}", features=trench)
        assert commanded(b, "GE-R23")
        assert commanded(b, "GE-R62") == holds
    b = field("GE-hqIII 2424", "GE-R23 2025", "GE-Leib 2028", features=trench)
    assert not commanded(b, "GE-Leib"), "of another division"


def test_10_1_the_markers() -> None:
    """10.1, 10-a, 7.1-2, 10.1.3, 10.1.4, 2.5.5.1-a, 10.1.2-1: first OOC1, then OOC2 and no zone; a line takes both
    away; guns are turned; assault units never get one."""
    b = field("GE-R23 2424", "GE-art12 2424", "GE-st12 2424", features=ROAD)
    check_corps(b, AG, "III")
    assert [has(b, unit, "ooc1") for unit in ("GE-R23", "GE-art12", "GE-st12")] == [True, True, False]
    assert why_not_ready(b, UnitId("GE-art12")) is not None
    check_corps(b, AG, "III")
    assert (has(b, "GE-R23", "ooc1"), has(b, "GE-R23", "ooc2")) == (False, True)
    b.eliminate(UnitId("GE-st12"), "13.6.1")
    assert not controlled_hexes(b, AG)
    b.put(UnitId("GE-hqIII"), "2423", "6.1-a")
    check_corps(b, AG, "III")
    assert not has(b, "GE-R23", "ooc2")


def test_6_5_4_a_silent_station() -> None:
    """6.5-4, 10.2-b: on turn 1 no Italian line within nine hexes of it; on turn 2 all is well; Arditi do not mind."""
    roads = "hex edge owner=IT: 2430\nhex edge owner=AG: 2020\nline road: 2430-2429-2428"
    for turn, expected in ((1, False), (2, True)):
        b = field("IT-hqIV 2428", "IT-87 2427", "IT-ard1 2427", features=roads, turn=turn, notes={"silent": "2425"})
        assert (commanded(b, "IT-87", "IV"), commanded(b, "IT-ard1", "IV")) == (expected, True)


def test_7_1_0_the_command_segment_runs_without_orders() -> None:
    """7.1-0, 7-a: bridges, command, artillery, movement, assault; what comes in a later part too late is refused."""
    b = field("GE-R23 2424", features=ROAD)
    play(b, {})
    assert (has(b, "GE-R23", "ooc1"), b.number("acted.AG")) == (True, 1)
    b = field("GE-R23 2424", "GE-hqIII 2423", "GE-J3 2425", features=ROAD)
    play(b, {AG: "move GE-R23 2424 -> 2524\nmove GE-J3 2426"})
    assert (at(b, "GE-R23"), why(b)) == ("2524", ["7-a"])


def test_7_1_2_guns_out_of_communication_do_not_fire_but_may_move() -> None:
    """7.1-2, 10.1.1-2, 10.1.3: at half their points; who has fired before stays."""
    b = field("GE-art12 2427", features="line road: 2427-2428-2429-2430")
    play(b, {AG: "fire GE-art12 at 2429\nmove GE-art12 2428"})
    assert (at(b, "GE-art12"), has(b, "GE-art12", "spent"), why(b)) == ("2428", True, ["11.2"])
    b = field("GE-art12 2427 spent", features="line road: 2427-2428-2429-2430")
    play(b, {AG: "move GE-art12 2428"})
    assert why(b) == ["7.1-4"]
