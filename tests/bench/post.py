"""Mails through the judge's loop without drawing, beside bare parsing and one commit; growth with campaigns."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pbem.desk.addresses import set_address
from pbem.desk.inbox.signatures import read_letter
from pbem.desk.opening import open_campaign
from pbem.desk.record.terms import agreed
from pbem.dice.drand import iso_of, seconds_of
from pbem.post import running
from pbem.post.heads import read_head
from pbem.post.office import open_office
from pbem.post.settings import read_settings
from pbem.post.taking import take
from pbem.store import open_store
from tests.bench.measure import Measurement, best_of
from tests.desk import tiny
from tests.post.offices import SETTINGS, Bag, Room, reply, room

BRUNO = "bruno@example.org"
AT_MOST, GROWTH = 8, 1.3
MAILS, FEW, MANY = 40, 10, 40


def run() -> Iterator[Measurement]:
    """The loop beside its bare parts, then twice the campaigns and a longer record."""
    with tempfile.TemporaryDirectory() as folder:
        judge = room(Path(folder), boards=False)
        judge.run()
        mails = list(_mails(judge))
        peer = best_of(lambda: _bare(judge, folder, mails), 3) / MAILS
        ours = best_of(lambda: _loop(judge, mails), 1) / MAILS
        ratio = ours / peer
        yield Measurement("a mail with orders through the loop", "ms", ours * 1000, peer * 1000, ratio,
                          f"at most {AT_MOST} times the time", ratio <= AT_MOST)  # fmt: skip
        again = best_of(lambda: _loop(judge, list(_mails(judge, MAILS))), 1) / MAILS
        yield _even(f"a mail after {2 * MAILS} entries more", ours, again)
    few, many = (_idle(count) / count for count in (FEW, MANY))
    yield _even(f"a look at one of {MANY} campaigns beside one of {FEW}", few, many)


def _mails(judge: Room, first: int = 0) -> Iterator[bytes]:
    letter, orders = judge.bag.newest(BRUNO), judge.mailed.order_file(judge.mailed.mails[0]["file"])
    text = orders.partition(b"\n\n")[2].decode()
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


def _loop(judge: Room, mails: list[bytes]) -> None:
    office = judge.office
    for data in mails:
        office.now = iso_of(seconds_of(office.now) + 600)
        assert running.keep(office, data)
        for letter in office.letters.unread():
            assert "accepted" in take(office, letter).why


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
