"""Going over to today's edition of the rules: what would have gone otherwise, and the entry that all agree to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.editions import release_of
from pbem.desk.record.kinds.proposed import Consented
from pbem.desk.record.kinds.upgraded import Offered, Upgraded, step_in_the_way
from pbem.desk.record.names import sender_name
from pbem.desk.record.pen import check_pen, speaker
from pbem.desk.record.secrets import Secrets
from pbem.desk.record.state import State
from pbem.desk.record.writing import again_if_overtaken, write
from pbem.desk.replay.load import load
from pbem.desk.replay.progress import Progress, silent
from pbem.desk.replay.verify import verify
from pbem.errors import UsageError
from pbem.store.entry import Reads
from pbem.values import dataclass

if TYPE_CHECKING:
    from pbem.desk.replay.verdict import Verdict
    from pbem.store.store import Store


@dataclass(frozen=True, slots=True)
class Going:
    """An upgrade: tried, offered or in force."""

    campaign: str
    before: int
    edition: int
    seq: int = 0  # of its entry; 0 for a dry run
    waits_for: tuple[str, ...] = ()  # sides that have yet to consent

    def as_json(self) -> dict[str, Any]:
        """The plain values."""
        return {
            "campaign": self.campaign,
            "before": self.before,
            "edition": self.edition,
            "seq": self.seq,
            "waits_for": list(self.waits_for),
        }


def is_offered(store: Reads, campaign: str) -> bool:
    """Whether an edition waits for consent."""
    proposal = load(store, campaign)[1].proposal
    return proposal is not None and bool(proposal.edition)


def dry_run(store: Reads, campaign: str, progress: Progress = silent) -> tuple[Going, Verdict]:
    """Everything played again by today's rules, each step from where the record has it. Nothing is written."""
    loaded, state = load(store, campaign)
    edition = _newer(loaded, state)
    return Going(loaded.name, state.edition, edition), verify(store, loaded.id, progress=progress)


def upgrade(store: Store, campaign: str, side: str, who: str, now: str) -> Going:
    """Go over to today's edition: at once where the moderator decides, else as an offer of a side to the others."""
    return again_if_overtaken(lambda: _upgrade(store, campaign, side, sender_name(who), now))


def _upgrade(store: Store, name: str, side: str, who: str, now: str) -> Going:
    campaign, state = load(store, name)
    me = Secrets(store, campaign).me
    check_pen(campaign, state, me)
    before, edition = state.edition, _newer(campaign, state)
    if state.proposal:
        raise UsageError(f"the proposal of entry {state.proposal.seq} still waits: `pbem consent`, or --refuse it")
    if step_in_the_way(state):
        raise UsageError(
            f"{step_in_the_way(state)} was begun by edition {before} and is under way: finish it with "
            f"{release_of(campaign, before)}, or let the moderator take it back (`pbem undo`); then upgrade"
        )
    if campaign.terms.rewind == "moderator":
        entry = write(store, campaign, state, [Upgraded(at=state.time(now), who=who, before=before, edition=edition)])
        return Going(campaign.name, before, edition, entry.seq)
    own = speaker(campaign, me, side)
    entry = write(store, campaign, state, [Offered(at=state.time(now), side=own, edition=edition)])
    others = tuple(name for side, name in campaign.sides.items() if side != own)
    return Going(campaign.name, before, edition, entry.seq, others)


def go_over(store: Store, campaign: Campaign, state: State, consent: Consented) -> Going:
    """The last consent is in: the edition that was offered counts, both in one transaction."""
    before, edition = state.edition, state.proposal.edition if state.proposal else 0
    upgraded = Upgraded(at=consent.at, who="all sides", before=before, edition=edition)
    entry = write(store, campaign, state, [consent, upgraded])
    return Going(campaign.name, before, edition, entry.seq)


def _newer(campaign: Campaign, state: State) -> int:
    edition = campaign.game.edition
    if state.edition >= edition:
        raise UsageError(f"{campaign.name} is played by edition {edition} of {campaign.game.name}, the newest here")
    return edition
