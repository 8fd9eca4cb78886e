"""The report room: facts in, text out. The only importer of Jinja2; import it where it is needed, not at the top.

report_step(scenario, step_title, facts, before, after, fmt="txt", context={...})
receipt(values, fmt=...)   question(questions, fmt=..., context=...)   sheet(sheet_data, fmt, context=...)
numbers_of(scenario, facts, drawn)   order_block(header, lines, standing)
The book of a campaign is in `report.book` (its values) and `report.bookpages` (its pages): few commands need them.
"""

from __future__ import annotations

from pbem.report.orderblock import order_block
from pbem.report.pages import KINDS, question, receipt, report_step, sheet
from pbem.report.words import numbers_of

__all__ = ["KINDS", "numbers_of", "order_block", "question", "receipt", "report_step", "sheet"]
