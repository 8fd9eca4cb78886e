"""Mails through the judge's loop without drawing, beside bare parsing and one commit; growth with campaigns."""

from __future__ import annotations

import itertools
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from functools import partial
from pathlib import Path

from pbem.desk.addresses import set_address
from pbem.desk.inbox.signatures import read_letter
from pbem.desk.opening import open_campaign
from pbem.desk.record.terms import agreed
from pbem.dice.drand import iso_of, seconds_of
from pbem.kernel.text.mail import BEGIN, END
from pbem.post import running
from pbem.post.boxes.maildir import Maildir
from pbem.post.heads import read_head
from pbem.post.office import Office, open_office
from pbem.post.settings import read_settings
from pbem.post.taking import take
from pbem.store import open_store
from tests.bench.measure import Measurement, best_of
from tests.desk import tiny
from tests.desk.helpers import NAME, NOW, accept, new_store, order_file, play_turn
from tests.post.offices import SETTINGS, Bag, Room, reply, room

BRUNO = "bruno@example.org"
AT_MOST, GROWTH = 8, 1.3
MAILS = 40
COUNTS = (10, 40, 160)  # campaigns
TURNS, SIZES = 2, (1, 4, 16)  # of the shortest record, and how many times its length
TIMES = 9


def run() -> Iterator[Measurement]:
    """The loop beside its bare parts; then longer records, and more campaigns."""
    with tempfile.TemporaryDirectory() as folder:
        judge = room(Path(folder), boards=False)
        judge.run()
        mails = list(_mails(judge))
        peer = best_of(lambda: _bare(judge, folder, mails), 3) / MAILS
        fresh = (list(_mails(judge, first)) for first in itertools.count(0, MAILS))
        for at_once, how in ((MAILS, f"one of {MAILS} mails fetched together"), (1, "a mail that comes alone")):
            ours = min(best_of(partial(_loop, judge, next(fresh), at_once), 1) for _ in range(3)) / MAILS
            ratio = ours / peer
            yield Measurement(f"{how}, with orders, through the loop", "ms", ours * 1000, peer * 1000, ratio,
                              f"at most {AT_MOST} times the time", ratio <= AT_MOST)  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        yield from _lengths(Path(folder))
    looks = {count: _idle(count) / count for count in COUNTS}
    for count in COUNTS[1:]:
        yield _even(f"a look at one of {count} campaigns beside one of {COUNTS[0]}", looks[COUNTS[0]], looks[count])


def _mails(judge: Room, first: int = 0) -> Iterator[bytes]:
    letter, text = judge.bag.newest(BRUNO), judge.mailed.words(judge.mailed.mails[0]["file"]).decode()
    for number in range(first, first + MAILS):
        yield reply(letter, BRUNO, f"{text}\n# {number}\n", number)


def _bare(judge: Room, folder: str, mails: list[bytes]) -> None:
    """Parsing the mail and its block, and one commit: no mail can cost less."""
    loaded, state = judge.office.load("caporetto-1917")
    with sqlite3.connect(f"{folder}/bare.db") as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS mail (data BLOB)")
        for data in mails:
            assert read_head(data)
            assert read_letter(loaded, state, data)
            connection.execute("INSERT INTO mail VALUES (?)", (data,))
            connection.commit()


def _loop(judge: Room, mails: list[bytes], at_once: int) -> None:
    """From the box into the record, and the receipts into the outbox; so many mails each time the judge looks."""
    office, box = judge.office, Maildir(str(judge.folder / "box"), "flag")
    for first in range(0, len(mails), at_once):
        some = mails[first : first + at_once]
        for data in some:
            judge.deliver(data)
        assert running.fetch_all(office, box) == len(some)
        for letter in office.letters.unread():
            office.now = iso_of(seconds_of(office.now) + 600)
            assert "accepted" in take(office, letter).why


def _lengths(folder: Path) -> Iterator[Measurement]:
    """A mail, and a whole look at a campaign that it moves on, on records of several lengths, in turns."""
    kept = {size: _long(folder / f"long-{size}", TURNS * size) for size in SIZES}
    best = {(size, act): 1e9 for size in SIZES for act in (_mail, _look)}
    for _ in range(TIMES):
        for size, act in best:
            best[size, act] = min(best[size, act], _seconds(kept[size], TURNS * size, act))
    for act, name in ((_mail, "a mail"), (_look, "a step, its reports and reminders")):
        for size in SIZES[1:]:
            yield _even(f"{name} at {size} times the length", best[1, act], best[size, act])


def _long(folder: Path, turns: int) -> Path:
    """A campaign of so many turns, in which both owe a bid, and whose players have had their reports."""
    folder.mkdir()
    store = new_store(folder / "pbem.db", turns=str(turns + 1))
    for turn in range(1, turns + 1):
        play_turn(store, turn)
    for who in ("RED", "BLUE"):
        set_address(store, NAME, who, f"{who.lower()}@example.org")
    (folder / "mail.toml").write_text(f'{SETTINGS}[campaign.{NAME}]\nboards = "none"\n', encoding="utf-8")
    running.run(open_office(store, read_settings(str(folder / "mail.toml")), NOW), None, Bag())
    store.close()
    return folder


def _seconds(folder: Path, turns: int, act: Callable[[Office, int], None]) -> float:
    """On a copy, so that every run finds the same record."""
    with tempfile.TemporaryDirectory() as copy:
        shutil.copytree(folder, copy, dirs_exist_ok=True)
        store = open_store(f"{copy}/pbem.db")
        office = open_office(store, read_settings(f"{copy}/mail.toml"), NOW)
        if act is _look:
            for side, number in (("RED", 3), ("BLUE", 2)):
                accept(store, side, f"bid {number}\n", turn=turns + 1, step="bid")
        office.letters.going()  # the first look opens the file
        taken = best_of(lambda: act(office, turns + 1), 1)
        store.close()
    return taken


def _mail(office: Office, turn: int) -> None:
    told = office.letters.going()[-1]
    letter = message_from_bytes(told.data, policy=SMTP)
    assert isinstance(letter, EmailMessage)
    text = order_file(told.who, "bid 1\n", turn=turn, step="bid").decode()
    running.keep(office, reply(letter, told.to, f"{BEGIN}\n{text}{END}\n"))
    for came in office.letters.unread():
        assert "accepted" in take(office, came).why


def _look(office: Office, turn: int) -> None:
    bag = Bag()
    running.run(office, None, bag)
    assert len([one for one in bag.letters if one.kind == "report"]) == 2


def _idle(count: int) -> float:
    """A look at so many campaigns in which nothing has happened."""
    tiny.register()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "mail.toml").write_text(SETTINGS, encoding="utf-8")
        store = open_store(f"{folder}/pbem.db", create=True)
        at = "2026-11-16T08:00:00Z"
        for number in range(count):
            name = f"field-{number}"
            open_campaign(store, name, "tiny", "field", players={"RED": "R"}, dice=agreed("seed", days=4), now=at)
            set_address(store, name, "RED", f"r{number}@example.org")
        office = open_office(store, read_settings(f"{folder}/mail.toml"), at)
        running.run(office, None, Bag())
        return best_of(lambda: running.run(office, None, Bag()), 3)


def _even(name: str, first: float, later: float) -> Measurement:
    ratio = later / first
    return Measurement(name, "ms", later * 1000, first * 1000, ratio, f"at most {GROWTH} times the time",
                       ratio <= GROWTH)  # fmt: skip
