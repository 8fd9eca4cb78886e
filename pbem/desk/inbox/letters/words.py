"""What a sender is told when no block of his letter counts: what was found, what is wanted, and what to do."""

from __future__ import annotations

from pbem.desk.inbox.letters.page import ASK_TEXT, Letter
from pbem.errors import Spot, Unreadable
from pbem.kernel.naming import the
from pbem.kernel.text.blocks import BEGIN, END

_BETWEEN = f"your orders between `{BEGIN}` and `{END}`"


def no_block(letter: Letter) -> Unreadable:
    """A mail in which nobody finds orders."""
    if letter.unread:
        found = f"no line `{BEGIN}`, and {' and '.join(letter.unread[:3])}, which cannot be read as text"
        return Unreadable("the mail has no order block", found=found, wanted=_BETWEEN, advice=ASK_TEXT)
    advice = "quote the order block that was sent to you and write into it; `pbem sheet` writes one, too"
    return Unreadable("the mail has no order block", found=f"no line `{BEGIN}`", wanted=_BETWEEN, advice=advice)


def cut_off(spot: Spot) -> Unreadable:
    """A block without its end: half of an order may be missing."""
    why = "the order block has no end, so it may have been cut off on its way"
    advice = f"send it again with the line `{END}` below your last order"
    found = f"a block that begins in {spot.place} and has no end marker"
    return Unreadable(why, found=found, wanted=f"`{END}`", advice=advice, spot=spot)


def unedited(spot: Spot, *, is_empty: bool) -> Unreadable:
    """A block that came back as it was sent."""
    advice = "write your orders into the block and send it again; the line `done` alone says that you give none"
    if is_empty:
        why, found = "the order block is empty", f"a header and no orders in the block of {spot.place}"
    else:
        why, found = (
            "the order block came back as it was sent to you, unedited",
            f"the block of {spot.place}, unchanged",
        )
        advice += "; if you want just the orders in it, send it on top, without the lines that begin with #"
    return Unreadable(why, found=found, wanted=_BETWEEN, advice=advice, spot=spot)


def too_old(spot: Spot) -> Unreadable:
    """A block of a mail that is older than the one that was answered."""
    why = "the only order block is in a mail older than the one you are answering, so it cannot be new orders"
    advice = "copy the block to the top of your mail and write your orders into it"
    return Unreadable(why, found=f"the block of {spot.place}", wanted=_BETWEEN, advice=advice, spot=spot)


def not_his(spot: Spot, other: str, his: str, is_quoted: bool) -> Unreadable:
    """A block of the other side."""
    said = f"quoted from {the(other)}" if is_quoted else f"for {the(other)}"
    why = f"the only orders in this mail are {said}, and the sender plays {the(his)}"
    advice = f"write your own block, with `side: {his}`" + (", above what you quote" if is_quoted else "")
    return Unreadable(
        why, found=f"the block of {spot.place}", wanted=f"a block of {the(his)}", advice=advice, spot=spot
    )
