"""Every way in which a game of Durchbruch can end (16.2.1, 16.3.1, 16.4.1; the plans of 16.5), and who plays it so."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction

from pbem.games.durchbruch import victory
from pbem.games.durchbruch.by_mail.odds import as_seen
from pbem.games.durchbruch.by_mail.orders import ChoosePlan
from pbem.games.durchbruch.communication import enemy_hexes
from pbem.games.durchbruch.costs import mover
from pbem.games.durchbruch.counters import AG, IT
from pbem.games.durchbruch.cup import CHITS
from pbem.games.durchbruch.end_of_turn import points
from pbem.games.durchbruch.planning import Segment
from pbem.games.durchbruch.sequence import OVER
from pbem.games.durchbruch.victory import CIVIDALE
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Defaults, Preference
from tests.fuzz import durchbruch_greedy as greedy
from tests.fuzz.durchbruch_attacks import Intent, assaults, groups
from tests.fuzz.durchbruch_marches import toward
from tests.fuzz.games import load_game
from tests.fuzz.letters import Hand
from tests.games.endings import Ending

GREEDY = Hand(greedy.give_orders, greedy.give_standing)


def stand(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Standing orders of one who dies where he stands."""
    return [Preference("hits", ("hold",)), Preference("blow", ("no",)), Defaults()]


def rush(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Everybody attacks whom he can reach, at any odds."""
    corps = CHITS.get(board.step, "")
    if not corps:
        return ()
    seen = as_seen(board, side)
    intent = Intent(side, corps, seen, Segment(side, corps))
    assaults(intent, gain=dict.fromkeys(enemy_hexes(seen, side), Fraction(9)))
    return [*intent.moves, *intent.attacks]


def flee(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Everybody who can makes for Cividale, whatever he leaves behind."""
    corps = CHITS.get(board.step, "")
    if not corps:
        return ()
    seen = as_seen(board, side)
    intent = Intent(side, corps, seen, Segment(side, corps))
    for group in groups(seen, side, corps):
        there = toward(intent, group, mover(seen, group[0]), CIVIDALE)
        if there:
            intent.go(group, there)
    return intent.moves


RECKLESS, ROUTED = Hand(rush, stand), Hand(flee, greedy.give_standing)


def with_plan(plan: str) -> Hand:
    """Greedy Austro-Germans who choose this plan (16.5)."""

    def give_orders(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
        return [ChoosePlan(plan)] if board.step == "set-up" else greedy.give_orders(board, side, chance)

    return Hand(give_orders, greedy.give_standing)


def won_by(scenario: str, winner: str, plan: str = "") -> Callable[[Position], bool]:
    """See 16.2.1-win, 16.3.1-win, 16.4.1-win: the verdict on a last position; nobody's name for a draw."""

    def is_so(position: Position) -> bool:
        printed = load_game("durchbruch", scenario)
        return position.step == OVER and victory.winner(printed, points(Board(printed, position), plan)) == winner

    return is_so


def campaign(plan: str, winner: str, italy: Hand, says: str) -> Ending:
    """See 16.4.1, 16.5: the plan is opened with the verdict."""
    hands: dict[str, Hand] = {AG: with_plan(plan), IT: italy}
    return Ending("campaign", hands, won_by("campaign", winner, plan), (says,), is_long=True)


AG_WIN, IT_WIN = "The Austro-Germans win", "The Italians win"
ENDINGS = {
    "oct24-ag": Ending("oct24", {AG: GREEDY, IT: RECKLESS}, won_by("oct24", AG), (AG_WIN,)),
    "oct24-it": Ending("oct24", {AG: GREEDY, IT: GREEDY}, won_by("oct24", IT), (IT_WIN,)),
    "oct25-ag": Ending("oct25", {AG: GREEDY, IT: RECKLESS}, won_by("oct25", AG), (AG_WIN,), is_long=True),
    "oct25-it": Ending("oct25", {AG: GREEDY, IT: GREEDY}, won_by("oct25", IT), (IT_WIN,), is_long=True),
    "campaign-boroevic-ag": campaign("boroevic", AG, RECKLESS, AG_WIN),
    "campaign-boroevic-it": campaign("boroevic", IT, GREEDY, IT_WIN),
    "campaign-conrad-it": campaign("conrad", IT, GREEDY, IT_WIN),
    "campaign-waffentreue-draw": campaign("waffentreue", victory.DRAW, RECKLESS, "The game is a draw"),
    "campaign-waffentreue-it": campaign("waffentreue", IT, GREEDY, IT_WIN),
}
