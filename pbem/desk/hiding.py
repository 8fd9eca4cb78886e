"""Secret lines between two stores: the file that is recorded has a salted hash in the place of each.

The line and its salt stay in the owner's store, under the hash, until a rule or the end of the game opens them. What
goes into the record, and so to the other side, is the canonical file with the hashes: nothing of the file as it was
written, not even its own hash, which could be tried out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from pbem.desk.inbox.judged import Judged
from pbem.desk.inbox.receipts import Looked, look_at
from pbem.desk.inbox.submission import canonical_text
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.hidden_lines import hidden_key, hidden_lines
from pbem.desk.record.kinds.submitted import hidden_in
from pbem.desk.record.secrets import Secrets
from pbem.desk.record.state import State
from pbem.dice import chance
from pbem.dice.derive import hidden_hash
from pbem.errors import BadRecord, Family, Problem
from pbem.kernel.text.orders import Hidden, Order
from pbem.values import NamedTuple, replace


class HiddenFile(NamedTuple):
    """A file whose secret lines are hidden: as it is recorded, and what this store keeps of it."""

    looked: Looked
    data: bytes
    secrets: Mapping[str, str]


def hide(campaign: Campaign, state: State, looked: Looked, data: bytes) -> HiddenFile | None:
    """The file with its secret lines hidden; nothing where it has none, or where a moderator keeps the record."""
    judged, kept = looked.judged, dict[str, str]()
    if not state.pen or judged.problems:
        return None
    replies = {
        key: (kind, _hidden_lines(campaign, state, judged, values, kept) if kind == "more" else values)
        for key, (kind, values) in judged.replies.items()
    }
    orders = {step: tuple(_hidden(campaign, judged, found, kept)) for step, found in judged.orders.items()}
    if not kept:
        return None
    written = canonical_text(campaign, state, replace(judged, orders=orders, replies=replies)).encode()
    state.truth |= hidden_lines(kept)
    again = look_at(campaign, state, written)
    if again.judged.problems:
        raise BadRecord(f"the rules do not take the hidden lines:\n{again.judged.problems[0]}")
    return HiddenFile(again, written, kept)


def _hidden_lines(
    campaign: Campaign, state: State, judged: Judged, lines: tuple[str, ...], kept: dict[str, str]
) -> tuple[str, ...]:
    """The next part of a step's orders, which comes as the reply to a question."""
    section = campaign.steps[state.open.step].kind if state.open else ""
    return tuple(str(order) for order in _hidden(campaign, judged, campaign.orders(judged.who, section, lines), kept))


def _hidden(campaign: Campaign, judged: Judged, orders: Iterable[Order], kept: dict[str, str]) -> Iterable[Order]:
    for order in orders:
        if order.is_secret:
            salt = chance.fresh()
            token = hidden_hash(campaign.id, judged.side, str(order), salt)
            kept[hidden_key(token)] = json.dumps({"line": str(order), "salt": salt.hex()})
            yield Hidden(token)
        else:
            yield order


def _tokens(judged: Judged) -> list[str]:
    more = [token for kind, lines in judged.replies.values() if kind == "more" for token in hidden_in(lines)]
    return [order.token for orders in judged.orders.values() for order in orders if isinstance(order, Hidden)] + more


def hidden_words(count: int) -> str:
    """What the owner is told."""
    lines = "1 secret line stays" if count == 1 else f"{count} secret lines stay"
    return (
        f"{lines} in this store, and only a salted hash of each is sent, until a rule or the end of the game opens it"
    )


# -- what is refused ------------------------------------------------------------------------------------------


def check_hidden(own: Secrets, state: State, judged: Judged) -> list[Problem]:
    """A hidden line counts only if this store can open it."""
    unknown = [token for token in _tokens(judged) if state.pen and not own.hidden_line(token)]
    if not unknown:
        return []
    why = "only the program writes a hidden line, and this store could not open it"
    found, wanted = f"hidden {unknown[0][:16]}...", "the order in plain words"
    advice = "write the order itself; what is secret is hidden for you"
    return [Problem(Family.ILLEGAL, why, found, wanted, advice=advice)]


def check_shown(state: State, judged: Judged) -> list[Problem]:
    """An amendment is read by the other side before it consents: no secret line stands in it."""
    secret = [order for orders in judged.orders.values() for order in orders if order.is_secret]
    if not state.pen or not secret:
        return []
    why = "an amendment is read by the other side, so it cannot hold a secret line"
    found, wanted = f"`{secret[0]}`", "the hidden line as the record has it"
    advice = "copy it from `pbem history`, or leave the section as it was"
    return [Problem(Family.ILLEGAL, why, found, wanted, advice=advice, spot=secret[0].spot)]


def check_unsigned(campaign: Campaign, state: State, judged: Judged) -> list[Problem]:
    """A signature covers the file as written; a file with hidden lines is another one. The turn file is signed."""
    secret = [order for orders in judged.orders.values() for order in orders if order.is_secret]
    if not state.pen or not judged.mark or not secret:
        return []
    why = "your signature covers the secret lines, and what is sent has a hash in the place of each"
    found, wanted = f"a signed file with the secret line `{secret[0]}`", "the same file without a signature of its own"
    advice = "submit it unsigned: you sign the turn file (`pbem export-turn --key FILE`), and with it all that it holds"
    return [Problem(Family.ILLEGAL, why, found, wanted, advice=advice)]
