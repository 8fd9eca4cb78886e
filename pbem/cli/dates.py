"""`pbem dates`: what is due when, on the screen or as a calendar file."""

from __future__ import annotations

from typing import Annotated

from pbem.cli.files import DEFAULT_DB, store_for_reading, write_output
from pbem.cli.options import Db, Json, Name, Option
from pbem.cli.printing import columns, say, say_json


def dates(
    ics: Annotated[str, Option("--ics", help="Write a calendar file: dates.ics; - for the screen.")] = "",
    zone: Annotated[str, Option("--zone", help="Show times by the clocks of a zone, such as Europe/Rome.")] = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Show what is due in all campaigns of the store, soonest first, or write it for calendar programs.

    \b
    Examples:
      pbem dates --zone Europe/Rome
      pbem dates --ics dates.ics
    """
    from pbem.desk.record.calendar import read_zone
    from pbem.desk.views.citing import date_in_words
    from pbem.desk.views.dates_ics import dates as dates_of
    from pbem.desk.views.dates_ics import dates_ics

    zone = read_zone(zone) if zone else ""
    found = dates_of(store_for_reading(db), [campaign.lower()] if campaign else [])
    if ics:
        write_output(ics, dates_ics(found))
    elif as_json:
        say_json({"dates": [dated._asdict() for dated in found]})
    else:
        rows = [(date_in_words(dated.due, zone), dated.title, dated.words) for dated in found]
        say("\n".join(columns(rows)) if rows else "Nothing has a date: `pbem new --days` sets them.")
