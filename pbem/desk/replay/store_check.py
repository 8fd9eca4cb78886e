"""What a store holds beside the record: the name in its list, the secrets, and the files as received for the replay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from pbem.desk.record.kinds import body_of, file_in
from pbem.desk.record.kinds.joined import JOINED, Joined
from pbem.desk.replay.steps import opened_by
from pbem.desk.replay.verdict import Fault, Verdict
from pbem.dice.seal import links_of
from pbem.errors import BadRecord, PbemError
from pbem.store.entry import Entry

if TYPE_CHECKING:
    from pbem.store.entry import Reads

AT_ONCE = 100  # files that are looked at together


def check_beside(store: Reads, entries: Sequence[Entry], verdict: Verdict) -> None:
    """Whether all of it fits the record; what does not is added to the verdict. The files are read in the replay."""
    _check_row(store, entries, verdict)
    check_secrets(lambda party: store.secret(verdict.campaign, party), entries, verdict)


def _check_row(store: Reads, entries: Sequence[Entry], verdict: Verdict) -> None:
    """The list of campaigns calls it as the record does."""
    try:
        name = entries[0].shared()["name"]
    except (ValueError, KeyError, TypeError):
        return
    row = [listed for listed in store.campaigns() if listed.id == verdict.campaign]
    if row and row[0].name != name:
        verdict.faults.append(Fault(1, "", f"the store calls the campaign {row[0].name!r}, the record {name!r}"))


def kept_files(store: Reads, entries: Sequence[Entry]) -> dict[str, bytes]:
    """The files as received that the entries name, by their hash, packed as the store keeps them: few looks for all."""
    hashes = list(dict.fromkeys(_named_files(entries)))
    parts = (hashes[start : start + AT_ONCE] for start in range(0, len(hashes), AT_ONCE))
    return {sha256: packed for part in parts for sha256, packed in store.packed_submissions(part).items()}


def _named_files(entries: Sequence[Entry]) -> Iterator[str]:
    """The hash of each file as received that an entry names; the replay says which entry cannot be read."""
    for entry in entries:
        try:
            body = file_in(entry)
        except BadRecord:
            continue
        if body and body.is_kept:
            yield body.sha256


def check_secrets(secret_of: Callable[[str], str], entries: Sequence[Entry], verdict: Verdict) -> None:
    """The secrets that are at hand, by party, are those that were committed to."""
    try:
        terms = opened_by(entries).terms
        for party, anchor in {**terms.anchors, **_joined(entries)}.items():
            secret = secret_of(party)
            if secret and links_of(verdict.campaign, bytes.fromhex(secret), terms.links, party)[0].hex() != anchor:
                verdict.faults.append(Fault(1, "", "the secret in the store does not fit the commitment"))
    except (PbemError, ValueError, KeyError, TypeError):
        verdict.faults.append(Fault(1, "", "the secret in the store or the commitment cannot be read"))


def _joined(entries: Sequence[Entry]) -> dict[str, str]:
    """The anchors of players who joined later."""
    joined = [body_of(entry) for entry in entries if entry.kind == JOINED.name]
    return {body.side: body.anchor for body in joined if isinstance(body, Joined)}
