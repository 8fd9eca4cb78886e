"""Answers in advance: what an order file and standing orders say to a question of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.caporetto.advance import STAY
from pbem.games.caporetto.by_mail.conditions import fits
from pbem.games.caporetto.by_mail.orders_combat import Attack, Mine, Second
from pbem.games.caporetto.by_mail.orders_turn import Withdraw
from pbem.games.caporetto.losses import weakest_first
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Question
from pbem.kernel.text.counsel import Chosen, Counsel, goal
from pbem.kernel.text.instructions import instructed
from pbem.kernel.text.preferences import Preference, among
from pbem.values import replace

# -- orders of the step --------------------------------------------------------------------------------------


def _from_attack(board: Board, question: Question, order: Attack) -> Chosen | None:
    """`on 1/2: losses ..; advance ..; second ..` of the attack that this combat was."""
    wanted = instructed(board, question, "combat", (order.target,), order.results)
    if not wanted:
        return None
    return _second(question, wanted) if question.topic == "second" else counsel.words(board, question, wanted)


def _second(question: Question, seconds: Sequence[Second]) -> Chosen:
    """The hex of the unit that is asked for, or the one for all; a hex that is closed now means to stay."""
    unit = question.about["unit"]
    wanted = [second.hex for second in seconds if second.unit in ("", unit)]
    return among(question, wanted)[:1] or (STAY,)


def _from_mine(board: Board, question: Question, order: Mine) -> Chosen | None:
    mine = question.within("mine")
    is_meant = mine is not None and mine.hexes == (order.hex,) and question.topic == "advance"
    return counsel.words(board, question, order.advance) if is_meant and order.advance else None


def _from_withdraw(board: Board, question: Question, order: Withdraw) -> Chosen | None:
    """See 13.3: `withdraw AH-9, AH-16` names who leaves first, by the chart and by Kaiserschlacht."""
    is_meant = question.topic in ("withdrawals", "kaiserschlacht")
    return among(question, order.units) or None if is_meant else None


# -- standing preferences ------------------------------------------------------------------------------------


def _attempt(board: Board, question: Question, order: Preference) -> Chosen | None:
    """`always` tries to retreat, `never` takes the losses."""
    return ("retreat",) if order.choices[0] == "always" else ("stay",)


def _goal(board: Board, question: Question, order: Preference) -> Chosen | None:
    """Of hexes that are equally near, the one with the smaller number."""
    return goal(board, replace(question, options=tuple(sorted(question.options))), order)


def _support(board: Board, question: Question, order: Preference) -> Chosen | None:
    """Named support units or any; as many as the enemy (`match`), `up to` a number, and some kept for later."""
    offered = [option.value for option in question.options]
    named = [choice for choice in order.choices if choice in board.scenario.units]
    able = list(among(question, named)) if named else [*question.default, *_rest(offered, question.default)]
    most = min(_most(question, order, len(able)), int(question.about.get("most", len(able))))  # 16.2: by range
    return tuple(_not_kept(board, able, _numbers(order, "keep"))[:most])


def _rest(offered: Sequence[str], first: Sequence[str]) -> list[str]:
    return [value for value in offered if value not in first]


def _numbers(order: Preference, word: str) -> int:
    """The number after `keep` or `up to`; 0 where it is not written."""
    found = [int(choice.split()[-1]) for choice in order.choices if choice.startswith(word)]
    return found[0] if found else 0


def _most(question: Question, order: Preference, number: int) -> int:
    if "none" in order.choices:
        return 0
    if "match" in order.choices:
        enemies = question.about["support" if question.about["topic"] == "support" else "attackers"]
        number = min(number, int(enemies))
    return min(number, _numbers(order, "up to") or number)


def _not_kept(board: Board, able: Sequence[str], keep: int) -> list[str]:
    """All but the artillery that must be left for later; the last named are kept."""
    guns = [unit for unit in able if board.unit(UnitId(unit)).type == "artillery"]
    kept = guns[max(0, len(guns) - keep) :] if keep else []
    return [unit for unit in able if unit not in kept]


counsel = Counsel(
    weakest_first,
    orders={Attack: _from_attack, Mine: _from_mine, Withdraw: _from_withdraw},
    preferences={
        "retreat": _attempt, "retreat-to": _goal, "second": _goal, "support": _support, "contest": _support,
    },
    fits=fits,
)  # fmt: skip
