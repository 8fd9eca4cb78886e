"""13: declaring attacks, strengths, shifts, dice, and hits."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import Waiting
from pbem.games.durchbruch.attack import Declared, defenders_in
from pbem.games.durchbruch.by_mail.odds import odds
from pbem.games.durchbruch.counters import AG
from pbem.games.durchbruch.losses import gunner
from pbem.games.durchbruch.modifiers import die_modifiers, shifts
from pbem.games.durchbruch.ratio import chart, column_of
from pbem.games.durchbruch.strengths import attack_strength, defence_strength
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.durchbruch.field import at, field, fight, has, read_all, why
from tests.games.tables import facts


def declared(b: Board, target: str, *units: str, **more: Any) -> Declared:
    """An attack by these units, with all that the defender has in the hex."""
    force = tuple([UnitId(unit) for unit in units])
    side = b.unit(force[0]).side
    defenders = defenders_in(b, b.enemy_of(side), HexId(target))
    guns = {"gunner": gunner(b, force), "their_gunner": gunner(b, defenders), **more}
    return Declared(side, HexId(target), force, defenders, **guns)


def combat(b: Board) -> dict[str, Any]:
    """What the report says of the last combat."""
    return dict(facts(b, "combat")[-1].about)


# -- who may attack what -------------------------------------------------------------------------------------


def test_13_an_attack_is_on_a_neighbouring_enemy() -> None:
    """13, 13.0.1, 3.2-a: two hexes are too far, an empty hex is no target, and nobody must attack at all."""
    b = field("GE-R23 2424", "IT-87 2426", "IT-88 2425")
    fight(b, "attack 2426 with GE-R23")
    fight(field("GE-R23 2424"), "attack 2425 with GE-R23")
    assert why(b) == ["13"]
    assert not facts(b, "combat")


def test_13_0_3_each_unit_and_each_hex_once() -> None:
    """13.0.1, 13.0.3, 13.1.3: a second attack by a unit, and a second one on a hex, are refused."""
    b = field("GE-R23 2424", "GE-R62 2524", "IT-87 2425", "IT-88 2423")
    text = "attack 2425 with GE-R23\nattack 2423 with GE-R23\nattack 2425 with GE-R62"
    fight(b, text, dice={"attack on 2425 / crt": (6, 6), "attack on 2425 / long retreat 1": (1, 1)})
    assert why(b) == ["13.0.3", "13.0.3"]


def test_13_2_all_hexes_are_marked_first() -> None:
    """13.2, 2.3-f: what was not among the first part of the attacks cannot be attacked later."""
    b = field("GE-R23 2424", "GE-R62 2524", "IT-87 2425", "IT-88 2523")
    from tests.games.durchbruch.field import _operation

    here = _operation(b, "attack 2425 with GE-R23", preliminary=False)
    fight(b, "attack 2425 with GE-R23", dice=[1, 1], here=here)
    fight(b, "attack 2523 with GE-R62", here=here)
    assert why(b) == ["13.2"]


def test_2_b_one_corps_in_an_attack() -> None:
    """2-b, 6.4.3, 13.0.2: three hexes of one corps together, two corps never, not in the Preliminary Phase either."""
    b = field("GE-R23 2424", "GE-R62 2524", "GE-R63 2325", "IT-87 2425")
    fight(b, "attack 2425 with GE-R23, GE-R62, GE-R63", dice=[3, 4, *[1] * 8])
    assert combat(b)["attack"]["total"] == 15
    b = field("GE-R23 2424", "GE-J3 2524", "IT-87 2425")
    fight(b, "attack 2425 with GE-R23, GE-J3", preliminary=True)
    assert why(b) == ["2-b"]


@pytest.mark.parametrize(
    ("unit", "rule"),
    [
        ("GE-art12 2424", "2.3-b"), ("GE-hq12 2424", "2.4.1-b"), ("GE-R23 2424 pinned", "1.4-pin"),
        ("GE-R23 2424 ooc2", "10.1.2-2"), ("GE-R23 2424 stopped", "1.4-b1"), ("GE-mgIII 2424", "2.5.4-a"),
    ],
)  # fmt: skip
def test_10_1_2_2_who_cannot_attack(unit: str, rule: str) -> None:
    """2.3-b, 2.4.1-b, 10.1.2-2, 2.5.4-a: guns, headquarters, pinned, OOC2, stopped, and machine guns alone."""
    b = field(unit, "IT-87 2425")
    from pbem.errors import Illegal
    from pbem.games.durchbruch.attack import Phase, declare
    from pbem.games.durchbruch.by_mail.orders import Attack

    with pytest.raises(Illegal) as refused:
        declare(b, Phase(AG, "III"), Attack(HexId("2425"), (UnitId(unit.split()[0]),)))
    assert refused.value.problem.rule == rule


def test_2_2_2_attacks_on_rock() -> None:
    """2.2-2: only those who may stand there."""
    b = field("GE-R23 2424", "IT-87 2425", terrain={"2425": "A"})
    fight(b, "attack 2425 with GE-R23")
    assert why(b) == ["2.2-2"]


def test_13_0_4_who_has_just_retreated_does_not_defend() -> None:
    """13.0.4, 13.1.1: three of its SP count nothing, but it must join the retreat."""
    b = field("GE-R23 2424", "IT-87 2425 fled", "IT-Ceva 2425", "IT-mg1 2425 up")
    assert defence_strength(b, declared(b, "2425", "GE-R23")).total == 4
    fight(b, "attack 2425 with GE-R23", dice=[6, 6, 1, 1, 1, 1])
    assert at(b, "IT-87") != "2425"


# -- strengths -----------------------------------------------------------------------------------------------


def test_13_1_1_everybody_in_the_hex_defends() -> None:
    """13.1.1, 13.1.2, 2.5.4-a, 2.4.1-a, 2.3-c, 13.2.1-2: regiment, MG company, HQ and a battery with one."""
    b = field("GE-R23 2424", "GE-R62 2524", "IT-87 2425", "IT-mg1 2425 up", "IT-hqIV 2425", "IT-artIVa 2425")
    found = declared(b, "2425", "GE-R23", "GE-R62")
    assert (attack_strength(b, found).total, defence_strength(b, found).total) == (10, 4 + 1 + 2 + 1)


def test_13_3_2_want_of_communication() -> None:
    """13.3, 13.3.2, 10.1.1-1, 1.2-a, 13.3.3: each unit for itself, rounded up; OOC1 defends whole, OOC2 and pinned
    with half, and never with a quarter."""
    b = field("GE-R23 2424 ooc1", "GE-R62 2524 ooc1", "IT-87 2425")
    assert attack_strength(b, declared(b, "2425", "GE-R23", "GE-R62")).total == 6
    for marks, total in (("ooc1", 5), ("ooc2", 3), ("pinned", 3), ("ooc2 pinned", 3)):
        b = field("IT-87 2424", f"GE-R23 2425 {marks}")
        assert defence_strength(b, declared(b, "2425", "IT-87")).total == total


def test_10_1_1_x_who_attacks_whole_while_ooc1() -> None:
    """10.1.1-x, 2.2-5: assault units anywhere, mountain troops from levels 3 and 4."""
    for unit, ground, total in (("GE-st12", ".", 3), ("GE-Leib", "^", 6), ("GE-Leib", ".", 3)):
        b = field(f"{unit} 2424 ooc1", "IT-87 2425", terrain={"2424": ground})
        assert attack_strength(b, declared(b, "2425", unit)).total == total


def test_13_3_1_across_the_isonzo() -> None:
    """13.3.1, 13.3.4, 2.5.2.1-3: each halved, the sum halved again; with an engineer only halved; OOC1 changes
    nothing, and an Italian engineer does not help."""
    river = "side isonzo: 2424/2425 2524/2425"
    b = field("GE-Leib 2424", "GE-R23 2524", "IT-87 2425", features=river)
    assert attack_strength(b, declared(b, "2425", "GE-Leib", "GE-R23")).total == 3, "(3 + 3) / 2"
    b = field("GE-Leib 2424 ooc1", "IT-87 2425", features=river)
    assert attack_strength(b, declared(b, "2425", "GE-Leib")).total == 2
    b = field("GE-Leib 2424", "GE-engIII 2424", "IT-87 2425", features=river)
    assert attack_strength(b, declared(b, "2425", "GE-Leib")).total == 3
    b = field("IT-87 2424", "IT-eng1 2424", "GE-R23 2425", features=river)
    assert attack_strength(b, declared(b, "2425", "IT-87")).total == 1


def test_7_2_3b_the_first_five_attacks() -> None:
    """7.2-3b, 13.3.5: on turn 1 the Italians are halved five times, their guns never."""
    for done, total in ((4, 2 + 3), (5, 4 + 3)):
        b = field("GE-R23 2424", "IT-87 2425", "IT-artIVa 2428", turn=1, notes={"attacks": str(done)})
        assert defence_strength(b, declared(b, "2425", "GE-R23", shield=(UnitId("IT-artIVa"),))).total == total


# -- support -------------------------------------------------------------------------------------------------


def test_11_3_0_guns_add_their_points() -> None:
    """11.3-0, 11.3-3, 13.3.5, 13.2.1-1: whole batteries, at most twice the unreduced SP, spent afterwards."""
    b = field("GE-R23 2424", "GE-art12 2422", "GE-artIIIa 2421", "IT-87 2425")
    fight(b, "attack 2425 with GE-R23 support GE-art12, GE-artIIIa", dice=[3, 4, 1, 1])
    assert combat(b)["attack"]["total"] == 5 + 10
    assert has(b, "GE-art12", "spent")
    b = field("GE-R23 2424", "GE-artIIIa 2421", "IT-87 2425", features="side isonzo: 2424/2425")
    fight(b, "attack 2425 with GE-R23 support GE-artIIIa", dice=[3, 4, 1, 1])
    assert combat(b)["attack"]["total"] == 2 + 8


@pytest.mark.parametrize(
    ("gun", "rule"),
    [
        ("GE-art12 2422 spent", "2.3-a"), ("GE-art12 2422 ooc1", "10.1.3"), ("GE-artAK 2422", "11.3-2"),
        ("GE-artLIa 2422", "11.3-2"), ("GE-art12 2030", "11.3-2"),
    ],
)  # fmt: skip
def test_11_3_1_guns_that_cannot_support(gun: str, rule: str) -> None:
    """11.3-1, 11.3-2, 10.1.3, 2.3-a, 11: spent, out of communication, of another division or corps, out of range."""
    b = field("GE-R23 2424", gun, "IT-87 2425")
    fight(b, f"attack 2425 with GE-R23 support {gun.split()[0]}")
    assert why(b) == [rule]


def test_7_2_1_the_guns_of_the_xxvii_corps_are_silent_on_turn_1() -> None:
    """7.2-1."""
    from pbem.games.durchbruch.support import why_not_ready

    for turn in (1, 2):
        problem = why_not_ready(field("IT-artXXVIIa 2424", turn=turn), UnitId("IT-artXXVIIa"))
        assert (problem is not None and problem.problem.rule == "7.2-1") == (turn == 1)


def test_13_2_1_2_the_defender_names_guns_hq_and_machine_guns() -> None:
    """13.2.1-2, 13.2.1-10, 13.2.1-7: asked in one; guns of the attacked hex cannot, and are spent for the turn."""
    b = field("GE-R23 2424", "IT-87 2425", "IT-88 2425", "IT-artIVa 2428", "IT-art50 2425", "IT-hq50 2426")
    with pytest.raises(Waiting) as waiting:
        fight(b, "attack 2425 with GE-R23", answers={})
    asked = {question.topic: [option.value for option in question.options] for question in waiting.value.questions}
    assert asked == {"support": ["IT-artIVa"], "hq": ["IT-hq50", "none"], "mg": ["IT-87", "IT-88"]}
    answers = {"attack on 2425 / support": ("IT-artIVa",), "attack on 2425 / hq": ("IT-hq50",),
               "attack on 2425 / mg": ("IT-88",), "attack on 2425 / hits": ("0",)}  # fmt: skip
    b = field("GE-R23 2424", "IT-87 2425", "IT-88 2425", "IT-artIVa 2428", "IT-art50 2425", "IT-hq50 2426")
    fight(b, "attack 2425 with GE-R23", dice=[1, 1], answers=answers)
    assert combat(b)["defence"]["total"] == 4 + 4 + 1 + 3
    assert combat(b)["modifiers"]["total"] == 1 - 1 - 1
    assert [
        has(b, unit, mark) for unit, mark in (("IT-artIVa", "spent"), ("IT-art50", "attacked"), ("IT-hq50", "used"))
    ] == [True] * 3


def test_13_2_1_10_each_hq_once_a_turn() -> None:
    """13.2.1-10: two SP within two hexes; at three hexes, of another corps, or a second time it is refused."""
    for hq, rules in (("GE-hqIII 2423", []), ("GE-hqIII 2422", ["13.2.1-10"]), ("GE-hqIII 2423 used", ["13.2.1-10"]),
                      ("GE-hqLI 2423", ["13.2.1-10"])):  # fmt: skip
        b = field("GE-R23 2424", hq, "IT-87 2425")
        fight(b, f"attack 2425 with GE-R23 led by {hq.split()[0]}", dice=[3, 4, 1, 1])
        assert why(b) == rules
        if not rules:
            assert combat(b)["modifiers"]["total"] == 1 + 2 - 1


# -- columns -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ours", "theirs", "text"),
    [(7, 3, "2:1"), (5, 2, "3:1"), (4, 10, "1:3"), (4, 9, "1:2"), (17, 5, "3:1"), (18, 5, "4:1"), (9, 9, "1:1")],
)
def test_1_2_b_odds_are_rounded_to_the_nearer_ratio(ours: int, theirs: int, text: str) -> None:
    """1.2-b, 13.2.1-3, 13.2.1-4: a half counts as one more, on either side."""
    b = field("GE-R23 2424", "IT-87 2425")
    scale = chart(b).scale()
    assert scale.text(scale.virtual(ours, theirs)) == text
    assert column_of(b, declared(b, "2425", "GE-R23"), ours, theirs) == scale.virtual(ours, theirs)


def shift(features: str = "", ground: str = ".", units: tuple[str, ...] = ("GE-R23",), **more: Any) -> int:
    b = field(*(f"{unit} {hex_id}" for unit, hex_id in zip(units, ("2424", "2524"), strict=False)), "IT-87 2425",
              terrain={"2425": ground}, features=features)  # fmt: skip
    return shifts(b, declared(b, "2425", *units, **more)).total


@pytest.mark.parametrize(
    ("ground", "features", "expected"),
    [
        (".", "", 0), (":", "", -1), ("^", "", -2), ("A", "", -3), (".", "hex village: 2425", -1),
        (".", "hex town: 2425", -2), (".", "hex trench owner=IT line=x: 2425", -1),
        (".", "hex trench owner=AG line=x: 2425", 0), (":", "hex town: 2425\nhex trench owner=IT line=x: 2425", -3),
        ("A", "hex town: 2425", -4), (":", "hex village: 2425\nside stream: 2424/2425", -2),
    ],
)  # fmt: skip
def test_13_4_cum_level_and_the_worst_feature(ground: str, features: str, expected: int) -> None:
    """13.4-cum, 13.4-max, 13.4-trench, 1.3.1-b: village, town, trench and stream are not added; four at most."""
    assert shift(features, ground) == expected


def test_13_4_trench_a_passage_cancels_it() -> None:
    """13.4-trench, 2.5.2.3-b: for everybody, whoever made it."""
    for owner in ("AG", "IT"):
        b = field(
            "GE-R23 2424",
            "IT-87 2425",
            features="hex trench owner=IT line=first: 2425",
            hexes={"2425": f"passage={owner}"},
        )
        assert shifts(b, declared(b, "2425", "GE-R23")).total == 0


def test_13_4_stream_half_of_the_points() -> None:
    """13.4-stream: five of ten count, five of eleven do not."""
    assert shift("side stream: 2424/2425", units=("GE-R23", "GE-R62")) == -1
    assert shift("side stream: 2424/2425", units=("GE-R23", "GE-Leib")) == 0


def test_13_4_assault_and_13_4_prelim() -> None:
    """13.4-assault, 13.4-prelim, 6.4.2: one for any number of assault units, two before turn 1; Rommel alone none."""
    assert shift(units=("GE-st12", "GE-stAK")) == 1
    assert shift(units=("GE-st12",), is_preliminary=True) == 3
    assert shift(units=("GE-R23", "GE-Rommel")) == 0


def test_13_2_1_5_beyond_the_table() -> None:
    """13.2.1-5, 13.2.1-6: 9:1 and four left is 5:1; more than 7:1 counts as that."""
    b = field("GE-R23 2424", "IT-87 2425", terrain={"2425": "A"}, features="hex town: 2425")
    found = declared(b, "2425", "GE-R23")
    assert chart(b).scale().text(column_of(b, found, 9, 1)) == "5:1"
    b = field("GE-R23 2424", "IT-87 2425")
    assert chart(b).scale().text(column_of(b, declared(b, "2425", "GE-R23"), 30, 1)) == "7:1"


def test_13_2_1_6_below_one_to_three() -> None:
    """13.2.1-6: refused if it can be seen; if the guns of the defender do it, four steps and no dice."""
    b = field("IT-87 2424 1", "GE-Leib 2425", terrain={"2425": "^"}, step="corps-IV")
    fight(b, "attack 2425 with IT-87")
    assert why(b) == ["13.2.1-6"]
    b = field("GE-R23 2424", "GE-R62 2524", "IT-87 2425", "IT-artIVa 2428", "IT-artIVb 2427", terrain={"2425": "^"})
    guns = {"attack on 2425 / support": ("IT-artIVa", "IT-artIVb")}
    b2 = field("AH-R33 2424 1", "IT-87 2425", "IT-artIVa 2428", "IT-artIVb 2427")
    fight(b2, "attack 2425 with AH-R33", answers=guns)
    assert (combat(b2)["result"], facts(b2, "rolled"), at(b2, "AH-R33")) == ("4-0", [], "gone")
    assert b.turn == 2


# -- dice ----------------------------------------------------------------------------------------------------


def test_13_5_all_modifiers_of_both_sides() -> None:
    """13.5, 13.2.1-7, 13.2.1-8, 13.2.1-9, 2.2-3, 2.2-4, 2.5.4-b, 2.5.5.3-b: 2 + 1 + 2 + 1 + 1 against 1 + 1 + 1."""
    b = field("GE-Leib 2424", "GE-AKJ1 2524", "GE-mgIII 2424", "GE-Rommel 2424", "GE-hq12 2424", "IT-87 2425",
              "IT-mg1 2425 up", "IT-hq50 2425", terrain={"2425": "^"})  # fmt: skip
    found = declared(
        b, "2425", "GE-Leib", "GE-AKJ1", "GE-mgIII", "GE-Rommel", hq=UnitId("GE-hq12"), their_hq=UnitId("IT-hq50")
    )
    assert die_modifiers(b, found).total == 7 - 3
    b = field("AH-R7 2424", "IT-Ceva 2425", terrain={"2425": "^"})
    assert die_modifiers(b, declared(b, "2425", "AH-R7")).total == 1 + 1 - 1 - 1
    b = field("AH-R7 2424", "IT-Ceva 2425")
    assert die_modifiers(b, declared(b, "2425", "AH-R7")).total == 0


def test_13_2_1_11_two_dice_and_the_table() -> None:
    """1, 13.2.1-11, 13.6, 13.2.1-7: 1:1 with seven and no net modifier is 1-1 in the table."""
    b = field("AH-R33 2424", "IT-87 2425")
    fight(b, "attack 2425 with AH-R33", dice=[3, 4])
    roll = facts(b, "rolled", name="attack on 2425 / crt")[0]
    assert (roll["faces"], roll["sides"]) == ([3, 4], 6)
    assert (combat(b)["odds"], combat(b)["modifiers"]["total"], combat(b)["result"]) == ("1:1", 0, "1-1")


def test_13_2_errata_there_is_no_air_support() -> None:
    """13.2-errata: an order that asks for it cannot be read."""
    from pbem.errors import Unreadable

    with pytest.raises(Unreadable):
        read_all(field("GE-R23 2424"), "attack 2425 with GE-R23 air 1", AG, "corps-III")


def test_odds_show_every_term() -> None:
    """See 13.2.1-3, 13.2.1-5: what `pbem odds` answers."""
    b = field("GE-R23 2424", "IT-87 2425", "IT-artIVa 2428")
    (order,) = read_all(b, "attack 2425 with GE-R23", AG, "corps-III")
    view = odds(b, order)
    assert (view.ratio, view.odds, view.sum("attack").total) == ("1:1", "1:1", 5)
    assert sum(one.chance.share for one in view.outcomes) == 1
    assert view.aside("defender") is not None
