"""A box at a provider (IMAP), with TLS; the only file that knows imap-tools, which the extra `mail` brings."""

from __future__ import annotations

import imaplib
import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from pbem.desk.inbox.letters.page import LARGEST
from pbem.errors import UsageError
from pbem.post.boxes.box import Fetched, NoBox
from pbem.post.carriers import reason
from pbem.post.passwords import password_of
from pbem.post.settings import Settings

FLAG = "$pbem-done"
_IDLE = 9 * 60  # seconds: providers end a silent connection after half an hour, routers sooner
PATIENCE = 60


_ANSWER = re.compile(r"\[b['\"](.*?)['\"]\]", re.S)


def _said(error: Exception) -> str:
    """The server's own words in an error of imap-tools, without the Python around them."""
    found = _ANSWER.search(str(error))
    return " ".join((found[1] if found else str(error)).split())[:200].rstrip(".")


class Imap:
    """A folder of an IMAP box. Nothing in it is deleted unless the settings say so."""

    def __init__(self, settings: Settings) -> None:
        try:
            import imap_tools
        except ImportError:
            raise UsageError("a box at a provider needs the extra `mail`: pip install 'pbem[mail]'") from None
        self.box: Any
        self.after, self._tools, self.box = settings.box.after, imap_tools, None
        self.user = settings.box.login.user
        self.host, _, port = settings.box.place.partition(":")
        with self._reachable():
            self.box = self._open(settings, self.host, int(port) if port.isdigit() else 0)
            self._make_place()

    @contextmanager
    def _reachable(self) -> Iterator[None]:
        """A connection that fails at any moment is a box that cannot be reached now; the next run tries again."""
        tools = self._tools.errors
        try:
            yield
        except socket.gaierror:
            raise NoBox(f"no server is called {self.host}: check [box] imap, and the network") from None
        except tools.MailboxLoginError as error:
            said = _said(error)
            raise NoBox(f"{self.host} did not let {self.user} in ({said}): check user and password in [box]") from None
        except (OSError, self._tools.errors.ImapToolsError, imaplib.IMAP4.error) as error:
            raise NoBox(f"{self.host} cannot be reached: {reason(error)}") from None

    def _open(self, settings: Settings, host: str, port: int) -> Any:
        login, tools = settings.box.login, self._tools
        if host in ("localhost", "127.0.0.1", "::1") and port != 993:
            box: Any = tools.MailBoxUnencrypted(host, port or 143, timeout=PATIENCE)
        else:
            box = tools.MailBox(host, port or 993, timeout=PATIENCE, ssl_context=ssl.create_default_context())
        enter = box.xoauth2 if login.auth == "xoauth2" else box.login
        try:
            enter(login.user, password_of(settings, login), initial_folder=None)
            self.box = box
            box.folder.set(settings.box.folder)
        except tools.errors.MailboxFolderSelectError:
            others = self._others()
            box.client.shutdown()
            raise NoBox(f"{host} opens no folder {settings.box.folder}{others}: check [box] folder") from None
        except BaseException:
            with suppress(OSError):
                box.client.shutdown()
            raise
        return box

    def _make_place(self) -> None:
        """The folder into which mail is to be moved is made where it is missing."""
        place = self.after.removeprefix("move:") if self.after.startswith("move:") else ""
        if place and not self.box.folder.exists(place):
            self.box.folder.create(place)

    def _others(self) -> str:
        """The folders that there are, for who has misspelled one."""
        try:
            names = [one.name for one in self.box.folder.list()]
        except (OSError, AttributeError, self._tools.errors.ImapToolsError, imaplib.IMAP4.error):
            return ""
        return f", there are {', '.join(names[:20])}" if names else ""

    def mails(self) -> Iterator[Fetched]:
        """Those without our flag, by number; of one that is too large only its size is asked for."""
        with self._reachable():
            found = self.box.uids(f"UNKEYWORD {FLAG}")
        for uid in found:
            with self._reachable():
                size = self._size(uid)
                data = self._raw(uid) if size <= LARGEST else None
            if data or data is None:
                yield Fetched(uid, data, size)

    def _raw(self, uid: str) -> bytes:
        """The bytes as they came: what a parser writes anew is another mail."""
        kind, answer = self.box.client.uid("fetch", uid, "(BODY.PEEK[])")
        parts = [part[1] for part in answer if isinstance(part, tuple) and isinstance(part[1], bytes)]
        return parts[0] if kind == "OK" and parts else b""

    def _size(self, uid: str) -> int:
        kind, answer = self.box.client.uid("fetch", uid, "(RFC822.SIZE)")
        words = b" ".join(part if isinstance(part, bytes) else part[0] for part in answer if part).split()
        at = next((i for i, word in enumerate(words) if word.strip(b"(").upper() == b"RFC822.SIZE"), -1)
        digits = words[at + 1].strip(b")") if kind == "OK" and 0 <= at < len(words) - 1 else b"0"
        return int(digits) if digits.isdigit() else 0

    def done(self, place: str) -> None:
        """Flag it; or move or delete it, if the settings say so."""
        with self._reachable():
            if self.after == "delete":
                self.box.delete(place)
            elif self.after.startswith("move:"):
                self.box.move(place, self.after.removeprefix("move:"))
            else:
                self.box.flag(place, FLAG, True)

    def wait(self) -> None:
        """Until the server says that something came."""
        with self._reachable():
            self.box.idle.wait(timeout=_IDLE)

    def close(self) -> None:
        """Log out."""
        try:
            self.box.logout()
        except (OSError, self._tools.errors.ImapToolsError, imaplib.IMAP4.error):
            return
