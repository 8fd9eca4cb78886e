"""`mail.toml`: where mail comes from and goes to, whom the judge believes, and how each campaign is run."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from enum import StrEnum

from pbem.desk.record.calendar import read_days, read_quiet, read_zone
from pbem.desk.record.names import address_in, checked_address, without_address
from pbem.errors import UsageError
from pbem.library.texts import read_text, read_toml
from pbem.post.table import Table
from pbem.values import dataclass, field

FILE = "mail.toml"
_OFFSET = re.compile(r"([+-])(\d{1,4})([hd])")
_DIGEST = re.compile(r"([01]\d|2[0-3]):([0-5]\d) ([A-Za-z_]+(?:/[A-Za-z_+-]+)*)")


class Mode(StrEnum):
    """How much the judge does by itself."""

    AUTOMATIC = "automatic"
    APPROVE = "approve"  # the moderator answers `yes` to a preview
    RECEIVE = "receive"  # takes in and answers, runs nothing


class Accept(StrEnum):
    """What shows that a mail comes from a player, the weakest first."""

    ADDRESS = "address"
    TOKEN = "token"
    SIGNED = "signed"


@dataclass(frozen=True, slots=True)
class Login:
    """How the program shows a server who it is; the password itself is in no setting."""

    user: str = ""
    password_command: str = ""
    password_file: str = ""
    password_env: str = ""
    auth: str = "password"  # or xoauth2: the command prints an access token


@dataclass(frozen=True, slots=True)
class BoxSettings:
    """Where mail comes in."""

    kind: str = ""  # imap, maildir, mbox; none where mail comes by `pbem mail take` alone
    place: str = ""
    folder: str = "INBOX"
    after: str = "flag"  # flag, move:FOLDER, delete
    login: Login = Login()


@dataclass(frozen=True, slots=True)
class SendSettings:
    """How mail goes out."""

    kind: str = "folder"  # smtp, sendmail, folder
    place: str = "out"
    name: str = "The judge"
    address: str = "judge@pbem.invalid"
    plus: bool = False  # judge+TOKEN@... reaches the judge too
    per_hour: int = 60
    login: Login = Login()


@dataclass(frozen=True, slots=True)
class CampaignSettings:
    """How a campaign is run."""

    mode: Mode = Mode.AUTOMATIC
    accept: Accept = Accept.TOKEN
    remind: tuple[int, ...] = (-48 * 60, -12 * 60, 0, 24 * 60)  # minutes before and after a date
    boards: str = "one"  # one, none
    digest: str = ""  # `18:00 Europe/Rome`
    press: str = "signed"  # or unsigned: players may leave their name out
    grace: int = 0  # minutes between a missed date and what follows from it
    zone: str = ""  # for whoever has not named one of his own; so are the next two
    quiet: str = ""
    days: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """All of `mail.toml`."""

    path: str
    box: BoxSettings = BoxSettings()
    send: SendSettings = SendSettings()
    results_of: str = ""  # whose Authentication-Results are believed
    believe_from: bool = False  # for a box that only one's own programs can write to
    moderator: str = ""
    key_file: str = "mail.key"
    campaigns: Mapping[str, CampaignSettings] = field(default_factory=dict)

    def of(self, campaign: str) -> CampaignSettings:
        """The settings of a campaign, or those that go without saying."""
        return self.campaigns.get(campaign.lower(), CampaignSettings())

    def beside(self, name: str) -> str:
        """A file that the settings name: beside them, unless it says where."""
        return os.path.join(os.path.dirname(os.path.abspath(self.path)), os.path.expanduser(name))


def read_settings(path: str) -> Settings:
    """The settings in a file; every word of it is known, or it is refused with its place."""
    if not os.path.exists(path):
        raise UsageError(f"there is no file {path}: `pbem mail init` asks a few questions and writes it")
    values = read_toml(read_text(path), path)
    top = Table(values, path, "")
    box, send, trust, judge = (top.table(name) for name in ("box", "send", "trust", "judge"))
    campaigns = top.table("campaign")
    found = Settings(
        path,
        _box(box),
        _send(send),
        results_of=trust.text("results_of"),
        believe_from=trust.flag("believe_from"),
        moderator=judge.address("moderator"),
        key_file=judge.text("key_file", "mail.key"),
        campaigns={name.lower(): _campaign(campaigns.table(name)) for name in list(campaigns.values)},
    )
    for table in (box, send, trust, judge, top):
        table.end()
    return found


def _login(table: Table) -> Login:
    return Login(
        table.text("user"),
        table.text("password_command"),
        table.text("password_file"),
        table.text("password_env"),
        table.one_of("auth", ("password", "xoauth2"), "password"),
    )


def _box(table: Table) -> BoxSettings:
    places = {kind: table.text(kind) for kind in ("imap", "maildir", "mbox")}
    named = [kind for kind, place in places.items() if place]
    if len(named) > 1:
        raise table.fault(named[1], f"the box is {named[0]} already: name one of them")
    after = table.text("after", "flag")
    if after not in ("flag", "delete") and not re.fullmatch(r"move:\S.*", after):
        raise table.fault("after", f"found {after!r}, wanted flag, move:FOLDER or delete")
    kind = named[0] if named else ""
    return BoxSettings(kind, places.get(kind, ""), table.text("folder", "INBOX"), after, _login(table))


def _send(table: Table) -> SendSettings:
    places = {kind: table.text(kind) for kind in ("smtp", "sendmail", "folder")}
    named = [kind for kind, place in places.items() if place]
    if len(named) > 1:
        raise table.fault(named[1], f"mail goes out by {named[0]} already: name one of them")
    kind = named[0] if named else "folder"
    said = table.text("from", "The judge <judge@pbem.invalid>")
    address = address_in(said)
    if not address:
        raise table.fault("from", f'found {said!r}, wanted an address such as "The judge <judge@example.org>"')
    per_hour = table.number("per_hour", 60)
    if not 1 <= per_hour <= 10_000:
        raise table.fault("per_hour", f"found {per_hour}, wanted 1 to 10000")
    name = without_address(said).strip() if said != address else "The judge"
    return SendSettings(
        kind, places[kind] or "out", name, checked_address(address), table.flag("plus"), per_hour, _login(table)
    )


def _campaign(table: Table) -> CampaignSettings:
    digest = table.text("digest")
    if digest and not _is_digest(digest):
        raise table.fault("digest", f'found {digest!r}, wanted an hour and a time zone such as "18:00 Europe/Rome"')
    found = CampaignSettings(
        Mode(table.one_of("mode", tuple(Mode), Mode.AUTOMATIC)),
        Accept(table.one_of("accept", tuple(Accept), Accept.TOKEN)),
        tuple(_minutes(table, word) for word in table.words("remind", ["-48h", "-12h", "+0h", "+24h"])),
        table.one_of("boards", ("one", "none"), "one"),
        digest,
        table.one_of("press", ("signed", "unsigned"), "signed"),
        _grace(table),
        *(_own(table, key, read) for key, read in (("zone", read_zone), ("quiet", read_quiet), ("days", read_days))),
    )
    table.end()
    return found


def _minutes(table: Table, word: str) -> int:
    """An hour before or after a date, as minutes."""
    found = _OFFSET.fullmatch(word)
    if found is None:
        raise table.fault("remind", f'found {word!r}, wanted hours or days before or after the date: "-48h", "+1d"')
    minutes = int(found[2]) * (60 if found[3] == "h" else 24 * 60)
    return -minutes if found[1] == "-" else minutes


def _grace(table: Table) -> int:
    text = table.text("grace")
    found = _OFFSET.fullmatch(f"+{text}") if text else None
    if text and found is None:
        raise table.fault("grace", f'found {text!r}, wanted hours or days such as "12h" or "1d"')
    return int(found[2]) * (60 if found[3] == "h" else 24 * 60) if found else 0


def _own(table: Table, key: str, read: Callable[[str], str]) -> str:
    """A zone, quiet hours or days, as players write them too."""
    text = table.text(key)
    try:
        return read(text) if text else ""
    except UsageError as error:
        raise table.fault(key, str(error)) from error


def _is_digest(text: str) -> bool:
    from zoneinfo import available_timezones

    found = _DIGEST.fullmatch(text)
    return found is not None and found[3] in available_timezones()
