"""What the record keeps of a mail: nothing of its addresses, and everything that its orders were read from."""

from __future__ import annotations

import base64
import io
import sqlite3
import zipfile
import zlib
from pathlib import Path

import pytest

from pbem.desk.adjudicating import adjudicate
from pbem.desk.archive.make import archive
from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.turn_file import read_turn
from pbem.desk.inbox.letters.keeping import as_kept
from pbem.desk.inbox.letters.masking import masked
from pbem.desk.inbox.on_record import on_record
from pbem.desk.opening import open_campaign
from pbem.desk.outbox.making import messages
from pbem.desk.receiving import receive
from pbem.desk.record.terms import agreed
from pbem.desk.replay.verify import verify
from pbem.desk.views.posts import report
from pbem.report import KINDS
from pbem.store import open_store
from tests.desk.letters.desk import NOW, PLAYERS, Desk, open_desk
from tests.mail.damage import with_file, zipped
from tests.mail.make import COUNTS
from tests.mail.texts import OLD, ORDERS, head, quoted

FILES = sorted(COUNTS.iterdir())
HOME = b"example.org"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return open_desk(tmp_path_factory.mktemp("kept"))


def spelled(data: bytes) -> list[bytes]:
    """Bytes as they are, and every text that is packed in them: what somebody finds who looks closely."""
    found = [data]
    if data[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            found += [one for name in packed.namelist() for one in spelled(packed.read(name))]
    for line in data.split():
        if len(line) > 20:
            try:
                found.append(base64.b64decode(line, validate=True))
            except ValueError:
                continue
    return [*found, *(one.replace(b"\0", b"") for one in found)]


def names_nobody(data: bytes) -> bool:
    return not any(HOME in one or b"otto@" in one for one in spelled(data))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_is_kept_says_the_same_and_names_no_address(desk: Desk, path: Path) -> None:
    kept = on_record(desk.campaign, path.read_bytes())
    assert names_nobody(kept)
    assert desk.orders(kept) == desk.orders(path.read_bytes())
    assert desk.read(kept).line == desk.read(path.read_bytes()).line
    assert on_record(desk.campaign, path.read_bytes()) == kept


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_refusal_can_be_found_again_in_what_is_kept(desk: Desk, path: Path) -> None:
    """Cut, and with an order that nobody can read: the same words at the same line."""
    whole = path.read_bytes()
    for data in (whole.replace(b"move", b"mauve"), whole[: len(whole) * 2 // 3]):
        kept = on_record(desk.campaign, data)
        assert [str(one) for one in desk.read(kept).problems] == [str(one) for one in desk.read(data).problems]
        assert names_nobody(kept)


def rows(path: Path) -> bytes:
    """All that a store holds, but for the table of addresses."""
    found: list[bytes] = []
    with sqlite3.connect(path) as base:
        for (table,) in base.execute("select name from sqlite_master where type = 'table'").fetchall():
            if table == "address":
                continue
            for row in base.execute(f"select * from {table}"):
                for value in row:
                    data = value if isinstance(value, bytes) else str(value).encode()
                    found += [data, _unpacked(data)]
    return b"\n".join(found)


def _unpacked(data: bytes) -> bytes:
    try:
        return zlib.decompress(data)
    except zlib.error:
        return b""


def test_no_byte_of_a_record_or_an_archive_has_an_address(tmp_path: Path) -> None:
    desk = open_desk(tmp_path)
    for path in FILES:
        whole = path.read_bytes()
        for data in (whole, whole.replace(b"move", b"mauve")):
            receive(desk.store, "isonzo", data, "Otto <otto@example.org>", NOW)
    verdicts = [entry.values()["verdict"] for entry in desk.store.entries("isonzo") if entry.kind == "submitted"]
    assert min(map(verdicts.count, ("accepted", "refused"))) > len(FILES) / 2
    assert names_nobody(rows(tmp_path / "pbem.db"))
    assert b"orders" in rows(tmp_path / "pbem.db")
    assert verify(desk.store).is_good
    archive(desk.store, "isonzo", str(tmp_path / "whole"), is_whole=True, scale=30)
    files = [path for path in (tmp_path / "whole").rglob("*") if path.is_file()]
    made = {path.relative_to(tmp_path / "whole").as_posix(): path.read_bytes() for path in files}
    assert sum(name.startswith("orders/") for name in made) > len(FILES)
    assert [name for name, data in made.items() if not names_nobody(data)] == []
    assert all(names_nobody(one.text.encode()) for one in messages(desk.store, boards=False))


def test_no_turn_file_and_no_post_has_an_address(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "two.db"), create=True)
    open_campaign(store, "isonzo", "gwe", "historical", players=PLAYERS, dice=agreed("chain"), me="CP", now=NOW)
    store.set_address("isonzo", "CP", "otto@example.org")
    taken = [receive(store, "isonzo", path.read_bytes(), "Otto <otto@example.org>", NOW) for path in FILES]
    assert sum(receipt.is_accepted for receipt in taken) > len(FILES) / 2
    turn = read_turn(export_turn(store, "isonzo", NOW).text.encode())
    assert len(turn.files) > len(FILES) / 2
    assert all(map(names_nobody, turn.files))
    assert all(names_nobody(str(draft.body).encode()) for draft in turn.drafts)
    for fmt in KINDS:
        assert names_nobody(report(store, "isonzo", "start", fmt=fmt).text.encode())


def test_no_post_of_a_step_has_an_address(tmp_path: Path) -> None:
    """The press of a mail goes into the post of its step."""
    desk = open_desk(tmp_path)
    mail = (head("x") + ORDERS.replace("Rain and fog", "Write to otto@example.org: rain and fog")).encode()
    assert receive(desk.store, "isonzo", mail, "Otto <otto@example.org>", NOW).is_accepted
    adjudicate(desk.store, "isonzo", NOW)
    for fmt in KINDS:
        post = report(desk.store, "isonzo", fmt=fmt).text
        assert "rain and fog" in " ".join(post.split())
        assert names_nobody(post.encode())


AMBIGUOUS = head("x") + f"{ORDERS}\n\n{ORDERS.replace('hold GE-12', 'hold GE-12, GE-117')}"
LATE = head("x") + f"Here.\n\nOn Monday Anna Conrad <anna@example.org> wrote:\n\n{OLD}"
SPELLED = {
    "in an attachment": with_file("see below", ORDERS.encode() + b"anna@example.org", "text/plain", "o.txt"),
    "in a zip": with_file("x", zipped({"o.txt": b"anna@example.org\n" + ORDERS.encode()}), "application/zip", "o.zip"),
    "in the name of a file": with_file("x", ORDERS.encode(), "text/plain", "anna@example.org.txt"),
    "in a mail that is attached": with_file("x", (head("y") + ORDERS).encode(), "application/octet-stream", "a.eml"),
    "in two blocks": AMBIGUOUS.encode(),
    "above old orders": LATE.encode(),
    "in HTML": f"<html><a href='mailto:anna%40example.org'>anna&#64;example.org</a><pre>{ORDERS}</pre>".encode(),
    "in UTF-16": ("anna@example.org\n" + ORDERS).encode("utf-16"),
    "in cp1252": ("an den Brückenkopf: anna@example.org\n" + ORDERS).encode("cp1252", "replace"),
    "in a document": with_file("x", b"%PDF\0 anna@example.org", "application/pdf", "orders.pdf"),
    "in a key": (head("x") + ORDERS + "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n"
                 + base64.b64encode(b"here is anna@example.org").decode() + "\n-----END PGP PUBLIC KEY BLOCK-----\n"
                 ).encode(),
    "in the file of a mail program": b"\xd0\xcf\x11\xe0\0" + b"\xff\x12" * 100 + "anna@example.org".encode("utf-16-le"),
    "in a line of another mail": (head("x") + f"On Monday, anna@example.org\N{NO-BREAK SPACE}wrote:\n{quoted(OLD)}"
                                  + ORDERS).encode(),
}  # fmt: skip


@pytest.mark.parametrize("where", SPELLED)
def test_an_address_is_found_wherever_it_stands(desk: Desk, where: str) -> None:
    kept, data = on_record(desk.campaign, SPELLED[where]), SPELLED[where]
    assert not any(b"anna" in one for one in spelled(kept)), kept
    assert names_nobody(kept)
    first, again = desk.read(data), desk.read(kept)
    assert again.canonical == first.canonical
    assert [masked(str(one)) for one in first.problems] == [str(one) for one in again.problems]


def test_a_file_without_an_address_is_kept_byte_for_byte(desk: Desk) -> None:
    windows = b"\xef\xbb\xbf" + ORDERS.replace("\n", "\r\n").encode()
    for data in (ORDERS.encode(), ORDERS.encode("utf-16"), windows, b"", b" \r\n"):
        assert on_record(desk.campaign, data) == data


def test_a_mail_names_the_player_who_sent_it_and_the_mail_that_it_was(desk: Desk) -> None:
    mail = (head("x") + ORDERS).replace("Otto <otto@example.org>", "otto@example.org").encode()
    kept = on_record(desk.campaign, mail).decode()
    assert "\nFrom: Otto\n" in kept
    assert kept.startswith("X-Kept-Of: sha256 ")
    stranger = on_record(desk.campaign, mail.replace(b"otto@", b"karl@")).decode()
    assert "\nFrom: -\n" in stranger
    assert kept.split("\n")[0] != stranger.split("\n")[0]


def test_a_text_of_a_million_letters_is_gone_through_once() -> None:
    armour = "-----BEGIN PGP SIGNATURE-----" * 9000
    for text in ("a" * 900_000, "a." * 400_000, "a@" * 400_000, "a.b@" * 200_000, armour):
        assert as_kept(text.encode(), lambda _: "") == masked(text).encode()


def test_an_address_in_the_press_is_left_out_with_a_word(tmp_path: Path) -> None:
    desk = open_desk(tmp_path)
    data = ORDERS.replace("Rain and fog", "Write to otto@example.org: rain and fog").encode()
    receipt = receive(desk.store, "isonzo", data, "Otto", NOW)
    assert "Write to address@removed: rain" in receipt.canonical
    assert "your press had a mail address, which the record does not keep: it reads `address@removed`" in (
        receipt.warnings
    )
    assert names_nobody(rows(tmp_path / "pbem.db"))
