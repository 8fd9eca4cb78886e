"""The message to a player: what is asked of him, what has happened, his questions, his receipt, his block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.kernel.scenario import Scenario
from pbem.report.document import Own
from pbem.report.pages import question_rows, receipt_values
from pbem.report.several import Part, steps_page


def message(
    scenario: Scenario,
    parts: Sequence[Part],
    values: Mapping[str, Any],
    *,
    fmt: str = "txt",
    context: Mapping[str, Any] | None = None,
    own: Own = None,
    warnings: list[str] | None = None,
) -> str:
    """The message; the parts are the steps since he last wrote. `values` has, besides what `context` may hold:

    subject, asks (sentences), since (from when on the steps are told), questions (kernel values or their JSON),
    concerned (stacks that the questions are about), receipt (as `report.receipt` takes it, or nothing), block_about.
    """
    receipt = receipt_values(values["receipt"]) if values.get("receipt") else None
    more = {**values, "questions": question_rows(values.get("questions") or ()), "receipt": receipt}
    return steps_page(
        "message", scenario, parts, fmt=fmt, context=context, more=more, own=own, warnings=warnings
    )  # fmt: skip
