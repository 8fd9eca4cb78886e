"""Dice that have fallen in steps that were taken back. No die is cast twice: they are kept for ever, by occasion.

When such a step is played again, a roll that comes up on an occasion of before has its old face, whichever of the
versions before it was. A die that does not come up again is void: it stands in the entry of the step beside the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.desk.record.open_step import Lines, Parts
from pbem.kernel.journal import Page
from pbem.kernel.rolls import Kept, Occasion, Settled
from pbem.values import NamedTuple


class Again(NamedTuple):
    """A step was taken back: by which entry, by whom, why, with whose consent, and what it replaces."""

    seq: int
    who: str
    reason: str
    consents: Lines
    replaces: int  # the entry that had played it; 0 where it was not complete
    sealed: int  # the epoch that its orders were sealed in, where it was taken back before its dice were shown


class Void(NamedTuple):
    """A roll that was rolled before and no longer counts."""

    name: str
    epoch: int
    faces: tuple[int, ...]
    sides: int


class Came(NamedTuple):
    """What came of an occasion, as the snapshot keeps it."""

    occasion: Occasion
    settled: Settled


class Fallen(NamedTuple):
    """All that has fallen in a step before it was taken back, however often, and what made those dice."""

    rolls: tuple[Came, ...] = ()
    secrets: Mapping[int, Parts] = {}
    inputs: Mapping[int, str] = {}
    again: tuple[Again, ...] = ()
    void: int = 0  # dice among them that do not count as the step stands now

    def kept(self) -> Kept:
        """The rolls as the table takes them over."""
        return {came.occasion: came.settled for came in self.rolls}


NOTHING_FELL = Fallen()


def with_taken_back(
    known: Fallen, settled: Kept, secrets: Mapping[int, Parts], inputs: Mapping[int, str], again: Again
) -> Fallen:
    """A step is taken back: what fell in it joins what fell before; on an occasion the first die counts for ever."""
    rolls = {occasion: found for occasion, found in settled.items() if occasion.kind == "roll"}
    every = {**rolls, **known.kept()}
    return Fallen(
        tuple(Came(*pair) for pair in every.items()),
        {**known.secrets, **secrets},
        {**known.inputs, **inputs},
        (*known.again, again),
        sum(len(found.values) for found in every.values()),
    )


def kept_names(fallen: Fallen, pages: Iterable[Page]) -> Lines:
    """The rolls of a run that had fallen before."""
    before = {(came.occasion.name, came.settled.epoch) for came in fallen.rolls}
    return tuple(page.key for page in pages if page.kind == "roll" and (page.key, page.epoch) in before)


def void_rolls(fallen: Fallen, pages: Iterable[Page]) -> tuple[Void, ...]:
    """The rolls that fell before and have not come up again."""
    now = {(page.key, page.epoch) for page in pages if page.kind == "roll"}
    return tuple(
        Void(occasion.name, found.epoch, found.values, found.sides)
        for occasion, found in fallen.rolls
        if (occasion.name, found.epoch) not in now
    )


def answers_in(settled: Kept) -> tuple[Came, ...]:
    """The answers of a step that is amended: who knows the dice of an order must not choose again."""
    return tuple(Came(*pair) for pair in settled.items() if pair[0].kind == "ask")


def times_and_dice(fallen: Mapping[str, Fallen]) -> tuple[int, int]:
    """How often something was taken back, and how many dice have fallen that do not count now."""
    return len({again.seq for one in fallen.values() for again in one.again}), sum(one.void for one in fallen.values())


def retaken_words(times: int, dice: int) -> str:
    """Both in a sentence; nothing where nothing was taken back."""
    if not times:
        return ""
    often = "once" if times == 1 else f"{times} times"
    void = {0: "no die that fell has lost its place", 1: "1 die that fell no longer counts"}
    return f"Steps were taken back {often}; {void.get(dice, f'{dice} dice that fell no longer count')}."
