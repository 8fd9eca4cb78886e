"""`pbem luck`: how the dice of a campaign fell, side by side with what they should give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.files import DEFAULT_DB, store_for_reading, write_output
from pbem.cli.options import Db, Json, Name
from pbem.cli.printing import columns, say, say_json, wrapped

if TYPE_CHECKING:
    from pbem.desk.views.luck import Luck

Chart = Annotated[str, typer.Option("--chart", help="Draw the luck as PNG into this file.")]


def luck(
    low: Annotated[list[str] | None, typer.Option(help="A kind of roll in which low faces are good.")] = None,
    chart: Chart = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Say how lucky each side was, by kind of roll: expected against actual, and the exact chance of such luck.

    \b
    Examples:
      pbem luck
      pbem luck --low "withdrawal" --chart luck.png
    High faces count as good unless the game's luck.toml or --low says otherwise.
    """
    from pbem.desk.views.luck import luck as luck_of

    tell_luck(luck_of(store_for_reading(db), campaign, low or ()), campaign, chart, as_json)


def tell_luck(rows: Sequence[Luck], name: str, chart: str, as_json: bool) -> None:
    """Print the rows, and draw them if a file is named."""
    from pbem.desk.views.luck import chart as chart_of
    from pbem.desk.views.luck import verdict

    if chart:
        write_output(chart, chart_of(rows, name))
    if as_json:
        say_json({"luck": [row.as_json() for row in rows], "verdict": verdict(rows)})
    else:
        say("\n".join(luck_lines(rows)))


def luck_lines(rows: Sequence[Luck]) -> list[str]:
    """The table and the sentence below it."""
    from pbem.desk.views.luck import percent, verdict

    table = [("side", "kind of roll", "good", "dice", "total", "expected", "luckier")] if rows else []
    for row in rows:
        cells = (row.side or "-", row.kind, "low" if row.is_low_good else "high", f"{row.dice}d{row.sides}")
        table.append((*cells, str(row.total), f"{float(row.expected):g}", percent(row.luckier)))
    words = (
        "The last column is the exact chance of being this lucky or luckier. In a row for all kinds together, dice on "
    )
    words += "which low faces are good are counted upside down."
    return [*columns(table), *(["", wrapped(words), ""] if rows else []), wrapped(verdict(rows))]
