"""The numbers of lines: one source for the post and the board."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from pbem.games.gwe.card import GAME
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.telling.habits import Telling
from pbem.kernel.telling.numbers import letter
from pbem.kernel.telling.tale import Tale, tale_of
from pbem.report import report_step
from tests.fuzz.driver import play_on
from tests.fuzz.games import GAMES, load_game, start_game
from tests.report.samples import combat, context, movement, scenario

STEPS = 22  # a little more than two turns
IN_TEXT = {
    "txt": r"^(?:- )?\((\d+[a-z]*)\) ",
    "md": r"\*\*\((\d+[a-z]*)\)\*\*",
    "discourse": r"\*\*\((\d+[a-z]*)\)\*\*",
    "reddit": r"\*\*\((\d+[a-z]*)\)\*\*",
    "bbcode": r"\[b\]\((\d+[a-z]*)\)\[/b\]",
    "bgg": r"\[b\]\((\d+[a-z]*)\)\[/b\]",
    "html": r'<b class="number">\((\d+[a-z]*)\)</b>',
}


def tale(board: Board, telling: Telling = GAME.telling) -> Tale:
    return tale_of(board.scenario, telling, board.freeze(3, "x"), board.facts)


def post(board: Board, fmt: str, telling: Telling = GAME.telling) -> str:
    after, about = board.freeze(3, "x"), context(dice={})
    return report_step(board.scenario, "A step", tale(board, telling), None, after, fmt=fmt, context=about).text


def in_post(text: str, fmt: str) -> list[str]:
    """The numbers of lines and combats that a post shows, in its order."""
    found = re.finditer(IN_TEXT[fmt] + r"|\bCombat (\d+):", text, re.MULTILINE)
    return list(dict.fromkeys(one[1] or one[2] for one in found))


def on_board(board: Board) -> list[str]:
    """The numbers that the board shows."""
    return [event.number for event in tale(board).events if event.number]


def lines_of(board: Board) -> dict[str, list[str]]:
    """The kinds of the facts under each number."""
    found: dict[str, list[str]] = {}
    for index, number in tale(board).numbers.items():
        found.setdefault(number, []).append(board.facts[index].kind)
    return found


def test_a_combat_keeps_its_number_and_what_follows_has_letters() -> None:
    assert lines_of(combat()) == {
        "1": ["combat"], "1a": ["lost"], "1b": ["moved"], "1c": ["lost", "eliminated"], "1d": ["moved"],
        "2": ["called-off"], "3": ["withdrawal-roll", "moved"],
    }  # fmt: skip


def test_without_combats_lines_are_counted_from_one() -> None:
    found = lines_of(movement())
    assert list(found) == [str(number) for number in range(1, len(found) + 1)]
    assert ["moved", "moved"] in found.values()  # two units on the same way


@pytest.mark.parametrize("fmt", IN_TEXT)
@pytest.mark.parametrize("make", [movement, combat])
def test_post_and_board_have_the_same_numbers(make: object, fmt: str) -> None:
    board = make()  # type: ignore[operator]
    assert sorted(in_post(post(board, fmt), fmt)) == sorted(on_board(board))


def test_lines_stand_in_the_post_in_the_order_of_their_numbers() -> None:
    found = in_post(post(movement(), "txt"), "txt")
    assert found == [str(number) for number in range(1, len(found) + 1)]


def test_units_on_the_same_way_at_different_prices_share_a_line() -> None:
    board = movement()
    board.facts[:] = [
        Fact("moved", "5.0", {"unit": unit, "path": ["0102", "0202"], "cost": cost, "how": "move"})
        for unit, cost in (("GE-5", 3), ("GE-26", 4), ("GE-art14", 4))
    ]
    told = " ".join(post(board, "txt").split())
    assert "- (1) GE-5 (3 MP), GE-26 (4 MP) and GE-art14 (4 MP) move from 0102 to 0202." in told


def test_what_the_board_does_not_show_has_no_number() -> None:
    facts = [Fact("moved", "5.0", {"unit": "GE-5", "path": ["0102", "0202"]}), Fact("supply", "9.0", {"side": "CP"})]
    after = movement().freeze(3, "x")
    assert tale_of(scenario(), Telling(drawn={}), after, facts).numbers == {}
    assert tale_of(scenario(), Telling(), after, facts).numbers == {0: "1"}


def test_json_has_the_number_with_each_fact() -> None:
    values = json.loads(post(combat(), "json"))
    assert [fact["line"] for fact in values["facts"] if fact["kind"] == "combat"] == ["1"]
    assert "numbers" not in values


def test_a_game_that_draws_nothing_has_no_numbers() -> None:
    text = post(combat(), "txt", replace(GAME.telling, drawn={}))
    assert re.findall(IN_TEXT["txt"], text, re.MULTILINE) == []


@pytest.mark.parametrize(("count", "letters"), [(0, "a"), (25, "z"), (26, "aa"), (27, "ab"), (701, "zz"), (702, "aaa")])
def test_letters_go_on_behind_z(count: int, letters: str) -> None:
    assert letter(count) == letters


@pytest.mark.parametrize("name", GAMES)
def test_real_games_post_every_number_that_the_board_shows_and_no_other(name: str) -> None:
    made, fuzzed = load_game(name, GAMES[name].scenario), GAMES[name]
    playing, seen = start_game(name, made, 4), 0
    for _ in range(STEPS):
        before = playing.position
        played = play_on(playing, fuzzed.give_orders)
        assert played is not None
        after = played.position
        told = tale_of(made, fuzzed.card.telling, after, played.facts)
        text = report_step(made, before.step, told, before, after, fmt="html").text
        shown = dict.fromkeys(event.number for event in told.events if event.number)
        assert sorted(in_post(text, "html")) == sorted(shown), before.step
        assert all(event.number for event in told.events), before.step
        seen += len(shown)
    assert seen > 40
