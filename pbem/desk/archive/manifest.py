"""The manifest of an archive: what it is of, who made it, and every file with its size and hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from pbem import __version__
from pbem.desk.archive.files import LARGEST_FILE, MANIFEST, MOST_FILES, Archive, refused
from pbem.errors import BadRecord
from pbem.kernel.facts import canonical
from pbem.values import NamedTuple, dataclass, field

FORMAT = "pbem-archive/1"
MAKER = f"pbem {__version__}"
FINISHED, PUBLISHED, WHOLE = "finished", "published", "whole"  # how much of the campaign is in it
SCALES = range(30, 201)  # of the boards, in per cent
SCALE = 80  # the whole map with all that is printed on the counters
LARGEST_MANIFEST = 8 * 1024 * 1024

_TEXTS = ("format", "made_by", "kind", "campaign", "name", "game", "scenario", "head", "digest")
_KEYS = sorted([*_TEXTS, "edition", "entries", "steps", "scale", "files"])


class Listing(NamedTuple):
    """A file of the archive: its size and the SHA-256 of its bytes."""

    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class About:
    """What an archive is of."""

    kind: str
    campaign: str
    name: str
    game: str
    edition: int  # of the rules, when it was opened
    scenario: str
    entries: int
    steps: int
    head: str
    scale: int  # of the boards, in per cent
    made_by: str = MAKER


@dataclass(frozen=True, slots=True)
class Manifest:
    """What the archive is of, and its files."""

    about: About
    files: Mapping[str, Listing] = field(default_factory=dict)

    def data(self) -> bytes:
        """The bytes of `manifest.json`; the same archive has the same."""
        about = self.about
        values: dict[str, Any] = {
            "format": FORMAT, "made_by": about.made_by, "kind": about.kind, "campaign": about.campaign,
            "name": about.name, "game": about.game, "edition": about.edition, "scenario": about.scenario,
            "entries": about.entries, "steps": about.steps, "head": about.head, "scale": about.scale,
            "files": {name: listing._asdict() for name, listing in sorted(self.files.items())},
        }  # fmt: skip
        values["digest"] = hashlib.sha256(canonical(values).encode()).hexdigest()
        return (json.dumps(values, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()


def listing_of(data: bytes) -> Listing:
    """The listing of a file."""
    return Listing(len(data), hashlib.sha256(data).hexdigest())


def manifest_of(archive: Archive) -> Manifest:
    """The manifest of an archive, which must be exactly as we write it."""
    if archive.sizes.get(MANIFEST, 0) > LARGEST_MANIFEST:
        wanted = f"at most {LARGEST_MANIFEST:,} bytes"
        raise refused(f"{MANIFEST} is too large", f"{archive.sizes[MANIFEST]:,} bytes", wanted, "")
    data = archive.read(MANIFEST)
    try:
        values = json.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"{MANIFEST} cannot be read: it was changed or cut ({type(error).__name__})") from error
    if isinstance(values, dict) and str(values.get("format")) != FORMAT:
        found = repr(values.get("format"))[:60]
        raise refused("the archive has another format", found, FORMAT, "a newer edition of pbem may read it")
    if not _has_shape(values):
        raise BadRecord(f"{MANIFEST} has not the shape of a manifest: it was changed")
    manifest = _read(values)
    if manifest.data() != data:
        raise BadRecord(f"{MANIFEST} does not fit its own hash: it was changed")
    return manifest


def _has_shape(values: Any) -> bool:
    if not isinstance(values, dict) or sorted(values) != _KEYS or not isinstance(values["files"], dict):
        return False
    texts = all(isinstance(values[key], str) for key in _TEXTS)
    counts = all(type(values[key]) is int and values[key] >= 0 for key in ("edition", "entries", "steps", "scale"))
    kinds = values["kind"] in (FINISHED, PUBLISHED, WHOLE) and values["scale"] in SCALES
    files = len(values["files"]) <= MOST_FILES and all(map(_is_listing, values["files"].values()))
    return texts and counts and kinds and files


def _is_listing(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and sorted(value) == ["bytes", "sha256"]
        and type(value["bytes"]) is int
        and 0 <= value["bytes"] <= LARGEST_FILE
        and isinstance(value["sha256"], str)
    )


def _read(values: Mapping[str, Any]) -> Manifest:
    about = About(
        values["kind"], values["campaign"], values["name"], values["game"], values["edition"], values["scenario"],
        values["entries"], values["steps"], values["head"], values["scale"], values["made_by"],
    )  # fmt: skip
    return Manifest(about, {name: Listing(**listing) for name, listing in values["files"].items()})
