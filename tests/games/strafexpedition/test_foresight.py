"""The mail meter against the rules: every die of a fight is cast with every face, and the questions are counted."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.games.strafexpedition import bombardment
from pbem.games.strafexpedition.assaults import fight
from pbem.games.strafexpedition.by_mail import foresight
from pbem.games.strafexpedition.by_mail.coverage import coverage
from pbem.games.strafexpedition.by_mail.orders_combat import Assault
from pbem.games.strafexpedition.by_mail.orders_command import Move
from pbem.games.strafexpedition.by_mail.orders_guns import Bombard
from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.movement import tactical
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side
from pbem.kernel.questions import Answer, Question
from pbem.kernel.rolls import Roll
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order, Orders
from pbem.kernel.views.meter import Point
from tests.games.strafexpedition.boards import units_of
from tests.games.strafexpedition.fighting import action, battle

Chances = dict[tuple[Side, str], Fraction]
NOT_METERED = ("entering",)  # the assault itself says who enters


class Short(Exception):
    """A die is wanted that is not listed."""


class Faces:
    def __init__(self, faces: tuple[int, ...]) -> None:
        self.left = list(faces)

    def cast(self, roll: Roll) -> tuple[int, ...]:
        if not self.left:
            raise Short
        return (self.left.pop(0),)


def field(rows: str) -> Board:
    return battle(rows, trench=1)


def counted(
    rows: str, *orders: Assault, salvo: bombardment.Salvo | None = None, move: Move | None = None, event: bool = False
) -> Chances:  # fmt: skip
    """By the rules: how likely each question is if everybody decides as by default."""
    found: Chances = {}
    open_: list[tuple[int, ...]] = [()]
    while open_:
        faces = open_.pop()
        here, asked = field(rows), dict[tuple[Side, str], None]()
        if event:
            here.write("event.short-firing", "AH", "EV.ah.3")

        def answer(_: Board, question: Question, asked: dict[tuple[Side, str], None] = asked) -> Answer:
            asked[question.side, question.topic] = None
            return Answer(question.fallback(), "default")

        sitting = Table(here, Faces(faces), answer)
        try:
            if move:
                tactical(here, sitting, action(here, " ".join(move.units)), move)
            for order in orders:
                for unit in [one for one in order.units if here.is_on_map(one)]:
                    here.mark(unit, f"assault={order.target}", "13.1.1")
            if salvo:
                bombardment.run(here, sitting, AH, [salvo])
            fight(here, sitting, AH)
        except Short:
            open_ += [(*faces, face) for face in range(1, 7)]
            continue
        for key in asked:
            found[key] = found.get(key, Fraction(0)) + Fraction(1, 6 ** len(faces))
    return {key: share for key, share in found.items() if key[1] not in NOT_METERED}


def told(rows: str, *orders: Order) -> dict[tuple[Side, str], Point]:
    points = coverage(field(rows), {AH: Orders(AH, orders), IT: Orders(IT)})
    return {(point.side, point.topic): point for point in points}


def shares(found: dict[tuple[Side, str], Point]) -> Chances:
    assert not any(point.is_most for point in found.values())
    return {key: point.chance.share for key, point in found.items()}


ONE = "AH-a BATTALION 0403\nAH-b ALPINI 0403\nIT-a BATTALION 0303\n"
TWO = "AH-a BATTALION 0403\nAH-b ALPINI 0403\nIT-a BATTALION 0303\nIT-b MILITIA 0303 1\nIT-r BATTALION 0103\n"
STRONG = Assault(HexId("0303"), units_of("AH-a AH-b"))


@pytest.mark.parametrize("rows", [ONE, TWO, ONE.replace("AH-b ALPINI 0403", "AH-b ALPINI 0404 2 disorganized=4")])
def test_13_3_11_and_13_4_3_d_the_meter_counts_fire_and_assault_exactly(rows: str) -> None:
    """13.3.11, 13.4.3.D, 13.4.4, 13.4.5, 13.5: where the enemy has one way to fire, all that may be asked."""
    order = STRONG if "0404" not in rows else Assault(STRONG.target, units_of("AH-a"))
    assert shares(told(rows, order)) == counted(rows, order) != {}


def test_13_2_6_a_bombardment_of_the_same_orders_is_counted_in() -> None:
    rows = ONE + "".join(f"AH-g{n} HEAVY_GUNS 050{n} 1 fire\n" for n in (1, 2, 3, 4))
    guns = units_of("AH-g1 AH-g2 AH-g3 AH-g4")
    exact = counted(rows, STRONG, salvo=bombardment.Salvo(STRONG.target, guns))
    assert shares(told(rows, Bombard(STRONG.target, guns), STRONG)) == exact != shares(told(rows, STRONG))


def test_13_3_4_guns_that_join_by_default_are_counted_in() -> None:
    """13.3.4, 13.3.7: as many as count; the question about them is sure to come."""
    rows = ONE + "IT-g BATTERY 0202 1 fire\nIT-h BATTERY 0203 1 fire\n"
    found = shares(told(rows, STRONG))
    assert found == counted(rows, STRONG)
    assert found[IT, "guns"] == 1


def test_13_4_5_4_fire_at_a_retreat_is_counted_in() -> None:
    """13.4.5.4: with what it does to those who then might come back."""
    rows = "AH-a BATTALION 0403\nAH-b ALPINI 0403\nAH-z BATTALION 0205\nAH-y BATTALION 0202\nIT-a BATTALION 0303 1\n"
    assert shares(told(rows, STRONG)) == counted(rows, STRONG)


def test_13_4_2_two_assaults_of_one_action_are_counted_together() -> None:
    """13.3.1, 13.4.2: who stands beside both fires at the stronger; each retreat looks at both."""
    rows = "AH-a ALPINI 0404\nAH-b BATTALION 0404\nIT-a BATTALION 0303 1\nIT-b BATTALION 0304 1\n"
    both = Assault(HexId("0303"), units_of("AH-a")), Assault(HexId("0304"), units_of("AH-b"))
    points = coverage(field(rows), {AH: Orders(AH, both), IT: Orders(IT)})
    exact = counted(rows, *both)
    for key, share in exact.items():
        single = [point.chance.share for point in points if (point.side, point.topic) == key]
        assert max(single) <= share <= sum(single)
    assert not any(point.is_most for point in points)


def test_11_1_2_the_way_to_the_assault_is_counted_in() -> None:
    """11.1.2, 11.1: units that move first are followed, and so is the fire at their infiltration."""
    rows = "AH-a BATTALION 0404 1 disorganized=3\nIT-a BATTALION 0303\n"
    move, order = Move(units_of("AH-a"), (HexId("0404"), HexId("0403"))), Assault(HexId("0303"), units_of("AH-a"))
    found = shares(told(rows, move, order))
    assert found == counted(rows, order, move=move)
    assert found[IT, "infiltration-fire"] == 1


def test_ev_ah_3_guns_that_fire_short_are_counted_in() -> None:
    """EV.ah.3: a third of the salvos falls on those who are about to assault."""
    rows = "AH-a MILITIA 0403 1\nAH-b MILITIA 0403 1\nIT-a ALPINI 0303\nIT-b ALPINI 0303\n"
    rows += "".join(f"AH-g{n} HEAVY_GUNS 050{n} 1 fire\n" for n in (1, 2, 3, 4))
    salvo = bombardment.Salvo(STRONG.target, units_of("AH-g1 AH-g2 AH-g3 AH-g4"))
    calm = shares(told(rows, Bombard(*salvo), STRONG))
    here = field(rows)
    here.write("event.short-firing", "AH", "EV.ah.3")
    points = coverage(here, {AH: Orders(AH, (Bombard(*salvo), STRONG)), IT: Orders(IT)})
    exact = counted(rows, STRONG, salvo=salvo, event=True)
    assert shares({(point.side, point.topic): point for point in points}) == exact != calm


def test_where_there_are_too_many_ways_each_assault_is_counted_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = "AH-a ALPINI 0404\nAH-b BATTALION 0404\nIT-a BATTALION 0303\nIT-b BATTALION 0304\n"
    both = Assault(HexId("0303"), units_of("AH-a")), Assault(HexId("0304"), units_of("AH-b"))
    monkeypatch.setattr(foresight, "MOST", 60)
    points = coverage(field(rows), {AH: Orders(AH, both), IT: Orders(IT)})
    assert {point.about for point in points} == {"assault on 0303 by itself", "assault on 0304 by itself"}
    alone = {(point.side, point.topic): point.chance.share for point in points if "0303" in point.about}
    assert alone == counted(rows, both[0])


def test_where_even_one_assault_has_too_many_ways_the_meter_says_up_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foresight, "MOST", 5)
    found = told(TWO, STRONG)
    assert {point.likely() for point in found.values()} == {"up to 1/1"}
    assert (IT, "retreat-to") in found
