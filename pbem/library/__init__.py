"""Finds games, scenarios, templates and examples, in a checkout or in the installed package, and reads them."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pbem.errors import UsageError
from pbem.library import guests
from pbem.library.guests import register as register
from pbem.library.texts import read_text, read_toml
from pbem.values.patterns import pattern

if TYPE_CHECKING:
    from pbem.kernel.game import Game

_HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_NAME = pattern(r"[a-z0-9][a-z0-9_-]{0,40}")
_HEAD = pattern(r'^(game|name|title)\s*=\s*"([^"]*)"', re.MULTILINE)


def folder(kind: str) -> str:
    """The folder `scenarios`, `templates` or `examples`: beside the package in a checkout, inside it when installed."""
    checkout = os.path.join(os.path.dirname(_HERE), kind)
    is_checkout = os.path.exists(os.path.join(os.path.dirname(_HERE), "pyproject.toml"))
    return checkout if is_checkout and os.path.isdir(checkout) else os.path.join(_HERE, kind)


def is_guest(name: str) -> bool:
    """Whether the game comes from outside the house."""
    return not _is_own(name) and guests.guest(name) is not None


def games() -> list[str]:
    """The games of the house and its guests."""
    rooms = os.path.join(_HERE, "games")
    return sorted({*(entry for entry in os.listdir(rooms) if _is_own(entry)), *guests.names()})


def _is_own(name: str) -> bool:
    """Whether the game is one of the house: no guest may take its name."""
    return bool(_NAME.fullmatch(name)) and os.path.exists(os.path.join(_HERE, "games", name, "card.py"))


def game(name: str) -> Game:
    """The card of a game; only this game's rules are imported."""
    from importlib import import_module

    if _is_own(name):
        card: Game = import_module(f"pbem.games.{name}.card").GAME
        return card
    found = guests.guest(name)
    if found is None:
        raise UsageError(_unknown("game", name, games()))
    try:
        card = import_module(found.module).GAME
    except (ImportError, AttributeError) as error:
        raise UsageError(guests.fault(found, str(error))) from error
    if getattr(card, "name", "") != name:
        raise UsageError(guests.fault(found, f"{found.module}.GAME is no card of a game called {name!r}"))
    return card


def game_folder(name: str) -> str:
    """The folder with the data of a game."""
    found = None if _is_own(name) else guests.guest(name)
    return guests.folder_of(found) if found else os.path.join(folder("scenarios"), name)


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


def texts_for(card: Game, scenario: str, overrides: str = "") -> dict[str, str]:
    """The texts of a scenario with a player's own charts laid over them."""
    texts = texts_of(card, scenario)
    if not overrides:
        return texts
    from pbem.library.overrides import laid_over

    named = read_toml(texts[f"{scenario}.toml"], f"{scenario}.toml")
    return laid_over(texts, named, overrides, card.charts)


# -- reading --------------------------------------------------------------------------------------------------


def _unknown(what: str, name: str, known: list[str]) -> str:
    from pbem.kernel.text.words import did_you_mean

    hint = did_you_mean(name, known)
    return f"there is no {what} called {name!r}: there are {', '.join(known) or 'none'}. {hint}".strip()
