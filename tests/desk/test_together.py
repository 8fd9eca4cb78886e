"""Two processes on one campaign: no file is lost, no step is played twice, the record proves itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session

from pbem.desk.receiving import receive
from pbem.desk.replay.verify import verify
from pbem.desk.views.status import status
from pbem.store import open_store, rows
from pbem.store.entry import Conflict, Snapshot
from pbem.store.store import Store
from tests.desk.helpers import NAME, NOW, new_store, order_file, play_on

ROOT = Path(__file__).parents[2]
FILES = 15
HEAD = """
import sys
from tests.desk.helpers import NAME, NOW, adjudicate, open_store, order_file, play_on, receive, tiny
tiny.register()
store = open_store(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
"""
SENDER = """
for number in range(int(sys.argv[3])):
    data = b"campaign: Field-1\\nside: %s\\npress:\\n%s %d\\n" % (sys.argv[2].encode(), sys.argv[2].encode(), number)
    assert receive(store, NAME, data, sys.argv[2], NOW).is_accepted
"""
PLAYER = """
play_on(store)
"""
ADJUDICATOR = """
for number in range(30):
    adjudicate(store, NAME, NOW)
"""


def together(path: Path, *jobs: tuple[str, ...]) -> None:
    """Start the jobs, and let them all go at the same moment."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", HEAD + job, str(path), *words],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for job, *words in jobs
    ]  # fmt: skip
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        _, error = process.communicate(timeout=60)
        assert process.returncode == 0, error


def test_files_that_come_at_once_are_all_kept(tmp_path: Path) -> None:
    path = tmp_path / "pbem.db"
    store = new_store(path, turns="3")
    jobs = [(SENDER, "RED", str(FILES)), (SENDER, "BLUE", str(FILES)), (PLAYER,), (ADJUDICATOR,)]
    together(path, *jobs)
    play_on(store)
    assert status(store).is_over
    entries = store.entries("field-1")
    bodies = [entry.values() for entry in entries if entry.kind == "submitted"]
    said = [body["takes"]["press"] for body in bodies if body["verdict"] == "accepted" and "press" in body["takes"]]
    assert sorted(said) == sorted(f"{side} {number}" for side in ("RED", "BLUE") for number in range(FILES))
    played = [(entry.values()["turn"], entry.values()["step"]) for entry in entries if entry.kind == "played"]
    assert len(played) == len(set(played)) == 18
    assert verify(store).faults == []


def test_two_that_play_the_same_game_play_one_game(tmp_path: Path) -> None:
    path = tmp_path / "pbem.db"
    store = new_store(path, turns="3")
    together(path, (PLAYER,), (PLAYER,))
    assert status(store).is_over
    played = [(e.values()["turn"], e.values()["step"]) for e in store.entries("field-1") if e.kind == "played"]
    assert len(played) == len(set(played)) == 18
    assert verify(store).faults == []


def test_verifying_while_somebody_writes_finds_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Entries and snapshots are read at one moment: what is written behind the first read is not seen by the second."""
    store, other = new_store(tmp_path / "pbem.db"), open_store(str(tmp_path / "pbem.db"))
    real = rows.snapshots_of

    def late(session: Session, campaign: str) -> list[Snapshot]:
        receive(other, NAME, order_file("BLUE", "bid 1\n", step="bid"), "Bruno", NOW)
        return real(session, campaign)

    monkeypatch.setattr(rows, "snapshots_of", late)
    verdict = verify(store)
    assert (verdict.entries, verdict.faults) == (1, [])
    assert len(store.entries("field-1")) == 2


def test_who_is_overtaken_looks_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = new_store(tmp_path / "pbem.db")
    real, overtaken = Store.append, []

    def append(self: Store, campaign: str, seq: int, *rest: Any) -> object:
        if not overtaken:
            overtaken.append(seq)
            receive(store, NAME, order_file("BLUE", "bid 1\n", step="bid"), "Bruno", NOW)
        return real(self, campaign, seq, *rest)

    monkeypatch.setattr(Store, "append", append)
    receipt = receive(store, NAME, order_file("RED", "bid 1\n", step="bid"), "Rosa", NOW)
    assert (overtaken, receipt.seq) == ([1], 3)
    assert [entry.values()["sender"] for entry in store.entries("field-1")[1:]] == ["Bruno", "Rosa"]
    assert verify(store).is_good


def test_who_is_overtaken_again_and_again_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = new_store(tmp_path / "pbem.db")
    tries = []

    def append(*_: object) -> None:
        tries.append(1)
        raise Conflict("somebody else wrote to the campaign")

    monkeypatch.setattr(Store, "append", append)
    with pytest.raises(Conflict, match="somebody else wrote"):
        receive(store, NAME, order_file("RED", "bid 1\n", step="bid"), "Rosa", NOW)
    assert len(tries) == 25
