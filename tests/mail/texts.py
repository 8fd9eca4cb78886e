"""What the mails of this folder are made of: one order block, an older one, and the ways to wrap them up."""

from __future__ import annotations

import html
from collections.abc import Callable
from email.message import EmailMessage

INNER = """\
campaign: isonzo   side: Central Powers   turn: 1   step: movement

move GE-5 1903
move 26 to 1903                      # 26th Württemberg
move 117 1702 – 1602
hold GE-12, GE-BA, GE-55

combat:
attack 1904 with AH-1, AH-50, GE-5, GE-26 barrage AH-art15 shift AH-hqXV if odds ≥ 3-1
  on */2: advance GE-5, GE-26; pursue GE-5
  on 1/*: losses AH-50, AH-1

standing:
defend on 2: retreat, half
losses: weakest first

press:
Rain and fog over the Isonzo.
"""
ORDERS = f"=== orders ===\n{INNER}=== end of orders ===\n"
# What the last report asked for, with orders in it that nobody wants any more.
OLD_INNER = "campaign: isonzo\nside: Central Powers\nturn: 1\nstep: cp-movement\n\nmove GE-200 to 1903\n"
OLD = f"=== orders ===\n{OLD_INNER}=== end of orders ===\n"
REPORT = f"The Isonzo, turn 1.\n\nYou owe orders.\n\n{OLD}"

HEAD = "From: Otto <otto@example.org>\nTo: judge@example.org\nSubject: Re: isonzo, turn 1\n"
DATE = "Date: Mon, 16 Nov 2026 20:00:00 +0100\n"
MADE: dict[str, Callable[[], bytes]] = {}


def mail(name: str) -> Callable[[Callable[[], str | bytes]], Callable[[], bytes]]:
    """A mail of this name; its maker gives all of it, with its own header."""

    def keep(make: Callable[[], str | bytes]) -> Callable[[], bytes]:
        def made() -> bytes:
            found = make()
            return found if isinstance(found, bytes) else found.replace("\n", "\r\n").encode()

        MADE[name] = made
        return made

    return keep


def head(program: str, kind: str = "text/plain; charset=utf-8", how: str = "8bit") -> str:
    """The header of a mail."""
    name = program.split()[0].lower()
    return (
        f"{HEAD}{DATE}Message-ID: <{name}@example.org>\nMIME-Version: 1.0\nX-Mailer: {program}\n"
        f"Content-Type: {kind}\nContent-Transfer-Encoding: {how}\n\n"
    )


def quoted(text: str, mark: str = "> ") -> str:
    return "".join(f"{mark}{line}".rstrip() + "\n" for line in text.splitlines())


def lines(text: str, tag: str = "div") -> str:
    """Each line as an element; an empty one holds a break."""
    return "".join(f"<{tag}>{html.escape(line, False) or '<br>'}</{tag}>" for line in text.splitlines())


def breaks(text: str) -> str:
    return "<br>\n".join(html.escape(line, False).replace("  ", " &nbsp;") for line in text.splitlines())


def two_parts(program: str, text: str, page: str) -> str:
    """Text and HTML, as versions of one mail."""
    return (
        head(program, 'multipart/alternative; boundary="=_x1"', "7bit")
        + f"--=_x1\nContent-Type: text/plain; charset=UTF-8\n\n{text}\n"
        + f"--=_x1\nContent-Type: text/html; charset=UTF-8\n\n{page}\n--=_x1--\n"
    )


def fixed(made: EmailMessage) -> bytes:
    """The mail with boundaries that are the same every time."""
    for number, part in enumerate(p for p in made.walk() if p.is_multipart()):
        part.set_boundary(f"=_{number}_x")
    return made.as_bytes()
