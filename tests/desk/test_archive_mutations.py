"""Single bytes of every part of an archive and of a store, changed at random: all that alters meaning is noticed."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Mapping
from pathlib import Path

import pytest

from pbem.desk.archive import compare as archive_comparing
from pbem.desk.archive.check import ArchiveVerdict, check_files, verify_opened
from pbem.desk.archive.compare import compare_files, compare_parts
from pbem.desk.archive.files import MANIFEST, Archive
from pbem.desk.archive.manifest import manifest_of
from pbem.desk.archive.open_archive import open_archive
from pbem.desk.archive.parts import RECORD, parts_of
from pbem.desk.archive.read import contents_from, record_of
from pbem.desk.replay.progress import silent
from pbem.desk.replay.verify import verify
from pbem.errors import BadRecord, PbemError, Refusal
from pbem.store import open_store
from pbem.store.store import Store
from tests.desk.archives import Files, about_in, files_in, forged, played_store, written
from tests.desk.helpers import NAME
from tests.mutations import changed

MADE = ("README", "posts/", "boards/", "orders/", "charts/", "timeline", "verify_dice", "index", "book")
PARTS = (*MADE, RECORD, MANIFEST)
EACH = 45  # changes of every part
CONTAINER, ROWS, FORGED = 360, 100, 200


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store, its archive as a folder and as a zip."""
    folder = tmp_path_factory.mktemp("mutations")
    store = played_store(folder)
    written(store, folder / "archive")
    written(store, folder / "archive.zip")
    store.close()
    return folder


@pytest.fixture(scope="module")
def files(place: Path) -> Files:
    return files_in(place / "archive")


def as_archive(files: Mapping[str, bytes]) -> Archive:
    """The files as an archive that lies nowhere."""
    return Archive("nowhere", {n: len(data) for n, data in sorted(files.items())}, files.__getitem__, lambda: None)


def one_changed(files: Files, part: str, chance: random.Random) -> tuple[str, Files]:
    """A file of a part, with another byte."""
    name = chance.choice([name for name in files if name.startswith(part)])
    data = changed(files[name], chance)
    while data == files[name]:
        data = changed(files[name], chance)
    return name, {**files, name: data}


def is_noticed(archive: Archive) -> bool:
    """Whether the manifest, or the files against it, show that something is wrong."""
    verdict = ArchiveVerdict(archive.path)
    try:
        check_files(archive, manifest_of(archive), verdict)
    except PbemError:
        return True
    return bool(verdict.faults)


def test_the_archive_itself_is_good(files: Files) -> None:
    verdict = verify_opened(as_archive(files))
    assert verdict.is_good, verdict.faults
    assert not is_noticed(as_archive(files))


@pytest.mark.parametrize("part", PARTS)
def test_no_change_of_a_file_goes_unnoticed(files: Files, part: str) -> None:
    chance = random.Random(f"mutations of {part}")
    for number in range(EACH):
        name, other = one_changed(files, part, chance)
        if part in (RECORD, MANIFEST) or number == 0:
            assert not verify_opened(as_archive(other)).is_good, name
        else:
            assert is_noticed(as_archive(other)), name


def test_files_that_are_gone_or_too_many_are_noticed(files: Files) -> None:
    for name in files:
        assert is_noticed(as_archive({key: data for key, data in files.items() if key != name})), name
    assert is_noticed(as_archive({**files, "posts/0099-t9-bids.txt": b"never happened"}))


# -- forgers who mend the manifest ------------------------------------------------------------------------------


def test_a_record_with_another_byte_is_noticed_whatever_the_manifest_says(place: Path, files: Files) -> None:
    chance, about = random.Random("forged records"), about_in(place / "archive")
    for _ in range(FORGED):
        _, other = one_changed(files, RECORD, chance)
        verdict = verify_opened(as_archive(forged(about, other)))
        assert not verdict.is_good
        assert any(fault.file == RECORD for fault in verdict.faults) or (verdict.record and verdict.record.faults)


def test_other_files_with_another_byte_do_not_fit_the_record(
    place: Path, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the record gives is made once; each forged archive is compared with it."""
    chance, about = random.Random("forged files"), about_in(place / "archive")
    archive = as_archive(files)
    manifest = manifest_of(archive)
    contents = contents_from(archive, manifest, record_of(archive, manifest))
    given = list(parts_of(contents, silent))
    monkeypatch.setattr(archive_comparing, "parts_of", lambda *_: given)
    assert compare_parts(archive, contents, manifest, True, silent) == ([], [])
    for number in range(FORGED):
        name, other = one_changed(files, MADE[number % len(MADE)], chance)
        listed = manifest_of(as_archive(forged(about, other)))
        found, notes = compare_parts(archive, contents, listed, True, silent)
        assert [fault.file for fault in found] == [name]
        assert notes == []
        is_order = name.startswith("orders/") and name.endswith(".txt")
        assert [fault.file for fault in compare_files(contents, listed)] == ([name] if is_order else [])


@pytest.mark.parametrize("part", ["README", "posts/", "orders/", "timeline", "index", "book"])
def test_also_when_everything_is_done_anew(place: Path, files: Files, part: str) -> None:
    name, other = one_changed(files, part, random.Random(f"anew {part}"))
    verdict = verify_opened(as_archive(forged(about_in(place / "archive"), other)), is_drawn=False)
    assert name in [fault.file for fault in verdict.faults]


# -- the zip ----------------------------------------------------------------------------------------------------


def test_no_change_of_the_zip_alters_what_is_read_unnoticed(place: Path, files: Files) -> None:
    chance, data = random.Random("containers"), (place / "archive.zip").read_bytes()
    path, harmless = place / "changed.zip", 0
    for _ in range(CONTAINER):
        path.write_bytes(changed(data, chance))
        try:
            archive = open_archive(str(path))
        except Refusal:
            continue
        if not is_noticed(archive):
            assert {name: archive.read(name) for name in archive.sizes} == files
            harmless += 1  # a date, a version, the rights of a file
        archive.close()
    assert harmless < CONTAINER // 4


def test_every_byte_around_the_files_is_read_with_care(place: Path, files: Files) -> None:
    """The heads and the directory, byte by byte: refused, noticed, or without any meaning."""
    data = (place / "archive.zip").read_bytes()
    first, directory = range(60), range(data.find(b"PK\1\2"), data.find(b"PK\1\2") + 90)
    path = place / "changed.zip"
    for at in (*first, *directory, *range(len(data) - 22, len(data))):
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :])
        try:
            archive = open_archive(str(path))
        except Refusal:
            continue
        assert is_noticed(archive) or {name: archive.read(name) for name in archive.sizes} == files, at
        archive.close()


# -- the store --------------------------------------------------------------------------------------------------

CELLS = {
    "entry": ("body", "hash", "prev", "kind", "seq"), "snapshot": ("state",), "submission": ("packed", "sha256"),
    "secret": ("value",), "campaign": ("name",),
}  # fmt: skip


def test_no_change_of_a_row_of_the_store_goes_unnoticed(place: Path, tmp_path: Path) -> None:
    path, chance = tmp_path / "pbem.db", random.Random("rows")
    shutil.copy(place / "pbem.db", path)
    store = open_store(str(path))
    raw = without_triggers(path)
    before = sent_files(store)
    cells = [(table, column) for table, columns in CELLS.items() for column in columns]
    for number in range(ROWS):
        table, column = cells[number % len(cells)]
        row, old = chance.choice(raw.execute(f"SELECT rowid, {column} FROM {table} WHERE {column} != ''").fetchall())
        new = other_value(old, chance)
        raw.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (new, row))
        # Packed bytes may have another form and unpack to the same file; that is no change of meaning.
        is_same = column == "packed" and sent_files(store) == before
        assert is_same or not verify(store, NAME).is_good, (table, column, old, new)
        raw.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (old, row))
    assert verify(store, NAME).is_good


def without_triggers(path: Path) -> sqlite3.Connection:
    """The store as somebody sees it who has other tools."""
    raw = sqlite3.connect(path, isolation_level=None)
    for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        raw.execute(f"DROP TRIGGER {name}")
    return raw


def other_value(old: str | bytes | int, chance: random.Random) -> str | bytes | int:
    """Another value of the same kind; capital hex digits are no other value."""
    if isinstance(old, int):
        return old + 1000
    if isinstance(old, bytes):
        return changed(old, chance)
    new = old
    while new.lower() == old.lower():
        new = changed(old.encode(), chance).decode("utf-8", "replace")
    return new


def sent_files(store: Store) -> list[bytes | str | None]:
    """The files as received, or that one cannot be read."""
    bodies = [entry.values() for entry in store.entries("field-1") if entry.kind == "submitted"]
    try:
        return [store.submission(body["sha256"]) for body in bodies]
    except BadRecord:
        return ["damaged"]
