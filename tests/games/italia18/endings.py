"""Every way in which a game of Italia 1917-1918 can end (16.0, S0.vc to S5.vc), and who plays it so."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from pbem.games.italia18.by_mail.orders_combat import Assault
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.verdicts import DRAW, OPERATIONAL, STRATEGIC, TACTICAL, Verdict, drawn
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Defaults, Preference
from tests.fuzz import italia18_greedy as greedy
from tests.fuzz.driver import no_orders
from tests.fuzz.letters import Hand
from tests.games.endings import Ending


def give_way(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Standing orders of one who runs."""
    return [Preference("retreat", ("max",)), Defaults()]


def until(last: int, attacks: int = 99) -> Hand:
    """Greedy up to a turn, with so many attacks in a phase at most; idle afterwards."""

    def give_orders(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
        made = greedy.give_orders(board, side, chance) if board.turn <= last else ()
        fights = [order for order in made if isinstance(order, Assault)]
        return [order for order in made if order not in fights[attacks:]]

    return Hand(give_orders, greedy.give_standing)


GREEDY, IDLE = Hand(greedy.give_orders, greedy.give_standing), Hand(no_orders, greedy.give_standing)
RUNNING = Hand(no_orders, give_way)


def ends_with(winner: str, level: str) -> Callable[[Position], bool]:
    """See 16.0: the verdict that the last night has written down."""
    return lambda position: (position.notes["winner"], position.notes.get("level", "")) == (winner, level)


def ending(scenario: str, winner: str, level: str, cp: Hand, en: Hand) -> Ending:
    """By the victory conditions of a scenario, after its last turn."""
    said = drawn().words if level == DRAW else Verdict(Side(winner), level).words
    is_long = scenario not in ("grappa", "radetzky")
    return Ending(scenario, {CP: cp, EN: en}, ends_with(winner, level), (said,), is_long=is_long)


ENDINGS = {
    # S0.vc1 to S0.vc4: the plain, both summits, trenches and objectives
    "grappa-strategic": ending("grappa", CP, STRATEGIC, GREEDY, IDLE),
    "grappa-operational": ending("grappa", CP, OPERATIONAL, GREEDY, GREEDY),
    "grappa-tactical": ending("grappa", CP, TACTICAL, GREEDY, GREEDY),
    "grappa-draw": ending("grappa", DRAW, DRAW, GREEDY, GREEDY),
    "grappa-en": ending("grappa", EN, "", IDLE, IDLE),
    # S1.vc4: points as they fall, Italians caught and Italians who got away
    "caporetto-strategic": ending("caporetto", CP, STRATEGIC, GREEDY, IDLE),
    "caporetto-operational": ending("caporetto", CP, OPERATIONAL, GREEDY, IDLE),
    "caporetto-tactical": ending("caporetto", CP, TACTICAL, GREEDY, GREEDY),
    "caporetto-en": ending("caporetto", EN, "", IDLE, GREEDY),
    # S2.vc1 to S2.vc4
    "radetzky-strategic": ending("radetzky", CP, STRATEGIC, GREEDY, RUNNING),
    "radetzky-operational": ending("radetzky", CP, OPERATIONAL, GREEDY, RUNNING),
    "radetzky-tactical": ending("radetzky", CP, TACTICAL, GREEDY, GREEDY),
    "radetzky-draw": ending("radetzky", DRAW, DRAW, GREEDY, GREEDY),
    "radetzky-en": ending("radetzky", EN, "", IDLE, IDLE),
    # S3.vc1, S3.vc2
    "albrecht-strategic": ending("albrecht", CP, STRATEGIC, GREEDY, RUNNING),
    "albrecht-operational": ending("albrecht", CP, OPERATIONAL, GREEDY, RUNNING),
    "albrecht-tactical": ending("albrecht", CP, TACTICAL, GREEDY, RUNNING),
    "albrecht-en": ending("albrecht", EN, "", GREEDY, GREEDY),
    # S4.vc1, S4.vc2
    "solstice-strategic": ending("solstice", CP, STRATEGIC, GREEDY, RUNNING),
    "solstice-operational": ending("solstice", CP, OPERATIONAL, GREEDY, RUNNING),
    "solstice-tactical": ending("solstice", CP, TACTICAL, GREEDY, RUNNING),
    "solstice-en": ending("solstice", EN, "", IDLE, IDLE),
    # S5.vc3: objectives, and Austro-Hungarians who are cut off
    "vittorio-strategic": ending("vittorio", EN, STRATEGIC, RUNNING, GREEDY),
    "vittorio-operational": ending("vittorio", EN, OPERATIONAL, RUNNING, GREEDY),
    "vittorio-tactical": ending("vittorio", EN, TACTICAL, RUNNING, GREEDY),
    "vittorio-draw": ending("vittorio", DRAW, DRAW, RUNNING, GREEDY),
    "vittorio-cp": ending("vittorio", CP, "", IDLE, IDLE),
}
