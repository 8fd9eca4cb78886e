"""A post room for tests: a store with a campaign, a Maildir, a carrier that keeps what it carries, a clock to turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

from pbem.cli.by_mail import answer
from pbem.desk.addresses import set_address
from pbem.desk.mailed import Mailed, open_mailed, read_game
from pbem.post.boxes.maildir import Maildir
from pbem.post.office import Office, open_office
from pbem.post.running import run
from pbem.post.settings import read_settings
from pbem.store import open_store
from pbem.store.letters import Going

JUDGE = "judge@example.org"
SETTINGS = """
[box]
maildir = "box"
[send]
folder = "out"
from = "The judge <judge@example.org>"
plus = true
per_hour = 1000
[trust]
results_of = "mx.example.org"
[judge]
moderator = "mo@example.org"
"""


@dataclass
class Bag:
    """A carrier that keeps what it carries."""

    letters: list[Going] = field(default_factory=list)

    def __enter__(self) -> Bag:
        return self

    def __exit__(self, *error: object) -> None: ...

    def carry(self, letter: Going, sender: str) -> None:
        """Keep it."""
        self.letters.append(letter)

    def to(self, address: str) -> list[EmailMessage]:
        """The letters to an address, oldest first."""
        found = [message_from_bytes(letter.data, policy=SMTP) for letter in self.letters if letter.to == address]
        return [letter for letter in found if isinstance(letter, EmailMessage)]

    def newest(self, address: str) -> EmailMessage:
        """The last letter to an address."""
        return self.to(address)[-1]


def words_of(letter: EmailMessage) -> str:
    """The text of a letter, beside which it may have a board and a position."""
    body = letter.get_body()
    assert body is not None
    return str(body.get_content())


@dataclass
class Room:
    """Everything of a judge, and a clock."""

    folder: Path
    office: Office
    bag: Bag
    mailed: Mailed
    count: int = 0

    def deliver(self, data: bytes) -> None:
        """A mail arrives in the box."""
        self.count += 1
        (self.folder / "box" / "new" / f"{self.count:06}.test").write_bytes(data)

    def run(self, now: str = "") -> list[str]:
        """One run; what it told."""
        self.office.now = now or self.office.now
        self.office.told.clear()
        run(self.office, Maildir(str(self.folder / "box"), "flag"), self.bag)
        return list(self.office.told)


def room(
    folder: Path,
    game: str = "gwe",
    settings: str = SETTINGS,
    *,
    boards: bool = True,
    texts: Mapping[str, str] | None = None,
) -> Room:
    """A judge with the campaign of a recorded game, whose players have addresses; `texts` are other data than its."""
    for part in ("new", "cur", "tmp"):
        (folder / "box" / part).mkdir(parents=True)
    recorded = read_game(game)
    mailed = replace(recorded, texts=texts) if texts else recorded
    if not boards:
        settings += f'[campaign.{mailed.campaign["name"]}]\nboards = "none"\n'
    (folder / "mail.toml").write_text(settings, encoding="utf-8")
    store = open_store(str(folder / "pbem.db"), create=True)
    open_mailed(store, mailed)
    for who, name in mailed.campaign["players"].items():
        set_address(store, "", who, address(name))
    office = open_office(store, read_settings(str(folder / "mail.toml")), mailed.campaign["at"], answer(store))
    return Room(folder, office, Bag(), mailed)


def address(name: str) -> str:
    """Where a player of the tests gets mail."""
    return f"{name.split()[0].lower()}@example.org"


def reply(
    to: EmailMessage, sender: str, text: str, number: int | str = 1, *, encoding: str = "quoted-printable"
) -> bytes:
    """A person's answer to a letter of the judge."""
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"] = sender, str(to.get("Reply-To") or to["From"])
    mail["Subject"] = f"Re: {to['Subject']}"
    mail["Message-ID"] = f"<{number}.{sender.partition('@')[0]}@client.example.org>"
    mail["In-Reply-To"] = str(to["Message-ID"])
    mail.set_content(text, cte=encoding)
    return mail.as_bytes()
