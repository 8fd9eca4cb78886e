"""Orders that lie on the desk until their step comes: by sender and step, each with the turn that it is for."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.desk.record.body import Takes
from pbem.desk.record.open_step import Open, Sent, Used
from pbem.desk.record.state import State


def lay_down(state: State, who: str, turn: int, takes: Takes, seq: int) -> None:
    """The orders of an accepted file, in the place of earlier ones for the same step."""
    for step, lines in takes.orders.items():
        state.pending.setdefault(who, {})[step] = Sent(takes.turns.get(step, turn), lines, seq)


def is_fixed_ahead(state: State, who: str, step: str) -> bool:
    """Whether orders for a later step were sealed with the one under way: its dice may be known, and are theirs."""
    opened = state.open
    return opened is not None and opened.is_sealed and step in opened.ahead.get(who, {})


def take_up(state: State, opened: Open) -> None:
    """The orders of a step go onto the table; what was filed for another turn stays."""
    for sent in state.pending.values():
        if opened.step in sent and sent[opened.step].turn == opened.turn:
            del sent[opened.step]


def lay_back(state: State, turn: int, step: str, used: Mapping[str, Used]) -> None:
    """The orders of a step that was taken back lie there again as they were, and what it had called up."""
    for side, had in used.items():
        if had.sent:
            state.pending.setdefault(side, {})[step] = Sent(turn, had.orders, had.sent)
        for other, lines in had.filed.items():
            state.pending.setdefault(side, {}).setdefault(other, Sent(turn, lines, had.sent))


def clear(state: State, *, before: int = 0, behind: int = 0) -> None:
    """Orders for turns that are over, or that come after a step that was taken back."""
    for sent in state.pending.values():
        for step in [step for step, item in sent.items() if item.turn < before or (behind and item.turn > behind)]:
            del sent[step]
