"""By which edition of the rules a campaign is played, and what a program with another one does with it.

The rules of an older edition are gone. What was played by them is known from the record; nothing new is played by
today's rules before all have agreed to them (`pbem upgrade`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.errors import BadRecord, UsageError

if TYPE_CHECKING:
    from pbem.desk.record.campaign import Campaign
    from pbem.desk.record.state import State


def release_of(campaign: Campaign, edition: int) -> str:
    """The release that plays an edition, as people name it."""
    from pbem.library.editions import editions

    found = editions(campaign.game.name).get(edition)
    return f"pbem {found.released}" if found and found.released else f"a release with edition {edition} of it"


def is_older(campaign: Campaign, edition: int) -> bool:
    """Whether an edition was played by rules that this program no longer has."""
    return edition < campaign.game.edition


def must_be_known(campaign: Campaign, edition: int) -> None:
    """Refuse a campaign whose rules this program does not have yet."""
    game = campaign.game
    if edition > game.edition:
        raise BadRecord(
            f"{campaign.name} is played by edition {edition} of {game.name}; this program has edition {game.edition}. "
            "Continue with a newer release of pbem"
        )


def must_be_todays(campaign: Campaign, state: State) -> None:
    """Refuse to judge or play anything of a campaign whose rules this program no longer has."""
    if words := other_edition(campaign, state):
        raise UsageError(words)


def other_edition(campaign: Campaign, state: State) -> str:
    """Why a campaign of an older edition does not go on here, and how it can; nothing of one that does."""
    game = campaign.game
    if not is_older(campaign, state.edition):
        return ""
    return (
        f"{campaign.name} is played by edition {state.edition} of {game.name}, and this program has edition "
        f"{game.edition}: it shows, reports, archives and verifies the campaign, but takes no orders and plays no step "
        f"by other rules than agreed. Play on with {release_of(campaign, state.edition)}, or go over to today's rules: "
        "`pbem upgrade --dry-run` shows what would have gone differently, `pbem upgrade` agrees on them from the next "
        "step on"
    )
