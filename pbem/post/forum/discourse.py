"""Discourse by its API: topics, posts, uploads, with a key and the name of the account that posts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.post.carriers import Permanent, Temporary
from pbem.post.forum.blocks import is_worth_reading
from pbem.post.forum.settings import Forum
from pbem.post.forum.thread import Made, Posted, moment
from pbem.post.web import Web

_AT_ONCE = 20  # posts of one answer


class Discourse:
    """A topic of a Discourse."""

    def __init__(self, forum: Forum, web: Web | None = None) -> None:
        self.forum = forum
        self.web = web or Web(forum.url, {"Api-Key": forum.token(), "Api-Username": forum.user})

    def posts(self) -> Sequence[Posted]:
        """All posts of the topic: the first come with it, the others by their numbers."""
        values = self._topic(f"/t/{self.forum.topic}.json?include_raw=1")
        stream, found = [int(id) for id in values.get("stream") or ()], list(values.get("posts") or ())
        known = {int(one["id"]) for one in found}
        rest = [id for id in stream if id not in known]
        for first in range(0, len(rest), _AT_ONCE):
            wanted = "&".join(f"post_ids[]={id}" for id in rest[first : first + _AT_ONCE])
            found += self._topic(f"/t/{self.forum.topic}/posts.json?{wanted}&include_raw=1").get("posts") or ()
        return [self._posted(one) for one in sorted(found, key=lambda one: int(one.get("post_number", 0)))]

    def _topic(self, path: str) -> Mapping[str, Any]:
        values = self.web.get(path).json()
        stream = values.get("post_stream") if isinstance(values, dict) else None
        return stream if isinstance(stream, dict) else {}

    def _posted(self, values: Mapping[str, Any]) -> Posted:
        id, text = str(values.get("id", "")), str(values.get("raw") or "")
        if not text and is_worth_reading(str(values.get("cooked", ""))):
            text = str(self.web.get(f"/posts/{id}.json").json().get("raw", ""))
        name = str(values.get("username", ""))
        is_edited = int(values.get("version") or 1) > 1
        return Posted(
            id, str(values.get("user_id", "")), name, moment(values.get("created_at")),
            moment(values.get("updated_at")) if is_edited else "", text, name.lower() == self.forum.user.lower(),
        )  # fmt: skip

    def queued(self) -> Sequence[str]:
        """What of ours waits for approval; an account sees its own."""
        try:
            values = self.web.get(f"/posts/{self.forum.user}/pending.json").json()
        except (Permanent, Temporary):
            return ()
        waiting = values.get("pending_posts") if isinstance(values, dict) else None
        return [str(one.get("raw_text") or one.get("raw") or "") for one in waiting or ()]

    def reply(self, text: str) -> Made:
        """Post at the end of the topic."""
        answer = self.web.send("POST", "/posts.json", {"topic_id": self.forum.topic, "raw": text}).json()
        made = answer if isinstance(answer, dict) else {}
        if made.get("action") == "enqueued":
            return Made("", is_queued=True)
        post = made.get("post") if isinstance(made.get("post"), dict) else made
        if not post or not post.get("id"):
            raise Temporary(f"{self.web.host} did not say which post it made")
        return Made(str(post["id"]))

    def edit(self, id: str, text: str) -> None:
        """Replace a post."""
        self.web.send("PUT", f"/posts/{id}.json", {"post": {"raw": text, "edit_reason": "corrected"}})

    def picture(self, name: str, data: bytes) -> str:
        """Upload a board; its short address."""
        answer = self.web.upload("/uploads.json", "file", name, data, type="composer", synchronous="true").json()
        found = answer if isinstance(answer, dict) else {}
        address = str(found.get("short_url") or found.get("url") or "")
        if not address:
            raise Temporary(f"{self.web.host} did not say where it put the picture")
        return address
