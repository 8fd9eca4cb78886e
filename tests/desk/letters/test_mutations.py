"""Mails that somebody or something has mangled: never a traceback, never half an order, never long thought about."""

from __future__ import annotations

import contextlib
import io
import zipfile
import zlib
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.desk.inbox.letters.opening import open_letter
from pbem.errors import Refusal
from tests.desk.letters.desk import Desk, open_desk
from tests.mail.damage import with_file
from tests.mail.make import COUNTS
from tests.mail.texts import OLD, ORDERS, head, lines

FILES = sorted(COUNTS.iterdir())
TIMES = 4  # a mail
ODD = (
    b"\0", b"\xff\xfe", b"=", b"=3D", b"<", b"<!--", b"</div>", b"--=_x1\r\n", b"\r\n\r\n", b">", b"<blockquote>",
    b"Content-Type: x\r\n", b"=== orders ===\r\n", b"&#x110000;", b"\xf0\x9f", b"From: a\r\nSent: b\r\n", b"boundary=",
)  # fmt: skip


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return open_desk(tmp_path_factory.mktemp("letters"))


def mangled(data: bytes, dice: Random) -> bytes:
    """The mail with a few pieces lost, doubled, swapped, or strange ones put in."""
    for _ in range(dice.randint(1, 4)):
        a, b = sorted(dice.randrange(len(data) + 1) for _ in range(2))
        b = min(b, a + 200)
        piece = dice.choice(
            [b"", data[a:b] * 2, data[a:b][::-1], dice.choice(ODD), bytes(dice.randrange(256) for _ in range(5))]
        )
        data = data[:a] + piece + data[b:]
    return data


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_mangled_mail_is_read_or_refused(desk: Desk, path: Path) -> None:
    whole, dice = path.read_bytes(), Random(zlib.crc32(path.name.encode()))
    for _ in range(TIMES):
        judged = desk.read(mangled(whole, dice))
        assert judged.problems or judged.canonical
        assert all(problem.why and (problem.advice or problem.wanted) for problem in judged.problems)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_mail_cut_at_any_byte_is_whole_or_refused(desk: Desk, path: Path) -> None:
    whole, dice = path.read_bytes(), Random(zlib.crc32(path.name.encode()) + 1)
    wanted = (desk.orders(ORDERS), desk.orders(OLD))
    for _ in range(TIMES):
        judged = desk.read(whole[: dice.randrange(len(whole))])
        assert judged.problems or judged.canonical in wanted, judged.canonical


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.binary(max_size=400), st.sampled_from(["text/plain", "text/html; charset=utf-7", "multipart/mixed; boundary=x"])
)
def test_any_bytes_behind_a_header(body: bytes, kind: str) -> None:
    with contextlib.suppress(Refusal):  # anything else would be a fault of ours
        assert open_letter(head("Any", kind).encode() + body).is_mail


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.text(alphabet="<>/=\"'-! abcdivptrs&;#\n", max_size=300))
def test_any_page(text: str) -> None:
    letter = open_letter(f"<html>{text}{lines(ORDERS)}".encode())
    assert letter.is_mail


@pytest.mark.parametrize(
    "data",
    [
        head("Deep", "multipart/mixed; boundary=b0").encode()
        + b"".join(b"--b%d\r\nContent-Type: multipart/mixed; boundary=b%d\r\n\r\n" % (n, n + 1) for n in range(3000)),
        head("Many", "multipart/mixed; boundary=b").encode() + b"\r\n--b\r\n\r\nx" * 50_000,
        head("Long", "text/plain; x=" + ";" * 100_000).encode() + b"x",
        b"Message-ID: x\r\nMIME-Version: 1.0\r\n" + b"X-Y: z\r\n" * 60_000,
    ],
    ids=["parts within parts", "many parts", "a long field", "a long header"],
)
def test_a_mail_that_no_person_sends_is_refused_before_it_is_parsed(data: bytes) -> None:
    with pytest.raises(Refusal, match="too many parts"):
        open_letter(data)


@pytest.mark.parametrize(
    "text", ["<!--" * 40_000, "<a '" * 40_000, "<div>" * 30_000, "&lt" * 40_000, "<table><tr><td>" * 10_000]
)
def test_a_page_that_no_person_writes_is_read_in_one_pass(text: str) -> None:
    assert open_letter(f"<html>{text}".encode()).pages


def test_a_zip_that_is_a_bomb_is_not_unpacked() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("orders.txt", b"=== orders ===\n" + b"0" * 5_000_000)
    letter = open_letter(with_file("here", made.getvalue(), "application/zip", "orders.zip"))
    assert letter.unread == ("orders.zip/orders.txt",)


def test_a_picture_in_the_page_itself_is_passed_over() -> None:
    page = f'<html><img src="data:image/png;base64,{"iVBOR" * 5000}">{lines(ORDERS)}'
    assert open_letter(page.encode()).pages[0].rows[0].text == "=== orders ==="
