"""Sending notices: to Discord, to Slack and what speaks as it does, to a program of one's own, or by apprise."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from pbem.dice.drand import iso_of, seconds_of
from pbem.post.carriers import Permanent, Temporary
from pbem.post.notices.by_apprise import tell
from pbem.post.notices.settings import Subscription
from pbem.post.office import Office
from pbem.post.sending import BACKOFF
from pbem.post.web import Wait, Web
from pbem.store.forums import Forums
from pbem.store.letters import NOTICE, Going, Stage

SIGNATURE = "X-Pbem-Signature"
_LONGEST = {"discord": 2000, "slack": 3000}
_CLAIM = 600  # seconds for which a notice belongs to the process that sends it

Send = Callable[[Subscription, bytes], None]


def send_waiting(office: Office, subscriptions: Sequence[Subscription]) -> int:
    """Send what may go now; how many notices went."""
    known = {one.name: one for one in subscriptions}
    until, sent = iso_of(seconds_of(office.now) + _CLAIM), 0
    for letter in office.letters.going(Stage.WAITING, channel=NOTICE):
        if letter.to not in known:
            office.letters.mark(letter, Stage.DROPPED, why=f"nobody is called {letter.to} any more")
        elif not _may_go(office):
            break
        elif Forums(office.store).claim(letter, office.now, until):
            sent += _send(office, known[letter.to], letter)
    return sent


def _may_go(office: Office) -> bool:
    hour_ago, most = iso_of(seconds_of(office.now) - 3600), office.settings.send.per_hour
    if office.letters.sent_since(hour_ago) < most:
        return True
    office.tell(f"notices wait, since {most} letters, posts and notices went out within an hour")
    return False


def _send(office: Office, to: Subscription, letter: Going) -> bool:
    try:
        _WAYS[to.kind](to, letter.data)
    except Permanent as error:
        office.tell(f"{to.name}: not told: {error}")
        office.letters.mark(letter, Stage.FAILED, why=str(error), tries=letter.tries + 1, after="")
        return False
    except Temporary as error:
        _again(office, to, letter, error)
        return False
    office.letters.mark(letter, Stage.SENT, sent=office.now, tries=letter.tries + 1, why="", after="")
    office.tell(f"{letter.campaign}: {letter.kind} told to {to.name}")
    return True


def _again(office: Office, to: Subscription, letter: Going, error: Temporary) -> None:
    office.tell(f"{to.name}: not told yet: {error}")
    if letter.tries >= len(BACKOFF):
        office.letters.mark(letter, Stage.FAILED, why=f"given up after {letter.tries} attempts: {error}", after="")
        return
    seconds = error.seconds + 1 if isinstance(error, Wait) else BACKOFF[letter.tries] * 60
    after = iso_of(seconds_of(office.now) + seconds)
    office.letters.mark(letter, Stage.WAITING, after=after, why=str(error), tries=letter.tries + 1)


# -- the ways -------------------------------------------------------------------------------------------------


def _post(to: Subscription, data: bytes, headers: dict[str, str]) -> None:
    """To a webhook. Its path is a secret: it is taken out of whatever the server says."""
    parts = urlsplit(to.url)
    path = urlunsplit(("", "", parts.path, parts.query, ""))
    web = Web(f"{parts.scheme}://{parts.netloc}", hide=(to.url, path, *parts.path.split("/")))
    web.raw("POST", path, data, {"Content-Type": "application/json", **headers})


def _text(data: bytes, most: int) -> tuple[dict[str, Any], str]:
    values = json.loads(data)
    text = f"{values['title']}\n{values['text']}"
    return values, text if len(text) <= most else text[: most - 4].rstrip() + " ..."


def _discord(to: Subscription, data: bytes) -> None:
    _, text = _text(data, _LONGEST["discord"])
    marked = "".join(f"\\{sign}" if sign in "*_~`|>" else sign for sign in text)
    values = {"content": marked[: _LONGEST["discord"]], "allowed_mentions": {"parse": []}}
    _post(to, json.dumps(values).encode(), {})


def _slack(to: Subscription, data: bytes) -> None:
    _, text = _text(data, _LONGEST["slack"])
    safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    _post(to, json.dumps({"text": safe}).encode(), {})


def _webhook(to: Subscription, data: bytes) -> None:
    """To a program: the values as they are, signed if there is a secret, with a key by which doubles are known."""
    headers = {"Idempotency-Key": json.loads(data)["id"]}
    secret = to.secret()
    if secret:
        headers[SIGNATURE] = signature(secret, data)
    _post(to, data, headers)


def signature(secret: str, data: bytes) -> str:
    """The HMAC of the body under the secret, as the header has it."""
    return "sha256=" + hmac.digest(secret.encode(), data, hashlib.sha256).hex()


def _apprise(to: Subscription, data: bytes) -> None:
    values = json.loads(data)
    tell(to.url, values["title"], values["text"])


_WAYS: dict[str, Send] = {"discord": _discord, "slack": _slack, "webhook": _webhook, "apprise": _apprise}
