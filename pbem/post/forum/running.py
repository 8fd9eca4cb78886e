"""What `pbem forum` does, one function for each of its commands."""

from __future__ import annotations

from pbem.desk.record.names import side_called
from pbem.desk.record.senders import sender_names
from pbem.dice import chance
from pbem.errors import UsageError
from pbem.post.carriers import Permanent, Temporary
from pbem.post.forum.making import draft_of, drafts, make, news
from pbem.post.forum.opening import thread_of
from pbem.post.forum.posting import correct, post_waiting
from pbem.post.forum.reading import read_posts
from pbem.post.forum.saved import posts_in
from pbem.post.forum.sealed import seal_orders
from pbem.post.forum.settings import Forum
from pbem.post.forum.thread import Thread
from pbem.post.office import Office
from pbem.store.letters import FORUM, Stage

_SALT_BYTES = 16


def planned(office: Office, forum: Forum, *, boards: bool = True) -> list[str]:
    """What would be posted: what waits, and what is new. Nothing is sent or noted."""
    campaign, state = office.load(forum.campaign)
    waiting = [draft_of(one) for one in office.letters.going(Stage.WAITING, forum.campaign, FORUM)]
    span = news(office, campaign, state)
    return [draft.text for draft in (*waiting, *(drafts(office, forum, span, boards=boards) if span else ()))]


def posted(office: Office, forum: Forum, thread: Thread | None = None, *, boards: bool = True) -> int:
    """Post all that is new and all that waits; how many parts."""
    make(office, forum, boards=boards)
    return post_waiting(office, forum, thread or thread_of(forum))


def corrected(office: Office, forum: Forum, thread: Thread | None = None) -> int:
    """Correct the last post; how many parts it has."""
    try:
        return len(correct(office, forum, thread or thread_of(forum)))
    except (Temporary, Permanent) as error:
        raise UsageError(f"the post was not corrected: {error}") from None


def read_thread(office: Office, forum: Forum, thread: Thread | None = None) -> tuple[int, int]:
    """Read the thread and answer in it; how many posts were new, and how many parts were posted."""
    if forum.is_by_hand:
        raise UsageError(f"{forum.campaign} is played by paste: save the page of the thread and give it with --page")
    opened = thread or thread_of(forum)
    try:
        posts = opened.posts()
    except (Temporary, Permanent) as error:
        raise UsageError(f"the thread was not read: {error}") from None
    return len(read_posts(office, forum, posts)), post_waiting(office, forum, opened)


def read_page(office: Office, forum: Forum, data: bytes, by: str) -> tuple[int, int]:
    """Read a saved page or a pasted thread; the answer is posted, or written to be pasted."""
    campaign, _ = office.load(forum.campaign)
    who = str(side_called(sender_names(campaign), by)) if by else ""
    found = read_posts(office, forum, posts_in(data), who)
    return len(found), post_waiting(office, forum, thread_of(forum))


def sealed(data: bytes) -> tuple[str, str]:
    """Orders to be mailed, and the block for the thread."""
    text, seal = seal_orders(data, chance.fresh(_SALT_BYTES).hex())
    return text, seal.block()
