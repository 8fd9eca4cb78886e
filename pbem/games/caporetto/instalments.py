"""What only the first instalment of a Combat Sub-phase may hold: modes of HQs, the raid, reconnaissance."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.caporetto.by_mail.orders_combat import Recon
from pbem.games.caporetto.by_mail.orders_turn import Mode, Raid
from pbem.kernel.text.orders import Order

EARLY = {
    Recon: ("16.8.1", "recon is flown at the start of the Sub-phase"),
    Mode: ("15.1", "the modes of HQs are chosen when the segment begins"),
    Raid: ("19.3", "the raid lands when the segment begins"),
}


def check_is_early(order: Order, name: str, part: int) -> None:
    """See 15.1, 16.8.1, 19.3, rulings R60, R76, R112: what begins a Sub-phase does not wait for a later instalment."""
    if part > 1:
        rule, why = EARLY[type(order)]
        found = f"instalment {part} of the {name}"
        raise Illegal(rule, why, found=found, wanted="the first part", advice="leave it out")
