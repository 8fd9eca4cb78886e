"""The small values: problems, facts, questions, orders, counters, scenarios."""

from __future__ import annotations

import json

import pytest

from pbem.errors import Ambiguous, Diverged, Family, Illegal, Problem, Refused, Spot, Unreadable, Waiting
from pbem.kernel.facts import Fact, canonical, canonical_facts, fact_from_json
from pbem.kernel.journal import Page, pages_from_json
from pbem.kernel.questions import Answer, Option, Question, question_from_json
from pbem.kernel.tally import Term, tally
from pbem.kernel.text.orders import Orders
from tests.kernel.mini import BLUE, RED, counter, say, scenario

SPOT = Spot(5, "move 12 to 1904", 11, 4)


def test_a_problem_as_a_player_reads_it() -> None:
    refusal = Illegal(
        "5.13", "1904 holds the XXVII Corps", found="1904", wanted="an empty hex", advice="attack 1904 with 12"
    )
    assert str(refusal.problem.at(SPOT)).splitlines() == [
        "line 5  move 12 to 1904",
        "                   ^^^^",
        "  illegal: 1904 holds the XXVII Corps [5.13]",
        "  found:  1904",
        "  wanted: an empty hex",
        "  attack 1904 with 12",
    ]


def test_a_known_place_is_kept_and_a_missing_one_added() -> None:
    assert Problem(Family.ILLEGAL, "why", spot=SPOT).at(Spot(1)).spot == SPOT
    assert Problem(Family.ILLEGAL, "why").at(SPOT).spot == SPOT
    assert Problem(Family.ILLEGAL, "why").lines() == ["  illegal: why"]
    assert Problem(Family.ILLEGAL, "why", spot=Spot(2, "text")).lines()[0] == "line 2  text"


def test_problems_as_json() -> None:
    shown = json.loads(json.dumps(Problem(Family.ILLEGAL, "why", "f", "w", "5.13", "do", SPOT).as_json()))
    assert shown == {
        "family": "illegal", "why": "why", "found": "f", "wanted": "w", "rule": "5.13", "advice": "do",
        "where": {"line": 5, "column": 11, "width": 4, "text": "move 12 to 1904"},
    }  # fmt: skip
    assert Problem(Family.ILLEGAL, "why").as_json()["where"] is None


def test_the_three_families() -> None:
    assert Unreadable("w").problem.family == "unreadable"
    assert Illegal("1", "w").problem.family == "illegal"
    ambiguous = Ambiguous("5 can mean several", ("GE-5", "AH-5"), found="5")
    assert (ambiguous.problem.family, ambiguous.problem.wanted) == ("ambiguous", "one meaning")
    assert ambiguous.problem.advice == "write one of: GE-5, AH-5"


def test_a_refusal_of_a_file_shows_all_problems() -> None:
    refused = Refused([Problem(Family.ILLEGAL, "one"), Problem(Family.UNREADABLE, "two")])
    assert str(refused) == "  illegal: one\n\n  unreadable: two"


def test_waiting_and_diverged_say_what_about() -> None:
    assert str(Waiting((Question(RED, "loss", (), "8"),))) == "red is asked: loss"
    assert str(Diverged(3, "roll a", "ask b")) == "page 3 of the journal says 'roll a', the rules ask 'ask b'"


def test_facts_there_and_back() -> None:
    fact = Fact("lost", "8.5", {"unit": "RED-1", "steps": 1, "hex": "0101"})
    assert fact_from_json(json.loads(json.dumps(fact.as_json()))) == fact
    assert (fact["unit"], fact.get("unit"), fact.get("x", 3)) == ("RED-1", "RED-1", 3)


def test_canonical_json_has_one_form() -> None:
    assert canonical({"b": 1, "a": ["é", None]}) == '{"a":["é",null],"b":1}'
    assert canonical_facts([Fact("x", "1"), Fact("y")]) == '[{"kind":"x","rule":"1"},{"kind":"y","rule":""}]'
    with pytest.raises(ValueError, match="Out of range float"):
        canonical({"a": float("nan")})


ONE = Question(RED, "loss", (Option("a", "first"), Option("b")), "8.5", "Which?", default=("a",), hint="losses a")
MANY = Question(BLUE, "advance", (Option("a"), Option("b")), "8.7", many=True)


def test_what_a_question_allows() -> None:
    assert [ONE.allows(answer) for answer in (("a",), ("b",), (), ("a", "b"), ("c",))] == [
        True,
        True,
        False,
        False,
        False,
    ]
    assert [MANY.allows(answer) for answer in ((), ("b", "a"), ("a", "a"), ("a", "c"))] == [True, True, False, False]


TWO = Question(RED, "guns", tuple(map(Option, "abcd")), "9.1", least=2, most=2)
POINTS = Question(RED, "hits", (Option("a", times=3), Option("b", times=2), Option("c")), "9.2", least=5, most=5)


def test_exactly_two_of_these() -> None:
    answers = [(), ("a",), ("d", "a"), ("a", "a"), ("a", "b", "c")]
    assert [TWO.allows(answer) for answer in answers] == [False, False, True, False, False]


def test_five_points_shared_out_and_no_option_takes_more_than_it_can() -> None:
    answers = ["aaabb", "aabbc", "cbaba", "aaaab", "aaab", "aaabbc", "aabbx"]
    assert [POINTS.allows(tuple(answer)) for answer in answers] == [True, True, True, False, False, False, False]


def test_a_ranking_answers_whatever_is_wanted() -> None:
    assert POINTS.filled(("b",)) == tuple("bbaaa")
    assert POINTS.filled(("c", "b", "a")) == tuple("cbbaa")
    assert TWO.filled(("d", "x", "b", "a")) == ("d", "b")
    assert MANY.filled(("b",)) == ("b",)
    assert (TWO.fallback(), ONE.fallback(), MANY.fallback()) == (("a", "b"), ("a",), ())


def test_a_question_that_nobody_can_answer_is_a_fault_of_the_rules() -> None:
    with pytest.raises(AssertionError, match="hits: 5 to 2 are wanted, and 2 can be chosen"):
        Question(RED, "hits", (Option("a"), Option("b")), "9.2", least=5, most=5)


def test_questions_there_and_back() -> None:
    assert question_from_json(POINTS.as_json()).allows(tuple("aaabb"))
    for question in (ONE, MANY, TWO, POINTS):
        assert question_from_json(json.loads(json.dumps(question.as_json()))) == question


def test_only_an_answer_by_mail_is_late() -> None:
    assert [Answer((), source).is_late for source in ("orders", "standing", "default", "answer")] == [False] * 3 + [
        True
    ]


def test_pages_there_and_back() -> None:
    pages = [Page("roll", "crt", (3, 4), epoch=2), Page("ask", "loss", ("a",), "standing"), Page("more", "part 2", ())]
    assert pages_from_json(json.loads(json.dumps([page.as_json() for page in pages]))) == pages


def test_the_canonical_text_of_orders() -> None:
    assert (
        Orders(RED, say("move 1", "hold 2"), say("retreat west")).text() == "move 1\nhold 2\nstanding:\nretreat west\n"
    )
    assert Orders(RED).text() == ""


def test_a_tally_leaves_out_what_adds_nothing() -> None:
    total = tally([Term("river", "5.4", -1), Term("trench", "8.3", 0), Term("HQ 14", "10.21", 2)])
    assert total.as_json() == {"total": 1, "terms": [["river", "5.4", -1], ["HQ 14", "10.21", 2]]}


def test_counters_and_scenarios() -> None:
    unit = counter("RED-1 cavalry fast")
    assert (unit.has("fast"), unit.has("slow"), unit.figure("attack"), unit.type) == (True, False, 0, "cavalry")
    scene = scenario(["RED-1"], options={"fog": "on"})
    assert (scene.option("fog"), scene.option("rain"), scene.side_of(unit.id)) == ("on", "", RED)
    assert scene.unit(unit.id).name == "1"
