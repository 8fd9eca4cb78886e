"""`pbem report`: the post of a step for the forum or the mail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pbem.cli.files import DEFAULT_DB, store_for_reading, write_output
from pbem.cli.options import Db, Eyes, Format, Json, Name, Option, Out, Step, Templates, Turn
from pbem.cli.printing import say

if TYPE_CHECKING:
    from pbem.desk.views.post import Published


def report(
    turn: Turn = 0,
    step: Step = "",
    fmt: Format = "txt",
    out: Out = "",
    picture: Annotated[str, Option(help="The address of the board's picture, to stand in the post.")] = "",
    side: Eyes = "",
    templates: Templates = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Write the post of a step: what happened, the dice and their proof, who is next; without a step, of the last one.

    \b
    Examples:
      pbem report
      pbem report --turn 1 --step cp-combat --format bbcode --out post.txt
    """
    from pbem.desk.views.labels import label_of
    from pbem.desk.views.post import report as report_of

    form = "json" if as_json else fmt
    page = report_of(
        store_for_reading(db), campaign, label_of(turn, step), fmt=form, picture=picture, own=templates, side=side
    )
    hand_out(page, out)


def hand_out(page: Published, out: str) -> None:
    """Print a page or write it to a file; complaints about the reader's own templates go beside it."""
    for warning in page.warnings:
        say(f"pbem: {warning}", error=True)
    if out:
        write_output(out, page.text.encode())
        say(f"{out}: {page.name}", error=True)
    else:
        say(page.text.rstrip("\n"))
