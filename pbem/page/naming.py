"""An order as the page knows it: its canonical words, and the units and hexes that it names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Order
from pbem.page.position import Opened
from pbem.values import fields, is_dataclass


def named(opened: Opened, order: Order) -> dict[str, Any]:
    """An order: its canonical words, its verb, and the units and hexes that it names, in their order."""
    words = str(order)
    parts = list(_texts(order))
    units = [part for part in parts if part in opened.shown.scenario.units]
    return {
        "line": order.spot.line,
        "text": words,
        "verb": words.split(maxsplit=1)[0].rstrip(":"),
        "units": list(dict.fromkeys(units)),
        "from": {unit: opened.position.units[UnitId(unit)].place for unit in units if unit in opened.position.units},
        "hexes": [part for part in parts if HexId(part) in opened.campaign.scenario.map.grid],
    }


def _texts(value: Any) -> Iterator[str]:
    """All texts in an order, in the order in which it has them."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            if field.name != "spot":
                yield from _texts(getattr(value, field.name))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _texts(one)
