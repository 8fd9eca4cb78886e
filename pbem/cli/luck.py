"""`pbem luck`: how the dice of a campaign fell, side by side with what they should give."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.files import DEFAULT_DB, store_for_reading
from pbem.cli.options import Db, Json, Name
from pbem.cli.printing import columns, say, say_json, wrapped

if TYPE_CHECKING:
    from pbem.dice.luck import Luck, Thrown
    from pbem.store.entry import Reads


def luck(
    low: Annotated[list[str] | None, typer.Option(help="A kind of roll in which low faces are good.")] = None,
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Say how lucky each side was, by kind of roll: expected against actual, and the exact chance of such luck.

    \b
    Examples:
      pbem luck
      pbem luck --low "withdrawal"
    High faces count as good unless --low names the kind of roll. A roll counts for the side whose step it is.
    """
    from pbem.dice.luck import luck_of, verdict

    wanted = {word.lower() for word in low or ()}
    thrown = [one._replace(is_low_good=one.kind.lower() in wanted) for one in _thrown(store_for_reading(db), campaign)]
    rows = luck_of(thrown)
    if as_json:
        say_json({"luck": [row.as_json() for row in rows], "verdict": verdict(rows)})
    else:
        say("\n".join(luck_lines(rows)))


def _thrown(store: Reads, name: str) -> list[Thrown]:
    from pbem.desk.campaign import load
    from pbem.desk.looking import facts_of
    from pbem.desk.state import labels
    from pbem.dice.luck import rolls_of_facts

    loaded, state = load(store, name)
    found: list[Thrown] = []
    for label in labels(state.trail):
        played = facts_of(store, loaded.id, label)
        step = loaded.steps[played.step]
        side = loaded.side_name(step.needs[0]) if len(step.needs) == 1 else "all"
        found += rolls_of_facts(side, [fact.as_json() for fact in played.facts])
    return found


def luck_lines(rows: Sequence[Luck]) -> list[str]:
    """The table and the sentence below it."""
    from pbem.dice.luck import percent, verdict

    head = ("side", "kind of roll", "dice", "total", "expected", "this lucky or luckier")
    table = [head] if rows else []
    for row in rows:
        expected = f"{float(row.expected):g}"
        good = " (low is good)" if row.is_low_good else ""
        cells = (row.side or "-", row.kind, f"{row.dice}d{row.sides}", str(row.total), expected)
        table.append((*cells, percent(row.luckier) + good))
    return [*columns(table), *([""] if rows else []), wrapped(verdict(rows))]
