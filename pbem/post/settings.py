"""`mail.toml`: where mail comes from and goes to, whom the judge believes, and how each campaign is run."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from pbem.desk.record.names import address_in, checked_address, without_address
from pbem.errors import UsageError, did_you_mean
from pbem.library.texts import read_text, read_toml

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
    top = _Table(values, path, "")
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


class _Table:
    """A table of the file, read word by word."""

    def __init__(self, values: Mapping[str, Any], path: str, name: str) -> None:
        self.values, self.path, self.name = dict(values), path, name
        self.known: list[str] = []

    def _take(self, key: str, kind: type, default: Any) -> Any:
        self.known.append(key)
        value = self.values.pop(key, default)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            said = {str: "a text in quotes", bool: "true or false", int: "a number", list: "a list", dict: "a table"}
            raise self.fault(key, f"found {value!r}, wanted {said[kind]}")
        return value

    def fault(self, key: str, words: str) -> UsageError:
        place = f"[{self.name}] {key}" if self.name else key
        return UsageError(f"{self.path}, {place}: {words}")

    def text(self, key: str, default: str = "") -> str:
        return str(self._take(key, str, default)).strip()

    def flag(self, key: str) -> bool:
        return bool(self._take(key, bool, False))

    def number(self, key: str, default: int) -> int:
        return int(self._take(key, int, default))

    def words(self, key: str, default: list[str]) -> list[str]:
        return [str(one) for one in self._take(key, list, default)]

    def table(self, key: str) -> _Table:
        return _Table(self._take(key, dict, {}), self.path, f"{self.name}.{key}" if self.name else key)

    def address(self, key: str) -> str:
        text = self.text(key)
        try:
            return checked_address(text) if text else ""
        except UsageError as error:
            raise self.fault(key, str(error)) from error

    def one_of(self, key: str, known: tuple[str, ...], default: str) -> str:
        word = self.text(key, default)
        if word not in known:
            raise self.fault(key, f"found {word!r}, wanted {' or '.join(known)}")
        return word

    def end(self) -> None:
        """Refuse what nobody has read: a slip must not pass for a setting."""
        for key in self.values:
            hint = did_you_mean(key, self.known) or f"there are {', '.join(self.known)}"
            raise self.fault(key, f"no such setting: {hint}")


def _login(table: _Table) -> Login:
    return Login(
        table.text("user"),
        table.text("password_command"),
        table.text("password_file"),
        table.text("password_env"),
        table.one_of("auth", ("password", "xoauth2"), "password"),
    )


def _box(table: _Table) -> BoxSettings:
    places = {kind: table.text(kind) for kind in ("imap", "maildir", "mbox")}
    named = [kind for kind, place in places.items() if place]
    if len(named) > 1:
        raise table.fault(named[1], f"the box is {named[0]} already: name one of them")
    after = table.text("after", "flag")
    if after not in ("flag", "delete") and not re.fullmatch(r"move:\S.*", after):
        raise table.fault("after", f"found {after!r}, wanted flag, move:FOLDER or delete")
    kind = named[0] if named else ""
    return BoxSettings(kind, places.get(kind, ""), table.text("folder", "INBOX"), after, _login(table))


def _send(table: _Table) -> SendSettings:
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


def _campaign(table: _Table) -> CampaignSettings:
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
    )
    table.end()
    return found


def _minutes(table: _Table, word: str) -> int:
    """An hour before or after a date, as minutes."""
    found = _OFFSET.fullmatch(word)
    if found is None:
        raise table.fault("remind", f'found {word!r}, wanted hours or days before or after the date: "-48h", "+1d"')
    minutes = int(found[2]) * (60 if found[3] == "h" else 24 * 60)
    return -minutes if found[1] == "-" else minutes


def _is_digest(text: str) -> bool:
    from zoneinfo import available_timezones

    found = _DIGEST.fullmatch(text)
    return found is not None and found[3] in available_timezones()
