"""The report room: the tale of a step in, text out. The only importer of Jinja2; import it where it is needed.

report_step(scenario, step_title, tale, before, after, fmt="txt", context={...})
receipt(values, fmt=...)   sheet(sheet_data, fmt, context=...)
order_block(header, lines, standing)
The book of a campaign is in `report.book` (its values) and `report.bookpages` (its pages): few commands need them.
"""

from __future__ import annotations

from pbem.report.document import KINDS
from pbem.report.orderblock import order_block
from pbem.report.pages import receipt, sheet
from pbem.report.post import Post, report_forms, report_step

__all__ = ["KINDS", "Post", "order_block", "receipt", "report_forms", "report_step", "sheet"]
