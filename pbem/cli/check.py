"""Checking order files and handing them in: each letter with its receipt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pbem.cli.faults import DONE, WRONG
from pbem.cli.files import now, store_for_reading, store_for_writing, user
from pbem.cli.letters import Arrived, has_orders, letters_in
from pbem.cli.printing import say, say_json
from pbem.desk.lines.receipt import receipt_lines

if TYPE_CHECKING:
    from pbem.desk.inbox.receipts import Receipt


def check_files(files: Sequence[str], campaign: str, db: str, as_json: bool) -> int:
    """Check each letter of the files and print the receipt it would get."""
    from pbem.desk.checking import check
    from pbem.desk.inbox.addressed import meant

    store = store_for_reading(db)

    def take(one: Arrived) -> Receipt:
        return check(store, meant(store, campaign, one.data), one.data)

    return tell_receipts(letters_in(files), take, _next, as_json, len(files) > 1)


def receive_files(
    letters: Iterable[Arrived], sender: str, campaign: str, db: str, as_json: bool, is_many: bool, mended: str
) -> int:
    """Hand each letter in and print its receipt; `mended` says what to do about one that is refused."""
    from pbem.desk.inbox.addressed import meant
    from pbem.post.recording import hand_in

    store, who = store_for_writing(db), sender or user()

    def take(one: Arrived) -> Receipt:
        return hand_in(store, meant(store, campaign, one.data), one.data, who, now())

    def after(_: str, receipt: Receipt) -> str:
        return "Next: pbem adjudicate" if receipt.is_accepted else f"Next: {mended}"

    return tell_receipts(letters, take, after, as_json, is_many)


def _next(name: str, receipt: Receipt) -> str:
    return f"Next: pbem submit {name}" if receipt.is_accepted else ""


def tell_receipts(
    letters: Iterable[Arrived],
    take: Callable[[Arrived], Receipt],
    after: Callable[[str, Receipt], str],
    as_json: bool,
    is_many: bool = False,
) -> int:
    """Take each letter and print its receipt and what comes next. Mails of a mailbox without orders are passed over."""
    code, is_one = DONE, not is_many
    shown: list[dict[str, Any]] = []
    for number, letter in enumerate(letters):
        is_one = is_one and not letter.is_boxed
        receipt = take(letter) if not letter.is_boxed or has_orders(letter) else None
        code = WRONG if receipt and not receipt.is_accepted else code
        if as_json:
            found = receipt.as_json() if receipt else {"verdict": "passed over"}
            shown.append(found if is_one else {"file": letter.name, **found})
            continue
        lines = receipt_lines(receipt, letter.name) if receipt else [f"{letter.name}: no order block; skipped"]
        follows = after(letter.name, receipt) if receipt else ""
        say("\n".join([*([""] if number else []), *lines, *(["", follows] if follows else [])]))
    if as_json:
        say_json(shown[0] if is_one else {"receipts": shown})
    return code
