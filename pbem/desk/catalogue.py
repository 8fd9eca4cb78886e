"""The games of the house, their scenarios, and what a campaign may switch."""

from __future__ import annotations

from typing import Any

from pbem import library


def games(wanted: str = "") -> list[dict[str, Any]]:
    """Every game, or one, with its sides, scenarios and options."""
    names = [library.game(wanted).name] if wanted else library.games()
    return [_game(name) for name in names]


def _game(name: str) -> dict[str, Any]:
    card = library.game(name)
    listed = []
    for scenario, title in library.scenarios(name).items():
        options = library.data(name, f"{scenario}.toml").get("options", {})
        listed.append({"scenario": scenario, "title": title, "options": options})
    return {"game": name, "title": card.title, "sides": dict(card.sides), "scenarios": listed}
