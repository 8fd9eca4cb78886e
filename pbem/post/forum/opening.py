"""The thread of a campaign, ready to be read and written."""

from __future__ import annotations

from pbem.post.forum.by_hand import ByHand
from pbem.post.forum.discourse import Discourse
from pbem.post.forum.nodebb import NodeBB
from pbem.post.forum.settings import Forum
from pbem.post.forum.thread import Thread


def thread_of(forum: Forum) -> Thread:
    """The thread that the settings name."""
    if forum.is_by_hand:
        return ByHand(forum)
    return NodeBB(forum) if forum.kind == "nodebb" else Discourse(forum)
