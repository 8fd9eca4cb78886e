"""What the rules want of charts that somebody has changed, beyond the shape of the printed ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.kernel.chartvalues import Demands, Misfit

NOTHING, WIPED_OUT = "-", "E"


def misfits(charts: Mapping[str, Any]) -> Iterator[Misfit]:
    """Every result of the Combat Results Table has an entry in the option table, and a garrison knows what it pays."""
    options = list(charts["option"])
    known = {who: {row["result"] for row in options if row["who"] == who} for who in ("attacker", "defender")}
    paid = {WIPED_OUT, *charts["fortress"]["loss_percent"]}
    for row, cells in charts["crt"].items():
        for cell in cells if row.startswith("row") else ():
            ours, stroke, theirs = cell.partition("/")
            if not stroke or ours not in (NOTHING, *known["attacker"]) or theirs not in (NOTHING, *known["defender"]):
                wanted = "attacker/defender, each `-` or a result of [[option]]"
                yield Misfit(f"crt.{row}", "a result has no entry in the option table", repr(cell), wanted)
            elif theirs != NOTHING and theirs not in paid:
                wanted = "a line of fortress.loss_percent for it"
                yield Misfit(f"crt.{row}", "no garrison knows what it pays", repr(cell), wanted)
    for result in sorted(known["defender"]):
        yield from _of_options(result, [row for row in options if (row["who"], row["result"]) == ("defender", result)])


def _of_options(result: str, rows: list[Mapping[str, Any]]) -> Iterator[Misfit]:
    numbers = [row["n"] for row in rows]
    if len(set(numbers)) < len(numbers):
        yield Misfit("option", f"two options of result {result} have one number", str(numbers), "a number for each")
    if len(rows) > 1 and all("last_stand" in row for row in rows):
        wanted = "one option without it, for those who may not make a last stand"
        yield Misfit("option", f"all options of result {result} are last stands", f"{len(rows)} rows", wanted)


DEMANDS = Demands({"option.retreat": (0, 6), "option.n": (1, 9), "terrain.mp": (1, 99)}, misfits)
