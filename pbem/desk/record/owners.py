"""Who has to send something, and by when: dates that open with a step, and how they are moved."""

from __future__ import annotations

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.dice_state import is_too_late, must_be_shown, name_round
from pbem.desk.record.state import State
from pbem.desk.record.terms import due_after, round_after
from pbem.kernel.position import Position


def has_owner(campaign: Campaign, position: Position) -> bool:
    """Whether somebody has to send something: his orders, or between two stores the sealed step before its round."""
    step = campaign.steps.get(position.step)
    return step is not None and (bool(step.needs) or must_be_shown(campaign.terms, campaign.opened.exchange))


def open_date(campaign: Campaign, state: State, at: str) -> None:
    """A step opens: its date, and the round that will decide it."""
    name_round(state.dice, campaign.terms, at, has_owner(campaign, state.position))


def move_date(campaign: Campaign, state: State, at: str) -> None:
    """A new date, as long from now as was agreed; for answers that may be less than for orders."""
    hours = campaign.opened.answer_hours if state.open and state.open.questions else 0
    give_date(campaign, state, due_after(campaign.terms, at, True, hours))


def give_date(campaign: Campaign, state: State, due: str) -> None:
    """A new date; before the orders are sealed the step gets another round with it, in another epoch."""
    terms, state.dice.due = campaign.terms, due
    if state.open and state.open.is_sealed:
        return
    state.dice.named = round_after(terms, due) if terms.beacon and not terms.early and due else None
    if state.open is None and campaign.terms.beacon:
        state.next_epoch += 1  # a round that was named for an epoch is not changed


def late_words(campaign: Campaign, state: State, at: str) -> list[str]:
    """What is wrong with inputs that come after the date of the round that decides them."""
    is_sealed = state.open is not None and state.open.is_sealed
    is_late = not is_sealed and is_too_late(state.dice, campaign.terms, at)
    return [f"orders came in at {at}, after their date {state.dice.due}"] if is_late else []
