"""Finds games, scenarios, templates and examples, in a checkout or in the installed package, and reads them."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pbem.errors import UsageError
from pbem.library.texts import read_text, read_toml

if TYPE_CHECKING:
    from pbem.kernel.game import Game

_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,40}")
_HEAD = re.compile(r'^(game|name|title)\s*=\s*"([^"]*)"', re.MULTILINE)

_guests: dict[str, tuple[str, str]] = {}  # games from outside the house: module and folder by name


def folder(kind: str) -> str:
    """The folder `scenarios`, `templates` or `examples`: beside the package in a checkout, inside it when installed."""
    checkout = os.path.join(os.path.dirname(_HERE), kind)
    is_checkout = os.path.exists(os.path.join(os.path.dirname(_HERE), "pyproject.toml"))
    return checkout if is_checkout and os.path.isdir(checkout) else os.path.join(_HERE, kind)


def register(name: str, module: str, scenarios: str) -> None:
    """Make a game from outside the house known: the module that holds its `GAME`, the folder of its scenarios."""
    _guests[name] = (module, scenarios)


def games() -> list[str]:
    """The games of the house and its guests."""
    rooms = os.path.join(_HERE, "games")
    own = [entry for entry in os.listdir(rooms) if os.path.exists(os.path.join(rooms, entry, "card.py"))]
    return sorted({*own, *_guests})


def game(name: str) -> Game:
    """The card of a game; only this game's rules are imported."""
    from importlib import import_module

    known = games()
    if name not in known:
        raise UsageError(_unknown("game", name, known))
    module = _guests[name][0] if name in _guests else f"pbem.games.{name}.card"
    card: Game = import_module(module).GAME
    return card


def game_folder(name: str) -> str:
    """The folder with the data of a game."""
    return _guests[name][1] if name in _guests else os.path.join(folder("scenarios"), name)


def scenarios(name: str) -> dict[str, str]:
    """The scenarios of a game with their titles."""
    found: dict[str, str] = {}
    place = game_folder(name)
    for file in sorted(os.listdir(place)) if os.path.isdir(place) else ():
        if file.endswith(".toml"):
            head = _head_of(os.path.join(place, file))
            if head.get("game") == name and head.get("name") == file[: -len(".toml")]:
                found[head["name"]] = head.get("title", head["name"])
    return found


def _head_of(path: str) -> dict[str, str]:
    """The keys before the first table: enough to know a scenario card, without reading all of every file."""
    with open(path, encoding="utf-8") as file:
        text = file.read(2000)
    return {match[1]: match[2] for match in _HEAD.finditer(re.split(r"^\[", text, maxsplit=1, flags=re.MULTILINE)[0])}


def data_text(name: str, file: str) -> str:
    """A data file of a game, such as `rules.toml`."""
    return read_text(os.path.join(game_folder(name), file))


def data(name: str, file: str) -> dict[str, Any]:
    """A data file of a game, read as TOML."""
    return read_toml(data_text(name, file), file)


def texts_of(card: Game, scenario: str) -> dict[str, str]:
    """The texts that a scenario is made of, by file name: its card, the card it rests on, map, units, charts."""
    known = scenarios(card.name)
    if not _NAME.fullmatch(scenario) or scenario not in known:
        raise UsageError(_unknown(f"scenario of {card.name}", scenario, list(known)))
    wanted = [f"{scenario}.toml", *card.files(scenario)]
    texts: dict[str, str] = {}
    while wanted:
        file = wanted.pop(0)
        if file in texts:
            continue
        texts[file] = data_text(card.name, file)
        if file == f"{scenario}.toml":
            wanted += _files_named(read_toml(texts[file], file))
    return texts


def _files_named(values: Mapping[str, Any]) -> list[str]:
    base = [f"{values['base']}.toml"] if "base" in values else []
    return base + [str(values[key]) for key in ("map", "units", "charts") if key in values]


def texts_for(card: Game, scenario: str, overrides: str = "") -> tuple[dict[str, str], list[str]]:
    """The texts of a scenario with a player's own charts laid over them, and in words what that changes."""
    texts = texts_of(card, scenario)
    if not overrides:
        return texts, []
    from pbem.library.overrides import laid_over

    named = read_toml(texts[f"{scenario}.toml"], f"{scenario}.toml")
    return laid_over(texts, named, overrides, card.charts)


# -- reading --------------------------------------------------------------------------------------------------


def _unknown(what: str, name: str, known: list[str]) -> str:
    from pbem.kernel.text.words import did_you_mean

    hint = did_you_mean(name, known)
    return f"there is no {what} called {name!r}: there are {', '.join(known) or 'none'}. {hint}".strip()
