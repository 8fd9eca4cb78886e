"""What a player would forget if he handed the record over now: what he owes himself, and steps that could run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Debt, Owed, owed
from pbem.desk.record.own_debts import said_to_him
from pbem.desk.record.secrets import Secrets
from pbem.desk.record.state import State
from pbem.desk.replay.load import load

if TYPE_CHECKING:
    from pbem.store.store import Store

_HOW = {
    Debt.ORDERS: "pbem sheet --side {me} > orders.txt, fill it in, pbem submit orders.txt",
    Debt.ANSWERS: 'pbem status shows the question; pbem answer "Q1: ..." answers it',
    Debt.INSTALMENT: "pbem submit a file with the next part of your orders",
    Debt.OPENING: "pbem adjudicate opens them",
    Debt.DICE: "pbem adjudicate adds it",
    Debt.CONSENT: "pbem consent, or pbem consent --refuse",
}


def forgotten(store: Store, name: str) -> list[str]:
    """What the other player would wait for in vain, each with what to do; nothing for an invitation."""
    campaign, state = load(store, name)
    me = Secrets(store, campaign).me
    if not state.pen or state.pen != me or not state.handed.get(me):
        return []  # handed over before, or nobody has answered yet: an invitation goes out before anything else
    if campaign.step_of(state) is None:
        return []
    debts = owed(campaign, state)
    own = [debt for debt in debts if debt.side == me]
    if not debts:
        return [f"{_step(campaign, state)} can run: pbem adjudicate runs it"]
    return [f"you still owe {said_to_him(campaign, state, one)}: {_how(one, me)}" for one in own]


def _how(debt: Owed, me: str) -> str:
    return _HOW.get(debt.kind, "pbem status").format(me=me)


def _step(campaign: Campaign, state: State) -> str:
    step = campaign.step_of(state)
    return step.title if step else ""
