"""What the rules want of charts that somebody has changed: results that can be carried out, words that they know."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pbem.games.strafexpedition.assault_results import EFFECT
from pbem.games.strafexpedition.fire import RESULT, STAR
from pbem.kernel.chartfile import is_row
from pbem.kernel.chartvalues import Demands, Misfit

NONE = "-"
FIRE = re.compile(rf"{NONE}|\{STAR}|{RESULT.pattern}")
AGAIN = re.compile(rf"{NONE}|{RESULT.pattern}")
ASSAULT = re.compile(rf"(?:{NONE}|{EFFECT.pattern})/(?:{NONE}|{EFFECT.pattern})")
SHAPES = {
    "assault": (ASSAULT, "attacker/defender, as `1D2R/0D1`, `D1R/-` or `-/2D2R`"),
    "bombardment": (FIRE, "`-`, `*`, or steps and points, as `1D2T` or `D1`"),
    "defensive_fire": (FIRE, "`-`, `*`, or steps and points, as `1D2` or `D1`"),
    "star": (AGAIN, "`-`, or steps and points, as `D1`"),
}
WORDS = {
    "event_main": ("none", "italian", "austro-hungarian", "russian"),
    "event_italian": ("none", "counterattack", "confusion", "short-firing", "logistics"),
    "event_austro_hungarian": ("none", "doctrine", "wrong-direction", "short-firing", "logistics"),
}


def misfits(charts: Mapping[str, Any]) -> Iterator[Misfit]:
    """See 13.2.6, 13.3.11, 13.4.4, EV.main, ruling R190: every result of every table is one that the rules can read."""
    for name, (shape, wanted) in SHAPES.items():
        for row, cell in _cells(charts[name]):
            if not shape.fullmatch(cell):
                yield Misfit(f"{name}.{row}", "a result cannot be read", repr(cell), wanted)
    for name, known in WORDS.items():
        for row, cell in _cells(charts[name]):
            if cell not in known:
                yield Misfit(f"{name}.{row}", "no rule knows this event", repr(cell), ", ".join(known))
    yield from _of_assaults(charts)
    for day in charts["day"]["weather"]:
        if day not in charts["weather"]:
            wanted = ", ".join(name for name, table in charts["weather"].items() if isinstance(table, Mapping))
            yield Misfit("day.weather", "no rule knows this weather", repr(day), wanted)


def _of_assaults(charts: Mapping[str, Any]) -> Iterator[Misfit]:
    """The result below the table and the column of a defence of 0."""
    rules, columns = charts["assault_rules"], charts["assault"]["columns"]
    if not ASSAULT.fullmatch(rules["below"]):
        yield Misfit("assault_rules.below", "a result cannot be read", repr(rules["below"]), SHAPES["assault"][1])
    if rules["zero_defence"] not in columns:
        why = "the Assault Table has no such column"
        yield Misfit("assault_rules.zero_defence", why, repr(rules["zero_defence"]), ", ".join(columns))


def _cells(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for row, cells in table.items():
        if is_row(row):
            yield from ((row, cell) for cell in ([cells] if isinstance(cells, str) else cells))


DEMANDS = Demands(also=misfits)
