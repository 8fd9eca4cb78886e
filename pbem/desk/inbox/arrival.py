"""A file on its arrival: what only the moment can tell, beside what `receipts` finds in the file itself.

Receiving and the replay ask the same questions here, so a refusal that nobody could find again is an unjust one.
"""

from __future__ import annotations

from collections.abc import Callable

from pbem.desk.inbox.receipts import Looked
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.dice_state import is_too_late
from pbem.desk.record.state import State
from pbem.errors import Family, Problem, Spot

SentBefore = Callable[[str, str], int]  # the entry with which a side has sent this digest before; 0 if it has not


def check_arrival(campaign: Campaign, state: State, looked: Looked, now: str, sent_before: SentBefore) -> None:
    """Add what is wrong with a file because of what was sent before, or because of the date."""
    check_echo(looked, sent_before)
    if comes_too_late(campaign, state, looked, now):
        looked.judged.problems.append(too_late(state, now))


def check_echo(looked: Looked, sent_before: SentBefore) -> None:
    """A quoted block that says what its sender has sent before is no new order: he only answers in the same thread."""
    judged = looked.judged
    is_quoted = bool(judged.level and judged.digest) and not judged.problems
    seq = sent_before(judged.side, judged.digest) if is_quoted else 0
    if not seq:
        return
    why = f"the only order block in this mail is a quoted one, which you sent before, as entry {seq}"
    advice = "if you want to give these orders again, copy the block to the top of your mail"
    spot = Spot(judged.line) if judged.line else None
    wanted = "a block that you have written or edited"
    judged.problems.append(Problem(Family.UNREADABLE, why, "the block unchanged", wanted, advice=advice, spot=spot))


def comes_too_late(campaign: Campaign, state: State, looked: Looked, now: str) -> bool:
    """Whether it brings orders after the date, when the round that decides may be known."""
    is_sealed = state.open is not None and state.open.is_sealed
    return is_too_late(state.dice, campaign.terms, now) and brings_inputs(looked) and not is_sealed


def brings_inputs(looked: Looked) -> bool:
    """Whether it brings what goes into the dice."""
    judged = looked.judged
    return bool(judged.orders or judged.replies) or judged.standing is not None


def too_late(state: State, now: str) -> Problem:
    """The date has passed."""
    why = "the date has passed, and the beacon round that decides may be known: orders written now do not count"
    advice = "ask for a new date: `pbem extend` names one, with another round"
    return Problem(Family.ILLEGAL, why, f"a file that came at {now}", f"orders by {state.dice.due}", advice=advice)
