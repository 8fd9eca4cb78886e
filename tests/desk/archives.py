"""What the tests of archives share: a tiny campaign with every kind of entry, its archive, and forged ones."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from pbem.desk.archive.boards import KIT
from pbem.desk.archive.files import MANIFEST
from pbem.desk.archive.make import archive
from pbem.desk.archive.manifest import About, Manifest, listing_of, manifest_of
from pbem.desk.archive.open_archive import open_archive
from pbem.desk.archive.parts import RECORD
from pbem.desk.replay.jsonl import entries_from, record_bytes
from pbem.desk.undoing import undo
from pbem.store.entry import Draft, Entry, Head, chained
from pbem.store.store import Store
from tests.desk.helpers import NAME, NOW, accept, new_store, play_turn, run, send

Files = dict[str, bytes]
SECRET_ORDER = "bid 71"  # of a step that is not played yet


def played_store(folder: Path, name: str = "pbem.db") -> Store:
    """A turn with a refused file, press, questions, an instalment and a step taken back; then a bid that waits."""
    store = new_store(folder / name)
    send(store, "RED", "bid\n", step="bid")
    accept(store, "RED", "press:\nHello.\n")
    play_turn(store, 1)
    undo(store, NAME, "the weather was wrong", "Mo", NOW)
    run(store)
    accept(store, "RED", f"{SECRET_ORDER}\n", turn=2, step="bid")
    return store


def files_in(path: Path) -> Files:
    """All files of an archive, the manifest among them."""
    found = open_archive(str(path))
    files = {name: found.read(name) for name in found.sizes}
    found.close()
    return files


def put(path: Path, files: Mapping[str, bytes]) -> Path:
    """The files as a folder."""
    for name, data in files.items():
        whole = path / name
        whole.parent.mkdir(parents=True, exist_ok=True)
        whole.write_bytes(data)
    return path


def about_in(path: Path) -> About:
    found = open_archive(str(path))
    try:
        return manifest_of(found).about
    finally:
        found.close()


def forged(about: About, files: Mapping[str, bytes]) -> Files:
    """The files with a manifest that fits them: the forger has done his homework."""
    rest = {name: data for name, data in files.items() if name != MANIFEST}
    listings = {name: listing_of(data) for name, data in rest.items()}
    return {**rest, MANIFEST: Manifest(about, listings).data()}


def rechained(files: Mapping[str, bytes], drafts: list[Draft]) -> Files:
    """The files with another record, whose chain of hashes fits."""
    return {**files, RECORD: record_bytes(chained(Head(0, ""), drafts))}


def drafts_in(files: Mapping[str, bytes]) -> list[Draft]:
    return [Draft(entry.kind, entry.values()) for entry in entries_in(files)]


def entries_in(files: Mapping[str, bytes]) -> list[Entry]:
    return entries_from(files[RECORD])


def written(store: Store, path: Path, *, is_whole: bool = False, boards: str = KIT) -> Path:
    """An archive of the tiny campaign; a zip if the name says so."""
    archive(store, NAME, str(path), is_zip=path.suffix == ".zip", is_whole=is_whole, boards=boards)
    return path


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The files as any program would zip them."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return out.getvalue()
