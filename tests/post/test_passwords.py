"""Passwords: by command, environment or a file of one's own; each refusal says what to do, and shows no secret."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

from pbem.errors import UsageError
from pbem.post.passwords import password_of
from pbem.post.settings import Login, Settings

PYTHON = shlex.quote(sys.executable)  # the one program that every machine with these tests has
NOTHING = rf"the password_command {re.escape(sys.executable)} gave no password \(exit code %d\)"


def settings(folder: Path) -> Settings:
    return Settings(str(folder / "mail.toml"))


def test_each_way_gives_the_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = tmp_path / "secret"
    secret.write_text("1918\n", encoding="utf-8")
    secret.chmod(0o600)
    monkeypatch.setenv("JUDGE_PASSWORD", "1918")
    for login in (
        Login("judge", password_command=f"{PYTHON} -c 'print(1918)'"),
        Login("judge", password_env="JUDGE_PASSWORD"),
        Login("judge", password_file="secret"),
    ):
        assert password_of(settings(tmp_path), login) == "1918"


@pytest.mark.parametrize(
    ("login", "words"),
    [
        (Login("judge", password_env="NO_SUCH_VARIABLE"), "the environment has no NO_SUCH_VARIABLE"),
        (Login("judge", password_file="nowhere"), "there is no file .*nowhere, which password_file names"),
        (Login("judge", password_file="open"), "others on this machine may read .*open.*: chmod 600"),
        (Login("judge", password_command=f"{PYTHON} -c 'raise SystemExit(1)'"), NOTHING % 1),
        (Login("judge", password_command=f"{PYTHON} -c pass"), NOTHING % 0),
        (Login("judge", password_command="/no/such/program"), "could not be run: FileNotFoundError"),
        (Login("judge", password_command="echo very-secret --x 'unclosed"), "has a quote that is not closed"),
    ],
)
def test_each_refusal_says_what_to_do(tmp_path: Path, login: Login, words: str) -> None:
    (tmp_path / "open").write_text("very-secret", encoding="utf-8")
    (tmp_path / "open").chmod(0o644)
    with pytest.raises(UsageError, match=words) as error:
        password_of(settings(tmp_path), login)
    assert "very-secret" not in str(error.value)
