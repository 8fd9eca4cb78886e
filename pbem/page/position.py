"""The position that is open in the page: the leaf as a store, loaded once, with the board as its reader sees it."""

from __future__ import annotations

import contextlib
from functools import cached_property

from pbem.desk.inbox.judged import Judged
from pbem.desk.inbox.so_far import Written, stands, written
from pbem.desk.inbox.submission import judge
from pbem.desk.leaf.leaf import Leaf
from pbem.desk.leaf.reading import LeafStore
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Owed
from pbem.desk.record.editions import must_be_todays
from pbem.desk.record.eyes import in_fog, own_eyes, seen
from pbem.desk.record.state import State
from pbem.desk.replay.load import load
from pbem.desk.views.past import position_now
from pbem.errors import PbemError
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position

_KEPT = 200  # boards after so many lines of one text


class Opened:
    """A leaf, read. Use cases take `store`, and whatever they have no words for is made from the rest."""

    def __init__(self, leaf: Leaf) -> None:
        self.leaf, self.store = leaf, LeafStore(leaf)
        self.campaign, self.state = load(self.store)
        self._judged: tuple[str, Judged] = ("", Judged())
        self._boards: dict[tuple[str, int | None], tuple[Campaign, Position]] = {}  # of that text, by step and number
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

    # -- the text that is being written -----------------------------------------------------------------------

    def judged(self, text: str) -> Judged:
        """What a text brings; the last one is kept, since several questions are asked of it."""
        if self._judged[0] != text:
            judged = Judged(turn=self.state.position.turn)
            judge(self.campaign, self.fresh_state(), text.encode(), judged)
            self._judged, self._boards = (text, judged), {}
        return self._judged[1]

    def written(self, text: str, step: str) -> Written:
        """The orders that a text gives for a step; none if nobody can tell whose they are."""
        judged = self.judged(text)
        return written(self.campaign, self.state, judged, step) if judged.is_placed else Written(step, ())

    def stands(self, text: str, found: Written, before: int | None) -> tuple[Campaign, Position]:
        """The board that a line finds there, as he sees it, and the campaign with counters for stand-ins."""
        if before == 0 or not found.orders:
            return self.shown, self.position
        key = (found.step, before)
        if key not in self._boards:
            position = None
            with contextlib.suppress(PbemError):  # the check says what is wrong with the lines before
                position = stands(self.campaign, self.fresh_state(), self.judged(text), found, before)
            while len(self._boards) >= _KEPT:
                del self._boards[next(iter(self._boards))]
            self._boards[key] = (in_fog(self.campaign, position), position) if position else self._seen
        return self._boards[key]
