"""Cases: one text file with a position, orders, dice, the expected outcome and rule numbers.

    case: half of the affected steps, then one hex back
    rules: 8.9.D2
    map: ...
    units: ...
    step cp-combat
    orders CP: attack 0302 with GE-5
    dice: 3
    expect: IT-II at 0303 2

docs/cases.md is the whole notation. `case_reading`, `case_step` and `case_expect` make a `Case` of a text,
`case_setting` lays it out, `case_running` plays it, `case_checking` compares, `case_writing` writes one. The kernel
reads no files: whoever runs a case passes the texts of the game.
"""

from __future__ import annotations

from pbem.kernel.case_parts import Case, CaseResult, Expect, Part, Unmet
from pbem.kernel.case_reading import read_case
from pbem.kernel.case_running import run_case
from pbem.kernel.case_writing import case_text, write_case

__all__ = ("Case", "CaseResult", "Expect", "Part", "Unmet", "case_text", "read_case", "run_case", "write_case")
