"""An attack before the dice, as a person reads it: both strengths, every modifier, every result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.desk.lines.layout import columns, titled, wrapped

if TYPE_CHECKING:
    from pbem.kernel.views.odds import Aside, Helper, OddsView, Outcome, Sum


def odds_lines(order: str, view: OddsView) -> list[str]:
    """The whole computation, from the strengths down to the chances."""
    lines = [wrapped(order, "  ")]
    for one in view.terms:
        lines += _sum(one)
    ratio = f"ratio {view.ratio}, " if view.ratio else ""
    note = f" ({view.note})" if view.note else ""
    lines += ["", f"Odds: {ratio}after shifts {view.odds}{note}"]
    if view.steps:
        lines.append("Steps: " + ", ".join(f"{who} {count}" for who, count in view.steps.items()))
    for aside in view.premises:
        lines += ["", wrapped(aside.title), *columns([_helper(one) for one in aside.helpers], "  ")]
    lines += titled("Results", outcome_lines(view.outcomes))
    return lines + [line for aside in view.asides for line in _aside(aside)]


def _sum(one: Sum) -> list[str]:
    """The sum and each term with its rule."""
    terms = one.tally.terms
    if one.is_signed and not terms:
        return []
    rows = [(term.signed if one.is_signed else term.words, f"{term.label} [{term.rule}]") for term in terms]
    return ["", f"{one.title}: {one.total}", *columns(rows, "  ")]


def outcome_lines(outcomes: Sequence[Outcome]) -> list[str]:
    """Each result with its chance and, where one die decides, the faces that give it."""
    rows = [(row.result, row.chance.in_words(), _faces(row)) for row in outcomes]
    return columns(rows, "  ")


def _faces(row: Outcome) -> str:
    return f"die {', '.join(map(str, row.dice))}" if row.dice else ""


def _helper(one: Helper) -> tuple[str, str, str]:
    """A unit that may or may not come in, with its chance and its modifiers."""
    terms = one.tally.terms if one.tally else ()
    words = ", ".join(f"{term.label} {term.signed} [{term.rule}]" for term in terms)
    return one.unit, str(one.chance or ""), words


def _aside(aside: Aside) -> list[str]:
    """What could change it, and what would come of that; a part of it stands under its own title."""
    lines = ["", wrapped(aside.title), *outcome_lines(aside.outcomes)]
    for part in aside.parts:
        lines += [wrapped(part.title, "  ", "  "), *outcome_lines(part.outcomes)]
    return lines
