"""Answers in advance: what an attack and standing orders say to a question of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.durchbruch.advance import read_advance, written
from pbem.games.durchbruch.by_mail.conditions import fits
from pbem.games.durchbruch.by_mail.orders import FAR, Advance, Attack
from pbem.games.durchbruch.losses import weakest_first
from pbem.games.durchbruch.status import machine_guns
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Question
from pbem.kernel.text.counsel import Chosen, Counsel, goal
from pbem.kernel.text.preferences import Preference, among


def _from_attack(board: Board, question: Question, order: Attack) -> Chosen | None:
    """`losses ...`, `on far: advance ...`, `on vacated: advance ...` of the attack that this combat is."""
    combat = question.within("combat")
    if combat is None or (combat.side, combat.hexes) != (question.side, (order.target,)):
        return None
    if question.topic == "losses" and order.losses:
        return question.filled(counsel.words(board, question, order.losses))
    if question.topic != "advance" or not (order.far or order.vacated):
        return None
    is_far = question.about.get("result") == FAR
    wanted = (order.far or order.vacated) if is_far else order.vacated
    return among(question, list(dict.fromkeys(_open_part(question, one) for one in wanted)))


def _open_part(question: Question, wanted: Advance) -> str:
    """See 14.2, 14.2.4: as far along its way as the unit may go; hexes that are closed by then are left out."""
    offered = {option.value: None for option in question.options}
    parts = [written(wanted.unit, wanted.path[:length]) for length in range(len(wanted.path), 0, -1)]
    return next((part for part in parts if part in offered), parts[0])


def _advance(board: Board, question: Question, order: Preference) -> Chosen | None:
    """`all` goes into the vacated hex and no farther; named units likewise."""
    first = question.about["hexes"][0]
    able = [read_advance(option.value).unit for option in question.options]
    named = able if order.choices[0] == "all" else [UnitId(one) for one in order.choices if one in able]
    return tuple(written(unit, (first,)) for unit in dict.fromkeys(named))


def _hits(board: Board, question: Question, order: Preference) -> Chosen | None:
    """`retreat` loses as few steps as the rules allow, `hold` as many, `steps 1` so many."""
    offered = [int(option.value) for option in question.options]
    word, _, number = order.choices[0].partition(" ")
    wanted = offered[0] if word == "retreat" else offered[-1] if word == "hold" else int(number)
    return (str(max(offered[0], min(offered[-1], wanted))),)


def _gunner(board: Board, question: Question, order: Preference) -> Chosen | None:
    if order.choices[0] == "highest":
        return (max((o.value for o in question.options), key=lambda unit: machine_guns(board, UnitId(unit))),)
    return among(question, order.choices)[:1] or None


def _named(board: Board, question: Question, order: Preference) -> Chosen | None:
    return among(question, order.choices)[:1] or None


def _ranked(board: Board, units: Sequence[UnitId]) -> Sequence[UnitId]:
    return weakest_first(board, units)


counsel = Counsel(
    _ranked,
    orders={Attack: _from_attack},
    preferences={
        "advance": _advance, "hits": _hits, "mg": _gunner, "hq": _named, "retreat-to": goal, "blow": _named,
    },
    fits=fits,
)  # fmt: skip
