"""Answers in advance: what an order file and standing orders say to a question of the rules."""

from __future__ import annotations

from pbem.games.gwe.by_mail.conditions import fits
from pbem.games.gwe.by_mail.orders import Attack, Follow, Heroes, Stay, Withdraw
from pbem.games.gwe.results import weakest_first
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Question
from pbem.kernel.text.counsel import Chosen, Counsel, goal
from pbem.kernel.text.instructions import instructed
from pbem.kernel.text.preferences import Preference, among

# -- the attacker's instructions ------------------------------------------------------------------------------


def _from_attack(board: Board, question: Question, order: Attack) -> Chosen | None:
    """`on 1/2: losses ..; advance ..; pursue ..` of the attack that this combat was."""
    wanted = instructed(board, question, "combat", order.targets, order.results)
    return counsel.words(board, question, wanted) if wanted else None


# -- withdrawals ----------------------------------------------------------------------------------------------


def _from_withdraw(board: Board, question: Question, order: Withdraw) -> Chosen | None:
    if question.topic != "withdraw" or order.unit != question.about["unit"]:
        return None
    if not all(fits(board, condition, question.about) for condition in order.conditions):
        return ()
    if not order.paths:
        return tuple(option.value for option in question.options)
    return among(question, ["-".join(path) for path in order.paths])


def _from_stay(board: Board, question: Question, order: Stay) -> Chosen | None:
    is_meant = question.topic == "withdraw" and (not order.units or question.about["unit"] in order.units)
    return () if is_meant else None


def _from_follow(board: Board, question: Question, order: Follow) -> Chosen | None:
    is_meant = question.topic == "follow" and order.hex in question.about["hexes"]
    return among(question, order.units) if is_meant else None


def _from_heroes(board: Board, question: Question, order: Heroes) -> Chosen | None:
    return among(question, order.units) if question.topic == "heroes" else None


# -- standing preferences -------------------------------------------------------------------------------------


def _defend(board: Board, question: Question, order: Preference) -> Chosen | None:
    """The first wanted option that is offered, by number or by word (hold, retreat, half, stand)."""
    words = question.about["words"]
    for choice in order.choices:
        for number, word in words.items():
            if choice in (number, word):
                return (number,)
    return None


def _support(board: Board, question: Question, order: Preference) -> Chosen | None:
    """`always`, `never`, `own hex`, `default`, or guns by name; a gun named in `where` speaks for itself alone."""
    offered = tuple(option.value for option in question.options)
    hexes = question.about["hexes"]
    if order.choices[0] in ("always", "all"):
        return offered
    if order.choices[0] in ("never", "none"):
        return ()
    if order.choices[0] == "own hex":
        return tuple(value for value in offered if board.place(UnitId(value)) in hexes)
    if order.choices[0] == "default":
        return question.default
    return among(question, order.choices)


def _fortress(board: Board, question: Question, order: Preference) -> Chosen | None:
    offered = [option.value for option in question.options]
    return ({"most": offered[-1], "least": offered[0]}.get(order.choices[0], order.choices[0]),)


counsel = Counsel(
    weakest_first,
    orders={
        Attack: _from_attack, Withdraw: _from_withdraw, Stay: _from_stay, Follow: _from_follow, Heroes: _from_heroes,
    },
    preferences={"defend": _defend, "retreat": goal, "support": _support, "fortress": _fortress},
    fits=fits,
)  # fmt: skip
