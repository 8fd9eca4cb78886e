"""The order block of a post: quoting the post and editing these lines makes a legal order file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.kernel.questions import question_from_json
from pbem.kernel.text.amounts import chosen_words, how_many
from pbem.kernel.text.mail import BEGIN, END, HEADER_KEYS, header_of
from pbem.report.escape import clean_text

NOTES = "# A line with # is a note; take the # away, and it is an order."
NOTHING = "# done   # on its own: no orders, my units stay put"


def order_block(
    header: Mapping[str, Any], lines: Sequence[str], standing: Sequence[str] = (), nothing: str = NOTHING
) -> str:
    """Markers, header, order lines, standing orders. Lines that begin with # are notes to the player.

    `header` has campaign, side, turn, step and the like; values are put on one line each. `nothing` is the note for who
    gives no orders.
    """
    values = {key: " ".join(clean_text(str(header[key])).split()) for key in HEADER_KEYS if header.get(key, "") != ""}
    has_orders = any(line.strip() and not line.lstrip().startswith("#") for line in lines)
    rows = [BEGIN, header_of(values), *([] if has_orders else [NOTES]), *map(_one_line, lines)]
    rows += [] if has_orders or not nothing else [nothing]
    if standing:
        rows += ["", "standing:", *map(_one_line, standing)]
    return "\n".join([*rows, END]) + "\n"


def _one_line(line: str) -> str:
    return clean_text(line).replace("\n", " ").rstrip()


def answer_block(header: Mapping[str, Any], questions: Sequence[Mapping[str, Any]]) -> str:
    """An answer to each question, filled in with its default; where there is none, with what may be written."""
    rows = []
    for question in questions:
        options = ", ".join(value for value, _ in question["options"])
        if not question["options"]:
            rows.append("# here the next part of your orders; end it with `more` or `done`")
        elif question["default"] or (question["many"] and not question.get("least")):
            rows.append(f"answer {question['number']}: {chosen_words(question['default'])}")
        else:
            wanted = "one" if not question.get("most") else how_many(question_from_json(question)).partition(" of")[0]
            rows.append(f"# answer {question['number']}: {wanted} of {options}")
    is_choice = all(question["options"] for question in questions)
    return order_block(header, rows, nothing="" if is_choice else NOTHING)
