"""The bar: at a terminal, when it takes long enough; never anywhere else, and never in the way."""

from __future__ import annotations

import io
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.cli import progress
from pbem.cli.progress import Bar, bar, bar_line
from tests.cli.conftest import Pbem


class Terminal(io.StringIO):
    """Standard error with somebody in front of it."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    found = Terminal()
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=found))  # pytest puts its own into the true one
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "PAUSE", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")
    return found


def last_shown(text: str) -> str:
    """What a terminal shows after these letters: each return begins the line anew."""
    line: list[str] = []
    at = 0
    for letter in text:
        if letter == "\r":
            at = 0
        else:
            line[at : at + 1] = [letter]
            at += 1
    return "".join(line).rstrip()


def test_a_bar_grows_and_is_taken_away(terminal: Terminal) -> None:
    with bar("archive") as shown:
        shown(1, 4, "t1/bids")
        assert last_shown(terminal.getvalue()) == "archive [######                  ] 1 of 4  t1/bids"
        shown(4, 4, "x")
        assert last_shown(terminal.getvalue()) == "archive [########################] 4 of 4  x"
    assert last_shown(terminal.getvalue()) == ""


def test_a_bar_of_an_unknown_length_counts(terminal: Terminal) -> None:
    assert bar_line("adjudicate", 3, 0, "t1/weather") == "adjudicate 3  t1/weather"
    with bar("adjudicate") as shown:
        shown(3, 0, "t1/weather")
        assert last_shown(terminal.getvalue()) == "adjudicate 3  t1/weather"


def test_a_long_line_stays_one_line(terminal: Terminal) -> None:
    with bar("verify") as shown:
        shown(1, 2, "x" * 300)
    assert all(len(part) < 60 for part in terminal.getvalue().split("\r"))


def test_a_bar_goes_out_of_the_way(terminal: Terminal) -> None:
    heard: list[str] = []
    with bar("demo") as shown:
        say = shown.under(lambda text: heard.append(last_shown(terminal.getvalue()) + text))
        shown(1, 2, "x")
        say("a line")
    assert heard == ["a line"]


def test_a_bar_is_taken_away_when_the_work_fails(terminal: Terminal) -> None:
    def work(shown: Bar) -> None:
        shown(1, 2, "x")
        assert last_shown(terminal.getvalue())
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"), bar("verify") as shown:
        work(shown)
    assert last_shown(terminal.getvalue()) == ""


def test_quick_work_shows_no_bar(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 1000.0)
    with bar("verify") as shown:
        shown(1, 2, "x")
    assert terminal.getvalue() == ""


def test_no_bar_where_it_could_not_be_seen(monkeypatch: pytest.MonkeyPatch, terminal: Terminal) -> None:
    monkeypatch.setenv("TERM", "dumb")
    with bar("verify") as shown:
        shown(1, 2, "x")
    assert terminal.getvalue() == ""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(terminal, "isatty", lambda: False)
    with bar("verify") as shown:
        shown(1, 2, "x")
    assert terminal.getvalue() == ""


def test_a_terminal_that_is_gone_does_not_stop_the_work(monkeypatch: pytest.MonkeyPatch, terminal: Terminal) -> None:
    def gone(text: str) -> int:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(terminal, "write", gone)
    with bar("verify") as shown:
        shown(1, 2, "x")
        shown(2, 2, "x")


def test_commands_show_one_at_a_terminal_and_none_elsewhere(
    pbem: Pbem, terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.desk.archives import played_store

    played_store(tmp_path).close()
    for words in (("archive", "--out", "a"), ("verify", "a"), ("restore", "a", "--db", "b.db"), ("verify",)):
        terminal.truncate(0)
        assert pbem(*words).code == 0
        assert f"{words[0]} [" in terminal.getvalue()
        assert last_shown(terminal.getvalue().lstrip("\0")) == ""
    monkeypatch.setattr(terminal, "isatty", lambda: False)
    terminal.truncate(0)
    assert pbem("verify", "a").code == 0
    assert terminal.getvalue().strip("\0") == ""
