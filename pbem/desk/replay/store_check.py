"""What a store holds beside the record: the name in its list, the files as received, the secrets."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.desk.record.kinds import body_of, file_in
from pbem.desk.record.kinds.joined import JOINED, Joined
from pbem.desk.replay.steps import opened_by
from pbem.desk.replay.verdict import Fault, Verdict
from pbem.dice.seal import links_of
from pbem.errors import BadRecord, PbemError
from pbem.store.entry import Entry, unpacked

if TYPE_CHECKING:
    from pbem.store.store import Store

AT_ONCE = 100  # files that are looked at together


def check_beside(store: Store, entries: Sequence[Entry], files: Mapping[str, bytes], verdict: Verdict) -> None:
    """Whether all of it fits the record; what does not is added to the verdict."""
    _check_row(store, entries, verdict)
    _check_submissions(files, entries, verdict)
    check_secrets(lambda party: store.secret(verdict.campaign, party), entries, verdict)


def _check_row(store: Store, entries: Sequence[Entry], verdict: Verdict) -> None:
    """The list of campaigns calls it as the record does."""
    try:
        name = entries[0].values()["name"]
    except (ValueError, KeyError, TypeError):
        return
    row = [listed for listed in store.campaigns() if listed.id == verdict.campaign]
    if row and row[0].name != name:
        verdict.faults.append(Fault(1, "", f"the store calls the campaign {row[0].name!r}, the record {name!r}"))


def kept_files(store: Store, entries: Sequence[Entry]) -> dict[str, bytes]:
    """The files as received that the entries name, by their hash, packed as the store keeps them: few looks for all."""
    hashes = list(dict.fromkeys(sha256 for _, sha256 in _named_files(entries, [])))
    parts = (hashes[start : start + AT_ONCE] for start in range(0, len(hashes), AT_ONCE))
    return {sha256: packed for part in parts for sha256, packed in store.packed_submissions(part).items()}


def _named_files(entries: Sequence[Entry], faults: list[Fault]) -> list[tuple[int, str]]:
    """Each entry that names a file as received, with its hash."""
    named: list[tuple[int, str]] = []
    for entry in entries:
        try:
            body = file_in(entry)
            named += [(entry.seq, body.sha256)] if body and body.is_kept else []
        except BadRecord as error:
            faults.append(Fault(entry.seq, "", f"the file as received cannot be found: {error}"))
    return named


def _check_submissions(files: Mapping[str, bytes], entries: Sequence[Entry], verdict: Verdict) -> None:
    """The files as received are still there, byte for byte."""
    for seq, sha256 in _named_files(entries, verdict.faults):
        what = _fault_of_file(sha256, files.get(sha256))
        if what:
            verdict.faults.append(Fault(seq, "", what))


def _fault_of_file(sha256: str, packed: bytes | None) -> str:
    if packed is None:
        return "the file as received is missing from the store"
    try:
        data = unpacked(sha256, packed)
    except BadRecord as error:
        return f"the file as received cannot be read: {error}"
    return "" if hashlib.sha256(data).hexdigest() == sha256 else "the file as received does not fit its hash"


def check_secrets(secret_of: Callable[[str], str], entries: Sequence[Entry], verdict: Verdict) -> None:
    """The secrets that are at hand, by party, are those that were committed to."""
    try:
        links = opened_by(entries).terms.links
        for party, anchor in _anchors(entries).items():
            secret = secret_of(party)
            if secret and links_of(verdict.campaign, bytes.fromhex(secret), links, party)[0].hex() != anchor:
                verdict.faults.append(Fault(1, "", "the secret in the store does not fit the commitment"))
    except (PbemError, ValueError, KeyError, TypeError):
        verdict.faults.append(Fault(1, "", "the secret in the store or the commitment cannot be read"))


def _anchors(entries: Sequence[Entry]) -> dict[str, str]:
    joined = [body_of(entry) for entry in entries if entry.kind == JOINED.name]
    found = {body.side: body.anchor for body in joined if isinstance(body, Joined)}
    return {**opened_by(entries).terms.anchors, **found}
