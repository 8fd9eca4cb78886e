"""`opened`: the first entry, from which the campaign is made."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.desk.record.campaign import Campaign, Opened, campaign_id, sha256
from pbem.desk.record.dice_state import first_dice
from pbem.desk.record.editions import must_be_known
from pbem.desk.record.kinds.kind import Kind, Moment, Sides
from pbem.desk.record.owners import has_owner
from pbem.desk.record.state import State
from pbem.desk.record.terms import is_sound
from pbem.errors import BadRecord
from pbem.store.entry import Entry


def first_state(campaign: Campaign, entry: Entry) -> State:
    """The state after the first entry."""
    must_be_known(campaign, campaign.opened.edition)
    opened = campaign.opened
    position = campaign.game.set_up(campaign.scenario)
    dice = first_dice(campaign.terms, opened.at, entry.hash, has_owner(campaign, position))
    return State(
        campaign.id, entry.seq, entry.hash, position, dice, pen=opened.exchange, keys=dict(opened.keys),
        edition=opened.edition, made_by=campaign.program, at=opened.at, public=(entry.seq, entry.hash),
    )  # fmt: skip


def _fold(moment: Moment, body: Opened) -> None:
    raise BadRecord("only the first entry of a record opens it")


def check_texts(body: Opened) -> Iterator[str]:
    """Data that fit their hashes: asked before anybody tries to read them."""
    for file, text in body.texts.items():
        if sha256(text) != body.sha256.get(file):
            yield f"the text of {file} does not match its hash"
    if set(body.sha256) != set(body.texts):
        yield "it lists hashes of data that it does not contain"


def _check(moment: Moment, body: Opened) -> Iterator[str]:
    """A name and sides that fit, terms that can be agreed on, and the set-up that the data give."""
    yield from _check_names(moment.campaign, body)
    if not is_sound(body.dice, body.exchange) or body.exchange not in ("", *moment.campaign.game.sides):
        yield "the terms of the dice are not ones that players can agree on"
    if body.answer_hours and not 0 < body.answer_hours < body.dice.days * 24:
        yield f"answers have {body.answer_hours} hours, and a step {body.dice.days} days"
    digest = moment.state.position.digest()
    if body.position != digest:
        yield f"`position` is recorded as {body.position}, the set-up gives {digest}"


def _check_names(campaign: Campaign, body: Opened) -> Iterator[str]:
    game = campaign.game
    if body.campaign != campaign_id(body.name):
        yield f"the campaign is called {body.name!r}, but its record {body.campaign!r}"
    if body.scenario != campaign.scenario.name:
        yield f"`scenario` is recorded as {body.scenario!r}, the data give {campaign.scenario.name!r}"
    names = {str(side): name for side, name in game.sides.items()}
    is_same = body.edition == game.edition  # later rules may call a side otherwise
    if set(body.sides) != set(names) or (is_same and dict(body.sides) != names):
        yield f"the sides are recorded as {dict(body.sides)}, the game has {names}"
    seats = {*names, *game.seats(campaign.scenario)}
    for what, found, known in (("player", body.players, seats), ("key", body.keys, {*names})):
        if not set(found) <= known:
            yield f"a {what} is named for {sorted(set(found) - known)[0]!r}, which the game does not know"


def _words(body: Opened, sides: Sides, eyes: str) -> str:
    tips = ", ".join(f"{party} {anchor[:16]}..." for party, anchor in body.dice.anchors.items())
    return f"{body.name}: {body.game} {body.scenario}, dice by {body.dice.mode} {tips}".rstrip()


def _may_write(body: Opened, sender: str) -> str:
    return "an entry `opened` has no place in a turn file"


OPENED = Kind("opened", Opened, _fold, _check, _words, _may_write, is_kept=True)
