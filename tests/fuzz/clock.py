"""A turned clock: campaigns by the dozen, a month, dates that move, people who are away; every reminder exactly once.

python -m tests.fuzz.clock --campaigns 1000 --days 30
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from pbem.desk.addresses import set_address
from pbem.desk.opening import open_campaign
from pbem.desk.overdue import extend
from pbem.desk.receiving import receive
from pbem.desk.record.debts import owed
from pbem.desk.record.terms import agreed
from pbem.desk.replay.load import load
from pbem.desk.roster import roster, set_wishes
from pbem.dice.drand import iso_of, seconds_of
from pbem.errors import UsageError
from pbem.post.office import Office, open_office
from pbem.post.running import run
from pbem.post.settings import read_settings
from pbem.store import open_store
from tests.desk import tiny
from tests.post.offices import SETTINGS, Bag

START = seconds_of("2026-10-20T00:00:00Z")  # the clocks of Europe are set back within the month
HOUR, LOOK = 3600, 6  # hours between two looks
OFFSETS = (-48, -12, 0, 24)
ZONES = ("Europe/Rome", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "UTC")
QUIET = ("", "22:00-07:00", "12:00-14:00")

Key = tuple[str, str, str, int]  # campaign, seat, date, hours before or after it


def prepare(folder: Path, count: int, chance: random.Random) -> Office:
    """A judge of many small campaigns, each opened at an hour of its own, its players all over the world."""
    tiny.register()
    (folder / "mail.toml").write_text(SETTINGS.replace("1000", "10000"), encoding="utf-8")
    store = open_store(str(folder / "pbem.db"), create=True)
    for number in range(count):
        name, at = f"field-{number}", iso_of(START + chance.randrange(48) * HOUR)
        players = {"RED": f"Rosa {number}", "BLUE": f"Bruno {number}"}
        terms = agreed("seed", days=chance.choice((2, 4, 7)))
        open_campaign(store, name, "tiny", "field", players=players, dice=terms, now=at)
        for who in players:
            set_address(store, name, who, f"{who.lower()}{number}@example.org")
            said = {"zone": chance.choice(ZONES), "quiet": chance.choice(QUIET)}
            set_wishes(store, name, who, "", {key: value for key, value in said.items() if value})
    return open_office(store, read_settings(str(folder / "mail.toml")), iso_of(START))


@dataclass
class Seen:
    """What the harness itself knows of the campaigns: read again only when a record has grown."""

    office: Office
    debts: dict[str, tuple[object, list[tuple[str, str]]]] = field(default_factory=dict)  # seat and date
    quiet: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)  # hours and zone

    def owed(self, name: str) -> list[tuple[str, str]]:
        """Who owes something, and by which date."""
        head = self.office.store.head(name)
        if name not in self.debts or self.debts[name][0] != head:
            found = [(debt.side, debt.due) for debt in owed(*load(self.office.store, name)) if debt.due]
            self.debts[name] = (head, found)
        return self.debts[name][1]

    def is_quiet(self, name: str, who: str, now: int) -> bool:
        """Whether somebody wants no reminder now. Nobody changes his hours here."""
        if (name, who) not in self.quiet:
            known = {one.member.id: one.wishes for one in roster(self.office.store, name)}
            self.quiet.update({(name, id): (wishes.quiet, wishes.zone) for id, wishes in known.items()})
        return _is_quiet(*self.quiet[name, who], now)


def turn(office: Office, count: int, days: int, chance: random.Random) -> tuple[int, list[str]]:
    """Look every few hours for so many days; how many reminders there were, and what was wrong with any."""
    wrong: list[str] = []
    sent: Counter[Key] = Counter()
    newest: dict[tuple[str, str, str], int] = {}  # the last reminder of a date that was expected
    seen = Seen(office)
    for look in range(48 // LOOK, days * 24 // LOOK):
        office.now = iso_of(START + look * LOOK * HOUR)
        _live(office, count, chance)
        bag = Bag()
        run(office, None, bag)
        expected = _expected(seen, count, newest)
        found = Counter(_key(seen, letter.campaign, letter.who) for letter in bag.letters if letter.kind == "reminder")
        sent += found
        for key in (expected - found) | (found - expected):
            wrong.append(f"{office.now}: {key}: expected {expected[key]}, sent {found[key]}")
    wrong += [f"{key}: {times} times" for key, times in sent.items() if times > 1]
    return sum(sent.values()), wrong


def _live(office: Office, count: int, chance: random.Random) -> None:
    """Now and then somebody sends his bid, and the moderator moves a date."""
    for number in range(count):
        dice = chance.random()
        if dice < 0.01:
            side = chance.choice(("RED", "BLUE"))
            file = f"campaign: field-{number}\nside: {side}\nturn: 1\nstep: bid\nbid {chance.randrange(4)}\n"
            receive(office.store, f"field-{number}", file.encode(), side, office.now)
        elif dice < 0.015:
            try:
                extend(office.store, f"field-{number}", office.now, chance.randrange(1, 60))
            except UsageError:
                continue


def _expected(seen: Seen, count: int, newest: dict[tuple[str, str, str], int]) -> Counter[Key]:
    """What must have gone out at this look, worked out from the dates alone."""
    found: Counter[Key] = Counter()
    now = seconds_of(seen.office.now)
    for number in range(count):
        name = f"field-{number}"
        for who, due in seen.owed(name):
            come, date = _come(due, now), (name, who, due)
            if come and not seen.is_quiet(name, who, now) and newest.get(date, -1000) < come[-1]:
                newest[date] = come[-1]
                found[(*date, come[-1])] += 1
    return found


def _come(due: str, now: int) -> list[int]:
    return [hours for hours in OFFSETS if seconds_of(due) + hours * HOUR <= now]


def _is_quiet(hours: str, zone: str, now: int) -> bool:
    if not hours:
        return False
    here = datetime.fromtimestamp(now, UTC).astimezone(ZoneInfo(zone or "UTC")).strftime("%H:%M")
    first, last = hours.split("-")
    return first <= here < last if first < last else here >= first or here < last


def _key(seen: Seen, campaign: str, who: str) -> Key:
    """Which reminder a letter is: of the date that stands, the last whose moment has come."""
    due = next(due for whose, due in seen.owed(campaign) if whose == who)
    return (campaign, who, due, _come(due, seconds_of(seen.office.now))[-1])


def main(argv: list[str]) -> int:
    """The command."""
    words = argparse.ArgumentParser()
    words.add_argument("--campaigns", type=int, default=1000)
    words.add_argument("--days", type=int, default=30)
    words.add_argument("--seed", type=int, default=0)
    given = words.parse_args(argv)
    chance = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as folder:
        office = prepare(Path(folder), given.campaigns, chance)
        sent, wrong = turn(office, given.campaigns, given.days, chance)
    print("\n".join(wrong[:20]))
    print(f"{given.campaigns} campaigns, {given.days} days: {sent} reminders, {len(wrong)} wrong")
    return 1 if wrong or not sent else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
