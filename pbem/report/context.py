"""What a page is told besides the facts, brought into one shape: every key is there, every text is clean.

The keys of `context`, all of them optional:

campaign       the name of the campaign
game           the title of the game; the scenario's title if left out
turn, step     where the step stands in the sequence of play; `date` is the date in words
sides          names of the sides by id; the scenario's own if left out
next           who owes what: [{"side", "player", "what", "by"}], or anything with these as attributes in `as_json()`
next_step      the title of the step that the order block is for
order_block    the text of `order_block(...)` for the next step, or a list of such texts
verbs          the game's order verbs, so that no wrapped line begins with one
joiners        words inside an order before which it may be cut
dice           {"mode", "proof", "place"}; `proof` is the block that verifiers read, `place` (t3/cp-combat) goes before
               the name of a roll: together they are its label
data           whether the data are those that the program ships: a heading, then what differs
luck           a sentence on the luck of both sides so far
eyes           whom the page is for, if it leaves out what not everybody may see: a sentence
again          each time that the step was taken back: [{"entry", "who", "reason", "consents", "replaces", "sealed"}]
void           dice that fell before and no longer count: [{"label", "faces", "sides", "epoch", "now"}]
press          what players had to say: [{"from", "side", "text"}], or [side, text]
victory        what the game's card says in `summary`
rulings        rulings that were used: ids, or [{"id", "title", "ruling"}]
reconstructed  data that were used and are ours: texts, or [{"what", "source"}]
picture        {"file", "text"}: address of the board as a picture, and what it shows
part           which part of a post it is, where one place takes only so much: "part 2 of 3"
positions      which stacks are listed: "changed" (default), "all" or "none"
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.report.escape import clean
from pbem.report.marks import folded

_TEXTS = ("campaign", "date", "luck", "eyes", "next_step", "player", "step_title", "by")
_OWED = ("side", "player", "what", "by")
_AGAIN = ("entry", "who", "reason", "consents", "replaces", "sealed")
_VOID = ("label", "faces", "sides", "epoch", "now")


def settled(context: Mapping[str, Any] | None) -> dict[str, Any]:
    """The context with all keys; the shape of lists is the same whatever the caller gave."""
    given = clean(dict(context or {}))
    made: dict[str, Any] = {key: folded(str(given.get(key) or "")) for key in _TEXTS}
    made["part_words"] = folded(str(given.get("part") or ""))  # `part` is the word that takes a shared piece
    made["turn"] = given.get("turn", "")
    made["step"] = str(given.get("step") or "")
    made["side_id"] = str(given.get("side") or "")  # `side` is the word that names a side
    made["game"] = str(given.get("game") or "")
    made["sides"] = {side: folded(str(name)) for side, name in (given.get("sides") or {}).items()}
    made["next"] = [_with_keys(_plain(one), _OWED) for one in given.get("next") or ()]
    made["order_blocks"] = _several(given.get("order_block"))
    # One text for both, so that a template need not know: a sign tells the words inside an order.
    joiners = [f"+{word}" for word in given.get("joiners") or ()]
    made["verbs"] = " ".join([*(given.get("verbs") or ()), *joiners])
    made["data"] = [folded(str(line)) for line in given.get("data") or ()]
    made["dice"] = _dice(given.get("dice"))
    made["press"] = [_press(one) for one in given.get("press") or ()]
    made["again"] = [_with_keys(one, _AGAIN) for one in given.get("again") or ()]
    made["void"] = [_with_keys(one, _VOID) for one in given.get("void") or ()]
    made["victory"] = given.get("victory") or {}
    made["rulings"] = [_entry(one, "id", ("title", "ruling")) for one in given.get("rulings") or ()]
    made["reconstructed"] = [_entry(one, "what", ("source",)) for one in given.get("reconstructed") or ()]
    made["picture"] = _entry(given["picture"], "file", ("text",)) if given.get("picture") else None
    made["positions"] = str(given.get("positions") or "changed")
    return made


def _plain(one: Any) -> Mapping[str, Any]:
    values: Mapping[str, Any] = one if isinstance(one, Mapping) else clean(one.as_json())
    return values


def _with_keys(one: Mapping[str, Any], keys: Sequence[str]) -> dict[str, Any]:
    return {key: one.get(key) or "" for key in keys}


def _entry(one: Any, first: str, others: Sequence[str]) -> dict[str, Any]:
    values = one if isinstance(one, Mapping) else {first: one}
    return _with_keys(values, (first, *others))


def _several(one: Any) -> list[str]:
    if not one:
        return []
    return [one] if isinstance(one, str) else [str(text) for text in one]


def _press(one: Any) -> dict[str, Any]:
    if not isinstance(one, Mapping):
        side, text = one
        one = {"side": side, "text": text}
    return _with_keys(one, ("from", "side", "text"))


def _dice(one: Mapping[str, Any] | None) -> dict[str, Any]:
    return _with_keys(one or {}, ("mode", "proof", "place"))
