"""The games that the random player knows: their cards, players, standing orders and checks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pbem.games.caporetto.card import GAME as CAPORETTO
from pbem.games.durchbruch.card import GAME as DURCHBRUCH
from pbem.games.gwe.card import GAME as GWE
from pbem.games.italia18.card import GAME as ITALIA18
from pbem.games.strafexpedition.card import GAME as STRAFEXPEDITION
from pbem.kernel.game import Game
from pbem.kernel.scenario import Scenario
from tests.fuzz import (
    caporetto_checks,
    caporetto_player,
    checks,
    durchbruch_checks,
    durchbruch_player,
    gwe_player,
    italia18_checks,
    italia18_player,
    strafexpedition_checks,
    strafexpedition_player,
)
from tests.fuzz.driver import AT_RANDOM, Check, GiveOrders, Manner, Playing, no_orders, start

SCENARIOS = Path(__file__).parents[2] / "scenarios"


@dataclass(frozen=True, slots=True)
class Fuzzed:
    """A game, and how the random player plays it."""

    card: Game
    give_orders: GiveOrders
    checks: tuple[Check, ...]
    give_standing: GiveOrders = no_orders
    manner: Manner = AT_RANDOM
    scenario: str = "historical"  # the one that tests of all games look at


GAMES = {
    "gwe": Fuzzed(GWE, gwe_player.give_orders, checks.CHECKS),
    "caporetto": Fuzzed(
        CAPORETTO, caporetto_player.give_orders, caporetto_checks.CHECKS, caporetto_player.give_standing,
        Manner(by_orders=0.5, late=0.05),
    ),
    "durchbruch": Fuzzed(
        DURCHBRUCH, durchbruch_player.give_orders, durchbruch_checks.CHECKS, durchbruch_player.give_standing,
        Manner(by_orders=0.7, late=0.02), "oct25",
    ),
    "strafexpedition": Fuzzed(
        STRAFEXPEDITION, strafexpedition_player.give_orders, strafexpedition_checks.CHECKS,
        strafexpedition_player.give_standing, Manner(by_orders=0.5, late=0.05), "novegno",
    ),
    "italia18": Fuzzed(
        ITALIA18, italia18_player.give_orders, italia18_checks.CHECKS, italia18_player.give_standing,
        Manner(by_orders=0.5, late=0.05), "grappa",
    ),
}  # fmt: skip


def load_game(game: str, scenario: str, options: dict[str, str] | None = None) -> Scenario:
    """A scenario of a game, as its files lie in the folder."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted((SCENARIOS / game).iterdir())}
    return GAMES[game].card.load(texts, scenario, options or {})


def start_game(game: str, scenario: Scenario, seed: int) -> Playing:
    """A new random game."""
    fuzzed = GAMES[game]
    return start(fuzzed.card, scenario, seed, fuzzed.manner, fuzzed.give_standing)
