"""Sealed blocks: what a game hides does not belong in a thread, so a player posts only the hash of his orders and sends
the orders by mail. The hash fixes them: whatever comes by mail must fit it.

The orders have a line `# seal: ...` of their own, 128 bits that nobody can guess: without it, anyone could try all
likely orders until one fits the hash.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from pbem.desk.inbox.letters.opening import open_letter
from pbem.desk.inbox.letters.sent import content_of
from pbem.errors import UsageError
from pbem.kernel.text.blocks import BEGIN, END, Row, order_rows, says
from pbem.post.forum.blocks import rows_in
from pbem.values import NamedTuple
from pbem.values.patterns import pattern

SEALED, SEALED_END = "=== sealed ===", "=== end of sealed ==="
FIELDS = ("campaign", "side", "turn", "step", "hash")
_BEGIN = pattern(r"^[=*_~\-\s]*sealed[=*_~\-\s]*$")
_END = pattern(r"^[=*_~\-\s]*end of sealed[=*_~\-\s]*$")
_FIELD = pattern(r"^\W*(campaign|side|turn|step|hash)\s*[:=]\s*(.*?)\s*$")
_SALT = pattern(r"#\s*seal:\s*([0-9a-f]{32})\b")
_DIGEST = pattern(r"[0-9a-f]{64}")


class Seal(NamedTuple):
    """A sealed block: whose orders for which step, and their hash."""

    campaign: str
    side: str
    turn: int
    step: str
    digest: str

    @property
    def place(self) -> str:
        """The step that it is for."""
        return f"t{self.turn}/{self.step}"

    def block(self) -> str:
        """The text for the thread."""
        values = zip(FIELDS, (self.campaign, self.side, self.turn, self.step, self.digest), strict=True)
        return "\n".join([SEALED, *(f"{name}: {value}" for name, value in values), SEALED_END]) + "\n"


# -- what a player does ---------------------------------------------------------------------------------------


def seal_orders(data: bytes, salt: str) -> tuple[str, Seal]:
    """An order file with its line `# seal: ...`, to be kept and mailed later, and the block for the thread."""
    rows = _rows(data)
    if not salt_of(rows):
        first = next((at for at, row in enumerate(rows) if not row.text.strip()), len(rows))
        rows = [*rows[:first], Row(0, 0, f"# seal: {salt}"), *rows[first:]]
    text = "\n".join([BEGIN, *(row.text for row in rows), END]) + "\n"
    return text, _sealed(rows)


def _sealed(rows: Sequence[Row]) -> Seal:
    header = content_of(rows).header
    missing = [name for name in FIELDS[:4] if not header.get(name)]
    if missing:
        raise UsageError(
            f"the header of the order file does not name {' and '.join(missing)}: a seal needs all four lines"
        )
    if not header["turn"].isdigit():
        raise UsageError(f"turn: found {header['turn']!r}, wanted a number")
    return Seal(header["campaign"], header["side"], int(header["turn"]), header["step"], digest_of(rows))


def digest_of(rows: Sequence[Row]) -> str:
    """The hash of an order block: of its words, however they were wrapped, and of its salt; notes do not count."""
    words = " ".join(" ".join(says(rows)).split())
    return hashlib.sha256(f"pbem-sealed/1\n{salt_of(rows)}\n{words}\n".encode()).hexdigest()


def salt_of(rows: Sequence[Row]) -> str:
    """The word that nobody can guess; empty where there is none."""
    return next((found[1] for row in rows if (found := _SALT.search(row.text.lower()))), "")


def _rows(data: bytes) -> list[Row]:
    """The rows of the one order block of a file."""
    pages = open_letter(data).pages
    return order_rows(pages[0].rows) if pages else []


# -- what the judge does --------------------------------------------------------------------------------------


class BadSeal(Exception):
    """A sealed block that cannot be read, with what is wrong in words."""


def seals_in(text: str) -> list[Seal]:
    """The sealed blocks of a post, but for those that somebody quotes; the first that cannot be read is refused."""
    rows = [row for row in rows_in(text) if row.level == 0]
    starts = [at for at, row in enumerate(rows) if _is_mark(row.text, _BEGIN)]
    return [_read(rows[at + 1 :]) for at in starts]


def _is_mark(text: str, wanted: re.Pattern[str]) -> bool:
    line = text.strip().lower()
    return line[:2] in ("==", "--", "**", "__", "*=", "_=") and wanted.match(line) is not None


def _read(rows: Sequence[Row]) -> Seal:
    found: dict[str, str] = {}
    for row in rows:
        if _is_mark(row.text, _END):
            break
        field = _FIELD.match(row.text.strip().lower())
        if field:
            found[field[1]] = field[2]
    missing = [name for name in FIELDS if not found.get(name)]
    if missing:
        raise BadSeal(
            f"the sealed block does not name {' and '.join(missing)}; wanted {', '.join(FIELDS)}, a line each"
        )
    if not found["turn"].isdigit():
        raise BadSeal(f"turn: found {found['turn'][:20]!r}, wanted a number")
    if not _DIGEST.fullmatch(found["hash"]):
        raise BadSeal(f"hash: found {found['hash'][:20]!r}, wanted the 64 digits that `pbem forum seal` writes")
    return Seal(found["campaign"], found["side"], int(found["turn"]), found["step"], found["hash"])
