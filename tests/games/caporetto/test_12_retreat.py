"""10.4, the Morale Table and 12.2: retreats in place of a step loss."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pbem.errors import Waiting
from pbem.games.caporetto.counters import AL, CP
from pbem.games.caporetto.defence import flee
from pbem.games.caporetto.morale_check import PANIC, Outcome, Stand, result_for
from pbem.games.caporetto.retreat import retreat_hexes
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from tests.games.caporetto.boards import asked, at, board, field, fight, table_for
from tests.games.tables import dropped, facts

AH = "AH-1 XX 6-5-8 infantry at 0503\n"
IT = "IT-7 XX 3-4-8 infantry back=2-3 at 0404\n"
TRY = {AL: "retreat: always\nretreat-to: 0304"}


def hit(
    units: str,
    result: str,
    *,
    dice: tuple[int, ...] = (),
    morale: int = -1,
    standing: dict[Side, str] | None = None,
    options: dict[str, str] | None = None,
    hexes: Mapping[str, tuple[str, ...]] | None = None,
    terrain: dict[str, str] | None = None,
) -> Board:
    """The board after an attack of AH-1 on 0404 with this result; the CRT die is a 3."""
    notes = {"morale.IT": str(morale)}
    b = board(field(terrain), AH + units, options=options, notes=notes, hexes=hexes)
    fight(b, "attack 0404 with AH-1", dice=(3, *dice), result=result, standing=TRY if standing is None else standing)
    return b


# -- the table -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("modified", "result"),
    [(-3, "panic"), (0, "panic"), (1, "panic"), (2, "surrender"), (3, "retreat"), (6, "retreat"), (8, "retreat")],
)
def test_mt_results(modified: int, result: str) -> None:
    """MT: rulings R07, R08."""
    assert result_for(board(field(), AH), modified) == result


def test_10_4_retreat_saves_one_step_and_both_count() -> None:
    """10.4, 10.4/3, 10.2/2."""
    b = hit(IT, "0/2", dice=(4,))
    assert at(b, "IT-7") == ("0304", 1)
    assert b.number("casualties.IT") == 2
    assert facts(b, "morale-check")[0]["result"] == "retreat"


def test_10_4_3_three_losses_two_are_taken() -> None:
    b = hit(IT + "IT-8 XX 3-4-8 infantry at 0404\n", "0/3", dice=(6,))
    assert [at(b, unit) for unit in ("IT-7", "IT-8")] == [("0304", 1), ("0304", 1)]
    assert b.number("casualties.IT") == 3


def test_10_4_example_three_at_minus_one_is_surrender() -> None:
    """10.4, MT: ruling R06: the losses are taken in place, and one step more."""
    b = hit(IT + "IT-8 XX 3-4-8 infantry at 0404\n", "0/1", dice=(3,))
    (check,) = facts(b, "morale-check")
    assert (check["die"], check["modified"], check["result"]) == (3, 2, "surrender")
    assert [at(b, unit) for unit in ("IT-7", "IT-8")] == [("0404", 1), ("0404", 1)]
    assert b.number("casualties.IT") == 2
    assert facts(b, "moved", how="retreat") == []


def test_mt_surrender_by_option_costs_nothing_more() -> None:
    b = hit(IT, "0/1", dice=(3,), options={"surrender": "0"})
    assert at(b, "IT-7") == ("0404", 1)


@pytest.mark.parametrize(("second", "steps", "casualties"), [(3, 1, 3), (4, 2, 2)])
def test_mt_panic_all_losses_one_hex_back_and_perhaps_one_step_more(second: int, steps: int, casualties: int) -> None:
    """MT: ruling R09."""
    units = IT + "IT-8 XX 3-4-8 infantry at 0404\n"
    b = hit(units, "0/2", dice=(1, second))
    assert facts(b, "panic")[0]["extra"] == (1 if second <= 3 else 0)
    survivors = [unit for unit in ("IT-7", "IT-8") if b.is_on_map(UnitId(unit))]
    assert sum(b.steps(UnitId(unit)) for unit in survivors) == 4 - casualties
    assert {b.place(UnitId(unit)) for unit in survivors} == {"0304"}
    assert b.number("casualties.IT") == casualties
    assert len(survivors) == (1 if steps == 1 else 2)


def test_mt_a_panic_without_a_way_stays_or_by_option_ends() -> None:
    """MT: ruling R09."""
    walls = "".join(f"AH-{n} XX 6-5-8 infantry at {h}\n" for n, h in enumerate(("0303", "0304", "0405", "0403"), 2))
    for option, place in (("stay", "0404"), ("eliminated", "gone")):
        b = board(field(), AH + IT + walls, options={"panic-without-way": option})
        stand = Stand(AL, HexId("0404"), (UnitId("IT-7"),), 1)
        assert not flee(b, table_for(b, {}), stand, Outcome(PANIC, 0, "IT"))
        assert at(b, "IT-7")[0] == place
        assert facts(b, "no-way-back")[0].rule == "MT"


def test_10_4_always_voluntary() -> None:
    b = hit(IT, "0/1", standing={AL: "retreat: never"})
    assert at(b, "IT-7") == ("0404", 1)
    assert facts(b, "morale-check") == []


def test_10_4_2_assault_infantry_stiffens() -> None:
    """10.4/2: ruling R20: AH morale -4, die 1, modified 3."""
    units = "UK-7 XX 5-6-8 infantry at 0303\nAH-1 XX 4-5-8 infantry at 0404\nAH-55 XX 6-8-8 infantry assault at 0404\n"
    b = board(field(), units, notes={"morale.AH": "-4"})
    standing = {CP: "retreat: always\nretreat-to: 0503"}
    fight(b, "attack 0404 with UK-7", side=AL, dice=[3, 1], result="0/1", standing=standing)
    (check,) = facts(b, "morale-check")
    assert (check["modified"], check["result"]) == (3, "retreat")
    assert check["modifiers"]["terms"] == [["assault infantry AH-55", "10.4/2", 2]]


def test_10_4_4_no_retreat_from_e() -> None:
    b = hit(IT + "IT-8 XX 3-4-8 infantry at 0404\nIT-9 XX 3-4-8 infantry at 0404\n", "0/E")
    assert [at(b, unit)[0] for unit in ("IT-7", "IT-8", "IT-9")] == ["gone"] * 3
    assert facts(b, "morale-check") == []
    assert b.number("casualties.IT") == 6


def test_10_2_3_attackers_never_retreat() -> None:
    b = hit(IT, "2/0", standing={CP: "retreat: always", AL: "retreat: always"})
    assert at(b, "AH-1") == ("gone", 0)
    assert facts(b, "moved") == []


# -- who rolls -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "rolls"),
    [
        ("UK-7 XX 5-6-8 infantry at 0404\n", 0),
        ("CZ-CL XX 5-6-8 infantry at 0404\n", 0),
        (IT + "CZ-CL XX 5-6-8 infantry at 0404\n", 1),
        (IT, 1),
    ],
    ids=["British", "Czech", "Italian and Czech", "Italian"],
)
def test_12_2_who_needs_a_die(units: str, rolls: int) -> None:
    """12.2, 12.2/2: rulings R16, R17."""
    b = hit(units, "0/1", dice=(6,) * rolls)
    assert len(facts(b, "morale-check")) == rolls
    moved = {fact["unit"] for fact in facts(b, "moved", how="retreat")}
    assert len(moved) == units.count("\n")
    assert facts(b, "lost") == []


def test_12_2_2_a_mixed_stack_of_germans_and_austrians_needs_none() -> None:
    units = "UK-7 XX 5-6-8 infantry at 0303\nAH-1 XX 4-5-8 infantry at 0404\nGE-12 XX 6-8-8 infantry at 0404\n"
    b = board(field(), units, notes={"morale.AH": "-4"})
    made = fight(b, "attack 0404 with UK-7", side=AL, dice=[3], result="0/1", standing={CP: "retreat: always"})
    assert asked(made) == ["attack on 0404 / crt"]
    assert b.place(UnitId("AH-1")) == b.place(UnitId("GE-12")) != "0404"
    assert b.noted("casualties.AH") == ""


def test_12_2_2_five_at_minus_one_is_four_a_retreat() -> None:
    """12.2/2: ruling R07: the table stands against the example."""
    units = "IT-7 XX 5-6-8 infantry at 0303\nAH-1 XX 4-5-8 infantry at 0404\n"
    b = board(field(), units, notes={"morale.AH": "-1"})
    standing = {CP: "retreat: always\nretreat-to: 0503"}
    fight(b, "attack 0404 with IT-7", side=AL, dice=[3, 5], result="1/2", standing=standing)
    (check,) = facts(b, "morale-check")
    assert (check["modified"], check["result"]) == (4, "retreat")
    assert at(b, "AH-1") == ("0503", 1)
    assert b.number("casualties.AH") == 2


# -- where to ------------------------------------------------------------------------------------------------


def hexes_for(units: str, terrain: dict[str, str] | None = None, features: str = "") -> tuple[str, ...]:
    b = board(field(terrain, features), AH + IT + units)
    stack = tuple(u for u in b.units_at("0404"))
    return retreat_hexes(b, AL, HexId("0404"), stack, len(stack))


def test_12_2_3_no_enemy_zone_unless_a_friend_is_there() -> None:
    assert sorted(hexes_for("")) == ["0303", "0304", "0405"]
    assert sorted(hexes_for("AH-2 XX 6-5-8 infantry at 0302\n")) == ["0304", "0405"]
    assert sorted(hexes_for("AH-2 XX 6-5-8 infantry at 0302\nIT-8 XX 3-4-8 infantry at 0303\n")) == [
        "0303", "0304", "0405",
    ]  # fmt: skip


@pytest.mark.parametrize(("turn", "place"), [(4, "0405"), (7, "0304")])
def test_7_11_2_in_winter_an_hq_keeps_its_stack_on_this_side_of_a_river(turn: int, place: str) -> None:
    """7.11/2, 12.2, rulings R10, R11, R121: 0304 lies across it, and the stack goes as one."""
    chart = field(features="side river: 0404/0304 0404/0303")
    b = board(chart, AH + IT + "IT-hq2 XXXX 6/2 hq at 0404\n", turn, notes={"morale.IT": "2"})
    fight(b, "attack 0404 with AH-1", dice=(3, 4), result="0/1", standing=TRY)
    assert (at(b, "IT-7")[0], at(b, "IT-hq2")[0]) == (place, place)


def test_12_2_3_nowhere_to_go_means_no_try() -> None:
    ring = "AH-2 XX 6-5-8 infantry at 0305\nAH-3 XX 6-5-8 infantry at 0302\n"
    assert hexes_for(ring) == ()
    b = hit(IT + ring, "0/1")
    assert at(b, "IT-7") == ("0404", 1)
    assert facts(b, "morale-check") == []


def test_12_2_4_no_retreat_into_an_overstack() -> None:
    full = "".join(f"IT-{n} XX 3-4-8 infantry at {h}\n" for n, h in ((11, "0304"), (12, "0304"), (13, "0303")))
    assert sorted(hexes_for(full, {"0304": "^", "0303": "^"})) == ["0303", "0405"]


def test_12_2_4_losses_make_room() -> None:
    """12.2/4, 10.4: two units in the hex, one of which dies before the other goes into a mountain with one place."""
    units = "IT-7 XX 3-4-8 infantry at 0404 1\nIT-8 XX 3-4-8 infantry at 0404 1\nIT-9 XX 3-4-8 infantry at 0304\n"
    ring = "AH-2 XX 6-5-8 infantry at 0302\nAH-4 XX 6-5-8 infantry at 0306\n"
    b = hit(units + ring, "0/2", dice=(6,), terrain={"0304": "^"}, standing={AL: "retreat: always\nlosses: IT-8"})
    assert at(b, "IT-7") == ("0304", 1)
    assert at(b, "IT-8") == ("gone", 0)


def test_12_2_terrain_lakes_and_nations_close_a_way() -> None:
    """12.2, 8.5: rulings R10, R39, R56."""
    assert sorted(hexes_for("", {"0304": "A"})) == ["0303", "0405"]
    assert sorted(hexes_for("", {}, "side lake-side: 0303/0404")) == ["0304", "0405"]
    assert sorted(hexes_for("UK-7 XX 5-6-8 infantry at 0304\n")) == ["0303", "0405"]


def test_12_2_the_whole_hex_goes_together_headquarters_too() -> None:
    """12.2: rulings R11, R121."""
    b = hit(IT + "IT-8 XX 3-4-8 infantry at 0404\nIT-hq1 XXXX 6/2 hq at 0404 1 support\n", "0/1", dice=(6,))
    assert {at(b, unit)[0] for unit in ("IT-7", "IT-8", "IT-hq1")} == {"0304"}


def test_12_2_default_is_toward_supply_with_few_enemies() -> None:
    b = hit(IT, "0/1", dice=(6,), standing={AL: "retreat: always\ndefaults"})
    assert b.place(UnitId("IT-7")) in ("0303", "0304")
    assert facts(b, "decided", key="attack on 0404 / retreat from 0404")[0]["source"] == "default"


def test_7_6_a_retreat_costs_nothing() -> None:
    b = hit(IT, "0/1", dice=(6,))
    (move,) = facts(b, "moved", how="retreat")
    assert move.get("cost") is None


# -- the questions -------------------------------------------------------------------------------------------


def test_10_4_both_questions_say_what_they_are_about() -> None:
    b = board(field(), AH + IT, notes={"morale.IT": "-1"})
    with pytest.raises(Waiting) as waiting:
        fight(b, "attack 0404 with AH-1", dice=[3], result="0/1", answers=None)
    (question,) = waiting.value.questions
    assert (question.side, question.rule, question.key) == (AL, "10.4", "attack on 0404 / retreat")
    assert [option.value for option in question.options] == ["stay", "retreat"]
    assert question.default == ("stay",)
    assert question.hint == "retreat: never"
    assert "at -1" in question.options[1].meaning


@pytest.mark.parametrize(
    ("line", "is_tried"),
    [
        ("retreat: always if loss >= 2", False),
        ("retreat: always if loss >= 1 and morale >= -1", True),
        ("retreat: always if morale >= 0", False),
        ("retreat: always if losing a unit", False),
        ("retreat: always unless losing a unit", True),
        ("retreat 0404: always", True),
        ("retreat 0405: always", False),
        ("retreat: always if attackers >= 2", False),
        ("retreat: always if steps <= 2", True),
    ],
)
def test_10_4_standing_orders_with_conditions(line: str, is_tried: bool) -> None:
    standing = {AL: f"{line}\nretreat: never\nretreat-to: toward 0104"}
    b = hit(IT, "0/1", dice=(6,) if is_tried else (), standing=standing)
    assert (b.place(UnitId("IT-7")) != "0404") is is_tried
    assert dropped(b) == []


# -- 19.5 ----------------------------------------------------------------------------------------------------


def test_19_5_4_overstacked_units_panic_without_a_die_for_morale() -> None:
    crowd, on = {"0404": ("crowd=AL",)}, {"free-set-up": "on"}
    many = IT + "IT-8 XX 3-4-8 infantry at 0404\nIT-9 XX 3-4-8 infantry at 0404\n"
    standing = {AL: TRY[AL] + "\nlosses: IT-7"}
    b = hit(many, "0/1", dice=(6,), options=on, hexes=crowd, terrain={"0404": "^"}, standing=standing)
    (check,) = facts(b, "morale-check")
    assert (check.rule, check["result"], check["die"]) == ("19.5/4", "panic", 0)
    assert at(b, "IT-7") == ("0304", 1)


def test_19_5_4_a_hex_that_is_down_to_its_limit_is_no_longer_overstacked() -> None:
    """19.5/4, 19.5/3, ruling R113: at once, not only when the Sub-phase is over."""
    crowd, on = {"0404": ("crowd=AL",)}, {"free-set-up": "on"}
    b = hit(IT, "0/1", dice=(6,), options=on, hexes=crowd)
    (check,) = facts(b, "morale-check")
    assert (check.rule, check["die"]) == ("MT", 6)
