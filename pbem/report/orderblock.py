"""The order block of a post: quoting the post and editing these lines makes a legal order file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.kernel.questions import question_from_json
from pbem.kernel.text.amounts import chosen_words, how_many
from pbem.kernel.text.mail import BEGIN, END, HEADER_KEYS, header_of
from pbem.report.escape import clean_text

NOTES = "# A line with # is a note; take the # away, and it is an order."
NOTHING = "# done   # alone, this says: no orders, my units stand fast"


def order_block(header: Mapping[str, Any], lines: Sequence[str], standing: Sequence[str] = ()) -> str:
    """Markers, header, order lines, standing orders. Lines that begin with # are notes to the player.

    `header` has campaign, side, turn, step and the like; values are put on one line each.
    """
    values = {key: " ".join(clean_text(str(header[key])).split()) for key in HEADER_KEYS if header.get(key, "") != ""}
    has_orders = any(line.strip() and not line.lstrip().startswith("#") for line in lines)
    rows = [BEGIN, header_of(values), *([] if has_orders else [NOTES]), *map(_one_line, lines)]
    rows += [] if has_orders else [NOTHING]
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
    return order_block(header, rows)
