"""Recorded games, played through the post room: the record is the one that the same words make when handed in."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from pbem.desk.addresses import set_address
from pbem.desk.mailed import Mailed, Player, open_mailed
from pbem.store import open_store
from pbem.store.store import Store
from tests.post.offices import Room, address, reply, room


class Bodies(Mailed):
    """The mails of a recorded game as their bodies: the lines above are the header of a mail that travels."""

    def order_file(self, name: str) -> bytes:
        return super().order_file(name).partition(b"\n\n")[2]


def played(folder: Path, mailed: Mailed) -> Store:
    """The game, each file handed in as `pbem demo` does it, by players whose addresses are known."""
    store = open_store(str(folder / "plain.db"), create=True)
    open_mailed(store, mailed)
    for who, name in mailed.campaign["players"].items():
        set_address(store, "", who, address(name))
    Player(store, mailed, lambda name, data: None, lambda words: None, boards=False).play()
    return store


def facts(store: Store, campaign: str) -> list[object]:
    """What the rules made of each step."""
    values = [entry.values() for entry in store.entries(campaign) if entry.kind in ("played", "asked")]
    return [(one.get("facts"), one.get("pages")) for one in values]


def through_the_mail(judge: Room, mailed: Mailed) -> None:
    """Every mail of a game, as an answer to the newest letter of its player; at most two letters a player and run."""
    judge.run()
    players = [address(name) for name in mailed.campaign["players"].values()]
    for number, mail in enumerate(mailed.mails, 1):
        who = next(one for one in players if one.partition("@")[0] in mail["from"])
        before, encoding = len(judge.bag.letters), "base64" if number % 2 else "quoted-printable"
        text = mailed.order_file(mail["file"]).decode()
        judge.deliver(reply(judge.bag.newest(who), who, text, number, encoding=encoding))
        told = judge.run(mail["at"])
        new = [letter.to for letter in judge.bag.letters[before:]]
        assert new, told
        assert max(map(new.count, new)) <= 2, told


@pytest.mark.parametrize("game", ["gwe", "caporetto"])
def test_a_recorded_game_through_the_mail_makes_the_same_record(tmp_path: Path, game: str) -> None:
    judge = room(tmp_path, game, boards=False)
    mailed = Bodies(*(getattr(judge.mailed, field.name) for field in dataclasses.fields(Mailed)))
    through_the_mail(judge, mailed)
    by_hand, name = played(tmp_path, mailed), judge.mailed.campaign["name"].lower()
    mine, theirs = judge.office.store.glance(name), by_hand.glance(name)
    assert mine
    assert theirs
    assert mine.head == theirs.head
    (tmp_path / "demo").mkdir()
    assert facts(judge.office.store, name) == facts(played(tmp_path / "demo", judge.mailed), name)


def test_no_letter_shows_the_address_or_the_token_of_another(tmp_path: Path) -> None:
    judge = room(tmp_path, "caporetto", boards=False)
    mailed = Bodies(*(getattr(judge.mailed, field.name) for field in dataclasses.fields(Mailed)))
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
