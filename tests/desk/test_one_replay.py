"""Verifying, restoring, taking in a turn file and loading play a record again in one way: none believes more."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem import __version__
from pbem.desk.archive.check import verify_archive
from pbem.desk.archive.restore import restore
from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.import_ import import_turn
from pbem.desk.inbox.signatures import signed_orders
from pbem.desk.receiving import receive
from pbem.desk.record.campaign import sha256
from pbem.desk.record.terms import agreed
from pbem.desk.replay.load import load
from pbem.desk.replay.verify import verify, verify_entries
from pbem.errors import BadRecord, PbemError
from pbem.store import open_store
from pbem.store.entry import Draft, Entry, Head, Listed, chained
from pbem.store.store import Store
from tests.desk.archives import about_in, drafts_in, entries_in, files_in, forged, played_store, put, rechained, written
from tests.desk.beacons import open_with
from tests.desk.forging import Change, altered, change_of, last
from tests.desk.helpers import NAME, NOW, accept, new_store, order_file, run
from tests.desk.two_stores import give, key_of, mail, two_stores

LATER, EARLIER = "2026-11-16T20:00:01Z", "2026-11-16T19:59:59Z"
BOTH = "campaign: Field-1\nside: Red Army\nturn: 1\nstep: bids\nbids:\n  bid 9\n"  # as a canonical text looks


def at(number: int, **values: Any) -> Change:
    """Other values in an entry."""

    def change(drafts: list[Draft]) -> None:
        drafts[number] = Draft(drafts[number].kind, {**drafts[number].body, **values})

    return change


def of_verdict(verdict: str, **values: Any) -> Change:
    """Other values in the first file with this verdict."""

    def change(drafts: list[Draft]) -> None:
        bodies = enumerate(draft.body for draft in drafts)
        at(next(number for number, body in bodies if body.get("verdict") == verdict), **values)(drafts)

    return change


def refused_unjustly(drafts: list[Draft]) -> None:
    """The last bid is made a refused file, with a problem that it does not have."""
    number = last(drafts, "submitted")
    body = {key: value for key, value in drafts[number].body.items() if key not in ("takes", "canonical", "digest")}
    problem = {"family": "illegal", "why": "I do not like it", "found": "", "wanted": "", "rule": "", "advice": ""}
    values = {
        "verdict": "refused",
        "problems": [{**problem, "where": None}],
        "refused_by": f"pbem {__version__}, tiny 1",
    }
    drafts[number] = Draft("submitted", {**body, **values})


FORGERIES: dict[str, tuple[Change, str]] = {
    "another canonical text": (
        of_verdict("accepted", canonical=BOTH, digest=sha256(BOTH)),
        "`canonical` is not what the file as received says",
    ),
    "another digest": (of_verdict("accepted", digest="0" * 64), "`digest` is not what the file as received says"),
    "another header": (
        of_verdict("accepted", header={"side": "BLUE"}),
        "`header` is not what the file as received says",
    ),
    "another side": (of_verdict("accepted", side="BLUE"), "the file as received is one of RED"),
    "a sender who was never written so": (
        of_verdict("accepted", sender="Rosa\n<b>"),
        "pbem never writes a sender's name like this one",
    ),
    "other bytes": (of_verdict("accepted", bytes=3), "`bytes` is recorded as 3"),
    "a file that is not kept": (of_verdict("accepted", is_kept=False), "bytes is not kept"),
    "a file that nobody has": (of_verdict("accepted", sha256="0" * 64), "the file as received is missing"),
    "other problems": (
        of_verdict("refused", problems=[{"why": "bad spelling"}]),
        "`problems` begin with 'bad spelling', the file as received gives",
    ),
    "no problems": (of_verdict("refused", problems=[]), "a file was refused with 0 problems"),
    "an unjust refusal": (refused_unjustly, "nothing is wrong with the file as received: an unjust refusal"),
    "times that run backwards": (at(3, at=EARLIER), "times never run backwards"),
    "a time that is none": (at(3, at=""), "it has no time"),
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return played_store(tmp_path_factory.mktemp("one"))


@pytest.fixture(scope="module")
def archive(store: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(store, tmp_path_factory.mktemp("whole") / "archive", is_whole=True)


def forged_archive(archive: Path, change: Change, path: Path) -> Path:
    """The archive of a forger who has made all hashes anew."""
    files = files_in(archive)
    drafts = drafts_in(files)
    change(drafts)
    made = rechained(files, drafts)
    entries = entries_in(made)
    return put(path, forged(replace(about_in(archive), head=entries[-1].hash, entries=len(entries)), made))


def forged_entries(store: Store, change: Change) -> list[Entry]:
    drafts = [Draft(entry.kind, entry.values()) for entry in store.entries("field-1")]
    change(drafts)
    return chained(Head(0, ""), drafts)


def forged_store(store: Store, change: Change, path: Path) -> Store:
    """A store into which a forger has written his record; snapshots that would give him away he has left out."""
    other = open_store(str(path), create=True)
    hashes = {entry.values().get("sha256", "") for entry in store.entries("field-1")[1:]} - {""}
    files = [data for name in hashes if (data := store.submission(name))]
    listed = Listed("field-1", NAME, NOW)
    other.restore(listed, forged_entries(store, change), [], files, store.secrets("field-1"))
    return other


@pytest.mark.parametrize("name", FORGERIES)
def test_verify_names_it_in_a_store(store: Store, tmp_path: Path, name: str) -> None:
    change, words = FORGERIES[name]
    assert words in " ".join(map(str, verify(forged_store(store, change, tmp_path / "f.db")).faults))


@pytest.mark.parametrize("name", FORGERIES)
def test_verify_names_it_in_an_archive(archive: Path, tmp_path: Path, name: str) -> None:
    change, words = FORGERIES[name]
    verdict = verify_archive(str(forged_archive(archive, change, tmp_path / "f")), is_drawn=False)
    assert verdict.record is not None
    assert words in " ".join(map(str, verdict.record.faults))


@pytest.mark.parametrize("name", FORGERIES)
def test_restore_refuses_it(archive: Path, tmp_path: Path, name: str) -> None:
    change = FORGERIES[name][0]
    path = forged_archive(archive, change, tmp_path / "f")
    other = open_store(str(tmp_path / "other.db"), create=True)
    with pytest.raises(BadRecord) as caught:
        restore(other, str(path))
    assert "nothing was restored" in str(caught.value)
    assert other.campaigns() == []
    faults = verify_archive(str(path), is_drawn=False).record
    assert faults is not None
    assert faults.faults[0].what in str(caught.value)


@pytest.mark.parametrize("name", FORGERIES)
def test_loading_refuses_it(store: Store, tmp_path: Path, name: str) -> None:
    """A store without a snapshot that fits is played again, with the same eyes."""
    change = FORGERIES[name][0]
    with pytest.raises(BadRecord, match="cannot be replayed"):
        load(forged_store(store, change, tmp_path / "f.db"), NAME)


def test_a_signed_campaign_whose_orders_were_altered_is_not_restored(tmp_path: Path) -> None:
    """The keeper puts other orders into a player's signed file, and makes all hashes and the entry fit."""
    rosa, bruno = key_of("Rosa"), key_of("Bruno")
    keys = {"RED": rosa.public, "BLUE": bruno.public}
    store = open_with(tmp_path / "pbem.db", agreed("seed"), NOW, signed=True, keys=keys)
    mine = signed_orders(order_file("RED", "bid 3\n", step="bid"), rosa.secret).encode()
    assert receive(store, NAME, mine, "Rosa", NOW).is_accepted
    files = files_in(whole := written(store, tmp_path / "archive", is_whole=True))
    other = mine.replace(b"bid 3", b"bid 9")
    name = next(name for name, data in files.items() if data == mine)
    body = drafts_in(files)[1].body
    canonical = body["canonical"].replace("bid 3", "bid 9")
    values = {
        "sha256": hashlib.sha256(other).hexdigest(), "canonical": canonical, "digest": sha256(canonical),
        "takes": {**body["takes"], "orders": {"bids": ["bid 9"]}},
    }  # fmt: skip
    drafts = drafts_in(files)
    change_of("submitted", **values)(drafts)
    made = rechained({**files, name: other}, drafts)
    about = replace(about_in(whole), head=entries_in(made)[-1].hash)
    path = put(tmp_path / "forged", forged(about, made))
    with pytest.raises(BadRecord, match="nothing was restored"):
        restore(open_store(str(tmp_path / "other.db"), create=True), str(path))
    found = verify_archive(str(path), is_drawn=False).record
    assert found is not None
    assert "altered after it was signed" in " ".join(map(str, found.faults))


# -- between two stores ---------------------------------------------------------------------------------------

BY_TURNS = {
    name: FORGERIES[name]
    for name in ("another canonical text", "another digest", "another header", "other bytes", "a file that is not kept")
}


def turn_with_orders(folder: Path) -> tuple[str, Store]:
    """A turn file of Red that brings his orders, and the store of Blue that waits for it."""
    red, blue = two_stores(folder)
    give(blue, "BLUE", "bid 2\n", step="bid")
    mail(blue, red)
    give(red, "RED", "bid 3\n", step="bid")
    return export_turn(red, NAME, NOW).text, blue


@pytest.mark.parametrize("name", [*BY_TURNS, "an unjust refusal", "a file that nobody has"])
def test_a_turn_file_with_it_is_not_taken_in(tmp_path: Path, name: str) -> None:
    text, blue = turn_with_orders(tmp_path)
    before = blue.record("field-1")
    change, words = {
        **BY_TURNS,
        "an unjust refusal": (
            refused_unjustly,
            "the record of two stores never holds a refused file",
        ),
        "a file that nobody has": (
            FORGERIES["a file that nobody has"][0],
            "a file as received that did not come along",
        ),
    }[name]
    with pytest.raises(PbemError) as caught:
        import_turn(blue, altered(text, change), NOW)
    assert words in str(caught.value)
    assert blue.record("field-1") == before


def test_a_turn_file_whose_times_run_backwards_is_not_taken_in(tmp_path: Path) -> None:
    text, blue = turn_with_orders(tmp_path)
    with pytest.raises(PbemError, match="times never run backwards"):
        import_turn(blue, altered(text, change_of("submitted", at=EARLIER)), NOW)


# -- what must go on working ----------------------------------------------------------------------------------


def test_a_clock_that_runs_behind_stands_still(tmp_path: Path) -> None:
    """Clocks of two stores differ by minutes: who writes after the other never writes an earlier time."""
    store = new_store(tmp_path / "pbem.db")
    accept(store, "RED", "bid 3\n", step="bid")
    receive(store, NAME, order_file("BLUE", "bid 2\n", step="bid"), "Bruno", EARLIER)
    assert [entry.values()["at"] for entry in store.entries("field-1")] == [NOW, NOW, NOW]
    run(store)
    assert verify(store).is_good


def test_a_just_refusal_stays_one(tmp_path: Path) -> None:
    """Files that are refused for the moment at which they come: read again at that moment, they are refused again."""
    store = new_store(tmp_path / "pbem.db")
    for body in ("bit 3\n", "", "answer Q1: hold\n"):
        assert not receive(store, NAME, order_file("RED", body, step="bid"), "Rosa", NOW).is_accepted
    for data in (b"", b"\xff\xfe", b"hello", b"campaign: other\nside: RED\nbid 3\n"):
        assert not receive(store, NAME, data, "Rosa", NOW).is_accepted
    accept(store, "RED", "bid 3\n", step="bid")
    accept(store, "BLUE", "bid 2\n", step="bid")
    run(store)
    assert not receive(store, NAME, order_file("RED", "bid 4\n", step="bid"), "Rosa", NOW).is_accepted
    verdict = verify(store)
    assert [str(fault) for fault in verdict.faults] == []
    assert verdict.verdict == "replayed"


def test_words_of_another_edition_are_a_doubt_and_no_fault(store: Store, tmp_path: Path) -> None:
    """The program may find better words for a problem: who refused the file is written beside it."""
    change = of_verdict("refused", problems=[{"why": "bad spelling"}], refused_by="pbem 0.0.9, tiny 1")
    verdict = verify(forged_store(store, change, tmp_path / "f.db"))
    assert (verdict.faults, verdict.verdict) == ([], "unchecked")
    assert "a file refused by pbem 0.0.9, tiny 1, judged again by pbem" in verdict.unchecked[0]


def test_no_edition_refuses_a_file_that_is_good(store: Store, tmp_path: Path) -> None:
    def change(drafts: list[Draft]) -> None:
        refused_unjustly(drafts)
        change_of("submitted", refused_by="pbem 0.0.9, tiny 1")(drafts)

    verdict = verify(forged_store(store, change, tmp_path / "f.db"))
    assert "an unjust refusal" in " ".join(map(str, verdict.faults))


def test_the_whole_record_is_looked_at_although_the_replay_stops(store: Store) -> None:
    entries = store.entries("field-1")
    broken = [*entries[:4], entries[4]._replace(kind="nothing"), *entries[5:-1], entries[-1]._replace(hash="0" * 64)]
    faults = [(fault.seq, fault.what) for fault in verify_entries(broken, "field-1").faults]
    assert (len(entries), "its hash does not fit its text") in faults
