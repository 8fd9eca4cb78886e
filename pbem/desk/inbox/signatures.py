"""Signatures in a campaign: whose keys are known, what must be signed, and what a signature is good for."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from pbem.desk.inbox.letters.choice import choose
from pbem.desk.inbox.letters.masking import REMOVED
from pbem.desk.inbox.letters.opening import open_letter
from pbem.desk.inbox.letters.page import Letter
from pbem.desk.record.campaign import Campaign, campaign_id
from pbem.desk.record.people import Role, here
from pbem.desk.record.state import State
from pbem.errors import Family, Problem, Refusal, UsageError
from pbem.kernel.naming import the
from pbem.kernel.text.blocks import BEGIN, END, HEADER_KEYS, Row
from pbem.kernel.text.mail import decode, order_text, read_block
from pbem.kernel.text.names import folded
from pbem.kernel.text.reading import GENERAL_SECTIONS, GENERAL_VERBS
from pbem.values import NamedTuple

if TYPE_CHECKING:
    from pbem.desk.record.kinds.handed import Signer

ORDERS = "orders"
_SIGN = "pbem-sign/"


def can_verify() -> bool:
    """Whether the library for signatures is there."""
    from pbem.dice import keys

    return keys.has_library()


def signer_from(secret: str) -> Signer:
    """A signer with the secret key of a file."""
    from pbem.dice import keys, signing

    key = keys.read_secret(secret)

    def sign(text: str, campaign: str, side: str, kind: str, after: str) -> str:
        return signing.sign(key, text, signing.Context(campaign, side, kind, after))

    return sign


# -- order files ----------------------------------------------------------------------------------------------


def signed_orders(data: bytes, secret: str) -> str:
    """The order block of a file with its signature after it; the header says for which campaign and side it is."""
    from pbem.dice import signing

    text = signing.canonical(order_text(signing.without_signature(decode(data))))
    header = read_block(text, (), ()).header
    campaign, side = header.get("campaign", ""), header.get("side", "")
    if not campaign or not side:
        raise UsageError("the file names no campaign and no side in its header, so it cannot be signed for them")
    block = signer_from(secret)(text, campaign_id(campaign), folded(side), ORDERS, "")
    return f"{BEGIN}\n{text}{END}\n{block}"


class Read(NamedTuple):
    """The block of a file that counts, as far as its signature covers it. `mark` tells one signed text from all others.

    `behind` is the text with its signature, `source` the attachment it comes from, `level` how old it is.
    """

    rows: tuple[Row, ...]
    mark: str = ""
    behind: str = ""
    source: str = ""
    level: int = 0

    @property
    def text(self) -> str:
        """The rows as they were signed."""
        return "".join(f"{row.text}\n" for row in self.rows)


class Known(NamedTuple):
    """A file that was read already: its bytes, the head of the record that it was read against, and what was read.

    `is_again` where it comes from the very mail that came before: that counts once, whatever was sent since.
    """

    data: bytes
    head: str
    read: Read
    is_again: bool = False

    def of(self, state: State, data: bytes) -> Read | None:
        """What `read_letter` would find once more; nothing if the record has grown since, or the file is another."""
        return self.read if self.head == state.head and self.data == data else None


def opened(campaign: Campaign, data: bytes) -> Letter:
    """The pages of a file, with the words of this game at hand: no line of orders is joined to the one before it."""
    game = campaign.game
    return open_letter(data, (*game.verbs, *game.sections, *GENERAL_VERBS, *GENERAL_SECTIONS, *HEADER_KEYS))


def read_letter(campaign: Campaign, state: State, data: bytes, *, is_again: bool = False) -> Read:
    """What may be read of a file: the order block that counts; where it is signed, exactly what was signed."""
    rows, behind, source, level = choose(campaign, state, opened(campaign, data), is_again=is_again)
    if _SIGN not in behind:
        return Read(rows, "", "", source, level)
    from pbem.dice import signing

    signed = [row._replace(text=signing.canonical(row.text).rstrip("\n")) for row in rows]
    while signed and not signed[0].text:
        del signed[0]
    while signed and not signed[-1].text:
        del signed[-1]
    read = Read(tuple(signed), "", behind, source, level)
    return read._replace(mark=hashlib.sha256(read.text.encode("utf-8", "replace")).hexdigest()[:32])


def check_file(campaign: Campaign, state: State, side: str, read: Read) -> list[Problem]:
    """What is wrong with the signature of a file, or with there being none."""
    if not read.mark:
        # Between two stores the hand-over is signed, and with it all that the file brings.
        return [_unsigned(campaign, side)] if campaign.opened.signed and not state.pen else []
    if read.mark in state.marks:
        return [_replayed()]
    if REMOVED in read.text:
        return [_with_address()]
    known = _keys(campaign, state, side)
    if not known:
        return [_keyless(campaign, side)]
    found = [_check_signature(campaign, side, key, read) for _, key in known]
    return [] if [] in found else found[0]


def signer_of(campaign: Campaign, state: State, side: str, read: Read) -> str:
    """Who of a side has signed a block: his name; empty where no key of the side fits, or nobody is named for it."""
    known = _keys(campaign, state, side) if read.mark else []
    return next((name for name, key in known if not _check_signature(campaign, side, key, read)), "")


def _keys(campaign: Campaign, state: State, side: str) -> list[tuple[str, str]]:
    """The keys that may sign for a side, the commander's first, each with its owner's name."""
    whose = [(campaign.player(who), state.keys.get(who, "")) for who in dict.fromkeys((side, *campaign.seats_of(side)))]
    for who in campaign.seats_of(side):
        whose += [(one.name, one.key) for one in here(state.people.get(who, ()), Role.DEPUTY)]
    return [(name, key) for name, key in whose if key]


def _check_signature(campaign: Campaign, side: str, key: str, read: Read) -> list[Problem]:
    from pbem.dice import keys, signing

    try:
        names = (folded(side), folded(campaign.side_name(side)))
        said = next((found.context.side for found in signing.find_signatures(read.behind)), "")
        wanted = signing.Context(campaign.id, said if said in names else names[0], ORDERS, "")
        signing.verify(read.text, read.behind, keys.read_key(key), wanted)
    except Refusal as refusal:
        return [refusal.problem]
    return []


def _unsigned(campaign: Campaign, side: str) -> Problem:
    why, advice = "this campaign takes signed files only", "`pbem keys sign FILE --key YOUR.key` signs an order file"
    return Problem(
        Family.ILLEGAL, why, "no signature", f"a signature of {the(campaign.side_name(side))}", advice=advice
    )


def _replayed() -> Problem:
    why = "this very file was sent before; a file that comes again could undo what its sender wrote since"
    advice = "if you do mean to send it again, add a line such as `# again` to the file and sign it again"
    return Problem(Family.ILLEGAL, why, "a signature that the record knows", "a new file", advice=advice)


def _with_address() -> Problem:
    why = "your signature covers a mail address, and the record keeps none: without it the signature no longer fits"
    advice = "take the address out and sign the file again"
    return Problem(Family.ILLEGAL, why, "a mail address in a signed block", "a block without one", advice=advice)


def _keyless(campaign: Campaign, side: str) -> Problem:
    why = f"the campaign has no public key of {the(campaign.side_name(side))}, so nobody can check the signature"
    advice = "keys are set with `pbem new --key SIDE=FILE`; send the file unsigned"
    return Problem(Family.ILLEGAL, why, "a signature", "a file without one", advice=advice)


def check_keys(sides: Iterable[str], keys: Mapping[str, str], me: str) -> None:
    """Where all must sign, every key is known from the start; `me` is set where the other brings his when he joins."""
    missing = [side for side in sides if side not in keys and me in ("", side)]
    if missing:
        raise UsageError(f"--signed needs the public key of each side: give --key {missing[0]}=FILE as well")


def read_keys(texts: Mapping[str, str]) -> dict[str, str]:
    """Public keys by side, each read and written anew, so that the record holds nothing else."""
    from pbem.dice import keys

    return {side: keys.key_text(keys.read_key(text)) for side, text in texts.items()}
