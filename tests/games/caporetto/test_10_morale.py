"""10.1 to 10.3 and 10.5: morale levels, casualties, captured hexes."""

from __future__ import annotations

import pytest

from pbem.games.caporetto import morale
from pbem.games.caporetto.counters import AL, CP
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from tests.games.caporetto.boards import board, field, fight, terms, the_combat
from tests.games.caporetto.turns import field_board, play
from tests.games.tables import facts

UNITS = (
    "AH-4 XX 3-5-8 infantry at 0604\nGE-12 XX 6-8-8 infantry at 0605\nIT-7 XX 3-4-8 infantry at 0203\n"
    "UK-7 XX 5-6-8 infantry at 0201\nFR-1 XX 5-6-8 infantry at 0202\nCZ-CL XX 3-5-8 infantry at 0204\n"
)


def notes(it: int = -1, ah: int = 0, lost_it: int = 0, lost_ah: int = 0) -> dict[str, str]:
    return {
        "morale.IT": str(it), "morale.AH": str(ah), "casualties.IT": str(lost_it), "casualties.AH": str(lost_ah),
    }  # fmt: skip


def place(b: Board, unit: str) -> str:
    return b.place(UnitId(unit))


def subject(*units: str, **options: str) -> str:
    b = field_board(UNITS, options=options)
    return morale.subject_nation(b, [UnitId(unit) for unit in units])


def test_10_0_two_levels_are_kept() -> None:
    b = field_board(UNITS, notes=notes(-2, 1))
    assert (morale.level(b, "IT"), morale.level(b, "AH")) == (-2, 1)


def test_10_1_only_italians_and_austro_hungarians_are_affected() -> None:
    assert [subject(unit) for unit in ("IT-7", "AH-4", "GE-12", "UK-7", "FR-1", "CZ-CL")] == [
        "IT",
        "AH",
        "",
        "",
        "",
        "",
    ]


def test_10_1_a_czech_unit_does_not_shield_italians() -> None:
    assert subject("IT-7", "CZ-CL") == "IT"
    assert subject("IT-7", "CZ-CL", **{"czech-in-stack": "immune"}) == ""


@pytest.mark.parametrize(("option", "drm"), [("italian", {"10.6/2": 1}), ("immune", {})])
def test_10_6_2_what_holds_for_the_morale_die_holds_for_the_attackers_die(option: str, drm: dict[str, int]) -> None:
    """10.6/2, 10.1, ruling R17."""
    units = "AH-1 XX 6-5-8 infantry at 0503\nIT-7 XX 3-4-8 infantry at 0404\nCZ-CL XX 3-4-8 infantry at 0404\n"
    b = board(field(), units, options={"czech-in-stack": option}, notes={"morale.IT": "-3"})
    fight(b, "attack 0404 with AH-1", dice=(3,), result="0/0")
    assert terms(the_combat(b)["modifiers"]) == drm


def test_10_1_2_mixed_german_stacks_are_immune() -> None:
    assert subject("AH-4", "GE-12") == ""


def test_10_2_defenders_steps_are_counted() -> None:
    b = field_board(UNITS, notes=notes())
    morale.count_casualties(b, "IT", 2, "10.2")
    morale.count_casualties(b, "UK", 3, "10.2")
    assert (morale.casualties(b, "IT"), morale.casualties(b, "AH")) == (2, 0)


@pytest.mark.parametrize(("steps", "lost"), [(0, 0), (7, 0), (8, 1), (11, 1), (12, 2), (20, 2)])
def test_10_3_casualties_cost_levels_at_the_end_of_the_turn(steps: int, lost: int) -> None:
    b = field_board(UNITS, step="end", notes=notes(0, 0, steps, 0))
    play(b)
    assert morale.level(b, "IT") == -lost
    assert morale.casualties(b, "IT") == 0


def test_ct_more_than_twenty_is_still_two() -> None:
    b = field_board(UNITS, step="end", notes=notes(0, 0, 0, 23))
    play(b)
    assert morale.level(b, "AH") == -2


def test_10_3_2_the_level_stays_between_plus_2_and_minus_4() -> None:
    b = field_board(UNITS, step="end", notes=notes(-3, 2, 13, 0))
    play(b)
    assert morale.level(b, "IT") == -4
    morale.change(b, "AH", 1, "10.3/2", "a test")
    assert morale.level(b, "AH") == 2


# -- captured hexes ------------------------------------------------------------------------------------------


def captured(mover: str, hex_id: str, hexes: dict[str, tuple[str, ...]] | None = None) -> Board:
    side = AL if mover.startswith(("IT", "UK")) else CP
    step = f"{side.lower()}-movement"
    b = field_board(UNITS, {}, "hex vp: 0404 0505 0607", step=step, notes=notes(), hexes=hexes or {})
    play(b, side, f"move {mover} to {hex_id}")
    return b


def test_10_5_germans_lift_austro_hungarian_morale() -> None:
    b = captured("GE-12", "0404")
    assert (morale.level(b, "AH"), morale.level(b, "IT")) == (1, -1)
    assert facts(b, "morale")[0].rule == "10.5"


def test_10_5_british_lift_italian_morale() -> None:
    b = captured("UK-7", "0505")
    assert (morale.level(b, "AH"), morale.level(b, "IT")) == (0, 0)


def test_10_5_a_hex_that_one_controls_already_gives_nothing() -> None:
    assert facts(captured("GE-12", "0607"), "morale") == []
    assert facts(captured("GE-12", "0404", {"0404": ("held=CP",)}), "morale") == []


def test_10_5_every_change_of_hands_counts() -> None:
    b = captured("IT-7", "0404", {"0404": ("held=CP",)})
    assert morale.level(b, "IT") == 0
    assert not b.is_hex_marked(b.hex_of(UnitId("IT-7")), "held")
