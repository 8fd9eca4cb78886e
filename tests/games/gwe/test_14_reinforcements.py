"""14.0 Reinforcements, with 16.0/14.x."""

from __future__ import annotations

from pbem.games.gwe.by_mail.orders import Enter, Withhold
from pbem.games.gwe.counters import AL, CP
from pbem.games.gwe.reinforcements import due, edge_hex, entry_hexes
from pbem.games.gwe.set_up import initial_position
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import MoreOrder
from pbem.kernel.text.preferences import Condition
from tests.games.gwe.boards import board, cost_of, dropped, facts, field, leg, move, play, printed

HQS = "GE-hq HQ 1-30(1)10 hq level=army at 0201\nIT-hq HQ 1-30(1)8 hq level=army at 0601\n"
ENTRIES = """
hex entry letter=C: 0112
hex entry letter=D: 0101
hex entry letter=free: 0104
hex entry letter=AL: 0712
line rail owner=CP: 0312-0311
link off-map owner=CP cost=5: 0112 0312
"""
MAP = field({}, ENTRIES)
DEPOT = "AH-dep5 XX 0-1-4 depot turn 4 C\n"
FREE = "AH-dep4 XX 0-1-4 depot turn 4\n"
FRENCH = "FR-46 XX 3-4-8 infantry turn 4 0712\n"
AT_C = "IT-13 XX 2-3-6 infantry at 0212\nIT-hq9 HQ 1-20(1)8 hq at 0212\n"  # controls 0112


def enter(unit: str, at: str, *legs: str, otherwise: str = "hold") -> Enter:
    return Enter(UnitId(unit), HexId(at), tuple(map(leg, legs)), otherwise)


def rules(b: Board) -> list[str]:
    return [rule for rule, _ in dropped(b)]


def test_14_0_units_come_on_their_turn_at_their_hex() -> None:
    early = board(MAP, HQS + DEPOT, turn=3)
    assert due(early, CP) == ()
    play(early, enter("AH-dep5", "0112"))
    assert rules(early) == ["14.0"]
    b = board(MAP, HQS + DEPOT, turn=4)
    assert due(b, CP) == (UnitId("AH-dep5"),)
    play(b, enter("AH-dep5", "0112"))
    assert b.place(UnitId("AH-dep5")) == "0112"


def test_14_0_the_printed_letters_lead_to_the_printed_hexes() -> None:
    scenario = printed()
    b = Board(scenario, initial_position(scenario))
    assert entry_hexes(b, UnitId("AH-dep7")) == scenario.map.hexes_with("entry", letter="E")
    assert entry_hexes(b, UnitId("FR-46")) == (HexId("1833"),)


def test_14_0_without_an_order_a_unit_with_one_hex_comes_by_itself() -> None:
    b = board(MAP, HQS + DEPOT + FREE, turn=4)
    play(b)
    assert b.place(UnitId("AH-dep5")) == "0112"
    assert b.place(UnitId("AH-dep4")) == "waiting"
    assert [fact["unit"] for fact in facts(b, "withheld")] == ["AH-dep4"]


def test_14_11_placing_costs_no_points() -> None:
    b = board(MAP, HQS + DEPOT, turn=4)
    play(b, enter("AH-dep5", "0112", "0212 -> 0312 -> 0412 -> 0512"))
    assert (b.place(UnitId("AH-dep5")), cost_of(b, "AH-dep5")) == ("0512", 4)


def test_14_12_arrivals_sit_on_a_train() -> None:
    b = board(MAP, HQS + FRENCH, turn=4)
    play(b, side=AL)
    assert b.is_marked(UnitId("FR-46"), "entrained")


def test_14_13_arrivals_may_overstack_until_the_phase_ends() -> None:
    three = "".join(f"FR-{n} XXX 3-4-8 infantry turn 4 0712\n" for n in (1, 2))
    b = board(MAP, HQS + three, turn=4)
    play(b, move("FR-1", "rail 0705"), side=AL)
    assert facts(b, "eliminated") == []
    b = board(MAP, HQS + three, turn=4)
    play(b, side=AL, answers="default")
    assert len(facts(b, "eliminated")) == 1


def test_14_14_arrivals_move_on_the_same_turn() -> None:
    b = board(MAP, HQS + FRENCH, turn=4)
    play(b, enter("FR-46", "0712", "rail 0703", "detrain", "0603"), side=AL)
    assert b.place(UnitId("FR-46")) == "0603"
    b = board(MAP, HQS + FRENCH, turn=4)
    play(b, enter("FR-46", "0712"), move("FR-46", "rail 0703"), side=AL)
    assert b.place(UnitId("FR-46")) == "0703"


def test_14_21_not_under_enemy_control() -> None:
    b = board(MAP, HQS + DEPOT + AT_C, turn=4)
    play(b, enter("AH-dep5", "0112"))
    assert rules(b) == ["14.21"]
    assert b.place(UnitId("AH-dep5")) == "waiting"


def test_14_21_unordered_units_wait_too() -> None:
    b = board(MAP, HQS + DEPOT + AT_C, turn=4)
    play(b)
    assert facts(b, "withheld")[0].rule == "14.21"


def test_14_22_round_a_blocked_hex_one_turn_late() -> None:
    b = board(MAP, HQS + DEPOT + AT_C + "AH-13 XX 2-3-6 infantry at 0107\n", turn=4)
    play(b, enter("AH-dep5", "0112", otherwise="edge"))
    assert b.place(UnitId("AH-dep5")) == "waiting"
    assert facts(b, "delayed")[0]["turn"] == 5
    assert due(b, CP) == ()
    b.turn = 5
    assert due(b, CP) == (UnitId("AH-dep5"),)
    play(b)
    assert b.place(UnitId("AH-dep5")) == "0111"  # the next friend stands to the west
    assert b.is_marked(UnitId("AH-dep5"), "entrained")


def test_14_22_the_nearest_open_edge_hex_toward_the_next_friend() -> None:
    guards = "IT-13 XX 2-3-6 infantry at 0211\n"  # controls 0111, 0112, 0210, 0212, 0311, 0312
    west = board(MAP, guards + "AH-13 XX 2-3-6 infantry at 0107\n")
    assert edge_hex(west, CP, HexId("0112")) == "0110"
    south = board(MAP, guards + "AH-13 XX 2-3-6 infantry at 0512\n")
    assert edge_hex(south, CP, HexId("0112")) == "0412"


def test_14_22_only_if_the_hex_is_blocked() -> None:
    b = board(MAP, HQS + DEPOT, turn=4)
    play(b, enter("AH-dep5", "0110", otherwise="edge"))
    assert rules(b) == ["14.24"]


def test_14_22_on_foot_where_no_own_railway_runs() -> None:
    b = board(MAP, HQS + DEPOT + "IT-13 XX 2-3-6 infantry at 0211\nAH-13 XX 2-3-6 infantry at 0512\n", turn=4)
    play(b, enter("AH-dep5", "0112", otherwise="edge"))
    b.turn = 5
    play(b)
    assert b.place(UnitId("AH-dep5")) == "0412"
    assert not b.is_marked(UnitId("AH-dep5"), "entrained")


def test_14_23_a_blocked_train_takes_the_off_map_railway() -> None:
    b = board(MAP, HQS + DEPOT + "IT-13 XX 2-3-6 infantry at 0211\n", turn=4)
    clear = board(MAP, HQS + DEPOT + "IT-13 XX 2-3-6 infantry at 0112\n", turn=4)
    play(clear, enter("AH-dep5", "0112", "off-map 0312", "rail 0311"), dice={"command of AH-dep5": 1})
    assert clear.place(UnitId("AH-dep5")) == "0311"
    assert facts(clear, "moved")[0]["rail"] == 6
    # From 0211 the Italians control the far end as well.
    play(b, enter("AH-dep5", "0112", "off-map 0312"), dice={"command of AH-dep5": 6})
    assert rules(b) == ["5.37"]
    assert b.place(UnitId("AH-dep5")) == "offmap"


def test_14_24_held_back_and_then_at_its_own_hex_only() -> None:
    b = board(MAP, HQS + DEPOT, turn=4)
    play(b, Withhold(UnitId("AH-dep5")))
    assert b.place(UnitId("AH-dep5")) == "waiting"
    b.turn = 6
    play(b, enter("AH-dep5", "0101"))
    assert rules(b) == ["14.24"]
    play(b, enter("AH-dep5", "0112"))
    assert b.place(UnitId("AH-dep5")) == "0112"


def test_16_0_14_12_allied_arrivals_use_no_capacity() -> None:
    many = "".join(f"FR-{n} XX 3-4-8 infantry turn 4 0712\n" for n in range(9))
    b = board(MAP, HQS + many + "FR-hq HQ 1-8(1)10 hq turn 4 0712\n", turn=4)
    orders = [move(f"FR-{n}", f"rail 07{n + 1:02}") for n in range(9)]
    play(b, *orders, move("FR-hq", "rail 0701"), side=AL)
    assert rules(b) == []
    assert b.place(UnitId("FR-8")) == "0709"


def test_16_0_14_3_allies_come_under_enemy_control_but_not_through_enemies() -> None:
    b = board(MAP, HQS + FRENCH + "AH-50 XX 4-5-8 infantry at 0711", turn=4)
    play(b, side=AL)
    assert b.place(UnitId("FR-46")) == "0712"
    b = board(MAP, HQS + FRENCH + "AH-50 XX 4-5-8 infantry at 0712", turn=4)
    play(b, enter("FR-46", "0712"), side=AL)
    assert rules(b) == ["16.0/14.3"]
    assert b.place(UnitId("FR-46")) == "waiting"


def test_16_0_14_3_a_depot_blocks_a_lone_hq_does_not() -> None:
    for line, place in (("AH-1 XX 0-1-4 depot", "waiting"), ("AH-1 HQ 1-8(1)8 hq", "0712")):
        b = board(MAP, HQS + FRENCH + f"{line} at 0712", turn=4)
        play(b, side=AL)
        assert b.place(UnitId("FR-46")) == place


def test_16_0_14_3_nowhere_else() -> None:
    b = board(MAP, HQS + FRENCH, turn=4)
    play(b, enter("FR-46", "0701"), side=AL)
    assert rules(b) == ["16.0/14.3"]


def test_16_0_14_4_without_a_letter_any_entry_hex() -> None:
    for at, rule in (("0104", []), ("0112", []), ("0101", []), ("0107", ["16.0/14.4"]), ("0712", ["16.0/14.4"])):
        b = board(MAP, HQS + FREE, turn=4)
        play(b, enter("AH-dep4", at))
        assert rules(b) == rule
    scenario = printed()
    b = Board(scenario, initial_position(scenario))
    assert {"0901", "2804", "2806", "2001", "1101"} <= set(entry_hexes(b, UnitId("AH-dep4")))
    assert "1833" not in entry_hexes(b, UnitId("AH-dep4"))


def test_4_0_a1b_arrivals_take_part_in_the_command_segment() -> None:
    b = board(MAP, FRENCH, turn=4)
    play(b, move("FR-46", "rail 0703", "detrain"), side=AL, dice={"command of FR-46": 1})
    assert rules(b) == ["5.35"]
    assert b.place(UnitId("FR-46")) == "0703"


def test_4_0_a1b_nobody_enters_when_the_segment_is_over() -> None:
    b = board(MAP, HQS + FREE, turn=4)
    play(b, MoreOrder(), instalments={"movement instalment 2": (enter("AH-dep4", "0104"),)})
    assert rules(b) == ["4.0.A1b"]


def test_5_14_a_reinforcement_is_ordered_once() -> None:
    b = board(MAP, HQS + FREE, turn=4)
    play(b, enter("AH-dep4", "0104"), enter("AH-dep4", "0101"))
    assert rules(b) == ["5.14"]
    assert b.place(UnitId("AH-dep4")) == "0104"


# -- 5.31: room on the trains ---------------------------------------------------------------------------------

ABOARD = """
AH-KO XXX 4-6-6 infantry at 0102 entrained
AH-24 XX 2-3-6 infantry at 0102 entrained
AH-b57 X 2-2-8 alpine at 0102 entrained
"""


def test_5_31_who_rides_or_leaves_later_or_perhaps_makes_no_room() -> None:
    ridden = move("AH-24", "rail 0104", "detrain")
    perhaps = move("AH-24", "detrain", conditions=(Condition("turn", ">=", "4"),))
    for orders in ((ridden, enter("AH-dep5", "0112")), (perhaps, enter("AH-dep5", "0112")),
                   (enter("AH-dep5", "0112"), move("AH-24", "detrain"))):  # fmt: skip
        b = board(MAP, HQS + ABOARD + DEPOT, turn=4)
        play(b, *orders)
        assert rules(b) == ["5.31"]
        assert b.place(UnitId("AH-dep5")) == "waiting"
