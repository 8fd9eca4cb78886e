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
    from pbem.desk.catalogue import games

    found = games(game)
    if as_json:
        say_json({"games": found})
        return
    for entry in found:
        say("\n".join(_lines(entry)))


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
