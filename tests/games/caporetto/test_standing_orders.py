"""Orders and standing orders of combat: what is read, what is written back, and what they answer."""

from __future__ import annotations

import pytest

from pbem.errors import Ambiguous, Refusal, Unreadable, Waiting
from pbem.games.caporetto.by_mail.counsel import counsel
from pbem.games.caporetto.by_mail.grammar_standing import SYNONYMS, TOPICS
from pbem.games.caporetto.counters import AL, CP
from pbem.kernel.questions import Option, Question
from pbem.kernel.text.preferences import Preference
from tests.games.caporetto.boards import at, board, field, fight, read
from tests.games.tables import facts

UNITS = """
    GE-12 XX 6-8-8 infantry assault at 0503
    AH-1 XX 6-5-8 infantry at 0504
    AH-hq10 XXXX 6/2 hq at 0704 1 support
    IT-7 XX 3-4-8 infantry at 0404
    IT-8 XX 2-3-8 infantry at 0404
    IT-hq1 XXXX 6/2 hq at 0204 1 support
    GE-art1 - - artillery support 1
    AH-art1 - - artillery support 1
    AH-air1 - - air support 1
    IT-art1 - - artillery support 1
    IT-art2 - - artillery support 1
    IT-art3 - - artillery support 1
    IT-air1 - - air support 1
"""


@pytest.mark.parametrize(
    ("side", "section", "text"),
    [
        ("CP", "first-combat", "attack 0404 with GE-12, AH-1"),
        ("CP", "first-combat", "attack 0404 with GE-12 support GE-art1, AH-air1 if turn >= 4 and 0405 empty"),
        (
            "CP",
            "second-combat",
            "attack 0404 with GE-12, AH-1 support up to 2 of GE-art1, AH-art1 "
            "on */E: losses GE-12; advance GE-12, AH-1; second GE-12 0304, stay on 2/*: advance none",
        ),
        ("CP", "first-combat", "recon AH-air1 over 0404 if turn >= 2"),
        ("CP", "second-combat", "mine 0404 advance AH-1"),
        ("CP", "infiltration", "infiltrate GE-12 0403 -> 0303 if 0303 empty"),
        ("CP", "movement", "top GE-12, AH-1"),
        ("AL", "standing", "support 0404: up to 2, IT-art1, IT-art2 if support >= 2"),
        ("AL", "standing", "support: match, keep 2"),
        ("AL", "standing", "retreat 0404: always if loss >= 2 and morale IT >= -1"),
        ("AL", "standing", "retreat: never if losing no unit"),
        ("AL", "standing", "retreat-to 0404: 0304, toward 0104"),
        ("AL", "standing", "losses: IT-8, IT-7"),
        ("AL", "standing", "contest: up to 1, IT-air1"),
        ("CP", "standing", "second: toward 0104, stay"),
        ("AL", "standing", "overstack 0304: weakest first"),
        ("AL", "standing", "influenza: IT-8 twice, IT-7"),
        ("AL", "standing", "pause-rp: IT"),
        ("CP", "standing", "mandatory: 0404, 0405"),
        ("CP", "standing", "defaults"),
    ],
)
def test_an_order_is_written_back_as_it_was_read(side: str, section: str, text: str) -> None:
    b = board(field(), UNITS)
    owner = CP if side == "CP" else AL
    order = read(b, text, owner, section)
    assert str(order) == text
    assert read(b, str(order), owner, section) == order


@pytest.mark.parametrize(
    ("side", "section", "written", "canonical"),
    [
        ("CP", "first-combat", "attack 0404 with 12 and AH 1 supported by art1 of", ""),
        ("CP", "first-combat", "ATTACK 0404 with ge-12 & ah-1 support 1 of AH-art1, GE-art1",
         "attack 0404 with GE-12, AH-1 support up to 1 of AH-art1, GE-art1"),
        ("CP", "first-combat", "attack 0404 with 12 on any: advance all, second 12 to 0304",
         "attack 0404 with GE-12 on */*: advance all; second GE-12 0304"),
        ("AL", "standing", "support: 2 of IT-art1, IT-art2 then IT-air1",
         "support: up to 2, IT-art1, IT-art2, IT-air1"),
        ("AL", "standing", "support everywhere: always", "support: all"),
        ("AL", "standing", "retreat.to at 0404: 0304", "retreat-to 0404: 0304"),
        ("AL", "standing", "loss.priority: strongest first", "losses: strongest first"),
        ("AL", "standing", "retreat: always unless losing a unit", "retreat: always if losing no unit"),
        ("AL", "standing", "retreat: always if would_lose_unit", "retreat: always if losing a unit"),
        ("AL", "standing", "support: all if attacker_support >= 2", "support: all if support >= 2"),
    ],
)  # fmt: skip
def test_loose_words_are_understood(side: str, section: str, written: str, canonical: str) -> None:
    b = board(field(), UNITS)
    owner = CP if side == "CP" else AL
    if canonical:
        assert str(read(b, written, owner, section)) == canonical
    else:
        with pytest.raises(Refusal):
            read(b, written, owner, section)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("attack 0404 by GE-12", "not understood"),
        ("attack 0404 with GE-12 on 1-2: advance all", "not a combat result"),
        ("attack 0404 with GE-12 on 1/2: retreat", "not understood"),
        ("attack 0499 with GE-12", "no hex 0499"),
        ("attack 0404 with GE-99", "no unit is called"),
        ("infiltrate GE-12 to 0303", "is not an order for the section"),
        ("recon AH-air1 0404", "not understood"),
    ],
)
def test_what_cannot_be_read_is_pointed_at(text: str, why: str) -> None:
    b = board(field(), UNITS)
    with pytest.raises(Unreadable, match=why) as refusal:
        read(b, text)
    assert refusal.value.problem.spot


def test_a_word_that_belongs_to_no_part_of_an_attack_is_guessed_at() -> None:
    with pytest.raises(Unreadable) as refusal:
        read(board(field(), UNITS), "attack 0404 with GE-12 suport GE-art1")
    assert (refusal.value.problem.found, refusal.value.problem.advice) == ("suport", "did you mean support?")


def test_a_short_name_that_means_several_units_is_not_guessed() -> None:
    b = board(field(), UNITS + "AH-12 XX 6-5-8 infantry at 0504\n")
    with pytest.raises(Ambiguous):
        read(b, "attack 0404 with 12")


def test_every_synonym_leads_to_a_topic() -> None:
    assert set(SYNONYMS.values()) <= set(TOPICS.choices)


# -- what they answer ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "used"),
    [
        ("support: none", []),
        ("support: never", []),
        ("support: all", ["IT-art1", "IT-art2", "IT-art3", "IT-air1"]),
        ("support: match", ["IT-art1"]),
        ("support: match\ndefaults", ["IT-art1"]),
        ("support: up to 2", ["IT-art1", "IT-art2"]),
        ("support: IT-air1, IT-art3", ["IT-air1", "IT-art3"]),
        ("support: up to 1 of IT-air1, IT-art3", ["IT-air1"]),
        ("support: all, keep 2", ["IT-art1", "IT-air1"]),
        ("support: all if support >= 2\nsupport: IT-art2", ["IT-art2"]),
        ("support 0405: all\nsupport 0404: IT-art3", ["IT-art3"]),
        ("defaults", ["IT-art1"]),
    ],
)
def test_16_1_support_in_defence(lines: str, used: list[str]) -> None:
    b = board(field(), UNITS)
    fight(b, "attack 0404 with GE-12 support GE-art1", dice=[3] * 6, result="0/0", answers=None, standing={AL: lines})
    assert [fact["unit"] for fact in facts(b, "employment", side="AL")] == used


def test_16_2_without_an_hq_standing_orders_decide_on_one_unit_and_say_so() -> None:
    b = board(field(), UNITS.replace("0204 1 support", "0204"))
    orders = "attack 0404 with GE-12, AH-1 support GE-art1, AH-art1"
    fight(b, orders, dice=[3] * 6, result="0/0", answers=None, standing={AL: "support: match\ndefaults"})
    (decided,) = [fact for fact in facts(b, "decided") if fact["key"].endswith("/ support")]
    assert decided["chosen"] == ["IT-art1"]
    assert [fact["unit"] for fact in facts(b, "employment", side="AL")] == ["IT-art1"]


def test_11_7_1_3_losses_by_name_and_by_weight() -> None:
    for line, steps in (
        ("losses: IT-7", (1, 2)),
        ("losses: weakest first", (2, 1)),
        ("losses: strongest first", (1, 2)),
    ):
        b = board(field(), UNITS)
        standing = {AL: f"support: none\nretreat: never\n{line}"}
        fight(b, "attack 0404 with GE-12", dice=[3], result="0/1", answers=None, standing=standing)
        assert (at(b, "IT-7")[1], at(b, "IT-8")[1]) == steps


def test_a_full_combat_needs_no_question_when_standing_orders_cover_it() -> None:
    """11.4: every decision of an attack from orders and standing orders alone."""
    b = board(field(), UNITS, notes={"morale.IT": "-1"})
    standing = {
        CP: "losses: weakest first\nadvance: all\nsecond: stay",
        AL: """
            support: match
            contest: none
            retreat: always if loss >= 2
            retreat: never
            retreat-to: toward 0104
            losses: weakest first
        """,
    }  # fmt: skip
    text = "recon AH-air1 over 0404\nattack 0404 with GE-12, AH-1 support GE-art1, AH-art1"
    fight(b, text, dice=[3, 3, 3, 3, 3, 6], result="1/2", answers=None, standing=standing)
    sources = {fact["source"] for fact in facts(b, "decided")}
    assert sources == {"standing"}
    assert facts(b, "moved", how="retreat")
    assert at(b, "GE-12") == ("0404", 1)


def test_the_first_preference_that_fits_decides_and_orders_come_before_standing_ones() -> None:
    b = board(field(), UNITS)
    question = Question(
        AL, "x / losses", (Option("IT-7"), Option("IT-8")), "11.7.1/3", many=True,
        about={"topic": "losses", "hexes": ["0404"], "loss": 1},
    )  # fmt: skip
    first, second = Preference("losses", ("IT-8",)), Preference("losses", ("IT-7",))
    assert counsel(b, question, (), (first, second)) == (("IT-8",), "standing")
    assert counsel(b, question, (second,), (first,)) == (("IT-7",), "orders")
    assert counsel(b, question, (), ()) is None


def test_what_no_order_covers_is_asked() -> None:
    b = board(field(), UNITS)
    with pytest.raises(Waiting):
        fight(b, "attack 0404 with GE-12", dice=[3], result="0/1", answers=None, standing={AL: "support: none"})
