"""Pace: how quick each player is, from the record alone, and only where the players agreed that it may be shown."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import owed
from pbem.desk.record.kinds.allowed import allows
from pbem.desk.record.kinds.dates import Missed
from pbem.desk.record.kinds.submitted import Submitted
from pbem.desk.record.state import State
from pbem.desk.record.terms import is_before
from pbem.desk.replay.load import load
from pbem.desk.replay.replay import start, take_or_fail
from pbem.dice.drand import seconds_of
from pbem.errors import UsageError
from pbem.kernel.naming import the
from pbem.store.entry import Entry, Reads
from pbem.values import NamedTuple


class Pace(NamedTuple):
    """How one player has kept his dates. What came before it was owed took no time at all."""

    who: str  # the side or seat
    player: str
    files: int  # that he sent for what was owed
    hours: int  # the middle one of the times that he took
    late: int  # files that came after their date
    missed: int  # dates that were declared missed

    @property
    def on_time(self) -> int:
        """How many of a hundred dates he has kept."""
        total = self.files + self.missed
        return 100 * (self.files - self.late) // total if total else 100

    @property
    def row(self) -> tuple[str, ...]:
        """The same in words, for a table."""
        return (self.who, self.player, f"{self.files}", f"{self.hours} h", f"{self.on_time} %", f"{self.missed}")


def pace(store: Reads, campaign: str = "") -> list[Pace]:
    """The pace of everybody who has sent something that was owed; refused where it was not agreed on."""
    loaded, state = load(store, campaign)
    lacking = [the(loaded.side_name(who)) for who in loaded.senders if not allows(loaded, state, who)]
    if lacking:
        raise UsageError(
            f"not all players of {loaded.name} have agreed that their pace is shown; {' and '.join(lacking)} not yet. "
            "Each agrees with `pbem consent --pace`, or writes `pace yes` to the judge"
        )
    return paces(loaded, store.entries(loaded.id))


def paces(campaign: Campaign, entries: Sequence[Entry]) -> list[Pace]:
    """The pace of each player, by the entries of a record."""
    replay = start(entries[0])
    since = dict.fromkeys(_debtors(replay.campaign, replay.state), entries[0].values()["at"])
    took: dict[tuple[str, str], list[int]] = {}
    late: dict[tuple[str, str], int] = {}
    missed: dict[tuple[str, str], int] = {}
    for entry in entries[1:]:
        due, now_at = replay.state.dice.due, replay.campaign
        body = take_or_fail(replay, entry)
        if isinstance(body, Submitted) and body.is_accepted and body.sent_for in since:
            after = _debtors(replay.campaign, replay.state)
            if body.sent_for not in after:
                key = (body.sent_for, body.sender or now_at.player(body.sent_for))
                took.setdefault(key, []).append(seconds_of(body.at) - seconds_of(since[body.sent_for]))
                late[key] = late.get(key, 0) + is_before(due, body.at)
        if isinstance(body, Missed):
            who = body.seat or body.side
            key = (who, now_at.player(who))
            missed[key] = missed.get(key, 0) + 1
            took.setdefault(key, [])
        owes = _debtors(replay.campaign, replay.state)
        since = {who: since.get(who, body.at) for who in owes}
    return [
        Pace(who, name, len(times), _middle(times) // 3600, late.get((who, name), 0), missed.get((who, name), 0))
        for (who, name), times in sorted(took.items(), key=lambda item: campaign.senders.index(item[0][0]))
    ]


def _debtors(campaign: Campaign, state: State) -> list[str]:
    return [debt.seat or debt.side for debt in owed(campaign, state) if debt.side]


def _middle(times: Sequence[int]) -> int:
    return sorted(times)[len(times) // 2] if times else 0
