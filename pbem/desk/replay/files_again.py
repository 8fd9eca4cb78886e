"""Reading the files of a record again: an entry must say what its file says, and a signature must still hold."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.desk.inbox.judged import Judged
from pbem.desk.inbox.signatures import can_verify, check_file
from pbem.desk.inbox.submission import judge
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.state import State

FileOf = Callable[[str], bytes | None]  # a file as received, by its hash


def check_received(campaign: Campaign, state: State, body: Mapping[str, Any], file_of: FileOf | None) -> Iterator[str]:
    """An accepted file, read again as the campaign stood when it came."""
    is_same = campaign.opened["rules"] == campaign.game.version  # other rules may read an order in another way
    if file_of is None or not is_same or body["verdict"] != "accepted" or not body["is_kept"]:
        return
    data = file_of(body["sha256"])
    if data is None or hashlib.sha256(data).hexdigest() != body["sha256"]:
        return  # that it is missing or another is told elsewhere
    judged = Judged(turn=state.position.turn)
    read = judge(campaign, state, data, judged)
    if (judged.side, judged.seat, judged.takes()) != (body["side"], body.get("seat", ""), body["takes"]):
        yield "`takes` is not what the file as received says"
    if judged.mark != body.get("mark", ""):
        yield "`mark` is not that of the file as received"
    if read is not None and (can_verify() or not read.mark):
        problems = check_file(campaign, state, body["side"], read)
        yield from (f"the file as received: {problem.why}" for problem in problems)
