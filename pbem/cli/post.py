"""`pbem report`: the post of one step or several, for the forum or the mail."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pbem.cli.files import DEFAULT_DB, store_for_reading, write_output
from pbem.cli.options import Db, Eyes, Format, Json, Name, Option, Out, Step, Templates, Turn
from pbem.cli.printing import say

if TYPE_CHECKING:
    from pbem.desk.views.post import Published
    from pbem.desk.views.spans import Span


_PLACES = "nodebb, discourse, phpbb, bgg, csw, reddit, discord or paste"


def report(
    turn: Turn = 0,
    step: Step = "",
    first: Annotated[str, Option("--from", help="The first step to tell of, such as t1/cp-movement.")] = "",
    last: Annotated[str, Option("--to", help="The last step to tell of.")] = "",
    fmt: Format = "txt",
    place: Annotated[str, Option("--for", help=f"Where it goes: {_PLACES}.")] = "",
    out: Out = "",
    picture: Annotated[str, Option(help="The address of the board's picture, for the post.")] = "",
    side: Eyes = "",
    templates: Templates = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Write the post: what happened, the dice and their proof, who is next.

    Without a step it covers everything since the last post: all steps that ran on the latest letters, a step under way
    among them. With --side it covers everything since that side last wrote.

    \b
    Examples:
      pbem report
      pbem report --step start                      the opening post
      pbem report --turn 1                          a whole turn
      pbem report --turn 1 --step cp-combat --format bbcode --out post.txt
      pbem report --from t1/al-combat --to t2/cp-movement
      pbem report --for reddit --out post.txt       in parts that fit
    """
    from pbem.desk.views.posts import report as report_of
    from pbem.desk.views.spans import Span

    form = "json" if as_json else fmt
    span = Span(turn, step.strip().lower(), first.strip().lower(), last.strip().lower())
    about = {"picture": picture, "own": templates, "side": side}
    if place:
        _hand_out_parts(place, store_for_reading(db), campaign, span, form, out, about)
    else:
        hand_out(report_of(store_for_reading(db), campaign, span, fmt=form, **about), out)


def _hand_out_parts(
    name: str, store: Any, campaign: str, span: Span, fmt: str, out: str, about: Mapping[str, str]
) -> None:
    """The post in as many parts as the place wants: files post-1.txt, post-2.txt, or one under the other."""
    from pbem.desk.views.fitted import fitted, place_for

    parts = fitted(store, campaign, span, place_for(name, fmt), **about)
    for number, part in enumerate(parts, 1):
        stem, ending = os.path.splitext(out)
        hand_out(part, f"{stem}-{number}{ending}" if out and len(parts) > 1 else out)
        if not out and number < len(parts):
            say(f"\n----- the next message: part {number + 1} of {len(parts)} -----\n")


def hand_out(page: Published, out: str) -> None:
    """Print a page or write it to a file; complaints about the reader's own templates go beside it."""
    for warning in page.warnings:
        say(f"pbem: {warning}", error=True)
    if out:
        write_output(out, page.text.encode())
        say(f"{out}: {page.name}", error=True)
    else:
        say(page.text.rstrip("\n"))
