"""What all games show in the middle of a game: it fits the page docs/views.md, and looking changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import pytest

from pbem.errors import Illegal
from pbem.kernel.board import Board
from pbem.kernel.game import Game, Reading
from pbem.kernel.pieces import Side
from pbem.kernel.text.mail import Line
from pbem.kernel.text.names import UnitNames
from pbem.kernel.text.orders import Order, Orders
from pbem.kernel.text.words import Words
from pbem.kernel.views.layers import Laid, Layer
from pbem.kernel.views.plain import plain
from tests.fuzz.driver import play_on
from tests.fuzz.games import GAMES, load_game, start_game
from tests.kernel.schema import misfits, read_schema

SCHEMA = read_schema()
# The steps that are looked at: set-up, movement and combat of all games.
STEPS = {
    "gwe": ("cp-movement", "cp-combat", "al-combat"),
    "caporetto": ("cp-set-up", "cp-first-combat", "al-movement"),
    "strafexpedition": ("ah-set-up", "it-action-1", "ah-action-1", "ah-march"),
    "durchbruch": ("set-up", "surprise", "corps-III", "corps-IV"),
    "italia18": ("cp-move-1", "cp-combat-1", "en-combat-1"),
}
SEED = 7


def boards(name: str) -> Iterator[tuple[Game, Board]]:
    """Some boards of the first turn of a random game, as a step begins."""
    playing = start_game(name, load_game(name, GAMES[name].scenario), SEED)
    while playing.position.turn == 1:
        if playing.position.step in STEPS[name]:
            yield playing.game, Board(playing.scenario, playing.position)
        assert play_on(playing, GAMES[name].give_orders) is not None


def attacks(game: Game, board: Board, side: Side) -> Iterator[Order]:
    """The attacks that the order sheet proposes."""
    names = UnitNames(board.scenario.units.values())
    for line in game.sheet(board, side).orders:
        text = line.removeprefix("# ")
        if text.startswith(tuple(f"{verb} " for verb in game.odds_verbs)) and "HEX" not in text and "UNIT" not in text:
            named = [word for word in game.sections if "combat" in word or word.startswith("action")]
            section = named[0] if named else game.sections[-1]
            yield game.read_order(Words(Line(1, text)), Reading(board.scenario, side, section, names))


def laid(board: Board, layer: Layer) -> Sequence[Laid]:
    """The layer for all, or for the first unit that it can be asked for."""
    for asked in ("",) if "all" in layer.of else board.on_map():
        with suppress(Illegal):  # such as the range of a unit without guns
            return layer.lay(board, asked)
    return ()


def shown(game: Game, board: Board) -> Iterator[tuple[str, Any]]:
    """All that the game shows of the board, each view with its name on the page."""
    yield "Summary", game.summary(board)
    yield "Look", game.look(board)
    for layer in game.layers.values():
        yield "list of Laid", laid(board, layer)
    for unit in (*board.on_map()[::40], board.units()[-1]):
        yield "Moves", game.moves(board, unit)
    for side in game.sides:
        yield "Sheet", game.sheet(board, side)
        for order in list(attacks(game, board, side))[:3]:
            yield from of_attack(game, board, side, order)


def of_attack(game: Game, board: Board, side: Side, order: Order) -> Iterator[tuple[str, Any]]:
    try:
        yield "OddsView", game.odds(board, order)
    except Illegal:
        return  # one hex by itself may be too weak to attack
    yield "list of Point", list(game.coverage(board, {side: Orders(side, (order,), ())}))


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_shows_fits_the_page_and_changes_nothing(name: str) -> None:
    met = dict.fromkeys(("Summary", "Look", "list of Laid", "Moves", "Sheet", "OddsView", "list of Point"), 0)
    for game, board in boards(name):
        before = board.freeze(board.turn, board.step).text()
        for kind, view in shown(game, board):
            assert list(misfits(SCHEMA, kind, plain(view), kind)) == []
            met[kind] += bool(view)
        assert board.freeze(board.turn, board.step).text() == before
        assert board.facts == []
    assert all(met.values()), met
