"""8.0 Stacking."""

from __future__ import annotations

import pytest

from pbem.errors import Waiting
from pbem.games.caporetto import stacking
from pbem.games.caporetto.counters import AL, CP
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.caporetto.boards import at
from tests.games.caporetto.turns import field_board, place_of, play
from tests.games.tables import dropped, facts


def stack(count: int, hex_id: str = "0603", first: int = 1) -> str:
    return "".join(f"AH-{n} XX {n}-5-8 infantry at {hex_id}\n" for n in range(first, first + count))


@pytest.mark.parametrize(
    ("letter", "most"), [(".", 4), (":", 3), ("^", 2), ("A", 1), ("%", 2), ("D", 1)], ids=lambda value: str(value)
)
def test_8_0_limits_by_terrain(letter: str, most: int) -> None:
    """TEC.clear, TEC.rough, TEC.mountain, TEC.alpine, TEC.marsh, TEC.dominant, E.4: units in a hex."""
    b = field_board(stack(1), {"0604": letter}, "hex town: 0604")
    assert stacking.limit(b, HexId("0604"), CP) == most


def test_e_4_the_third_unit_in_a_marsh_is_eliminated() -> None:
    b = field_board(stack(3), {"0603": "%"})
    play(b, CP, answers="default")
    assert [fact["unit"] for fact in facts(b, "eliminated")] == ["AH-1"]


def test_8_0_every_unit_counts_one_hqs_too() -> None:
    units = "AH-hq10 XXXX 6/2 hq at 0603\nAH-geb X 2-3-8 mountain at 0603\n" + stack(2)
    b = field_board(units)
    assert stacking.overstacked_hexes(b, CP) == ()
    assert stacking.room(b, HexId("0603"), CP) == 0


def test_8_1_both_sides_are_checked_at_the_end_of_a_sub_phase() -> None:
    units = stack(5) + "".join(f"IT-{n} XX 3-4-8 infantry at 0203\n" for n in range(1, 6))
    b = field_board(units)
    play(b, CP, answers="default")
    assert len(b.units_at("0603")) == len(b.units_at("0203")) == 4


def test_8_1_an_order_that_would_overstack_is_refused() -> None:
    b = field_board(stack(4) + stack(1, "0605", 9))
    play(b, CP, "move AH-9 to 0603")
    assert dropped(b)[0][0] == "8.1"
    assert facts(b, "eliminated") == []


def test_8_1_a_later_departure_makes_room() -> None:
    b = field_board(stack(4) + stack(1, "0605", 9))
    play(b, CP, "move AH-9 to 0603\nmove AH-2 to 0605")
    assert dropped(b) == []
    assert (place_of(b, "AH-9"), place_of(b, "AH-2")) == ("0603", "0605")


def test_8_1_a_departure_that_cannot_be_made_makes_no_room() -> None:
    b = field_board(stack(4, "0503") + stack(1, "0605", 9) + "IT-1 XX 3-4-8 infantry at 0403\n")
    play(b, CP, "move AH-9 to 0503\nmove AH-2 to 0605")
    assert [rule for rule, _ in dropped(b)] == ["8.1", "7.4"]


@pytest.mark.parametrize("step", ["al-movement", "al-strategic"])
def test_8_5_a_promised_departure_does_not_allow_a_mixture(step: str) -> None:
    """Found by the random player: the order that should have cleared the hex was refused, and the mixture stayed."""
    units = "FR-23 XX 5-6-8 infantry at 0203\nIT-1 XX 3-4-8 infantry at 0205\n"
    b = field_board(units, step=step)
    play(b, AL, "move IT-1 to 0203\nmove FR-23 to 0204 if turn >= 13")
    assert dropped(b)[0][0] == "8.5"
    assert place_of(b, "IT-1") == "0205"


def test_8_1_3_the_owner_chooses_who_goes() -> None:
    b = field_board(stack(3), {"0603": "^"})
    play(b, CP, answers={"movement / overstack at 0603": ("AH-3",)})
    assert at(b, "AH-3")[0] == "gone"
    assert len(b.units_at("0603")) == 2
    assert facts(b, "eliminated")[0].rule == "8.1/3"


def test_8_1_3_the_question_has_a_default_and_a_hint() -> None:
    b = field_board(stack(3), {"0603": "^"})
    with pytest.raises(Waiting) as caught:
        play(b, CP)
    question = caught.value.questions[0]
    assert question.default == ("AH-1",)
    assert question.hint == "overstack 0603: AH-1"


def test_8_1_3_a_standing_order_answers() -> None:
    b = field_board(stack(3), {"0603": "^"})
    play(b, CP, standing={CP: "overstack: strongest first"})
    assert place_of(b, "AH-3") == "gone"


def test_8_2_support_units_count_nothing() -> None:
    units = stack(4) + "".join(f"AH-art{n} - - artillery support 1\n" for n in range(3))
    b = field_board(units)
    guns = [UnitId(f"AH-art{n}") for n in range(3)]
    assert stacking.counted(b, [*b.units_at("0603"), *guns]) == 4


ALLIES = (
    "IT-1 XX 3-4-8 infantry at 0202\nUK-7 XX 5-6-8 infantry at 0204\nFR-1 XX 5-6-8 infantry at 0206\n"
    "CZ-CL XX 3-5-8 infantry at 0208\n"
)


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("move UK-7 to 0202", "8.5"), ("move FR-1 to 0204", "8.5"), ("move CZ-CL to 0202", ""),
        ("move CZ-CL to 0206", "8.5"), ("move IT-1 to 0208", ""),
    ],
)  # fmt: skip
def test_8_5_allied_nationalities_do_not_mix(order: str, rule: str) -> None:
    b = field_board(ALLIES, step="al-movement")
    play(b, AL, order)
    assert (dropped(b)[0][0] if dropped(b) else "") == rule


def test_8_5_germans_and_austro_hungarians_stack() -> None:
    b = field_board("GE-12 XX 6-8-8 infantry at 0601\nAH-4 XX 3-5-8 infantry at 0603\n")
    play(b, CP, "move GE-12 to 0603")
    assert dropped(b) == []


def test_8_5_passing_through_is_free() -> None:
    b = field_board(ALLIES, step="al-movement")
    play(b, AL, "move UK-7 0203 -> 0202 -> 0201")
    assert place_of(b, "UK-7") == "0201"


@pytest.mark.parametrize(
    ("letter", "mode", "most"), [(".", " support", 5), (":", " support", 4), ("^", " support", 2), (".", "", 4)]
)
def test_8_6_the_14th_army_hq_lets_one_more_stack_beside_it(letter: str, mode: str, most: int) -> None:
    """8.6, 15.1.2/2: five in clear, four in rough terrain, nothing in mountains or in movement mode."""
    b = field_board(f"GE-hq14 XXXX 6/2 hq at 0604{mode}\n", {"0603": letter})
    assert stacking.limit(b, HexId("0603"), CP) == most
    assert stacking.limit(b, HexId("0604"), CP) == 4
    assert stacking.limit(b, HexId("0403"), AL) == 4


def test_15_1_2_2_the_bonus_ends_when_the_hq_goes() -> None:
    units = "GE-hq14 XXXX 6/2 hq at 0604 support\n" + stack(5)
    b = field_board(units)
    play(b, CP)
    assert facts(b, "eliminated") == []
    b = field_board(units)
    play(b, CP, "move GE-hq14 to 0605", answers="default")
    assert [fact["unit"] for fact in facts(b, "eliminated")] == ["AH-1"]


def test_tec_alpine_takes_one_unit() -> None:
    units = "IT-alp1 III 2-3-8 mountain alpini at 0202\nIT-alp2 III 2-3-8 mountain alpini at 0204\n"
    b = field_board(units, {"0203": "A"}, step="al-movement")
    play(b, AL, "move IT-alp1 to 0203\nmove IT-alp2 to 0203")
    assert [rule for rule, _ in dropped(b)] == ["8.1"]
