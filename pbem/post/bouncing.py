"""Letters that come back: their address is marked, no more mail goes to it, and the seat is named."""

from __future__ import annotations

import re

from pbem.post.answering import to_moderator
from pbem.post.heads import Head
from pbem.post.office import Office
from pbem.post.sorting import VERP, tag_of
from pbem.store.letters import Going, Stage

_STATUS = re.compile(rb"^Status:\s*([245])\.\d{1,3}\.\d{1,3}", re.I | re.M)
_WHY = re.compile(rb"^Diagnostic-Code:\s*(?:smtp;)?\s*([^\r\n]{1,200})", re.I | re.M)
_ID = re.compile(rb"^Message-ID:\s*(<[^<>\s]{1,300}>)", re.I | re.M)


def take(office: Office, head: Head, data: bytes) -> str:
    """What a delivery report says, carried out; in words for the log."""
    address = _address(office, head, data)
    if not address:
        return "a delivery report that names no letter of this judge"
    status = _STATUS.search(data)
    if status is not None and status[1] != b"5":
        return f"a delivery report: mail to {address} is late"
    found = _WHY.search(data)
    why = found[1].decode("utf-8", "replace") if found else head.subject
    mark(office, address, "".join(sign if sign.isprintable() else " " for sign in why)[:200], head.id)
    return f"mail to {address} came back: it is stopped"


def mark(office: Office, address: str, why: str, cause: str) -> None:
    """No more mail to an address; what waits for it is held, and the moderator learns whose it is."""
    if office.letters.bounced(address):
        return
    office.letters.set_bounced(address, office.now, why or "no reason was given")
    for letter in office.letters.going(Stage.WAITING):
        if letter.to.lower() == address.lower():
            office.letters.mark(letter, Stage.HELD, why=f"mail to it came back: {why}")
    seats = [f"{who} in {campaign}" for campaign, who in office.letters.seats_at(address)]
    if seats and address.lower() != office.settings.moderator.lower():
        to_moderator(
            office, f"{cause} {address}", f"mail to {' and '.join(seats)} comes back",
            f"Mail to {address} comes back: {why}\n\nNothing more is sent there. `pbem address` sets another address.",
        )  # fmt: skip


def _address(office: Office, head: Head, data: bytes) -> str:
    """Whose letter came back: by the address it came to, or by what the report says, if we did write to it."""
    own = office.settings.send.address
    tags = [tag_of(address, own).removeprefix(VERP) for address in head.to if tag_of(address, own).startswith(VERP)]
    ids = [found.decode("ascii", "replace") for found in _ID.findall(data)]
    named = [letter for id in ids if (letter := office.letters.one(id)) is not None]
    tagged = [letter for letter in office.letters.going() if verp_tag(letter) in tags] if tags and not named else []
    return next((letter.to for letter in (*named, *tagged)), "")


def verp_tag(letter: Going) -> str:
    """The tag by which a letter is known when it comes back."""
    return letter.id.strip("<").partition("@")[0].partition(".")[0][:24]
