"""Answers in advance to the questions of combat: what assaults say for themselves, and what standing orders say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pbem.games.strafexpedition.by_mail.orders_combat import Assault
from pbem.games.strafexpedition.counter_assault import VIA
from pbem.games.strafexpedition.counters import combat_factor
from pbem.games.strafexpedition.declaration import jump_offs
from pbem.games.strafexpedition.defensive_guns import PAY, SAVE
from pbem.games.strafexpedition.losses import weakest_first
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.odds import read_odds
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Question
from pbem.kernel.text.counsel import Chosen, Saying, by_words
from pbem.kernel.text.preferences import Condition, Preference, among

# -- what an assault says for itself -------------------------------------------------------------------------


def from_assault(board: Board, question: Question, order: Assault) -> Chosen | None:
    """See 13.1.4, 13.4.4: the units as named enter first; behind `losses` stands who pays."""
    offered = [option.value for option in question.options]
    if not any(unit in offered for unit in order.units):
        return None
    if question.topic == "entering":
        return question.filled(order.units)
    return losses(board, question, order.losses) if question.topic == "losses" and order.losses else None


def losses(board: Board, question: Question, wanted: Sequence[str]) -> Chosen:
    """See 13.4.4, ruling R175: units as named, to their last step, or all by their weakness."""
    offered = [UnitId(option.value) for option in question.options]
    return question.filled(by_words(question, wanted, offered, lambda units: weakest_first(board, units)))


# -- standing orders -----------------------------------------------------------------------------------------


def _losses(board: Board, question: Question, order: Preference) -> Chosen | None:
    return losses(board, question, order.choices)


def _fire(board: Board, question: Question, order: Preference) -> Chosen | None:
    """See 13.3.1: hexes by name, or the strongest or the weakest of those that assault."""
    for choice in order.choices:
        if among(question, [choice]):
            return (choice,)
        if choice == "strongest first":
            return question.default
        if choice == "weakest first":
            return (_weakest(board, question),)
    return None


def _weakest(board: Board, question: Question) -> str:
    targets = jump_offs(board, board.enemy_of(question.side))

    def worth(option: str) -> tuple[int, str]:
        return sum(combat_factor(board, unit) for unit in targets.get(HexId(option), ())), option

    return min((option.value for option in question.options), key=worth)


def _guns(board: Board, question: Question, order: Preference) -> Chosen | None:
    """See 13.3.4, ruling R174: `match` or guns by name, the first first; `up to` so many, and some kept for later."""
    if "none" in order.choices:
        return ()
    offered = [option.value for option in question.options]
    named = [choice for choice in order.choices if choice in board.scenario.units]
    able = list(among(question, named)) if named else offered
    left = max(0, len(offered) - _number(order, "keep"))
    return tuple(able[: min(_number(order, "up to") or len(able), left)])


def _number(order: Preference, word: str) -> int:
    """The number behind `keep` or `up to`; 0 where it is not written."""
    found = [int(choice.split()[-1]) for choice in order.choices if choice.startswith(word)]
    return found[0] if found else 0


def _pay(board: Board, question: Question, order: Preference) -> Chosen | None:
    return (PAY,) if order.choices[0] == "always" else (SAVE,)


def _retreat(board: Board, question: Question, order: Preference) -> Chosen | None:
    """See 13.4.5, ruling R139: hexes by name; behind `toward` those nearest to a hex first, over crags last."""
    offered = [HexId(option.value) for option in question.options]
    crags = question.about.get("crags", ())
    ranked: list[str] = []
    for choice in order.choices:
        if choice.startswith("toward "):
            goal, distance = HexId(choice.split()[1]), board.map.grid.distance
            near = sorted(offered, key=lambda there: (there in crags, distance(there, goal), there))
            ranked += near
        elif choice in offered:
            ranked.append(choice)
    return tuple(dict.fromkeys(ranked)) or None


def _counter(board: Board, question: Question, order: Preference) -> Chosen | None:
    """See 13.5: `never`, or units, perhaps by a way; as many as may. Where the ratio is not enough it says nothing."""
    if "never" in order.choices:
        return ()
    plain = [option.value for option in question.options if VIA not in option.value]
    usual: Mapping[str, str] = question.about["plain"]  # the way that is meant where none is named, by its full name
    named = [usual.get(choice, choice) for choice in order.choices]
    wanted = plain if "all" in order.choices else _once(among(question, named))
    chosen = tuple(wanted[: question.bounds[1]])
    return chosen if all(_is_enough(board, question, chosen, one) for one in order.conditions) else None


def _once(words: Sequence[str]) -> list[str]:
    """Each unit by the first way that is named for it."""
    return list({word.partition(VIA)[0]: word for word in reversed(words)}.values())[::-1]


def _is_enough(board: Board, question: Question, chosen: Sequence[str], condition: Condition) -> bool:
    """See 13.4.3.A: the ratio of those who would go, before shifts; nobody has none."""
    least = read_odds(condition.value) if condition.subject == "ratio" else None
    if least is None:
        return True
    attack = sum(combat_factor(board, UnitId(word.partition(VIA)[0])) for word in chosen)
    defence = int(question.about["defence"])
    ratio = Fraction(attack, defence) if defence else Fraction(attack * 1000)
    return ratio >= least.value if condition.relation == ">=" else ratio > least.value


PREFERENCES: Mapping[str, Saying] = {
    "losses": _losses,
    "fire": _fire,
    "guns": _guns,
    "pay": _pay,
    "retreat-to": _retreat,
    "counter-assault": _counter,
}
