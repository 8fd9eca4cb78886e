"""`sealed`: the orders of a step are on the table and can no longer be replaced; now dice may fall."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.desk.record.body import Body
from pbem.desk.record.campaign import Campaign, sha256
from pbem.desk.record.debts import owed
from pbem.desk.record.dice_state import fits, learn, settled_round
from pbem.desk.record.kinds.kind import Kind, Moment, Sides
from pbem.desk.record.kinds.unlike import unlike
from pbem.desk.record.open_step import Open
from pbem.desk.record.pending import take_up
from pbem.desk.record.sealing import sealed_texts, with_inputs
from pbem.desk.record.state import State, label
from pbem.desk.record.terms import Named
from pbem.dice.derive import salt_of, seal_of
from pbem.dice.seal import SALT
from pbem.errors import BadRecord
from pbem.values import dataclass
from pbem.values.patterns import pattern

_SALT = pattern("[0-9a-f]{64}")


@dataclass(frozen=True, kw_only=True)
class Sealed(Body):
    """What goes into the dice of an epoch."""

    turn: int
    step: str
    epoch: int
    sealed: Mapping[str, str]  # the hash of each text
    inputs: str  # the digest of them all
    salt: str  # of the inputs; never shown while the game goes on, so that nobody tries out guesses
    seal: str  # what is published before they fall
    named: Named | None = None  # the beacon round that decides


def seal(campaign: Campaign, state: State, now: str, salt: str) -> tuple[Open, Sealed]:
    """Fix what the players have sent: the open step, and the entry that says so."""
    opened = with_inputs(campaign, state, salt)
    body = Sealed(
        at=now,
        turn=opened.turn,
        step=opened.step,
        epoch=state.next_epoch,
        sealed={f"{side} {kind}": sha256(text.decode()) for (side, kind), text in sorted(sealed_texts(opened).items())},
        inputs=opened.inputs[state.next_epoch],
        salt=salt,
        seal=seal_now(campaign, state, opened),
        named=settled_round(state.dice, campaign.terms, now),
    )
    return opened, body


def seal_now(campaign: Campaign, state: State, opened: Open) -> str:
    """The seal of the coming epoch."""
    inputs, salt = opened.inputs[state.next_epoch], public_salt(campaign, state, opened)
    return seal_of(campaign.id, state.next_epoch, bytes.fromhex(inputs), bytes.fromhex(salt)).hex()


def public_salt(campaign: Campaign, state: State, opened: Open) -> str:
    """What opens the seal of the coming epoch, shown with its dice; it gives away nothing of the salt of the inputs."""
    return salt_of(campaign.id, state.next_epoch, bytes.fromhex(opened.salt)).hex()


def _fold(moment: Moment, body: Sealed) -> None:
    """The orders lie on the table."""
    opened, state = moment.sealed, moment.state
    if opened is None:
        raise BadRecord("a step is sealed, but its seal was never worked out")
    take_up(state, opened)
    state.open = opened
    state.dice.shown = False
    state.dice.inputs = opened.inputs[state.next_epoch]
    state.dice.named = settled_round(state.dice, moment.campaign.terms, body.at)
    if moment.campaign.terms.salts:
        learn(state.dice, state.campaign, SALT, body.epoch, body.salt)


def _check(moment: Moment, body: Sealed) -> Iterator[str]:
    """Nobody owes anything any more, and the texts are those that the players have sent."""
    campaign, state = moment.campaign, moment.state
    if owed(campaign, state) or campaign.step_of(state) is None:
        yield "a step was sealed while orders or answers were still owed"
    if not _SALT.fullmatch(body.salt):
        raise BadRecord("the salt of a seal is not a hash")
    if campaign.terms.salts and not fits(state.dice, campaign.id, SALT, state.next_epoch, body.salt):
        yield "the salt of a seal was picked by hand: it is not one of those the campaign was opened with"
    moment.sealed, expected = seal(campaign, state, body.at, body.salt)
    yield from unlike(body, expected)


def _words(body: Sealed, sides: Sides, eyes: str) -> str:
    return f"{label(body.turn, body.step)}: orders sealed, epoch {body.epoch}"


SEALED = Kind("sealed", Sealed, _fold, _check, _words, lambda body, sender: "", by_rules=True)
