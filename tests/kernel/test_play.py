"""Playing a step: re-execution from the journal, for every way in which a step can stop and go on."""

from __future__ import annotations

import pytest
from hypothesis import given as examples
from hypothesis import settings
from hypothesis import strategies as st

from pbem.errors import Diverged, Illegal, Spot
from pbem.kernel.board import Board
from pbem.kernel.journal import Page, pages_from_json
from pbem.kernel.pieces import UnitId
from pbem.kernel.play import Input, Played, play_step, step_of
from pbem.kernel.questions import Option, Question
from pbem.kernel.rolls import Roll
from pbem.kernel.sequence import Step
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide
from tests.kernel.mini import BLUE, RED, SIDES, Listed, Say, card, given, play, position, say, scenario

ROUNDS = 6


def fight(board: Board, table: Table, orders: OrdersBySide) -> None:
    """Rounds of a die for red, then a choice of the side that lost it."""
    for number in range(1, ROUNDS + 1):
        side = RED if table.roll(f"round {number}") < 4 else BLUE
        options = (Option("lose"), Option("give"))
        chosen = table.choose(Question(side, f"loser of round {number}", options, "8"))
        board.write(f"{chosen}.{side}", board.number(f"{chosen}.{side}") + 1, "8")


GAME = card((Step("fight", "A fight", "fight", fight, (RED,)),))
SCENE = scenario()
START = position("fight")


class Secret:
    """Dice derived from a name and an epoch, as the real ones are."""

    def __init__(self) -> None:
        self.rolls: list[tuple[str, int]] = []

    def cast(self, roll: Roll) -> tuple[int, ...]:
        self.rolls.append((roll.name, roll.epoch))
        return tuple(1 + sum(f"{roll.name} {roll.epoch} {k}".encode()) % roll.sides for k in range(roll.number))


@examples(st.lists(st.sampled_from(["lose", "give"]), min_size=ROUNDS, max_size=ROUNDS))
@settings(max_examples=40, deadline=None)
def test_a_step_that_stops_at_every_question_casts_each_die_once(choices: list[str]) -> None:
    secret, answers, played = Secret(), {}, None
    for choice in [*choices, ""]:
        pages = pages_from_json([page.as_json() for page in played.pages]) if played else []
        played = play_step(GAME, SCENE, START, Input({}, dict(answers)), secret, pages)
        if played.waiting:
            assert played.position is START
            answers[played.waiting[0].key] = (choice,)
    assert played is not None
    assert played.is_complete
    assert secret.rolls == [(f"round {k + 1}", k) for k in range(ROUNDS)]  # once each, an epoch after every answer
    proof = play_step(GAME, SCENE, START, Input({}), Listed(), played.pages)
    assert (proof.position, proof.facts, proof.epoch) == (played.position, played.facts, played.epoch)


def finished() -> Played:
    """A step that ran through on answers given beforehand."""
    answers = {f"loser of round {number}": ("lose",) for number in range(1, ROUNDS + 1)}
    return play_step(GAME, SCENE, START, Input({}, answers), Secret())


def test_every_page_is_needed() -> None:
    pages = finished().pages
    for missing in range(len(pages) - 1):
        with pytest.raises(Diverged):
            play_step(GAME, SCENE, START, Input({}), Listed(), [*pages[:missing], *pages[missing + 1 :]])


def test_a_page_too_many_is_found_out() -> None:
    pages = [*finished().pages, Page("roll", "round 7", (3,))]
    with pytest.raises(Diverged, match="page 13 of the journal says 'roll round 7', the rules ask 'nothing more'"):
        play_step(GAME, SCENE, START, Input({}), Listed(), pages)


def test_pages_in_another_order_are_found_out() -> None:
    pages = finished().pages
    pages[2], pages[4] = pages[4], pages[2]
    with pytest.raises(Diverged, match="page 3 of the journal"):
        play_step(GAME, SCENE, START, Input({}), Listed(), pages)


def test_playing_does_not_change_what_was_recorded() -> None:
    pages = tuple(finished().pages[:4])
    play_step(GAME, SCENE, START, Input({}, {"loser of round 3": ("lose",)}), Secret(), pages)
    assert pages == tuple(finished().pages[:4])


def test_a_step_is_found_by_its_name_and_the_end_has_none() -> None:
    step = step_of(GAME, SCENE, START)
    assert step is not None
    assert step.title == "A fight"
    assert step_of(GAME, SCENE, position("")) is None


def test_every_side_has_orders_even_if_it_sent_none() -> None:
    seen: list[object] = []
    game = card((Step("s", "S", "s", lambda board, table, orders: seen.append((list(orders), orders[BLUE].items))),))
    play_step(game, SCENE, position("s"), Input({}), Listed())
    assert seen == [(list(SIDES), ())]


def test_problems_of_dropped_orders_come_with_the_rest() -> None:
    def run(board: Board, table: Table, orders: OrdersBySide) -> None:
        for order in orders[RED].items:
            with table.attempt(order):
                if str(order) == "jump":
                    raise Illegal("5.1", "units do not jump", advice="walk")
                board.move(UnitId("RED-1"), ("0101", "0102"), "5.1")

    game = card((Step("s", "S", "s", run),))
    scene = scenario(["RED-1"])
    played = play(game, scene, position("s", {"RED-1": "0101"}), given(say("jump", "walk", "jump")))
    assert [problem.rule for problem in played.problems] == ["5.1", "5.1"]
    assert [fact.kind for fact in played.facts] == ["dropped", "moved", "dropped"]
    assert played.position.units[UnitId("RED-1")].place == "0102"


def test_objections_are_one_to_a_line_in_the_order_of_the_file() -> None:
    late, early = Spot(7, "attack b"), Spot(2, "attack a")

    def run(board: Board, table: Table, orders: OrdersBySide) -> None:
        for _, preview in table.previewed(orders[RED].items):
            with preview:
                raise Illegal("8.1", "looks wrong")
        with table.attempt(orders[RED].items[1]):
            raise Illegal("8.2", "is wrong")

    game = card((Step("s", "S", "s", run),))
    sent = given((Say(("b",), spot=late), Say(("a",), spot=early)))
    checked = play_step(game, SCENE, position("s"), sent, Listed(), is_check=True)
    assert [problem.spot for problem in checked.objections()] == [early, late]
    played = play(game, SCENE, position("s"), sent)
    assert [problem.rule for problem in played.objections()] == [problem.rule for problem in played.problems] == ["8.2"]


def test_standing_orders_are_asked_with_the_board_as_it_is() -> None:
    seen: list[tuple[str, ...]] = []

    def counsel(board, question, orders, standing):  # type: ignore[no-untyped-def]
        seen.append((question.key, board.noted("lose.red"), *map(str, orders), *map(str, standing)))
        return ("lose",), "standing"

    sent = given(say("attack"), red_standing=say("losses first"))
    game = card((Step("fight", "A fight", "fight", fight),), counsel=counsel)
    play(game, SCENE, START, sent, Listed({f"round {k}": 1 for k in range(1, ROUNDS + 1)}))
    assert seen[:2] == [
        ("loser of round 1", "", "attack", "losses first"), ("loser of round 2", "1", "attack", "losses first"),
    ]  # fmt: skip
