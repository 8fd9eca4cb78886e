"""The post room as one value: the store, its letters, the settings, the judge's own secret, and the time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.people import People
from pbem.desk.record.state import State
from pbem.desk.replay.load import load
from pbem.desk.roster import Seat, seats_of
from pbem.dice import chance
from pbem.errors import UsageError
from pbem.post.settings import CampaignSettings, Settings
from pbem.store.entry import Head
from pbem.store.letters import Letters
from pbem.values import NamedTuple, dataclass, field

if TYPE_CHECKING:
    from pbem.store.store import Store

_KEY_BYTES = 32
_MOST_LOADED = 256  # campaigns kept in memory between two looks


class Asked(NamedTuple):
    """A command that a player sends: whose it is, its word, what stands behind it, and the mail with its block."""

    campaign: str
    who: str  # the side or seat
    word: str
    rest: str
    data: bytes
    member: str = ""  # who of it
    zone: str = ""  # his clocks
    side: str = ""  # of the seat


class Answer(NamedTuple):
    """What a command gives: a text, and a board where one was asked for."""

    text: str
    board: bytes = b""


Ask = Callable[[Asked], Answer]
Sitting = tuple[dict[str, People], dict[str, str]]  # who sits where by now, and the keys of the sides


def _nothing(asked: Asked) -> Answer:
    return Answer(f"The judge cannot answer `{asked.word}` here.")


@dataclass(slots=True)
class Office:
    """What every part of the post room is handed. The clock is a value: tests turn it."""

    store: Store
    settings: Settings
    now: str
    key: bytes
    letters: Letters = field(init=False)
    ask: Ask = _nothing
    told: list[str] = field(default_factory=list)  # one line for each thing that was done
    loaded: dict[str, tuple[Head, Campaign, State]] = field(default_factory=dict)  # as they stood when last read
    people: dict[str, tuple[Sitting, list[Seat]]] = field(default_factory=dict)  # within one run; see `seats`
    compared: dict[str, int] = field(default_factory=dict)  # within one look: which records were compared, and when
    is_looking: bool = False

    def __post_init__(self) -> None:
        self.letters = Letters(self.store)

    def load(self, campaign: str) -> tuple[Campaign, State]:
        """A campaign and where it stands; it is read again only when its record has grown. Nobody changes the state."""
        known = self.loaded.get(campaign)
        if known is not None and self.is_looking and self.compared.get(campaign) == self.store.grown:
            return known[1], known[2]
        head = self.store.head(campaign)
        if known is None or known[0] != head:
            known = (head, *load(self.store, campaign))
            self._keep(campaign, known)
        self.compared[campaign] = self.store.grown
        return known[1], known[2]

    def _keep(self, campaign: str, known: tuple[Head, Campaign, State]) -> None:
        if len(self.loaded) >= _MOST_LOADED:
            self.loaded.pop(next(iter(self.loaded)))  # the oldest
        self.loaded[campaign] = known

    @contextmanager
    def looking(self) -> Iterator[None]:
        """One look at a mail or a campaign: meanwhile a record counts as grown only where this judge has written."""
        if self.is_looking:
            yield
            return
        self.compared.clear()
        self.is_looking = True
        try:
            yield
        finally:
            self.is_looking = False

    @contextmanager
    def lent(self, campaign: str) -> Iterator[tuple[Campaign, State]]:
        """A campaign and its state for a use case that writes: it brings the state to where its entries lead."""
        loaded, state = self.load(campaign)
        del self.loaded[campaign]  # whatever stops half-way leaves nothing behind
        yield loaded, state
        if self.store.head(campaign) == Head(state.seq, state.head):
            self._keep(campaign, (Head(state.seq, state.head), loaded, state))
            self.compared[campaign] = self.store.grown

    def seats(self, campaign: str) -> list[Seat]:
        """The people of a campaign; what a member has not said for himself the settings of the campaign say.

        Kept until somebody else is seated, or somebody who changes what lies beside the record clears `people`.
        """
        loaded, state = self.load(campaign)
        usual, now = self.of(campaign), (dict(state.people), dict(state.keys))
        known = self.people.get(campaign)
        if known is not None and known[0] == now:
            return known[1]
        found = [
            one._replace(
                wishes=one.wishes._replace(
                    zone=one.wishes.zone or usual.zone,
                    quiet=one.wishes.quiet or usual.quiet,
                    days=one.wishes.days or usual.days,
                )
            )
            for one in seats_of(self.store, loaded, state.keys)
        ]
        self.people[campaign] = (now, found)
        return found

    def seat(self, campaign: str, member: str) -> Seat | None:
        """One of them by his id."""
        return next((one for one in self.seats(campaign) if one.member.id == member), None)

    def zone(self, campaign: str, member: str) -> str:
        """The clocks by which a member's letters show times."""
        seat = self.seat(campaign, member)
        return seat.wishes.zone if seat else ""

    def of(self, campaign: str) -> CampaignSettings:
        """How a campaign is run."""
        return self.settings.of(campaign)

    def tell(self, words: str) -> None:
        """A line for the log on the screen."""
        self.told.append(words)


def open_office(store: Store, settings: Settings, now: str, ask: Ask = _nothing) -> Office:
    """The post room of a store. `ask` answers commands that only look, in the words of the command line."""
    return Office(store, settings, now, read_key(settings), ask)


def read_key(settings: Settings) -> bytes:
    """The secret from which reply tokens are made; the first look makes it, for its owner alone."""
    path = settings.beside(settings.key_file)
    if not os.path.exists(path):
        _make_key(path)
    with open(path, encoding="ascii", errors="replace") as file:
        text = file.read().strip()
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) < _KEY_BYTES:
        raise UsageError(f"{path} does not hold the judge's key: delete it, and reply addresses are made anew")
    return key


def _make_key(path: str) -> None:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return  # another process was quicker
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(chance.fresh(_KEY_BYTES).hex() + "\n")
