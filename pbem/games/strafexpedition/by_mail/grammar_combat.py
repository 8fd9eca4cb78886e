"""Reading orders of combat: assaults."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.strafexpedition.by_mail.orders_combat import Assault
from pbem.games.strafexpedition.by_mail.orders_command import FORCED
from pbem.games.strafexpedition.by_mail.phrases import take_units
from pbem.kernel.game import Reading
from pbem.kernel.text.grammar import Verb
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.orders import Order
from pbem.kernel.text.phrases import take_who
from pbem.kernel.text.words import Words, did_you_mean


def assault(words: Words, reading: Reading) -> Order:
    """`assault 1335 with AH-58-3-I, AH-58-3-II forced losses weakest first`."""
    target = take_hex(words, reading.scenario.map)
    words.expect("with", "by")
    units = take_units(words, reading)
    is_forced = words.skip(FORCED)
    words.skip("march")
    losses = take_who(words, lambda: take_units(words, reading)) if words.skip("losses") else ()
    if not words.is_done:
        wanted = "`forced`, `losses UNITS`, in this order, or the end of the line"
        raise words.unreadable("no part of an assault begins so here", wanted, did_you_mean(words.peek(), _PARTS))
    return Assault(target, units, is_forced, losses)


_PARTS = (FORCED, "losses")
VERBS: Mapping[str, Verb] = {
    "assault": Verb(assault, "assault 1435 with AH-58-3-I, AH-58-3-II", ("action",)),
}
