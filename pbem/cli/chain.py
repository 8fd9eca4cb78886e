"""`pbem chain`: a player's own hash chain, where a moderator keeps the campaign and players add links to its dice."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from pbem.cli.files import check_output
from pbem.cli.options import Json
from pbem.cli.printing import say, say_json
from pbem.cli.secret_files import read_secret, write_secret
from pbem.errors import UsageError

chain = typer.Typer(
    help="Your part of the dice in a campaign that a moderator keeps: an anchor once, a link with each order file."
)


@chain.command("make")
def make(
    campaign: Annotated[str, typer.Argument(help="The name of the campaign.")],
    side: Annotated[str, typer.Argument(help="Your side, as the campaign writes it: CP, AL.")],
    out: Annotated[str, typer.Option("--out", help="The file for the secret; show it to no one.")],
    as_json: Json = False,
) -> None:
    """Make a chain and print the line with its anchor for the header of your first order file.

    \b
    Example:
      pbem chain make isonzo CP --out isonzo.chain
    """
    from pbem.desk import chains

    if os.path.exists(out):
        raise UsageError(f"{out} exists already: a chain is never replaced, for its anchor may be published")
    check_output(out)
    made = chains.make(campaign, side)
    write_secret(out, made.text)
    if as_json:
        say_json({"file": out, "campaign": made.campaign, "side": made.side, "anchor": made.anchor})
        return
    say(f"{out} keeps the secret. For the header of your first order file:\n")
    say(f"anchor: {made.anchor}")


@chain.command("link")
def link(
    file: Annotated[str, typer.Argument(help="The file that `pbem chain make` wrote.")],
    epoch: Annotated[int, typer.Argument(help="The number that the post asks for.")],
    as_json: Json = False,
) -> None:
    """Print the line with a link for the header of an order file. A later link reveals all earlier ones.

    \b
    Example:
      pbem chain link isonzo.chain 7
    """
    from pbem.desk import chains

    found = chains.link(read_secret(file), file, epoch)
    if as_json:
        say_json({"campaign": found.campaign, "side": found.side, "epoch": epoch, "link": found.value})
    else:
        say(f"link: {epoch} {found.value}")
