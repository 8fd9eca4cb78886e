"""What a run of the judge does besides mail: threads are read and written, notices go out."""

from __future__ import annotations

from pbem.errors import PbemError
from pbem.post.forum.running import posted, read_thread
from pbem.post.forum.settings import forum_file, read_forums
from pbem.post.notices.making import make
from pbem.post.notices.sending import send_waiting
from pbem.post.notices.settings import notify_file, read_subscriptions
from pbem.post.office import Office


def read_threads(office: Office, db: str) -> int:
    """Read every thread that can be read; how many posts were new. A forum that is down stops nothing else."""
    count = 0
    for forum in read_forums(forum_file(db)).values():
        if not forum.is_by_hand:
            try:
                count += read_thread(office, forum)[0]
            except PbemError as error:
                office.tell(f"{forum.campaign}: {error}")
    return count


def tell_others(office: Office, db: str) -> int:
    """Post in every thread and send notices; how many went out."""
    count = 0
    for forum in read_forums(forum_file(db)).values():
        try:
            count += posted(office, forum)
        except PbemError as error:
            office.tell(f"{forum.campaign}: {error}")
    known = read_subscriptions(notify_file(db))
    make(office, known)
    return count + send_waiting(office, known)
