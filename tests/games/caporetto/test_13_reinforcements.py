"""13.1 Reinforcements and 13.2 replacements."""

from __future__ import annotations

import pytest

from pbem.games.caporetto import replacements, sequence
from pbem.games.caporetto.counters import AL, CP
from pbem.games.caporetto.reinforcements import due
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from tests.games.caporetto.boards import at, printed
from tests.games.caporetto.turns import field_board, place_of, play
from tests.games.tables import dropped, facts

EDGE = "hex west-edge owner=AL: 0201 0301"
FRENCH = "FR-46 XX 6-7-8 infantry assault turn 3\nAH-4 XX 3-5-8 infantry at 0603\n"


def arriving(units: str, text: str = "", turn: int = 3, step: str = "al-reinforcement", **more: object) -> Board:
    b = field_board(units, {}, EDGE, turn=turn, step=step, **more)
    play(b, AL if step.startswith("al") else CP, text)
    return b


# -- 13.1 ----------------------------------------------------------------------------------------------------


def test_13_0_nothing_comes_on_turn_1() -> None:
    assert [step for step in sequence.steps(printed()) if step.endswith("reinforcement")] == [
        "cp-reinforcement", "al-reinforcement",
    ]  # fmt: skip
    assert 1 not in {int(unit.set_up.split()[1]) for unit in printed().units.values() if unit.set_up[:4] == "turn"}


def test_13_1_in_a_source_or_west_edge_hex() -> None:
    assert place_of(arriving(FRENCH, "enter FR-46 at 0201"), "FR-46") == "0201"
    b = arriving(FRENCH, "enter FR-46 at 0204")
    assert dropped(b)[0][0] == "13.1"
    assert "0204 is not one of your supply sources" in dropped(b)[0][1]
    assert b.is_on_map(UnitId("FR-46"))


def test_13_1_not_before_its_turn() -> None:
    b = arriving(FRENCH, "enter FR-46 at 0201", turn=2)
    assert dropped(b)[0][0] == "13.1"
    assert place_of(b, "FR-46") == "waiting"
    assert due(b, AL) == ()


def test_13_1_an_enemy_controlled_source_is_closed() -> None:
    b = arriving(FRENCH, "enter FR-46 at 0201", hexes={"0201": ("held=CP",)})
    assert "0201 is in enemy hands" in dropped(b)[0][1]


def test_13_1_a_source_in_an_enemy_zone_is_open_but_not_for_a_lone_hq() -> None:
    units = FRENCH + "FR-hq10 XXXX 6/2 hq turn 3\nAH-9 XX 3-5-8 infantry at 0202\n"
    b = arriving(units, "enter FR-hq10 at 0201\nenter FR-46 at 0201")
    assert [rule for rule, _ in dropped(b)] == ["15.2/2"]
    assert place_of(b, "FR-46") == "0201"


def test_13_1_those_without_an_order_come_where_there_is_room() -> None:
    units = "".join(f"IT-{n} XX 3-4-8 infantry turn 3\n" for n in range(1, 7)) + "AH-4 XX 3-5-8 infantry at 0603\n"
    b = arriving(units)
    assert [place_of(b, f"IT-{n}") for n in range(1, 7)] == ["0301"] * 4 + ["0201"] * 2


def test_13_1_nobody_comes_while_every_source_is_lost() -> None:
    lost = dict.fromkeys(("0101", "0201", "0301"), ("held=CP",))
    b = arriving(FRENCH, hexes=lost)
    assert facts(b, "withheld")[0]["unit"] == "FR-46"
    later = Board(b.scenario, b.freeze(4, "al-reinforcement"))
    assert due(later, AL) == ("FR-46",)


def test_13_1_2_arrivals_act_at_once() -> None:
    b = arriving(FRENCH, "enter FR-46 at 0201")
    b = Board(b.scenario, b.freeze(3, "al-strategic"))
    play(b, AL, "move FR-46 to 0410")
    assert place_of(b, "FR-46") == "0410"


def test_13_1_3_an_entry_hex_may_be_overstacked_until_its_owner_has_moved() -> None:
    units = "".join(f"IT-{n} XX {n}-4-8 infantry turn 3\n" for n in range(1, 7)) + "AH-4 XX 3-5-8 infantry at 0603\n"
    b = arriving(units, "enter all at 0201")
    assert len(b.units_at("0201")) == 6
    b = Board(b.scenario, b.freeze(3, "cp-movement"))
    play(b, CP)
    assert len(b.units_at("0201")) == 6
    b = Board(b.scenario, b.freeze(3, "al-movement"))
    play(b, AL, answers="default")
    assert [fact["unit"] for fact in facts(b, "eliminated")] == ["IT-1", "IT-2"]


def test_13_1_3_nationalities_do_not_mix_even_on_entry() -> None:
    b = arriving(FRENCH + "UK-7 XX 5-6-8 infantry turn 3\n", "enter FR-46, UK-7 at 0201")
    assert [rule for rule, _ in dropped(b)] == ["8.5"]
    assert place_of(b, "UK-7") != "0201"


# -- 13.2 ----------------------------------------------------------------------------------------------------

LOSSES = (
    "IT-1 XX 3-4-8 infantry at gone 0\nIT-2 XX 3-4-8 infantry at 0203 1\nIT-3 XX 3-4-8 infantry at 0204 1\n"
    "AH-1 XX 3-5-8 infantry at 0603 1\nGE-1 XX 6-8-8 infantry at gone 0\nIT-hq1 XXXX 6/2 hq at gone 0\n"
    "CZ-CL XX 3-5-8 infantry at gone 0\nIT-alp1 III 2-3-8 mountain alpini at gone 0\n"
)


def replacing(
    text: str, other: str = "", turn: int = 3, side: str = AL, dice: tuple[int, ...] = (), **more: object
) -> Board:
    b = field_board(LOSSES, {}, EDGE, turn=turn, step="replacement", **more)
    play(b, AL if side == AL else CP, text, other=other, dice=dice)
    return b


def test_13_2_rebuild_and_replenish_for_three_points() -> None:
    b = replacing("rebuild IT-1 full at 0201\nreplenish IT-2\nreplenish IT-3")
    assert at(b, "IT-1") == ("0201", 2)
    assert at(b, "IT-2") == ("0203", 2)
    assert [rule for rule, _ in dropped(b)] == ["13.2/2"]


def test_13_2_depleted_units_and_hqs_have_their_price() -> None:
    b = replacing("rebuild IT-1 depleted at 0201\nrebuild IT-hq1 at 0201")
    assert (at(b, "IT-1"), at(b, "IT-hq1")) == (("0201", 1), ("0201", 1))
    assert dropped(b) == []
    b = replacing("rebuild IT-1 full\nrebuild IT-hq1")
    assert [rule for rule, _ in dropped(b)] == ["13.2"]


def test_13_2_a_one_step_unit_costs_one() -> None:
    b = replacing("rebuild IT-alp1 full at 0101")
    assert at(b, "IT-alp1") == ("0101", 1)


@pytest.mark.parametrize("text", ["replenish IT-1", "rebuild IT-2 full"])
def test_13_2_the_right_verb_for_the_right_unit(text: str) -> None:
    assert dropped(replacing(text))[0][0] == "13.2"


def test_13_2_2_points_serve_their_own_nation() -> None:
    b = replacing("replenish AH-1", side=CP, turn=12)
    assert dropped(b)[0][0] == "13.2/2"
    b = replacing("rebuild GE-1 full", side=CP)
    assert at(b, "GE-1")[1] == 2
    b = replacing("rebuild CZ-CL full")
    assert dropped(b)[0][0] == "13.2/2"


def test_13_2_3_rebuilt_units_come_like_reinforcements() -> None:
    b = replacing("rebuild IT-1 full at 0204")
    assert dropped(b)[0][0] == "13.1"
    b = replacing("rebuild IT-1 full")
    assert place_of(b, "IT-1") in ("0101", "0201", "0301")
    assert b.mark_of(UnitId("IT-1"), "arrived") == place_of(b, "IT-1")


def test_13_2_3_a_unit_without_a_line_is_not_replenished() -> None:
    lost = dict.fromkeys(("0101", "0201", "0301"), ("held=CP",))
    assert dropped(replacing("replenish IT-2", hexes=lost))[0][0] == "13.2/3"


def test_14_3_5_a_unit_with_the_marker_is_not_replenished() -> None:
    units = "IT-2 XX 3-4-8 infantry at 0203 1 oos\n"
    b = field_board(units, {}, EDGE, turn=3, step="replacement")
    play(b, AL, "replenish IT-2")
    assert dropped(b)[0][0] == "14.3/5"


def test_13_2_4_points_are_not_saved() -> None:
    b = replacing("", notes={"extra.AH": "2"})
    assert b.noted("extra.AH") == ""
    later = Board(b.scenario, b.freeze(4, "replacement"))
    assert replacements.points(later, "AH") == 2


def test_rc_the_replacement_chart() -> None:
    rows = {nation: [replacements.printed_points(field_board(LOSSES, turn=turn), nation) for turn in range(1, 14)]
            for nation in ("IT", "AH", "GE", "UK", "FR", "CZ")}  # fmt: skip
    assert rows["IT"] == [0, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2]
    assert rows["AH"] == [0, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 0, 0]
    assert rows["GE"] == [0, 2, 2, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0]
    assert rows["UK"] == rows["FR"] == [0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0]
    assert sum(rows["CZ"]) == 0


def test_the_step_is_passed_over_when_nobody_has_losses() -> None:
    b = field_board("IT-2 XX 3-4-8 infantry at 0203\nAH-1 XX 3-5-8 infantry at 0603\n", turn=3, step="events")
    assert not sequence.is_played(b, "replacement")


# -- 13.2.1 --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "extra"), [(3, 4), (4, 6)])
def test_13_2_1_a_die_gives_four_or_six_points(die: int, extra: int) -> None:
    b = replacing("mobilise\nrebuild IT-1 full", dice=(die,))
    assert facts(b, "replacements", side=AL)[0]["points"]["IT"] == 3 + extra
    assert b.noted("mobilised") == "3"
    assert at(b, "IT-1")[1] == 2


@pytest.mark.parametrize(
    ("turn", "past", "allowed"),
    [(2, "", False), (3, "", True), (4, "3", False), (5, "3", True), (7, "3,5", False)],
)
def test_13_2_1_2_limits(turn: int, past: str, allowed: bool) -> None:
    b = replacing("mobilise", turn=turn, dice=(1,), notes={"mobilised": past} if past else {})
    assert [rule for rule, _ in dropped(b)] == ([] if allowed else ["13.2.1/2"])


def test_13_2_1_only_italy_mobilizes() -> None:
    assert dropped(replacing("mobilise", side=CP))[0][0] == "13.2.1"


def test_13_2_1_may_hang_on_a_condition() -> None:
    b = replacing("mobilise if morale <= -3", notes={"morale.IT": "-1"})
    assert facts(b, "skipped")[0].rule == "13.2.1"
