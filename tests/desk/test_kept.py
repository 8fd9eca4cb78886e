"""Every submission is kept, byte for byte, with time, sender and verdict, whatever it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.receiving import receive
from pbem.desk.replay.verify import verify
from pbem.store.store import Store
from tests.desk.helpers import NAME, NOW, new_store, order_file, run

GOOD = order_file("Red Army", "bid 4  # Grüße\n", step="bid").decode()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "pbem.db")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "the file is empty"),
        (b" \r\n\t\n", "the file is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)), "not a text file"),
        (bytes(10_000_000), "too large"),
        (b"x" * 10_000_000, "too large"),
        (b"just a letter to a friend\n", "does not name the campaign"),
        (b"\xff\xfe\x00", "not a text file"),
        (b"campaign: Field-1\nside: RED\nside: BLUE\nturn: 1\nbid 1\n", "gives `side` twice with different values"),
    ],
    ids=["empty", "blank", "binary", "10 MB of zeros", "10 MB", "letter", "half a character", "two sides"],
)
def test_a_refused_file_is_kept_as_it_came(store: Store, data: bytes, why: str) -> None:
    receipt = receive(store, NAME, data, "somebody", NOW)
    assert not receipt.is_accepted
    assert any(why in problem.why for problem in receipt.problems)
    body = store.entries("field-1")[-1].values()
    assert (body["at"], body["sender"], body["verdict"], body["bytes"]) == (NOW, "somebody", "refused", len(data))
    assert body["problems"] == [problem.as_json() for problem in receipt.problems]
    assert store.submission(body["sha256"]) == data
    assert verify(store).is_good


@pytest.mark.parametrize(
    "data",
    [
        GOOD.encode("utf-8"),
        GOOD.encode("utf-8-sig"),
        GOOD.encode("utf-16"),
        GOOD.encode("utf-16-le"),
        GOOD.encode("utf-16-be"),
        GOOD.encode("latin-1"),
        GOOD.replace("\n", "\r\n").encode(),
        GOOD.replace("\n", "\r").encode(),
        "".join(f"> {line}\n" for line in GOOD.splitlines()).encode(),
        f"Hello,\n\n=== orders ===\n{GOOD}=== end of orders ===\n\n-- \nRosa\n".encode(),
    ],
    ids=["UTF-8", "BOM", "UTF-16", "UTF-16 LE", "UTF-16 BE", "Latin-1", "CRLF", "CR", "quoted", "in a mail"],
)
def test_an_accepted_file_is_kept_as_it_came_and_means_the_same(store: Store, data: bytes) -> None:
    receipt = receive(store, NAME, data, "Rosa", NOW)
    assert receipt.is_accepted, receipt.problems
    assert receipt.canonical == "campaign: Field-1\nside: Red Army\nturn: 1\nstep: bids\nbid:\n  bid 4\n"
    assert store.submission(receipt.sha256) == data
    again = receive(store, NAME, receipt.canonical.encode(), "Rosa", NOW)
    assert (again.canonical, again.digest) == (receipt.canonical, receipt.digest)


def test_a_file_that_is_too_large_to_keep_is_recorded_by_its_hash(store: Store) -> None:
    data = b"x" * (16 * 1024 * 1024 + 1)
    receipt = receive(store, NAME, data, "somebody", NOW)
    assert "the file is too large to be kept; only its hash is recorded" in [p.why for p in receipt.problems]
    body = store.entries("field-1")[-1].values()
    assert (body["is_kept"], body["bytes"]) == (False, len(data))
    assert store.submission(body["sha256"]) is None
    assert verify(store).is_good


@pytest.mark.parametrize("sender", ["", "a\nb\x07", "'; DROP TABLE entry; --", "\udcff", "x" * 5000, "Zoë <z@x>"])
def test_a_strange_sender_does_not_lose_the_file(store: Store, sender: str) -> None:
    receipt = receive(store, NAME, GOOD.encode(), sender, NOW)
    assert receipt.is_accepted
    kept = store.entries("field-1")[-1].values()["sender"]
    assert kept.isprintable()
    assert len(kept) <= 200
    assert verify(store).is_good


def test_hundred_files_are_hundred_entries(store: Store) -> None:
    for number in range(50):
        receive(store, NAME, order_file("RED", f"bid {number}\n", step="bid"), "Rosa", NOW)
        receive(store, NAME, b"nonsense %d" % number, "", NOW)
    kinds = [entry.kind for entry in store.entries("field-1")]
    assert kinds == ["opened"] + ["submitted"] * 100
    receive(store, NAME, order_file("BLUE", "bid 1\n", step="bid"), "Bruno", NOW)
    run(store)
    played = store.entries("field-1")[-1].values()
    assert played["orders"]["RED"]["orders"] == ["bid 49"]
    assert verify(store).is_good
