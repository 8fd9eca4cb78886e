"""Sealed orders of both sides, opened together: each bids for the initiative, and neither sees the other's bid."""

from __future__ import annotations

from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.play import Input, step_of
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Place, Step
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide
from tests.kernel.mini import BLUE, NO_DICE, RED, SIDES, Listed, card, dice, given, play, position, say, scenario


def bid(board: Board, table: Table, orders: OrdersBySide) -> None:
    """Both bids are turned over at the same moment; a tie is diced for. The winner pays."""
    bids = {side: _bid_of(board, side, orders) for side in SIDES}
    best = max(bids.values())
    tied = [side for side in SIDES if bids[side] == best]
    winner = tied[0] if len(tied) == 1 else table.draw("tie of the bids", tied, rule="2.2")
    for side in SIDES:
        board.note("bid", "2.1", side=side, points=bids[side])
    board.write(f"points.{winner}", board.number(f"points.{winner}") - bids[winner], "2.3")
    board.write("initiative", winner, "2.3")


def _bid_of(board: Board, side: Side, orders: OrdersBySide) -> int:
    said = [int(str(order).split()[1]) for order in orders[side].items]
    return min([*said, 0][0], board.number(f"points.{side}"))


def after(scene: Scenario, board: Board) -> Place:
    """The side that won the bidding goes first."""
    return Place(board.turn, f"{board.noted('initiative')}-first" if board.step == "bids" else "bids")


def nothing(board: Board, table: Table, orders: OrdersBySide) -> None:
    """What the winner does with it is another game."""


GAME = card(
    (
        Step("bids", "Bids", "bids", bid, (RED, BLUE), "2.0"),
        Step("red-first", "Red goes first", "moves", nothing, (RED,)),
        Step("blue-first", "Blue goes first", "moves", nothing, (BLUE,)),
    ),
    after=after,
)
SCENE = scenario()
START = position("bids", None, **{"points.red": "9", "points.blue": "5"})


def test_the_step_needs_both() -> None:
    step = step_of(GAME, SCENE, START)
    assert step is not None
    assert step.needs == (RED, BLUE)


def test_the_higher_bid_wins_and_pays() -> None:
    end = play(GAME, SCENE, START, given(red=say("bid 2"), blue=say("bid 4"))).position
    assert (end.step, end.notes) == ("blue-first", {"initiative": "blue", "points.blue": "1", "points.red": "9"})


def test_it_does_not_matter_whose_orders_came_first() -> None:
    sent = given(red=say("bid 4"), blue=say("bid 4"))
    turned = Input(dict(reversed(sent.orders.items())))
    one, other = play(GAME, SCENE, START, sent, dice(2)), play(GAME, SCENE, START, turned, dice(2))
    assert one.position.digest() == other.position.digest()
    assert one.facts == other.facts


def test_both_bids_are_shown_in_the_facts_of_the_step_only() -> None:
    played = play(GAME, SCENE, START, given(red=say("bid 3"), blue=say("bid 1")))
    assert [(f["side"], f["points"]) for f in played.facts if f.kind == "bid"] == [("red", 3), ("blue", 1)]
    assert played.position.notes == {"initiative": "red", "points.red": "6", "points.blue": "5"}


def test_a_tie_is_diced_for_once() -> None:
    cast = Listed({"tie of the bids": 1})
    assert play(GAME, SCENE, START, given(red=say("bid 3"), blue=say("bid 3")), cast).position.step == "red-first"
    assert [(roll.name, roll.sides) for roll in cast.cast_rolls] == [("tie of the bids", 2)]


def test_a_side_bids_no_more_than_it_has_and_nothing_without_orders() -> None:
    end = play(GAME, SCENE, START, given(blue=say("bid 99")), NO_DICE).position
    assert (end.notes["initiative"], end.notes.get("points.blue")) == ("blue", "0")
