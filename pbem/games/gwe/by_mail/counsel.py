"""Answers in advance: what an order file and standing orders say to a question of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.games.gwe.by_mail.conditions import fits
from pbem.games.gwe.by_mail.orders import Attack, Follow, Heroes, OnResult, Stay, Withdraw
from pbem.games.gwe.results import weakest_first
from pbem.kernel.board import Board
from pbem.kernel.episodes import Episode
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Question
from pbem.kernel.text.counsel import Chosen, by_words, first_answer
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Preference, among


def counsel(
    board: Board, question: Question, items: Sequence[Order], standing: Sequence[Order]
) -> tuple[Chosen, str] | None:
    """The step's own orders first, then standing orders in the order written, then `defaults`."""
    return first_answer(board, question, items, standing, _answer)


def _answer(board: Board, question: Question, order: Order) -> Chosen | None:
    topic = question.about.get("topic", "")
    if isinstance(order, Attack):
        return _from_attack(board, question, order)
    if isinstance(order, Withdraw) and topic == "withdraw":
        return _from_withdraw(question, order)
    if isinstance(order, Stay) and topic == "withdraw":
        return () if not order.units or question.about["unit"] in order.units else None
    if isinstance(order, Follow) and topic == "follow" and order.hex in question.about["hexes"]:
        return among(question, order.units)
    if isinstance(order, Heroes) and topic == "heroes":
        return among(question, order.units)
    if isinstance(order, Preference) and order.topic == topic and _applies(question, order):
        return _PREFERENCES.get(topic, _named)(board, question, order)
    return None


# -- the attacker's instructions ------------------------------------------------------------------------------


def _from_attack(board: Board, question: Question, order: Attack) -> Chosen | None:
    """`on 1/2: losses ..; advance ..; pursue ..` of the attack that this combat was."""
    combat, topic = question.within("combat"), question.topic
    if combat is None or (combat.side, combat.hexes) != (question.side, order.targets):
        return None
    if topic not in ("losses", "advance", "pursue"):
        return None
    result = _result(board, combat)
    for instruction in order.results:
        wanted = {"losses": instruction.losses, "advance": instruction.advance, "pursue": instruction.pursue}[topic]
        if wanted and matches(instruction, result):
            return _words(board, question, wanted)
    return None


def _result(board: Board, combat: Episode) -> str:
    outcome = board.outcome_of(combat)
    return str(outcome["result"]) if outcome else "-/-"


def matches(instruction: OnResult, result: str) -> bool:
    ours, theirs = result.split("/")
    return instruction.attacker in ("*", ours) and instruction.defender in ("*", theirs)


def _words(board: Board, question: Question, wanted: Sequence[str]) -> Chosen:
    """Units by name, or `all`, `none`, `weakest first`, `strongest first`."""
    offered = [UnitId(option.value) for option in question.options]
    return by_words(question, wanted, offered, lambda units: weakest_first(board, units))


# -- withdrawals ----------------------------------------------------------------------------------------------


def _from_withdraw(question: Question, order: Withdraw) -> Chosen | None:
    if order.unit != question.about["unit"]:
        return None
    if not all(fits(condition, dict(question.about)) for condition in order.conditions):
        return ()
    if not order.paths:
        return tuple(option.value for option in question.options)
    return among(question, ["-".join(path) for path in order.paths])


# -- standing preferences -------------------------------------------------------------------------------------


def _applies(question: Question, order: Preference) -> bool:
    """Its place, its result and its conditions fit the question."""
    about: dict[str, Any] = dict(question.about)
    if order.where and order.where not in (*about.get("hexes", ()), about.get("unit", "")):
        return False
    if order.on and order.on != about.get("result", ""):
        return False
    return all(fits(condition, about) for condition in order.conditions)


def _named(board: Board, question: Question, order: Preference) -> Chosen | None:
    """Options by name, or a general word."""
    chosen = _words(board, question, order.choices)
    return chosen if question.many else chosen[:1] or None


def _defend(board: Board, question: Question, order: Preference) -> Chosen | None:
    """The first wanted option that is offered, by number or by word (hold, retreat, half, stand)."""
    words = question.about["words"]
    for choice in order.choices:
        for number, word in words.items():
            if choice in (number, word):
                return (number,)
    return None


def _retreat(board: Board, question: Question, order: Preference) -> Chosen | None:
    """A path by its hexes, or the offered path that ends nearest to the hex behind `toward`."""
    for choice in order.choices:
        if choice.startswith("toward "):
            goal = HexId(choice.split()[1])
            grid = board.map.grid
            ends = {option.value: HexId(option.value.split("-")[-1]) for option in question.options}
            return (min(ends, key=lambda value: grid.distance(ends[value], goal)),)
        if any(option.value == choice for option in question.options):
            return (choice,)
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


_PREFERENCES: dict[str, Callable[[Board, Question, Preference], Chosen | None]] = {
    "defend": _defend,
    "retreat": _retreat,
    "support": _support,
    "fortress": _fortress,
}
