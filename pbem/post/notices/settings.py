"""`notify.toml`, beside the store: who is told of what. A webhook's address is a secret: the file has mode 600."""

from __future__ import annotations

import hashlib
import os
from urllib.parse import urlsplit

from pbem.errors import UsageError
from pbem.library.texts import read_text, read_toml
from pbem.post.secrets import Whence
from pbem.post.table import Table
from pbem.post.toml_tables import add_table, checked_name, remove_table
from pbem.post.web import checked_url
from pbem.values import NamedTuple

FILE = "notify.toml"
SECRET = "PBEM_NOTIFY_SECRET"
KINDS = ("discord", "slack", "webhook", "apprise")
EVENTS = {
    "turn": "steps were played, or somebody is asked",
    "late": "a date has passed",
    "over": "the game is over",
}


class Subscription(NamedTuple):
    """Somebody who is told."""

    name: str
    kind: str
    url: str
    events: tuple[str, ...] = tuple(EVENTS)
    side: str = ""  # whose eyes; empty for what everybody may know
    campaign: str = ""  # empty for every campaign of the store
    secret_command: str = ""
    secret_file: str = ""

    @property
    def place(self) -> str:
        """Where it goes, as it may be shown: of a webhook only the host."""
        parts = urlsplit(self.url)
        return f"{self.kind} at {parts.hostname}" if parts.hostname and self.kind != "apprise" else self.kind

    def secret(self) -> str:
        """The key that signs what a program is told; nothing where none is named."""
        return Whence("secret", self.secret_command, self.secret_file, SECRET).read()

    def __repr__(self) -> str:
        return f"<{self.name}: {self.place}>"


def notify_file(db: str) -> str:
    """Where the settings lie."""
    return os.path.join("" if "://" in db else os.path.dirname(db), FILE)


def read_subscriptions(path: str) -> list[Subscription]:
    """Everybody who is told."""
    if not os.path.exists(path):
        return []
    top = Table(read_toml(read_text(path), path), path, "")
    return [_subscription(name, top.table(name)) for name in list(top.values)]


def _subscription(name: str, table: Table) -> Subscription:
    found = Subscription(
        name,
        table.one_of("kind", KINDS, ""),
        table.text("url"),
        tuple(table.words("events", list(EVENTS))),
        table.text("side"),
        table.text("campaign"),
        table.text("secret_command"),
        table.text("secret_file"),
    )
    table.end()
    return check(found)


def check(found: Subscription) -> Subscription:
    """Refuse what could not be told."""
    if found.kind not in KINDS:
        raise UsageError(f"found {found.kind!r}, wanted one of {', '.join(KINDS)}")
    unknown = [event for event in found.events if event not in EVENTS]
    if unknown or not found.events:
        raise UsageError(f"events: found {', '.join(unknown) or 'none'}, wanted some of {', '.join(EVENTS)}")
    if found.kind == "apprise":
        if "://" not in found.url:
            raise UsageError("apprise wants an address of its own kind, such as ntfys://ntfy.sh/my-topic")
        return found
    return found._replace(url=checked_url(found.url, "the webhook's address"))


def add_subscription(path: str, new: Subscription) -> Subscription:
    """Write a subscription into the file, under a name that is free."""
    checked = check(new)
    taken = [one.name for one in read_subscriptions(path)]
    name = checked_name(checked.name) if checked.name else _free_name(checked, taken)
    if name in taken:
        raise UsageError(f"there is a subscription {name} already: `pbem notify remove {name}` takes it out")
    values = {key: value for key, value in checked._asdict().items() if value and key not in ("name", "events")}
    add_table(path, name, {**values, "events": list(checked.events)}, "Who is told of what. Addresses are secrets.")
    return checked._replace(name=name)


def _free_name(new: Subscription, taken: list[str]) -> str:
    names = [new.kind, *(f"{new.kind}-{number}" for number in range(2, 100))]
    return next((name for name in names if name not in taken), hashlib.sha256(new.url.encode()).hexdigest()[:8])


def remove_subscription(path: str, name: str) -> None:
    """Take a subscription out."""
    if not os.path.exists(path) or not remove_table(path, name):
        known = ", ".join(one.name for one in read_subscriptions(path)) or "none"
        raise UsageError(f"there is no subscription {name!r}: there are {known}")
