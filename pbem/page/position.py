"""The position that is open in the page: the leaf as a store, loaded once, with the board as its reader sees it."""

from __future__ import annotations

from functools import cached_property

from pbem.desk.leaf.leaf import Leaf
from pbem.desk.leaf.reading import LeafStore
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Owed
from pbem.desk.record.editions import must_be_todays
from pbem.desk.record.eyes import own_eyes, seen
from pbem.desk.record.state import State
from pbem.desk.replay.load import load
from pbem.desk.views.past import position_now
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position


class Opened:
    """A leaf, read. Use cases take `store`, and whatever they have no words for is made from the rest."""

    def __init__(self, leaf: Leaf) -> None:
        self.leaf, self.store = leaf, LeafStore(leaf)
        self.campaign, self.state = load(self.store)
        must_be_todays(self.campaign, self.state)

    @property
    def who(self) -> str:
        """Whose page it is: a side, or the seat of a player who shares one."""
        return self.leaf.who

    @property
    def side(self) -> Side:
        """His side."""
        return self.campaign.side_of(self.who)

    @cached_property
    def _seen(self) -> tuple[Campaign, Position]:
        eyes = own_eyes(self.campaign, self.state, self.side)
        return seen(self.campaign, eyes, position_now(self.campaign, self.state))

    @property
    def shown(self) -> Campaign:
        """The campaign with counters for units that lie face down."""
        return self._seen[0]

    @property
    def position(self) -> Position:
        """The board as it stands, as he sees it."""
        return self._seen[1]

    @property
    def board(self) -> Board:
        """A board of one's own, to look ahead on."""
        return Board(self.shown.scenario, self.position)

    @property
    def own(self) -> list[Owed]:
        """What he owes himself."""
        return [debt for debt in self.leaf.owed if debt.side and (debt.seat or debt.side) in (self.who, self.side)]

    def fresh_state(self) -> State:
        """A state of its own, for use cases that fill it in."""
        return load(self.store)[1]
