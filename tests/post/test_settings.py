"""`mail.toml`: every slip is named with its place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbem.errors import UsageError
from pbem.post.passwords import password_of
from pbem.post.settings import Login, Mode, read_settings
from pbem.post.writing import Answers, write_settings


def read(folder: Path, text: str) -> object:
    (folder / "mail.toml").write_text(text, encoding="utf-8")
    return read_settings(str(folder / "mail.toml"))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('[box]\nimpa = "x"\n', "[box] impa: no such setting: did you mean imap?"),
        ('[box]\nimap = "x"\nmaildir = "y"\n', "the box is imap already"),
        ('[box]\nafter = "burn"\n', "found 'burn', wanted flag, move:FOLDER or delete"),
        ('[send]\nfrom = "nobody"\n', "wanted an address such as"),
        ("[send]\nper_hour = 0\n", "found 0, wanted 1 to 10000"),
        ("[send]\nplus = 1\n", "found 1, wanted true or false"),
        ('[campaign.isonzo]\nmode = "auto"\n', "[campaign.isonzo] mode: found 'auto', wanted automatic or approve"),
        ('[campaign.isonzo]\nremind = ["2 days"]\n', "found '2 days', wanted hours or days"),
        ('[campaign.isonzo]\ndigest = "25:00 Europe/Rome"\n', "wanted an hour and a time zone"),
        ('[campaign.isonzo]\ndigest = "18:00 Middle/Earth"\n', "wanted an hour and a time zone"),
        ('[judge]\nmoderator = "nobody"\n', "[judge] moderator"),
        ("[bxo]\n", "bxo: no such setting: did you mean box?"),
    ],
)
def test_a_slip_is_named(tmp_path: Path, text: str, wanted: str) -> None:
    with pytest.raises(UsageError) as error:
        read(tmp_path, text)
    assert wanted in str(error.value)
    assert "mail.toml" in str(error.value)


def test_a_missing_file_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="pbem mail init"):
        read_settings(str(tmp_path / "mail.toml"))


def test_what_init_writes_is_read_again_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = str(tmp_path / "mail.toml")
    said = Answers("imap", "imap.example.org", "judge@example.org", "pass show judge", "smtp", "smtp.example.org:587",
                   "judge@example.org", True, "mo@example.org", "mx.example.org")  # fmt: skip
    write_settings(path, said)
    found = read_settings(path)
    assert (found.box.place, found.send.place, found.send.plus) == ("imap.example.org", "smtp.example.org:587", True)
    assert found.of("isonzo").mode is Mode.AUTOMATIC
    assert os.stat(path).st_mode & 0o777 == 0o600
    with pytest.raises(UsageError, match="exists already"):
        write_settings(path, said)


def test_passwords_come_from_a_command_the_environment_or_a_private_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mail.toml").write_text("", encoding="utf-8")
    settings = read_settings(str(tmp_path / "mail.toml"))
    secret = tmp_path / "password"
    secret.write_text("hush\n", encoding="utf-8")
    secret.chmod(0o600)
    monkeypatch.setenv("JUDGE_PASSWORD", "hush")
    assert password_of(settings, Login(password_file="password")) == "hush"
    assert password_of(settings, Login(password_env="JUDGE_PASSWORD")) == "hush"
    assert password_of(settings, Login(password_command=f"cat {secret}")) == "hush"
    secret.chmod(0o644)
    with pytest.raises(UsageError, match="chmod 600"):
        password_of(settings, Login(password_file="password"))
    with pytest.raises(UsageError) as error:
        password_of(settings, Login(password_command=f"false {secret}"))
    assert "gave no password" in str(error.value)
