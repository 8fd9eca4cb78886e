"""An attack before the dice, as a person reads it: both strengths, every modifier, every result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.cli.printing import columns, titled, wrapped
from pbem.kernel.chances import chance_in_words

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
    lines += _employment(entry.get("employment") or ())
    lines += titled("Results", outcome_lines(entry["outcomes"]))
    return lines + _barrage(entry) + _support(entry) + _unseen(entry)


def _tally(title: str, tally: Row, *, is_signed: bool) -> list[str]:
    """The sum and each term with its rule."""
    total = f"{tally['total']:+d}" if is_signed else str(tally["total"])
    if is_signed and not tally["terms"]:
        return []
    rows = [(f"{value:+d}" if is_signed else value, f"{label} [{rule}]") for label, rule, value in tally["terms"]]
    return ["", f"{title}: {total}", *columns(rows, "  ")]


def outcome_lines(outcomes: Sequence[Row]) -> list[str]:
    """Each result with its chance and, where one die decides, the faces that give it."""
    rows = [(row["result"], chance_in_words(row["chance"]), _faces(row)) for row in outcomes]
    return columns(rows, "  ")


def _faces(row: Row) -> str:
    return f"die {', '.join(map(str, row['dice']))}" if "dice" in row else ""


def _employment(rows: Sequence[Row]) -> list[str]:
    """Support units that may or may not come in, each with its chance and its modifiers."""
    if not rows:
        return []
    return ["", "Support, if it is employed:", *columns([_employed(row) for row in rows], "  ")]


def _employed(row: Row) -> tuple[str, str, str]:
    terms = ", ".join(f"{label} {value:+d} [{rule}]" for label, rule, value in row["modifiers"]["terms"])
    return row["unit"], row["chance"], terms


def _support(entry: Row) -> list[str]:
    """What the defender's support units could change."""
    able = entry.get("defender_may_employ") or {}
    if not able.get("most"):
        return []
    number = len(able["units"])
    share = "all" if able["most"] == number else f"{able['most']} of the"
    units = f"{share} {number} support units" if number > 1 else "the one support unit"
    title = f"If the defender calls on {units} that can help there"
    return ["", wrapped(title), *outcome_lines(able["outcomes"])]


def _unseen(entry: Row) -> list[str]:
    """Units that the attacker may not look at, and what each defence that they add up to would mean."""
    hidden = entry.get("unseen") or {}
    if not hidden.get("units"):
        return []
    title = f"Not seen below the top unit: {hidden['units']}, each with a defence of up to {hidden['most_each']}"
    lines = ["", wrapped(title)]
    for rung in hidden["ladder"]:
        lines += [f"  defence {rung['from']} to {rung['to']}: ratio {rung['ratio']}", *outcome_lines(rung["outcomes"])]
    return lines


def _barrage(entry: Row) -> list[str]:
    """What the defender can still do about it."""
    guns = entry.get("defender_may_add") or ()
    if not guns:
        return []
    most = entry["with_all_barrage"]
    given = ", ".join(f"{gun['unit']} {gun['points']}" for gun in guns)
    title = f"If the defender adds all his barrage ({given}): defence {most['defence']}, odds {most['odds']}"
    return ["", wrapped(title), *outcome_lines(most["outcomes"])]
