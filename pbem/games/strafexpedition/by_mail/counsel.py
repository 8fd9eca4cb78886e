"""Answers in advance: what an order file and standing orders say to a question of the rules."""

from __future__ import annotations

from pbem.games.strafexpedition import confusion
from pbem.games.strafexpedition.by_mail import counsel_combat, counsel_command
from pbem.games.strafexpedition.by_mail.conditions import fits
from pbem.games.strafexpedition.by_mail.orders_combat import Assault
from pbem.games.strafexpedition.losses import weakest_first
from pbem.kernel.text.counsel import Counsel

counsel = Counsel(
    weakest_first,
    orders={Assault: counsel_combat.from_assault},
    preferences={
        **counsel_command.PREFERENCES,
        **counsel_combat.PREFERENCES,
        **dict.fromkeys(confusion.TOPICS.values(), confusion.toward),
    },
    fits=fits,
)
