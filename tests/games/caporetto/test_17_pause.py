"""17.0 Operational pause."""

from __future__ import annotations

import pytest

from pbem.games.caporetto import pause, sequence
from pbem.games.caporetto.counters import AL, CP
from pbem.games.caporetto.morale import level
from pbem.games.caporetto.replacements import points
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from tests.games.caporetto.turns import field_board, place_of, play
from tests.games.tables import dropped, facts

UNITS = "AH-4 XX 3-5-8 infantry at 0603\nAH-5 XX 3-5-5 infantry at 0703\nIT-7 XX 3-4-8 infantry at 0203\n"


def paused(text: str, other: str = "", *, turn: int = 4, dice: tuple[int, ...] = (), **notes: str) -> Board:
    b = field_board(UNITS, turn=turn, step="pause", notes={"morale.IT": "-1", "morale.AH": "-2", **notes})
    play(b, CP, text, other=other, dice=dice)
    return b


@pytest.mark.parametrize(("turn", "rules"), [(2, ["17.0"]), (3, [])])
def test_17_0_not_on_turns_1_and_2(turn: int, rules: list[str]) -> None:
    b = paused("pause yes", turn=turn, dice=(6,))
    assert [rule for rule, _ in dropped(b)] == rules


def test_17_0_either_or_both_sides_may_pause() -> None:
    b = paused("pause yes", "pause yes", dice=(6, 6))
    assert pause.is_paused(b, CP)
    assert pause.is_paused(b, AL)
    b = paused("pause no")
    assert not pause.is_paused(b, CP)


def test_17_0_one_declaration_only() -> None:
    assert dropped(paused("pause yes\npause yes", dice=(6,)))[0][0] == "17.0"


def test_17_0_may_hang_on_morale() -> None:
    b = paused("pause yes if morale <= -2", "pause yes if morale <= -2", dice=(6,))
    assert (pause.is_paused(b, CP), pause.is_paused(b, AL)) == (True, False)


@pytest.mark.parametrize(("die", "now"), [(3, -1), (4, -2)])
def test_17_1_a_die_of_1_to_3_lifts_morale(die: int, now: int) -> None:
    assert level(paused("pause yes", dice=(die,)), "AH") == now


@pytest.mark.parametrize(("die", "rp"), [(2, 4), (4, 3)])
def test_17_1_2_in_the_next_turn_a_die_gives_one_more_point(die: int, rp: int) -> None:
    b = field_board(UNITS, turn=5, step="recovery", notes={"paused.AL": "4"})
    play(b, dice=(die,), standing={AL: "pause-rp: IT"})
    assert points(b, "IT") == rp


def test_17_1_2_the_owner_names_the_nation() -> None:
    b = field_board(UNITS, turn=5, step="recovery", notes={"paused.CP": "4"})
    play(b, dice=(1,), answers={"replacement point after the pause of CP": ("GE",)})
    assert (points(b, "AH"), points(b, "GE")) == (2, 1)
    own = field_board(UNITS, turn=5, step="recovery", notes={"paused.CP": "4"}, options={"pause-rp": "own-army"})
    play(own, dice=(1,))
    assert points(own, "AH") == 3


def test_17_1_2_only_after_a_pause() -> None:
    assert pause.recovering(field_board(UNITS, turn=6, notes={"paused.CP": "4"})) == ()
    assert pause.recovering(field_board(UNITS, turn=5, notes={"paused.CP": "4"})) == (CP,)


def test_17_2_a_pause_lasts_for_its_turn_only() -> None:
    assert not pause.is_paused(field_board(UNITS, turn=5, notes={"paused.CP": "4"}), CP)


def test_17_2_2_infiltration_stays_possible() -> None:
    b = field_board("GE-12 XX 6-8-8 infantry assault at 0603\n", turn=4, notes={"paused.CP": "4"})
    assert sequence.may_infiltrate(b, CP)


def test_17_2_3_units_spend_half_of_their_points_fractions_up() -> None:
    b = field_board(UNITS, notes={"paused.CP": "6"})
    assert [pause.allowance(b, UnitId(u)) for u in ("AH-4", "AH-5", "IT-7")] == [4, 3, 8]
    play(b, CP, "move AH-4 to 0608")
    assert dropped(b)[0][0] == "7.1"
    play(b, CP, "move AH-4 to 0607")
    assert place_of(b, "AH-4") == "0607"


def test_17_2_3_want_of_supply_is_halved_first() -> None:
    b = field_board("AH-9 XX 3-5-7 infantry at 0603 oos\n", notes={"paused.CP": "6"})
    assert pause.allowance(b, UnitId("AH-9")) == 2


def test_17_0_both_sides_declare_in_one_sealed_step() -> None:
    assert sequence.steps(field_board(UNITS).scenario)["pause"].needs == (CP, AL)
    assert facts(paused("pause no", "pause no"), "pause") == []
