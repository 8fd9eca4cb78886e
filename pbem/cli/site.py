"""`pbem site`: the campaigns of a store as a site that any web server can hand out."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli.files import DEFAULT_DB, store_for_reading
from pbem.cli.options import Db, Json
from pbem.cli.printing import say, say_json

site = typer.Typer(help="The campaigns of a store as a static site: boards, reports, dice, feeds.")


@site.callback()
def _house() -> None:
    """The campaigns of a store as a static site."""


@site.command("build")
def build(
    out: Annotated[str, typer.Argument(help="The folder of the site.")],
    side: Annotated[str, typer.Option("--side", help="public, or a side: whose eyes.")] = "public",
    delay: Annotated[int, typer.Option("--delay", min=0, help="Turns held back where a game hides things.")] = 0,
    url: Annotated[str, typer.Option("--url", help="Where the site will lie, for feeds and link previews.")] = "",
    title: Annotated[str, typer.Option("--title", help="The heading of the front page.")] = "Campaigns",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Write the site, or bring it up to date: only what changed is written.

    \b
    Examples:
      pbem site build site
      pbem site build site --url https://club.example.org/games/ --delay 1
    """
    from pbem.desk.site.build import build as build_site
    from pbem.desk.site.campaign import Wish

    base = f"{url.rstrip('/')}/" if url else ""
    eyes = "" if side.strip().lower() == "public" else side
    built = build_site(store_for_reading(db), out, Wish(eyes, delay, base, title))
    if as_json:
        say_json({"campaigns": built.campaigns, "made": list(built.made), "written": list(built.written),
                  "removed": list(built.removed)})  # fmt: skip
        return
    say(f"{out}: {built.campaigns} campaigns, {len(built.made)} made anew, {len(built.written)} files written.")
