"""Views as data: values become JSON, and the page docs/views.md names every key of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from typing import Any

import pytest

from pbem.kernel import score, tally
from pbem.kernel.views import caution, chance, layers, look, meter, moves, odds, sheet, summary
from pbem.kernel.views.plain import fields_of, plain
from tests.kernel.schema import misfits, read_schema

SCHEMA = read_schema()
ROOMS = (caution, moves, odds, sheet, meter, summary, look, layers, score)

# -- plain ---------------------------------------------------------------------------------------------------


class Kind(Enum):
    FIRST = "first"


@dataclasses.dataclass(frozen=True)
class Thing:
    share: Fraction
    kind: Kind
    parts: tuple[int, ...] = ()
    more: Any = None


def test_a_value_becomes_an_object_with_its_fields() -> None:
    thing = Thing(Fraction(10, 72), Kind.FIRST, (1, 2), {"one": Thing(Fraction(1), Kind.FIRST)})
    assert plain(thing) == {
        "share": "5/36", "kind": "first", "parts": [1, 2],
        "more": {"one": {"share": "1/1", "kind": "first", "parts": [], "more": None}},
    }  # fmt: skip


def test_what_writes_itself_does_so() -> None:
    assert plain([tally.Tally(1, (tally.Term("river", "5.4", 1),))]) == [{"total": 1, "terms": [["river", "5.4", 1]]}]
    assert fields_of(tally.Term("river", "5.4", 1)) == {"label": "river", "rule": "5.4", "value": 1}


def test_what_has_no_plain_form_is_refused() -> None:
    with pytest.raises(TypeError, match="set has no plain form"):
        plain({"hexes": {"0101"}})


@pytest.mark.parametrize(("part", "whole", "told"), [(2, 6, "2/6"), (5, 0, "5/36"), (5, 12, "5/36")])
def test_a_chance_is_shown_over_its_faces(part: int, whole: int, told: str) -> None:
    share = Fraction(part, 6) if whole == 6 else Fraction(part, 36)
    assert (str(chance.Chance(share, whole)), plain(chance.Chance(share, whole))) == (told, told)


# -- the page ------------------------------------------------------------------------------------------------


def views() -> Iterator[type[Any]]:
    for room in ROOMS:
        for value in vars(room).values():
            is_own = getattr(value, "__module__", "") == room.__name__
            if isinstance(value, type) and is_own and dataclasses.is_dataclass(value) and value is not layers.Layer:
                yield value


@pytest.mark.parametrize("view", [view for view in views() if view is not score.Score], ids=lambda view: view.__name__)
def test_the_page_names_every_key_of_a_view(view: type[Any]) -> None:
    assert list(SCHEMA[view.__name__]) == [one.name for one in dataclasses.fields(view)]


def test_the_page_names_no_view_that_is_not_there() -> None:
    assert set(SCHEMA) == {view.__name__ for view in views()} | {"Tally"}


def test_a_misfit_would_be_noticed() -> None:
    schema = {"A": {"x": "number", "y": "list of B or nothing"}, "B": {"z": "text or number"}}
    assert list(misfits(schema, "A", {"x": 1, "y": [{"z": 2}]})) == []
    assert len(list(misfits(schema, "A", {"x": True, "y": [{"z": None}, 3]}))) == 3
    assert len(list(misfits(schema, "A", {"y": []}))) == 1
