"""A draw without replacement: events leave their pool for good, within a step and from turn to turn."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from pbem.errors import Diverged
from pbem.kernel.board import Board
from pbem.kernel.journal import Page
from pbem.kernel.position import read_position
from pbem.kernel.rolls import Cast
from pbem.kernel.sequence import Step
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide
from tests.kernel.mini import NO_DICE, Listed, card, dice, given, play, position, scenario

EVENTS = ("rain", "strike", "air-raid", "reserves", "mutiny")
PER_TURN = 2


def draw_events(board: Board, table: Table, orders: OrdersBySide) -> None:
    """7.1: two events a turn; what was drawn never comes again."""
    for number in range(1, PER_TURN + 1):
        pool = [event for event in EVENTS if not board.noted(f"drawn.{event}")]
        if pool:
            event = table.draw(f"event {number}", pool, rule="7.1")
            board.write(f"drawn.{event}", board.turn, "7.1")
            board.note("event", "7.1", event=event)


GAME = card((Step("events", "Events", "events", draw_events),))
SCENE = scenario()


def drawn(*faces: int) -> list[str]:
    """The events that these dice draw, turn by turn."""
    found, here = [], position("events")
    for start in range(0, len(faces), PER_TURN):
        played = play(GAME, SCENE, here, given(), dice(*faces[start : start + PER_TURN]))
        found += [fact["event"] for fact in played.facts if fact.kind == "event"]
        here = read_position(played.position.text())
    return found


def test_the_die_has_as_many_sides_as_the_pool_has_left() -> None:
    cast = dice(5, 4)
    play(GAME, SCENE, position("events"), given(), cast)
    assert [(roll.name, roll.sides, roll.number) for roll in cast.cast_rolls] == [("event 1", 5, 1), ("event 2", 4, 1)]


def test_a_drawn_event_leaves_the_pool() -> None:
    assert drawn(1, 1, 1, 1) == ["rain", "strike", "air-raid", "reserves"]
    assert drawn(5, 4, 3, 2, 1) == ["mutiny", "reserves", "air-raid", "strike", "rain"]


def test_every_pair_comes_equally_often_and_no_event_twice() -> None:
    pairs = Counter(tuple(drawn(*faces)) for faces in itertools.product(range(1, 6), range(1, 5)))
    assert len(pairs) == 20
    assert set(pairs.values()) == {1}
    assert all(first != second for first, second in pairs)


def test_an_empty_pool_draws_nothing() -> None:
    notes = {f"drawn.{event}": "1" for event in EVENTS}
    assert play(GAME, SCENE, position("events", None, **notes), given(), NO_DICE).facts == []


def test_a_face_that_the_pool_no_longer_has_is_never_bent() -> None:
    pages = [
        Page("roll", "event 1", (5,), cast=Cast(("event 1",), 5, is_draw=True)),
        Page("roll", "event 2", (5,), cast=Cast(("event 2",), 4, is_draw=True)),
    ]
    with pytest.raises(Diverged, match=r"page 2 of the journal says '\(5,\)', the rules ask '1d4 for event 2'"):
        play(GAME, SCENE, position("events"), given(), Listed(), pages)
