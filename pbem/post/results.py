"""What a provider says of a mail's sender (RFC 8601): believed from the one server that the settings name."""

from __future__ import annotations

import re

from pbem.post.heads import Head

_FIELD = "authentication-results"
_COMMENT = re.compile(r"\([^()]*\)")
_PASS = re.compile(r"\b(dmarc|dkim)\s*=\s*pass\b", re.I)
_DOMAIN = re.compile(r"\bheader\.(?:from|d|i)\s*=\s*\"?@?([\w.-]+)", re.I)


def is_authentic(head: Head, server: str) -> bool:
    """Whether the named server found that the mail comes from the domain it claims: by DMARC, or by DKIM of it."""
    domain = head.sender.rpartition("@")[2]
    if not server or not domain:
        return False
    for value in head.all(_FIELD):
        name, _, results = _COMMENT.sub(" ", value).partition(";")
        if name.split()[:1] == [server] or name.strip().lower() == server.lower():
            return any(_vouches(part, domain) for part in results.split(";"))
    return False  # only the topmost word of that server counts: what stands below may have come with the mail


def _vouches(result: str, domain: str) -> bool:
    """Whether one result speaks for the domain, or for one above it."""
    if _PASS.search(result) is None:
        return False
    said = [found.rpartition("@")[2].lower().rstrip(".") for found in _DOMAIN.findall(result)]
    return any(domain == one or (domain.endswith(f".{one}") and one.count(".") > 0) for one in said)
