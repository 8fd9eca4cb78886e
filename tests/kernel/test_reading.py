"""Reading a whole file: all problems at once, and nothing lost."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pbem.errors import Illegal, Refused
from pbem.kernel.game import Reading
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.sequence import Step
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.orders import MoreOrder, Order
from pbem.kernel.text.reading import AnswerOrder, OrderFile, read_file, read_orders
from pbem.kernel.text.words import Words
from tests.kernel.mini import RED, Say, card, read, scenario


@dataclass(frozen=True, slots=True)
class Move(Order):
    """`move RED-1 0102`."""

    unit: UnitId
    goal: HexId

    def __str__(self) -> str:
        return f"move {self.unit} {self.goal}"


def read_order(words: Words, reading: Reading) -> Order:
    """`move UNIT HEX` in the movement, `fire WORDS` elsewhere; standing orders begin with `when`."""
    verb = words.expect("move", "fire", "when")
    if verb == "when":
        return Say((verb, words.rest()))
    if verb == "move" and reading.section != "movement":
        raise Illegal(
            "4.0", "units move in the movement step", found=reading.section, advice="write it under movement:"
        )
    if verb == "fire":
        return Say((verb, words.take("what to fire at")))
    unit = reading.names.take(words, lambda u: u.side == reading.side, "one of your units")
    words.skip("to", "->")
    return Move(unit, take_hex(words, reading.scenario.map))


GAME = card(
    (Step("m", "M", "movement", lambda *_: None), Step("f", "F", "fire-phase", lambda *_: None)),
    verbs=("move", "fire", "when"), read_order=read_order,
)  # fmt: skip
SCENE = scenario(["RED-1", "RED-2", "BLUE-1", "BLUE-3"])


def file(text: str) -> OrderFile:
    """The file that red sends for the movement."""
    return read(GAME, SCENE, RED, text, "movement")


def test_lines_without_a_section_belong_to_the_step_of_the_header() -> None:
    found = file(
        "campaign: x\nmove 1 to Udine\nfire-phase:\nfire 0203\nmovement:\nmove 2 0303\nstanding:\nwhen hit: run\n"
    )
    assert {kind: [str(o) for o in orders] for kind, orders in found.orders.items()} == {
        "movement": ["move RED-1 0202", "move RED-2 0303"], "fire-phase": ["fire 0203"],
    }  # fmt: skip
    assert [str(order) for order in found.standing or []] == ["when hit: run"]
    assert (found.problems, found.press, found.block.header) == ([], "", {"campaign": "x"})


def test_an_order_knows_its_place_and_its_text_is_read_again() -> None:
    (order,) = file("\nmove 1 to Udine   # go\n").orders["movement"]
    assert (order.spot.line, order.spot.text) == (2, "move 1 to Udine")
    assert file(str(order)).orders["movement"] == [order]


def test_all_problems_come_at_once_each_with_its_place() -> None:
    found = file(
        "movement:\n"
        "mvoe 1 0102\n"
        "move 7 0102\n"
        "move 1 0999\n"
        "move 2 0102 at once\n"
        "move 2\n"
        "move 1 0103\n"
        "fire-phase:\n"
        "move 1 0102\n"
    )
    assert [(p.family, p.why, p.rule, p.spot.line if p.spot else 0) for p in found.problems] == [
        ("unreadable", "no order begins with this word", "", 2),
        ("unreadable", "no unit is called '7'", "", 3),
        ("unreadable", "the map has no hex 0999", "", 4),
        ("unreadable", "the order is complete before these words", "", 5),
        ("unreadable", "the line ends too early", "", 6),
        ("illegal", "units move in the movement step", "4.0", 9),
    ]
    assert all(p.found and p.advice for p in found.problems)
    assert [str(order) for order in found.orders["movement"]] == ["move RED-1 0103"]  # what is right is kept


def test_an_unknown_verb() -> None:
    (problem,) = file("mvoe 1 0102").problems
    assert problem.lines() == [
        "line 1  mvoe 1 0102",
        "        ^^^^",
        "  unreadable: no order begins with this word",
        "  found:  mvoe",
        "  wanted: one of move, fire, when",
        "  did you mean move?",
    ]
    (problem,) = file("Dear Bob").problems
    assert problem.advice == "a message to the other side belongs under `press:`"


def test_a_rule_points_at_the_whole_line_when_it_names_no_word() -> None:
    (problem,) = file("fire-phase:\n  move 1 0102\n").problems
    assert problem.lines()[:3] == [
        "line 2  move 1 0102", "        ^^^^^^^^^^^", "  illegal: units move in the movement step [4.0]",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "question", "chosen"),
    [
        ("answer Q1: 2", "Q1", ("2",)),
        ("Answer attack on 1804 / option: retreat, hold", "attack on 1804 / option", ("retreat", "hold")),
        ("answer Q1: none", "Q1", ()),
        ("answer Q1:", "Q1", ()),
        ("answers:\nQ1: 2", "Q1", ("2",)),
        ("answers:\nanswer Q1: 2", "Q1", ("2",)),
    ],
)
def test_answers(text: str, question: str, chosen: tuple[str, ...]) -> None:
    found = file(text)
    assert [(a.question, a.chosen) for a in found.answers] == [(question, chosen)]
    assert (found.orders, found.problems) == ({}, [])  # an answer replaces no orders
    assert file(str(found.answers[0])).answers == found.answers


@pytest.mark.parametrize(
    ("text", "why", "found"),
    [
        ("answer Q1 2", "an answer needs a colon before the choice", "the end of the line"),
        ("answer : 2", "an answer names its question before the colon", ":"),
        ("answers:\nmove 1 0102", "an answer needs a colon before the choice", "the end of the line"),
    ],
)
def test_answers_that_cannot_be_read(text: str, why: str, found: str) -> None:
    (problem,) = file(text).problems
    assert (problem.why, problem.found, problem.wanted) == (why, found, "`answer Q1: 2`")
    assert problem.advice == "copy the answer line of the question that was sent"
    assert problem.spot is not None
    assert problem.spot.line == len(text.splitlines())


def test_done_is_an_order_to_do_nothing_and_silence_is_none() -> None:
    assert file("campaign: x\ndone").orders == {"movement": []}
    assert file("movement:\n").orders == {"movement": []}
    assert file("standing:\nwhen hit: run").orders == {}
    assert file("campaign: x\n").orders == {}


def test_standing_orders_are_replaced_only_if_they_are_sent() -> None:
    assert file("move 1 0102").standing is None
    assert file("move 1 0102\nstanding:\n").standing == []


def test_more_marks_an_instalment() -> None:
    found = file("move 1 0102\nmore").orders["movement"]
    assert [type(order) for order in found] == [Move, MoreOrder]
    assert str(found[1]) == "more"


def test_press_is_kept_as_talk() -> None:
    found = file("move 1 0102\npress:\nThe Emperor is pleased.\nmove over!\n")
    assert found.press == "The Emperor is pleased.\nmove over!"
    assert (len(found.orders["movement"]), found.problems) == (1, [])


def test_another_order_of_battle_on_the_same_map_has_other_names() -> None:
    other = type(SCENE)("mini", "x", "X", SCENE.map, scenario(["RED-9"]).units, {})
    assert file("move 1 0102").problems == []
    (problem,) = read(GAME, other, RED, "move 1 0102", "movement").problems
    assert problem.why == "no unit is called '1'"
    assert read(GAME, other, RED, "move 9 0102", "movement").problems == []


def test_a_file_with_two_headers_is_refused_whole() -> None:
    with pytest.raises(Refused):
        read_orders(read_file(b"turn: 1\nturn: 2\n", GAME), GAME, SCENE, RED, "movement")


def test_a_heading_that_no_section_has_is_named_as_such() -> None:
    (problem,) = file("movment:\n").problems
    assert (problem.why, problem.found) == ("no section has this name", "movment")
    assert "movement" in problem.advice


def test_answers_are_orders_like_any_other() -> None:
    assert str(AnswerOrder("Q1", ("a", "b"))) == "answer Q1: a, b"
    assert str(AnswerOrder("Q1", ())) == "answer Q1: none"
