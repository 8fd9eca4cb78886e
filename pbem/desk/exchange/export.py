"""Handing the record over: what the other player does not have yet becomes a turn file, and he may write from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbem.desk.exchange.turn_file import Turn, write_turn
from pbem.desk.inbox.signatures import Signer, signed_hand_over
from pbem.desk.record.campaign import Campaign, load
from pbem.desk.record.debts import owed
from pbem.desk.record.folding import fold_handed
from pbem.desk.record.secrets import Hand, check_pen
from pbem.desk.record.state import State
from pbem.desk.record.writing import again_if_overtaken, write
from pbem.errors import UsageError
from pbem.store.entry import Draft, Entry

if TYPE_CHECKING:
    from pbem.store.store import Store


@dataclass(frozen=True, slots=True)
class Exported:
    """A turn file that was written."""

    campaign: str
    to: str
    player: str
    entries: int
    head: str
    text: str

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "campaign": self.campaign,
            "to": self.to,
            "player": self.player,
            "entries": self.entries,
            "head": self.head,
            "text": self.text,
        }


def export_turn(store: Store, campaign: str, now: str, signer: Signer | None = None, since: int = -1) -> Exported:
    """Hand the record over and write the turn file; if it was handed over already, the same file once more.

    `since` is the last entry that the other player has, where he has lost a file.
    """
    return again_if_overtaken(lambda: _export(store, campaign, now, signer, since))


def _export(store: Store, name: str, now: str, signer: Signer | None, since: int) -> Exported:
    campaign, state = load(store, name)
    hand = Hand(store, campaign)
    me = _exchanging(hand, state)
    if state.pen == me:
        _hand_over(hand, state, now, signer)
    entries = store.entries(campaign.id)
    last = entries[-1]
    if last.kind != "handed" or last.values()["from"] != me:
        check_pen(hand, state)
    base = _base(entries, me) if since < 0 else since
    if not 0 <= base < len(entries):
        raise UsageError(f"--since {since}: the record has entries 1 to {len(entries)}")
    turn = _turn(store, campaign, entries, base, me, state.pen)
    text = write_turn(turn, _heading(campaign, state, turn))
    return Exported(campaign.name, state.pen, campaign.player(state.pen), len(turn.drafts), turn.head, text)


def _exchanging(hand: Hand, state: State) -> str:
    if not state.pen:
        raise UsageError(
            f"{hand.campaign.name} is kept by a moderator, not by two stores in turn: players send him order files. "
            "`pbem new --dice chain --me SIDE` opens a campaign that goes to and fro"
        )
    if not hand.me:
        raise UsageError("this store only looks on: it belongs to neither side of the campaign")
    return hand.me


def _hand_over(hand: Hand, state: State, now: str, signer: Signer | None) -> None:
    """The entry that ends this store's part; where signatures are agreed on, it signs the record up to here."""
    sides = [side for side in hand.campaign.game.sides if side != hand.me]
    body = {"at": now, "from": hand.me, "to": sides[0], **signed_hand_over(hand.campaign, state, hand.me, signer)}
    write(hand.store, state, [Draft("handed", body)], lambda _: fold_handed(state, body))


def _base(entries: Sequence[Entry], me: str) -> int:
    """The last entry that the other player has certainly seen: the one with which he handed over."""
    seen = [e.seq for e in entries if e.kind == "handed" and e.values()["to"] == me]
    return seen[-1] if seen else 0


def _turn(store: Store, campaign: Campaign, entries: Sequence[Entry], base: int, me: str, to: str) -> Turn:
    sent = entries[base:]
    hashes = {entry.seq: entry.hash for entry in entries}
    files = [store.submission(body["sha256"]) for body in (e.values() for e in sent) if body.get("is_kept")]
    return Turn(
        campaign.id,
        me,
        to,
        (base, hashes.get(base, "")),
        tuple((seq, hashes[seq]) for seq in _ladder(base)),
        tuple(Draft(entry.kind, entry.values()) for entry in sent),
        entries[-1].hash,
        tuple(data for data in files if data is not None),
    )


def _ladder(base: int) -> list[int]:
    """Entries before the base, ever further apart: enough to say where two records part, without sending them all."""
    steps, back = [], 1
    while base - back >= 1:
        steps.append(base - back)
        back *= 2
    return [*steps, 1] if base > 1 and steps[-1:] != [1] else steps


def _heading(campaign: Campaign, state: State, turn: Turn) -> list[str]:
    """What a person reads first."""
    step = campaign.step_of(state)
    place = f"turn {state.position.turn}, {step.title}" if step else "the game is over"
    lines = [
        f"pbem turn file of {campaign.name} ({campaign.game.title})",
        f"from {_who(campaign, turn.sender)} to {_who(campaign, turn.to)}; entries {turn.base[0] + 1} to {state.seq}",
        f"The campaign stands at {place}.",
    ]
    for debt in owed(campaign, state):
        by = f", by {debt.due}" if debt.due else ""
        lines.append(f"{_who(campaign, debt.side) if debt.side else 'The beacon'} owes {debt.what}{by}.")
    return [*lines, "Save this mail as a file and take it in with: pbem import-turn FILE", f"record {turn.head}"]


def _who(campaign: Campaign, side: str) -> str:
    player = campaign.player(side)
    return f"{player} ({campaign.side_name(side)})" if player else campaign.side_name(side)
