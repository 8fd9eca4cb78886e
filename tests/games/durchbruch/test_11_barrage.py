"""11.2: barrages, their cost, their results."""

from __future__ import annotations

import pytest

from pbem.games.durchbruch import barrage, operations
from pbem.games.durchbruch.attack import Phase
from pbem.games.durchbruch.barrage import modifiers, neighbour, segment, shifts
from pbem.games.durchbruch.by_mail.orders import Fire
from pbem.games.durchbruch.counters import AG, IT
from pbem.games.durchbruch.operations import Operation
from pbem.games.durchbruch.payment import targets_of
from pbem.games.durchbruch.planning import Segment
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.durchbruch.field import at, field, fight, has, read_all, steps, table_for, why
from tests.games.tables import Answers, Dice, facts

TARGET = HexId("2425")


def shoot(b: Board, *guns: str, dice: Dice = (), corps: str = "III", target: str = "2425") -> None:
    """A barrage of these batteries."""
    order = Fire(tuple([UnitId(gun) for gun in guns]), HexId(target))
    side = b.unit(order.units[0]).side
    segment(b, table_for(b, dice, "default"), side, corps, [order])


def apply(b: Board, result: str, dice: Dice = (), answers: Answers = "default") -> None:
    """A result on the Italians in 2425."""
    with b.episode("barrage", "barrage on 2425", side=AG, hexes=[TARGET]):
        barrage.apply(b, table_for(b, dice, answers), IT, TARGET, result)


def test_11_2_1_1_points_column_and_one_die() -> None:
    """11.2.1-1, 11.2.1-2, 11.2.1-3, 7.1-3, 1: eight and five points are the fourth column; one die; both are spent."""
    b = field("GE-artIIIa 2421", "GE-art12 2422", "IT-87 2425")
    shoot(b, "GE-artIIIa", "GE-art12", dice={"barrage on 2425 / barrage": 4})
    told = facts(b, "barrage")[0]
    assert (told["points"]["total"], told["result"], has(b, "IT-87", "pinned")) == (13, "P", True)
    assert (has(b, "GE-artIIIa", "spent"), len(facts(b, "rolled"))) == (True, 1)


def test_11_2_only_at_enemies_in_range_by_ready_guns_of_the_corps() -> None:
    """11.2, 2.3-e, 2.3-a, 11, 10.1.3, 7.1-RP, 2.3-f: an empty hex, out of range, spent, of another corps, twice."""
    b = field("GE-artIIIa 2421", "GE-art12 2430", "GE-artAK 2422 spent", "GE-artLIa 2422", "IT-87 2425", "IT-88 2423")
    for guns, target in (
        (("GE-artIIIa",), "2426"),
        (("GE-art12",), "2423"),
        (("GE-artAK",), "2425"),
        (("GE-artLIa",), "2425"),
    ):
        shoot(b, *guns, target=target)
    assert why(b) == ["11.2", "2.3-d", "2.3-a", "7-a"]
    orders = [Fire((UnitId("GE-artIIIa"),), TARGET), Fire((UnitId("GE-artIIIb"),), TARGET)]
    b = field("GE-artIIIa 2421", "GE-artIIIb 2421", "IT-87 2425")
    segment(b, table_for(b, {"barrage on 2425 / barrage": 1}, "default"), AG, "III", orders)
    assert why(b) == ["11.2.1-1"]


def test_2_3_f_after_the_first_barrage_no_other_target_is_named() -> None:
    """2.3-f, 7.1-RP, 11.2: a part that follows `more` names no new target, not even the same hex again, and nothing is
    paid twice; who has not fired yet may still name his targets then."""
    b = field("GE-artIIIa 2421", "GE-artIIIb 2421", "IT-87 2425", "IT-88 2424")
    here = Operation(Segment(AG, "III"), Phase(AG, "III"))
    made = table_for(b, {"barrage on 2425 / barrage": 1}, "default")
    for part, text in enumerate(["fire GE-artIIIa at 2425", "fire GE-artIIIb at 2425", "fire GE-artIIIb at 2424"], 2):
        operations.play(b, made, here, read_all(b, text, AG, "corps-III"), part)
    assert (why(b), b.number("rp")) == (["2.3-f", "2.3-f"], 1)
    b = field("GE-artIIIa 2421", "GE-artIIIb 2421", "IT-87 2425", "IT-88 2424")
    here = Operation(Segment(AG, "III"), Phase(AG, "III"))
    made = table_for(b, {"barrage on 2425 / barrage": 1}, "default")
    for part, text in enumerate(["fire GE-artIIIa at 2425 if turn >= 9", "fire GE-artIIIb at 2425"], 2):
        operations.play(b, made, here, read_all(b, text, AG, "corps-III"), part)
    assert not why(b)


def test_2_3_a_a_battery_fires_once() -> None:
    """2.3-a, 11.2.1-1: neither at two hexes of a segment nor twice in one line, and in support as little."""
    b = field("GE-artIIIa 2421", "IT-87 2425", "IT-88 2424")
    orders = read_all(b, "fire GE-artIIIa at 2425\nfire GE-artIIIa at 2424", AG, "corps-III")
    fires = [order for order in orders if isinstance(order, Fire)]
    segment(b, table_for(b, {"barrage on 2425 / barrage": 1}, "default"), AG, "III", fires)
    assert (why(b), len(facts(b, "barrage"))) == (["2.3-a"], 1)
    b = field("GE-artIIIa 2421", "IT-87 2425")
    shoot(b, "GE-artIIIa", "GE-artIIIa")
    assert why(b) == ["2.3-a"]
    b = field("GE-R23 2424", "GE-artIIIa 2421", "IT-87 2425")
    fight(b, "attack 2425 with GE-R23 support GE-artIIIa, GE-artIIIa")
    assert why(b) == ["2.3-a"]


def test_7_1_rp_a_point_for_each_corps() -> None:
    """7.1-RP, 6.1-b: two hexes of one Italian corps cost one, of two corps two; without points nobody fires; the
    Italians pay nothing."""
    b = field("IT-87 2425", "IT-88 2426", "IT-213 2427")
    assert targets_of(b, [HexId("2425"), HexId("2426")]) == ("IV",)
    assert targets_of(b, [HexId("2425"), HexId("2427")]) == ("IV", "VII")
    b = field("GE-artIIIa 2421", "IT-87 2425", notes={"rp": "40"})
    shoot(b, "GE-artIIIa")
    assert why(b) == ["7.1-RP"]
    b = field("GE-artIIIa 2421", "IT-87 2425")
    shoot(b, "GE-artIIIa", dice={"barrage on 2425 / barrage": 1})
    assert b.number("rp") == 1
    b = field("IT-artIVa 2421", "GE-R23 2425", step="corps-IV")
    shoot(b, "IT-artIVa", dice={"barrage on 2425 / barrage": 1}, corps="IV")
    assert b.number("rp") == 0


def test_11_2_2_shifts_and_modifiers() -> None:
    """11.2.2-1, 11.2.2-2, 11.2.2-3, 11.2.2-4, 11.2.2-5, 11.2.2-6: by turn, corps, cover and size."""
    gun = (UnitId("GE-artIIIa"),)
    b = field("GE-artIIIa 2421", "IT-87 2425", turn=1)
    assert (shifts(b, AG, gun, TARGET).total, modifiers(b, AG, TARGET).total) == (1, 2)
    assert shifts(b, AG, (UnitId("AH-artIa"),), TARGET).total == 2
    town = field("IT-87 2425", features="hex town: 2425\nhex trench owner=IT line=x: 2425")
    assert shifts(town, AG, gun, TARGET).total == -2
    b = field("GE-R23 2425", "GE-R62 2425", "GE-st12 2425")
    assert (shifts(b, IT, (UnitId("IT-artIVa"),), TARGET).total, modifiers(b, IT, TARGET).total) == (-2, 2)
    assert shifts(field("GE-R23 2425", turn=5), IT, (), TARGET).total == 0


def test_11_2_1_5_m_the_best_morale_checks_for_all() -> None:
    """11.2.1-5, 2.4.4: if it fails every unit of that value loses a step and is pinned; M1 and M2 are harder; HQs never
    check."""
    b = field("IT-ard1 2425", "IT-87 2425", "IT-hq50 2425")
    apply(b, "M", dice=[5, 5])
    assert (steps(b, "IT-ard1"), steps(b, "IT-87"), has(b, "IT-ard1", "pinned"), at(b, "IT-hq50")) == (
        1,
        2,
        True,
        "2425",
    )
    for result, least in (("M", 9), ("M1", 8), ("M2", 7)):
        b = field("IT-ard1 2425")
        apply(b, result, dice=[3, least - 3])
        assert steps(b, "IT-ard1") == 2
        b = field("IT-ard1 2425")
        apply(b, result, dice=[4, least - 3])
        assert steps(b, "IT-ard1") == 1
    b = field("IT-hq50 2425")
    apply(b, "M")
    apply(b, "X")
    assert at(b, "IT-hq50") == "2425"


def test_11_2_1_5p_and_11_2_1_6() -> None:
    """11.2.1-5P, 11.2.1-6: all are pinned; with P-M2 the worst checks too, unless all are equal."""
    b = field("IT-ard1 2425", "IT-87 2425")
    apply(b, "P")
    assert (has(b, "IT-ard1", "pinned"), has(b, "IT-87", "pinned"), facts(b, "rolled")) == (True, True, [])
    b = field("IT-ard1 2425", "IT-87 2425")
    apply(b, "P-M2", dice=[3, 3])
    assert (steps(b, "IT-87"), steps(b, "IT-ard1")) == (1, 2)
    b = field("IT-87 2425")
    apply(b, "P-M2")
    assert (has(b, "IT-87", "pinned"), facts(b, "rolled")) == (True, [])


def test_11_2_1_7_x() -> None:
    """11.2.1-7: one full unit, as its owner likes, and the others check with M1; without one it is P-M2."""
    b = field("IT-ard1 2425", "IT-87 2425")
    apply(b, "X", dice=[6, 6], answers={"barrage on 2425 / who is reduced": ("IT-87",)})
    assert (steps(b, "IT-87"), steps(b, "IT-ard1"), has(b, "IT-ard1", "pinned")) == (1, 1, True)
    b = field("IT-87 2425 1", "IT-eng1 2425")
    apply(b, "X", dice=[1, 1])
    assert (has(b, "IT-87", "pinned"), steps(b, "IT-87")) == (True, 1)


@pytest.mark.parametrize(
    ("die", "there"), [(1, "2324"), (2, "2424"), (3, "2524"), (4, "2525"), (5, "2426"), (6, "2325")]
)
def test_11_2_1_4_scatter(die: int, there: str) -> None:
    """11.2.1-4: one hex by the diagram, onto whoever stands there, friends too; empty ground is nothing."""
    words = {1: "NE", 2: "E", 3: "SE", 4: "SW", 5: "W", 6: "NW"}
    b = field("GE-artIIIa 2421", "IT-87 2425", f"GE-R23 {there}")
    assert neighbour(b, TARGET, words[die]) == there
    names: dict[str, int | tuple[int, int]] = {
        "barrage on 2425 / barrage": 2,
        "barrage on 2425 / scatter": die,
        f"barrage on 2425 / morale in {there} of AG": (6, 6),
    }
    shoot(b, "GE-artIIIa", dice=names)
    assert (steps(b, "GE-R23"), has(b, "GE-R23", "pinned"), steps(b, "IT-87")) == (1, True, 2)


def test_a_barrage_turns_up_what_lies_face_down() -> None:
    """See 11.2, 1.5: dummies go, stations are known and block nothing."""
    b = field("GE-artIIIa 2421", "IT-dummy1 2425", "IT-comIV 2425")
    shoot(b, "GE-artIIIa", dice={"barrage on 2425 / barrage": 6})
    assert (at(b, "IT-dummy1"), has(b, "IT-comIV", "up"), b.noted("silent")) == ("gone", True, "")


@pytest.mark.parametrize(("unit", "place"), [("IT-dummy1", "gone"), ("IT-mg1", "gone"), ("IT-comIV", "2426")])
def test_11_2_1_4_a_hit_that_scatters_turns_up_what_lies_face_down(unit: str, place: str) -> None:
    """11.2.1-4: a dummy is removed, machine guns check, a station is known from now on."""
    b = field("GE-art12 2421", "IT-88 2425", f"{unit} 2426")
    west = next(die for die, word in b.scenario.charts["scatter"].items() if word == "W")
    dice: Dice = {
        "barrage on 2425 / barrage": 2,
        "barrage on 2425 / scatter": int(west),
        "barrage on 2425 / morale in 2426 of IT": (6, 6),
    }
    shoot(b, "GE-art12", dice=dice)
    assert (facts(b, "barrage")[0]["result"], at(b, unit), len(facts(b, "turned-up"))) == ("S", place, 1)


def test_11_2_2_5_any_trench_covers_without_a_passage() -> None:
    """11.2.2-5: the case speaks of a trench hex, so a captured one too; a passage through it cancels it."""
    b = field("GE-R23 2425", "IT-artIVa 2421", features="hex trench owner=IT line=first: 2425", turn=6)
    assert shifts(b, IT, (UnitId("IT-artIVa"),), TARGET).total == -1
    b.mark_hex(TARGET, "passage=AG", "1.4-b1")
    assert shifts(b, IT, (UnitId("IT-artIVa"),), TARGET).total == 0
