"""An entry of the record in words: one line for the history."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.desk.record.state import label
from pbem.desk.views.eyes import is_open_to
from pbem.store.entry import Entry

Body = Mapping[str, Any]
Sides = Mapping[str, str]  # names by id


def in_words(entry: Entry, sides: Sides, eyes: str) -> str:
    """The entry as a person reads it; where a game hides units, what names them is for its side's own eyes."""
    body = entry.values()
    words = _WORDS.get(entry.kind)
    return words(body, sides, eyes) if words else entry.kind


def _opened(body: Body, sides: Sides, eyes: str) -> str:
    tips = ", ".join(f"{party} {anchor[:16]}..." for party, anchor in body["dice"]["anchors"].items())
    return f"{body['name']}: {body['game']} {body['scenario']}, dice by {body['dice']['mode']} {tips}".rstrip()


def _submitted(body: Body, sides: Sides, eyes: str) -> str:
    side = sides.get(body["side"], "nobody's")
    found = len(body["problems"])
    is_open = is_open_to(eyes, body["side"])
    what = f"{found} problem{'s' if found != 1 else ''}" if found else _brings(body["takes"], is_open)
    side = f"{side} ({body['seat']})" if body.get("seat") else side
    return f"{side} file from {body['sender'] or 'an unknown sender'}, {body['verdict']}: {what}"


def _brings(takes: Body, is_open: bool) -> str:
    parts = [f"{step} ({len(lines)} orders)" for step, lines in takes["orders"].items()]
    parts += [f"standing orders ({len(takes['standing'])})"] if "standing" in takes else []
    parts += [f"reply to {_shown(key, is_open)}" for key in takes.get("replies", {})]
    return ", ".join([*parts, *(["press"] if "press" in takes else [])])


def _shown(key: str, is_open: bool) -> str:
    """The key of a question may name units: only who is asked reads it."""
    return key if is_open else "a question"


# -- the run of a step ----------------------------------------------------------------------------------------


def _sealed(body: Body, sides: Sides, eyes: str) -> str:
    return f"{label(body['turn'], body['step'])}: orders sealed, epoch {body['epoch']}"


def _contributed(body: Body, sides: Sides, eyes: str) -> str:
    what = f"round {body['round']['round']}" if "round" in body else f"the link of {body['party']}"
    return f"{label(body['turn'], body['step'])}: {what} for epoch {body['epoch']}"


def _asked(body: Body, sides: Sides, eyes: str) -> str:
    asked = ", ".join(f"{q['side']} ({_shown(q['key'], is_open_to(eyes, q['side']))})" for q in body["questions"])
    return f"{label(body['turn'], body['step'])}: waits for {asked}"


def _played(body: Body, sides: Sides, eyes: str) -> str:
    dice = sum(len(page[2]) for page in body["pages"] if page[0] == "roll")
    return f"{label(body['turn'], body['step'])}: played, {dice} dice, then {label(*body['next'])}"


# -- two stores, and dates ------------------------------------------------------------------------------------


def _joined(body: Body, sides: Sides, eyes: str) -> str:
    return f"{sides.get(body['side'], '')} joins, dice committed as {body['anchor'][:16]}..."


def _handed(body: Body, sides: Sides, eyes: str) -> str:
    return f"turn file from {sides.get(body['from'], '')} to {sides.get(body['to'], '')}"


def _promised(body: Body, sides: Sides, eyes: str) -> str:
    return f"{sides.get(body['side'], '')} has fixed its orders for {', '.join(body['steps'])}; they are opened later"


def _extended(body: Body, sides: Sides, eyes: str) -> str:
    return f"the date is moved to {body['due']}"


def _missed(body: Body, sides: Sides, eyes: str) -> str:
    return f"{sides.get(body['side'], '')} owed {body['what']} by {body['due']}: {body['consequence']}"


# -- taking back ----------------------------------------------------------------------------------------------


def _taken_back(body: Body, sides: Sides, eyes: str) -> str:
    return f"{_back(body)} taken back by {body['who']}: {body['reason']}"


def _proposed(body: Body, sides: Sides, eyes: str) -> str:
    return f"{sides.get(body['side'], '')} proposes to take {_back(body)} back: {body['reason']}"


def _consented(body: Body, sides: Sides, eyes: str) -> str:
    return f"{sides.get(body['side'], '')} consents to the amendment of entry {body['proposal']}"


def _declined(body: Body, sides: Sides, eyes: str) -> str:
    return f"{sides.get(body['side'], '')} declines the amendment of entry {body['proposal']}"


def _back(body: Body) -> str:
    return label(body["back"]["turn"], body["back"]["step"])


_WORDS: Mapping[str, Callable[[Body, Sides, str], str]] = {
    "opened": _opened, "submitted": _submitted, "sealed": _sealed, "contributed": _contributed, "asked": _asked,
    "played": _played, "joined": _joined, "handed": _handed, "promised": _promised, "extended": _extended,
    "missed": _missed, "undone": _taken_back, "amended": _taken_back, "proposed": _proposed,
    "consented": _consented, "declined": _declined,
}  # fmt: skip
