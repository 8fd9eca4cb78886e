"""The report room: the tale of a step in, text out. The only importer of Jinja2; import it where it is needed.

report_step(scenario, step_title, tale, before, after, fmt="txt", context={...})
receipt(values, fmt=...)   sheet(sheet_data, fmt, context=...)
order_block(header, lines, standing)
The book of a campaign is in `report.book` (its values) and `report.bookpages` (its pages): few commands need them.
Names are imported when they are first used: an order block is wanted where there is no Jinja2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.report.document import KINDS
    from pbem.report.orderblock import order_block
    from pbem.report.pages import receipt, sheet
    from pbem.report.post import Post, report_forms, report_step

_HOMES = {
    "document": ("KINDS",),
    "orderblock": ("order_block",),
    "pages": ("receipt", "sheet"),
    "post": ("Post", "report_forms", "report_step"),
}

__all__ = ["KINDS", "Post", "order_block", "receipt", "report_forms", "report_step", "sheet"]


def __getattr__(name: str) -> Any:
    """A name of the room, from the module that has it."""
    from importlib import import_module

    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"pbem.report.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
