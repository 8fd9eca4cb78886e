"""A step taken in instalments: one attack at a time, the next one ordered when the last one's die is known."""

from __future__ import annotations

import pytest

from pbem.errors import Diverged
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.play import Played
from pbem.kernel.sequence import Step
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order, OrdersBySide
from tests.kernel.mini import RED, Listed, Say, card, given, play, position, read, scenario


def assault(board: Board, table: Table, orders: OrdersBySide) -> None:
    """4.1: attacks come one after another; an instalment that ends with `more` is not the last."""
    for _, batch in table.parts(RED, "attacks", orders[RED].items):
        for order in batch:
            if isinstance(order, Say):
                _attack(board, table, UnitId(order.words[-1]))


def _attack(board: Board, table: Table, target: UnitId) -> None:
    tries = board.number(f"attacks.{target}") + 1
    board.write(f"attacks.{target}", tries, "4.1")
    board.lose(target, 1 if table.roll(f"attack {tries} on {target}", rule="4.2") > 3 else 0, "4.2")


GAME = card((Step("assault", "Red attacks", "assault", assault, (RED,)),), verbs=("attack",))
SCENE = scenario(["RED-1", "BLUE-1", "BLUE-2"])
START = position("assault", {"RED-1": "0101", "BLUE-1": "0102", "BLUE-2": "0201"})
PART_2, PART_3 = "attacks instalment 2", "attacks instalment 3"
DICE = {"attack 1 on BLUE-1": 4, "attack 2 on BLUE-1": 6, "attack 1 on BLUE-2": 2}


def orders(text: str) -> tuple[Order, ...]:
    """Orders as a player writes them."""
    return tuple(read(GAME, SCENE, RED, text, "assault").orders["assault"])


def go(first: str, later: dict[str, str], cast: Listed, before: Played | None = None) -> Played:
    """Play with these instalments, going on from what was played before."""
    parts = {key: orders(text) for key, text in later.items()}
    return play(GAME, SCENE, START, given(orders(first), instalments=parts), cast, before.pages if before else ())


def test_the_step_waits_for_its_owner_between_instalments() -> None:
    first = go("attack BLUE-1\nmore", {}, Listed(DICE))
    assert [(q.side, q.key) for q in first.waiting] == [(RED, PART_2)]
    assert "done" in first.waiting[0].text
    assert first.position is START


def test_each_instalment_after_dice_has_an_epoch_of_its_own() -> None:
    first = go("attack BLUE-1\nmore", {}, Listed(DICE))
    second = go("attack BLUE-1\nmore", {PART_2: "attack BLUE-1\nmore"}, Listed(DICE), first)
    assert [q.key for q in second.waiting] == [PART_3]
    cast = Listed(DICE)
    parts = {PART_2: "attack BLUE-1\nmore", PART_3: "attack BLUE-2"}
    third = go("attack BLUE-1\nmore", parts, cast, second)
    assert [(roll.name, roll.epoch) for roll in cast.cast_rolls] == [("attack 1 on BLUE-2", 2)]
    assert [page.epoch for page in third.pages if page.kind == "roll"] == [0, 1, 2]
    assert (third.epoch, third.position.units[UnitId("BLUE-1")].place) == (2, "gone")


def test_done_alone_ends_the_step() -> None:
    first = go("attack BLUE-1\nmore", {}, Listed(DICE))
    second = go("attack BLUE-1\nmore", {PART_2: "done"}, Listed(), first)
    assert second.is_complete
    assert second.position.units[UnitId("BLUE-1")].steps == 1


def test_an_instalment_without_dice_before_it_opens_an_epoch_too() -> None:
    played = go("more", {PART_2: "attack BLUE-2"}, Listed(DICE))
    assert (played.epoch, [page.epoch for page in played.pages]) == (1, [0, 1])


def test_an_instalment_cannot_be_taken_back() -> None:
    first = go("attack BLUE-1\nmore", {PART_2: "attack BLUE-2\nmore"}, Listed(DICE))
    with pytest.raises(Diverged, match="page 2 of the journal says"):
        go("attack BLUE-1\nmore", {PART_2: "attack BLUE-1\nmore"}, Listed(DICE), first)
