"""The mail meter against the rules: every die of a fight is cast with every face, and the questions are counted."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.games.strafexpedition import bombardment
from pbem.games.strafexpedition.assaults import fight
from pbem.games.strafexpedition.by_mail.coverage import coverage
from pbem.games.strafexpedition.by_mail.orders_combat import Assault
from pbem.games.strafexpedition.by_mail.orders_guns import Bombard
from pbem.games.strafexpedition.counters import AH, IT
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side
from pbem.kernel.questions import Answer, Question
from pbem.kernel.rolls import Roll
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Orders
from pbem.kernel.views.meter import Point
from tests.games.strafexpedition.boards import units_of
from tests.games.strafexpedition.fighting import battle

TOPICS = ("losses", "retreat-to", "counter-assault")
Chances = dict[tuple[Side, str], Fraction]


class Short(Exception):
    """A die is wanted that is not listed."""


class Faces:
    def __init__(self, faces: tuple[int, ...]) -> None:
        self.left = list(faces)

    def cast(self, roll: Roll) -> tuple[int, ...]:
        if not self.left:
            raise Short
        return (self.left.pop(0),)


def counted(rows: str, order: Assault, salvo: bombardment.Salvo | None = None) -> Chances:
    """By the rules: how likely each question is if everybody decides as by default."""
    found: Chances = {}
    open_: list[tuple[int, ...]] = [()]
    while open_:
        faces = open_.pop()
        here, asked = battle(rows, trench=1), dict[tuple[Side, str], None]()
        for unit in order.units:
            here.mark(unit, f"assault={order.target}", "13.1.1")

        def answer(_: Board, question: Question, asked: dict[tuple[Side, str], None] = asked) -> Answer:
            asked[question.side, question.topic] = None
            return Answer(question.fallback(), "default")

        sitting = Table(here, Faces(faces), answer)
        try:
            if salvo:
                bombardment.run(here, sitting, AH, [salvo])
            fight(here, sitting, AH)
        except Short:
            open_ += [(*faces, face) for face in range(1, 7)]
            continue
        for key in asked:
            found[key] = found.get(key, Fraction(0)) + Fraction(1, 6 ** len(faces))
    return {key: share for key, share in found.items() if key[1] in TOPICS}


def told(rows: str, order: Assault, *more: Bombard) -> dict[tuple[Side, str], Point]:
    points = coverage(battle(rows, trench=1), {AH: Orders(AH, (*more, order)), IT: Orders(IT)})
    return {(point.side, point.topic): point for point in points if point.topic in TOPICS}


ONE = "AH-a BATTALION 0403\nAH-b ALPINI 0403\nIT-a BATTALION 0303\n"
TWO = "AH-a BATTALION 0403\nAH-b ALPINI 0403\nIT-a BATTALION 0303\nIT-b MILITIA 0303 1\nIT-r BATTALION 0103\n"
STRONG = Assault(HexId("0303"), units_of("AH-a AH-b"))


@pytest.mark.parametrize("rows", [ONE, TWO, ONE.replace("AH-b ALPINI 0403", "AH-b ALPINI 0404 2 disorganized=4")])
def test_13_3_11_and_13_4_3_d_the_meter_counts_fire_and_assault_exactly(rows: str) -> None:
    """13.3.11, 13.4.3.D, 13.4.4, 13.4.5, 13.5: where the enemy has one way to fire, all that may be asked."""
    order = STRONG if "0404" not in rows else Assault(STRONG.target, units_of("AH-a"))
    found = told(rows, order)
    assert {key: point.chance.share for key, point in found.items()} == counted(rows, order)
    assert not any(point.is_most for point in found.values())
    assert found


def test_13_2_6_a_bombardment_of_the_same_orders_is_counted_in() -> None:
    rows = ONE + "".join(f"AH-g{n} HEAVY_GUNS 050{n} 1 fire\n" for n in (1, 2, 3, 4))
    guns = units_of("AH-g1 AH-g2 AH-g3 AH-g4")
    found = told(rows, STRONG, Bombard(STRONG.target, guns))
    exact = counted(rows, STRONG, bombardment.Salvo(STRONG.target, guns))
    assert {key: point.chance.share for key, point in found.items()} == exact
    assert exact != {key: point.chance.share for key, point in told(rows, STRONG).items()}


def test_13_3_4_where_the_enemy_may_choose_his_fire_the_meter_says_up_to() -> None:
    found = told(ONE + "IT-g BATTERY 0202 1 fire\nIT-h BATTERY 0203 1 fire\n", STRONG)
    assert all(point.is_most for point in found.values())
    alone = told(ONE, STRONG)
    assert all(found[key].chance.share >= alone[key].chance.share for key in alone)
