"""What a moderator hands in himself makes the record that the judge makes of the same mail, and meets the same hash."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.cli.main import main
from pbem.desk.mailed import open_mailed, read_game
from pbem.post.forum.running import sealed
from pbem.post.forum.sealed import seals_in
from pbem.post.running import take_one
from pbem.store import open_store
from pbem.store.forums import Forums, SealedNote
from tests.post.offices import Room, reply, room

BRUNO = "bruno@example.org"
ORDERS = "=== orders ===\ncampaign: caporetto-1917\nside: CP\nturn: 1\nstep: movement\n{}\n=== end of orders ===\n"


@pytest.fixture
def judge(tmp_path: Path) -> Room:
    made = room(tmp_path / "judge", boards=False)
    made.run()
    return made


def by_hand(folder: Path, judge: Room, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same campaign in a store without a judge, at the judge's time."""
    (folder / "hand").mkdir()
    path = folder / "hand" / "pbem.db"
    store = open_store(str(path), create=True)
    open_mailed(store, read_game("gwe"))
    store.close()
    monkeypatch.setattr("pbem.cli.check.now", lambda: judge.office.now)
    return path


@pytest.mark.parametrize("encoding", ["base64", "quoted-printable", "7bit"])
def test_a_mail_by_hand_and_through_the_judge_gives_one_head(
    tmp_path: Path, judge: Room, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    path, mailed = by_hand(tmp_path, judge, monkeypatch), judge.mailed
    data = reply(judge.bag.newest(BRUNO), BRUNO, mailed.words(mailed.mails[0]["file"]).decode(), encoding=encoding)
    (tmp_path / "mail.eml").write_bytes(data)
    verdict = take_one(judge.office, data)
    assert verdict is not None
    assert verdict.why == "orders accepted, entry 2"
    assert main(["submit", str(tmp_path / "mail.eml"), "--from", "Bruno Rossi", "--db", str(path)]) == 0
    store = open_store(str(path))
    kept = [store.submission(entry.values()["sha256"]) for entry in store.entries("caporetto-1917", 1)]
    assert store.head("caporetto-1917") == judge.office.store.head("caporetto-1917")
    store.close()
    assert b"Content-Transfer-Encoding" not in (kept[0] or b"")


def test_orders_by_hand_must_fit_the_hash_in_the_thread(
    tmp_path: Path, judge: Room, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = by_hand(tmp_path, judge, monkeypatch)
    text, block = sealed(ORDERS.format("move GE-5 to 1903").encode())
    (seal,) = seals_in(block)
    store = open_store(str(path))
    Forums(store).note("caporetto-1917", SealedNote("CP", seal.place, seal.digest, judge.office.now, "5"))
    other = tmp_path / "other.txt"
    other.write_text(ORDERS.format("move GE-26 to 1903"), encoding="utf-8")
    capsys.readouterr()
    assert main(["submit", str(other), "--db", str(path)]) == 1
    refused = " ".join(capsys.readouterr().err.split())
    assert "sealed in post 5 of the thread, and a hash there fixes them" in refused
    assert f"the orders whose hash is {seal.digest}" in refused
    assert "without a line `# seal: ...`" in refused
    assert "Send the file that `pbem forum seal` wrote, unchanged" in refused
    assert store.head("caporetto-1917").seq == 1
    right = tmp_path / "sealed-orders.txt"
    right.write_text(text, encoding="utf-8")
    assert main(["submit", str(right), "--db", str(path)]) == 0
    assert "the hash fits" in " ".join(capsys.readouterr().out.split())
    assert [note.is_fitted for note in Forums(store).sealed("caporetto-1917")] == [True]
    assert main(["submit", str(other), "--db", str(path)]) == 0  # once they have come, corrections go as usual
    store.close()
