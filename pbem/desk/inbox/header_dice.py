"""What the header of an order file adds to the dice: the anchor of a side's chain once, then a link with each file.

anchor: 5f1c...            64 hex digits, before the first dice
link: 7 09ab...            the link of epoch 7; a later link gives all earlier ones
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.desk.inbox.header import spot_of
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import sides_with_chains, waits_for_anchors
from pbem.desk.record.dice_state import fits
from pbem.desk.record.state import State
from pbem.errors import Family, Problem
from pbem.kernel.naming import the
from pbem.kernel.text.mail import Block
from pbem.values import NamedTuple, replace
from pbem.values.patterns import pattern

Links = Mapping[str, tuple[int, str]]  # the last known one by party, and its epoch
AHEAD = 50  # epochs: a later link gives away all earlier ones, so nobody shows his last by a slip
_HEX = pattern(r"[0-9a-f]{64}")
_LINK = pattern(r"([0-9]{1,6})\s+([0-9a-f]{64})")
_CHAIN = "`pbem chain make` makes a chain, `pbem chain link` writes the line for the header"


class HeaderDice(NamedTuple):
    """What a header adds: an anchor, a link and its epoch."""

    anchor: str = ""
    link: tuple[int, str] | None = None


NO_DICE = HeaderDice()


def read_dice(campaign: Campaign, state: State, side: str, block: Block, problems: list[Problem]) -> HeaderDice:
    """The anchor and the link of the header, checked; what is wrong is added to the problems."""
    given = [key for key in ("anchor", "link") if key in block.header]
    if given and side not in sides_with_chains(campaign):
        why = f"the dice of this campaign are made by {campaign.terms.mode}; no side adds links to them"
        problems.append(
            _problem(block, given[0], Family.ILLEGAL, why, f"no `{given[0]}:` in the header", "leave it out")
        )
        return NO_DICE
    anchor = _anchor(state, side, block, problems) if "anchor" in given else ""
    known = state.dice.links | ({side: (0, anchor)} if anchor else {})
    return HeaderDice(anchor, _link(campaign, state, side, block, problems, known) if "link" in given else None)


def _anchor(state: State, side: str, block: Block, problems: list[Problem]) -> str:
    said = block.header["anchor"].strip().lower()
    if not _HEX.fullmatch(said):
        why = "the anchor of a chain is 64 hex digits"
        problems.append(_problem(block, "anchor", Family.UNREADABLE, why, "64 digits from 0 to f", _CHAIN))
    elif state.dice.anchors.get(side, said) != said:
        why = "the side has published another anchor before; a chain is not changed during a campaign"
        wanted = f"the anchor {state.dice.anchors[side][:16]}... or none"
        problems.append(_problem(block, "anchor", Family.ILLEGAL, why, wanted, "leave it out"))
    elif side not in state.dice.anchors:
        return said
    return ""


def _link(
    campaign: Campaign, state: State, side: str, block: Block, problems: list[Problem], known: Links
) -> tuple[int, str] | None:
    read = _LINK.fullmatch(block.header["link"].strip().lower())
    epoch = state.next_epoch
    if read is None:
        why = "a link is its number and 64 hex digits"
        problems.append(_problem(block, "link", Family.UNREADABLE, why, f"such as `link: {epoch} 09ab...`", _CHAIN))
        return None
    if side not in known:
        why = "the anchor of the chain must be published before its links"
        problems.append(_problem(block, "link", Family.ILLEGAL, why, "`anchor:` in the same header", _CHAIN))
        return None
    number, value = int(read[1]), read[2]
    why = ""
    if waits_for_anchors(campaign, state, side):
        why = "the other side has not published its anchor: knowing your link it could choose its chain by it"
    elif not 1 <= number <= min(campaign.terms.links, epoch + AHEAD):
        why = f"link {number} is not due for a long time, and it would reveal every link before it"
    elif not fits(replace(state.dice, links=dict(known)), campaign.id, side, number, value):
        why = f"this is not link {number} of the chain whose anchor {the(campaign.side_name(side))} published"
    if why:
        problems.append(_problem(block, "link", Family.ILLEGAL, why, f"link {epoch}, the next one that counts", _CHAIN))
    return None if why else (number, value)


def _problem(block: Block, key: str, family: Family, why: str, wanted: str, advice: str) -> Problem:
    return Problem(family, why, block.header[key][:80], wanted, advice=advice, spot=spot_of(block, key))
