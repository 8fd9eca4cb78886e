"""Questions about units that every game puts: who pays first, which way, who is given up."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import Waiting
from pbem.kernel.board import Board
from pbem.kernel.choosing import Crowd, Path, counted, give_up, in_order, ranked, way, weakest_first
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Answer, Option, Question
from pbem.kernel.table import Table
from tests.kernel.mini import RED, Listed, position, scenario

UNITS = tuple(map(UnitId, ("RED-1", "RED-2", "RED-3")))
SCENE = scenario(list(UNITS))
LOSSES: dict[str, Any] = {
    "rule": "8.9",
    "text": "who pays?",
    "hint": "losses: weakest first",
    "about": {"topic": "losses"},
}


def table(**answers: tuple[str, ...]) -> Table:
    board = Board(SCENE, position("step", dict.fromkeys(UNITS, "0101")))
    known = {key: Answer(chosen, "orders") for key, chosen in answers.items()}
    return Table(board, Listed(), lambda board, question: known.get(question.key))


def path(*hexes: str) -> Path:
    return tuple(map(HexId, hexes))


def test_who_is_named_comes_first_and_the_others_by_default() -> None:
    shown = dict.fromkeys(UNITS, "2 steps")
    found = ranked(table(losses=("RED-3",)), RED, "losses", shown, default=UNITS[::-1], **LOSSES)
    assert found == ("RED-3", "RED-2", "RED-1")
    with pytest.raises(Waiting) as waiting:
        ranked(table(), RED, "losses", shown, default=UNITS[::-1], **LOSSES)
    (asked,) = waiting.value.questions
    assert (asked.many, asked.default, asked.topic) == (True, ("RED-3", "RED-2", "RED-1"), "losses")
    assert asked.options[0] == Option("RED-1", "2 steps")
    assert in_order((), UNITS) == UNITS


def test_weakest_first_keeps_equals_as_they_were_named() -> None:
    worth = {"RED-1": 5, "RED-2": 1, "RED-3": 5}
    assert weakest_first(UNITS[::-1], worth.__getitem__) == ("RED-2", "RED-3", "RED-1")
    assert [counted(n, "step") for n in (0, 1, 2)] == ["0 steps", "1 step", "2 steps"]


RETREAT: dict[str, Any] = {"rule": "8.6", "text": "which way?", "hint": "retreat: toward 0103", "about": {}}


def test_the_owner_picks_a_way_by_its_hexes() -> None:
    here = table(retreat=("0201-0301",))
    paths = [path("0101", "0102", "0103"), path("0101", "0201", "0301")]
    assert way(here, here.board, RED, "retreat", paths, **RETREAT) == paths[1]
    assert here.board.facts[-1]["chosen"] == ["0201-0301"]


def test_nobody_is_asked_where_there_is_one_way() -> None:
    here = table()
    assert way(here, here.board, RED, "retreat", [path("0101", "0102")], **RETREAT) == ("0101", "0102")
    assert here.board.facts == []


def crowd(key: str, too_many: int) -> Crowd:
    options = tuple(Option(unit) for unit in UNITS)
    question = Question(RED, key, options, "6.1", many=True, default=UNITS)
    return Crowd(UNITS, question, lambda gone: gone >= too_many)


@pytest.mark.parametrize(("named", "gone"), [((), ["RED-1", "RED-2"]), (("RED-3",), ["RED-3", "RED-1"])])
def test_as_many_go_as_must(named: tuple[str, ...], gone: list[str]) -> None:
    here = table(overstack=named)
    give_up(here, [crowd("overstack", 2)], lambda unit: here.board.eliminate(unit, "6.1"))
    assert [fact["unit"] for fact in here.board.facts if fact.kind == "eliminated"] == gone


def test_all_crowds_are_asked_at_one_moment_and_none_where_there_is_none() -> None:
    with pytest.raises(Waiting) as waiting:
        give_up(table(), [crowd("one", 1), crowd("two", 1)], lambda unit: None)
    assert [question.key for question in waiting.value.questions] == ["one", "two"]
    here = table()
    give_up(here, [], lambda unit: None)
    assert here.board.facts == []
