"""A player's own charts, map and counters laid over those of a scenario; `shipped` says what differs.

map = "mymap.txt"            # whole files, beside this one
units = "myunits.txt"
[crt]                        # a table of charts.toml, replaced as a whole
row1 = ["1/1", "1/1"]
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.errors import Family, Problem, Refused, Spot
from pbem.kernel.chartfile import Place
from pbem.kernel.chartvalues import is_group, is_rows
from pbem.kernel.loading import check_charts
from pbem.kernel.text.words import did_you_mean
from pbem.library.texts import read_text, read_toml
from pbem.values.patterns import pattern

Texts = dict[str, str]
Table = Mapping[str, Any]

WHOLE_FILES = ("map", "units")
_BARE = pattern(r"^[A-Za-z0-9_-]+$")


def laid_over(texts: Mapping[str, str], card: Table, path: str, results: Mapping[str, Sequence[str]]) -> Texts:
    """The texts with the overrides in them; `card` says which file is the map and so on.

    `results` are the results charts of the game: one that could not be played with is refused here and now.
    """
    name = os.path.basename(path)
    own_text = read_text(path)
    own = read_toml(own_text, name)
    changed = dict(texts)
    for key in WHOLE_FILES:
        if isinstance(own.get(key), str) and key in card:
            changed[card[key]] = read_text(os.path.join(os.path.dirname(path), own[key]))
    tables = {key: value for key, value in own.items() if key not in WHOLE_FILES}
    if tables:
        charts = read_toml(texts[card["charts"]], card["charts"])
        _refuse_unfit(tables, charts, own_text, name)
        merged = _merged(charts, tables, name)
        check_charts(merged, {chart: keys for chart, keys in results.items() if chart in tables}, Place(name, own_text))
        changed[card["charts"]] = "".join(written(merged))
    return changed


# -- which tables fit -----------------------------------------------------------------------------------------


def _refuse_unfit(own: Table, ours: Table, text: str, name: str) -> None:
    problems = list(_unfit("", own, ours, text, name))
    if problems:
        raise Refused(problems)


def _unfit(above: str, own: Table, ours: Table, text: str, name: str) -> Iterator[Problem]:
    for key, value in own.items():
        full = f"{above}{key}"
        spot = _spot_of(full, text)
        if key not in ours:
            why = f"{name} replaces a table that the charts do not have"
            wanted = "one of " + ", ".join(f"[{above}{known}]" for known in ours)
            yield Problem(Family.UNREADABLE, why, f"[{full}]", wanted, advice=did_you_mean(key, list(ours)), spot=spot)
        elif isinstance(value, Mapping) != isinstance(ours[key], Mapping):
            why = f"{name} gives {full} in another shape than the charts"
            yield Problem(Family.UNREADABLE, why, str(value)[:60], str(ours[key])[:60], spot=spot)
        elif is_group(ours[key]) and isinstance(value, Mapping):
            yield from _unfit(f"{full}.", value, ours[key], text, name)
        elif isinstance(value, Mapping):
            missing = [part for part in ours[key] if part not in value and part != "source"]
            if missing:
                why = f"the table [{full}] of {name} is not complete; it replaces ours as a whole"
                advice = "add " + ", ".join(missing)
                yield Problem(Family.UNREADABLE, why, ", ".join(value), ", ".join(ours[key]), advice=advice, spot=spot)


def _spot_of(table: str, text: str) -> Spot | None:
    last = re.escape(table.rpartition(".")[2])
    pattern = re.compile(rf"^\s*(\[+\s*{re.escape(table)}\s*\]+|{last}\s*=)")
    for number, row in enumerate(text.splitlines(), 1):
        if pattern.match(row):
            return Spot(number, row, 0, len(row))
    return None


# -- laying over ----------------------------------------------------------------------------------------------


def _merged(ours: Table, own: Table, name: str) -> dict[str, Any]:
    merged = dict(ours)
    for key, value in own.items():
        if is_group(ours[key]):
            merged[key] = _merged(ours[key], value, name)
        elif isinstance(value, Mapping):
            merged[key] = {**value, "source": value.get("source", name)}
        else:
            merged[key] = value
    return merged


# -- writing TOML ---------------------------------------------------------------------------------------------


def written(table: Table, above: str = "") -> Iterator[str]:
    """The table as TOML text: plain keys first, then the tables below it."""
    below = {k: v for k, v in table.items() if _is_table(v) and (not above or is_group(table) or is_rows(v))}
    for key, value in table.items():
        if key not in below:
            yield f"{_key(key)} = {toml_value(value)}\n"
    for key, value in below.items():
        name = f"{above}.{_key(key)}" if above else _key(key)
        if is_rows(value):
            for row in value:
                yield f"\n[[{name}]]\n"
                yield from (f"{_key(k)} = {toml_value(v)}\n" for k, v in row.items())
        else:
            yield "" if is_group(value) else f"\n[{name}]\n"
            yield from written(value, name)


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) or is_rows(value)


def _key(key: str) -> str:
    return key if _BARE.match(key) else json.dumps(key)


def toml_value(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(k)} = {toml_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    if isinstance(value, (bool, int, float, str)):
        return json.dumps(value, ensure_ascii=False)
    return str(value)  # dates and times are written as they are read
