"""The receipt on the screen: what was understood, what will happen by default, what mails it may still cost."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.desk.lines.layout import WIDTH, columns, titled, wrapped

if TYPE_CHECKING:
    from pbem.desk.inbox.receipts import Receipt
    from pbem.kernel.views.meter import Point


def receipt_lines(receipt: Receipt, file: str) -> list[str]:
    """The receipt of a file that was checked or received."""
    if not receipt.is_accepted:
        return _refused(receipt, file)
    place = f"{receipt.seat or receipt.side}, turn {receipt.turn}"
    steps = f": {', '.join(receipt.steps)}" if receipt.steps else ""
    lines = [
        wrapped(f"{_verdict(receipt, file)} ({place}{steps})"),
        "",
    ]
    if not receipt.canonical:
        lines.append(f"The orders themselves are for the eyes of {receipt.seat or receipt.side} alone.")
        return lines + titled("Note", [wrapped(text, "  ", "  ") for text in receipt.warnings])
    lines += [*(order_text(line, receipt.joiners) for line in receipt.canonical.splitlines()), ""]
    lines.append(f"hash {receipt.digest}")
    lines += [f"record: {receipt.seq} {receipt.head[:40]}"] if receipt.head else []
    lines += titled("Note", [wrapped(text, "  ", "  ") for text in receipt.warnings])
    lines += titled("By default", [wrapped(text, "  ", "  ") for text in receipt.defaults])
    return lines + _mails(receipt) + _sealed(receipt)


def _sealed(receipt: Receipt) -> list[str]:
    head = "The step is complete; its orders will be sealed as (keep it for `pbem verify POST --known RECEIPT`)"
    return ["", wrapped(f"{head}:"), "", *receipt.proof.splitlines()] if receipt.proof else []


def order_text(line: str, joiners: Sequence[str] = ()) -> str:
    """A long order in several lines, cut only where a line may go on, so that it could be sent again as it stands."""
    if len(line) <= WIDTH:
        return line
    own = "".join(f"|{re.escape(word)} " for word in joiners)
    words = re.split(rf" (?=(?:on [*\-\d]+/|if |with {own}))", line)
    lines, row = [], words[0]
    for word in words[1:]:
        if len(row) + len(word) < WIDTH and not word.startswith("on "):
            row += f" {word}"
        else:
            lines.append(row)
            row = f"      {word}"
    return "\n".join([*lines, row])


def _verdict(receipt: Receipt, file: str) -> str:
    doubt = f", but {_later(receipt.later)} would be illegal as matters would stand by then" if receipt.later else ""
    if receipt.seq:
        return f"{file}: accepted as entry {receipt.seq}{doubt}"
    if doubt:
        return f"{file}: the step that comes now is legal{doubt} (see Note); nothing was recorded"
    return f"{file}: legal as far as pbem can tell; nothing was recorded"


def _later(number: int) -> str:
    return "1 order for a later step" if number == 1 else f"{number} orders for later steps"


def _refused(receipt: Receipt, file: str) -> list[str]:
    lines = [line for problem in receipt.problems for line in (str(problem), "")]
    count = len(receipt.problems)
    found = f"{count} problem{'s' if count != 1 else ''}"
    kept = f", kept as entry {receipt.seq}" if receipt.seq else ""
    lines.append(wrapped(f"{file}: refused{kept}: {found}. Nothing counts until every problem is fixed."))
    lines += titled("Note", [wrapped(text, "  ", "  ") for text in receipt.warnings])
    return lines


def _mails(receipt: Receipt) -> list[str]:
    return [*_own_mails(receipt), *_unforeseen(receipt), *_others(receipt)]


def _unforeseen(receipt: Receipt) -> list[str]:
    """What the check could not look at: there more questions may wait."""
    words = f"Not checked, so more questions may come: {', '.join(receipt.beyond)}."
    return ["", wrapped(words)] if receipt.beyond else []


def _others(receipt: Receipt) -> list[str]:
    """Questions to the enemy, of whose standing orders nothing is said."""
    if not receipt.others:
        return []
    rows = [(point.side, point.words(), point.likely()) for point in receipt.others]
    head = "Questions that may come to others, unless their standing orders decide them"
    return ["", wrapped(f"{head}: {len(rows)}"), *columns(rows, "  ")]


def _own_mails(receipt: Receipt) -> list[str]:
    if not receipt.mails:
        if not receipt.steps:
            return ["", "Mails still needed from you: this file brings no orders, so none can be foreseen."]
        return [] if receipt.beyond else ["", "Mails still needed from you for this: none foreseen."]
    rows = [(point.words(), point.likely(), _advice(point)) for point in receipt.mails]
    count = len(rows)
    head = f"Questions that may still come to you: {count} (each may cost a mail; standing orders save it)"
    return ["", wrapped(head), *columns(rows, "  ")]


def _advice(point: Point) -> str:
    hint = f"save it with `{point.hint}`" if point.hint else ""
    default = f"else {point.default}" if point.default else ""
    return "; ".join(part for part in (hint, default) if part)
