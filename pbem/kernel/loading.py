"""What every game does when it reads its data files: TOML, the options of a campaign, the terrains of its map."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pbem.errors import Family, Problem, Refused, Unreadable
from pbem.kernel.chartfile import Place, chart_of, is_row
from pbem.kernel.chartvalues import Known, Misfit, misfits
from pbem.kernel.ground.terrain import Map
from pbem.kernel.text.words import did_you_mean

Texts = Mapping[str, str]
FILES = {"map": "map.txt", "units": "units.txt", "charts": "charts.toml"}  # where a card names no others


def toml_of(texts: Texts, name: str) -> dict[str, Any]:
    """One of the texts as TOML; a text that is not there is an empty table."""
    try:
        return tomllib.loads(texts.get(name, ""))
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(
            f"{name} cannot be read: {error}", found=name, wanted="a TOML file", advice="fix that line"
        ) from None


def file_of(card: Mapping[str, Any], what: str) -> str:
    """The file that a scenario card names as its `map`, `units` or `charts`."""
    return str(card.get(what, FILES[what]))


def charts_of(texts: Texts, card: Mapping[str, Any], wanted: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The charts of a scenario; `wanted` names its results charts with their rows of odds, and each must be sound."""
    file = file_of(card, "charts")
    charts = toml_of(texts, file)
    check_charts(charts, wanted, Place(file, texts.get(file, "")))
    return charts


def check_charts(charts: Mapping[str, Any], wanted: Mapping[str, Sequence[str]], place: Place) -> None:
    """Results charts that could not be played with are refused, with all their faults."""
    problems: list[Problem] = []
    for name, keys in wanted.items():
        try:
            if name in charts:
                chart_of(name, charts[name], keys, place)
        except Refused as refused:
            problems += refused.problems
    if problems:
        raise Refused(problems)


def check_values(charts: Mapping[str, Any], known: Known, wanted: Mapping[str, Sequence[str]], place: Place) -> None:
    """Charts of somebody's own whose values no rule could play with are refused, with all their faults."""
    ours = {name: _but_rows(table) if name in wanted else table for name, table in known.charts.items()}
    own = {name: _but_rows(table) if name in wanted else table for name, table in charts.items()}
    found = list(misfits(own, known._replace(charts=ours))) or list(known.demands.also(charts))
    if found:
        raise Refused([_unplayable(misfit, place) for misfit in found])


def _but_rows(table: Any) -> Any:
    """A results chart without its rows and headings, which `check_charts` has looked at."""
    if not isinstance(table, Mapping):
        return table
    return {key: value for key, value in table.items() if not is_row(key) and not isinstance(value, list)}


def _unplayable(misfit: Misfit, place: Place) -> Problem:
    spot = place.spot_of(misfit.key)
    where = f" of {place.file}" if place.file else ""
    line = f"fix line {spot.line}{where}" if spot else f"fix {place.file or 'it'}"
    why = f"[{misfit.key}]{where} could not be played with: {misfit.why}"
    return Problem(Family.UNREADABLE, why, misfit.found, misfit.wanted, advice=line, spot=spot)


def check_terrains(map: Map, known: Collection[str], rule: str) -> None:
    """A map with terrain that the game does not know is refused."""
    for hex_id, terrain in map.base.items():
        if terrain not in known:
            why = f"hex {hex_id} has the terrain {terrain!r}, which this game does not know"
            raise Unreadable(why, found=terrain, wanted=", ".join(known), rule=rule, advice="fix the map")


def check_options(card: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, str]:
    """Every option of the card, as the campaign sets it or by its default."""
    known = card.get("options", {})
    for name, value in options.items():
        if known and name not in known:
            advice = did_you_mean(name, list(known))
            raise Unreadable(f"the scenario has no option {name!r}", found=name, wanted=", ".join(known), advice=advice)
        if known and value not in known[name]["values"]:
            allowed = ", ".join(known[name]["values"])
            raise Unreadable(f"the option {name!r} cannot be {value!r}", found=value, wanted=allowed)
    return {name: str(entry["default"]) for name, entry in known.items()} | dict(options)
