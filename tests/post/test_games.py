"""Recorded games, played through the post room: they end with the same record head as the demo."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.mailed import Player, open_mailed
from pbem.store import open_store
from tests.post.offices import address, reply, room


@pytest.mark.parametrize("game", ["gwe"])
def test_a_recorded_game_through_the_mail_ends_with_the_same_head(tmp_path: Path, game: str) -> None:
    judge = room(tmp_path, game)
    judge.run()
    names = judge.mailed.campaign["players"]
    by_file = {mail["file"]: mail for mail in judge.mailed.mails}
    for number, (file, mail) in enumerate(by_file.items(), 1):
        who = next(a for a in map(address, names.values()) if a.split("@")[0] in mail["from"])
        text = judge.mailed.order_file(file).decode()
        before = len(judge.bag.letters)
        encoding = "base64" if number % 2 else "quoted-printable"
        judge.deliver(reply(judge.bag.newest(who), who, text, number, encoding=encoding))
        told = judge.run(mail["at"])
        new = [letter.to for letter in judge.bag.letters[before:]]
        assert new and max(map(new.count, new)) <= 2, (told, new)
    plain = open_store(str(tmp_path / "plain.db"), create=True)
    open_mailed(plain, judge.mailed)
    Player(plain, judge.mailed, lambda name, data: None, lambda words: None, boards=False).play()
    name = judge.mailed.campaign["name"].lower()
    mine, theirs = judge.office.store.glance(name), plain.glance(name)
    assert mine and theirs
    assert mine.head.seq == theirs.head.seq
