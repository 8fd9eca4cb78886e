"""13.0 Replacement of lost steps, with 16.0/13.0 and 25.1."""

from __future__ import annotations

import tomllib

import pytest

from pbem.games.gwe import replacement
from pbem.games.gwe.counters import AL, CP
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Orders
from tests.games.gwe.boards import SCENARIOS, board, facts, table

ROW = """
    terrain:
      01 . . . . . . . . . . . .
    line rail owner=CP: 0101-0102
    hex rail-exit owner=CP: 0101
    line rail owner=AL: 0112-0111
    hex rail-exit owner=AL: 0112
"""
NOBODY = {CP: Orders(CP), AL: Orders(AL)}


def unit(name: str) -> UnitId:
    return UnitId(name)


def run(b: Board, dice: dict[str, int], side: Side = CP) -> list[str]:
    """Run the phase; the names of the rolls that were made."""
    replacement.run(b, table(b, {f"replacement of {name}": face for name, face in dice.items()}), NOBODY, side)
    return [fact["name"].removeprefix("replacement of ") for fact in facts(b, "rolled")]


def rule_against(b: Board, name: str) -> str:
    found = replacement.why_not(b, unit(name))
    assert found is not None
    return found[0]


def test_13_0_worn_division_gets_its_step_back() -> None:
    b = board(ROW, "AH-4 XX 2-3-6 infantry at 0102 1\nAH-24 XX 2-3-6 infantry at 0102")
    assert run(b, {"AH-4": 1}) == ["AH-4"]
    assert b.steps(unit("AH-4")) == 2
    assert b.steps(unit("AH-24")) == 2


def test_13_0_failed_die_gives_nothing() -> None:
    b = board(ROW, "AH-4 XX 2-3-6 infantry at 0102 1")
    run(b, {"AH-4": 2})
    assert b.steps(unit("AH-4")) == 1
    assert facts(b, "replacement", unit="AH-4", success=False)


@pytest.mark.parametrize("mark", ["moved", "railed", "fought"])
def test_13_0_units_that_moved_or_fought_do_not_roll(mark: str) -> None:
    b = board(ROW, f"AH-4 XX 2-3-6 infantry at 0102 1 {mark}\nAH-24 XX 2-3-6 infantry at 0102 1")
    assert rule_against(b, "AH-4") == "13.0"
    assert run(b, {"AH-24": 6}) == ["AH-24"]


def test_13_0_marks_of_the_player_turn_come_off_at_the_end() -> None:
    b = board(
        ROW,
        """
        AH-4 XX 2-3-6 infantry at 0102 2 moved fought detrained railed
        IT-1 XX 2-3-6 infantry at 0112 2 fought
        """,
    )
    run(b, {})
    assert b.marks(unit("AH-4")) == ()
    assert b.marks(unit("IT-1")) == ("fought",)  # ruling E2: until its own owner's phase


def test_13_0_cavalry_depots_and_hqs_never() -> None:
    b = board(
        ROW,
        """
        AH-cav1 XX 1-2-8 cavalry at 0102 1
        AH-hq5 HQ 1-8(1)8 hq at 0102
        AH-dep1 XX 0-1-4 depot steps=2 at 0102 1
        """,
    )
    assert run(b, {}) == []
    assert {rule_against(b, name) for name in ("AH-cav1", "AH-hq5", "AH-dep1")} == {"13.0"}


def test_13_0_supply_is_not_asked_for() -> None:
    b = board(ROW, "AH-4 XX 2-3-6 infantry at 0109 1")
    assert run(b, {"AH-4": 1}) == ["AH-4"]  # ruling E6


def test_4_0_a4_only_the_phasing_side_rolls() -> None:
    b = board(ROW, "AH-4 XX 2-3-6 infantry at 0102 1\nIT-1 XX 2-3-6 infantry at 0112 1", turn=5)
    assert run(b, {"IT-1": 6}, AL) == ["IT-1"]


def test_11_15_fortress_steps_never_return() -> None:
    b = board(ROW + "    hex fortress owner=CP strength=6/3: 0102\n", "", hexes={"0102": ("fort=3",)})
    run(b, {})
    assert b.hex_mark(b.map.hexes_with("fortress")[0], "fort") == "3"
    assert "fortress" in replacement.chart(b)["never"]


# -- where ---------------------------------------------------------------------------------------------------


def test_16_0_13_0a_brigades_and_artillery_qualify() -> None:
    b = board(ROW, "AH-b29 X 2-2-8 alpine steps=2 at 0102 1\nAH-art5 X (5)3-4 artillery steps=2 at 0102 1")
    assert run(b, {"AH-b29": 1, "AH-art5": 1}) == ["AH-b29", "AH-art5"]


@pytest.mark.parametrize(("place", "refused"), [("0106", "16.0/13.0a"), ("0107", "")], ids=["four hexes", "five hexes"])
def test_16_0_13_0a_five_hexes_from_supplied_enemies(place: str, refused: str) -> None:
    b = board(ROW, f"AH-4 XX 2-3-6 infantry at 0102 1\nIT-1 XX 2-3-6 infantry at {place}")
    found = replacement.why_not(b, unit("AH-4"))
    assert (found[0] if found else "") == refused


def test_16_0_13_0a_unsupplied_enemies_and_the_monitor_do_not_count() -> None:
    b = board(ROW, "AH-4 XX 2-3-6 infantry at 0102 1\nIT-1 XX 2-3-6 infantry at 0103")
    assert replacement.why_not(b, unit("AH-4")) is None
    b = board(ROW, "AH-4 XX 2-3-6 infantry at 0108 1\nIT-monitor - (4)10 monitor at 0109")
    assert replacement.why_not(b, unit("AH-4")) is None


def test_16_0_13_0a_enemy_hq_with_a_line_counts_one_without_does_not() -> None:
    b = board(ROW, "AH-4 XX 2-3-6 infantry at 0103 1\nIT-hqC HQ 1-6(1)8 hq at 0106")
    assert rule_against(b, "AH-4") == "16.0/13.0a"  # ruling E18
    b = board(ROW, "AH-4 XX 2-3-6 infantry at 0102 1\nIT-hqC HQ 1-6(1)8 hq at 0103")
    assert replacement.why_not(b, unit("AH-4")) is None


FORTRESS = """
    terrain:
      01 . . . . .
      02 ~ . . ~ ~
    hex cp-source: 0101
    hex al-source: 0105 0203
    hex fortress owner=CP strength=6/3: 0103
"""


def test_16_0_13_0a_in_a_fortress_with_a_clear_line() -> None:
    units = "AH-4 XX 2-3-6 infantry at 0103 1\nIT-1 XX 2-3-6 infantry at 0104\n"
    assert replacement.why_not(board(FORTRESS, units), unit("AH-4")) is None
    open_field = board(FORTRESS.replace("hex fortress owner=CP strength=6/3: 0103", ""), units)
    assert rule_against(open_field, "AH-4") == "16.0/13.0a"
    ridge = board(FORTRESS + "    side ridge: 0102/0103\n    side ridge: 0103/0202\n", units)
    assert rule_against(ridge, "AH-4") == "16.0/13.0a"
    controlled = board(FORTRESS, units + "IT-17 XX 2-3-6 infantry at 0202")
    assert rule_against(controlled, "AH-4") == "16.0/13.0a"
    wall = board(FORTRESS + "    side impassable: 0102/0103\n    side impassable: 0103/0202\n", units)
    assert rule_against(wall, "AH-4") == "16.0/13.0a"
    ruin = board(FORTRESS, units, hexes={"0103": ("fort=0",)})
    assert rule_against(ruin, "AH-4") == "16.0/13.0a"


# -- the die -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "turn", "highest"),
    [
        ("AH-4", 1, 1), ("GE-5", 15, 1),
        ("IT-1", 1, 0), ("IT-1", 2, 0), ("IT-1", 3, 1), ("IT-1", 9, 1),
        ("IT-1", 10, 2), ("IT-1", 12, 2), ("IT-1", 13, 3), ("IT-1", 15, 3),
        ("FR-47", 15, 0), ("UK-41", 15, 0),
    ],
)  # fmt: skip
def test_16_0_13_0b_die_ranges(name: str, turn: int, highest: int) -> None:
    b = board(ROW, f"{name} XX 2-3-6 infantry at 0102 1", turn=turn)
    assert replacement.highest_die(b, unit(name)) == highest
    refused = replacement.why_not(b, unit(name))
    assert (refused == ("16.0/13.0b", f"{name[:2]} units replace no steps on turn {turn}")) is (highest == 0)


@pytest.mark.parametrize(("turn", "steps"), [(9, 1), (10, 2)])
def test_16_0_13_0b_italian_die_of_two(turn: int, steps: int) -> None:
    b = board(ROW, "IT-1 XX 2-3-6 infantry at 0112 1", turn=turn)
    run(b, {"IT-1": 2}, AL)
    assert b.steps(unit("IT-1")) == steps


@pytest.mark.parametrize(("left", "after"), [(1, 1), (2, 3), (3, 4), (4, 4)])
def test_16_0_13_0c_corps_one_step_at_a_time(left: int, after: int) -> None:
    b = board(ROW, f"AH-III XXX 5-6-6 infantry at 0102 {left}")
    run(b, {"AH-III": 1})
    assert b.steps(unit("AH-III")) == after
    assert (left == 1) is (replacement.why_not(board(ROW, f"AH-III XXX 5-6-6 infantry at 0102 {left}"), unit("AH-III"))
                           == ("16.0/13.0c", f"AH-III has only {left} of 4 steps left"))  # fmt: skip


@pytest.mark.parametrize(
    ("name", "turn", "highest"), [("FR-47", 2, 0), ("FR-47", 3, 1), ("UK-41", 5, 0), ("UK-41", 6, 1), ("IT-1", 13, 3)]
)
def test_25_1_tyrol_french_from_turn_3_british_from_turn_6(name: str, turn: int, highest: int) -> None:
    card = tomllib.loads((SCENARIOS / "tyrol.toml").read_text(encoding="utf-8"))
    b = board(ROW, f"{name} XX 3-4-8 infantry at 0112 1", turn=turn, card=card)
    assert replacement.highest_die(b, unit(name)) == highest
    assert run(b, {name: 1}, AL) == ([name] if highest else [])
    assert b.steps(unit(name)) == (2 if highest else 1)
