"""When an epoch is over: its dice have been rolled, or its seal has been used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.desk.record.dice_state import learn, links_in, use_epoch
from pbem.desk.record.open_step import Open, Parts
from pbem.desk.record.state import State


def use_epochs(state: State, secrets: Mapping[int, Parts], used: Iterable[int]) -> None:
    """A run reveals links and rolls the dice of some epochs; the next dice need another."""
    for epoch, parts in secrets.items():
        for party, link in links_in(parts).items():
            learn(state.dice, state.campaign, party, epoch, link)
    after = max([state.next_epoch, *(epoch + 1 for epoch in used)])
    if after != state.next_epoch:
        state.next_epoch = after
        use_epoch(state.dice)


def use_seal(state: State, opened: Open) -> None:
    """An epoch has one seal, and it is public: dice or not, whatever is sealed next gets the next epoch."""
    if state.next_epoch in opened.inputs:
        state.next_epoch += 1
        use_epoch(state.dice)
