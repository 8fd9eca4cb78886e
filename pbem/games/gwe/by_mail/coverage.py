"""The mail meter: which questions may still come in a Combat Phase, how likely, and the order that saves each mail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.errors import Illegal
from pbem.games.gwe import command
from pbem.games.gwe.attack import Declared, Spent, declare
from pbem.games.gwe.barrage import defence_supporters
from pbem.games.gwe.by_mail.counsel import matches
from pbem.games.gwe.by_mail.odds import outcomes
from pbem.games.gwe.by_mail.orders import Attack, OnResult
from pbem.games.gwe.occupation import enemy_of
from pbem.games.gwe.strengths import steps_of
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.text.counsel import is_settled
from pbem.kernel.text.orders import Orders

Item = dict[str, Any]


def coverage(board: Board, orders: Mapping[Side, Orders]) -> Sequence[Mapping[str, Any]]:
    """Every point of the ordered attacks that neither orders nor standing orders decide."""
    found: list[Item] = []
    for side, given in orders.items():
        attacks = [order for order in given.items if isinstance(order, Attack)]
        if attacks:
            command.combat_command(board, side)
        for order in attacks:
            try:
                declared = declare(board, side, order, Spent())
            except Illegal:
                continue
            if declared.column >= 0:
                found += _attacker_points(board, order, declared, given)
                found += _defender_points(board, order, declared, orders.get(enemy_of(side)))
    return found


def _attacker_points(board: Board, order: Attack, declared: Declared, given: Orders) -> list[Item]:
    rows = outcomes(board, declared.final_column, declared.die.total)
    items = []
    may_choose = len(order.units) > 1 and steps_of(board, order.units) > 1
    if may_choose and not is_settled(given.standing, "losses"):
        open_rows = [r for r in rows if r["result"][0] in "12" and not _told(order.results, r["result"], "losses")]
        items.append(
            _item(given.side, order, "losses", open_rows, "the weakest pay first", "on 1/*: losses weakest first")
        )
    if not is_settled(given.standing, "advance"):
        open_rows = [r for r in rows if r["result"][-1] != "-" and not _told(order.results, r["result"], "advance")]
        items.append(_item(given.side, order, "advance", open_rows, "nobody advances", "on */*: advance all"))
    return [item for item in items if item]


def _defender_points(board: Board, order: Attack, declared: Declared, given: Orders | None) -> list[Item]:
    """What the other side may be asked; its orders are looked at only where the caller shows them."""
    standing = given.standing if given else ()
    enemy = enemy_of(declared.side)
    rows = outcomes(board, declared.final_column, declared.die.total)
    items = []
    guns = [gun for target in declared.targets for gun in defence_supporters(board, enemy, target)]
    if guns and not is_settled(standing, "support"):
        items.append(_item(enemy, order, "support", rows, "guns that change the column", "support: default"))
    if not is_settled(standing, "defend"):
        open_rows = [r for r in rows if r["result"][-1] in "123"]
        items.append(
            _item(enemy, order, "defend", open_rows, "retreat where there is a way", "defend on 1: retreat, hold")
        )
    if not is_settled(standing, "retreat"):
        open_rows = [r for r in rows if r["result"][-1] in "123"]
        items.append(_item(enemy, order, "retreat", open_rows, "the first path toward supply", "retreat: toward HEX"))
    return [item for item in items if item]


def _told(results: Sequence[OnResult], result: str, what: str) -> bool:
    return any(matches(one, result) and getattr(one, what) for one in results)


def _item(side: Side, order: Attack, topic: str, rows: Sequence[Mapping[str, Any]], default: str, hint: str) -> Item:
    sixths = sum(len(row["dice"]) for row in rows)
    if not sixths:
        return {}
    return {
        "side": side, "attack": "+".join(order.targets), "topic": topic, "results": [row["result"] for row in rows],
        "sixths": sixths, "chance": f"{sixths}/6", "default": default, "hint": hint,
    }  # fmt: skip
