"""The mail meter: every question that orders leave open, with its exact chance."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pbem.games.durchbruch.by_mail.coverage import coverage
from pbem.games.durchbruch.counters import AG, IT
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Orders
from tests.games.durchbruch.field import field, read_all

RIVER = "side isonzo: 2424/2425\nside bridge name=X: 2424/2425\nline road: 2423-2424-2425-2426\nhex no-mans-land: 2423"


def meter(b: Board, text: str, side: Side, standing: str = "", theirs: str = "") -> Mapping[tuple[Side, str], Fraction]:
    """By side and topic how likely the question is."""
    enemy = b.enemy_of(side)
    given = {
        side: Orders(side, read_all(b, text, side, b.step), read_all(b, standing, side, "standing")),
        enemy: Orders(enemy, (), read_all(b, theirs, enemy, "standing")),
    }
    return {(point.side, point.topic): point.chance.share for point in coverage(b, given)}


def test_11_2_1_7_a_barrage_asks_who_pays_for_x() -> None:
    """11.2.1-6, 11.2.1-7: two full units: as likely as an X; with one full unit nobody is asked."""
    fire, guns = "fire GE-artIIIa, GE-art12, GE-artAK at 2425", ("GE-artIIIa 2421", "GE-art12 2422", "GE-artAK 2322")
    b = field(*guns, "IT-87 2425", "IT-ard1 2425")
    points = sum(b.unit(UnitId(gun.split()[0])).figure("points") for gun in guns)
    chart = b.scenario.chart("barrage")
    assert chart.totals
    likely = chart.chances(chart.totals.column(points), 0)["X"]
    assert meter(b, fire, AG) == {(IT, "losses"): likely}
    assert meter(b, fire, AG, theirs="losses: weakest first") == {}
    assert meter(field(*guns, "IT-87 2425", "IT-ard1 2425 1"), fire, AG) == {}


def test_2_5_3_2_gas_asks_whose_steps_and_which_way() -> None:
    """2.5.3.2-b: five to nine is 24 of 36."""
    b = field("GE-gas1 2424", "IT-87 2425", "IT-eng1 2425", "IT-hq50 2227", turn=1, step="bombardment")
    asked = meter(b, "gas GE-gas1 at 2425", AG)
    assert asked[IT, "losses"] == asked[IT, "retreat-to"] == Fraction(24, 36)
    b = field("GE-gas1 2424", "IT-87 2425", "IT-hq50 2429", turn=1, step="bombardment")
    assert meter(b, "gas GE-gas1 at 2425", AG) == {}


def test_9_2_b_a_move_asks_whether_the_bridge_goes_up() -> None:
    """9.2-b, 1.4-a2: as likely as the check before it holds: 26 of 36 for morale B."""
    b = field("GE-R23 2423", "IT-eng1 2427", features=RIVER)
    assert meter(b, "move GE-R23 2424 -> 2425", AG) == {(IT, "blow"): 1}
    b = field("GE-R23 2422", "GE-R62 2422", "IT-eng1 2427", features=RIVER)
    assert meter(b, "move GE-R23, GE-R62 2423 -> 2424", AG) == {(IT, "blow"): Fraction(26, 36)}
    assert meter(b, "move GE-R23, GE-R62 2423 -> 2424", AG, theirs="blow: yes") == {}
    far = field("GE-R23 2423", "IT-eng1 2429", features=RIVER)
    assert meter(far, "move GE-R23 2424 -> 2425", AG) == {}


def test_14_1_5_a_crowded_hex_asks_its_owner() -> None:
    """14.1.5: unless an order takes one of them away."""
    b = field("IT-87 2425", "IT-88 2425", step="corps-IV")
    assert meter(b, "", IT) == {(IT, "room"): 1}
    assert meter(b, "move IT-87 2426", IT) == {}


def test_13_6_1_an_attack_asks_both_sides() -> None:
    """13.2.1-7, 13.6.1, 13.6.2-a: whose MG value, the first loss that the enemy names, further losses, hits."""
    b = field("GE-engIII 2424", "GE-Rommel 2424", "IT-87 2425", "IT-88 2425", "IT-hq50 2429")
    asked = meter(b, "attack 2425 with GE-engIII, GE-Rommel", AG)
    assert {topic for side, topic in asked if side == IT} >= {"mg", "hits", "losses", "pick"}
    assert {topic for side, topic in asked if side == AG} == {"losses", "advance"}
    assert asked[IT, "mg"] == 1
    assert asked[IT, "pick"] > asked[AG, "losses"]
    assert not meter(b, "attack 2425 with GE-engIII, GE-Rommel", AG, "defaults", "defaults")


def test_13_an_attack_after_a_move_is_in_the_meter() -> None:
    """13.2.1-1: from the hex to which the move goes."""
    b = field("GE-R23 2423", "IT-87 2425", "IT-hq50 2429")
    assert (IT, "hits") in meter(b, "move GE-R23 2424\nattack 2425 with GE-R23", AG)


def test_13_2_1_7_the_chances_count_the_machine_guns_that_must_be_used() -> None:
    """13.2.1-7, 13.6.2-a, ruling R140: 5 to 4 is 1:1; both MG values of 1 cancel out, so hits come on 7 to 12."""
    b = field("GE-R23 2424", "IT-87 2425", "IT-hq50 2429", step="corps-III")
    hit = sum(6 - abs(7 - roll) for roll in range(2, 13) if b.scenario.chart("assault").result(roll, 2)[-1] != "0")
    assert meter(b, "attack 2425 with GE-R23", AG)[IT, "hits"] == Fraction(hit, 36)


def limits(b: Board, text: str) -> dict[str, bool]:
    """By attack whether the chance of hits is only a limit."""
    given = {AG: Orders(AG, read_all(b, text, AG, b.step), ()), IT: Orders(IT, (), ())}
    return {point.about: point.is_most for point in coverage(b, given) if point.topic == "hits"}


def test_13_2_1_12_what_comes_after_dice_is_a_limit() -> None:
    """12-c, 1.4-b1, 13.2.1-12: after a move that cannot fail a chance is exact; after a check or a combat it is not."""
    b = field("GE-R23 2423", "GE-R62 2523", "IT-87 2425", "IT-88 2524", step="corps-III")
    assert limits(b, "move GE-R23 2424\nattack 2425 with GE-R23") == {"attack on 2425": False}
    two = limits(b, "attack 2524 with GE-R62\nmove GE-R23 2424\nattack 2425 with GE-R23")
    assert two == {"attack on 2524": False, "attack on 2425": True}
    b = field("GE-R23 2423", "IT-87 2425", step="corps-III", features="hex no-mans-land: 2424")
    assert limits(b, "move GE-R23 2424\nattack 2425 with GE-R23") == {"attack on 2425": True}
