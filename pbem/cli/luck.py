"""`pbem luck`: how the dice of a campaign fell, side by side with what they should give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.files import DEFAULT_DB, store_for_reading, write_output
from pbem.cli.options import Db, Json, Name
from pbem.cli.printing import columns, say, say_json, wrapped

if TYPE_CHECKING:
    from pbem.dice.luck import Luck
    from pbem.draw.luck import LuckBar

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
    from pbem.desk.views.dice_so_far import luck_so_far
    from pbem.dice.luck import luck_of

    rows = luck_of(luck_so_far(store_for_reading(db), campaign, {word.lower() for word in low or ()}))
    tell_luck(rows, campaign, chart, as_json)


def tell_luck(rows: Sequence[Luck], name: str, chart: str, as_json: bool) -> None:
    """Print the rows, and draw them if a file is named."""
    from pbem.dice.luck import verdict

    if chart:
        from pbem.draw.luck import draw_luck

        write_output(chart, draw_luck(f"Luck of the dice{f', {name}' if name else ''}", [_bar(row) for row in rows]))
    if as_json:
        say_json({"luck": [row.as_json() for row in rows], "verdict": verdict(rows)})
    else:
        say("\n".join(luck_lines(rows)))


def _bar(row: Luck) -> LuckBar:
    from pbem.dice.luck import percent
    from pbem.draw.luck import LuckBar

    share = int(500 * (1 - row.luckier + row.unluckier))  # half of those that fell just so count as luckier
    text = f"{row.side or '-'}, {row.kind}: {row.dice}d{row.sides}"
    return LuckBar(text, share, percent(row.luckier), row.is_unusual)


def luck_lines(rows: Sequence[Luck]) -> list[str]:
    """The table and the sentence below it."""
    from pbem.dice.luck import percent, verdict

    table = [("side", "kind of roll", "good", "dice", "total", "expected", "luckier")] if rows else []
    for row in rows:
        cells = (row.side or "-", row.kind, "low" if row.is_low_good else "high", f"{row.dice}d{row.sides}")
        table.append((*cells, str(row.total), f"{float(row.expected):g}", percent(row.luckier)))
    words = (
        "The last column is the exact chance of being so lucky or luckier; in a row for all kinds together the dice "
    )
    words += "of which low ones are good are counted upside down."
    return [*columns(table), *(["", wrapped(words), ""] if rows else []), wrapped(verdict(rows))]
