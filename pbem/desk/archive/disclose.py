"""What of a running campaign may be shown: the record up to the last step before which no file is still secret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pbem.desk.record.state import State
from pbem.store.entry import Entry

FILES = ("submitted", "amended", "proposed")  # entries that bring a file of a player

Noted = tuple[str, Mapping[str, Any]]  # the kind and the body of an entry


class Shown(NamedTuple):
    """How much of a record may be shown: so many entries; `held` is the file that must stay secret, 0 if none."""

    entries: int
    held: int = 0


def shown_of(entries: Sequence[Entry], state: State) -> Shown:
    """The entries up to the last played step, but none behind a file whose orders are not all played yet.

    The state is that behind the entries. A record cannot leave single entries out: their hashes are chained.
    """
    noted = [(entry.kind, entry.values()) for entry in entries]
    secret = [number for number in range(len(noted)) if not _is_settled(noted, number, state)]
    first = secret[0] if secret else len(noted)
    last = max((number for number, (kind, _) in enumerate(noted[:first], 1) if kind == "played"), default=1)
    while last < first and noted[last][0] == "undone":  # says nothing but that a step was taken back
        last += 1
    is_cut_by_it = any(kind == "played" for kind, _ in noted[first:])
    return Shown(last, entries[first].seq if is_cut_by_it else 0)


def _is_settled(noted: Sequence[Noted], number: int, state: State) -> bool:
    """Whether the other side may see a file: all that it orders has been played, or its turn is over."""
    kind, body = noted[number]
    if kind in FILES and body.get("takes", {}).get("link", [0])[0] >= state.next_epoch:
        return False  # a part of dice that have not fallen yet
    if kind not in FILES or kind == "proposed" or body["turn"] < state.position.turn:
        return True  # a proposal is put to the other side, so it knows it
    if body["verdict"] == "accepted":
        return _is_played(noted, number)
    # A refused file shows what its sender wants to do; it is settled when the file that mended it is.
    later = range(number + 1, len(noted))
    mended = next((n for n in later if noted[n][0] in FILES[:2] and _mends(noted[n][1], body["side"])), 0)
    return bool(mended) and _is_played(noted, mended)


def _mends(body: Mapping[str, Any], side: str) -> bool:
    return bool(side and body["side"] == side and body["verdict"] == "accepted" and body["takes"].get("orders"))


def _is_played(noted: Sequence[Noted], number: int) -> bool:
    _, body = noted[number]
    played = {(b["turn"], b["step"]) for kind, b in noted[number + 1 :] if kind == "played"}
    return all((body["turn"], step) in played for step in body["takes"].get("orders", {}))
