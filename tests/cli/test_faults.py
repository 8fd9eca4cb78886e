"""What users can cause: a plain word, the right exit code, never a traceback."""

from __future__ import annotations

import errno
import io
import os
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from pbem.cli.main import COMMANDS, main
from pbem.errors import Diverged, Waiting
from tests.cli.conftest import MOVES, Pbem, write


def test_an_unknown_command_gets_a_near_miss(pbem: Pbem) -> None:
    said = pbem("sumbit", "x")
    assert said.code == 2
    assert "there is no command `sumbit`: did you mean submit?" in said.err
    assert "there are demo, scenarios, new" in " ".join(pbem("frobnicate").err.split())


def test_an_unknown_option_is_wrong_usage(pbem: Pbem) -> None:
    said = pbem("status", "--databse", "x")
    assert said.code == 2
    assert "--databse" in said.err
    assert "`pbem status --help` shows how it is used" in " ".join(said.err.split())
    said = pbem("status", "--databse", "x", "--json")
    assert said.json["exit"] == 2
    assert said.json["error"]["kind"] == "usage"


def test_without_a_command_the_help_is_shown(pbem: Pbem) -> None:
    said = pbem()
    assert said.code == 0
    assert "A campaign in short" in said.out
    assert all(name in said.out for name in COMMANDS)
    assert pbem("--version").out.startswith("pbem ")


def commands() -> list[tuple[str, ...]]:
    """Every command, those inside of a group too."""
    found: list[tuple[str, ...]] = []
    for name, module in COMMANDS.items():
        made = getattr(import_module(f"pbem.cli.{module}"), "try_" if name == "try" else name.replace("-", "_"))
        inside: list[tuple[str, ...]] = [
            (name, one.name or one.callback.__name__) for one in getattr(made, "registered_commands", ())
        ]
        found += inside or [(name,)]
    return found


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_has_a_help_with_an_example(pbem: Pbem, words: tuple[str, ...]) -> None:
    said = pbem(*words, "--help")
    assert said.code == 0
    assert "Example" in said.out
    assert f"  pbem {' '.join(words)}" in said.out
    if len(words) == 1:
        assert "--json" in said.out
        assert [line for line in said.out.splitlines() if len(line) > 80] == []


READERS = [
    ("status",), ("sheet", "--side", "CP"), ("check", "o.txt"), ("submit", "o.txt"), ("adjudicate",), ("report",),
    ("board",), ("history",), ("verify",), ("undo", "--reason", "x"), ("amend", "o.txt", "--reason", "x"),
    ("moves", "GE-5"), ("odds", "attack 1904 with AH-1"), ("try", "o.txt"),
]  # fmt: skip


@pytest.mark.parametrize("words", READERS, ids=lambda words: words[0])
def test_no_store(pbem: Pbem, tmp_path: Path, words: tuple[str, ...]) -> None:
    write(tmp_path, "o.txt", MOVES)
    said = pbem(*words)
    assert said.code == 2
    assert "there is no store at pbem.db: `pbem new` makes one" in " ".join(said.err.split())
    assert not (tmp_path / "pbem.db").exists()
    assert pbem(*words, "--json").json["error"]["kind"] == "usage"


@pytest.mark.parametrize("words", READERS, ids=lambda words: words[0])
def test_not_a_store(pbem: Pbem, tmp_path: Path, words: tuple[str, ...]) -> None:
    write(tmp_path, "o.txt", MOVES)
    write(tmp_path, "pbem.db", "this is a diary and no database\n" * 100)
    said = pbem(*words)
    assert said.code in (1, 2)
    assert "pbem.db" in said.err
    assert (tmp_path / "pbem.db").read_text().startswith("this is a diary")


@pytest.mark.parametrize("words", READERS, ids=lambda words: words[0])
@pytest.mark.parametrize(
    "url", [".", "nothing://x", "postgresql://localhost:1/x", "sqlite:///no/such/folder/x.db", " "]
)
def test_wrong_places(pbem: Pbem, tmp_path: Path, words: tuple[str, ...], url: str) -> None:
    write(tmp_path, "o.txt", MOVES)
    said = pbem(*words, "--db", url)
    assert said.code in (1, 2)
    assert said.err.strip()
    assert "Traceback" not in said.err


@pytest.mark.parametrize("command", ["check", "submit", "try"])
def test_order_files_that_cannot_be_read(pbem: Pbem, fresh: Path, tmp_path: Path, command: str) -> None:
    write(tmp_path, "orders.txt", MOVES)
    assert "did you mean orders.txt?" in " ".join(pbem(command, "order.txt").err.split())
    assert "is a folder" in " ".join(pbem(command, str(tmp_path)).err.split())
    assert "there is no folder nowhere" in " ".join(pbem(command, "nowhere/orders.txt").err.split())
    assert {pbem(command, name).code for name in ("order.txt", str(tmp_path), "nowhere/x")} == {2}


@pytest.mark.parametrize(
    ("number", "told"),
    [(errno.EACCES, "ask for the right to it"), (errno.ENOSPC, "the disk is full"), (errno.EROFS, "read-only")],
)
def test_files_that_cannot_be_written(
    pbem: Pbem, after: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, told: str
) -> None:
    def fail(*_: Any) -> None:
        raise OSError(number, os.strerror(number), "post.txt")

    monkeypatch.setattr("os.replace", fail)
    said = pbem("report", "--out", "post.txt")
    assert said.code == 2
    assert told in " ".join(said.err.split())
    assert [path.name for path in tmp_path.iterdir() if "post" in path.name] == []


@pytest.mark.parametrize("method", ["flush", "write"])
def test_output_that_cannot_be_written(
    pbem: Pbem, fresh: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], method: str
) -> None:
    def fail(*_: Any) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    full = type("Full", (io.StringIO,), {method: fail})()
    monkeypatch.setattr("sys.stdout", full)
    monkeypatch.setattr("pbem.cli.printing._let_go", lambda: None)
    assert main(("status",)) == 2
    assert "the output could not be written: No space left on device" in capsys.readouterr().err


def test_a_store_that_cannot_be_read(pbem: Pbem, fresh: Path) -> None:
    fresh.write_bytes(fresh.read_bytes()[:9000])
    for words in (("status",), ("verify",), ("adjudicate",)):
        said = pbem(*words)
        assert said.code in (1, 2)
        assert said.err.strip()


def test_ctrl_c(pbem: Pbem, fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pbem.desk.adjudicating.adjudicate", stop)
    said = pbem("adjudicate")
    assert said.code == 130
    assert "stopped" in said.err


@pytest.mark.parametrize(
    ("error", "code"), [(Waiting(()), 3), (Diverged(3, "roll a", "roll b"), 1)], ids=["waiting", "diverged"]
)
def test_every_fault_has_its_exit_code(
    pbem: Pbem, fresh: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, code: int
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr("pbem.desk.adjudicating.adjudicate", fail)
    assert pbem("adjudicate").code == code


def test_a_fault_of_the_program_is_not_hidden(pbem: Pbem, fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("pbem.desk.adjudicating.adjudicate", fail)
    with pytest.raises(ZeroDivisionError):
        pbem("adjudicate")
