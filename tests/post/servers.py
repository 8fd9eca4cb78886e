"""Real servers for tests: Dovecot with a box of its own, and a small SMTP server that keeps what it is given."""

from __future__ import annotations

import os
import shutil
import socket
import socketserver
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from tests.programs import PROGRAMS

PASSWORD = "hush"
ELSEWHERE = "127.0.0.2"  # this machine too, and yet not `localhost`


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def configuration(folder: Path, port: int) -> str:
    """Dovecot for one user, everything within a folder."""
    own = str(os.getuid())
    inner, login = ("dovecot", "dovenull") if own == "0" else (own, own)  # it takes logins in as nobody in particular
    return f"""
base_dir = {folder}/run
state_dir = {folder}/state
log_path = {folder}/log
protocols = imap
listen = 127.0.0.1, {ELSEWHERE}
ssl = no
disable_plaintext_auth = no
first_valid_uid = 0
first_valid_gid = 0
default_internal_user = {inner}
default_login_user = {login}
mail_location = maildir:{folder}/mail
passdb {{
  driver = static
  args = password={PASSWORD}
}}
userdb {{
  driver = static
  args = uid={_owner()} gid={_owner()} home={folder}/mail
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
"""


def with_tls(text: str, port: int, files: Path) -> str:
    """The same Dovecot for clients to whom it must show its certificate."""
    plain = f"inet_listener imap {{\n    port = {port}\n  }}\n  inet_listener imaps {{\n    port = 0\n  }}"
    safe = (
        f"inet_listener imap {{\n    port = 0\n  }}\n  inet_listener imaps {{\n    port = {port}\n    ssl = yes\n  }}"
    )
    assert plain in text
    shown = f"ssl = required\nssl_cert = <{files}/cert.pem\nssl_key = <{files}/key.pem"
    return text.replace(plain, safe).replace("ssl = no", shown)


def _owner() -> int:
    """Whose mail it is: Dovecot serves none of root's."""
    return os.getuid() or 65534


@contextmanager
def dovecot(certificate: Path | None = None) -> Iterator[tuple[int, Path]]:
    """A running Dovecot: its port, and the Maildir in which its mail lies. With a certificate it speaks TLS."""
    folder = Path(tempfile.mkdtemp(prefix="pbem-dovecot-"))
    folder.chmod(0o755)  # its own users look into it
    port, file = free_port(), folder / "dovecot.conf"
    text = configuration(folder, port)
    file.write_text(with_tls(text, port, certificate) if certificate else text, encoding="utf-8")
    for part in ("new", "cur", "tmp"):
        (folder / "mail" / part).mkdir(parents=True)
        os.chown(folder / "mail" / part, _owner(), -1)
    os.chown(folder / "mail", _owner(), -1)
    server = subprocess.Popen([PROGRAMS["dovecot"].path(), "-F", "-c", str(file)])
    try:
        _wait_for(port, folder / "log")
        yield port, folder / "mail"
    finally:
        server.terminate()
        server.wait(20)
        print((folder / "log").read_text(encoding="utf-8"))  # shown where a test fails
        shutil.rmtree(folder)


def _wait_for(port: int, log: Path) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(log.read_text(encoding="utf-8") if log.exists() else "Dovecot did not start")


@dataclass
class Kept:
    """What an SMTP server was given: sender, address, mail."""

    mails: list[tuple[str, str, bytes]] = field(default_factory=list)


class _Talk(socketserver.StreamRequestHandler):
    """As much of RFC 5321 as a sender needs."""

    kept: ClassVar[Kept]
    refused: ClassVar[str] = ""

    def taken(self, sender: str, to: str, data: bytes) -> None:
        """What becomes of a mail beyond being kept; nothing."""

    def _say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())

    def handle(self) -> None:
        """A client that is killed hangs up in the middle: what it had not finished was never sent."""
        with suppress(ConnectionError):
            self._talk()

    def _data(self) -> bytes | None:
        rows = list[bytes]()
        for row in self.rfile:
            if row == b".\r\n":
                return b"".join(rows)
            rows.append(row)
        return None

    def _talk(self) -> None:
        self._say("220 ready")
        sender = to = ""
        for line in self.rfile:
            words = line.decode().strip()
            verb = words.upper()
            if verb.startswith("MAIL"):
                sender = words.partition(":")[2].strip("<>").partition(">")[0]
            if verb.startswith("RCPT"):
                to = words.partition(":")[2].strip("<>").partition(">")[0]
                self._say("550 no such user" if to == self.refused else "250 ok")
            elif verb == "DATA":
                self._say("354 go on")
                data = self._data()
                if data is None:
                    return
                self.kept.mails.append((sender, to, data))
                self.taken(sender, to, data)
                self._say("250 taken")
            elif verb == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 ok")


@contextmanager
def smtp(refused: str = "") -> Iterator[tuple[int, Kept]]:
    """A running SMTP server and what it was given; one address it refuses."""
    kept = Kept()
    talk = type("Talk", (_Talk,), {"kept": kept, "refused": refused})
    with socketserver.TCPServer(("127.0.0.1", 0), talk) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server.server_address[1], kept
        server.shutdown()
