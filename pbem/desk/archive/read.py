"""Reading what an archive says: its files as the manifest lists them, and all that it was made from."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from pbem.desk.archive.boards import KIT, PNG
from pbem.desk.archive.files import Archive
from pbem.desk.archive.make import about_of
from pbem.desk.archive.manifest import Manifest, listing_of
from pbem.desk.archive.parts import RECORD, SECRET, Contents
from pbem.desk.replay.jsonl import entries_from
from pbem.desk.replay.steps import opened_by
from pbem.errors import BadRecord, PbemError
from pbem.store.entry import Entry

MOST_LETTERS = 8_000_000  # of a scenario's data
MOST_LINKS = 100_000  # of a chain
MOST_HEXES = 20_000


def listed_file(archive: Archive, manifest: Manifest, name: str) -> bytes:
    """A file whose bytes are those that the manifest lists."""
    data = archive.read(name)
    if name not in manifest.files or listing_of(data) != manifest.files[name]:
        raise BadRecord(f"{name} is not as the manifest lists it: it was changed")
    return data


def record_of(archive: Archive, manifest: Manifest) -> list[Entry]:
    """The entries of the record, of a campaign with at least its first."""
    entries = entries_from(listed_file(archive, manifest, RECORD))
    check_bounds(entries)
    return entries


def check_bounds(entries: Sequence[Entry]) -> None:
    """A record from a stranger may ask for endless work: more hexes than can be drawn, chains without end."""
    if not entries:
        raise BadRecord("the record is empty")
    try:
        values = entries[0].values()
        letters, links = sum(map(len, values["texts"].values())), values["dice"]["links"]
        hexes = len(opened_by(entries).scenario.map.base) if letters <= MOST_LETTERS else 0
    except PbemError as error:
        raise BadRecord(f"the first entry opens no campaign: {error}") from error
    except Exception as error:  # data of a stranger may trip any reader of a game
        raise BadRecord(f"the first entry opens no campaign: {type(error).__name__} {error}"[:300]) from error
    for what, found, most in (
        ("letters", letters, MOST_LETTERS),
        ("links", links, MOST_LINKS),
        ("hexes", hexes, MOST_HEXES),
    ):
        if type(found) is not int or found > most:
            raise BadRecord(f"the first entry asks for {found} {what}; no campaign has more than {most:,}")


def secrets_of(archive: Archive, manifest: Manifest) -> dict[str, str]:
    """What only the moderator may know; nothing where the archive does not hold it."""
    if SECRET not in manifest.files:
        return {}
    try:
        found = json.loads(listed_file(archive, manifest, SECRET))["secrets"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadRecord(f"{SECRET} cannot be read") from error
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise BadRecord(f"{SECRET} does not hold secrets by name")
    return found


def files_by_hash(archive: Archive, manifest: Manifest) -> Callable[[str], bytes | None]:
    """The bytes of a player's file by their SHA-256, as the manifest lists them."""
    names = {listing.sha256: name for name, listing in manifest.files.items() if name.startswith("orders/")}

    def file_of(sha256: str) -> bytes | None:
        return listed_file(archive, manifest, names[sha256]) if sha256 in names else None

    return file_of


def contents_from(archive: Archive, manifest: Manifest, entries: Sequence[Entry]) -> Contents:
    """What the archive was made from; from this all its files can be made again."""
    campaign = opened_by(entries)
    about = about_of(manifest.about.kind, campaign, entries, manifest.about.scale)
    boards = PNG if "boards/0000-start.png" in manifest.files else KIT
    return Contents(about, campaign, entries, files_by_hash(archive, manifest), secrets_of(archive, manifest), boards)
