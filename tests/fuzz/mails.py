"""Mutated mails through the post room: none stops it, and none is accepted with other orders than the unharmed one.

python -m tests.fuzz.mails --count 100000      prints the slowest beside the plain one, and how much memory it took
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import NamedTuple

from pbem.desk.addresses import set_address
from pbem.desk.inbox.receipts import RAISE
from pbem.kernel.text.mail import BEGIN, END
from pbem.post.office import Office, open_office
from pbem.post.running import keep, run
from pbem.post.settings import read_settings
from pbem.post.taking import take
from tests.desk.helpers import NAME, NOW, new_store, order_file
from tests.fuzz.damage import damaged
from tests.fuzz.tracebacks import Trial, failures, reported
from tests.post.offices import SETTINGS, Bag, address, reply, room

BRUNO = "bruno@example.org"
REFUSED = "refused"
AT_MOST = 20  # times as long as the plain one
GAMES = ("gwe", "caporetto", "strafexpedition", "durchbruch", "italia18")
SHARE = 0.1  # of the mails, for these games together
SPARE = 128  # MB that a long run may take beyond what the first trials took
WARM = 500  # trials
_BLOCK = (b"=== orders", b"=3D=3D=3D orders")


class Wait(NamedTuple):
    """How many times as long as the plain one the slowest mail took, and which it was."""

    times: float = 0.0
    number: int = 0


class Desk(NamedTuple):
    """A judge with one campaign, the mails that are damaged, what they are accepted as, and the seconds one takes."""

    office: Office
    mails: list[bytes]
    good: str
    plain: float


class Mails:
    """Judges and their mails. Only the packing of a mail is damaged: a changed order is another one.

    Some of the mails go to the large games, to all alike; the rest, to a tiny one, takes the same way in less time.
    """

    def __init__(self, folder: Path, games: Sequence[str] = GAMES, share: float = SHARE) -> None:
        os.environ[RAISE] = "1"
        self.large, self.tiny, self.share = [_large(folder / game, game) for game in games], _tiny(folder), share
        self.slowest, self.count = Wait(), 0

    def trial(self, chance: random.Random) -> None:
        """One mail, damaged before its block."""
        desk = chance.choice(self.large) if chance.random() < self.share else self.tiny
        mail = chance.choice(desk.mails)
        end = min((at for word in _BLOCK if (at := mail.find(word)) >= 0), default=mail.find(b"\r\n\r\n"))
        self.count += 1
        began = time.process_time()
        found = digest(desk.office, damaged(mail[:end], chance) + mail[end:])
        self.slowest = max(self.slowest, Wait((time.process_time() - began) / desk.plain, self.count))
        assert found in ("", REFUSED, desk.good), found
        desk.office.told.clear()


def _large(folder: Path, game: str) -> Desk:
    """The first mail of a recorded game."""
    judge = room(folder, game, boards=False)
    judge.run()
    first = judge.mailed.mails[0]
    players = map(address, judge.mailed.campaign["players"].values())
    who = next(one for one in players if one.partition("@")[0] in first["from"])
    return _desk(judge.office, judge.bag.newest(who), who, judge.mailed.words(first["file"]).decode())


def _tiny(folder: Path) -> Desk:
    (folder / "tiny").mkdir()
    folder /= "tiny"
    store, bag = new_store(folder / "pbem.db"), Bag()
    set_address(store, NAME, "BLUE", BRUNO)
    (folder / "mail.toml").write_text(f'{SETTINGS}[campaign.{NAME}]\nboards = "none"\n', encoding="utf-8")
    office = open_office(store, read_settings(str(folder / "mail.toml")), NOW)
    run(office, None, bag)
    text = order_file("BLUE", "bid 2\n", step="bid").decode()
    return _desk(office, bag.newest(BRUNO), BRUNO, f"{BEGIN}\n{text}{END}\n")


def _desk(office: Office, letter: EmailMessage, who: str, text: str) -> Desk:
    ways = ("base64", "8bit", "quoted-printable")
    mails = [reply(letter, who, text, number, encoding=way) for number, way in enumerate(ways)]
    mails += [_with_html(mails[2], text), _attached(mails[2], text)]
    good = {digest(office, mail) for mail in mails}
    assert len(good) == 1
    assert not good.intersection(("", REFUSED))
    return Desk(office, mails, good.pop(), min(_timed(office, mail) for mail in mails * 3))


def _timed(office: Office, mail: bytes) -> float:
    began = time.process_time()
    digest(office, mail)
    return time.process_time() - began


def prepare(folder: Path) -> Trial:
    """What one damaged mail may do to a judge."""
    return Mails(folder).trial


def _with_html(mail: bytes, text: str) -> bytes:
    """The same in HTML beside the plain text, as most programs send it."""
    message = _parsed(mail)
    message.add_alternative("<html><body><pre>" + text.replace("<", "&lt;") + "</pre></body></html>", subtype="html")
    return message.as_bytes()


def _attached(mail: bytes, text: str) -> bytes:
    """The block in an attachment, a greeting in the mail itself."""
    message = _parsed(mail)
    message.set_content("My orders are in the file.\n\nBruno\n")
    message.add_attachment(text.encode(), maintype="text", subtype="plain", filename="orders.txt", cte="8bit")
    return message.as_bytes()


def _parsed(mail: bytes) -> EmailMessage:
    message = message_from_bytes(mail, policy=SMTP)
    assert isinstance(message, EmailMessage)
    return message


class _Back(Exception):
    """Nothing of a trial stays."""


def digest(office: Office, data: bytes) -> str:
    """What a mail was accepted as, if it was."""
    found, name = "", office.store.campaigns()[0].id
    try:
        with office.store.together():
            keep(office, data)
            for letter in office.letters.unread():
                take(office, letter)
            values = [one.values() for one in office.store.entries(name, 1) if one.kind == "submitted"]
            found = "".join(one["digest"] if one["verdict"] == "accepted" else REFUSED for one in values)
            raise _Back
    except _Back:
        return found


def _megabytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main(argv: list[str]) -> int:
    """The command."""
    words = argparse.ArgumentParser()
    words.add_argument("--count", type=int, default=100_000)
    words.add_argument("--seed", type=int, default=0)
    words.add_argument("--share", type=float, default=SHARE, help="of the mails, for the five games together")
    given = words.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        mails = Mails(Path(folder), share=given.share)
        first = min(given.count, WARM)
        found = failures(mails.trial, first, given.seed)
        before = _megabytes()
        found += failures(mails.trial, given.count - first, given.seed + first)
    ratio, more = mails.slowest.times, _megabytes() - before
    print(f"the slowest took {ratio:.1f} times as long as the plain one (at most {AT_MOST})")
    print(f"{before} MB after {first} trials, {more} MB more at the end (at most {SPARE})")
    return reported(found, given.count) or int(ratio > AT_MOST or more > SPARE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
