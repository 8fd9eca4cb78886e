"""Episodes: what is recorded, cast and asked inside carries them, and the full names are made of theirs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pbem.errors import Diverged, Illegal, Waiting
from pbem.kernel.board import Board
from pbem.kernel.episodes import Episode, full_name
from pbem.kernel.facts import canonical, fact_from_json
from pbem.kernel.fog import retold
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.journal import Journal
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Answer, Option, Question, question_from_json
from pbem.kernel.table import Table
from tests.kernel.mini import BLUE, RED, Listed, dice, position, say, scenario

SCENE = scenario(["RED-1", "BLUE-1"])
ONE, HERE = UnitId("RED-1"), HexId("0101")


def table(*faces: int, journal: Journal | None = None, **answers: str) -> Table:
    board = Board(SCENE, position("step", {"RED-1": "0101", "BLUE-1": "0103"}))
    known = {key.replace("_", " "): Answer((value,), "orders") for key, value in answers.items()}
    return Table(board, dice(*faces) if faces else Listed(), lambda board, q: known.get(q.key), journal)


def question(key: str, **fields: Any) -> Question:
    return Question(BLUE, key, (Option("yes"), Option("no")), "8.5", **fields)


def test_facts_rolls_and_questions_of_an_episode_carry_it() -> None:
    here = table(3)
    with here.board.episode("combat", "attack on 0101", side=RED, hexes=[HERE]) as combat:
        here.roll("crt", by=RED)
        here.board.lose(ONE, 1, "8.5")
        with pytest.raises(Waiting) as waiting:
            here.ask(question("option"))
    here.board.note("over", "9.0")
    assert combat == Episode("combat", 1, "attack on 0101", RED, (HERE,))
    assert [fact.episode for fact in here.board.facts] == [combat, combat, None]
    (asked,) = waiting.value.questions
    assert (asked.key, asked.episode, asked.within("combat")) == ("attack on 0101 / option", combat, combat)


def test_episodes_lie_in_one_another() -> None:
    here = table(4, 5)
    with here.board.episode("action", "action 1", side=RED) as action:
        with here.board.episode("assault", "assault on 0103", side=RED):
            with here.board.episode("fire", "defensive fire", side=BLUE):
                here.roll("crt", by=BLUE)
            with here.board.episode("assault", "counter-assault", side=BLUE):
                here.roll("crt", by=BLUE)
        here.board.note("over", "9.0")
    fire, counter, over = here.board.facts
    assert fire["name"] == "action 1 / assault on 0103 / defensive fire / crt"
    assert fire["purpose"] == ["action", "assault", "fire", "crt"]
    assert counter["name"] == "action 1 / assault on 0103 / counter-assault / crt"
    assert counter.episode is not None
    assert [(one.kind, one.number) for one in counter.episode.inward()] == [
        ("action", 1),
        ("assault", 1),
        ("assault", 2),
    ]
    assault = fire.within("assault")
    assert assault is not None
    assert (fire.within("action"), assault.name, fire.within("combat")) == (action, "assault on 0103", None)
    assert over.episode == action


def test_an_episode_ends_with_the_order_that_a_rule_forbids() -> None:
    here = table()
    (order,) = say("attack")
    with here.attempt(order), here.board.episode("combat", "attack"):
        raise Illegal("8.11", "nobody is there")
    assert (here.board.scope, here.board.facts[0].kind, here.board.facts[0].episode) == (None, "dropped", None)


def test_an_episode_without_a_name_adds_nothing_and_a_roll_without_one_is_called_like_its_episode() -> None:
    here = table(1, 2)
    with here.board.episode("action", ""), here.board.episode("mine", "mine under 0101"):
        here.roll("")
        here.roll("crater")
    assert [fact["name"] for fact in here.board.facts] == ["mine under 0101", "mine under 0101 / crater"]
    assert here.board.facts[0]["purpose"] == ["action", "mine"]
    assert full_name(None, "crt") == "crt"


def test_what_stands_alone_keeps_its_name_and_still_belongs_to_the_episode() -> None:
    here = table(6, refuge="yes")
    with here.board.episode("combat", "attack on 0101") as combat:
        here.roll("Venezia", alone=True)
        here.choose(question("refuge", alone=True))
    rolled, decided = here.board.facts
    assert (rolled["name"], rolled["purpose"], decided["key"]) == ("Venezia", ["Venezia"], "refuge")
    assert (rolled.episode, decided.episode) == (combat, combat)


def test_a_roll_says_whose_it_is_and_for_whom() -> None:
    here = table(6, 5, 4, 2)
    here.roll("attrition of RED-1", units=(ONE,), kind="attrition")
    here.roll("morale", by=BLUE)
    here.roll("weather")
    assert here.draw("event", ["rain", "sun", "snow"]) == "sun"
    shown = [(f["purpose"], f["by"], f["units"], f["sides"], f["draw"]) for f in here.board.facts]
    assert shown == [
        (["attrition"], RED, ["RED-1"], 6, False), (["morale"], BLUE, [], 6, False),
        (["weather"], "", [], 6, False), (["event"], "", [], 3, True),
    ]  # fmt: skip
    assert [page.cast and page.cast.sides for page in here.journal.pages] == [6, 6, 6, 3]


@pytest.mark.parametrize(("change", "found"), [
    ({"sides": 8}, "d8 of red for combat, crt"), ({"by": BLUE}, "d6 of blue for combat, crt"),
    ({"purpose": ("crt",)}, "d6 of red for crt"), ({"is_draw": True}, "a draw out of 6 for combat, crt"),
])  # fmt: skip
def test_a_page_that_says_otherwise_is_never_bent(change: dict[str, Any], found: str) -> None:
    first = table(3)
    with first.board.episode("combat", "attack"):
        first.roll("crt", by=RED)
    (page,) = first.journal.pages
    assert page.cast is not None
    forged = table(journal=Journal([page._replace(cast=page.cast._replace(**change))]))
    with (
        pytest.raises(
            Diverged, match=f"page 1 of the journal says '{found}', the rules ask 'd6 of red for combat, crt'"
        ),
        forged.board.episode("combat", "attack"),
    ):
        forged.roll("crt", by=RED)


def test_how_an_episode_came_out_is_known_from_then_on() -> None:
    board = table().board
    with board.episode("combat", "attack") as first:
        assert board.outcome_of(first) is None
        with board.episode("losses", "attacker"):
            board.outcome("paid", "8.9", steps=1)
        board.outcome("combat", "8.0", result="1/2")
    with board.episode("combat", "attack") as second:
        pass
    known = board.outcome_of(first)
    assert known is not None
    assert (known["result"], known["outcome"], board.outcome_of(second)) == ("1/2", True, None)
    assert board.outcome_of(None) is None


def test_facts_and_questions_are_read_back_with_their_episode() -> None:
    board = table().board
    with board.episode("action", "action 1", side=RED), board.episode("assault", "assault", hexes=[HERE]):
        board.note("lost", "8.5", unit="RED-1")
    (fact,) = board.facts
    written = json.loads(canonical(fact.as_json()))
    assert written["episode"]["parent"] == {
        "kind": "action",
        "number": 1,
        "name": "action 1",
        "side": "red",
        "hexes": [],
    }
    assert fact_from_json(written) == fact
    asked = question("option").asked_in(fact.episode)
    assert question_from_json(json.loads(json.dumps(asked.as_json()))) == asked
    assert fact.having(line="2a").episode == fact.episode


def test_the_name_of_an_episode_never_tells_a_hidden_unit() -> None:
    board = table().board
    with board.episode("action", "action of RED-1", side=RED), board.episode("assault", "assault"):
        board.note("assaulted", "8.0", hexes=["0103"])
        board.move(ONE, ["0101", "0102"], "8.1")
    shown = {"moved": ("unit", "path")}
    told = retold(SCENE, board.facts, [ONE], shown)
    assert "RED-1" not in canonical([fact.as_json() for fact in told])
    assert [fact.episode and fact.episode.parent and fact.episode.parent.name for fact in told] == [
        "action of red-?1",
        None,
    ]


def test_an_episode_that_was_left_can_be_taken_up_again() -> None:
    """The dice of two assaults, then the losses of both: each belongs to its own."""
    here = table(1, 2)
    with here.board.episode("assault", "assault on 0101", side=RED) as first:
        here.roll("die")
    with here.board.episode("assault", "assault on 0103", side=RED):
        here.roll("die")
    with here.board.again(first):
        here.board.outcome("assault", "13.4.4", result="1D1")
    assert here.board.facts[-1].episode == first
    assert here.board.outcome_of(first) is here.board.facts[-1]
    assert here.board.scope is None
