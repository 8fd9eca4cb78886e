"""`pbem scenarios`: the games of the house, their scenarios and what a campaign may switch."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from pbem.cli.options import Json
from pbem.cli.printing import columns, say, say_json


def scenarios(
    game: Annotated[str, typer.Argument(help="Only this game.")] = "",
    as_json: Json = False,
) -> None:
    """List games, scenarios and campaign options.

    \b
    Example:
      pbem scenarios gwe
    """
    from pbem import library

    names = [library.game(game).name] if game else library.games()
    found = [_game(name) for name in names]
    if as_json:
        say_json({"games": found})
        return
    for entry in found:
        say("\n".join(_lines(entry)))


def _game(name: str) -> dict[str, Any]:
    from pbem import library

    card = library.game(name)
    listed = []
    for scenario, title in library.scenarios(name).items():
        options = library.data(name, f"{scenario}.toml").get("options", {})
        listed.append({"scenario": scenario, "title": title, "options": options})
    return {"game": name, "title": card.title, "sides": dict(card.sides), "scenarios": listed}


def _lines(entry: dict[str, Any]) -> list[str]:
    sides = ", ".join(f"{side} ({name})" for side, name in entry["sides"].items())
    lines = [f"{entry['game']}  {entry['title']}", f"  sides: {sides}"]
    for scenario in entry["scenarios"]:
        lines += ["", f"  --scenario {scenario['scenario']}  {scenario['title']}"]
        for name, option in scenario["options"].items():
            values = "|".join(option["values"])
            lines.append(f"    --option {name}={values}  (default {option['default']})")
            lines += columns([("", option["effect"])], "      ")
    lines += ["", f"Next: pbem new NAME --game {entry['game']} --scenario NAME --player SIDE=PLAYER", ""]
    return lines
