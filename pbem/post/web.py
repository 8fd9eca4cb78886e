"""Asking a server on the web: with TLS, and no other host than the one that was named; no error shows a token."""

from __future__ import annotations

import hashlib
import json
import ssl
import time
from collections.abc import Iterable, Mapping
from http.client import HTTPException, HTTPMessage
from typing import IO, Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, HTTPSHandler, OpenerDirector, ProxyHandler, Request, build_opener

from pbem.errors import UsageError
from pbem.post.carriers import Permanent, Temporary
from pbem.values import NamedTuple

PATIENCE = 30.0  # seconds for one answer
LARGEST = 8_000_000  # bytes of an answer
_AT_ONCE = 65_536
LOCAL = ("localhost", "127.0.0.1", "::1")


class Wait(Temporary):
    """The server asks to be left alone for so many seconds."""

    def __init__(self, words: str, seconds: int) -> None:
        super().__init__(words)
        self.seconds = seconds


class Answer(NamedTuple):
    """What a server sent."""

    status: int
    data: bytes
    headers: Mapping[str, str] = {}

    def json(self) -> Any:
        """The values in it; a page for people instead is a fault that may pass: a proxy, a notice of maintenance."""
        try:
            return json.loads(self.data)
        except ValueError:
            start = " ".join(self.data[:60].decode("utf-8", "replace").split())
            raise Temporary(f"the server sent no JSON but {printable(start)!r}: is the address right, or is it being "
                            "maintained?") from None  # fmt: skip


def checked_url(url: str, what: str = "address") -> str:
    """An address as it may be used: https, or http on this machine; nothing secret in its host part."""
    parts = urlsplit(url.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname or not url.isprintable() or " " in url.strip():
        raise UsageError(f"{what}: found {url!r}, wanted something such as https://forum.example.org")
    if parts.username or parts.password:
        raise UsageError(f"{what}: leave user and password out of it; a token comes from a command or a file")
    if parts.scheme == "http" and parts.hostname not in LOCAL:
        raise UsageError(f"{what}: {parts.hostname} is asked with https:// only: a token must not travel in the open")
    return url.strip().rstrip("/")


def printable(text: str, most: int = 200) -> str:
    """Words of a server, safe to print."""
    return "".join(sign if sign.isprintable() else " " for sign in text[:most]).strip()


class _SameHost(HTTPRedirectHandler):
    """Another page of the same server may answer a question; nothing is ever sent on to another host."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """The request to the new place; none where it lies elsewhere or would repeat a post."""
        old, new = urlsplit(req.full_url), urlsplit(newurl)
        is_same = (old.scheme, old.netloc) == (new.scheme, new.netloc)
        if not is_same or req.get_method() != "GET":
            return None
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class Web:
    """One server. `headers` show it who asks; neither their values nor what `hide` names are in any error."""

    def __init__(
        self,
        url: str,
        headers: Mapping[str, str] | None = None,
        *,
        patience: float = PATIENCE,
        hide: Iterable[str] = (),
    ) -> None:
        self.url, self.headers, self.patience = checked_url(url), dict(headers or {}), patience
        values = [word for value in self.headers.values() for word in (value, value.rpartition(" ")[2])]
        self.hidden = sorted({word for word in (*values, *hide) if len(word) > 3}, key=len, reverse=True)
        self.host = urlsplit(self.url).hostname or ""
        self.opener = _opener(is_local=self.host in LOCAL)

    def get(self, path: str) -> Answer:
        """Ask for something."""
        return self._ask("GET", path, None, {})

    def send(self, method: str, path: str, values: Mapping[str, Any]) -> Answer:
        """Send JSON."""
        data = json.dumps(values, ensure_ascii=False).encode()
        return self.raw(method, path, data, {"Content-Type": "application/json"})

    def upload(self, path: str, field: str, name: str, data: bytes, **values: str) -> Answer:
        """Send a picture as a form does."""
        body, kind = form(field, name, data, values)
        return self.raw("POST", path, body, {"Content-Type": kind})

    def raw(self, method: str, path: str, data: bytes, headers: Mapping[str, str]) -> Answer:
        """Send bytes."""
        return self._ask(method, path, data, headers)

    def _ask(self, method: str, path: str, data: bytes | None, headers: Mapping[str, str]) -> Answer:
        sent = {"Accept": "application/json", "User-Agent": "pbem", **self.headers, **headers}
        asked = Request(self.url + path, data=data, headers=sent, method=method)
        try:
            return self._read(asked)
        except HTTPError as error:
            with error:
                raise self._fault(error) from None
        except (OSError, HTTPException, ValueError) as error:
            raise Temporary(f"{self.host}: {self._safe(_reason(error))}") from None

    def _read(self, asked: Request) -> Answer:
        end, data = time.monotonic() + self.patience, b""
        with self.opener.open(asked, timeout=self.patience) as answer:
            while chunk := answer.read1(_AT_ONCE):
                data += chunk
                if len(data) > LARGEST:
                    raise ValueError(f"the answer is larger than {LARGEST:,} bytes")
                if time.monotonic() > end:
                    raise TimeoutError(f"the answer takes longer than {self.patience:g} seconds")
            return Answer(answer.status, data, {name.lower(): value for name, value in answer.headers.items()})

    def _fault(self, error: HTTPError) -> Exception:
        """What the server refused, in words; whether it will last."""
        said = self._safe(_said(error.read(20_000)))
        words = f"{self.host} answers {error.code}" + (f": {said}" if said else "")
        if error.code == 429:
            return Wait(words, _seconds(error.headers.get("Retry-After", ""), said))
        if 300 <= error.code < 400:
            return Permanent(
                f"{words}. It sends on to another place, which is not followed: give the forum's own address"
            )
        known = _ADVICE.get(error.code)
        if known:
            return Permanent(f"{words}. {known}")
        return Permanent(words) if 400 <= error.code < 500 and error.code not in (408, 425) else Temporary(words)

    def _safe(self, words: str) -> str:
        """The words without anything that shows who asks."""
        for secret in self.hidden:
            words = words.replace(secret, "***")
        return words


_ADVICE = {
    401: "The token is not known there: look at token_command, token_file or PBEM_FORUM_TOKEN; was it revoked?",
    403: "The token's owner may not do this: may he post in this topic, and may the token write?",
    404: "There is no such topic or route: look at --topic; pbem needs NodeBB 1.15 or later (/api/v3), or Discourse",
    413: "The picture or the text is larger than the forum takes",
}


def _opener(*, is_local: bool) -> OpenerDirector:
    handlers: list[Any] = [_SameHost(), HTTPSHandler(context=ssl.create_default_context())]
    return build_opener(*handlers, *([ProxyHandler({})] if is_local else []))


def _reason(error: Exception) -> str:
    words = str(getattr(error, "reason", "") or error) or type(error).__name__
    return printable(words)


def _said(data: bytes) -> str:
    """The sentence in which a server says why: NodeBB's and Discourse's place for it, else nothing of a page."""
    try:
        values = json.loads(data)
    except ValueError:
        text = data.decode("utf-8", "replace").strip()
        return "" if text.startswith("<") else printable(text)
    if isinstance(values, str):
        return printable(values)
    if not isinstance(values, dict):
        return ""
    status, errors = values.get("status"), values.get("errors")
    found = [status.get("message") if isinstance(status, dict) else "", values.get("message"), values.get("error")]
    found += errors if isinstance(errors, list) else []
    return printable("; ".join(str(word) for word in found if word))


def _seconds(header: str, said: str) -> int:
    """How long to wait: as the header says, else as the words do, else a minute."""
    if header.strip().isdigit():
        return min(int(header), 86_400)
    numbers = [int(word) for word in said.replace(",", " ").split() if word.isdigit()]
    return min(max(numbers, default=60), 86_400) or 60


def form(field: str, name: str, data: bytes, values: Mapping[str, str]) -> tuple[bytes, str]:
    """A form with one PNG in it, and its content type."""
    mark = f"pbem{hashlib.sha256(data).hexdigest()[:24]}"  # no picture holds a part of its own hash
    parts = [
        f'--{mark}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
        for key, value in values.items()
    ]
    head = f'--{mark}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n'
    parts += [f"{head}Content-Type: image/png\r\n\r\n".encode(), data, f"\r\n--{mark}--\r\n".encode()]
    return b"".join(parts), f"multipart/form-data; boundary={mark}"
