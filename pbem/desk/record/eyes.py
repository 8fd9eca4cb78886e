"""Whose eyes: what of a campaign its moderator, one side or both sides may see.

Everything that leaves the desk goes through here: posts, boards, sheets, questions, answers to `moves`, `odds` and
`try`. Where a game hides nothing, or is over, everybody sees all.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Owed
from pbem.desk.record.names import side_called
from pbem.desk.record.state import State
from pbem.errors import UsageError
from pbem.kernel.facts import Fact
from pbem.kernel.fog import with_stand_ins
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from pbem.kernel.secrets import has_secrets, position_for
from pbem.values import replace

ALL = "all"  # the moderator's eyes; else a side, or nothing for what both sides may see


def hidden_now(campaign: Campaign, state: State) -> str:
    """What is hidden in this campaign as it stands, in a sentence; nothing once it is over."""
    if campaign.step_of(state) is None:
        return ""
    kept = "each side keeps secrets of its own" if has_secrets(state.position) else ""
    return campaign.game.hides(campaign.scenario) or kept


def eyes_of(campaign: Campaign, state: State, wanted: str) -> str:
    """The eyes that a person asks for: a side, `all`, or nothing; where nothing is hidden, all see everything."""
    is_all = wanted.strip().lower() == ALL
    side = "" if is_all or not wanted else side_called(campaign.sides, wanted)
    return ALL if is_all or not hidden_now(campaign, state) else side


def sealed_eyes(campaign: Campaign, state: State, wanted: str) -> str:
    """The eyes for orders as they came: how many a side has filed no game shows to others before it is over."""
    if wanted.strip().lower() == ALL or campaign.step_of(state) is None:
        return ALL
    return side_called(campaign.sides, wanted) if wanted else ""


def own_eyes(campaign: Campaign, state: State, side: str) -> str:
    """The eyes of a side for its own orders."""
    return side if hidden_now(campaign, state) else ALL


def is_open_to(eyes: str, side: str) -> bool:
    """Whether these eyes may read what is meant for a side."""
    return eyes == ALL or (bool(side) and eyes == side)


# -- positions and facts --------------------------------------------------------------------------------------


def position_seen(campaign: Campaign, position: Position, eyes: str) -> Position:
    """The position as these eyes may see it."""
    return position if eyes == ALL else position_for(campaign.game, campaign.scenario, position, Side(eyes))


def seen(campaign: Campaign, eyes: str, position: Position) -> tuple[Campaign, Position]:
    """What these eyes see of a position, and the campaign with counters for the stand-ins in it."""
    shown = position_seen(campaign, position, eyes)
    return in_fog(campaign, shown), shown


def in_fog(campaign: Campaign, *positions: Position, facts: Sequence[Fact] = ()) -> Campaign:
    """The campaign with counters for the stand-ins in these positions and facts."""
    scenario = with_stand_ins(campaign.scenario, *positions, facts=facts)
    return campaign if scenario is campaign.scenario else replace(campaign, scenario=scenario, read={})


# -- who owes what --------------------------------------------------------------------------------------------


def debts_seen(debts: Sequence[Owed], eyes: str) -> list[Owed]:
    """Who owes what; the questions themselves are for the side that is asked."""
    return [debt if is_open_to(eyes, debt.side) else debt._replace(questions=()) for debt in debts]


_BY_TURNS = (
    "The record travels whole between two stores, so this cannot be protected here: what the program shows for a side "
    "(--side) leaves it out, but anyone who opens the store or a turn file can find it. Protected are the "
    "dice, orders once they are sealed, and orders that both sides give in secret. To play with units that are really "
    "hidden, let a third person keep the campaign."
)
_BY_ONE = (
    "Give each player what --side shows for him, and everybody what is shown without it; --side all and the store are "
    "for your eyes alone until the game is over."
)


def protection(hidden: str, is_exchanged: bool) -> str:
    """What the program can and cannot keep from the other side, for whoever opens or joins a campaign."""
    return f"This game hides things ({hidden}). {_BY_TURNS if is_exchanged else _BY_ONE}" if hidden else ""


def check_finished(campaign: Campaign, state: State, what: str, advice: str) -> None:
    """Refuses what would show a running game whole."""
    hidden = hidden_now(campaign, state)
    if hidden:
        raise UsageError(f"{what} would show both sides everything during the game ({hidden}): {advice}")
