"""Whether a turn file may be believed: it continues this record, its writer had the right to it, and it is true."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Mapping, Sequence
from typing import Any

from pbem.desk.exchange.turn_file import Turn
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.dice_state import must_be_shown
from pbem.desk.record.state import State
from pbem.desk.record.terms import SKEW, is_past
from pbem.desk.replay.replay import Replay
from pbem.dice.drand import iso_of, seconds_of
from pbem.errors import Illegal, UsageError
from pbem.store.entry import Entry


def check_sides(turn: Turn, own: str, me: str) -> None:
    if not own:
        raise UsageError("this store belongs to neither side of the campaign; a turn file goes to a player's own store")
    if me and me != own:
        raise UsageError(f"this store is that of {own}, not of {me}")
    if turn.to != own:
        raise refused(
            "the turn file is for the other side", f"a file from {turn.sender} to {turn.to}", f"a file to {own}",
            "it is your own, or was sent to the wrong player",
        )  # fmt: skip


# -- does it continue this record -----------------------------------------------------------------------------


def check_base(turn: Turn, entries: Sequence[Entry]) -> None:
    base, digest = turn.base
    if base > len(entries):
        raise refused(
            "a turn file before this one is missing", f"a file that continues entry {base}",
            f"one that continues entry {len(entries)}, the last one here",
            f"ask for it: `pbem export-turn --since {len(entries)}` writes all that is missing",
        )  # fmt: skip
    if base and entries[base - 1].hash != digest:
        raise _ghost(_parting(turn, entries))


def _parting(turn: Turn, entries: Sequence[Entry]) -> tuple[int, int]:
    """The last rung of the ladder on which both records agree, and the first on which they do not."""
    differs = turn.base[0]
    for seq, digest in turn.ladder:
        if seq <= len(entries) and entries[seq - 1].hash == digest:
            return seq, differs
        differs = seq
    return 0, differs


def _ghost(between: tuple[int, int]) -> Illegal:
    same, other = between
    where = f"entry {other}" if other == same + 1 else f"an entry between {same + 1} and {other}"
    return refused(
        "the turn file continues from another position: the two records are not the same any more",
        f"a record that parts from this one at {where}",
        f"one that has the same entries; they agree up to entry {same}" if same else "the record of the same campaign",
        "compare `pbem history` with the other player; one of you goes on with the other's record, in a new store: "
        "`pbem export-turn --since 0` there, `pbem import-turn FILE --db NEW --instead-of OLD` here",
    )


def known_entries(news: Sequence[Entry], entries: Sequence[Entry]) -> Sequence[Entry]:
    """Those of the file's entries that are here already; where both records go on differently they have parted."""
    here = entries[news[0].seq - 1 :] if news else []
    for new, known in zip(news, here, strict=False):
        if new.hash != known.hash:
            raise _ghost((new.seq - 1, new.seq))
    return news[: len(here)]


# -- is it true -----------------------------------------------------------------------------------------------


def take(replay: Replay, news: Sequence[Entry], turn: Turn, own: str, now: str, known: Container[str] = ()) -> None:
    """Replay the new entries; what the other player had no right to write is refused.

    `known` are hashes of entries that this player has had before: among them are his own.
    """
    if not news or news[-1].hash != turn.head:
        raise refused("the turn file was altered", "entries whose hash is another", f"the head {turn.head[:16]}...",
                       "ask for the file once more")  # fmt: skip
    files = {hashlib.sha256(data).hexdigest(): data for data in turn.files}
    replay.file_of = files.get
    for entry in news:
        why = "" if entry.hash in known else _fault(entry, turn, own, now, files)
        if why:
            raise false(entry, why)
        try:
            replay.take(entry)
        except Exception as error:  # a forged entry may trip any rule
            raise false(entry, words_of(error)) from error
    if replay.unchecked:
        raise UsageError("; ".join(replay.unchecked) + ". Nothing of the turn file was taken")
    _check_clock(replay.campaign, replay.state, now)
    if news[-1].kind != "handed" or replay.state.pen != own:
        raise false(news[-1], "the file does not hand the record over")


def _fault(entry: Entry, turn: Turn, own: str, now: str, files: Container[str]) -> str:
    """Why the other player cannot have written an entry; what the rules say of it is another matter."""
    body = entry.values()
    at = body.get("at", "")
    if at and is_past(iso_of(seconds_of(now) + SKEW), at):
        return f"it is dated {at}, and it is {now} here: compare the clocks"
    if body.get("is_kept") and body.get("sha256") not in files:
        return "it names a file as received that did not come along"
    return _not_his(entry.kind, body, turn.sender, own)


def _check_clock(campaign: Campaign, state: State, now: str) -> None:
    """Where the beacon alone decides, sealed orders must be in the other's hands before the round has fallen."""
    named = state.dice.named
    is_sealed = state.open is not None and state.open.is_sealed
    if must_be_shown(campaign.terms, state.pen) and is_sealed and named and is_past(named.time, now):
        raise refused(
            "the turn file came after the beacon round that decides: nothing shows that its orders were written before",
            f"orders for round {named.round}, which fell at {named.time}", "a file before that",
            "give the other side a new date with `pbem extend`; dice by chain+beacon need no such haste",
        )  # fmt: skip


def _not_his(kind: str, body: Mapping[str, Any], sender: str, own: str) -> str:
    if kind == "submitted" and body.get("side") == own:
        return f"it brings orders of {own}, which only {own} can give"
    if kind == "contributed" and body.get("party") == own:
        return f"it brings a link of {own}"
    if kind in ("joined", "promised", "proposed", "consented", "declined") and body.get("side") == own:
        return f"it speaks for {own}"
    if (kind == "handed" and body.get("from") != sender) or (kind in ("missed", "extended") and body["by"] != sender):
        return f"it was not written by {sender}"
    if kind in ("opened", "undone"):
        return f"an entry `{kind}` has no place in a turn file"
    return ""


def false(entry: Entry, why: str) -> Illegal:
    return refused(
        "the turn file does not prove itself, and nothing of it was taken", f"entry {entry.seq} ({entry.kind}): {why}",
        "entries that follow from the rules, the orders and the dice", "show this message to the other player",
    )  # fmt: skip


def refused(why: str, found: str, wanted: str, advice: str) -> Illegal:
    return Illegal("", why, found=found, wanted=wanted, advice=advice)


def words_of(error: Exception) -> str:
    """What is wrong with an entry, for a person: a bare key says nothing."""
    return (
        f"it says nothing of `{error.args[0]}`" if isinstance(error, KeyError) else str(error) or type(error).__name__
    )
