"""What kind of mail this is. Only a person's mail is ever answered, so no two programs write to each other for ever.

RFC 3834 says how a program marks its letters; older ones are known by their habits.
"""

from __future__ import annotations

import re
from enum import StrEnum

from pbem.post.heads import Head

JUDGE = "X-Pbem-Judge"  # in every letter of ours: it names the judge
VERP = "bounce-"  # begins the tag of the address to which a letter that cannot be delivered comes back

_DAEMON = re.compile(r"(mailer-daemon|postmaster|mail-daemon|mail-delivery|no-?reply|do-?not-?reply)@", re.I)
_AWAY = re.compile(
    r"^\W*(out of (the )?office|automatic reply|auto(matic|mated)?[ -]?(reply|response|antwort)|abwesen|"
    r"automatische antwort|risposta automatica|fuori (sede|ufficio)|r[ée]ponse automatique|absence|respuesta "
    r"autom[áa]tica|fuera de la oficina|automatisch antwoord|afwezig|autosvar|automatisk svar|odpowied[źz] "
    r"automatyczna|vacation)",
    re.I,
)
_ROBOT_FIELDS = ("x-autoreply", "x-autorespond", "x-autorespond-to", "x-auto-response", "x-vacation")
_LIST_FIELDS = ("list-id", "list-post", "mailing-list", "x-mailing-list")


class Sort(StrEnum):
    """Kinds of mail."""

    BOUNCE = "bounce"
    OWN = "own"  # of this judge or of another one
    ROBOT = "robot"
    LIST = "list"
    PERSON = "person"


def sort_of(head: Head, own: str) -> tuple[Sort, str]:
    """The kind of a mail, and by what it is known. `own` is the judge's address."""
    if head.kind == "multipart/report" and head.report in ("delivery-status", ""):
        return Sort.BOUNCE, "it is a delivery report"
    if any(tag_of(address, own).startswith(VERP) for address in head.to):
        return Sort.BOUNCE, "it came back to the address for letters that cannot be delivered"
    if head.has(JUDGE.lower()):
        return Sort.OWN, "a judge wrote it"
    if head.sender == own or (head.sender.partition("@")[2] and without_tag(head.sender) == own):
        return Sort.OWN, "it comes from the judge's own address"
    robot = _robot(head)
    if robot:
        return Sort.ROBOT, robot
    if any(head.has(name) for name in _LIST_FIELDS) or head.get("precedence").lower() == "list":
        return Sort.LIST, "a mailing list sent it on"
    return Sort.PERSON, ""


def _robot(head: Head) -> str:
    """By what a program's letter is known; empty for a person's. `X-Auto-Response-Suppress` alone says nothing."""
    auto = head.get("auto-submitted").partition(";")[0].strip().lower()
    if auto not in ("", "no"):
        return f"Auto-Submitted: {auto}"
    if head.get("precedence").lower() in ("bulk", "junk", "auto_reply"):
        return f"Precedence: {head.get('precedence').lower()}"
    if head.get("return-path").replace(" ", "") == "<>":
        return "it has no return path"
    found = next((name for name in _ROBOT_FIELDS if head.has(name)), "")
    if found:
        return f"it has a field {found}"
    if not head.sender or _DAEMON.match(head.sender):
        return f"it comes from {head.sender or 'nobody'}"
    return f"its subject is that of an absence note: {head.subject[:60]}" if _AWAY.match(head.subject) else ""


def is_away_note(head: Head) -> bool:
    """Whether a robot answers for somebody who seems to be away."""
    return head.get("auto-submitted").lower().startswith("auto-replied") or _AWAY.match(head.subject) is not None


def tag_of(address: str, own: str) -> str:
    """What stands behind the plus sign of one of the judge's addresses; empty for others."""
    local, _, domain = address.partition("@")
    name, _, tag = local.partition("+")
    return tag if f"{name}@{domain}" == own.lower() else ""


def without_tag(address: str) -> str:
    """An address without what stands behind a plus sign."""
    local, _, domain = address.partition("@")
    return f"{local.partition('+')[0]}@{domain}"
