"""24.0, 25.0 Options that the program does not offer, and that it does not offer them by halves."""

from __future__ import annotations

from pbem.games.strafexpedition.card import GAME
from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.deployment import initial_position
from pbem.kernel.secrets import closed
from tests.games.strafexpedition.data import RULES, scenario


def test_24_1_one_player_has_a_side() -> None:
    """24.1, 24.2, 24.3, 24.4, 24.5, 24.6: no seats, and one brigade in an Action."""
    card = scenario("campaign")
    assert GAME.seats(card) == {}
    assert all(step.seats == () for step in GAME.steps(card).values())


def test_25_1_all_counters_lie_open() -> None:
    """25.1, 25.2, 25.3: a side sees every unit with its markers; only plans and points are kept from it."""
    card = scenario("novegno")
    position = initial_position(card)
    for side in (IT, AH):
        seen = closed(GAME.view(card, position, side), side)
        assert seen.units == position.units
        assert [note for note in position.notes if note not in seen.notes] == [f"@{AH if side == IT else IT}.lp"]


def test_what_is_not_offered_says_why() -> None:
    missing = [rule for rule in RULES if rule["state"] == "not applicable"]
    assert [rule["id"] for rule in missing if not rule.get("reason")] == []
    assert {rule["chapter"] for rule in missing} == {"24", "25"}
