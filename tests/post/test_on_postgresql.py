"""The judge on a store in PostgreSQL: the same loop, the same record."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from pbem.cli.by_mail import answer
from pbem.desk.addresses import set_address
from pbem.desk.mailed import open_mailed, read_game
from pbem.desk.seating import seat
from pbem.post.office import open_office
from pbem.post.settings import read_settings
from pbem.store import open_store
from tests.post.offices import SETTINGS, Bag, Room, address, reply, room
from tests.store import postgresql

pytestmark = pytest.mark.needs("postgresql")
NAME = "caporetto-1917"


def on_server(folder: Path, place: str) -> Room:
    """A judge whose store lies in PostgreSQL."""
    for part in ("new", "cur", "tmp"):
        (folder / "box" / part).mkdir(parents=True)
    (folder / "mail.toml").write_text(f'{SETTINGS}[campaign.{NAME}]\nboards = "none"\n', encoding="utf-8")
    mailed, store = read_game("gwe"), open_store(place, create=True)
    open_mailed(store, mailed)
    for who, name in mailed.campaign["players"].items():
        set_address(store, "", who, address(name))
    settings = read_settings(str(folder / "mail.toml"))
    return Room(folder, open_office(store, settings, mailed.campaign["at"], answer(store)), Bag(), mailed)


def played(judge: Room) -> str:
    """Two mails, one of them twice, and a deputy; the head of the record."""
    judge.run()
    for number, (mail, who) in enumerate(
        zip(judge.mailed.mails, ("bruno@example.org", "anna@example.org"), strict=False)
    ):
        text = judge.mailed.words(mail["file"]).decode()
        data = reply(judge.bag.newest(who), who, text, number)
        judge.deliver(data)
        judge.deliver(data)
        judge.run(mail["at"])
    seat(judge.office.store, NAME, "AL", "Dora", "deputy", judge.office.now)
    judge.run()
    return judge.office.store.head(NAME).hash


def test_the_loop_makes_the_same_record_and_the_same_letters(tmp_path: Path) -> None:
    for name in ("sqlite", "server"):
        (tmp_path / name).mkdir()
    here = room(tmp_path / "sqlite", boards=False)
    with postgresql.server() as running:
        url = postgresql.url(running, "postgres").replace("+psycopg", "")
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(b"CREATE DATABASE judge")
        there = on_server(tmp_path / "server", postgresql.url(running, "judge"))
        head = played(there)
        there.office.store.close()
    assert head == played(here)
    assert [(one.kind, one.who, one.to) for one in there.bag.letters] == [
        (one.kind, one.who, one.to) for one in here.bag.letters
    ]
