"""The index of a game's rules: what each demands, where it is enforced, its tests and cases, its rulings."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from pbem import library
from pbem.errors import UsageError, did_you_mean

Row = Mapping[str, Any]


def rules_of(game: str) -> dict[str, dict[str, Any]]:
    """Every rule by its number, with where it is enforced and tested, and the rulings on it."""
    if game not in library.games():
        known = library.games()
        raise UsageError(f"there is no game {game!r}: {did_you_mean(game, known) or 'there are ' + ', '.join(known)}")
    where = _where(game)
    rulings = rulings_of(game)
    found: dict[str, dict[str, Any]] = {}
    for entry in library.data(game, "rules.toml").get("rule", ()):
        number = entry["id"]
        named = [*entry.get("rulings", ()), *(k for k, r in rulings.items() if number in r.get("rules", ()))]
        about = [rulings[k] for k in dict.fromkeys(named) if k in rulings]
        place = where.get(number, {})
        found[number] = {
            **entry,
            **{key: place.get(key, []) for key in ("home", "see", "tests", "cases")},
            "rulings": about,
        }
    return found


def _where(game: str) -> Mapping[str, Row]:
    """The generated list of functions, tests and cases by rule (tests/house/where.py writes it)."""
    if not os.path.exists(os.path.join(library.game_folder(game), "where.json")):
        return {}
    found: Mapping[str, Row] = json.loads(library.data_text(game, "where.json"))
    return found


def rulings_of(game: str) -> dict[str, Row]:
    return {entry["id"]: entry for entry in library.data(game, "rulings.toml").get("ruling", ())}


def named(game: str, said: str) -> tuple[Row | None, Row | None]:
    """The rule or the ruling of that number; one of them is there."""
    rules, rulings = rules_of(game), rulings_of(game)
    rule, ruling = _called(rules, said), _called(rulings, said)
    if rule is None and ruling is None:
        below = [number for number in rules if number.startswith((f"{said}.", f"{said}/"))][:8]
        hint = f"there are {', '.join(below)}" if below else did_you_mean(said, [*rules, *rulings])
        raise UsageError(f"{game} has no rule {said!r}: {hint or f'`pbem rules {game}` lists all of them'}")
    return rule, None if rule else ruling


def _called(entries: Mapping[str, Row], said: str) -> Row | None:
    words = said.strip().strip("[]").lower()
    return next((entry for number, entry in entries.items() if number.lower() == words), None)
