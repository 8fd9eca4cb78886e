"""Secrets of a side that outlive their step: a plan, a marker face down, a brigade planned in the morning.

A secret is a note or a marker whose name begins with its owner, `@AG.plan`. Whoever is not its owner gets positions and
facts without it, whatever the game's `view` and `tell` do: what is hidden is said where it is written down, once.

    note @AG.plan north
    hex W1203 @IT.mine
    unit IT-b3 W1105 1 @IT.back=dummy
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pbem.kernel.facts import Fact
from pbem.kernel.game import Game
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.values import replace
from pbem.values.patterns import pattern

_Key = TypeVar("_Key")
_NAME = pattern(r"@([\w-]+)\.")
SIGN = "@"


def secret(side: str, name: str) -> str:
    """The name of a side's secret note or marker."""
    return f"{SIGN}{side}.{name}"


def owners_in(value: Any) -> Iterator[str]:
    """The sides whose secrets are named anywhere in a plain value."""
    if isinstance(value, str):
        yield from (found[1] for found in _NAME.finditer(value)) if SIGN in value else ()
    elif isinstance(value, Mapping):
        for key in value:
            yield from (*owners_in(key), *owners_in(value[key]))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from owners_in(one)


def has_secrets(position: Position) -> bool:
    """Whether anybody keeps a secret in the position."""
    return SIGN in position.text()


# -- what a side is shown -------------------------------------------------------------------------------------


def closed(position: Position, side: Side) -> Position:
    """The position without the secrets of other sides; the public, an empty side, sees none."""
    if not has_secrets(position):
        return position
    notes = {key: value for key, value in position.notes.items() if _is_open(key, side)}
    if SIGN not in position.text().partition("\nnote ")[0]:  # no marker is secret
        return position.showing(notes)
    units = {unit: state._replace(marks=_open(state.marks, side)) for unit, state in position.units.items()}
    hexes, sides = _open_marks(position.hexes, side), _open_marks(position.sides, side)
    return replace(position, units=units, notes=notes, hexes=hexes, sides=sides)


def _open_marks(marked: Mapping[_Key, tuple[str, ...]], side: Side) -> dict[_Key, tuple[str, ...]]:
    seen = {place: _open(marks, side) for place, marks in marked.items()}
    return {place: marks for place, marks in seen.items() if marks}


def _open(marks: tuple[str, ...], side: Side) -> tuple[str, ...]:
    return tuple(mark for mark in marks if _is_open(mark, side))


def _is_open(value: Any, side: Side) -> bool:
    return all(owner == side for owner in owners_in(value))


def told(facts: Iterable[Fact], side: Side) -> list[Fact]:
    """The facts without those that name a secret of another side; dice are told always, and never name one."""
    return [fact for fact in facts if fact.kind == "rolled" or _is_open(fact.about, side)]


# -- with the game's own fog ----------------------------------------------------------------------------------


def position_for(game: Game, scenario: Scenario, position: Position, side: Side) -> Position:
    """The position as a side may see it: what the game shows, without the secrets of others."""
    return closed(game.view(scenario, position, side), side)


def facts_for(
    game: Game, scenario: Scenario, before: Position, after: Position, facts: Sequence[Fact], side: Side
) -> list[Fact]:
    """The facts of a step as a side may know them."""
    return told(game.tell(scenario, before, after, facts, side), side)
