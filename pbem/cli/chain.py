"""`pbem chain`: a player's own hash chain, where a moderator keeps the campaign and players add links to its dice."""

from __future__ import annotations

import os
import re
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
_FORMAT = "pbem-chain/1"
_LINE = re.compile(rf"{_FORMAT} (\S+) (\S+) ([0-9]{{1,6}}) ([0-9a-f]{{64}})")


@chain.command("make")
def make(
    campaign: Annotated[str, typer.Argument(help="The name of the campaign.")],
    side: Annotated[str, typer.Argument(help="Your side, as the campaign writes it: CP, AL.")],
    out: Annotated[str, typer.Option("--out", help="The file that keeps the secret; show it to nobody.")],
    as_json: Json = False,
) -> None:
    """Make a chain and print the line with its anchor for the header of your first order file.

    \b
    Example:
      pbem chain make isonzo CP --out isonzo.chain
    """
    from pbem.desk.record.campaign import campaign_id
    from pbem.desk.record.names import check_name
    from pbem.dice.seal import LINKS, SECRET_BYTES, links_of

    check_name(campaign)
    if not re.fullmatch(r"\w+", side.strip()):
        raise UsageError(f"{side!r} is not how a campaign writes a side: use its short form, such as CP or AL")
    if os.path.exists(out):
        raise UsageError(f"{out} exists already: a chain is never replaced, for its anchor may be published")
    check_output(out)
    secret = os.urandom(SECRET_BYTES)
    game, party = campaign_id(campaign), side.strip().upper()
    anchor = links_of(game, secret, LINKS, party)[0].hex()
    text = f"# The secret of your dice in {campaign}. Show it to nobody, and keep a copy.\n"
    write_secret(out, f"{text}{_FORMAT} {game} {party} {LINKS} {secret.hex()}\n")
    if as_json:
        say_json({"file": out, "campaign": game, "side": party, "anchor": anchor})
        return
    say(f"{out} keeps the secret. For the header of your first order file:\n")
    say(f"anchor: {anchor}")


@chain.command("link")
def link(
    file: Annotated[str, typer.Argument(help="The file that `pbem chain make` wrote.")],
    epoch: Annotated[int, typer.Argument(help="The number that the post asks for.")],
    as_json: Json = False,
) -> None:
    """Print the line with a link for the header of an order file. A later link gives away all earlier ones.

    \b
    Example:
      pbem chain link isonzo.chain 7
    """
    from pbem.dice.seal import links_of

    found = _LINE.search(read_secret(file))
    if not found:
        raise UsageError(f"{file} is no file of `pbem chain make`: a line that begins {_FORMAT} is wanted")
    game, party, length, secret = found[1], found[2], int(found[3]), bytes.fromhex(found[4])
    if not 1 <= epoch <= length:
        raise UsageError(f"the chain has links 1 to {length}, not {epoch}: `pbem status` says which one is next")
    value = links_of(game, secret, length, party)[epoch].hex()
    if as_json:
        say_json({"campaign": game, "side": party, "epoch": epoch, "link": value})
    else:
        say(f"link: {epoch} {value}")
