"""Recorded games through a real mail server: LMTP in, IMAP out, every second mail in base64.

python -m tests.post.by_dovecot gwe caporetto strafexpedition durchbruch
"""

from __future__ import annotations

import sys
import tempfile
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from pbem.desk.mailed import Mailed, Player, open_mailed, read_game
from pbem.post.boxes.choice import box_of
from pbem.post.running import run
from pbem.store import open_store
from pbem.store.store import Store
from tests.post.dovecot import PostOffice, post_office
from tests.post.offices import SETTINGS, Room, address, reply, room
from tests.post.servers import PASSWORD
from tests.post.test_games import Bodies, facts, played

GAMES = ("gwe", "caporetto", "strafexpedition", "durchbruch")


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
        letter, text = newest(office, who, name), mailed.order_file(mail["file"]).decode()
        encoding = "base64" if number % 2 else "quoted-printable"
        data = reply(letter, who, text, f"{number}.{name}", encoding=encoding)
        before = len(office.kept.mails)
        office.deliver(str(letter["Reply-To"].addresses[0].addr_spec), data, who)
        told = once(judge, mail["at"])
        new = [to for _, to, _ in office.kept.mails[before:] if to in players]
        assert new, told
        assert max(map(new.count, new)) <= 2, told
    return len(office.kept.mails) - first


def alike(store: Store, campaign: str) -> list[object]:
    """A record without what a mail program decides: how a file is packed, its lines above the block, its sender.

    The demo's files begin with the header of a mail as typed text, and its store knows no addresses.
    """
    kept: list[object] = []
    for entry in store.entries(campaign):
        values = {key: value for key, value in entry.values().items() if key not in ("sha256", "bytes", "sender")}
        for problem in values.get("problems", ()):
            _forget_line(problem)
        kept.append((entry.seq, entry.kind, values))
    return kept


def _forget_line(problem: dict[str, Any]) -> None:
    if problem.get("where"):
        problem["where"] = {key: value for key, value in problem["where"].items() if key != "line"}


def check_game(office: PostOffice, folder: Path, game: str) -> int:
    """The record is that of the same words handed in, head and all; and the demo's, entry by entry."""
    (folder / "judge").mkdir()
    name = read_game(game).campaign["name"]
    text = f'{settings(office, folder)}[campaign.{name}]\nboards = "none"\n'
    judge = room(folder / "judge", game, text)
    mailed = Bodies(judge.mailed.folder, judge.mailed.campaign, judge.mailed.mails)
    count = through_the_server(judge, office, mailed)
    mine, theirs = judge.office.store.glance(name.lower()), played(folder, mailed).glance(name.lower())
    assert mine
    assert theirs
    assert mine.head == theirs.head
    demo = open_store(str(folder / "demo.db"), create=True)
    open_mailed(demo, judge.mailed)
    Player(demo, judge.mailed, lambda name, data: None, lambda words: None, boards=False).play()
    assert facts(judge.office.store, name.lower()) == facts(demo, name.lower())
    assert alike(judge.office.store, name.lower()) == alike(demo, name.lower())
    return count


def main(games: list[str]) -> int:
    """All games that are named, or all there are."""
    with post_office() as office:
        for game in games or GAMES:
            with tempfile.TemporaryDirectory() as folder:
                print(f"{game}: {check_game(office, Path(folder), game)} letters, the record of the demo", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
