"""NodeBB by its write API v3. Pictures go by the route for a topic's thumbs: it is the one that takes a token."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urljoin

from pbem.post.carriers import Permanent, Temporary
from pbem.post.forum.blocks import is_worth_reading
from pbem.post.forum.settings import Forum
from pbem.post.forum.thread import Made, Posted, moment
from pbem.post.web import Web

_MOST_PAGES = 500


class NodeBB:
    """A topic of a NodeBB."""

    def __init__(self, forum: Forum, web: Web | None = None) -> None:
        self.forum = forum
        self.web = web or Web(forum.url, {"Authorization": f"Bearer {forum.token()}"})
        self._self = ""

    def posts(self) -> Sequence[Posted]:
        """All posts of the topic, page by page; the raw text of those that hold a block or a mark."""
        own, found, page, last = self.own(), list[Posted](), 1, 1
        while page <= last:
            values = _dict(self.web.get(f"/api/topic/{self.forum.topic}?page={page}&sort=oldest_to_newest").json())
            last = min(int(_dict(values.get("pagination")).get("pageCount") or 1), _MOST_PAGES)
            found += [self._posted(one, own) for one in values.get("posts", ()) if not one.get("deleted")]
            page += 1
        return list({post.id: post for post in found}.values())  # the first post stands on every page

    def _posted(self, values: Mapping[str, Any], own: str) -> Posted:
        id, content = str(values.get("pid", "")), str(values.get("content", ""))
        user = _dict(values.get("user"))
        text = self.raw(id) if is_worth_reading(content) else html.unescape(content)
        account = str(values.get("uid", ""))
        name = str(user.get("username") or user.get("displayname") or account)
        return Posted(
            id, account, name, moment(values.get("timestamp")), moment(values.get("edited")), text,
            bool(own) and account == own,
        )  # fmt: skip

    def own(self) -> str:
        """The number of the account that posts for us."""
        if not self._self:
            self._self = str(_dict(self.web.get("/api/self").json()).get("uid", "") or "")
        return self._self

    def raw(self, id: str) -> str:
        """The words as they were typed."""
        return str(_response(self.web.get(f"/api/v3/posts/{id}/raw").json()).get("content", ""))

    def queued(self) -> Sequence[str]:
        """What of ours waits in the post queue; nothing where this account may not look."""
        try:
            waiting = _dict(self.web.get("/api/post-queue").json()).get("posts") or ()
        except (Permanent, Temporary):
            return ()
        texts = [_dict(_dict(one).get("data")) for one in waiting]
        return [html.unescape(str(one.get("rawContent") or one.get("content") or "")) for one in texts]

    def reply(self, text: str) -> Made:
        """Post at the end of the topic."""
        made = _response(self.web.send("POST", f"/api/v3/topics/{self.forum.topic}", {"content": text}).json())
        if made.get("queued"):
            return Made("", is_queued=True)
        if not made.get("pid"):
            raise Temporary(f"{self.web.host} did not say which post it made")
        return Made(str(made["pid"]))

    def edit(self, id: str, text: str) -> None:
        """Replace a post."""
        self.web.send("PUT", f"/api/v3/posts/{id}", {"content": text})

    def picture(self, name: str, data: bytes) -> str:
        """Upload a board as a thumb of the topic; its whole address."""
        answer = self.web.upload(f"/api/v3/topics/{self.forum.topic}/thumbs", "files", name, data).json()
        images = _response(answer).get("images") or [{}]
        address = str(_dict(images[0]).get("url", ""))
        if not address:
            raise Temporary(f"{self.web.host} did not say where it put the picture")
        return urljoin(self.forum.url + "/", address)


def _dict(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _response(value: Any) -> Mapping[str, Any]:
    return _dict(_dict(value).get("response"))
