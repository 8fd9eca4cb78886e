"""A small forum for tests: NodeBB as it was recorded, and Discourse, with the faults that real ones have."""

from __future__ import annotations

import html
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt

from pbem.post.forum.settings import Forum

TOKEN = "b7e2c0ffee-very-secret-token"
START_MS = 1794916596367
PER_PAGE = 20


@cache
def recorded(method: str, path: str, status: int) -> Any:
    """What the real one answered."""
    values = json.loads(Path(__file__).with_name("nodebb_exchanges.json").read_text(encoding="utf-8"))
    return next(
        one["answer"]
        for one in values["exchanges"]
        if (one["method"], one["path"], one["status"]) == (method, path, status)
    )


@dataclass
class Post:
    """A post of the forum."""

    pid: int
    uid: int
    raw: str
    at: int
    edited: int = 0


@dataclass
class FakeForum:
    """What the forum holds, what it was asked, and how it will fail next."""

    posts: list[Post] = field(default_factory=list)
    queue: list[str] = field(default_factory=list)
    pictures: list[bytes] = field(default_factory=list)
    asked: list[tuple[str, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)  # of the next posts: 401, 403, 404, 429, late, html, queue, away
    url: str = ""
    clock: int = START_MS

    def add(self, uid: int, raw: str, *, edited: int = 0) -> Post:
        """Somebody posts."""
        self.clock += 60_000
        self.posts.append(Post(len(self.posts) + 1, uid, raw, self.clock, edited))
        return self.posts[-1]

    @property
    def own(self) -> list[Post]:
        """The posts of the judge."""
        return [post for post in self.posts if post.uid == 1]

    def forum(self, campaign: str, kind: str = "nodebb", **more: Any) -> Forum:
        """The settings for this thread."""
        return Forum(campaign, kind, self.url, 2, "judge" if kind == "discourse" else "", **more)


@contextmanager
def forum_server() -> Iterator[FakeForum]:
    """A forum on this machine."""
    fake = FakeForum()

    class Handler(_Handler):
        forum = fake

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    fake.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    forum: FakeForum

    def log_message(self, format: str, *args: object) -> None:
        """No lines on the screen."""

    # -- what is asked ----------------------------------------------------------------------------------------

    def do_GET(self) -> None:
        fake, path = self.forum, self.path
        fake.asked.append(("GET", path))
        if fake.faults[:1] == ["html page"]:
            fake.faults.pop(0)
            return self._send(200, b"<!doctype html><title>Down for maintenance</title>", "text/html")
        if fake.faults[:1] == ["away"]:
            fake.faults.pop(0)
            return self._redirect("https://evil.example.org/")
        if not self._knows():
            return self._json(401, {"status": {"code": "not-authorised", "message": f"who is {TOKEN}?"}})
        if path == "/api/self":
            return self._json(200, {"uid": 1, "username": "judge"})
        if path == "/api/post-queue":
            return self._json(200, {"posts": [{"data": {"rawContent": html.escape(one)}} for one in fake.queue]})
        if found := re.fullmatch(r"/api/topic/2\?page=(\d+)&sort=oldest_to_newest", path):
            return self._json(200, _topic(fake, int(found[1])))
        if found := re.fullmatch(r"/api/v3/posts/(\d+)/raw", path):
            answer = {**recorded("GET", "/api/v3/posts/3/raw", 200)}
            return self._json(200, {**answer, "response": {"content": fake.posts[int(found[1]) - 1].raw}})
        return self._discourse(path)

    def _discourse(self, path: str) -> None:
        fake = self.forum
        if path.startswith("/t/2.json"):
            stream = [post.pid for post in fake.posts]
            first = [_discourse_post(post) for post in fake.posts[:PER_PAGE]]
            return self._json(200, {"post_stream": {"posts": first, "stream": stream}})
        if path.startswith("/t/2/posts.json"):
            ids = [int(one) for one in re.findall(r"post_ids\[\]=(\d+)", path)]
            return self._json(200, {"post_stream": {"posts": [_discourse_post(fake.posts[id - 1]) for id in ids]}})
        if path == "/posts/judge/pending.json":
            return self._json(200, {"pending_posts": [{"raw_text": one} for one in fake.queue]})
        return self._json(404, recorded("POST", "/api/v2/topics/2", 404))

    def do_POST(self) -> None:
        self.forum.asked.append(("POST", self.path))
        data = self.rfile.read(int(self.headers["Content-Length"]))
        if not self._knows():
            return self._json(401, {"status": {"code": "not-authorised", "message": "no"}})
        if self.path.endswith("/thumbs"):
            self.forum.pictures.append(data)
            return self._json(200, recorded("POST", "/api/v3/topics/2/thumbs", 200))
        if self.path == "/uploads.json":
            self.forum.pictures.append(data)
            return self._json(200, {"short_url": "upload://abc.png", "url": "/uploads/abc.png"})
        return self._reply(data)

    def _reply(self, data: bytes) -> None:
        fake = self.forum
        fault = fake.faults.pop(0) if fake.faults else ""
        values = json.loads(data)
        raw = values.get("content") or values["raw"]
        if fault == "401":
            return self._json(401, {"status": {"code": "not-authorised", "message": f"bad token {TOKEN}"}})
        if fault == "403":
            return self._json(403, recorded("POST", "/api/v3/topics/2", 403))
        if fault == "404":
            return self._json(404, recorded("POST", "/api/v2/topics/2", 404))
        if fault == "429":
            return self._send(429, b'{"errors": ["slow down"]}', "application/json", {"Retry-After": "90"})
        if fault == "away":
            return self._redirect("https://evil.example.org/")
        if fault == "html":
            return self._send(502, b"<html>Bad gateway</html>", "text/html")
        if fault in ("queue", "queue late"):
            fake.queue.append(raw)
            queued = {"id": "reply-1", "type": "reply", "queued": True, "message": "[[success:post-queued]]"}
            is_v3 = self.path.startswith("/api/v3")
            found = {"status": {"code": "ok"}, "response": queued} if is_v3 else {"action": "enqueued", "success": True}
            return self._json(200, found) if fault == "queue" else self._hang_up()
        made = fake.add(1, raw)
        if fault == "late":
            return self._hang_up()
        if fault == "html late":
            return self._send(200, b"<html>Thank you</html>", "text/html")
        if self.path == "/posts.json":
            return self._json(200, {"id": made.pid, "topic_id": 2})
        answer = recorded("POST", "/api/v3/topics/2", 200)
        return self._json(200, {**answer, "response": {**answer["response"], "pid": made.pid}})

    def do_PUT(self) -> None:
        self.forum.asked.append(("PUT", self.path))
        values = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        post = self.forum.posts[int(re.findall(r"\d+", self.path.replace("v3", ""))[0]) - 1]
        post.raw = values["content"] if "content" in values else values["post"]["raw"]
        self._json(200, recorded("PUT", "/api/v3/posts/2", 200))

    # -- how it is answered -----------------------------------------------------------------------------------

    def _knows(self) -> bool:
        shown = self.headers.get("Authorization", "").removeprefix("Bearer ") or self.headers.get("Api-Key", "")
        return shown == TOKEN

    def _json(self, status: int, values: Any) -> None:
        self._send(status, json.dumps(values).encode(), "application/json")

    def _redirect(self, place: str) -> None:
        self._send(302, b"", "text/html", {"Location": place})

    def _hang_up(self) -> None:
        """The post stands, and nobody says so: as a timeout looks to who asked."""
        self.close_connection = True

    def _send(self, status: int, data: bytes, kind: str, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(data)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


def rendered(raw: str) -> str:
    """Markdown as a forum shows it."""
    return str(MarkdownIt("commonmark", {"breaks": True}).render(raw))


def _topic(fake: FakeForum, page: int) -> dict[str, Any]:
    pages = max(1, -(-len(fake.posts) // PER_PAGE))
    shown = fake.posts[(page - 1) * PER_PAGE : page * PER_PAGE]
    first = fake.posts[:1] if page > 1 else []  # NodeBB shows the first post on every page
    return {
        "tid": 2, "uid": 1, "postcount": len(fake.posts), "pagination": {"pageCount": pages, "currentPage": page},
        "posts": [_nodebb_post(post) for post in (*first, *shown)],
    }  # fmt: skip


def _nodebb_post(post: Post) -> dict[str, Any]:
    kept = recorded("POST", "/api/v3/topics/2", 200)["response"]
    about = {key: kept[key] for key in ("tid", "deleted", "upvotes")}
    return about | {
        "pid": post.pid, "uid": post.uid, "content": rendered(post.raw), "timestamp": post.at, "edited": post.edited,
        "user": {"uid": post.uid, "username": {1: "judge", 17: "anna", 23: "bruno"}.get(post.uid, "eve")},
    }  # fmt: skip


def _discourse_post(post: Post) -> dict[str, Any]:
    return {
        "id": post.pid, "post_number": post.pid, "user_id": post.uid, "raw": post.raw,
        "version": 2 if post.edited else 1, "username": {1: "judge", 17: "anna", 23: "bruno"}.get(post.uid, "eve"),
        "created_at": f"2026-11-17T{11 + post.pid // 60:02}:{post.pid % 60:02}:00.000Z",
        "updated_at": "2026-11-18T20:00:00.000Z",
    }  # fmt: skip
