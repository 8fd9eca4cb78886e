"""Handing the record over: what the other player does not have yet becomes a turn file, and he may write from there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.desk.exchange.turn_file import Turn, write_turn
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import owed
from pbem.desk.record.kinds import body_of, kept_in
from pbem.desk.record.kinds.handed import Handed, Signer, signature_of
from pbem.desk.record.notice import notice_lines, seals_of
from pbem.desk.record.pen import check_pen
from pbem.desk.record.secrets import Secrets
from pbem.desk.record.state import State
from pbem.desk.record.writing import again_if_overtaken, write
from pbem.desk.replay.load import load
from pbem.errors import UsageError
from pbem.kernel.naming import begun, does, played_by, the
from pbem.store.entry import Draft, Entry
from pbem.values import dataclass

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
    me = _exchanging(campaign, state, Secrets(store, campaign).me)
    if state.pen == me:
        _hand_over(store, campaign, state, me, now, signer)
    # The last entry that the other player has certainly seen is the one with which he handed over.
    base = state.handed.get(me, 0) if since < 0 else since
    if not 0 <= base < state.seq:
        raise UsageError(f"--since {since}: the record has entries 1 to {state.seq}")
    sent = store.entries(campaign.id, base)
    last = body_of(sent[-1])
    if not isinstance(last, Handed) or last.by != me:
        check_pen(campaign, state, me)
    turn = _turn(store, campaign, sent, base, me, state.pen)
    text = write_turn(turn, _heading(campaign, state, turn))
    return Exported(campaign.name, state.pen, campaign.player(state.pen), len(turn.drafts), turn.head, text)


def _exchanging(campaign: Campaign, state: State, me: str) -> str:
    if not state.pen:
        raise UsageError(
            f"{campaign.name} is kept by a moderator, not by two stores in turn: players send him order files. "
            "`pbem new --dice chain --me SIDE` opens a campaign that goes to and fro"
        )
    if not me:
        raise UsageError("this store only looks on: it belongs to neither side of the campaign")
    return me


def _hand_over(store: Store, campaign: Campaign, state: State, me: str, now: str, signer: Signer | None) -> None:
    """The entry that ends this store's part; where signatures are agreed on, it signs the record up to here."""
    other = next(side for side in campaign.game.sides if side != me)
    signature = signature_of(campaign, state, me, signer)
    write(store, campaign, state, [Handed(at=state.time(now), by=me, to=other, signature=signature)])


def _turn(store: Store, campaign: Campaign, sent: Sequence[Entry], base: int, me: str, to: str) -> Turn:
    hashes = store.hashes(campaign.id, [base, *_ladder(base)])
    files = [store.submission(sha256) for sha256 in kept_in(sent)]
    return Turn(
        campaign.id,
        me,
        to,
        (base, hashes.get(base, "")),
        tuple((seq, hashes[seq]) for seq in _ladder(base)),
        tuple(Draft(entry.kind, entry.values()) for entry in sent),
        sent[-1].hash,
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
        f"The campaign is at {place}.",
        *_data_lines(campaign, turn),
    ]
    for debt in owed(campaign, state):
        by = f", by {debt.due}" if debt.due else ""
        who = played_by(campaign.side_name(debt.side), campaign.player(debt.side)) if debt.side else "the beacon"
        lines.append(f"{begun(does(who, 'owe'))} {debt.what}{by}.")
    seals = seals_of(campaign, state)
    if seals:
        lines += [
            "The orders are sealed, and nobody knows the dice yet:",
            "",
            *notice_lines(campaign, state, seals),
            "",
        ]
    return [*lines, "Save this mail as a file, then: pbem import-turn FILE", f"record {turn.head}"]


def _data_lines(campaign: Campaign, turn: Turn) -> list[str]:
    """An invitation names all that differs from the data that are shipped; later files say whether anything does."""
    heading, *changes = campaign.data.lines()
    return [f"{heading}{':' if changes and not turn.base[0] else '.'}", *(changes if not turn.base[0] else ())]


def _who(campaign: Campaign, side: str) -> str:
    return the(played_by(campaign.side_name(side), campaign.player(side)))
