"""Dice in the middle of a move: `move RED-1 0201 ford 0302 else 0202`. The order says what to do either way."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pbem.errors import Illegal
from pbem.kernel.board import Board
from pbem.kernel.game import Reading
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.rolls import NoDice, Roll
from pbem.kernel.sequence import Step
from pbem.kernel.table import Table
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.orders import Order, OrdersBySide
from pbem.kernel.text.words import Words
from tests.kernel.mini import NO_DICE, PLAIN_MAP, RED, Listed, card, given, play, position, read, scenario


@dataclass(frozen=True, slots=True)
class Move(Order):
    """A unit goes to the river, tries the ford, and goes on to one hex or the other."""

    unit: UnitId
    bank: HexId
    over: HexId
    otherwise: HexId | None

    def __str__(self) -> str:
        return f"move {self.unit} {self.bank} ford {self.over} else {self.otherwise or 'stay'}"


def read_move(words: Words, reading: Reading) -> Order:
    """`move UNIT HEX ford HEX [else HEX | else stay]`."""
    words.expect("move")
    unit = reading.names.take(words, lambda u: u.side == reading.side, "one of your units")
    words.skip("to", "->")
    bank = take_hex(words, reading.scenario.map)
    words.expect("ford")
    over = take_hex(words, reading.scenario.map)
    stays = not words.skip("else") or words.skip("stay")
    return Move(unit, bank, over, None if stays else take_hex(words, reading.scenario.map))


def march(board: Board, table: Table, orders: OrdersBySide) -> None:
    """5.1-5.3: to the bank; the ford carries on 4 or more; who is thrown back takes the other way or stays."""
    for order in orders[RED].items:
        with table.attempt(order):
            assert isinstance(order, Move)
            if not board.map.crosses(order.bank, order.over, "river"):
                raise Illegal("5.1", f"no river between {order.bank} and {order.over}", advice="leave out the ford")
            board.move(order.unit, (board.hex_of(order.unit), order.bank), "5.1")
            is_over = table.roll(f"ford of {order.unit} at {order.bank}", rule="5.2", kindest=6) >= 4
            goal = order.over if is_over else order.otherwise
            if goal:
                board.move(order.unit, (order.bank, goal), "5.2" if is_over else "5.3")


GAME = card((Step("march", "Red marches", "march", march, (RED,)),), verbs=("move",), read_order=read_move)
SCENE = scenario(["RED-1", "RED-2"], PLAIN_MAP + "side river: 0202/0302 0202/0303 0201/0302\n")
START = position("march", {"RED-1": "0101", "RED-2": "0401"})
ROLL = "ford of RED-1 at 0202"


@pytest.mark.parametrize(("face", "end"), [(4, "0303"), (3, "0203")])
def test_either_branch_is_taken_without_a_mail(face: int, end: str) -> None:
    file = read(GAME, SCENE, RED, "move 1 to Udine ford San Daniele else 0203", "march")
    played = play(GAME, SCENE, START, given(file.orders["march"]), Listed({ROLL: face}))
    assert (played.position.units[UnitId("RED-1")].place, played.waiting) == (end, ())


def test_without_else_the_unit_stays_on_the_bank() -> None:
    (order,) = read(GAME, SCENE, RED, "MOVE RED-1 -> 0202 ford 0302", "march").orders["march"]
    assert str(order) == "move RED-1 0202 ford 0302 else stay"
    assert read(GAME, SCENE, RED, str(order), "march").orders["march"] == [order]
    assert play(GAME, SCENE, START, given((order,)), Listed({ROLL: 1})).position.units[UnitId("RED-1")].place == "0202"


def test_a_check_stops_at_the_die_or_assumes_the_kindest_face() -> None:
    sent = given(read(GAME, SCENE, RED, "move 1 0202 ford 0302", "march").orders["march"])
    assert (played := play(GAME, SCENE, START, sent, NO_DICE)).stopped == ROLL
    assert (played.position, played.is_complete) == (START, False)

    class Kindest(Listed):
        def cast(self, roll: Roll) -> tuple[int, ...]:
            if not roll.kindest:
                raise NoDice(roll.name)
            return (roll.kindest,) * roll.number

    assert play(GAME, SCENE, START, sent, Kindest()).position.units[UnitId("RED-1")].place == "0302"
