"""A message to a player: whom it is for, what its subject asks of him, its text, and one board."""

from __future__ import annotations

import hashlib
from typing import Any

from pbem.values import dataclass

_DOMAIN = "pbem.invalid"  # nobody's: the names are made of hashes


@dataclass(frozen=True, slots=True)
class Message:
    """One message, ready to send. The same record gives the same message, byte by byte."""

    campaign: str
    who: str  # a side, or the seat of a player who shares one
    player: str
    to: str  # his mail address; empty where the store knows none
    subject: str
    owes: tuple[str, ...]  # the kinds of what he owes (`record.debts.Debt`); empty if nothing is asked of him
    text: str
    at: str  # when the record was written that it tells of
    head: str  # the hash of that record
    turn: int
    board: bytes = b""  # PNG
    board_words: str = ""
    warnings: tuple[str, ...] = ()  # about the reader's own templates
    leaf: bytes = b""  # the position for the order page
    leaf_name: str = ""
    seen: str = ""  # the board in words, for who does not see it

    @property
    def name(self) -> str:
        """A name for files: `isonzo-CP`."""
        return f"{self.campaign}-{self.who}"

    @property
    def id(self) -> str:
        """The Message-ID: other words or another board, another message; the same ones, the same message."""
        return f"<{self._digest(self.head, self.subject, self.text)}@{_DOMAIN}>"

    @property
    def thread(self) -> str:
        """What all messages of a turn to one player refer to, so that mail programs keep them together."""
        return f"<{self._digest(f'turn {self.turn}')}@{_DOMAIN}>"

    def _digest(self, *parts: str) -> str:
        return hashlib.sha256("\0".join((self.campaign, self.who, *parts)).encode()).hexdigest()[:32]

    def as_json(self) -> dict[str, Any]:
        """The plain values; of the board only its size."""
        return {
            "campaign": self.campaign,
            "who": self.who,
            "player": self.player,
            "to": self.to,
            "subject": self.subject,
            "owes": list(self.owes),
            "turn": self.turn,
            "at": self.at,
            "head": self.head,
            "id": self.id,
            "board": len(self.board),
            "leaf": self.leaf_name,
            "text": self.text,
        }
