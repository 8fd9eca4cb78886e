"""The mail meter: which questions may still come in a Combat Phase, how likely, and the order that saves each mail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.errors import Illegal
from pbem.games.gwe import command
from pbem.games.gwe.attack import Declared, Spent, declare
from pbem.games.gwe.barrage import defence_supporters
from pbem.games.gwe.by_mail.orders import Attack
from pbem.games.gwe.strengths import steps_of
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.text.counsel import is_settled
from pbem.kernel.text.instructions import is_told
from pbem.kernel.text.orders import Orders
from pbem.kernel.views.meter import Point

if TYPE_CHECKING:
    from pbem.kernel.views.odds import Outcome

Rows = Sequence["Outcome"]  # the results that an attack may have


def coverage(board: Board, orders: Mapping[Side, Orders]) -> Sequence[Point]:
    """Every point of the ordered attacks that neither orders nor standing orders decide."""
    found: list[Point] = []
    for side, given in orders.items():
        attacks = [order for order in given.items if isinstance(order, Attack)]
        if not attacks:
            continue
        ahead = board.copy()
        command.combat_command(ahead, side)
        for order in attacks:
            found += _of_attack(ahead, order, given, orders.get(board.enemy_of(side)))
    return found


def _of_attack(board: Board, order: Attack, given: Orders, enemy: Orders | None) -> list[Point]:
    try:
        declared = declare(board, given.side, order, Spent())
    except Illegal:
        return []
    if declared.column < 0:
        return []
    from pbem.games.gwe.by_mail.odds import outcomes  # late: most files bring no attack

    rows = outcomes(board, declared.final_column, declared.die.total)
    return [*_attacker_points(board, order, rows, given), *_defender_points(board, order, declared, rows, enemy)]


def _attacker_points(board: Board, order: Attack, rows: Rows, given: Orders) -> Iterator[Point]:
    may_choose = len(order.units) > 1 and steps_of(board, order.units) > 1
    if may_choose and not is_settled(given.standing, "losses"):
        left = [row for row in rows if row.result[0] in "12" and not is_told(order.results, row.result, "losses")]
        yield from _point(
            given.side, order, "losses", left, "the weakest lose steps first", "on 1/*: losses weakest first"
        )
    if not is_settled(given.standing, "advance"):
        left = [row for row in rows if row.result[-1] != "-" and not is_told(order.results, row.result, "advance")]
        yield from _point(given.side, order, "advance", left, "nobody advances", "on */*: advance all")


def _defender_points(
    board: Board, order: Attack, declared: Declared, rows: Rows, given: Orders | None
) -> Iterator[Point]:
    """What the other side may be asked; its orders count only where the caller shows them."""
    standing, enemy = given.standing if given else (), board.enemy_of(declared.side)
    hit = [row for row in rows if row.result[-1] in "123"]
    guns = [gun for target in declared.targets for gun in defence_supporters(board, enemy, target)]
    for topic, open_rows, default, hint in (
        ("support", rows if guns else (), "the guns that change the column fire", "support: default"),
        ("defend", hit, "they retreat where a path is open", "defend on 1: retreat, hold"),
        ("retreat", hit, "they take the first path toward supply", "retreat: toward HEX"),
    ):
        if not is_settled(standing, topic):
            yield from _point(enemy, order, topic, open_rows, default, hint)


def _point(side: Side, order: Attack, topic: str, rows: Rows, default: str, hint: str) -> Iterator[Point]:
    """One point, if any result leads to it."""
    if rows:
        from pbem.games.gwe.by_mail.odds import in_sixths

        chance = in_sixths(sum(len(row.dice) for row in rows))
        about, results = f"attack on {'+'.join(order.targets)}", tuple([row.result for row in rows])
        yield Point(side, topic, chance, default, hint, about, results)
