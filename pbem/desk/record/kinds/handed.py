"""`handed`: the other store writes from here on. Where signatures are agreed on, the whole record so far is signed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pbem.desk.record.body import Body
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.kinds.kind import Kind, Moment, Sides
from pbem.desk.record.state import State
from pbem.errors import Refusal, UsageError
from pbem.kernel.naming import the
from pbem.values import dataclass

Signer = Callable[[str, str, str, str, str], str]  # text, campaign, side, kind, after: the signature block
TURN = "turn"  # what is signed here, beside order files


@dataclass(frozen=True, kw_only=True)
class Handed(Body):
    """Who hands the record over, and to whom."""

    by: str
    to: str
    signature: str = ""


def signature_of(campaign: Campaign, state: State, side: str, signer: Signer | None) -> str:
    """The signature over the record so far, for the entry that hands it over."""
    if signer is None:
        if campaign.opened.signed:
            raise UsageError(
                f"{campaign.name} wants signed turn files: give your secret key with --key FILE; "
                "`pbem keys make` makes one"
            )
        return ""
    if side not in state.keys:
        raise UsageError(
            f"the campaign has no public key of {the(campaign.side_name(side))}, so nobody could check your signature"
        )
    return signer(state.head, campaign.id, side, TURN, state.head)


def _fold(moment: Moment, body: Handed) -> None:
    """The other store writes from here on, and has all that is sealed."""
    state = moment.state
    state.pen = body.to
    state.handed[body.to] = moment.seq
    state.dice.shown = True
    for side, promise in state.promises.items():
        state.promises[side] = promise._replace(is_sent=True)


def _check(moment: Moment, body: Handed) -> Iterator[str]:
    """A hand-over comes from the side that has the pen, signed where that was agreed on."""
    campaign, state = moment.campaign, moment.state
    if body.by != state.pen or body.to not in campaign.game.sides or body.to == body.by:
        yield f"{body.by} hands over the record, but {state.pen or 'a moderator'} has it"
    block, key = body.signature, state.keys.get(body.by, "")
    if campaign.opened.signed and not (key and block):
        yield f"the turn file of {body.by} is not signed, but this campaign requires signatures"
    elif block and not key:
        yield f"the turn file of {body.by} is signed, but no key of {body.by} is known"
    elif block:
        yield from _check_signature(campaign, state, body, key)


def _check_signature(campaign: Campaign, state: State, body: Handed, key: str) -> Iterator[str]:
    from pbem.dice import keys, signing  # late: few campaigns are signed

    if not keys.has_library():
        return  # `unchecked` says so
    try:
        context = signing.Context(campaign.id, body.by, TURN, state.head)
        signing.verify(state.head, body.signature, keys.read_key(key), context)
    except Refusal as refusal:
        yield f"the signature of {body.by} is not genuine: {refusal.problem.why}"


def _unchecked(body: Handed) -> Iterable[str]:
    if not body.signature:
        return ()
    from pbem.dice.keys import INSTALL, has_library  # late: few campaigns are signed

    return () if has_library() else (f"signatures NOT verified: {INSTALL}",)


def _words(body: Handed, sides: Sides, eyes: str) -> str:
    return f"turn file from {the(sides.get(body.by, ''))} to {the(sides.get(body.to, ''))}"


def _may_write(body: Handed, sender: str) -> str:
    return "" if body.by == sender else f"it was not written by {sender}"


HANDED = Kind("handed", Handed, _fold, _check, _words, _may_write, unchecked=_unchecked)
