"""The pen: where two stores keep one record by turns, only one of them may write."""

from __future__ import annotations

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.names import side_called
from pbem.desk.record.state import State
from pbem.errors import UsageError
from pbem.kernel.naming import does


def check_pen(campaign: Campaign, state: State, me: str) -> None:
    """Refuse to write in a store whose turn it is not. `me` is the side of the store."""
    if state.pen and state.pen != me:
        raise UsageError(
            f"{does(campaign.side_name(state.pen), 'write')} next: the last turn file handed the record over. "
            "Wait for the turn file that comes back and read it with `pbem import-turn`; "
            "if yours was lost, `pbem export-turn` writes it again"
        )


def speaker(campaign: Campaign, me: str, side: str) -> str:
    """Whose word it is when sides agree on something: in a player's own store only his."""
    named = side_called(campaign.sides, side) if side else me
    if not named:
        raise UsageError(f"say who consents: --side {' or --side '.join(campaign.game.sides)}")
    if me and named != me:
        raise UsageError(f"this store speaks only for {me}; {named} must consent in their own")
    return named
