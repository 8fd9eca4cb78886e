"""12.3, 8.1.2, 14.1.5: automatic victories on their way, queues of reinforcements, stacks that must make room."""

from __future__ import annotations

from pbem.games.durchbruch import end_of_turn
from pbem.games.durchbruch.attack import Phase
from pbem.games.durchbruch.bridges import stands
from pbem.games.durchbruch.by_mail.moves import moves
from pbem.games.durchbruch.counters import AG, IT
from pbem.games.durchbruch.operations import Operation, make_room
from pbem.games.durchbruch.passages import has_passage
from pbem.games.durchbruch.planning import Segment
from pbem.games.durchbruch.reinforcements import check_entry
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.durchbruch.boards import board
from tests.games.durchbruch.field import at, field, march, play, table_for, why
from tests.games.tables import facts

RIVER = "side isonzo: 2424/2425\nside bridge name=X: 2424/2425\nline road: 2423-2424-2425-2426"
ENTRY = "hex entry owner=IT: 2429 2629\nline trail: 2429-2428-2427-2426"


def test_12_3_2_nobody_overruns_from_where_a_blown_bridge_stopped_him() -> None:
    """12.3.2, 9.2-b: the bridge goes up on the way, and the target is not next to the units."""
    b = field("GE-Leib 2423", "IT-art50 2426", "IT-eng1 2427", features=RIVER)
    march(b, "overrun GE-Leib 2424 -> 2425 -> 2426", dice={"bridge 2424/2425": 1})
    assert (at(b, "GE-Leib"), stands(b, HexId("2424"), HexId("2425")), facts(b, "overrun")) == ("2424", False, [])


def test_12_3_6_the_way_on_is_paid_from_what_is_left() -> None:
    """12.3.6, 12-a: neither one hex for nothing, nor the toll of the first hex forgotten."""
    stack = ("GE-Leib 2424", "GE-stAK 2424", "GE-Rommel 2424")
    b = field(*stack, "IT-art50 2425", terrain={"2426": "^"})
    march(b, "overrun GE-Leib, GE-stAK, GE-Rommel 2425 then 2426")
    assert (at(b, "GE-Leib"), [fact["why"] for fact in facts(b, "halted")]) == ("2426", [])
    b = field(*[f"{one} ooc1" for one in stack], "IT-art50 2425")
    march(b, "overrun GE-Leib, GE-stAK, GE-Rommel 2425 then 2426")
    assert (at(b, "GE-Leib"), facts(b, "halted")[0].rule) == ("2425", "12-b")
    b = field(*stack, "IT-art50 2425", "IT-88 2523", terrain={"2426": "^"})
    march(b, "overrun GE-Leib, GE-stAK, GE-Rommel 2425 then 2426")
    assert (at(b, "GE-Leib"), facts(b, "halted")[0].rule) == ("2425", "12-b"), "one point went for the zone of IT-88"


def test_1_4_a3_an_automatic_victory_leaves_a_passage_in_the_first_line() -> None:
    """1.4-a3, 1.4-a4: also where it came along the trench and needed none."""
    b = field("GE-Leib 2424", "GE-stAK 2424", "GE-Rommel 2424", "IT-art50 2425",
              features="hex trench owner=IT line=first: 2424 2425", hexes={"2424": "passage=AG"})  # fmt: skip
    march(b, "overrun GE-Leib, GE-stAK, GE-Rommel 2425")
    assert (at(b, "GE-Leib"), has_passage(b, HexId("2425"), AG)) == ("2425", True)


LONG_ROAD = "line trail: 2030-2029-2028-2027-2026-2025-2024-2023-2022-2021-2020"


def test_12_4_moves_offers_strategic_movement() -> None:
    """12.4: along the trail and two points farther; not near an enemy, and not for Italians on turn 1."""
    b = field("IT-87 2029", "GE-R23 2929", features=LONG_ROAD, step="corps-IV")
    walked, marched = ({one.hex: one.cost for one in moves(b, "IT-87").by(name)} for name in ("walk", "march"))
    assert ("2025" in walked, "2024" in walked, marched) == (True, False, {"2024": 5, "2023": 6})
    march(b, "move IT-87 2023")
    assert (at(b, "IT-87"), why(b)) == ("2023", [])
    b = field("IT-87 2029", "GE-R23 2326", features=LONG_ROAD, step="corps-IV")
    assert moves(b, "IT-87").by("march") == ()
    assert not moves(field("IT-87 2029", features=LONG_ROAD, step="corps-IV", turn=1), "IT-87").ways[1].goals


def waiting(b: Board, *units: str) -> Board:
    for unit in units:
        b.put(UnitId(unit), "waiting", "6.1-a")
    return b


def test_8_1_2_the_queue_is_counted_for_the_turn_and_not_by_corps() -> None:
    """8.1.2: whoever enters after another corps pays three points as well; a new turn begins anew."""
    b = waiting(board(turn=3), "GE-G119", "GE-RR11")
    march(b, "enter GE-G119 4501 -> 4402")
    assert at(b, "GE-G119") == "4402"
    later = check_entry(b, UnitId("GE-RR11"), HexId("4501"), Segment(AG, "III"))
    end_of_turn.run(b, table_for(b, [1], "default"), {})
    assert (later, check_entry(b, UnitId("GE-RR11"), HexId("4501"), Segment(AG, "III"))) == (6, 1)


def test_8_1_3_one_hex_at_least_is_not_for_who_has_just_come_in() -> None:
    """8.1.3, 12-a: entering is a move already, and what is left of its points decides."""
    b = waiting(field("GE-R23 2427", features=ENTRY, turn=5, step="corps-XXVIII", notes={"queue.2429": "1"}), "IT-271")
    march(b, "enter IT-271 2429 -> 2529 -> 2528")
    assert why(b) == ["12-b"]


def test_14_1_5_who_is_too_many_must_go() -> None:
    """14.1.5: the owner is asked who leaves; who has had his move or cannot move stays."""
    b = field("IT-87 2425", "IT-88 2425", "GE-R23 2421", step="corps-IV")
    play(b, {}, answers={"room 1 in 2425": ("IT-88 to 2426",)})
    assert (at(b, "IT-87"), at(b, "IT-88")) == ("2425", "2426")
    b = field("IT-87 2425", "IT-88 2425", "GE-R23 2421", step="corps-IV")
    play(b, {IT: "move IT-87 2427"})
    assert (at(b, "IT-88"), [fact["topic"] for fact in facts(b, "decided")]) == ("2425", [])
    around = [f"{unit} {h}" for unit, h in zip(
        ("GE-R23", "GE-R62", "GE-R63", "GE-J3", "GE-J4", "GE-Leib"), field().map.grid.neighbours[HexId("2425")],
        strict=True)]  # fmt: skip
    b = field("IT-87 2425", "IT-88 2425", *around, step="corps-IV")
    play(b, {})
    assert (at(b, "IT-87"), at(b, "IT-88"), facts(b, "decided")) == ("2425", "2425", [])


def test_14_1_5_room_is_made_before_the_assaults_and_not_again() -> None:
    """14.1.5, ruling R180: who is too many after the assaults of his corps waits for its following operation."""
    b = field("IT-87 2425", "IT-88 2425", "IT-280 2429", step="corps-IV")
    here, made = Operation(Segment(IT, "IV"), Phase(IT, "IV")), table_for(b, [], "default")
    make_room(b, made, here)
    assert [fact["key"] for fact in facts(b, "decided")] == ["room 1 in 2425"]
    b.put(UnitId("IT-280"), "2425", "14.1.5")
    make_room(b, made, here)
    assert (at(b, "IT-280"), len(facts(b, "decided"))) == ("2425", 1)


def test_14_1_5_who_makes_room_may_go_round_an_enemy_zone() -> None:
    """14.1.5, 3.1.3: the next hex lies in the zone of the same enemy, and there is a way round it."""
    b = field("IT-87 2425", "IT-88 2425", "GE-R23 2325", step="corps-IV")
    made = table_for(b, [], {"room 1 in 2425": ("IT-88 to 2426",)})
    make_room(b, made, Operation(Segment(IT, "IV"), Phase(IT, "IV")))
    assert facts(b, "moved")[0]["path"] == ["2425", "2525", "2426"]


def test_14_1_5_among_another_corps_only_who_fled_there_goes() -> None:
    """14.1.5, 2-b: the host stays, whichever of the two corps acts first."""
    b = field("IT-87 2425", "IT-213 2425 fled", step="corps-IV")
    play(b, {})
    assert (at(b, "IT-87"), facts(b, "decided")) == ("2425", [])
    b = field("IT-87 2425", "IT-213 2425 fled", step="corps-VII")
    play(b, {}, answers={"room 1 in 2425": ("IT-213 to 2426",)})
    assert at(b, "IT-213") == "2426"


def test_12_c_a_unit_is_named_once() -> None:
    """12-c: in a move and in an automatic victory."""
    b = field("GE-R23 2424", "IT-art50 2425")
    march(b, "move GE-R23, GE-R23 2423\noverrun GE-R23, GE-R23 2425")
    assert why(b) == ["12-c", "12-c"]


def test_2_4_1_c_an_hq_enters_a_zone_with_its_friends() -> None:
    """2.4.1-c, 2.4.5: together with a combat unit, but not alone."""
    b = field("GE-R23 2423", "GE-hqIII 2423", "IT-87 2425")
    march(b, "move GE-R23, GE-hqIII 2424")
    assert (at(b, "GE-hqIII"), why(b)) == ("2424", [])
    b = field("GE-R23 2423", "GE-hqIII 2423", "IT-87 2425")
    march(b, "move GE-hqIII 2424")
    assert why(b) == ["2.4.1-c"]


def test_2_5_4_machine_guns_overrun_nobody_alone() -> None:
    """2.5.4-a, 12.3.5: they bring no strength; against a dummy alone there are no odds to tell."""
    b = field("GE-mgIII 2424", "IT-87 2425")
    march(b, "overrun GE-mgIII 2425")
    assert why(b) == ["2.5.4-a"]
    b = field("GE-R23 2424", "IT-dummy1 2425", "IT-87 2429")
    march(b, "overrun GE-R23 2425")
    assert (at(b, "GE-R23"), facts(b, "overrun")[0]["odds"]) == ("2425", "-")
