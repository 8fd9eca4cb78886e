"""The table: dice by name, questions and answers, forced charts, dropped orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.errors import Diverged, Illegal, Problem, Spot, Waiting
from pbem.kernel.board import Board
from pbem.kernel.journal import Journal, Page
from pbem.kernel.questions import Answer, Option, Question
from pbem.kernel.rolls import Cast, NoDice
from pbem.kernel.table import Table
from pbem.kernel.text.orders import MoreOrder, Order
from tests.kernel.mini import BLUE, RED, Listed, Say, dice, position, say, scenario

SCENE = scenario(["RED-1"])
YES_NO = (Option("yes"), Option("no"))


def question(key: str, **fields: Any) -> Question:
    """A question to blue with two answers."""
    return Question(BLUE, key, YES_NO, "8.5", **fields)


def table(
    cast: Listed | None = None,
    pages: tuple[Page, ...] = (),
    answers: Mapping[str, tuple[tuple[str, ...], str]] | None = None,
    **fields: Any,
) -> Table:
    """A table with these dice, this journal and these answers."""
    known = {key: Answer(*given) for key, given in (answers or {}).items()}
    board = Board(SCENE, position("step", {"RED-1": "0101"}))
    return Table(board, cast or Listed(), lambda board, q: known.get(q.key), Journal(pages), **fields)


# -- dice ----------------------------------------------------------------------------------------------------


def test_a_roll_is_cast_once_and_then_read_from_the_journal() -> None:
    first = table(dice(3, 5, 6))
    assert (first.roll("crt", rule="8.8"), first.rolls("march", 2)) == (3, (5, 6))
    refusing = Listed()
    again = table(refusing, tuple(first.journal.pages))
    assert (again.roll("crt", rule="8.8"), again.rolls("march", 2)) == (3, (5, 6))
    assert refusing.cast_rolls == []
    assert again.board.facts == first.board.facts


def test_a_roll_is_a_fact_with_its_rule() -> None:
    here = table(dice(3))
    here.roll("crt", 10, rule="8.8")
    (fact,) = here.board.facts
    assert (fact.kind, fact.rule) == ("rolled", "8.8")
    assert fact.about == {
        "name": "crt", "purpose": ["crt"], "by": "", "units": [], "sides": 10, "faces": [3], "draw": False, "epoch": 0,
    }  # fmt: skip


def test_the_dice_are_told_all_they_need() -> None:
    cast = dice(1, 2)
    table(cast, first_epoch=4).rolls("march", 2, 8, kindest=7)
    assert cast.cast_rolls == [("march", 2, 8, 4, 7)]


def test_a_die_has_six_sides_and_no_kind_face_unless_told() -> None:
    cast = dice(1, 2, 3)
    here = table(cast)
    here.roll("one")
    here.rolls("two", 2)
    assert cast.cast_rolls == [("one", 1, 6, 0, 0), ("two", 2, 6, 0, 0)]


def test_a_draw_is_a_die_with_as_many_sides_as_the_pool() -> None:
    cast = dice(2)
    assert table(cast).draw("chit", ["a", "b", "c"]) == "b"
    assert cast.cast_rolls[0].sides == 3


def test_dice_that_refuse_stop_the_step_and_write_no_page() -> None:
    here = table(Listed())
    with pytest.raises(NoDice, match="crt"):
        here.roll("crt")
    assert here.journal.pages == []


@pytest.mark.parametrize("kind", ["roll", "ask", "more"])
def test_a_name_used_twice_in_one_step_fails(kind: str) -> None:
    here = table(dice(1, 2), answers={"x": (("yes",), "standing")}, instalments=lambda side, key: say("a"))
    twice = {
        "roll": lambda: here.roll("x"),
        "ask": lambda: here.ask(question("x")),
        "more": lambda: here.more(RED, "x"),
    }
    twice[kind]()
    with pytest.raises(AssertionError, match=f"the {kind} 'x' is made twice in one step"):
        twice[kind]()


# -- diverging -----------------------------------------------------------------------------------------------

ROLL, ASK = Page("roll", "crt", (3,), cast=Cast(("crt",), 6)), Page("ask", "loss", ("yes",), "standing")


def test_a_page_of_another_roll_is_never_bent() -> None:
    with pytest.raises(Diverged, match="page 1 of the journal says 'roll crt', the rules ask 'roll march'"):
        table(pages=(ROLL,)).roll("march")


def test_a_die_is_no_answer_and_an_answer_no_die() -> None:
    with pytest.raises(Diverged, match="says 'ask loss', the rules ask 'roll crt'"):
        table(pages=(ASK,)).roll("crt")
    with pytest.raises(Diverged, match="says 'roll crt', the rules ask 'ask loss'"):
        table(pages=(ROLL,)).ask(question("loss"))


@pytest.mark.parametrize("faces", [(7,), (0,), (3, 3), (), ("3",), (2.0,)])
def test_a_recorded_face_must_fit_the_die(faces: tuple[Any, ...]) -> None:
    with pytest.raises(Diverged, match="page 1 of the journal"):
        table(pages=(ROLL._replace(values=faces), ASK)).roll("crt")


def test_a_changed_epoch_is_found_out() -> None:
    with pytest.raises(Diverged, match="page 1 of the journal says 'epoch 0', the rules ask 'epoch 1 for crt'"):
        table(pages=(ROLL, ASK), first_epoch=1).roll("crt")


@pytest.mark.parametrize("chosen", [("maybe",), (), ("yes", "no")])
def test_an_option_that_is_no_longer_legal_is_found_out(chosen: tuple[str, ...]) -> None:
    with pytest.raises(Diverged, match=r"page 1 of the journal says .loss: .*one of \['yes', 'no'\]"):
        table(pages=(Page("ask", "loss", chosen, "orders"), ROLL)).ask(question("loss"))


def test_a_journal_that_ends_inside_a_moment_is_found_out() -> None:
    with pytest.raises(Diverged, match="page 2 of the journal says 'nothing', the rules ask 'b'"):
        table(pages=(Page("ask", "a", ("yes",), "orders"),)).ask_all([question("a"), question("b")])


# -- questions -----------------------------------------------------------------------------------------------


def test_an_answer_is_a_fact_with_its_source() -> None:
    here = table(answers={"loss": (("no",), "standing")})
    assert here.choose(question("loss")) == "no"
    assert here.journal.pages == [Page("ask", "loss", ("no",), "standing")]
    (fact,) = here.board.facts
    assert (fact.kind, fact.rule) == ("decided", "8.5")
    assert fact.about == {"side": BLUE, "key": "loss", "topic": "", "chosen": ["no"], "source": "standing"}


def test_the_open_questions_of_a_moment_go_out_together() -> None:
    here = table(answers={"b": (("yes",), "standing")})
    with pytest.raises(Waiting) as caught:
        here.ask_all([question("a"), question("b"), question("c")])
    assert [q.key for q in caught.value.questions] == ["a", "c"]
    assert (here.journal.pages, here.board.facts) == ([], [])  # all or none


def test_when_all_are_answered_they_are_read_in_the_order_asked() -> None:
    answers = {"c": (("no",), "answer"), "a": (("yes",), "answer"), "b": (("yes",), "standing")}
    here = table(answers=answers)
    assert here.ask_all([question(key) for key in "abc"]) == [("yes",), ("yes",), ("no",)]
    assert [page.key for page in here.journal.pages] == ["a", "b", "c"]


def test_an_answer_that_is_no_option_leaves_the_question_open() -> None:
    with pytest.raises(Waiting, match="blue is asked: loss"):
        table(answers={"loss": (("perhaps",), "answer")}).ask(question("loss"))


def test_a_question_of_many_takes_none_and_an_order_of_preference() -> None:
    here = table(answers={"a": ((), "orders"), "b": (("no", "yes"), "orders")})
    assert here.ask(question("a", many=True)) == ()
    assert here.ask(question("b", many=True)) == ("no", "yes")


def test_the_journal_answers_before_anybody_is_asked() -> None:
    pages = (Page("ask", "loss", ("yes",), "answer"),)
    assert table(pages=pages, answers={"loss": (("no",), "standing")}).choose(question("loss")) == "yes"


# -- epochs --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("source", "epoch"), [("orders", 0), ("standing", 0), ("default", 0), ("answer", 1)])
def test_only_an_answer_that_was_waited_for_opens_an_epoch(source: str, epoch: int) -> None:
    cast = dice(1, 2)
    here = table(cast, answers={"loss": (("yes",), source)})
    here.roll("before")
    here.ask(question("loss"))
    here.roll("after")
    assert [roll.epoch for roll in cast.cast_rolls] == [0, epoch]


def test_it_does_so_before_any_dice_as_well() -> None:
    """The step stopped under a seal, which is in public; with the answer it is sealed anew."""
    cast = dice(1)
    here = table(cast, answers={"loss": (("yes",), "answer")})
    here.ask(question("loss"))
    here.roll("after")
    assert cast.cast_rolls[0].epoch == 1


def test_questions_that_went_out_together_open_one_epoch() -> None:
    cast = dice(1, 2)
    here = table(cast, answers={"a": (("yes",), "answer"), "b": (("no",), "answer"), "c": (("no",), "answer")})
    here.roll("before")
    here.ask_all([question("a"), question("b")])
    here.ask(question("c"))
    here.roll("after")
    assert (here.epoch, [roll.epoch for roll in cast.cast_rolls]) == (2, [0, 2])


def test_reading_again_opens_the_same_epochs() -> None:
    answers = {"a": (("yes",), "answer"), "b": (("no",), "answer")}

    def run(here: Table) -> int:
        for name in "ab":
            here.roll(name)
            here.ask(question(name))
        here.roll("end")
        return here.epoch

    first = table(dice(1, 2, 3), answers=answers)
    assert run(first) == 2
    assert run(table(pages=tuple(first.journal.pages))) == 2


# -- instalments ---------------------------------------------------------------------------------------------


def test_instalments_are_waited_for_and_written_down() -> None:
    with pytest.raises(Waiting, match="red is asked: part 2"):
        table().more(RED, "part 2")
    here = table(instalments=lambda side, key: say("attack", "more"))
    assert here.more(RED, "part 2") == say("attack", "more")
    assert here.journal.pages == [Page("more", "part 2", ("attack", "more"), "answer")]


def test_another_instalment_than_the_recorded_one_is_found_out() -> None:
    pages = (Page("more", "part 2", ("attack",), "answer"), ROLL)
    with pytest.raises(Diverged, match=r"page 1 of the journal says .*attack.*hold"):
        table(pages=pages, instalments=lambda side, key: say("hold")).more(RED, "part 2")


# -- charts and orders ---------------------------------------------------------------------------------------


def test_a_chart_is_read_as_it_stands() -> None:
    here = table()
    assert here.read("crt", "*/2") == "*/2"
    assert here.board.facts == []


def test_a_forced_chart_gives_its_results_in_order_and_keeps_the_last() -> None:
    here = table(forced={"crt": ["1/2", "2/1"], "option": ["x"]})
    assert [here.read("crt", "-") for _ in range(3)] == ["1/2", "2/1", "2/1"]
    assert (here.read("option", "-"), here.read("morale", "-")) == ("x", "-")
    first = next(fact for fact in here.board.facts if fact.kind == "forced")
    assert first.about == {"chart": "crt", "result": "1/2"}


def test_forcing_a_chart_leaves_the_case_as_it_was() -> None:
    results = {"crt": ["1/2", "2/1"]}
    table(forced=results).read("crt", "-")
    assert results == {"crt": ["1/2", "2/1"]}


def test_a_rule_drops_one_order_and_no_other() -> None:
    refused: list[tuple[Order, Problem]] = []
    here = table(refuse=lambda order, problem: refused.append((order, problem)))
    spot = Spot(2, "move b", 0, 6)
    carried = []
    for order in (Say(("move", "a")), Say(("move", "b"), spot=spot), Say(("move", "c"))):
        with here.attempt(order):
            if str(order) == "move b":
                raise Illegal("5.13", "1904 holds the enemy", found="1904", wanted="an empty hex", advice="attack it")
            carried.append(str(order))
    assert carried == ["move a", "move c"]
    ((dropped, problem),) = refused
    assert (str(dropped), problem.rule, problem.found, problem.spot) == ("move b", "5.13", "1904", spot)
    (fact,) = here.board.facts
    assert (fact.kind, fact.rule) == ("dropped", "5.13")
    assert fact.about == {"order": "move b", "why": "1904 holds the enemy", "advice": "attack it"}


def test_a_preview_foresees_a_problem_and_drops_nothing() -> None:
    foreseen: list[tuple[Order, Problem]] = []
    here = table(foresee=lambda order, problem: foreseen.append((order, problem)))
    order = Say(("attack", "b"), spot=Spot(3, "attack b"))
    for seen, preview in here.previewed((order,)):
        assert seen is order
        with preview:
            raise Illegal("8.1", "b is out of reach")
    assert [(str(o), p.rule, p.spot) for o, p in foreseen] == [("attack b", "8.1", order.spot)]
    assert here.board.facts == []
    assert list(table().previewed((order,))) == []  # only a check looks ahead


def test_waiting_passes_through_an_attempt() -> None:
    here = table()
    with pytest.raises(Waiting), here.attempt(Say(("move",))):
        here.ask(question("loss"))
    assert here.board.facts == []


def test_orders_come_part_by_part_until_one_does_not_end_with_more() -> None:
    first, second, third = (*say("one"), MoreOrder()), (*say("two"), MoreOrder()), say("three")
    given = {"combat instalment 2": second, "combat instalment 3": third}
    here = table(instalments=lambda side, key: given[key])
    assert list(here.parts(RED, "combat", first)) == [(1, first), (2, second), (3, third)]
    assert list(here.parts(RED, "combat", ())) == [(1, ())]


def test_the_step_waits_for_a_part_and_the_first_may_have_another_number() -> None:
    here = table()
    parts = here.parts(RED, "combat", (MoreOrder(),), first=0)
    assert next(parts) == (0, (MoreOrder(),))
    with pytest.raises(Waiting) as waiting:
        next(parts)
    assert [question.key for question in waiting.value.questions] == ["combat instalment 1"]


def test_an_order_whose_condition_is_not_met_is_left_out_with_a_reason() -> None:
    here = table()
    here.skip(say("attack 0101 if RED-1 whole")[0], "RED-1 whole", "8.12")
    (fact,) = here.board.facts
    assert (fact.kind, fact.rule, fact["order"]) == ("skipped", "8.12", "attack 0101 if RED-1 whole")
    assert fact["why"] == "condition not met: RED-1 whole"
