"""The entries of one run of a step: sealed, opened, contributed, played, all in one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.desk.record.body import Body
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.kinds.contributed import Contributed
from pbem.desk.record.kinds.sealed import seal
from pbem.desk.record.open_step import Open, Parts
from pbem.desk.record.secrets import Secrets
from pbem.desk.record.state import State
from pbem.desk.record.writing import write
from pbem.dice.drand import NAME as DRAND
from pbem.dice.seal import MODERATOR
from pbem.kernel.play import Played

if TYPE_CHECKING:
    from pbem.store.store import Store


class Making:
    """The entries of one run, in the order in which they will stand in the record."""

    def __init__(self, campaign: Campaign, state: State, now: str) -> None:
        self.campaign, self.state, self.now = campaign, state, state.time(now)
        self.bodies: list[Body] = []
        self.opened = state.open or Open(0, "", 0, {}, {}, {}, {})

    def seal(self, own: Secrets) -> None:
        """The orders are fixed before anything of the dice is known; what is sealed is not sealed again."""
        if self.state.open is None or not self.state.open.is_sealed:
            self.opened, body = seal(self.campaign, self.state, self.now, own.salt(self.state))
            self.bodies.append(body)

    def contribute(self, parts: Parts) -> None:
        """This store's parts of the seed, each as an entry; the moderator's link goes with the dice that it makes."""
        turn, step, epoch = self.opened.turn, self.opened.step, self.state.next_epoch
        for party, value in parts.items():
            if party != MODERATOR:
                what = {"round": value} if party == DRAND else {"link": value}
                self.bodies.append(Contributed(at=self.now, turn=turn, step=step, epoch=epoch, party=party, **what))

    def write(self, store: Store, played: Played | None = None) -> int:
        """All of it in one transaction; the number of the last entry."""
        return write(store, self.campaign, self.state, self.bodies, sealed=self.opened, played=played).seq
