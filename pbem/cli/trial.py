"""`pbem try`: orders on a copy of the position, with chosen or averaged dice. The campaign is never touched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.faults import DONE, USAGE, WRONG
from pbem.cli.files import DEFAULT_DB, read_input, store_for_reading, write_output
from pbem.cli.options import Addressed, Db, Json
from pbem.cli.printing import say, say_json, titled, wrapped

if TYPE_CHECKING:
    from pbem.desk.inbox.tried import TriedStep
    from pbem.desk.stores import Reads
    from pbem.desk.trying import Tried


def try_(
    file: Annotated[str, typer.Argument(help="The order file; - reads standard input.")],
    dice: Annotated[str, typer.Option(help="average, faces in order such as 3,4,1, or NAME=5; NAME=2.")] = "average",
    board: Annotated[str, typer.Option(help="Also draw the board as it would be to this PNG file.")] = "",
    campaign: Addressed = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> int:
    """Try orders on a copy of the position, with the dice you choose. Nothing is recorded.

    \b
    Examples:
      pbem try orders.txt
      pbem try orders.txt --dice 3,4,1
      pbem try orders.txt --dice "attack on 1904 / crt=6; 3,4"
    The other side decides by default.
    Exit code 1 if an order is refused, 2 if a die is wanting.
    """
    from pbem.desk.inbox.addressed import meant
    from pbem.desk.trying import try_orders

    data = read_input(file)
    store = store_for_reading(db)
    campaign = meant(store, campaign, data)
    tried = try_orders(store, campaign, data, dice)
    if as_json:
        say_json(tried.as_json())
    else:
        say("\n".join(tried_lines(store, campaign, tried)))
    if board and tried.steps:
        _draw(store, campaign, tried.steps[-1], board)
    if tried.problems:
        return WRONG
    return USAGE if any(step.stopped for step in tried.steps) else DONE


def tried_lines(store: Reads, campaign: str, tried: Tried) -> list[str]:
    """What would come of the orders, for the screen or a letter."""
    lines = [line for step in tried.steps for line in _step_lines(store, campaign, step)]
    for problem in tried.problems:
        lines += ["", str(problem)]
    rows = [wrapped(f"{row['key']}: {', '.join(row['assumed']) or 'none'}", "    ", "  ") for row in tried.assumed]
    lines += titled("Decided by default, since no order says otherwise", rows)
    if tried.hidden:
        words = f"Tried with what you may see; units that you may not see count for nothing here ({tried.hidden})."
        lines += ["", wrapped(words)]
    return [*lines, "", "Only a try: nothing was recorded."]


def _step_lines(store: Reads, campaign: str, step: TriedStep) -> list[str]:
    from pbem.desk.views.post import story_of

    lines = [story_of(store, campaign, step).rstrip()]
    if step.stopped:
        lines += ["", wrapped(f"Stopped: {step.stopped}; add it to --dice.")]
    return [*lines, ""]


def _draw(store: Reads, campaign: str, step: TriedStep, out: str) -> None:
    from pbem.desk.record.eyes import in_fog
    from pbem.desk.replay.load import load
    from pbem.desk.views.picture import picture
    from pbem.desk.views.telling import tale

    loaded = in_fog(load(store, campaign)[0], step.before, step.after, facts=step.facts)
    write_output(out, picture(loaded, step.after, tale(loaded, step.after, step.facts), scale=None))
