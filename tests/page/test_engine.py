"""The engine of the order page, called here as the page calls it: JSON in, JSON out, the words of the command line."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem import library
from pbem.desk import asking
from pbem.desk.adjudicating import adjudicate
from pbem.desk.checking import check
from pbem.desk.describing import describe
from pbem.desk.leaf.leaf import packed
from pbem.desk.leaf.making import leaf
from pbem.desk.opening import open_campaign
from pbem.desk.record.campaign import Campaign
from pbem.desk.replay.load import load
from pbem.kernel.views.plain import plain
from pbem.page.calls import CALLS
from pbem.page.engine import Engine
from pbem.store import open_store
from pbem.store.store import Store
from tests.desk.helpers import NOW, SECRET
from tests.games.recorded import store_after
from tests.page.conftest import turn_of

Asked = Callable[..., Any]
GAMES = ("caporetto", "durchbruch", "gwe", "italia18", "strafexpedition")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """The recorded game of gwe: the Central Powers have sent their turn, and the Allies are asked."""
    return store_after("gwe", 2, tmp_path_factory.mktemp("engine") / "a.db")


def engine_for(store: Store, who: str) -> Asked:
    engine = Engine()
    data = base64.b64encode(packed(leaf(store, "", who))).decode()
    assert "ok" in json.loads(engine.answer("open", json.dumps({"leaf": data})))

    def ask(name: str, **given: Any) -> Any:
        found = json.loads(engine.answer(name, json.dumps(given)))
        return found.get("ok", found)

    return ask


@pytest.fixture(scope="module")
def ask(store: Store) -> Asked:
    return engine_for(store, "AL")


def test_it_begins_with_what_is_asked(ask: Asked) -> None:
    about = ask("about")
    assert (about["campaign"], about["side"], about["turn"], about["step"]) == (
        "caporetto-1917", "AL", 1, "cp-combat",
    )  # fmt: skip
    assert about["is_open"]
    assert about["asks"][0].startswith("We need your answer to 1 question in combat.")
    (question,) = ask("questions")
    assert question["number"] == "Q1"
    assert question["line"].startswith("answer Q1: ")
    assert question["line"] in ask("block")["text"]
    record = f"record: {about['public']['seq']} {about['public']['hash'][:40]}"  # the judge tells from it what is old
    assert record in ask("block")["text"].splitlines()
    verdict = ask("check", text=ask("block")["text"])
    assert verdict["is_accepted"], verdict["lines"]


def test_looking_is_what_the_command_line_says(store: Store, ask: Asked) -> None:
    truth, _ = asking.moves(store, "", "IT-19", side="AL")
    found = ask("moves", unit="IT-19")
    assert {key: found[key] for key in ("unit", "hex", "allowance", "closed")} == {
        key: plain(truth)[key] for key in ("unit", "hex", "allowance", "closed")
    }
    goal = found["ways"][0]["goals"][0]
    assert ask("read", lines=[goal["line"]], section="movement")[0]["problems"] == []
    told = describe(store, "", "Cividale", side="AL")
    assert ask("tell", what="Cividale")["lines"] == told.lines
    assert ask("tell")["lines"] == describe(store, "", "front", side="AL").lines
    assert ask("layer", wish="zoc")
    assert ask("sheet")["groups"]
    assert len(ask("map")["hexes"]) == len(truth_of(store).scenario.map.grid.hexes)
    stacks = ask("position")["stacks"]
    assert {unit["id"] for stack in stacks for unit in stack["units"] if stack["hex"] == "1803"} == {"IT-19"}


def truth_of(store: Store) -> Campaign:
    return load(store)[0]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """A campaign that has just begun."""
    store = open_store(str(tmp_path_factory.mktemp("fresh") / "a.db"), create=True)
    open_campaign(store, "Page", "gwe", "historical", players={}, secret=SECRET, now=NOW)
    adjudicate(store, "", NOW)
    return store


def test_an_attack_has_its_odds(fresh: Store) -> None:
    ask, line = engine_for(fresh, "CP"), "attack 1904 with AH-1, AH-50"
    found = ask("odds", line=line)
    (truth,) = asking.odds(fresh, "", line, "CP")
    assert found["order"] == truth.order
    assert found["outcomes"] == plain(truth.view)["outcomes"]
    assert "Results" in found["lines"]
    assert ask("odds", line="attack 9999 with AH-1")["problems"][0]["found"] == "9999"


def test_a_text_is_checked_drawn_and_tried(fresh: Store) -> None:
    ask = engine_for(fresh, "CP")
    goal = ask("moves", unit="GE-12")["ways"][0]["goals"][0]
    header = ask("about")["places"][0]["header"]
    text = f"{header}{goal['line']}\nmvoe AH-1 to 1703\ncombat:\ndone\n"
    found, truth = ask("check", text=text), check(fresh, "", text.encode())
    assert (found["verdict"], found["problems"]) == ("refused", [one.as_json() for one in truth.problems])
    assert found["problems"][0]["where"]["line"] == text.split("mvoe")[0].count("\n") + 1
    assert any(line.startswith("your orders: refused: 1 problem.") for line in found["lines"])
    text = text.replace("mvoe AH-1 to 1703\n", "")
    found, truth = ask("check", text=text), check(fresh, "", text.encode())
    assert (found["verdict"], found["digest"]) == ("accepted", truth.digest)
    drawn = ask("draws", text=text)
    order = drawn["orders"][0]
    assert (order["section"], order["step"], order["verb"], order["units"]) == (
        "movement", "cp-movement", "move", ["GE-12"],
    )  # fmt: skip
    assert (order["from"], order["hexes"][-1]) == ({"GE-12": "1702"}, goal["hex"])
    assert drawn["steps"][0]["events"][0]["path"] == goal["path"]
    tried = ask("try", text=text, dice="average")
    assert tried["steps"][0]["after"]["stacks"]
    assert tried["problems"] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_has_a_form_and_an_example(game: str, tmp_path: Path) -> None:
    """Of all verbs and topics; at least one side can write most examples as they stand."""
    store = open_store(str(tmp_path / "a.db"), create=True)
    scenario = next(iter(library.scenarios(game)))
    open_campaign(store, "Page", game, scenario, players={}, secret=SECRET, now=NOW)
    adjudicate(store, "", NOW)
    card = library.game(game)
    read: dict[str, bool] = {}
    for side in card.sides:
        forms = engine_for(store, side)("verbs")
        assert {form["verb"] for form in forms} == {form.verb for form in card.forms()}
        assert all(form["example"].startswith(form["verb"]) for form in forms)
        for form in forms:
            read[form["verb"]] = read.get(form["verb"], False) or form["reads"]
    missing = [verb for verb, reads in read.items() if not reads]
    assert len(missing) <= len(read) // 8, missing


@pytest.mark.parametrize("game", GAMES)
def test_the_line_of_every_form_reads_and_reads_back_the_same(game: str, tmp_path: Path) -> None:
    """Of every verb and topic, for a side that has it, in a scenario that has it."""
    unread = {form.verb: "" for form in library.game(game).forms()}
    for scenario in library.scenarios(game):
        store = open_store(str(tmp_path / f"{scenario}.db"), create=True)
        open_campaign(store, "Page", game, scenario, players={}, secret=SECRET, now=NOW)
        adjudicate(store, "", NOW)
        for side in library.game(game).sides:
            ask = engine_for(store, side)
            for form in ask("verbs"):
                if form["verb"] in unread and form["reads"]:
                    assert reads_back(ask, form), form
                    del unread[form["verb"]]
        store.close()
        if not unread:
            return
    assert unread == {}, "no side of any scenario can write the example"


def reads_back(ask: Asked, form: dict[str, Any]) -> bool:
    """Whether the engine takes the line of a form, and its canonical words again as the same order."""
    for section in [*form["sections"], *(["standing"] if form["is_standing"] else [])]:
        (first,) = ask("read", lines=[form["example"]], section=section)
        if not first["problems"]:
            texts = [order["text"] for order in first["orders"]]
            again = ask("read", lines=texts, section=section)
            return [order["text"] for one in again for order in one["orders"]] == texts
    return False


def test_what_cannot_be_answered_is_an_answer(ask: Asked) -> None:
    assert "no call 'mvoes'" in ask("mvoes")["refused"]
    assert "did you mean moves?" in ask("mvoes")["refused"]
    assert "IT-999" in ask("moves", unit="IT-999")["refused"]
    assert "TypeError" in ask("moves", nonsense=1)["fault"]
    fresh = Engine()
    assert "no position is open" in json.loads(fresh.answer("about", "{}"))["refused"]
    wrong = base64.b64encode(b"Dear judge").decode()
    assert "no position of pbem" in json.loads(fresh.answer("open", json.dumps({"leaf": wrong})))["refused"]


def test_every_call_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "order-page.md").read_text(encoding="utf-8")
    assert [name for name in ("open", *CALLS) if f"| `{name}` |" not in page] == []


def test_reach_is_that_after_the_lines_written_so_far(tmp_path: Path) -> None:
    """In the surprise of Durchbruch the guns find a road that the moves above have cleared."""
    turn = turn_of("durchbruch", "06-austro-germans-surprise.txt", "AG", tmp_path)
    engine = Engine()
    engine.open(turn.leaf)
    now = engine.call("moves", unit="GE-G12")
    then = engine.call("moves", unit="GE-G12", text=turn.canonical, section="surprise")
    hexes = [[goal["hex"] for way in found["ways"] for goal in way["goals"]] for found in (now, then)]
    assert len(hexes[0]) < len(hexes[1])
    assert then["instead"]["text"] == "move GE-G12 4104"
    assert engine.call("moves", unit="GE-G12", text="not an order file") == {**now, "after": 0}


def test_what_is_offered_behind_the_lines_written_so_far_is_accepted(fresh: Store) -> None:
    """All units move one after the other, each to the hex that is offered first."""
    ask = engine_for(fresh, "CP")
    text = f"{ask('about')['places'][0]['header']}movement:\n"
    stacks = [stack["units"] for stack in ask("position")["stacks"] if stack["units"][0]["side"] == "CP"]
    for unit in [unit["id"] for units in stacks for unit in units]:
        found = ask("moves", unit=unit, text=text, section="movement")
        goal = next((one for one in found["ways"][0]["goals"]), None)
        if goal:
            text += f"{goal['line']}\n"
            assert ask("check", text=f"{text}combat:\ndone\n")["problems"] == [], goal["line"]
    assert text.count("\nmove ") > 10
