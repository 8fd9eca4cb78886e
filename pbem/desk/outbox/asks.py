"""What is asked of a player: the sentence at the top of his message, and its subject."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Debt, Owed
from pbem.desk.record.own_debts import said_to_him
from pbem.desk.record.state import State
from pbem.desk.views.citing import date_in_words
from pbem.kernel.naming import played_by, the
from pbem.values import NamedTuple

_EDIT = "Reply to this mail, edit the block below, and send it back."
_HOW = {
    Debt.ORDERS: _EDIT,
    Debt.ANSWERS: "Reply to this mail, fill in the block below, and send it back.",
    Debt.INSTALMENT: _EDIT,
    Debt.ANCHOR: "`pbem chain make` writes the line for the header of your order file.",
    Debt.DICE: "`pbem chain link` writes the line for the header of your order file.",
    Debt.CONSENT: "Reply to this mail and keep one of the two words in the block below.",
}


class Asks(NamedTuple):
    """What a player must do: a subject that he can act on, and sentences."""

    subject: str
    lines: tuple[str, ...]


def asks(
    campaign: Campaign, state: State, who: str, debts: Sequence[Owed], refused: bool, zone: str = "",
    aside: str = "",
) -> Asks:  # fmt: skip
    """What a player is asked for now, by his clocks; if nothing, whom the game is waiting for."""
    own = [] if aside else [debt for debt in debts if _is_his(campaign, debt, who)]
    place = f"{campaign.name}, turn {state.position.turn}"
    if campaign.step_of(state) is None:
        return Asks(f"{place}: the game is over [{who}]", ("The game is over. You have nothing more to send.",))
    bad = "your file was refused; " if refused else ""
    if own:
        wanted = " and ".join(said_to_him(campaign, state, debt) for debt in own)
        by = f" by {date_in_words(own[0].due, zone)}" if own[0].due else ""
        lines = [
            f"We need {said_to_him(campaign, state, debt)}{_by(debt, zone)}. {_HOW.get(debt.kind, _EDIT)}"
            for debt in own
        ]
        return Asks(f"{place}: {bad}{wanted}{by} [{who}]", tuple(lines))
    others = _others(campaign, debts)
    waits = f"The game is waiting for {others}." if others else "The next step can be played."
    if aside:
        return Asks(f"{place}: {_short(campaign, debts)} [{who}]", (f"{aside} {waits}",))
    return Asks(f"{place}: {bad or 'nothing to send; '}{_short(campaign, debts)} [{who}]", (
        f"You have nothing to send now. {waits}",
    ))  # fmt: skip


def _is_his(campaign: Campaign, debt: Owed, who: str) -> bool:
    return (debt.seat or debt.side) == who or (not debt.seat and debt.side == campaign.side_of(who) != "")


def _by(debt: Owed, zone: str) -> str:
    return f" by {date_in_words(debt.due, zone)}" if debt.due else ""


def _others(campaign: Campaign, debts: Sequence[Owed]) -> str:
    """Who is waited for, by name and side."""
    found = dict.fromkeys(_called(campaign, debt) for debt in debts)
    return " and ".join(found)


def _called(campaign: Campaign, debt: Owed) -> str:
    if not debt.side:
        return "the beacon" if debt.party == "drand" else "the moderator"
    side = campaign.side_name(debt.seat or debt.side)
    return the(played_by(side, debt.player))


def _short(campaign: Campaign, debts: Sequence[Owed]) -> str:
    names = dict.fromkeys(
        the(campaign.side_name(debt.seat or debt.side)) if debt.side else "the dice" for debt in debts
    )  # fmt: skip
    return f"waiting for {' and '.join(names)}" if names else "the next step can be played"
