"""The replay: a record is read entry by entry, every claim in it is checked and every step is played again.

Loading, verifying, restoring and taking in a turn file all go through here, so what one of them believes the others
believe too. What is true of one kind of entry stands in `desk.record.kinds`; what is true of all of them stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from pbem.desk.record.body import Body
from pbem.desk.record.campaign import Campaign, campaign_of, read_opened
from pbem.desk.record.editions import is_older
from pbem.desk.record.kinds import KINDS, body_of
from pbem.desk.record.kinds.kind import Moment, Received
from pbem.desk.record.kinds.opened import check_texts, first_state
from pbem.desk.record.kinds.run import StepAsked, StepPlayed
from pbem.desk.record.kinds.shown import DISCLOSED, SHOWN, lines_opened
from pbem.desk.record.kinds.submitted import SUBMITTED, Submitted
from pbem.desk.record.state import State
from pbem.desk.replay.chain import chain_faults, time_faults
from pbem.errors import BadRecord, PbemError
from pbem.kernel.play import Played
from pbem.store.entry import Entry, Head
from pbem.values import dataclass, field

if TYPE_CHECKING:
    from pbem.desk.replay.files_again import FileOf
    from pbem.desk.replay.today import Difference

Report = Callable[[int, str], None]  # entry number, what is wrong with it
Beside = Callable[["StepAsked | StepPlayed", "Difference | None"], None]


def _raise(seq: int, what: str) -> None:
    raise BadRecord(f"entry {seq}: {what}")


@dataclass(slots=True)
class Replay:
    """Reads a record entry by entry. `report` is told what does not fit; by default it raises."""

    campaign: Campaign
    state: State
    report: Report = _raise
    played: Played | None = None  # what came of the last entry that ran a step
    file_of: FileOf | None = None  # the files as received, where they are at hand
    beside: Beside | None = None  # is told what today's rules make of each run of an older edition
    digests: dict[tuple[str, str], int] = field(default_factory=dict)  # the entry of each accepted file, by side
    unchecked: dict[str, None] = field(default_factory=dict)  # what could not be checked on this computer, in words

    def take(self, entry: Entry) -> Body:
        """Check one entry and fold it in; what it says."""
        self._tell(entry, chain_faults(entry, Head(self.state.seq, self.state.head)))
        body, kind = body_of(entry), KINDS[entry.kind]
        self._tell(entry, time_faults(body.at, self.state.at))
        self.unchecked |= dict.fromkeys(kind.unchecked(body))
        moment = Moment(self.campaign, self.state, entry.seq)
        self._tell(entry, kind.check(moment, body))
        if self.file_of:
            self._tell(entry, self._file_faults(self.file_of, kind.file(moment, body)))
        if self.beside and isinstance(body, StepAsked | StepPlayed) and is_older(self.campaign, body.edition):
            self._tell_beside(self.beside, entry, body)
        kind.fold(moment, body)
        if kind is SUBMITTED and isinstance(body, Submitted) and body.is_accepted:
            self.digests[(body.side, body.digest)] = entry.seq
        if self.campaign.people != self.state.people:
            self.campaign = self.campaign.with_people(self.state.people)
        self.played = moment.played
        self.state.stand_behind(entry, body.at)
        return body

    def _file_faults(self, file_of: FileOf, received: Received | None) -> Iterable[str]:
        """What is wrong with the file of an entry, read again."""
        if received is None:
            return ()
        from pbem.desk.replay.files_again import Again, check_received  # late: most replays read no files

        return check_received(Again(self.campaign, file_of, self._sent_before, self.unchecked), received)

    def _tell_beside(self, beside: Beside, entry: Entry, body: StepAsked | StepPlayed) -> None:
        from pbem.desk.replay.today import difference  # late: only `verify --today` asks

        beside(body, difference(self.campaign, self.state, entry.seq, body))

    def _sent_before(self, side: str, digest: str) -> int:
        return self.digests.get((side, digest), 0)

    def _tell(self, entry: Entry, faults: Iterable[str]) -> None:
        for what in faults:
            self.report(entry.seq, what)


def start(
    opened: Entry, campaign: Campaign | None = None, report: Report = _raise, file_of: FileOf | None = None
) -> Replay:
    """A replay that has taken the first entry."""
    if opened.kind != "opened":
        raise BadRecord("the record does not begin with the entry `opened`")
    for what in chain_faults(opened, Head(0, "")):
        report(opened.seq, what)
    body = read_opened(opened.shared())
    for what in (*check_texts(body), *time_faults(body.at, "")):
        report(opened.seq, what)
    campaign = campaign or campaign_of(body)
    replay = Replay(campaign, first_state(campaign, opened), report, file_of=file_of)
    for what in KINDS["opened"].check(Moment(campaign, replay.state, opened.seq), body):
        report(opened.seq, what)
    return replay


def rebuild_state(entries: Sequence[Entry], campaign: Campaign | None = None, file_of: FileOf | None = None) -> State:
    """The state that the entries add up to; what does not fit is a `BadRecord`."""
    return replay_of(entries, campaign, file_of).state


def truth_in(campaign: Campaign, entries: Sequence[Entry]) -> dict[str, str]:
    """The secret lines that entries open, wherever they stand: what was said of them before must be true."""
    opening = [entry for entry in entries if entry.kind in (SHOWN.name, DISCLOSED.name)]
    bodies = []
    for entry in opening:
        with suppress(BadRecord):  # told when its turn comes
            bodies.append(body_of(entry))
    return lines_opened(campaign, bodies)


def replay_of(
    entries: Sequence[Entry],
    campaign: Campaign | None = None,
    file_of: FileOf | None = None,
    truth: Mapping[str, str] | None = None,
) -> Replay:
    """A replay that has taken all entries; `truth` are secret lines that are known by now."""
    if not entries:
        raise BadRecord("the record does not begin with the entry `opened`")
    replay = start(entries[0], campaign, file_of=file_of)
    replay.state.truth = dict(truth or {})
    for entry in entries[1:]:
        take_or_fail(replay, entry)
    return replay


def take_or_fail(replay: Replay, entry: Entry) -> Body:
    """Take an entry; whatever it trips over is a fault of the record."""
    try:
        return replay.take(entry)
    except (PbemError, LookupError, ValueError, TypeError, AttributeError) as error:
        raise BadRecord(f"entry {entry.seq} cannot be replayed: {error}; `pbem verify` says more") from error
