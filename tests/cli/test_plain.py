"""The plain way to read a command's words, and typer's way: they mean the same."""

from __future__ import annotations

from functools import wraps
from importlib import import_module
from typing import Any

import pytest

from pbem.cli import main as entry
from pbem.cli.main import COMMANDS
from pbem.cli.plain import read_plainly
from pbem.desk.views.labels import label_of

PLAIN = [
    "check o.txt",
    "check - --json",
    "check o.txt -c isonzo --db x.db",
    "check --db=x.db o.txt",
    "status",
    "status --json --campaign isonzo",
    "moves GE-5",
    "sheet --side CP --format html -o sheet.html",
    "report --turn 1 --step cp-combat",
    "report -f md --out post.md --templates own --side all",
    "board",
    "board --no-delta --crop auto --overlay zoc --overlay reach=GE-5 --max-bytes 200000",
    "board --delta --scale=60 --pause 100 --animate turn --title=",
    "new isonzo --game gwe --player CP=Anna --player AL=Bruno --seed x",
]
NOT_PLAIN = [
    "check", "check --help", "check --jsn a", "check a --db", "check a --db --json", "check -- a",
    "status --json=yes", "report --turn one", "report --turn -1", "report --turn 99999999999", "report -fmd",
    "board --pause 3", "board --max-bytes 2.5", "moves", "sheet extra",
]  # fmt: skip


def typer_says(words: list[str], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What typer hands to the command."""
    name = words[0]
    module = import_module(f"pbem.cli.{COMMANDS[name]}")
    command = getattr(module, name)
    found: dict[str, Any] = {}

    @wraps(command)
    def instead(**values: Any) -> None:
        found.update(values)

    monkeypatch.setattr(module, name, instead)
    assert entry._by_typer(words, [name]) == 0
    return found


@pytest.mark.parametrize("line", PLAIN)
def test_both_ways_read_the_same(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = line.split()
    command = getattr(import_module(f"pbem.cli.{COMMANDS[words[0]]}"), words[0])
    plain = read_plainly(command, words[1:])
    assert plain is not None
    theirs = typer_says(words, monkeypatch)
    unsaid = {name: value for name, value in theirs.items() if name not in plain}
    assert plain == {name: theirs[name] for name in plain}
    assert all(value in (None, [], default_of(command, name)) for name, value in unsaid.items())


def default_of(command: Any, name: str) -> Any:
    from inspect import signature

    return signature(command).parameters[name].default


def test_the_environment_names_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_DB", "elsewhere.db")
    from pbem.cli.campaign import status

    assert read_plainly(status, []) == {"db": "elsewhere.db"}
    assert read_plainly(status, ["--db", "here.db"]) == {"db": "here.db"}
    assert typer_says(["status"], monkeypatch)["db"] == "elsewhere.db"


@pytest.mark.parametrize("line", NOT_PLAIN)
def test_what_is_not_plain_goes_to_typer(line: str) -> None:
    name, *words = line.split()
    assert read_plainly(getattr(import_module(f"pbem.cli.{COMMANDS[name]}"), name), words) is None


def test_a_slip_is_told_as_ever(pbem: Any) -> None:
    said = pbem("status", "--jsn")
    assert said.code == 2
    assert "--jsn" in said.err


def test_a_label_is_made_of_turn_and_step() -> None:
    assert label_of(1, "CP-Combat") == "t1/cp-combat"
    assert label_of(0, "t1/cp-combat") == "t1/cp-combat"
    assert label_of(0, "") == ""
