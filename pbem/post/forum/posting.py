"""Posting, each part once. Before anything is posted, the thread is read: what stands there with the same mark is ours.

So neither a crash nor an answer that never came makes a double. A part is claimed first, so that two processes do not
post it side by side.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence

from pbem.desk.views.spans import Span
from pbem.dice.drand import iso_of, seconds_of
from pbem.errors import UsageError
from pbem.kernel.choosing import counted
from pbem.post.carriers import Permanent, Temporary
from pbem.post.forum.kinds import KINDS
from pbem.post.forum.making import POST, Draft, draft_of, drafts
from pbem.post.forum.marks import Mark, marks_in
from pbem.post.forum.settings import Forum
from pbem.post.forum.thread import Thread
from pbem.post.office import Office
from pbem.post.sending import BACKOFF
from pbem.post.web import Wait
from pbem.store.forums import Forums
from pbem.store.letters import FORUM, Going, Stage

CLAIM = 600  # seconds for which a part belongs to the process that posts it
QUEUED = "it waits in the forum's post queue: a moderator of the forum must approve it"

Pause = Callable[[float], None]


def post_waiting(office: Office, forum: Forum, thread: Thread, pause: Pause = time.sleep) -> int:
    """Post what waits for this thread; how many parts went out now."""
    mine = _claimed(office, forum)
    if not mine:
        return 0
    try:
        known = known_marks(thread)
    except (Temporary, Permanent) as error:
        _put_off(office, mine, error)
        return 0
    sent = 0
    for number, letter in enumerate(mine):
        draft = draft_of(letter)
        if draft.mark in known:
            _done(office, letter, f"it stood in the thread already, {forum!r}")
            continue
        if _is_too_much(office):
            _free(office, mine[number:])
            break
        if sent:
            pause(KINDS[forum.kind].pause)
        try:
            _post(office, letter, draft, thread)
        except (Temporary, Permanent) as error:
            _put_off(office, mine[number:], error)
            break
        sent += 1
    return sent


def _claimed(office: Office, forum: Forum) -> list[Going]:
    """The parts that wait, in their order; none behind one that may not go yet."""
    until = iso_of(seconds_of(office.now) + CLAIM)
    waiting = office.letters.going(Stage.WAITING, forum.campaign, FORUM)
    waiting.sort(key=lambda one: (one.at, one.seq, one.kind, draft_of(one).mark.part))
    mine: list[Going] = []
    for letter in waiting:
        if not Forums(office.store).claim(letter, office.now, until):
            why = letter.why or "another run has taken it"
            office.tell(f"{forum.campaign}: {draft_of(letter).mark} waits until {letter.after}: {why}")
            break
        mine.append(letter)
    return mine


def known_marks(thread: Thread) -> set[Mark]:
    """The marks that stand in the thread or wait for approval. Those that others quote or copy do not count."""
    texts = [post.text for post in thread.posts() if post.is_own]
    return {one for text in (*texts, *thread.queued()) for one in marks_in(text)}


def _post(office: Office, letter: Going, draft: Draft, thread: Thread) -> None:
    if draft.board and not draft.address:
        draft = _with_picture(office, letter, draft, thread)
    made = thread.reply(draft.words())
    _done(office, letter, QUEUED if made.is_queued else f"post {made.id}")


def _with_picture(office: Office, letter: Going, draft: Draft, thread: Thread) -> Draft:
    """The part with the address of its picture, kept at once: after a crash it is not uploaded again."""
    try:
        address = thread.picture(f"{draft.mark.campaign}-{draft.mark.hash}.png", draft.board)
    except Permanent as error:
        office.tell(f"{draft.mark.campaign}: the post goes without its board: {error}")
        return draft
    found = draft._replace(address=address)
    Forums(office.store).rewrite(letter, found.data())
    return found


def _done(office: Office, letter: Going, why: str) -> None:
    office.letters.mark(letter, Stage.SENT, sent=office.now, tries=letter.tries + 1, why=why, after="")
    office.tell(f"{letter.campaign}: {draft_of(letter).mark}: {why}")


def _put_off(office: Office, letters: Sequence[Going], error: Exception) -> None:
    """What went wrong with the first; those behind it wait with it."""
    first, why = letters[0], str(error)
    office.tell(f"{first.campaign}: not posted: {why}")
    if isinstance(error, Permanent) or first.tries >= len(BACKOFF):
        office.letters.mark(first, Stage.FAILED, why=why, tries=first.tries + 1, after="")
        _free(office, letters[1:])
        return
    seconds = error.seconds + 1 if isinstance(error, Wait) else BACKOFF[first.tries] * 60
    after = iso_of(seconds_of(office.now) + seconds)
    office.letters.mark(first, Stage.WAITING, after=after, why=why, tries=first.tries + 1)
    for letter in letters[1:]:
        office.letters.mark(letter, Stage.WAITING, after=after, why="it waits for the part before it")


def _free(office: Office, letters: Iterable[Going]) -> None:
    for letter in letters:
        office.letters.mark(letter, Stage.WAITING, after=letter.after)


def _is_too_much(office: Office) -> bool:
    """Whether as many letters as may go within an hour, mail and posts together, have gone."""
    hour_ago, most = iso_of(seconds_of(office.now) - 3600), office.settings.send.per_hour
    if office.letters.sent_since(hour_ago) < most:
        return False
    office.tell(f"posts wait, since {most} letters and posts went out within an hour")
    return True


# -- corrections ----------------------------------------------------------------------------------------------


def correct(office: Office, forum: Forum, thread: Thread) -> list[str]:
    """Write the last post again as it would be written now, and put it in the place of what stands there."""
    sent = [one for one in office.letters.going(Stage.SENT, forum.campaign, FORUM) if one.kind == POST]
    newest = max((one.seq for one in sent), default=0)
    old = sorted([one for one in sent if one.seq == newest], key=lambda one: draft_of(one).mark.part)
    if not old:
        raise UsageError(f"{forum.campaign}: nothing of ours stands in the thread yet: `pbem forum post` posts it")
    first = draft_of(old[0])
    fresh = drafts(office, forum, _span(first), boards=bool(first.board))
    if len(fresh) != len(old):
        raise UsageError(
            f"the post has {counted(len(old), 'part')} in the thread and {len(fresh)} now, which cannot take their "
            f"place: edit it there by hand, with the words of `pbem report --step {first.mark.step}`"
        )
    stands = {one: post.id for post in thread.posts() if post.is_own for one in marks_in(post.text)}
    return [_replace(office, letter, draft, thread, stands) for letter, draft in zip(old, fresh, strict=True)]


def _span(draft: Draft) -> Span:
    step = draft.mark.step
    return Span(first=draft.first, last=draft.last) if draft.last else Span(only=step)


def _replace(office: Office, letter: Going, draft: Draft, thread: Thread, stands: dict[Mark, str]) -> str:
    was = draft_of(letter)
    id = stands.get(was.mark, "")
    if not id:
        raise UsageError(
            f"the thread has no post with the mark `{was.mark}`: was it deleted, or does it wait in a queue?"
        )
    draft = draft._replace(mark=was.mark, text=_with_mark(draft, was), bare=_with_mark(draft, was, is_bare=True))
    if draft.board and draft.board != was.board:
        draft = _with_picture(office, letter, draft, thread)
    elif draft.board:
        draft = draft._replace(address=was.address)
    thread.edit(id, draft.words())
    Forums(office.store).rewrite(letter, draft.data())
    office.tell(f"{letter.campaign}: {was.mark}: corrected, post {id}")
    return id


def _with_mark(draft: Draft, was: Draft, *, is_bare: bool = False) -> str:
    """The new words under the old mark: a post stays the same post."""
    text = draft.bare if is_bare else draft.text
    return text.replace(str(draft.mark), str(was.mark))
