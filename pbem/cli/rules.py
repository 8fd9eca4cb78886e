"""`pbem rules`: what a rule demands, where it is enforced, its tests and cases, its rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from pbem.cli.options import Json
from pbem.cli.printing import columns, say, say_json, titled, wrapped
from pbem.errors import UsageError

Row = Mapping[str, Any]


def rules(
    game: Annotated[str, typer.Argument(help="The game, such as gwe.")],
    rule: Annotated[str, typer.Argument(help="The number of a rule or ruling; without it all rules are listed.")] = "",
    state: Annotated[
        str, typer.Option(help="Only rules of this state: enforced, computed, data, not applicable.")
    ] = "",
    search: Annotated[str, typer.Option(help="Only rules with this word in title or demand.")] = "",
    as_json: Json = False,
) -> None:
    """Say what a rule demands, where it is enforced, its tests and its rulings.

    \b
    Examples:
      pbem rules gwe                       all rules with their state
      pbem rules gwe 8.64                  one rule
      pbem rules gwe G5                    one ruling on an open point
      pbem rules gwe --search retreat
    """
    from pbem.desk.rulebook import named, rules_of

    if rule:
        _one(*named(game, rule), as_json)
    else:
        _all(rules_of(game), state, search, as_json)


# -- all rules ------------------------------------------------------------------------------------------------


def _all(index: Mapping[str, Row], state: str, search: str, as_json: bool) -> None:
    states = list(dict.fromkeys(entry["state"] for entry in index.values()))
    if state and state not in states:
        raise UsageError(f"there is no state {state!r}: there are {', '.join(states)}")
    wanted = search.lower()
    rows = [
        entry
        for entry in index.values()
        if (not state or entry["state"] == state) and wanted in f"{entry['title']} {entry['demands']}".lower()
    ]
    if as_json:
        say_json({"rules": rows, "count": len(rows)})
        return
    for line in columns([(entry["id"], entry["state"], entry["title"]) for entry in rows]):
        say(line)
    counts = ", ".join(f"{sum(1 for e in rows if e['state'] == name)} {name}" for name in states)
    say(wrapped(f"\n{len(rows)} rules: {counts}. `pbem rules GAME NUMBER` shows one."))


# -- one rule -------------------------------------------------------------------------------------------------


def _one(entry: Row | None, ruling: Row | None, as_json: bool) -> None:
    if as_json:
        say_json(entry or ruling)
    else:
        say("\n".join(_rule_lines(entry) if entry else _ruling_page(ruling or {})))


def _rule_lines(entry: Row) -> list[str]:
    lines = [wrapped(f"{entry['id']}  {entry['title']}  ({entry['state']})"), wrapped(entry["demands"], "  ", "  ")]
    if entry.get("reason"):
        lines += ["", wrapped(entry["reason"], "  ", "  ")]
    if entry.get("option"):
        lines += ["", wrapped(f"Only with the campaign option {entry['option']}.", "  ", "  ")]
    lines += titled("For a test", [wrapped(entry["check"], "  ", "  ")] if entry.get("check") else [])
    lines += titled("Carried out in", _listed(entry["home"]))
    lines += titled("Touched in", _listed(entry["see"]))
    lines += titled("Tests", _listed(entry["tests"]))
    lines += titled("Cases", _listed(entry["cases"]))
    for key, title in (("modified_by", "Changed by"), ("superseded_by", "Replaced by")):
        lines += titled(title, _listed(_as_list(entry.get(key, ()))))
    lines += titled("Rulings", [line for ruling in entry["rulings"] for line in _ruling_lines(ruling)])
    return lines


def _as_list(value: Any) -> Sequence[str]:
    return [value] if isinstance(value, str) else list(value)


def _listed(items: Sequence[str]) -> list[str]:
    return [f"  {item}" for item in items]


def _ruling_lines(ruling: Row) -> list[str]:
    return columns([(ruling["id"], f"{ruling['question']} {ruling['ruling']}")], "  ")


def _ruling_page(ruling: Row) -> list[str]:
    lines = [f"Ruling {ruling['id']}  {ruling['title']}"]
    pairs = [(name.capitalize(), ruling[name]) for name in ("question", "ruling", "reason", "source") if name in ruling]
    lines += columns(pairs, "  ")
    if ruling.get("switch"):
        lines += ["", wrapped(f"The campaign option {ruling['switch']} turns it round.", "  ", "  ")]
    return lines + titled("Rules", [wrapped(", ".join(ruling.get("rules", ())), "  ", "  ")])
