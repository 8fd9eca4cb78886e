"""Cases: one text file with a position, orders, dice, the expected outcome and rule numbers.

    case: half of the affected steps, then one hex back
    rules: 8.9.D2
    map: ...
    units: ...
    step cp-combat
    orders CP: attack 0302 with GE-5
    dice: 3
    expect: IT-II at 0303 2

docs/cases.md is the whole notation. `reading`, `step` and `expect` make a `Case` of a text,
`setting` lays it out, `running` plays it, `checking` compares, `writing` writes one. The kernel
reads no files: whoever runs a case passes the texts of the game.
"""

from __future__ import annotations

from pbem.kernel.case.parts import Case, CaseResult, Expect, Part, Unmet
from pbem.kernel.case.reading import read_case
from pbem.kernel.case.running import run_case
from pbem.kernel.case.writing import Course, Start, case_text, write_case

__all__ = (
    "Case",
    "CaseResult",
    "Course",
    "Expect",
    "Part",
    "Start",
    "Unmet",
    "case_text",
    "read_case",
    "run_case",
    "write_case",
)
