"""Every way in which a game of Strafexpedition 1916 can end (23.0, S1.vc to S5.vc), and who plays it so."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace

from pbem.games.strafexpedition import brusilov, reinforcements, victory
from pbem.games.strafexpedition.by_mail.orders_command import Pass
from pbem.games.strafexpedition.by_mail.orders_guns import Delay
from pbem.games.strafexpedition.counters import AH, IT, SIDES
from pbem.games.strafexpedition.sectors import BOTH
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from pbem.kernel.text.orders import Order
from tests.fuzz import strafexpedition_greedy as greedy
from tests.fuzz.games import load_game
from tests.fuzz.letters import Hand
from tests.fuzz.strafexpedition_goals import BREAKTHROUGH, POINTS
from tests.games.endings import Ending

DRAW = "draw"
LAST_DAY = 32  # of the campaign


def idle(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Whoever waits for the war to be over: he plans nothing and passes."""
    return [Pass(is_for_today=True)] if "action" in board.step else []


def late(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Idle, and whoever is due waits in the plain."""
    due = reinforcements.due(board, side) if board.step == "reinforcement" else ()
    return [Delay(due)] if due else idle(board, side, chance)


def through(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Greedy for the towns in the enemy's rear, and blind to everything else (23.3, 23.4)."""
    return greedy.orders_for(board, side, BREAKTHROUGH)


def until(last: int) -> Hand:
    """Greedy up to a turn, idle afterwards."""

    def give_orders(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
        return (greedy.give_orders if board.turn <= last else idle)(board, side, chance)

    return Hand(give_orders, greedy.give_standing)


GREEDY, IDLE = Hand(greedy.give_orders, greedy.give_standing), Hand(idle, greedy.give_standing)


def of_sector(where: str) -> Hand:
    """Greedy with the brigades of one sector (24.1)."""

    def give_orders(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
        return greedy.orders_for(board, side, replace(POINTS, sector=where))

    return Hand(give_orders, greedy.give_standing)


FOUR = {f"{side}.{where}": of_sector(where) for side in SIDES for where in BOTH}
LATE, THROUGH = Hand(late, greedy.give_standing), Hand(through, greedy.give_standing)


def won_by(winner: str) -> Callable[[Position], bool]:
    """See 23.0: IT, AH or a draw."""
    return lambda position: position.notes["winner"] == winner


def is_decided(position: Position) -> bool:
    """See 23.0: whoever has won, and for whatever reason."""
    return bool(position.notes["winner"])


def cut_short(position: Position) -> bool:
    """See 22.0: by the third Russian success, before the last day."""
    return position.notes.get("russian") == "3" and position.turn < LAST_DAY


def broken_through(winner: Side) -> Callable[[Position], bool]:
    """See 23.3, 23.4: the side holds all the towns, before the last day."""

    def is_so(position: Position) -> bool:
        board = Board(load_game("strafexpedition", "campaign"), position)
        return victory.breakthrough(board) == position.notes["winner"] == winner and position.turn < LAST_DAY

    return is_so


def counted_out(winner: str) -> Callable[[Position], bool]:
    """See 23.0, S5.vc: by the points, after the thirty-second day."""

    def is_so(position: Position) -> bool:
        board = Board(load_game("strafexpedition", "campaign"), position)
        is_by_points = position.turn == LAST_DAY and not victory.breakthrough(board) and not brusilov.is_over(board)
        return is_by_points and position.notes["winner"] == winner

    return is_so


def wins(winner: str) -> tuple[str, ...]:
    """What the last report says."""
    return {AH: ("Austria-Hungary wins",), IT: ("Italy wins",)}.get(Side(winner), ("draw",))


def ending(scenario: str, winner: str, italy: Hand, austria: Hand, is_long: bool = True) -> Ending:
    """By the victory conditions of a scenario, after its last day."""
    return Ending(scenario, {IT: italy, AH: austria}, won_by(winner), wins(winner), is_long=is_long)


def breakthrough(winner: Side, italy: Hand, austria: Hand) -> Ending:
    """By the towns in the enemy's rear, at once."""
    says = (*wins(winner), "breakthrough")
    return Ending("campaign", {IT: italy, AH: austria}, broken_through(winner), says, is_long=True)


def whole_campaign(winner: str, italy: Hand, austria: Hand, seed: int) -> Ending:
    """By points, on June 15; one seed in fourteen has fewer than three Russian successes by then."""
    hands: dict[str, Hand] = {IT: italy, AH: austria}
    return Ending("campaign", hands, counted_out(winner), wins(winner), is_long=True, seed=seed)


ENDINGS = {
    # S4.vc: one hex beside the summit, none but a saddle, nothing
    "novegno-ah": ending("novegno", AH, GREEDY, GREEDY, is_long=False),
    "novegno-draw": ending("novegno", DRAW, GREEDY, GREEDY, is_long=False),
    "novegno-it": ending("novegno", IT, GREEDY, GREEDY, is_long=False),
    # S3.vc: two of three mountains, or not
    "cengio-ah": ending("cengio", AH, GREEDY, GREEDY),
    "cengio-it": ending("cengio", IT, GREEDY, GREEDY),
    # S1.vc and S2.vc: points
    "drive-ah": ending("drive", AH, GREEDY, GREEDY),
    "drive-draw": ending("drive", DRAW, GREEDY, until(3)),
    "drive-it": ending("drive", IT, GREEDY, until(1)),
    "asiago-ah": ending("asiago", AH, GREEDY, GREEDY),
    "asiago-draw": ending("asiago", DRAW, GREEDY, until(3)),
    "asiago-it": ending("asiago", IT, GREEDY, until(1)),
    # 22.0: nobody stirs, and the war is decided in Galicia
    "campaign-russians": Ending("campaign", {IT: IDLE, AH: IDLE}, cut_short, wins(IT), is_long=True),
    # 23.3: the plain lies open; 23.4: everybody runs for the plain, and the Italians for Rovereto and Folgaria
    "campaign-breakthrough-ah": breakthrough(AH, LATE, THROUGH),
    "campaign-breakthrough-it": breakthrough(IT, THROUGH, THROUGH),
    # 22.0, 25.0: in the fog; neither side has won when the war is decided in Galicia
    "campaign-fog": Ending("campaign", {IT: GREEDY, AH: GREEDY}, cut_short, wins(DRAW), {"fog": "on"}, is_long=True),
}
