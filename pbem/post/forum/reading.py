"""Reading a thread: every post once, all of a run in one transaction, and one answer in the thread for all of them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.names import side_called
from pbem.desk.record.senders import sender_names
from pbem.desk.views.fitted import place_for
from pbem.dice.harmless import harmless
from pbem.errors import UsageError
from pbem.post.forum.blocks import blocks_of, is_worth_reading
from pbem.post.forum.judging import Ruling, judge
from pbem.post.forum.kinds import KINDS
from pbem.post.forum.making import ANSWER, Draft, put
from pbem.post.forum.marks import mark
from pbem.post.forum.settings import Forum
from pbem.post.forum.thread import Posted
from pbem.post.office import Office
from pbem.store.forums import Forums
from pbem.store.letters import Came, Stage
from pbem.values import NamedTuple

_CODE = {"md": "    {}", "discourse": "    {}", "reddit": "    {}"}  # how a line is shown as it is


class Read(NamedTuple):
    """A post that was read, and what became of it."""

    post: Posted
    who: str
    ruling: Ruling


def read_posts(office: Office, forum: Forum, posts: Sequence[Posted], by: str = "") -> list[Read]:
    """Judge the posts that are new. `by` is the seat that the moderator vouches for, where a page shows no author."""
    campaign, state = office.load(forum.campaign)
    accounts, start = Forums(office.store).accounts(campaign.id), _start(forum)
    known = Forums(office.store).read_before(start)
    with office.store.together():
        found = [
            Read(post, who, _judge(office, forum, who, post, known))
            for post in posts
            if _is_new(post, start, known) and (who := _whose(office, campaign, accounts, post, by))
        ]
        _answer(office, forum, found, state.public[0])
    for one in found:
        office.tell(f"{campaign.id} {one.who}: post {one.post.id} of {one.post.name or 'nobody'}: {one.ruling.why}")
    return found


def _start(forum: Forum) -> str:
    """What the names of the posts of this thread begin with, among all letters that came."""
    return f"forum {forum.campaign} {forum.url or forum.kind} {forum.topic} "


def _key(start: str, post: Posted) -> str:
    return f"{start}post {post.id}" + (f" edited {post.edited}" if post.edited else "")


def _is_new(post: Posted, start: str, known: set[str]) -> bool:
    """Whether it was not read in this version, and is not one of ours."""
    return not post.is_own and _key(start, post) not in known


def _whose(office: Office, campaign: Campaign, accounts: dict[str, str], post: Posted, by: str) -> str:
    """The seat of its author. Who is bound to none is named to the moderator, and read again once he is."""
    found = accounts.get(post.account) or accounts.get(post.name.lower()) or (by if not post.account else "")
    if not found and is_worth_reading(post.text):
        whose = f"account {post.account} ({post.name})" if post.account else f"{post.name or 'an author not shown'}"
        binding = f"pbem forum bind {post.account or 'ACCOUNT'}=SIDE" if post.account else "--by SIDE vouches for it"
        office.tell(f"{campaign.id}: post {post.id} has a block by {whose}, who is bound to no seat: {binding}")
    return found


def _judge(office: Office, forum: Forum, who: str, post: Posted, known: set[str]) -> Ruling:
    start = _start(forum)
    first = f"{start}post {post.id}"
    older = sorted(key for key in known if key == first or key.startswith(f"{first} edited "))
    key, before = _key(start, post), Forums(office.store).text_of(older[-1]) if older else ""
    office.letters.keep(Came(key, office.now, post.text.encode(), campaign=forum.campaign, who=who))
    if older and blocks_of(before) == blocks_of(post.text):
        ruling = Ruling("edited, and its blocks say the same", stage=Stage.QUIET)
    else:
        ruling = judge(office, forum.campaign, who, post, press=forum.press == "take", is_again=bool(older))
    office.letters.judged(key, ruling.stage, ruling.why, forum.campaign, who)
    return ruling


# -- the answer -----------------------------------------------------------------------------------------------


def _answer(office: Office, forum: Forum, found: Sequence[Read], seq: int) -> None:
    """One reply for all posts of a run that are owed a word."""
    told = [one for one in found if one.ruling.words]
    if not told:
        return
    cause = hashlib.sha256("\0".join(_key(_start(forum), one.post) for one in told).encode()).hexdigest()
    place = place_for(KINDS[forum.kind].place)
    one = mark(forum.campaign, "answer", 1, 1, cause)
    text = "\n\n".join(_words(each, place.fmt) for each in told)
    most = place.most - 400
    if len(text) > most:
        text = text[:most].rsplit("\n", 1)[0] + "\n\n(cut: `pbem check` shows every problem of a file)"
    put(office, forum, [Draft(one, f"{text}\n\n{one.line(place.fmt)}\n")], ANSWER, seq)


def _words(read: Read, fmt: str) -> str:
    """What its author is told. His own words in it stay what they are: they are shown as code."""
    name = "".join(sign for sign in harmless(read.post.name) if sign.isalnum() or sign in " ._-")
    shown = _CODE.get(fmt, "{}")
    words = read.ruling.words.replace("[", "(").replace("]", ")")
    lines = [shown.format(harmless(line)) for line in words.splitlines()]
    return f"{name or 'Post'} ({read.who}), post {read.post.id}:\n\n" + "\n".join(lines)


# -- whose account is whose -----------------------------------------------------------------------------------


def bind(office: Office, campaign: str, words: Sequence[str]) -> dict[str, str]:
    """Bind accounts to seats, `17=CP`; `17=` frees one. An account sits in one seat of a campaign."""
    loaded, _ = office.load(campaign)
    for word in words:
        account, sign, side = (part.strip() for part in word.partition("="))
        if not sign or not account or len(account) > 60 or not account.isprintable():
            raise UsageError(f"found {word!r}, wanted the forum's number of an account and a seat: 17=CP")
        who = str(side_called(sender_names(loaded), side)) if side else ""
        Forums(office.store).bind(loaded.id, account.lower(), who)
    return Forums(office.store).accounts(loaded.id)
