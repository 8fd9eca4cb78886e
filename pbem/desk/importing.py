"""Taking a turn file in: it must continue this record, and every entry of it is replayed before it is believed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbem.desk.campaign import Campaign, campaign_from, state_now
from pbem.desk.folding import fold_joined
from pbem.desk.hand import ME, Hand
from pbem.desk.naming import side_called
from pbem.desk.rebuilding import Replay, replay_of
from pbem.desk.sealing import sides_with_chains
from pbem.desk.seeing import protection
from pbem.desk.state import State
from pbem.desk.terms import BEACON, is_past
from pbem.desk.turn_file import Turn, read_turn
from pbem.desk.writing import write
from pbem.dice.seal import SECRET_BYTES, links_of
from pbem.errors import BadRecord, Illegal, PbemError, UsageError
from pbem.store.entry import Draft, Entry, Head, Listed, Snapshot, chained

if TYPE_CHECKING:
    from pbem.store.store import Store


@dataclass(frozen=True, slots=True)
class Imported:
    """A turn file that was taken in."""

    campaign: str
    sender: str
    entries: int  # that are new here; none if the file was known already
    turn: int
    step: str
    head: str
    joined: str = ""  # the anchor that this store has published, if it has just joined
    hidden: str = ""  # told once, on joining: what cannot be kept from the other side

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "campaign": self.campaign,
            "from": self.sender,
            "entries": self.entries,
            "turn": self.turn,
            "step": self.step,
            "head": self.head,
            "joined": self.joined,
            **({"hidden": self.hidden} if self.hidden else {}),
        }


def import_turn(
    store: Store, data: bytes, now: str, me: str = "", secret: bytes | None = None, key: str = ""
) -> Imported:
    """Take a turn file in. `me` says whose store this is when a campaign arrives for the first time."""
    turn = read_turn(data)
    entries = store.entries(turn.campaign)
    if not entries:
        return _first(store, turn, now, me, secret, key)
    own = store.secret(turn.campaign, ME)
    _check_sides(turn, own, me)
    base, known = turn.base[0], len(entries)
    _check_base(turn, entries)
    if known > base:
        return _known_already(store, turn, entries)
    replay = replay_of(entries)
    news = chained(Head(base, turn.base[1]), turn.drafts)
    _take(replay, news, turn, own, now)
    _append(store, replay.state, turn, known)
    return _answer(replay.campaign, replay.state, turn, len(news))


def _check_sides(turn: Turn, own: str, me: str) -> None:
    if not own:
        raise UsageError("this store belongs to neither side of the campaign; a turn file goes to a player's own store")
    if me and me.strip().upper() != own.upper():
        raise UsageError(f"this store is that of {own}, not of {me}")
    if turn.to != own:
        raise _refused(
            "the turn file is for the other side", f"a file from {turn.sender} to {turn.to}", f"a file to {own}",
            "it is your own, or was sent to the wrong player",
        )  # fmt: skip


# -- does it continue this record -----------------------------------------------------------------------------


def _check_base(turn: Turn, entries: Sequence[Entry]) -> None:
    base, digest = turn.base
    if base > len(entries):
        raise _refused(
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
    return _refused(
        "the turn file continues from another position: the two records are not the same any more",
        f"a record that parts from this one at {where}",
        f"one that has the same entries; they agree up to entry {same}" if same else "the record of the same campaign",
        "compare the hashes of `pbem history` with the other player; whoever restored an old copy takes the newer one",
    )


def _known_already(store: Store, turn: Turn, entries: Sequence[Entry]) -> Imported:
    news = chained(Head(turn.base[0], turn.base[1]), turn.drafts)
    for new, old in zip(news, entries[turn.base[0] :], strict=False):
        if new.hash != old.hash:
            raise _ghost((new.seq - 1, new.seq))
    if len(news) + turn.base[0] > len(entries):
        raise _ghost((len(entries), len(entries) + 1))
    campaign = campaign_from(entries[0].values())
    return _answer(campaign, state_now(store, campaign), turn, 0)


# -- is it true -----------------------------------------------------------------------------------------------


def _take(replay: Replay, news: Sequence[Entry], turn: Turn, own: str, now: str) -> None:
    """Replay the new entries; what the other player had no right to write is refused."""
    if not news or news[-1].hash != turn.head:
        raise _refused("the turn file was altered", "entries whose hash is another", f"the head {turn.head[:16]}...",
                       "ask for the file once more")  # fmt: skip
    files = {hashlib.sha256(data).hexdigest() for data in turn.files}
    for entry in news:
        body = entry.values()
        why = _not_his(entry.kind, body, own)
        if not why and body.get("is_kept") and body["sha256"] not in files:
            why = "it names a file as received that did not come along"
        if why:
            raise _false(entry, why)
        try:
            replay.take(entry)
        except (PbemError, KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
            raise _false(entry, str(error) or type(error).__name__) from error
    _check_clock(replay.campaign, replay.state, now)
    if news[-1].kind != "handed" or replay.state.pen != own:
        raise _false(news[-1], "the file does not hand the record over")


def _check_clock(campaign: Campaign, state: State, now: str) -> None:
    """Where the beacon alone decides, sealed orders must be in the other's hands before the round has fallen."""
    named = state.dice.named
    is_sealed = state.open is not None and state.open.is_sealed
    if campaign.terms.mode == BEACON and is_sealed and named and is_past(named.time, now):
        raise _refused(
            "the turn file came after the beacon round that decides: nothing shows that its orders were written before",
            f"orders for round {named.round}, which fell at {named.time}", "a file before that",
            "give the other side a new date with `pbem extend`; dice by chain+beacon need no such haste",
        )  # fmt: skip


def _not_his(kind: str, body: dict[str, Any], own: str) -> str:
    if kind == "submitted" and body.get("side") == own:
        return f"it brings orders of {own}, which only {own} can give"
    if kind == "contributed" and body.get("party") == own:
        return f"it brings a link of {own}"
    if kind in ("joined", "consented", "promised") and body.get("side") == own:
        return f"it speaks for {own}"
    if kind in ("opened", "undone"):
        return f"an entry `{kind}` has no place in a turn file"
    return ""


def _false(entry: Entry, why: str) -> Illegal:
    return _refused(
        "the turn file does not prove itself, and nothing of it was taken", f"entry {entry.seq} ({entry.kind}): {why}",
        "entries that follow from the rules, the orders and the dice", "show this message to the other player",
    )  # fmt: skip


def _refused(why: str, found: str, wanted: str, advice: str) -> Illegal:
    return Illegal("", why, found=found, wanted=wanted, advice=advice)


# -- writing --------------------------------------------------------------------------------------------------


def _append(store: Store, state: State, turn: Turn, seen: int) -> None:
    snapshot = Snapshot(state.seq, state.text(), is_kept=True)
    store.append(state.campaign, seen, turn.drafts, snapshot, files=turn.files)


def _answer(campaign: Campaign, state: State, turn: Turn, count: int, joined: str = "", hidden: str = "") -> Imported:
    place = state.position
    return Imported(campaign.name, turn.sender, count, place.turn, place.step, state.head, joined, hidden)


def _first(store: Store, turn: Turn, now: str, me: str, secret: bytes | None, key: str) -> Imported:
    """An invitation: the campaign is new here. This side joins with a chain of its own."""
    if turn.base[0] or not turn.drafts or turn.drafts[0].kind != "opened":
        raise _refused(
            f"this store does not know the campaign {turn.campaign}", f"a file that continues entry {turn.base[0]}",
            "the first file of the campaign", "take in the invitation first: `pbem export-turn --since 0`",
        )  # fmt: skip
    news = chained(Head(0, ""), turn.drafts)
    try:
        campaign = campaign_from(news[0].values())
        replay = replay_of(news[:1], campaign)
    except (PbemError, KeyError, ValueError, TypeError, AttributeError) as error:
        raise _false(news[0], str(error)) from error
    own = side_called(campaign.sides, me) if me else turn.to
    _check_sides(turn, own, me)
    _take(replay, news[1:], turn, own, now)
    listed = Listed(campaign.id, campaign.name, now)
    secret = os.urandom(SECRET_BYTES) if secret is None else secret
    store.create(listed, turn.drafts, replay.state.text(), {ME: own, own: secret.hex()}, files=turn.files)
    joined = _join(Hand(store, campaign), replay.state, now, key)
    hidden = protection(campaign.game.hides(campaign.scenario), is_exchanged=True)
    return _answer(campaign, replay.state, turn, len(news), joined, hidden)


def _join(hand: Hand, state: State, now: str, key: str) -> str:
    """The anchor of this side, published before any of its links is used."""
    if hand.me not in sides_with_chains(hand.campaign):
        return ""
    if hand.me in state.dice.links:
        raise BadRecord(f"{hand.me} has joined the campaign already, from another store")
    anchor = links_of(
        hand.campaign.id,
        bytes.fromhex(hand.store.secret(hand.campaign.id, hand.me)),
        hand.campaign.terms.links,
        hand.me,
    )[0].hex()
    body = {"at": now, "side": hand.me, "anchor": anchor, **({"key": key} if key else {})}
    write(hand.store, state, [Draft("joined", body)], lambda _: fold_joined(state, body))
    return anchor
