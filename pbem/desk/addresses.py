"""Players' mail addresses: in a table of the store beside the record, so that no archive and no turn file has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.members import member_of
from pbem.desk.record.names import address_in, checked_address, sender_name, side_called, without_address
from pbem.desk.record.senders import sender_names
from pbem.desk.replay.load import load

if TYPE_CHECKING:
    from pbem.store.entry import Reads
    from pbem.store.store import Store


def addresses(store: Reads, campaign: str = "") -> dict[str, str]:
    """The addresses that the store knows, by side or seat, in the order of the game."""
    loaded, _ = load(store, campaign)
    known = store.addresses(loaded.id)
    return {who: known[who] for who in loaded.senders if who in known}


def set_address(store: Store, campaign: str, who: str, address: str) -> str:
    """Where a side, or a player who shares one, gets mail from now on; an empty address forgets it. Whose it is."""
    loaded, _ = load(store, campaign)
    side = _who(loaded, who)
    store.set_address(loaded.id, side, checked_address(address) if address else "")
    return side


def addresses_typed(players: Mapping[str, str]) -> dict[str, str]:
    """Addresses that somebody has typed with the names of players: they go into the table."""
    found = {who: address_in(name) for who, name in players.items()}
    return {who: checked_address(address) for who, address in found.items() if address}


def sender_known(store: Reads, campaign: Campaign, text: str) -> str:
    """Who sent a file, as the record may say it: an address that is known is its player."""
    address = address_in(text)
    if not address or without_address(text):
        return sender_name(text)
    known = store.addresses(campaign.id)
    at = [who for who in known if known[who].lower() == address.lower()]
    return next((found.name for who in at if (found := member_of(campaign, who))), "")


def _who(campaign: Campaign, text: str) -> str:
    return str(side_called(sender_names(campaign), text))
