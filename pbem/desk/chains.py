"""A player's own hash chain, where a moderator keeps the campaign: the secret file, its anchor, its links."""

from __future__ import annotations

import re

from pbem.desk.record.campaign import campaign_id
from pbem.desk.record.names import check_name
from pbem.dice import chance
from pbem.dice.seal import LINKS, links_of
from pbem.errors import UsageError
from pbem.values import NamedTuple
from pbem.values.patterns import pattern

FORMAT = "pbem-chain/1"
_LINE = pattern(rf"{FORMAT} (\S+) (\S+) ([0-9]{{1,6}}) ([0-9a-f]{{64}})")


class Chain(NamedTuple):
    """A chain that was made: the text that keeps its secret, and what is published of it."""

    campaign: str
    side: str
    text: str
    anchor: str


class Link(NamedTuple):
    """One link of a chain."""

    campaign: str
    side: str
    epoch: int
    value: str


def check_side(side: str) -> str:
    """The side as a campaign writes it."""
    if not re.fullmatch(r"\w+", side.strip()):
        raise UsageError(f"{side!r} is not how a campaign writes a side: use its short form, such as CP or AL")
    return side.strip().upper()


def make(campaign: str, side: str) -> Chain:
    """A new chain for a side of a campaign."""
    check_name(campaign)
    game, party, secret = campaign_id(campaign), check_side(side), chance.fresh()
    anchor = links_of(game, secret, LINKS, party)[0].hex()
    text = f"# The secret of your dice in {campaign}. Show it to no one, and keep a copy.\n"
    return Chain(game, party, f"{text}{FORMAT} {game} {party} {LINKS} {secret.hex()}\n", anchor)


def link(text: str, file: str, epoch: int) -> Link:
    """The link of an epoch, from the text of the file that keeps the chain."""
    found = _LINE.search(text)
    if not found:
        raise UsageError(f"{file} is not a file that `pbem chain make` wrote: a line that begins {FORMAT} is wanted")
    game, party, length, secret = found[1], found[2], int(found[3]), bytes.fromhex(found[4])
    if not 1 <= epoch <= length:
        raise UsageError(f"the chain has links 1 to {length}, not {epoch}: `pbem status` says which one is next")
    return Link(game, party, epoch, links_of(game, secret, length, party)[epoch].hex())
