"""What the rules want of charts that somebody has changed, beyond the shape of the printed ones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pbem.kernel.chartfile import is_row
from pbem.kernel.chartvalues import Demands, Misfit
from pbem.values.patterns import pattern

_RESULT = pattern(r"\d{1,2}/(\d{1,2}|E)", re.ASCII)


def misfits(charts: Mapping[str, Any]) -> Iterator[Misfit]:
    """Results that can be carried out, and in each pool a marker that is left when those played once are gone."""
    for row, cells in charts["crt"].items():
        for cell in cells if is_row(row) else ():
            if not _RESULT.fullmatch(cell):
                yield Misfit(
                    f"crt.{row}", "a result cannot be read", repr(cell), "attacker/defender, as `2/1` or `1/E`"
                )
    yield from _of_morale(charts["morale_table"])
    for pool in dict.fromkeys(charts["turns"]["event_pool"]):
        if pool and not any(row["pool"] == pool and row["once"] == "no" for row in charts["event"]):
            wanted = f'an event of pool {pool} with `once = "no"`'
            yield Misfit("event", f"pool {pool} would run empty", "no marker that stays in it", wanted)


def _of_morale(table: Mapping[str, Any]) -> Iterator[Misfit]:
    known = [key for key, value in table.items() if isinstance(value, Mapping)]
    for row, cells in table.items():
        for cell in ([cells] if isinstance(cells, str) else cells) if is_row(row) else ():
            if cell not in known:
                yield Misfit(f"morale_table.{row}", "no rule knows this result", repr(cell), ", ".join(known))


DEMANDS = Demands({"infiltration.free_share": (1, 9), "event.share": (1, 9), "morale_table.retreat": (0, 1)}, misfits)
