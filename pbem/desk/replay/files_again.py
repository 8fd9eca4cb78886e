"""Reading the files of a record again: an entry says what its file says, and a refusal is one that it deserves."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

from pbem.desk.inbox.arrival import SentBefore, check_arrival
from pbem.desk.inbox.judged import Judged
from pbem.desk.inbox.receipts import look_at
from pbem.desk.inbox.signatures import can_verify, check_file
from pbem.desk.inbox.submission import judge
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.editions import is_older, release_of
from pbem.desk.record.kinds.kind import Received
from pbem.desk.record.kinds.submitted import Submitted
from pbem.errors import PbemError
from pbem.kernel.facts import canonical
from pbem.store.entry import LARGEST_BLOB
from pbem.values import NamedTuple

FileOf = Callable[[str], bytes | None]  # a file as received, by its hash; a damaged one is a `BadRecord`


class Again(NamedTuple):
    """What a second reading needs beside the entry."""

    campaign: Campaign
    file_of: FileOf
    sent_before: SentBefore
    doubts: dict[str, None]  # what another version of the program has judged, and nobody can judge again here


def check_received(again: Again, received: Received) -> Iterator[str]:
    """A file, read again as the campaign stood when it came."""
    body = received.body
    if body.is_kept != (body.bytes <= LARGEST_BLOB):
        yield f"a file of {body.bytes:,} bytes is {'kept' if body.is_kept else 'not kept'}"
    if not body.is_kept:
        return
    try:
        data = again.file_of(body.sha256)
    except PbemError as error:
        yield f"the file as received cannot be read: {error}"
        return
    if data is None:
        yield "the file as received is missing"
    elif hashlib.sha256(data).hexdigest() != body.sha256:
        yield "the file as received does not match its hash"
    else:
        yield from _check_bytes(again, received, data)


def _check_bytes(again: Again, received: Received, data: bytes) -> Iterator[str]:
    body, campaign = received.body, again.campaign
    if len(data) != body.bytes:
        yield f"`bytes` is recorded as {body.bytes}, the file as received has {len(data)}"
    is_refused = isinstance(body, Submitted) and not body.is_accepted
    faults = _check_refused(again, received, data) if is_refused else _check_accepted(campaign, received, data)
    edition = received.state.edition
    if not is_older(campaign, edition):
        yield from faults
        return
    for what in faults:  # other rules may read an order in another way
        release = release_of(campaign, edition)
        again.doubts[f"a file judged by edition {edition}, read by today's rules: {what}; ask {release}"] = None


def _check_accepted(campaign: Campaign, received: Received, data: bytes) -> Iterator[str]:
    body = received.body
    judged = Judged(turn=received.state.position.turn)
    read = judge(campaign, received.state, data, judged, is_again=True)
    found = {"takes": judged.takes(), "mark": judged.mark, "canonical": judged.canonical, "digest": judged.digest}
    found |= {"header": judged.header} if isinstance(body, Submitted) else {}
    if (judged.side, judged.seat) != (body.side, body.seat):
        yield f"it is recorded as a file of {body.sent_for}, the file as received is one of {judged.who or 'nobody'}"
    for name, value in found.items():
        if getattr(body, name) != value:
            yield f"`{name}` is not what the file as received says"
    if read is not None and (can_verify() or not read.mark):
        problems = check_file(campaign, received.state, body.side, read)
        yield from (f"the file as received: {problem.why}" for problem in problems)


def _check_refused(again: Again, received: Received, data: bytes) -> Iterator[str]:
    """Whoever keeps a record cannot keep a player's orders out of it: the file is judged once more."""
    body = received.body
    assert isinstance(body, Submitted)
    looked = look_at(again.campaign, received.state, data)
    check_arrival(again.campaign, received.state, looked, body.at, again.sent_before)
    judged = looked.judged
    if not judged.problems:
        yield "it was refused, and nothing is wrong with the file as received: an unjust refusal"
        return
    if (judged.side, judged.seat, judged.header) != (body.side, body.seat, dict(body.header)):
        yield "side, seat or `header` are not what the file as received says"
    if canonical([problem.as_json() for problem in judged.problems]) == canonical([dict(row) for row in body.problems]):
        return
    said, found = str(body.problems[0].get("why", ""))[:120] if body.problems else "", judged.problems[0].why
    what = f"`problems` begin with {said!r}, the file as received gives {found!r}"
    if body.refused_by == again.campaign.program:
        yield what
    else:
        again.doubts[f"a file refused by {body.refused_by}, judged again by {again.campaign.program}: {what}"] = None
