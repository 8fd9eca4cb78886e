"""Standing orders as every game writes them: a topic, where, after which result, what, and when."""

from __future__ import annotations

import pytest

from pbem.errors import Unreadable
from pbem.kernel.game import Reading
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.grammar import DEFAULTS, Verbs
from pbem.kernel.text.mail import Line
from pbem.kernel.text.names import UnitNames
from pbem.kernel.text.orders import Order
from pbem.kernel.text.phrases import take_own_unit
from pbem.kernel.text.preferences import Condition, Defaults, Preference
from pbem.kernel.text.standing import Topics, hexes, one_of, toward, units
from pbem.kernel.text.words import Words
from tests.kernel.mini import RED, SIDES, scenario

SCENARIO = scenario(["RED-1", "RED-2"])


def unit(words: Words, reading: Reading) -> UnitId:
    return take_own_unit(words, reading, lambda one: True, "1.0", SIDES)


def conditions(words: Words, reading: Reading) -> tuple[Condition, ...]:
    return (Condition(words.take("a word")),) if words.skip("if") else ()


TOPICS = Topics(
    {"losses": units(unit), "retreat": toward(hexes), "react": one_of("yes", "no")},
    unit, conditions, results=("1", "e"), synonyms={"loss": "losses"},
)  # fmt: skip


def read(text: str, topics: Topics = TOPICS) -> Order:
    reading = Reading(SCENARIO, RED, "standing", UnitNames(SCENARIO.units.values()))
    words = Words(Line(1, text))
    order = Verbs(("move",), {"defaults": DEFAULTS}, topics).read(words, reading)
    words.end()
    return order


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("losses: weakest first", Preference("losses", ("weakest first",))),
        ("loss everywhere: RED-2 then RED-1", Preference("losses", ("RED-2", "RED-1"))),
        ("losses 0101: all", Preference("losses", ("all",), "0101")),
        ("losses at RED-2: none", Preference("losses", ("none",), "RED-2")),
        ("retreat 0101 on result E: toward 0102, 0101", Preference("retreat", ("toward 0102", "0101"), "0101", "E")),
        ("retreat on 1: 0102", Preference("retreat", ("0102",), "", "1")),
        ("react: no if late", Preference("react", ("no",), conditions=(Condition("late"),))),
        ("defaults", Defaults()),
    ],
)
def test_a_preference_reads_and_its_canonical_form_reads_back(text: str, order: Order) -> None:
    assert read(text) == order
    assert read(str(order)) == order


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("losses 0101 RED-1", "RED-1"),
        ("retreat on 3: 0102", "3"),
        ("react: perhaps", "perhaps"),
        ("losses 9999: all", "9999"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(text: str, found: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read(text)
    problem = refusal.value.problem
    assert problem.found == found
    assert problem.spot is not None
    assert problem.spot.column == text.index(found)


def test_a_game_without_results_has_no_on() -> None:
    with pytest.raises(Unreadable):
        read("retreat on 1: 0102", Topics(TOPICS.choices, unit))
