"""Reading the files of a record again: an entry must say what its file says, and a signature must still hold."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

from pbem.desk.inbox.judged import Judged
from pbem.desk.inbox.signatures import can_verify, check_file
from pbem.desk.inbox.submission import judge
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.kinds.kind import Received

FileOf = Callable[[str], bytes | None]  # a file as received, by its hash


def check_received(campaign: Campaign, received: Received, file_of: FileOf) -> Iterator[str]:
    """An accepted file, read again as the campaign stood when it came."""
    if campaign.opened.rules != campaign.game.version:
        return  # other rules may read an order in another way
    data = file_of(received.sha256)
    if data is None or hashlib.sha256(data).hexdigest() != received.sha256:
        return  # that it is missing or another is told elsewhere
    judged = Judged(turn=received.state.position.turn)
    read = judge(campaign, received.state, data, judged, is_again=True)
    if (judged.side, judged.seat, judged.takes()) != (received.side, received.seat, received.takes):
        yield "`takes` is not what the file as received says"
    if judged.mark != received.mark:
        yield "`mark` is not that of the file as received"
    if read is not None and (can_verify() or not read.mark):
        problems = check_file(campaign, received.state, received.side, read)
        yield from (f"the file as received: {problem.why}" for problem in problems)
