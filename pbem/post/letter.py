"""A letter of the judge. Nothing in it depends on chance: a letter that had to be repeated is the same letter."""

from __future__ import annotations

import hashlib

from pbem.desk.outbox.eml import address_of, as_mail
from pbem.desk.outbox.message import Message
from pbem.post.office import Office
from pbem.post.sorting import JUDGE
from pbem.post.tokens import bind, token_for
from pbem.store.letters import Going, Stage
from pbem.values import dataclass

ANSWERED, BY_ITSELF = "auto-replied", "auto-generated"  # RFC 3834


@dataclass(frozen=True, slots=True)
class Draft:
    """A letter before it has a name. `cause` is what it follows from: the same cause and kind, the same letter."""

    kind: str
    cause: str
    campaign: str
    who: str  # a seat; empty for the moderator
    name: str
    to: str
    subject: str
    text: str
    at: str
    answers: str = ""  # the Message-ID of the mail that it answers
    turn: int = 0
    seq: int = 0
    board: bytes = b""
    board_words: str = ""
    leaf: bytes = b""
    leaf_name: str = ""
    seen: str = ""  # the board in words


def post(office: Office, draft: Draft) -> bool:
    """Put a letter into the outbox; whether it is new there. To an address that mail does not reach it is held."""
    if not draft.to:
        office.tell(f"{draft.campaign} {draft.who}: no address for {draft.subject!r}: `pbem address` keeps one")
        return False
    id = id_of(office, draft)
    if office.letters.has(id):
        return False
    if draft.who:
        bind(office, draft.campaign, draft.who, draft.to)
    why = office.letters.bounced(draft.to)
    going = Going(
        id, draft.kind, draft.campaign, draft.who, draft.to, draft.at, mail_of(office, draft, id),
        Stage.HELD if why else Stage.WAITING, draft.seq, why=f"mail to it came back: {why}" if why else "",
    )  # fmt: skip
    return office.letters.put(going)


def id_of(office: Office, draft: Draft) -> str:
    """The Message-ID, made of cause and kind. It carries the token of a seat, for boxes without plus addresses."""
    digest = hashlib.sha256("\0".join((draft.cause, draft.kind, draft.to)).encode()).hexdigest()[:32]
    token = f".{_token(office, draft)}" if draft.who else ""
    return f"<{digest}{token}@{office.settings.send.address.rpartition('@')[2]}>"


def mail_of(office: Office, draft: Draft, id: str) -> bytes:
    """The mail as it travels."""
    send = office.settings.send
    message = Message(
        draft.campaign, draft.who, draft.name, draft.to, draft.subject, (), draft.text, draft.at, "", draft.turn,
        draft.board, draft.board_words, leaf=draft.leaf, leaf_name=draft.leaf_name,
        seen=draft.seen,
    )  # fmt: skip
    mail = as_mail(message, id=id)
    mail["From"] = address_of(send.name, send.address)
    if draft.answers:
        mail["In-Reply-To"] = draft.answers
    if send.plus and draft.who:
        local, _, domain = send.address.rpartition("@")
        mail["Reply-To"] = address_of(send.name, f"{local}+{_token(office, draft)}@{domain}")
    mail["Auto-Submitted"] = ANSWERED if draft.answers else BY_ITSELF
    mail[JUDGE] = judge_id(office)
    return mail.as_bytes()


def judge_id(office: Office) -> str:
    """What this judge is known by to itself and to others."""
    return hashlib.sha256(b"judge\0" + office.key).hexdigest()[:16]


def _token(office: Office, draft: Draft) -> str:
    return token_for(office, draft.campaign, draft.who, draft.to)
