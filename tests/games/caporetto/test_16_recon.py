"""16.8 Air recon."""

from __future__ import annotations

import pytest

from pbem.errors import Waiting
from pbem.games.caporetto.counters import AL
from pbem.kernel.pieces import UnitId
from tests.games.caporetto.boards import asked, board, field, fight, the_combat
from tests.games.tables import dropped, facts

UNITS = """
    AH-1 XX 6-5-8 infantry at 0503
    AH-hq10 XXXX 6/2 hq at 0703 1 support
    IT-7 XX 3-4-8 infantry at 0404
    AH-air1 - - air support 1
    GE-air1 - - air support 1
    AH-art1 - - artillery support 1
    IT-air1 - - air support 1
    IT-air2 - - air support 1
    IT-art1 - - artillery support 1
"""
ATTACK = "\nattack 0404 with AH-1 support AH-art1"
QUIET = {AL: "support: none\ncontest: none"}


def test_16_8_1_uncontested_it_succeeds_and_helps_the_guns() -> None:
    """16.8.1, 16.8.1/2, 16.3/3: rulings R75, R76: +1 on the employment die, nothing on the combat die."""
    b = board(field(), UNITS)
    fight(b, "recon AH-air1 over 0404" + ATTACK, dice=[2, 3], result="0/0", standing=QUIET)
    (flight,) = facts(b, "recon")
    assert (flight["success"], flight["units"], flight["against"]) == (True, ["AH-air1"], [])
    (gun,) = facts(b, "employment")
    assert (gun["die"], gun["modified"], gun["success"]) == (2, 3, True)
    assert the_combat(b)["modifiers"]["total"] == 0
    assert b.is_marked(UnitId("AH-air1"), "spent")


@pytest.mark.parametrize(
    ("order", "dice", "against", "success"),
    [
        ("recon AH-air1 over 0404", (4, 3), "IT-air1", True),
        ("recon GE-air1 over 0404", (3, 5), "IT-air1", False),
        ("recon GE-air1 over 0404", (3, 4), "IT-air1", False),
        ("recon AH-air1 over 0404", (4, 4), "IT-air1", False),
        ("recon GE-air1 over 0404", (3, 3), "IT-air1", True),
        ("recon AH-air1, GE-air1 over 0404", (1, 5, 5, 2), "IT-air1, IT-air2", True),
    ],
    ids=["4 to 3", "3+1 to 5", "3+1 to 4", "a tie", "3+1 to 3", "the best of several"],
)
def test_16_8_1_contested(order: str, dice: tuple[int, ...], against: str, success: bool) -> None:
    """16.8.1, 16.8.1/2: ruling R76: the higher modified die; a tie is no success; all are spent."""
    b = board(field(), UNITS)
    made = fight(b, order, dice=dice, standing={AL: f"contest: {against}"})
    assert facts(b, "recon")[0]["success"] is success
    assert all("/ air fight of " in name for name in asked(made))
    flown = [unit for unit in b.units() if b.is_marked(unit, "spent")]
    assert set(flown) == set(facts(b, "recon")[0]["units"]) | set(against.split(", "))


def test_16_8_an_air_unit_flies_or_supports() -> None:
    b = board(field(), UNITS)
    fight(b, "recon AH-air1 over 0404\nattack 0404 with AH-1 support AH-air1", standing=QUIET)
    assert [rule for rule, _ in dropped(b)] == ["16.8"]
    assert facts(b, "combat") == []


def test_16_8_1_who_may_fly_and_where() -> None:
    b = board(field(), UNITS.replace("GE-air1 - - air support 1", "GE-air1 - - air support 1 spent"))
    fight(b, "recon GE-air1 over 0404\nrecon AH-air1 over 0303\nrecon AH-air1, AH-air1 over 0404", standing=QUIET)
    assert [rule for rule, _ in dropped(b)] == ["16.1/2", "16.8.1", "16.8"]


def test_16_8_1_is_flown_before_the_attacks_wherever_it_is_written() -> None:
    """16.8.1: ruling R76."""
    b = board(field(), UNITS)
    text = "attack 0404 with AH-1 support AH-art1\nrecon AH-air1 over 0404"
    fight(b, text, dice=[2, 3], result="0/0", standing=QUIET)
    assert facts(b, "employment")[0]["success"]


def test_16_8_1_only_over_that_hex_and_only_in_that_sub_phase() -> None:
    b = board(field(), UNITS + "IT-8 XX 3-4-8 infantry at 0403\n")
    fight(b, "recon AH-air1 over 0403" + ATTACK, dice=[2, 3], result="0/0", standing=QUIET)
    assert not facts(b, "employment")[0]["success"]
    b = board(field(), UNITS)
    fight(b, "recon AH-air1 over 0404", standing=QUIET)
    fight(b, ATTACK, number=2, dice=[2, 3], result="0/0", standing=QUIET)
    assert not facts(b, "employment")[0]["success"]


def test_17_2_2_a_pause_forbids_no_recon() -> None:
    b = board(field(), UNITS, notes={"paused.CP": "4"})
    fight(b, "recon AH-air1 over 0404", standing=QUIET)
    assert facts(b, "recon")[0]["success"]


def test_16_8_1_conditions_on_attacks_may_look_at_it() -> None:
    b = board(field(), UNITS)
    text = "recon AH-air1 over 0404\nattack 0404 with AH-1 if recon 0404 failed"
    fight(b, text, standing=QUIET)
    assert facts(b, "skipped")[0]["why"] == "condition not met: recon 0404 failed"


def test_16_8_1_the_enemy_is_asked() -> None:
    b = board(field(), UNITS)
    with pytest.raises(Waiting) as waiting:
        fight(b, "recon AH-air1 over 0404", answers=None)
    (question,) = waiting.value.questions
    assert (question.side, question.default, question.hint) == (AL, (), "contest: none")
    assert [option.value for option in question.options] == ["IT-air1", "IT-air2"]


@pytest.mark.parametrize(
    ("line", "chosen"),
    [
        ("contest: match", ["IT-air1"]),
        ("contest: all", ["IT-air1", "IT-air2"]),
        ("contest 0404: IT-air2", ["IT-air2"]),
        ("contest 0403: IT-air2\ncontest: none", []),
        ("contest: up to 1 of IT-air2, IT-air1", ["IT-air2"]),
    ],
)
def test_16_8_1_standing_orders(line: str, chosen: list[str]) -> None:
    b = board(field(), UNITS)
    fight(b, "recon AH-air1 over 0404", dice=[3] * 3, standing={AL: line})
    assert facts(b, "recon")[0]["against"] == chosen
