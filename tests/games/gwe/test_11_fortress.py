"""11.0 Fortresses: strength, losses, and 11.22: whom they feed."""

from __future__ import annotations

import pytest

from pbem.errors import Waiting
from pbem.games.gwe import attrition, supply
from pbem.games.gwe.attack import Spent
from pbem.games.gwe.by_mail.counsel import counsel
from pbem.games.gwe.by_mail.orders import Attack
from pbem.games.gwe.combat import fight
from pbem.games.gwe.counters import AL, CP
from pbem.games.gwe.fortress import fortress_at, fortresses, standing_fortress
from pbem.games.gwe.stacking import has_room, points
from pbem.games.gwe.strengths import attack_of_unit, defence_strength
from pbem.games.gwe.victory import destroyed_fortresses
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.preferences import Preference
from tests.games.gwe.boards import board, facts, table

# No source of supply anywhere: whoever is supplied here is fed by the fortress.
FORT = """
    terrain:
      01 % % % %
    hex fortress owner=AL strength=6/3 name=Mestre: 0102
"""
GARRISON = "IT-1 XX 2-3-6 infantry at 0102 1\nIT-29 XX 2-2-6 infantry at 0102\n"


def unit(name: str) -> UnitId:
    return UnitId(name)


def test_11_22_one_unit_is_fed_by_default_the_one_with_most_steps() -> None:
    b = board(FORT, GARRISON + "IT-17 XX 2-3-6 infantry at 0101")
    assert [u for u in b.on_map(AL) if supply.is_supplied(b, u)] == ["IT-29"]  # ruling E12


def test_11_22_exactly_one_of_two_isolated_units_rolls() -> None:
    b = board(FORT, GARRISON)
    attrition.attrition(b, table(b, {"attrition of IT-1": 4}, "default"), AL)
    assert [f["name"] for f in facts(b, "rolled")] == ["attrition of IT-1"]


def test_11_22_owner_names_the_unit() -> None:
    b = board(FORT, GARRISON)
    attrition.attrition(b, table(b, {"attrition of IT-29": 2}, {"feed at 0102": ("IT-1",)}), AL)
    assert b.steps(unit("IT-29")) == 1
    assert supply.is_supplied(b, unit("IT-1"))
    assert not supply.is_supplied(b, unit("IT-29"))


def test_11_22_unanswered_question_waits_and_offers_the_standing_order() -> None:
    b = board(FORT, GARRISON)
    with pytest.raises(Waiting) as waiting:
        attrition.attrition(b, table(b), AL)
    (question,) = waiting.value.questions
    assert (question.key, question.side, question.rule) == ("feed at 0102", AL, "11.22")
    assert [option.value for option in question.options] == ["IT-1", "IT-29"]
    assert question.default == ("IT-29",)
    assert question.hint == "feed 0102: IT-29"
    assert counsel(b, question, (), (Preference("feed", ("IT-1",), where="0102"),)) == (("IT-1",), "standing")


def test_11_22_single_isolated_unit_needs_no_question() -> None:
    b = board(FORT, "IT-VIII XXX 7-8-6 infantry at 0102")
    attrition.attrition(b, table(b), AL)
    assert b.steps(unit("IT-VIII")) == 4


def test_11_22_enemy_or_destroyed_fortress_feeds_nobody() -> None:
    b = board(FORT, "IT-1 XX 2-3-6 infantry at 0102", hexes={"0102": ("fort=0",)})
    assert destroyed_fortresses(b, AL) == ("0102",)
    assert standing_fortress(b, HexId("0102"), AL) is None
    assert not supply.is_supplied(b, unit("IT-1"))
    b = board(FORT, "AH-4 XX 2-3-6 infantry at 0102", hexes={"0102": ("fort=0",)})
    assert not supply.is_supplied(b, unit("AH-4"))


def test_11_22_units_with_a_line_do_not_use_up_the_feeding() -> None:
    # The enemy's zone cuts TCR 2 off but not TCR 1: only IT-1 needs the fortress.
    sheet = """
        terrain:
          01 . . .
          02 . . .
        hex fortress owner=AL strength=6/3: 0101
        hex al-source: 0103
    """
    units = "IT-52 XX 2-3-8 alpine at 0101\nIT-1 XX 2-3-6 infantry at 0101 1\nGE-5 XX 6-7-8 infantry at 0202"
    b = board(sheet, units)
    assert supply.isolated_units(b, HexId("0101"), AL) == ("IT-1",)
    assert supply.is_supplied(b, unit("IT-1"))


def test_11_22_fed_unit_that_attacks_is_halved_and_rolls() -> None:
    b = board(FORT, "IT-VIII XXX 8-8-6 infantry at 0102\nAH-b1 X 1-1-8 alpine at 0103")
    assert supply.is_supplied(b, unit("IT-VIII"))
    assert not supply.is_supplied_to_attack(b, unit("IT-VIII"))  # ruling E11
    assert attack_of_unit(b, unit("IT-VIII"), (HexId("0103"),)).value == 4
    dice = table(b, {"attack on 0103 / attrition of IT-VIII": 3, "attack on 0103 / crt": 6}, "default")
    fight(b, dice, AL, Attack((HexId("0103"),), (unit("IT-VIII"),)), Spent())
    assert facts(b, "lost", unit="IT-VIII")[0]["steps"] == 2


def test_11_22_fed_depot_is_no_source() -> None:
    b = board(FORT, "IT-dep1 XX 0-1-4 depot at 0102\nIT-1 XX 2-3-6 infantry at 0103")
    assert supply.is_supplied(b, unit("IT-dep1"))
    assert supply.sources(b, AL) == {}
    assert not supply.is_supplied(b, unit("IT-1"))


def test_11_22_no_question_where_nobody_would_roll() -> None:
    # 16.0/9.22: Central Powers units on clear ground roll no attrition, fed or not.
    clear = FORT.replace("%", ".").replace("owner=AL", "owner=CP")
    b = board(clear, "AH-4 XX 2-3-6 infantry at 0102\nAH-24 XX 2-3-6 infantry at 0102")
    attrition.attrition(b, table(b), CP)
    assert facts(b, "decided") == facts(b, "rolled") == []


# -- under attack --------------------------------------------------------------------------------------------

SIEGE = """
    terrain:
      01 . . . .
      02 . . . .
    hex fortress owner=AL strength=6/3: 0102
    hex cp-source: 0103
    hex al-source: 0101
"""
# Sixteen steps around: every result strikes the whole force inside.
BESIEGERS = "".join(
    f"AH-{n} XXX 20-6-6 infantry at {place}\n" for n, place in enumerate(("0103", "0201", "0202", "0101"))
)


def storm(units: str, result: str, answers: object = "default") -> Board:
    """The siege after an attack with this result."""
    b = board(SIEGE, units + BESIEGERS)
    attackers = tuple(unit(f"AH-{n}") for n in range(4))
    dice = table(b, {"attack on 0102 / crt": 1}, answers, forced={"crt": [result]})  # type: ignore[arg-type]
    fight(b, dice, CP, Attack((HexId("0102"),), attackers), Spent())
    return b


def steps_left(b: Board) -> int:
    fortress = fortress_at(b, HexId("0102"))
    assert fortress is not None
    return fortress.steps


def test_11_0_every_fortress_of_the_map_has_owner_two_strengths_and_four_steps(printed_map: str) -> None:
    b = board(printed_map, "")
    for side in (CP, AL):
        assert fortresses(b.map, side)
        for hex_id in fortresses(b.map, side):
            fortress = fortress_at(b, hex_id)
            assert fortress is not None
            assert (fortress.owner, fortress.steps) == (side, 4)
            b.mark_hex(hex_id, "fort=2", "test")
            weakened = fortress_at(b, hex_id)
            assert weakened is not None
            assert 0 < weakened.strength < fortress.strength


def test_11_11_strength_is_added_to_the_garrison_and_never_multiplied() -> None:
    b = board(SIEGE, "IT-1 XX 2-3-6 infantry at 0102")
    assert defence_strength(b, AL, (HexId("0102"),), ()).total == 9
    mountain = board(SIEGE.replace("01 . .", "01 . ^"), "IT-1 XX 2-3-6 infantry at 0102")
    assert defence_strength(mountain, AL, (HexId("0102"),), ()).total == 12


def test_11_12_empty_fortress_pays_in_steps_and_never_retreats() -> None:
    b = storm("", "-/1")
    assert steps_left(b) == 3  # half of four steps, each fortress step paying for two
    assert facts(b, "decided") == []


def test_11_13_two_divisions_and_a_fortress_lose_four_of_eight() -> None:
    inside = "IT-1 XX 2-3-6 infantry at 0102\nIT-29 XX 2-2-6 infantry at 0102\n"
    b = storm(inside, "-/1")
    paid = 2 * (4 - steps_left(b)) + sum(2 - b.steps(unit(name)) for name in ("IT-1", "IT-29"))
    assert paid == 4


def test_11_13_result_three_costs_an_empty_fortress_three_steps() -> None:
    assert steps_left(storm("", "-/3")) == 1


@pytest.mark.parametrize(("left", "strength"), [(4, 6), (3, 6), (2, 3), (1, 3), (0, 0)])
def test_11_14_weakened_after_two_steps_destroyed_after_four(left: int, strength: int) -> None:
    b = board(SIEGE, "", hexes={"0102": (f"fort={left}",)})
    fortress = fortress_at(b, HexId("0102"))
    assert fortress is not None
    assert (fortress.strength, fortress.stands) == (strength, left > 0)
    assert defence_strength(b, AL, (HexId("0102"),), ()).total == strength


def test_11_21_fortress_takes_no_room() -> None:
    b = board(
        SIEGE,
        """
        IT-XI XXX 4-5-6 infantry at 0102
        IT-1 XX 2-3-6 infantry at 0102
        IT-b4B X 1-2-8 infantry at 0102
        """,
    )
    assert points(b, b.units_at("0102")) == 12
    assert has_room(b, HexId("0102"), AL, 0)
    assert not has_room(b, HexId("0102"), AL, 1)
