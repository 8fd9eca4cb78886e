"""Who carries a letter: an SMTP server, a `sendmail` program, or a folder from which somebody sends by hand."""

from __future__ import annotations

import os
import shlex
import smtplib
import socket
import ssl
import subprocess
from email import message_from_bytes
from typing import Protocol

from pbem.errors import UsageError
from pbem.post.passwords import password_of
from pbem.post.settings import Settings
from pbem.store.letters import Going

PATIENCE = 60  # seconds
HERE = ("localhost", "127.0.0.1", "::1")  # this machine


class Temporary(Exception):
    """It may go through later."""


class Permanent(Exception):
    """The letter or its address was refused for good."""


class Carrier(Protocol):
    """Something that takes letters."""

    def carry(self, letter: Going, sender: str) -> None:
        """Take one letter; `sender` is where it comes back to. Raises what went wrong."""

    def __enter__(self) -> Carrier: ...

    def __exit__(self, *error: object) -> None: ...


def carrier_of(settings: Settings) -> Carrier:
    """The carrier that the settings name."""
    send = settings.send
    if send.kind == "smtp":
        return Smtp(settings)
    return Sendmail(send.place) if send.kind == "sendmail" else Folder(settings.beside(send.place))


class _Quiet:
    def __exit__(self, *error: object) -> None:
        """Nothing to close."""


class Folder(_Quiet):
    """Letters as `.eml` files."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> Folder:
        try:
            os.makedirs(self.path, mode=0o700, exist_ok=True)
        except OSError as error:
            raise Temporary(f"{self.path} cannot be made: {error.strerror}") from error
        return self

    def carry(self, letter: Going, sender: str) -> None:
        """Write the file, whole or not at all; a letter that comes again is the same file."""
        short = letter.id.strip("<").partition("@")[0].partition(".")[0][:12]
        stamp = letter.at.replace("-", "").replace(":", "")
        whom = f"{letter.campaign}-{letter.who}".strip("-") or "moderator"
        path = os.path.join(self.path, f"{stamp}-{whom}-{letter.kind}-{short}.eml")
        beside = f"{path}.new"
        try:
            with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(letter.data)
            os.replace(beside, path)
        except OSError as error:
            raise Temporary(f"{self.path} cannot be written to: {error.strerror}") from error


class Sendmail(_Quiet):
    """A program that takes a mail at its standard input."""

    def __init__(self, command: str) -> None:
        self.words = [word for word in shlex.split(command) if word not in ("-t", "-i")]

    def __enter__(self) -> Sendmail:
        return self

    def carry(self, letter: Going, sender: str) -> None:
        """Hand the letter over. The address stands behind `--`: nothing of it is read as an option."""
        words = [*self.words, "-i", "-f", sender, "--", letter.to]
        try:
            done = subprocess.run(words, input=letter.data, capture_output=True, timeout=PATIENCE, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Temporary(f"{self.words[0]} could not be run: {type(error).__name__}") from error
        if done.returncode:
            why = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise Temporary(
                f"{self.words[0]} ended with {done.returncode}: {why[-1] if why else 'no reason given'}"[:300]
            )


class Smtp:
    """A server of the provider: with TLS, unless it is this machine."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        host, _, port = settings.send.place.partition(":")
        if port and not port.isdigit():
            raise UsageError(f"{settings.path}, [send] smtp: found {settings.send.place!r}, wanted host:port")
        self.host, self.port = host, int(port or 587)
        self.is_local = host in HERE
        self.server: smtplib.SMTP | None = None

    def __enter__(self) -> Smtp:
        try:
            self.server = self._open()
        except smtplib.SMTPAuthenticationError as error:
            user = self.settings.send.login.user
            why = f"{self.host} did not let {user} in ({error.smtp_code}): check user and password in [send]"
            raise Temporary(why) from None
        except smtplib.SMTPNotSupportedError as error:
            what = "take a login: take `user` out of [send]" if "AUTH" in str(error) else "speak TLS: try another port"
            raise Temporary(f"{self.host} does not {what}") from None
        except socket.gaierror:
            raise Temporary(f"no server is called {self.host}: check [send] smtp, and the network") from None
        except (OSError, smtplib.SMTPException) as error:
            raise Temporary(f"{self.host} cannot be reached: {reason(error)}") from error
        return self

    def _open(self) -> smtplib.SMTP:
        safe = ssl.create_default_context()
        if self.port == 465:
            server: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=PATIENCE, context=safe)
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=PATIENCE)
        try:
            if self.port != 465 and not self.is_local:
                server.starttls(context=safe)
            self._log_in(server)
        except BaseException:
            server.close()
            raise
        return server

    def _log_in(self, server: smtplib.SMTP) -> None:
        login = self.settings.send.login
        if login.user:
            password = password_of(self.settings, login)
            if login.auth == "xoauth2":
                token = f"user={login.user}\1auth=Bearer {password}\1\1"
                server.auth("XOAUTH2", lambda _challenge=None: token)
            else:
                server.login(login.user, password)

    def __exit__(self, *error: object) -> None:
        if self.server is not None:
            try:
                self.server.quit()
            except (OSError, smtplib.SMTPException):
                self.server.close()

    def carry(self, letter: Going, sender: str) -> None:
        """Hand the letter over, and say whether a fault will last."""
        assert self.server is not None
        try:
            self.server.sendmail(sender, [letter.to], letter.data)
        except smtplib.SMTPRecipientsRefused as error:
            code, why = next(iter(error.recipients.values()))
            raise _fault(code, why) from None
        except smtplib.SMTPResponseException as error:
            raise _fault(error.smtp_code, error.smtp_error) from None
        except (OSError, smtplib.SMTPException) as error:
            raise Temporary(f"{self.host}: {type(error).__name__}: {error}"[:300]) from error


def reason(error: Exception) -> str:
    """Why a connection failed, in words; the name of the error where it has none."""
    if isinstance(error, ssl.SSLCertVerificationError):
        why = f"its certificate is not trusted ({error.verify_message.rstrip('.')})"
        return f"{why}; check its name, or let SSL_CERT_FILE name the certificate of a server of your own"
    if isinstance(error, ssl.SSLError):
        return f"it does not speak TLS at this port ({error.reason or type(error).__name__}); try another port"
    words = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(str(words).split())[:300]


def _fault(code: int, why: bytes | str) -> Exception:
    text = why.decode("utf-8", "replace") if isinstance(why, bytes) else why
    words = f"{code} {' '.join(text.split())}"[:300]
    return Permanent(words) if 500 <= code < 600 else Temporary(words)


def subject_of(letter: Going) -> str:
    """The subject of a letter, for lists."""
    return " ".join(str(message_from_bytes(letter.data).get("Subject", "")).split())
