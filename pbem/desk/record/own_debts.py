"""What a player owes, said to himself: `your orders for movement`, `link 3 of your dice chain`."""

from __future__ import annotations

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Debt, Owed
from pbem.desk.record.state import State


def said_to_him(campaign: Campaign, state: State, debt: Owed) -> str:
    """The debt in words to the one who owes it."""
    kind = campaign.steps[debt.step].kind
    number = len(debt.questions)
    return {
        Debt.ORDERS: f"your orders for {kind}",
        Debt.OPENING: f"the opening of your orders for {kind}",
        Debt.ANSWERS: f"your answer to {'1 question' if number == 1 else f'{number} questions'} in {kind}",
        Debt.INSTALMENT: f"the next part of your orders for {kind}",
        Debt.ANCHOR: "the anchor of your dice chain",
        Debt.DICE: f"link {state.next_epoch} of your dice chain",
        Debt.CONSENT: "your reply to an amendment (consent or refuse)",
    }[debt.kind]
