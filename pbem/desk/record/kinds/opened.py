"""`opened`: the first entry, from which the campaign is made."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.desk.record.campaign import Campaign, Opened, sha256
from pbem.desk.record.dice_state import first_dice
from pbem.desk.record.kinds.kind import Kind, Moment, Sides
from pbem.desk.record.owners import has_owner
from pbem.desk.record.state import State
from pbem.desk.record.terms import is_sound
from pbem.errors import BadRecord
from pbem.store.entry import Entry


def first_state(campaign: Campaign, entry: Entry) -> State:
    """The state behind the first entry."""
    opened = campaign.opened
    position = campaign.game.set_up(campaign.scenario)
    dice = first_dice(campaign.terms, opened.at, entry.hash, has_owner(campaign, position))
    return State(
        campaign.id, entry.seq, entry.hash, position, dice, pen=opened.exchange, keys=dict(opened.keys),
        made_by=campaign.program,
    )  # fmt: skip


def _fold(moment: Moment, body: Opened) -> None:
    raise BadRecord("a record is opened once, by its first entry")


def check_texts(body: Opened) -> Iterator[str]:
    """Data that fit their hashes: asked before anybody tries to read them."""
    for file, text in body.texts.items():
        if sha256(text) != body.sha256.get(file):
            yield f"the text of {file} does not fit its hash"
    if set(body.sha256) != set(body.texts):
        yield "it names hashes of data that it does not hold"


def _check(moment: Moment, body: Opened) -> Iterator[str]:
    """Terms that can be agreed on, and the set-up that the data give."""
    if not is_sound(body.dice, body.exchange) or body.exchange not in ("", *moment.campaign.game.sides):
        yield "the terms of the dice are none that can be agreed on"
    digest = moment.state.position.digest()
    if body.position != digest:
        yield f"`position` is recorded as {body.position}, the set-up gives {digest}"


def _words(body: Opened, sides: Sides, eyes: str) -> str:
    tips = ", ".join(f"{party} {anchor[:16]}..." for party, anchor in body.dice.anchors.items())
    return f"{body.name}: {body.game} {body.scenario}, dice by {body.dice.mode} {tips}".rstrip()


def _may_write(body: Opened, sender: str) -> str:
    return "an entry `opened` has no place in a turn file"


OPENED = Kind("opened", Opened, _fold, _check, _words, _may_write, is_kept=True)
