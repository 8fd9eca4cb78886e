"""Recorded games, played through the post room: the record is that of `pbem demo`, to the last hash."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.mailed import Mailed, Player, open_mailed
from pbem.store import open_store
from pbem.store.store import Store
from tests.post.offices import Room, address, reply, room


def demo(path: Path, mailed: Mailed) -> Store:
    """The game as `pbem demo` plays it."""
    store = open_store(str(path), create=True)
    open_mailed(store, mailed)
    Player(store, mailed, lambda name, data: None, lambda words: None, boards=False).play()
    return store


def through_the_mail(judge: Room, mailed: Mailed) -> None:
    """Every mail of a game, as an answer to the newest letter of its player; at most two letters a player and run."""
    judge.run()
    players = [address(name) for name in mailed.campaign["players"].values()]
    for number, mail in enumerate(mailed.mails, 1):
        who = next(one for one in players if one.partition("@")[0] in mail["from"])
        before, encoding = len(judge.bag.letters), "base64" if number % 2 else "quoted-printable"
        text = mailed.words(mail["file"]).decode()
        judge.deliver(reply(judge.bag.newest(who), who, text, number, encoding=encoding))
        told = judge.run(mail["at"])
        new = [letter.to for letter in judge.bag.letters[before:]]
        assert new, told
        assert max(map(new.count, new)) <= 2, told


@pytest.mark.parametrize("game", ["gwe", "caporetto", "italia18"])
def test_a_recorded_game_through_the_mail_makes_the_record_of_the_demo(tmp_path: Path, game: str) -> None:
    judge = room(tmp_path, game, boards=False)
    through_the_mail(judge, judge.mailed)
    name = judge.mailed.campaign["name"].lower()
    assert judge.office.store.head(name) == demo(tmp_path / "demo.db", judge.mailed).head(name)


def test_no_letter_shows_the_address_or_the_token_of_another(tmp_path: Path) -> None:
    judge = room(tmp_path, "caporetto", boards=False)
    mailed = judge.mailed
    through_the_mail(judge, mailed)
    tokens = {who: judge.bag.newest(address(name))["Reply-To"].addresses[0].username.partition("+")[2]
              for who, name in mailed.campaign["players"].items()}  # fmt: skip
    assert all(len(token) == 16 for token in tokens.values())
    for letter in judge.bag.letters:
        others = [who for who in tokens if who != letter.who]
        for who in others:
            assert tokens[who].encode() not in letter.data
            assert address(mailed.campaign["players"][who]).encode() not in letter.data
    record = "".join(entry.body for entry in judge.office.store.entries(mailed.campaign["name"].lower()))
    assert "@example.org" not in record
