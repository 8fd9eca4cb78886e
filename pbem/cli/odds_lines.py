"""An attack before the dice, as a person reads it: both strengths, every modifier, every result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.cli.printing import columns, titled, wrapped

Row = Mapping[str, Any]


def odds_lines(entry: Row) -> list[str]:
    """The whole computation, from the strengths down to the chances."""
    lines = [wrapped(str(entry["order"]), "  ")]
    for key, title in (("attack", "Attack"), ("defence", "Defence"), ("shifts", "Column shifts"), ("die", "Die")):
        if isinstance(entry.get(key), Mapping):
            lines += _tally(title, entry[key], is_signed=key in ("shifts", "die"))
    ratio = f"ratio {entry['ratio']}, " if entry.get("ratio") else ""
    rating = f" (columns of TCR {entry['tcr']})" if entry.get("tcr") else ""
    lines += ["", f"Odds: {ratio}after shifts {entry['odds']}{rating}"]
    if entry.get("steps"):
        lines.append("Steps: " + ", ".join(f"{who} {count}" for who, count in entry["steps"].items()))
    lines += titled("Results", outcome_lines(entry["outcomes"]))
    return lines + _barrage(entry)


def _tally(title: str, tally: Row, *, is_signed: bool) -> list[str]:
    """The sum and each term with its rule."""
    total = f"{tally['total']:+d}" if is_signed else str(tally["total"])
    if is_signed and not tally["terms"]:
        return []
    rows = [(f"{value:+d}" if is_signed else value, f"{label} [{rule}]") for label, rule, value in tally["terms"]]
    return ["", f"{title}: {total}", *columns(rows, "  ")]


def outcome_lines(outcomes: Sequence[Row]) -> list[str]:
    """Each result with its chance and the dice that give it."""
    rows = [(row["result"], row["chance"], f"die {', '.join(map(str, row['dice']))}") for row in outcomes]
    return columns(rows, "  ")


def _barrage(entry: Row) -> list[str]:
    """What the defender can still do about it."""
    guns = entry.get("defender_may_add") or ()
    if not guns:
        return []
    most = entry["with_all_barrage"]
    given = ", ".join(f"{gun['unit']} {gun['points']}" for gun in guns)
    title = f"If the defender adds all his barrage ({given}): defence {most['defence']}, odds {most['odds']}"
    return ["", wrapped(title), *outcome_lines(most["outcomes"])]
