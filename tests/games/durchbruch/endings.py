"""Every way in which a game of Durchbruch can end (16.2.1, 16.3.1, 16.4.1; the plans of 16.5), and who plays it so."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction

from pbem.games.durchbruch import victory
from pbem.games.durchbruch.by_mail.odds import as_seen
from pbem.games.durchbruch.by_mail.orders import ChoosePlan
from pbem.games.durchbruch.communication import enemy_hexes
from pbem.games.durchbruch.counters import AG, IT
from pbem.games.durchbruch.cup import CHITS
from pbem.games.durchbruch.end_of_turn import points
from pbem.games.durchbruch.planning import Segment
from pbem.games.durchbruch.sequence import OVER
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Defaults, Preference
from tests.fuzz import durchbruch_greedy as greedy
from tests.fuzz.durchbruch_attacks import Intent, assaults
from tests.fuzz.games import load_game
from tests.fuzz.letters import Hand
from tests.games.endings import Ending

EVENING = 2  # the last turn of October 24
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


def soon_tired(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Greedy on October 24, and nothing after it."""
    return greedy.give_orders(board, side, chance) if board.turn <= EVENING else ()


RECKLESS = Hand(rush, stand)
TIRED = Hand(soon_tired, greedy.give_standing)


def waiting(plan: str) -> Hand:
    """Austro-Germans who choose this plan and stay where they are (16.5)."""

    def give_orders(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
        return [ChoosePlan(plan)] if board.step == "set-up" else ()

    return Hand(give_orders, stand)


def won_by(scenario: str, winner: str, plan: str = "") -> Callable[[Position], bool]:
    """See 16.2.1-win, 16.3.1-win, 16.4.1-win: the verdict on a last position; nobody's name for a draw."""

    def is_so(position: Position) -> bool:
        printed = load_game("durchbruch", scenario)
        return position.step == OVER and victory.winner(printed, points(Board(printed, position), plan)) == winner

    return is_so


def campaign(plan: str, winner: str) -> Ending:
    """See 16.4.1, 16.5: the plan is opened with the verdict."""
    hands = {AG: waiting(plan), IT: TIRED}
    return Ending("campaign", hands, won_by("campaign", winner, plan), ("win",), is_long=True)


ENDINGS = {
    "oct24-ag": Ending("oct24", {AG: GREEDY, IT: RECKLESS}, won_by("oct24", AG), ("The Austro-Germans win",)),
    "oct24-it": Ending("oct24", {AG: GREEDY, IT: GREEDY}, won_by("oct24", IT), ("The Italians win",)),
    "oct25-it": Ending("oct25", {AG: TIRED, IT: TIRED}, won_by("oct25", IT), ("The Italians win",), is_long=True),
    "campaign-conrad-it": campaign("conrad", IT),
    "campaign-boroevic-it": campaign("boroevic", IT),
    "campaign-waffentreue-it": campaign("waffentreue", IT),
}
