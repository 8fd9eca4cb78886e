"""Answers in advance: what an order file and standing orders say to a question of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.games.caporetto.advance import STAY
from pbem.games.caporetto.by_mail import counsel_turn
from pbem.games.caporetto.by_mail.conditions import applies
from pbem.games.caporetto.by_mail.orders_combat import Attack, Mine, Second
from pbem.games.caporetto.losses import weakest_first
from pbem.kernel.board import Board
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
    if isinstance(order, Mine):
        mine = question.within("mine")
        is_meant = mine is not None and mine.hexes == (order.hex,) and topic == "advance"
        return words(board, question, order.advance) if is_meant and order.advance else None
    if isinstance(order, Preference):
        is_meant = order.topic == topic and _is_here(question, order)
        fits = is_meant and applies(board, order.conditions, question.about)
        return _PREFERENCES.get(topic, _named)(board, question, order) if fits else None
    return counsel_turn.answer(board, question, order)


def _is_here(question: Question, order: Preference) -> bool:
    about = question.about
    return not order.where or order.where in (*about.get("hexes", ()), about.get("unit", ""))


# -- the attacker's instructions -----------------------------------------------------------------------------


def _from_attack(board: Board, question: Question, order: Attack) -> Chosen | None:
    """`on 1/2: losses ..; advance ..; second ..` of the attack that this combat was."""
    combat, topic = question.within("combat"), question.topic
    if combat is None or (combat.side, combat.hexes) != (question.side, (order.target,)):
        return None
    outcome = board.outcome_of(combat)
    result = str(outcome["result"]) if outcome else ""
    for instruction in order.results:
        if not instruction.fits(result):
            continue
        if topic == "second" and instruction.second:
            return _second(question, instruction.second)
        wanted = {"losses": instruction.losses, "advance": instruction.advance}.get(topic, ())
        if wanted:
            return words(board, question, wanted)
    return None


def _second(question: Question, seconds: Sequence[Second]) -> Chosen:
    """The hex of the unit that is asked for, or the one for all; a hex that is closed now means to stay."""
    unit = question.about["unit"]
    wanted = [second.hex for second in seconds if second.unit in ("", unit)]
    return among(question, wanted)[:1] or (STAY,)


# -- standing preferences ------------------------------------------------------------------------------------


def words(board: Board, question: Question, wanted: Sequence[str]) -> Chosen:
    """Units by name, or `all`, `none`, `weakest first`, `strongest first`."""
    offered = [UnitId(option.value) for option in question.options if option.value in board.scenario.units]
    return by_words(question, wanted, offered, lambda units: weakest_first(board, units))


def _named(board: Board, question: Question, order: Preference) -> Chosen | None:
    """Options by name, or a general word."""
    chosen = words(board, question, order.choices)
    return chosen if question.many else chosen[:1] or None


def _attempt(board: Board, question: Question, order: Preference) -> Chosen | None:
    """`always` tries to retreat, `never` takes the losses."""
    return ("retreat",) if order.choices[0] == "always" else ("stay",)


def _goal(board: Board, question: Question, order: Preference) -> Chosen | None:
    """The first hex that is offered; behind `toward` the offered one that lies nearest to it."""
    hexes = [HexId(option.value) for option in question.options if option.value != STAY]
    for choice in order.choices:
        if choice.startswith("toward ") and hexes:
            goal = HexId(choice.split()[1])
            return (min(hexes, key=lambda there: (board.map.grid.distance(there, goal), there)),)
        if among(question, [choice]):
            return (choice,)
    return None


def _support(board: Board, question: Question, order: Preference) -> Chosen | None:
    """Named support units or any; as many as the enemy (`match`), `up to` so many, and some kept for later."""
    offered = [option.value for option in question.options]
    named = [choice for choice in order.choices if choice in board.scenario.units]
    able = list(among(question, named)) if named else [*question.default, *_rest(offered, question.default)]
    most = min(_most(question, order, len(able)), int(question.about.get("most", len(able))))  # 16.2: by range
    return tuple(_not_kept(board, able, _numbers(order, "keep"))[:most])


def _rest(offered: Sequence[str], first: Sequence[str]) -> list[str]:
    return [value for value in offered if value not in first]


def _numbers(order: Preference, word: str) -> int:
    """The number behind `keep` or `up to`; 0 where it is not written."""
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


_PREFERENCES: dict[str, Callable[[Board, Question, Preference], Chosen | None]] = {
    "retreat": _attempt,
    "retreat-to": _goal,
    "second": _goal,
    "support": _support,
    "contest": _support,
}
