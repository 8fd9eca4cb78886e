"""`pbem mail` as a moderator types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.cli.main import main
from tests.post.offices import Room, reply, room


@pytest.fixture
def judge(tmp_path: Path) -> Room:
    made = room(tmp_path, boards=False)
    made.run()
    made.office.store.close()
    return made


def call(judge: Room, *words: str) -> int:
    return main(["mail", *words, "--db", str(judge.folder / "pbem.db")])


def test_run_take_queue_and_log(judge: Room, capsys: pytest.CaptureFixture[str]) -> None:
    mail = judge.folder / "bruno.eml"
    text = judge.mailed.words(judge.mailed.mails[0]["file"]).decode()
    mail.write_bytes(reply(judge.bag.newest("bruno@example.org"), "bruno@example.org", text))
    assert call(judge, "take", str(mail)) == 0
    assert "orders accepted, entry 2" in capsys.readouterr().out
    assert call(judge, "take", str(mail)) == 0
    assert "This mail came before: nothing was done." in capsys.readouterr().out
    assert call(judge, "run") == 0
    assert "0 mail came in; 0 steps were played" in capsys.readouterr().out
    assert call(judge, "log") == 0
    assert "orders accepted, entry 2" in capsys.readouterr().out
    assert call(judge, "queue") == 0
    assert "Nothing waits to be sent." in capsys.readouterr().out


def test_a_letter_can_be_held_dropped_and_sent_again(judge: Room, capsys: pytest.CaptureFixture[str]) -> None:
    (judge.folder / "box" / "new" / "9.test").write_bytes(
        reply(judge.bag.newest("anna@example.org"), "anna@example.org", "status", 9)
    )
    settings = judge.folder / "mail.toml"
    settings.write_text(settings.read_text(encoding="utf-8").replace('"out"', '"mail.toml/no"'), encoding="utf-8")
    assert call(judge, "run") == 0
    capsys.readouterr()
    assert call(judge, "queue", "--json") == 0
    (letter,) = json.loads(capsys.readouterr().out)["letters"]
    assert letter["stage"] == "waiting"
    assert call(judge, "queue", "--hold", letter["id"][:8]) == 0
    assert "held" in capsys.readouterr().out
    assert call(judge, "queue", "--again", letter["id"][:8]) == 0
    assert "waiting" in capsys.readouterr().out
    assert call(judge, "queue", "--drop", letter["id"][:8]) == 0
    assert "Nothing waits to be sent." in capsys.readouterr().out
    assert call(judge, "queue", "--drop", "zzzz") == 2


def test_without_settings_it_says_how_to_make_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mail", "run", "--db", str(tmp_path / "pbem.db")]) == 2
    assert "pbem mail init" in " ".join(capsys.readouterr().err.split())


def test_a_box_that_is_not_there_is_tried_again_later(judge: Room, capsys: pytest.CaptureFixture[str]) -> None:
    settings = judge.folder / "mail.toml"
    settings.write_text(settings.read_text(encoding="utf-8").replace('"box"', '"nowhere"'), encoding="utf-8")
    assert call(judge, "run") == 75
    assert "comes again at the next" in " ".join(capsys.readouterr().err.split())
