"""A player who has just joined: nothing is sealed in his store before he had his say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.desk.record.kinds import body_of
from pbem.desk.record.kinds.promised import Promised
from pbem.desk.record.kinds.submitted import Submitted
from pbem.desk.record.state import State, label

if TYPE_CHECKING:
    from pbem.desk.record.secrets import Secrets


def unsaid(own: Secrets, state: State) -> str:
    """The step that a run would seal before this player has sent anything; nothing once he has, or a turn is played."""
    step, me = own.campaign.step_of(state), own.me
    is_sealed = state.open is not None and state.open.is_sealed
    if not me or me == own.campaign.opened.exchange or state.earlier or is_sealed or step is None:
        return ""
    if any(_is_word_of(me, body_of(entry)) for entry in own.store.entries(own.campaign.id)):
        return ""
    return label(state.position.turn, step.id)


def _is_word_of(side: str, body: object) -> bool:
    if isinstance(body, Submitted) and not body.is_accepted:
        return False
    return isinstance(body, (Submitted, Promised)) and body.side == side


def advice(step: str) -> str:
    """What who has just joined is told."""
    return (
        f"{step} was not sealed: you have joined and sent nothing yet. Sealed now, it would be played without a word of"
        " yours, and whatever your standing orders could have decided would go by the printed defaults or cost a mail. "
        "Send your orders or standing orders with `pbem submit` (`done` alone says that you have none), or run"
        " `pbem adjudicate --anyway`"
    )
