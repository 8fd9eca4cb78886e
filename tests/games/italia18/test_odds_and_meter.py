"""The odds of an attack with every modifier, exact chances, and the mail meter."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.errors import Illegal
from pbem.games.italia18.by_mail.coverage import coverage
from pbem.games.italia18.by_mail.odds import odds
from pbem.games.italia18.counters import CP, EN
from pbem.kernel.board import Board
from pbem.kernel.text.orders import Orders
from pbem.kernel.views.meter import Point
from pbem.kernel.views.odds import OddsView
from tests.games.italia18.battles import field
from tests.games.italia18.mailing import lines, read

MEN = "GE-1 XX 9-9-4/4 infantry at 0604\nGE-2 III 4-4-5/4 infantry at 0604\nIT-1 XX 6-9-4/4 infantry at 0504\n"
GUNS = (
    "GE-a - 3-5-2 army-artillery at 0704\nIT-c - 2-3-3 corps-artillery at 0304\nIT-d - 2-3-3 corps-artillery at 0304\n"
)


def view_of(text: str, attack: str, features: str = "", **about: object) -> OddsView:
    b = field(text, features, **about)
    return odds(b, read(b, attack))


def shares(view: OddsView) -> dict[str, Fraction]:
    return {one.result: one.chance.share for one in view.outcomes}


def test_12_2_5a_without_guns_the_table_alone_decides() -> None:
    found = view_of(MEN, "attack 0504 with GE-1")
    assert (found.sum("attack").total, found.sum("defence").total, found.ratio, found.odds) == (9, 9, "1:1", "1:1")
    assert shares(found)["4/2"] == Fraction(6, 36)
    assert sum(shares(found).values()) == 1


def test_15_2_2d_a_bombardment_is_counted_in() -> None:
    """Three points: on a 3 or more the division loses a step, and 10 to 9 becomes 10 to 5."""
    found = view_of(MEN.replace("9-9-4/4", "10-9-4/4", 1) + GUNS, "attack 0504 with GE-1 guns GE-a")
    (bombarded,) = found.premises
    assert "3 points" in bombarded.title
    assert sum(shares(found).values()) == 1
    assert shares(found)["3/4"] == Fraction(4, 6) * Fraction(9, 36)  # on 2:1 with 8 or 9
    assert shares(found)["4/2"] == Fraction(2, 6) * Fraction(6, 36)  # on 1:1 with 7


def test_12_2_2c_what_the_defenders_guns_could_do_stands_beside_it() -> None:
    found = view_of(MEN + GUNS, "attack 0504 with GE-1 guns GE-a")
    all_fire, at_guns = found.aside("defender"), found.aside("counter-battery")
    assert all_fire is not None
    assert at_guns is not None
    assert all_fire.figures == {"points": 4, "against": 3}
    assert at_guns.figures == {"points": 0, "against": 0}


@pytest.mark.parametrize(
    ("features", "label", "where"),
    [
        ("hex trench owner=EN: 0504", "trenches", "defender die"), ("hex city: 0504", "city", "defence"),
        ("side major-river: 0604/0504", "across a major river", "attack"), ("hex town: 0504", "town", "shifts"),
    ],
)  # fmt: skip
def test_12_2_4i_every_modifier_is_named(features: str, label: str, where: str) -> None:
    found = view_of(MEN, "attack 0504 with GE-1 force", features)
    assert any(label in term.label for term in found.sum(where).terms)


def test_10_0d_fog_and_doctrine_are_shown_with_the_hit_points() -> None:
    found = view_of(MEN, "attack 0504 with GE-1", notes={"fog": "1", "sequence": "1"})
    assert [(term.label, term.value) for term in found.sum("hits").terms] == [("morning fog", -1)]


def test_12_2_6b_chances_of_coordination() -> None:
    found = view_of(MEN, "attack 0504 with GE-1").aside("attacker coordination")
    assert found is not None
    assert {one.result: str(one.chance) for one in found.outcomes} == {
        "none": "2/6",
        "partial": "3/6",
        "perfect": "1/6",
    }


def test_12_2_4a_odds_are_of_attacks_alone() -> None:
    b = field(MEN)
    with pytest.raises(Illegal, match="odds are computed for an attack"):
        odds(b, read(b, "drop GE-1", section="exploit-1"))


# -- the mail meter ------------------------------------------------------------------------------------------


def meter(b: Board, attack: str, ours: str = "", theirs: str | None = None) -> dict[tuple[str, str], Point]:
    given = {CP: Orders(CP, lines(b, attack, CP, "combat-1"), lines(b, ours, CP, "standing"))}
    if theirs is not None:
        given[EN] = Orders(EN, (), lines(b, theirs, EN, "standing"))
    return {(point.side, point.topic): point for point in coverage(b, given)}


def test_every_question_that_may_come_is_on_the_meter() -> None:
    strong = MEN.replace("9-9-4/4", "40-9-4/4", 1) + GUNS + "IT-2 III 4-4-5/3 infantry at 0504\n"
    found = meter(field(strong), "attack 0504 with GE-1, GE-2 guns GE-a")
    theirs = {topic for side, topic in found if side == EN}
    assert theirs == {"guns", "cb", "lead", "bombarded", "retreat", "losses"}
    assert {topic for side, topic in found if side == CP} == {"bombarded", "advance", "exploit"}
    assert str(found[EN, "guns"].chance) == "1/1"
    assert str(found[EN, "retreat"].chance) == "24/36"  # a bare die of 3 or more


def test_what_lines_decide_is_not_on_the_meter() -> None:
    attack = "attack 0504 with GE-1, GE-2 on any: bombarded GE-2; losses GE-2; advance all; exploit GE-1"
    quiet = "guns: none\nretreat: never\nsend: none\nlosses: weakest first\nmisdirect: none"
    assert meter(field(MEN + GUNS), attack, "misdirect: none", quiet) == {}


def test_the_chance_of_misunderstood_orders_is_exact() -> None:
    """12.2.6i2: an attacker of morale 3 takes one off: a bare 1 in 6, then a 2 in 6."""
    b = field(MEN.replace("9-9-4/4", "9-9-4/3"))
    assert meter(b, "attack 0504 with GE-1, GE-2")[EN, "confuse"].chance.share == Fraction(1, 36)


def test_13_0c_the_chance_of_an_r3() -> None:
    b = field("GE-1 XX 6-4-5/4 infantry at 0604 3 disengage\nIT-1 XX 6-9-4/4 infantry at 0504\n")
    found = meter(b, "leave 0604")
    assert found[EN, "r3"].chance.share == Fraction(2, 6)
    assert (CP, "distance") in found
    assert (CP, "distance") not in meter(b, "leave 0604 max")
