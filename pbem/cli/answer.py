"""`pbem answer`: answers to the questions that are open, from a mail or in words."""

from __future__ import annotations

import os
from typing import Annotated

from pbem.cli.check import receive_files
from pbem.cli.files import DEFAULT_DB, STDIN, store_for_reading
from pbem.cli.letters import Arrived, letters_in
from pbem.cli.options import Addressed, Argument, Db, Json, Option
from pbem.errors import UsageError


def answer(
    words: Annotated[list[str], Argument(help="Mails or files with answers; or answers, such as 'Q1: 2'.")],
    side: Annotated[str, Option("--side", help="Who answers; by default the side with a question.")] = "",
    sender: Annotated[str, Option("--from", help="Who sent it, for the record.")] = "",
    campaign: Addressed = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> int:
    """Answer the questions that are open. What is handed in is kept, and the receipt is printed.

    \b
    Examples:
      pbem answer bruno.eml
      pbem answer "Q1: 2" "Q2: none" --side AL
    Exit code 1 if the answers were refused.
    """
    files = [word for word in words if word == STDIN or os.path.exists(word)]
    if files and len(files) < len(words):
        other = next(word for word in words if word not in files)
        raise UsageError(f"{other!r} is not a file, but the others are: give files, or answers such as 'Q1: 2'")
    arrived = letters_in(files) if files else [Arrived("the answer", _block(words, side, campaign, db).encode())]
    mended = "correct the answer and send it again"
    return receive_files(arrived, sender, campaign, db, as_json, len(files) > 1, mended)


def _block(words: list[str], side: str, campaign: str, db: str) -> str:
    """The answers as an order block."""
    from pbem.desk.views.status import status

    found = status(store_for_reading(db), campaign)
    asked = [debt.side for debt in found.waiting if debt.questions]
    if not side and len(asked) != 1:
        wanted = " or ".join(f"--side {one}" for one in asked)
        raise UsageError(
            f"say who answers: {wanted}" if asked else "no question waits for an answer: see `pbem status`"
        )
    lines = [word if word.lower().startswith("answer") else f"answer {word}" for word in words]
    head = [f"campaign: {found.campaign}", f"side: {side or asked[0]}", f"turn: {found.turn}"]
    return "\n".join(["=== orders ===", *head, *lines, "=== end of orders ===", ""])
