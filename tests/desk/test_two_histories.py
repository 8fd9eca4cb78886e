"""Nobody can show two histories: every order block names the record that its writer was shown, and mails are compared.

The cheat keeps two stores of one campaign. In the second he has played a step otherwise; Anna is shown the first, Bruno
the second.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.cli.main import main
from pbem.desk.archive.make import archive
from pbem.desk.inbox.receipts import Receipt
from pbem.desk.receiving import receive
from pbem.desk.record.heads import DIGITS, heads_in
from pbem.desk.replay.verify import verify
from pbem.desk.views.pages import receipt_page, sheet
from pbem.desk.views.posts import report
from pbem.desk.views.status import status
from pbem.store.store import Store
from tests.desk.helpers import NAME, NOW, accept, bid, new_store, run


def filled(text: str, orders: str) -> bytes:
    """A sheet as the player sends it back: its block, with orders in place of the notes."""
    lines = text[text.index("=== orders ===") :].splitlines()
    kept = [line for line in lines if not line.startswith("#") and line != "done"]
    at = kept.index("=== end of orders ===")
    return "\n".join([*kept[:at], orders, *kept[at:]]).encode()


def record_line(text: str) -> str:
    return next(line for line in text.splitlines() if line.startswith("record: "))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Both have bid: Red is to move."""
    store = new_store(tmp_path / "one.db")
    bid(store)
    return store


@pytest.fixture
def other(tmp_path: Path) -> Store:
    """The same campaign with another bid of Blue."""
    store = new_store(tmp_path / "two.db")
    accept(store, "RED", "bid 3\n", step="bid")
    accept(store, "BLUE", "bid 1\n", step="bid")
    run(store)
    return store


def send(store: Store, data: bytes) -> Receipt:
    return receive(store, NAME, data, "", NOW)


# -- what names the record ------------------------------------------------------------------------------------


def test_sheet_post_and_receipt_name_the_record(store: Store) -> None:
    last = store.entries("field-1")[-1]
    line = f"record: {last.seq} {last.hash[:DIGITS]}"
    assert record_line(sheet(store, NAME, "RED").text) == line
    assert line in report(store, NAME).text
    receipt = accept(store, "RED", "go R1 0102\n", step="move")
    assert heads_in(receipt_page(receipt, {}).text) == [(receipt.seq, receipt.head[:DIGITS])]
    # Files that came in meanwhile are nobody's to count: the sheet names what everybody was told.
    assert record_line(sheet(store, NAME, "RED").text) == line


def test_a_file_that_brings_it_back_is_the_sides_acknowledgment(store: Store) -> None:
    receipt = send(store, filled(sheet(store, NAME, "RED").text, "go R1 0102"))
    assert receipt.is_accepted
    assert receipt.warnings == ()
    entry = store.entries("field-1")[-1].values()
    assert entry["header"]["record"].split()[0] == "5"
    assert status(store, NAME).parted == ()
    verdict = verify(store, NAME)
    assert (verdict.is_good, verdict.parted, verdict.verdict) == (True, [], "replayed")


@pytest.mark.parametrize("line", ["", "record: 5 see above\n"])
def test_who_leaves_it_out_or_spoils_it_is_served_all_the_same(store: Store, line: str) -> None:
    send(store, filled(sheet(store, NAME, "RED").text, "go R1 0102"))
    text = sheet(store, NAME, "RED").text
    receipt = send(store, filled(text.replace(record_line(text) + "\n", line), "go R1 0201"))
    assert receipt.is_accepted
    assert [word for word in receipt.warnings if "record:" in word] == [
        "the header has no `record:` line: nobody can see from this file which record you were shown. It counts all "
        "the same" if not line else
        "`record: 5 see above` cannot be read and says nothing: leave that line as the sheet has it"
    ]  # fmt: skip
    assert verify(store, NAME).verdict == "replayed"


@pytest.mark.parametrize("is_legal", [True, False])
def test_a_file_for_an_older_position_is_told_so(store: Store, is_legal: bool) -> None:
    orders = "go B1 0301" if is_legal else "go B1 nowhere"
    counts = "It counts all the same; if you would write otherwise now, send another. " if is_legal else ""
    before = sheet(store, NAME, "BLUE").text
    accept(store, "RED", "go R1 0102\n", step="move")
    run(store)
    receipt = send(store, filled(before, orders))
    assert receipt.is_accepted is is_legal, receipt.problems
    assert (
        "this file was made for an older position: its `record:` line names entry 5, and since then everybody has been "
        f"told of entry 8. {counts}Write on the position of the judge's last mail"
    ) in receipt.warnings
    again = send(store, filled(sheet(store, NAME, "BLUE").text, orders))
    assert not [words for words in again.warnings if "older" in words]
    assert verify(store, NAME).parted == []


# -- the attack -----------------------------------------------------------------------------------------------


def test_orders_for_another_history_are_found_at_once(store: Store, other: Store) -> None:
    receipt = send(store, filled(sheet(other, NAME, "RED").text, "go R1 0102"))
    assert receipt.is_accepted
    assert any("you were shown another record than this one: its entry 5 is not" in word for word in receipt.warnings)
    words = "Red Army (file of entry 6) saw another record: the hash of entry 5 there begins with "
    (told,) = status(store, NAME).parted
    assert told.startswith(words)
    assert told.endswith("The two part from the start, at entry 5 at the latest")
    verdict = verify(store, NAME)
    assert (verdict.verdict, verdict.is_good, verdict.parted) == ("parted", True, [told])


def test_the_place_where_they_part_lies_behind_what_the_side_has_seen_as_it_is(store: Store, other: Store) -> None:
    early = new_store(Path(store.url.removeprefix("sqlite:///")).with_name("early.db"))
    first = sheet(early, NAME, "RED").text
    assert send(early, filled(first, "bid 3")).is_accepted
    accept(early, "BLUE", "bid 2\n", step="bid")
    run(early)
    send(early, filled(sheet(other, NAME, "RED").text, "go R1 0102"))
    (told,) = verify(early, NAME).parted
    assert told.endswith("The two part after entry 1, at entry 5 at the latest")


def test_a_record_shorter_than_what_a_side_has_seen_is_found(store: Store, other: Store) -> None:
    accept(other, "RED", "go R1 0102\n", step="move")
    run(other)
    send(store, filled(sheet(other, NAME, "RED").text.replace("red-fight", "red-move"), "go R1 0102"))
    assert any("this record has no such entry" in word for word in verify(store, NAME).parted)


def test_two_mails_laid_side_by_side_show_it_without_any_store(
    store: Store, other: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What Anna and Bruno got of the same step."""
    anna, bruno = tmp_path / "anna.txt", tmp_path / "bruno.eml"
    anna.write_text(report(store, NAME).text)
    bruno.write_text(
        "From: judge@example.org\nTo: bruno@example.org\nSubject: turn 1\nMIME-Version: 1.0\n"
        f"Content-Type: text/plain; charset=utf-8\n\n{report(other, NAME).text}"
    )
    assert main(["verify", str(anna), "--known", str(bruno)]) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert "Two histories" in told
    assert "two histories were shown: entry 5 of the record is" in told
    bruno.write_text(report(store, NAME).text)
    assert main(["verify", str(anna), "--known", str(bruno)]) != 1


def test_mails_beside_the_record_show_which_of_them_it_is(
    store: Store, other: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    anna, bruno = tmp_path / "anna.txt", tmp_path / "bruno.txt"
    anna.write_text(sheet(store, NAME, "RED").text)
    bruno.write_text(sheet(other, NAME, "BLUE").text)
    db = store.url.removeprefix("sqlite:///")
    assert main(["verify", "--known", str(anna), "--db", db]) == 0
    assert main(["verify", "--known", str(anna), "--known", str(bruno), "--db", db]) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert "bruno.txt was written for another record: entry 5 is" in told
    assert "anna.txt was written" not in told
    archive(store, NAME, str(tmp_path / "out"))
    assert main(["verify", str(tmp_path / "out"), "--quick", "--known", str(anna)]) == 0
    assert main(["verify", str(tmp_path / "out"), "--quick", "--known", str(bruno)]) == 1


def test_a_file_that_names_no_record_is_said_to_be_of_no_use(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "hello.txt").write_text("Dear all, see you on Friday.")
    db = store.url.removeprefix("sqlite:///")
    assert main(["verify", "--known", str(tmp_path / "hello.txt"), "--db", db]) == 2
    assert "it names no record" in " ".join(capsys.readouterr().err.split())
