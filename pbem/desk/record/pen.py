"""The pen: where two stores keep one record by turns, only one of them may write."""

from __future__ import annotations

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.state import State
from pbem.errors import UsageError


def check_pen(campaign: Campaign, state: State, me: str) -> None:
    """Refuse to write in a store whose turn it is not. `me` is the side of the store."""
    if state.pen and state.pen != me:
        raise UsageError(
            f"it is {campaign.side_name(state.pen)}'s turn to write: the record was handed over with the last turn "
            "file. Wait for the turn file that comes back and take it in with `pbem import-turn`; "
            "`pbem export-turn` writes yours once more if it was lost"
        )
