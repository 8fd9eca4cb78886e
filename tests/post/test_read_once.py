"""A mail is read once: who judges it is handed what was read, and no sheet is made that nobody looks at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.desk.inbox.letters import sent
from pbem.desk.inbox.signatures import Known, read_letter
from pbem.desk.receiving import receive
from pbem.post.unpacking import unpacked
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
