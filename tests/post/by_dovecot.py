"""Recorded games through a real mail server: LMTP in, IMAP out, every second mail in base64.

python -m tests.post.by_dovecot gwe caporetto strafexpedition durchbruch italia18
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path

from pbem.desk.mailed import Mailed, read_game
from pbem.post.boxes.choice import box_of
from pbem.post.running import run
from tests.post.dovecot import PostOffice, post_office
from tests.post.offices import SETTINGS, Room, address, reply, room
from tests.post.servers import PASSWORD
from tests.post.test_games import demo

GAMES = ("gwe", "caporetto", "strafexpedition", "durchbruch", "italia18")


def settings(office: PostOffice, folder: Path, login: str = "") -> str:
    """A judge whose box is at the post office."""
    secret = folder / "password"
    secret.write_text(PASSWORD, encoding="utf-8")
    secret.chmod(0o600)
    box = f'imap = "127.0.0.1:{office.imap}"\nuser = "judge"\n' + (login or f'password_file = "{secret}"')
    return SETTINGS.replace('maildir = "box"', box).replace('folder = "out"', f'smtp = "127.0.0.1:{office.smtp}"')


def once(judge: Room, now: str) -> list[str]:
    """One run over the box at the server; what it told."""
    judge.office.now = now
    judge.office.told.clear()
    box = box_of(judge.office.settings)
    assert box is not None
    with closing(box):
        run(judge.office, box)
    return list(judge.office.told)


def newest(office: PostOffice, who: str, campaign: str) -> EmailMessage:
    """The last letter of the judge about a campaign, as the player's own program gets it."""
    mails = office.letters(who.partition("@")[0])
    return [mail for mail in mails if str(mail["Subject"]).strip().startswith(campaign)][-1]


def through_the_server(judge: Room, office: PostOffice, mailed: Mailed) -> int:
    """Every mail of a game; at most two letters a player and run. How many letters there were."""
    name, first = mailed.campaign["name"], len(office.kept.mails)
    once(judge, mailed.campaign["at"])
    players = [address(player) for player in mailed.campaign["players"].values()]
    for number, mail in enumerate(mailed.mails, 1):
        who = next(one for one in players if one.partition("@")[0] in mail["from"])
        letter, text = newest(office, who, name), mailed.words(mail["file"]).decode()
        encoding = "base64" if number % 2 else "quoted-printable"
        data = reply(letter, who, text, f"{number}.{name}", encoding=encoding)
        before = len(office.kept.mails)
        office.deliver(str(letter["Reply-To"].addresses[0].addr_spec), data, who)
        told = once(judge, mail["at"])
        new = [to for _, to, _ in office.kept.mails[before:] if to in players]
        assert new, told
        assert max(map(new.count, new)) <= 2, told
    return len(office.kept.mails) - first


def check_game(office: PostOffice, folder: Path, game: str) -> int:
    """The record is that of `pbem demo`, head and all. How many letters there were."""
    (folder / "judge").mkdir()
    name = read_game(game).campaign["name"]
    text = f'{settings(office, folder)}[campaign.{name}]\nboards = "none"\n'
    judge = room(folder / "judge", game, text)
    count = through_the_server(judge, office, judge.mailed)
    assert judge.office.store.head(name.lower()) == demo(folder / "demo.db", judge.mailed).head(name.lower())
    return count


def main(games: list[str]) -> int:
    """All games that are named, or all there are."""
    with post_office() as office:
        for game in games or GAMES:
            with tempfile.TemporaryDirectory() as folder:
                print(
                    f"{game}: {check_game(office, Path(folder), game)} letters, the record head of the demo", flush=True
                )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
