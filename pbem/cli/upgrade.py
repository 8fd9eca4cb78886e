"""`pbem upgrade`: a campaign of an older edition goes over to today's rules, when all have agreed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.faults import DONE, WAITING, WRONG
from pbem.cli.files import DEFAULT_DB, now, store_for_reading, store_for_writing, user
from pbem.cli.options import Db, Json, Name
from pbem.cli.printing import say, say_json, wrapped
from pbem.cli.progress import bar
from pbem.cli.verdicts import edition_lines

if TYPE_CHECKING:
    from pbem.desk.stores import Reads
    from pbem.desk.upgrading import Going


def upgrade(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would have gone differently.")] = False,
    side: Annotated[str, typer.Option("--side", help="Who offers it; in a player's own store his side.")] = "",
    by: Annotated[str, typer.Option("--by", help="Who decided it, for the record.")] = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> int:
    """Go over to today's edition of the rules, from the next step on. What was played stays as it was played.

    Where the campaign was opened with --rewind moderator he decides; else the other side answers `pbem consent`.

    \b
    Examples:
      pbem upgrade --dry-run      every step by today's rules, and what differs
      pbem upgrade
    Exit code 3 while another side has yet to consent.
    """
    from pbem.desk.upgrading import upgrade as go_over

    if dry_run:
        return show_dry_run(store_for_reading(db), campaign, as_json)
    going = go_over(store_for_writing(db), campaign, side, by or user(), now())
    tell_upgrade(going, as_json)
    return WAITING if going.waits_for else DONE


def show_dry_run(store: Reads, campaign: str, as_json: bool) -> int:
    """Everything played again by today's rules; nothing is written."""
    from pbem.desk.upgrading import dry_run as try_it

    with bar("upgrade") as progress:
        going, verdict = try_it(store, campaign, progress)
    if as_json:
        say_json({**going.as_json(), "record": verdict.as_json()})
    else:
        say(f"{going.campaign}: from edition {going.before} to edition {going.edition}. Nothing is written.")
        say("\n".join(edition_lines(verdict)))
        say("\nNext: pbem upgrade, or pbem consent where it was offered" if verdict.is_good else "\nNext: pbem verify")
    return DONE if verdict.is_good else WRONG


def tell_upgrade(going: Going, as_json: bool) -> None:
    """What came of it."""
    if as_json:
        say_json(going.as_json())
    elif going.waits_for:
        say(wrapped(f"Entry {going.seq} offers edition {going.edition}; {' and '.join(going.waits_for)} must consent."))
        say("\nNext: pbem consent, by the other side; pbem consent --show shows what would have gone differently")
    else:
        say(wrapped(f"Entry {going.seq}: from the next step on edition {going.edition} of the rules counts."))
        say(wrapped("Steps that were played stay as they are. Orders that have come in were judged by the old rules."))
        say("\nNext: pbem status")
