"""A whole post office for tests: Dovecot takes mail in by LMTP and gives it out by IMAP, an SMTP server feeds it.

Its sieve answers with an absence note for whoever is away. Logins by password, and by XOAUTH2 with a token that a small
server of ours vouches for.
"""

from __future__ import annotations

import imaplib
import json
import os
import shutil
import smtplib
import socketserver
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import parse_qs

from tests.post.servers import PASSWORD, Kept, _owner, _Talk, _wait_for, configuration, free_port
from tests.programs import PROGRAMS

TOKEN = "ya29.a-token-that-somebody-printed"
VACATION = """require ["vacation"];
vacation :days 1 :addresses ["{address}"] :subject "Automatic reply: away" "I am on the Piave until Sunday.";
"""


@dataclass
class PostOffice:
    """Ports and folders of a running post office, and all that went through it."""

    folder: Path
    imap: int
    lmtp: int
    smtp: int
    kept: Kept = field(default_factory=Kept)
    seen: dict[str, int] = field(default_factory=dict)

    def deliver(self, to: str, data: bytes, sender: str = "somebody@example.org") -> None:
        """Hand a mail over, as a mail server does."""
        with smtplib.LMTP("127.0.0.1", self.lmtp) as door:
            door.sendmail(sender, [to], data)

    def letters(self, user: str) -> list[EmailMessage]:
        """All mail of a user, oldest first, as IMAP gives it."""
        box = imaplib.IMAP4("127.0.0.1", self.imap)
        box.login(user, PASSWORD)
        box.select("INBOX")
        found = []
        for number in box.search(None, "ALL")[1][0].split():
            part = box.fetch(number, "(BODY.PEEK[])")[1][0]
            mail = message_from_bytes(part[1], policy=SMTP) if isinstance(part, tuple) else None
            if isinstance(mail, EmailMessage):
                found.append(mail)
        box.logout()
        return found

    def away(self, user: str) -> None:
        """From now on a program answers for the user."""
        home = self.folder / "mail" / user
        home.mkdir(parents=True, exist_ok=True)
        (home / ".dovecot.sieve").write_text(VACATION.format(address=f"{user}@example.org"), encoding="utf-8")
        for path in (home, home / ".dovecot.sieve"):
            os.chown(path, _owner(), -1)


def _more(folder: Path, lmtp: int, smtp: int, tokens: int) -> str:
    """What the post office has beyond a box: LMTP, homes for several users, sieve, logins by token."""
    return f"""
protocols = imap lmtp
recipient_delimiter = +
auth_mechanisms = plain xoauth2
submission_host = 127.0.0.1:{smtp}
postmaster_address = postmaster@example.org
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {folder}/oauth2.conf
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
protocol lmtp {{
  mail_plugins = sieve
}}
plugin {{
  sieve = file:~/sieve;active=~/.dovecot.sieve
  sieve_vacation_send_from_recipient = yes
}}
"""


class _Vouch(BaseHTTPRequestHandler):
    """Says whose token it is, as a provider's introspection does (RFC 7662)."""

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        said = parse_qs(self.rfile.read(length).decode()).get("token", [""])[0]
        answer = {"active": True, "username": "judge"} if said == TOKEN else {"active": False}
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


class _Relay(_Talk):
    """An SMTP server that keeps each mail and carries it on to Dovecot."""

    office: PostOffice

    def taken(self, sender: str, to: str, data: bytes) -> None:
        if to.endswith("@example.org"):
            self.office.deliver(to, data, sender)


@contextmanager
def post_office() -> Iterator[PostOffice]:
    """A running post office for judge@, anna@ and whoever else gets mail at example.org."""
    folder = Path(tempfile.mkdtemp(prefix="pbem-post-"))
    folder.chmod(0o755)
    (folder / "mail").mkdir()
    os.chown(folder / "mail", _owner(), -1)
    imap, lmtp = free_port(), free_port()
    with (
        HTTPServer(("127.0.0.1", 0), _Vouch) as vouch,
        socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Relay, bind_and_activate=True) as relay,
    ):
        smtp, tokens = relay.server_address[1], vouch.server_address[1]
        office = PostOffice(folder, imap, lmtp, smtp)
        relay.RequestHandlerClass = type("Relay", (_Relay,), {"kept": office.kept, "office": office})
        text = configuration(folder, imap).replace("protocols = imap\n", _more(folder, lmtp, smtp, tokens), 1)
        text = text.replace(f"maildir:{folder}/mail\n", "maildir:~/Maildir\n").replace(
            f"home={folder}/mail\n", f"home={folder}/mail/%n\n"
        )
        (folder / "dovecot.conf").write_text(text, encoding="utf-8")
        (folder / "oauth2.conf").write_text(
            f"introspection_url = http://127.0.0.1:{tokens}/\nintrospection_mode = post\n"
            "username_attribute = username\nactive_attribute = active\nactive_value = true\n",
            encoding="utf-8",
        )
        for server in (vouch, relay):
            threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        process = subprocess.Popen([PROGRAMS["dovecot"].path(), "-F", "-c", str(folder / "dovecot.conf")])
        try:
            _wait_for(imap, folder / "log")
            _wait_for(lmtp, folder / "log")
            yield office
        finally:
            process.terminate()
            process.wait(20)
            vouch.shutdown()
            relay.shutdown()
            print((folder / "log").read_text(encoding="utf-8", errors="replace"))  # shown where a test fails
            shutil.rmtree(folder)
