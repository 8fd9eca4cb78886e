"""Modifiers added up, each with its rule, so that a report can show every term."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple


class Term(NamedTuple):
    """One modifier, with the rule it comes from."""

    label: str
    rule: str
    value: int


class Tally(NamedTuple):
    """Modifiers added up; the report shows every term."""

    total: int
    terms: tuple[Term, ...]

    def as_json(self) -> dict[str, Any]:
        """The sum and its terms."""
        return {"total": self.total, "terms": [list(term) for term in self.terms]}


def tally(terms: Iterable[Term]) -> Tally:
    """The sum of the modifiers; terms that add nothing are left out."""
    kept = tuple(term for term in terms if term.value)
    return Tally(sum(term.value for term in kept), kept)
