"""A mail is read once: who judges it is handed what was read, and no sheet is made that nobody looks at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.desk.inbox.letters import sent
from pbem.desk.inbox.signatures import Known, read_letter
from pbem.desk.receiving import receive
from pbem.desk.replay.load import load
from pbem.post.boxes.maildir import Maildir
from pbem.post.running import fetch_all
from pbem.post.taking import take
from pbem.post.unpacking import unpacked
from pbem.store import open_store
from tests.post.offices import Room, reply, room

BRUNO = "bruno@example.org"
NAME = "caporetto-1917"
BLOCK = "=== orders ===\ncampaign: caporetto-1917\nside: Allies\nturn: 1\nstep: standing\n{}\n=== end of orders ===\n"
NOTED, BARE = BLOCK.format("# as agreed\nlosses: weakest first"), BLOCK.format("losses: strongest first")


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Room:
    made = room(Path(tmp_path_factory.mktemp("judge")), boards=False)
    made.run()
    return made


@pytest.mark.parametrize(("text", "most"), [(NOTED, 1), (BARE, 0)])
def test_a_mail_costs_one_sheet_and_one_without_notes_none(
    judge: Room, monkeypatch: pytest.MonkeyPatch, text: str, most: int
) -> None:
    """Orders without notes that their sender typed are never an unedited sheet, so there is nothing to compare."""
    made, lines = [], sent._sheet_lines

    def counting(*given: Any) -> list[str]:
        made.append(given)
        return lines(*given)

    loaded, state = judge.office.load(NAME)
    data = reply(judge.bag.newest(BRUNO), BRUNO, text, most)
    with monkeypatch.context() as patched:
        patched.setattr(sent, "_sheet_lines", counting)
        read = read_letter(loaded, state, data)
        kept, known = unpacked(loaded, state, data, read)
        receipt = receive(judge.office.store, NAME, kept, "Bruno", judge.office.now, known)
    assert receipt.is_accepted
    assert len(made) == most
    assert kept != data
    assert read_letter(loaded, state, kept) == read


def test_what_was_read_of_another_file_or_of_an_older_record_is_not_believed(judge: Room) -> None:
    loaded, state = judge.office.load(NAME)
    data, other = NOTED.encode(), BLOCK.format("advance: none").encode()
    read = read_letter(loaded, state, other)
    assert Known(data, state.head, read).of(state, data) == read
    for stale in (Known(other, state.head, read), Known(data, "an older head", read)):
        assert stale.of(state, data) is None
        receipt = receive(judge.office.store, NAME, data, "Bruno", judge.office.now, stale)
        assert "losses: weakest first" in receipt.canonical
        assert "advance" not in receipt.canonical


def test_the_campaign_of_a_mail_is_loaded_once_and_brought_on_by_its_own_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh, loads = room(tmp_path, boards=False), list[str]()
    fresh.run()
    fresh.deliver(reply(fresh.bag.newest(BRUNO), BRUNO, NOTED))

    def counting(store: Any, name: str = "") -> Any:
        loads.append(name)
        return load(store, name)

    for module in ("pbem.post.office", "pbem.desk.receiving"):
        monkeypatch.setattr(f"{module}.load", counting)
    fresh.office.loaded.clear()
    fetch_all(fresh.office, Maildir(str(fresh.folder / "box"), "flag"))
    for letter in fresh.office.letters.unread():
        assert "accepted" in take(fresh.office, letter).why
    assert loads == [NAME]
    assert fresh.office.load(NAME)[1].text() == load(fresh.office.store, NAME)[1].text()
    assert loads == [NAME]


def test_a_record_that_somebody_else_has_written_to_is_read_again(tmp_path: Path) -> None:
    judge = room(tmp_path, boards=False)
    judge.office.load(NAME)
    receive(open_store(str(tmp_path / "pbem.db")), NAME, BARE.encode(), "Bruno", judge.office.now)
    assert judge.office.load(NAME)[1].seq == judge.office.store.head(NAME).seq
