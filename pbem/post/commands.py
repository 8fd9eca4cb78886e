"""Commands by mail: a word as the subject or as the first line, as the Diplomacy judges took them."""

from __future__ import annotations

import re

from pbem.desk.inbox.letters.opening import open_letter
from pbem.errors import Refusal
from pbem.post.heads import Head
from pbem.values import NamedTuple

# Each word with what may stand behind it, and what it gives, for `help`.
WORDS = {
    "help": ("", "this list"),
    "status": ("", "where the campaign stands, and who owes what"),
    "sheet": ("", "your order sheet: your units, and what each may do"),
    "board": ("", "the board, as you see it"),
    "tell": ("HEX, UNIT or front", "the position in words"),
    "moves": ("UNIT", "where a unit can go, with costs, and why not farther"),
    "odds": ("ATTACK ORDER", "an attack before the dice, with every modifier and its rule"),
    "try": ("", "plays your order block on a copy, with average dice; nothing is recorded"),
    "away": ("2026-12-20..2027-01-06", "tells everybody, and moves your date"),
    "extend": ("HOURS", "asks for more time"),
    "consent": ("or refuse", "answers an amendment that is proposed"),
    "pace": ("yes or no", "lets all see how quick each player is, or not; alone: shows it"),
    "press": ("SIDE or all", "sends the text below to others; the judge forwards it"),
    "deputy": ("on or off", "for a commander: whether his deputies may give orders"),
    "zone": ("Europe/Rome", "your time zone: letters show times by your clocks"),
    "yes": ("", "for the moderator: plays what the preview shows"),
    "no": ("", "for the moderator: plays nothing until he says `yes`"),
}
_READING = ("status", "sheet", "board", "tell", "moves", "odds", "try")
_PREFIX = re.compile(r"^(?:\s*(?:re|fwd?|aw|wg|r|rif|sv|antw)\s*(?:\[\d+\])?\s*:\s*)+", re.I)
_LONGEST = 500  # letters behind a command


class Command(NamedTuple):
    """A command that was found in a mail."""

    word: str
    rest: str

    @property
    def only_looks(self) -> bool:
        """Whether it asks for words or a picture, and changes nothing."""
        return self.word in _READING


def command_in(head: Head, data: bytes) -> Command | None:
    """The command of a mail: the first line of its own text, or its subject where that was not made by us."""
    for line in (*_own_lines(data)[:1], _PREFIX.sub("", head.subject)):
        found = command_of(line)
        if found is not None:
            return found
    return None


def command_of(line: str) -> Command | None:
    """The command that a line gives; nothing where it is any other sentence."""
    first, _, rest = line.strip().partition(" ")
    word = first.lower().rstrip(":.,!")
    if word not in WORDS:
        return None
    wanted, rest = WORDS[word][0], " ".join(rest.split())[:_LONGEST]
    if word == "consent" and rest.lower() == "refuse":
        return Command("refuse", "")
    return Command(word, rest) if bool(wanted) or not rest else None


def text_below(data: bytes) -> str:
    """The lines that the sender has written himself, without the first: the text of his press."""
    return "\n".join(_own_lines(data)[1:]).strip()


def _own_lines(data: bytes) -> list[str]:
    """What he wrote, without quotations and without what stands behind a signature mark."""
    try:
        pages = [page for page in open_letter(data).pages if page.turn == 0 and not page.name]
    except Refusal:
        return []
    rows = [row for page in pages[:1] for row in page.rows]
    end = next((at for at, row in enumerate(rows) if row.text.rstrip() == "--"), len(rows))
    lines = [row.text.rstrip() for row in rows[:end] if row.level == 0]
    first = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    return lines[first:]


def help_text(campaign: str) -> str:
    """What a player can write to the judge."""
    rows = [(f"{word} {rest}".strip(), what) for word, (rest, what) in WORDS.items() if word not in ("yes", "no")]
    width = max(len(row[0]) for row in rows)
    lines = [f"  {word:{width}}  {what}" for word, what in rows]
    return "\n".join(
        [
            f"This is the judge of {campaign}." if campaign else "This is a judge of wargames by mail.",
            "",
            "Orders: reply to a letter of mine, edit the block between the markers",
            "`=== orders ===` and `=== end ===`, and send it back. You get a receipt that",
            "says what I understood.",
            "",
            "Write one of these words as the subject or as the first line:",
            "",
            *lines,
        ]
    )
