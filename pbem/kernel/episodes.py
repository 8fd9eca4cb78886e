"""Episodes: what belongs together within a step: a combat, the assault of an action, the fire at that assault.

    with board.episode("combat", "attack on 1904", side=side, hexes=targets):
        die = table.roll("crt", rule="8.8", by=side)          # its full name is `attack on 1904 / crt`

Whatever is recorded, cast or asked inside carries the episode, and whoever reads facts, rolls or questions finds there
what they belong to. Nobody needs to take a name apart for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side
from pbem.values import NamedTuple

NOBODY = Side("")
_JOINT = " / "


class Episode(NamedTuple):
    """One episode. Kind and number tell it from all others of its step; `parent` is the one that it happens in."""

    kind: str
    number: int  # among those of its kind in this step, from 1
    name: str  # what the names of its rolls and the keys of its questions begin with
    side: Side = NOBODY  # whose doing it is
    hexes: tuple[HexId, ...] = ()
    parent: Episode | None = None

    def inward(self) -> tuple[Episode, ...]:
        """The episodes from the outermost to this one."""
        return (*(self.parent.inward() if self.parent else ()), self)

    def within(self, kind: str) -> Episode | None:
        """This episode or the next around it that is of the kind."""
        if self.kind == kind or self.parent is None:
            return self if self.kind == kind else None
        return self.parent.within(kind)

    def as_json(self) -> dict[str, Any]:
        """The plain values, with those of the episodes around it."""
        found = {"kind": self.kind, "number": self.number, "name": self.name, "side": self.side}
        around = {"parent": self.parent.as_json()} if self.parent else {}
        return {**found, "hexes": list(self.hexes), **around}


def episode_from_json(values: Mapping[str, Any] | None) -> Episode | None:
    """The episode that `as_json` wrote; none where there was none."""
    if values is None:
        return None
    hexes, parent = tuple(HexId(hex_id) for hex_id in values["hexes"]), episode_from_json(values.get("parent"))
    return Episode(values["kind"], values["number"], values["name"], Side(values["side"]), hexes, parent)


def full_name(episode: Episode | None, name: str) -> str:
    """The name of a roll or the key of a question in full: dice are derived from it, answers are found by it."""
    return _JOINT.join([*_names(episode), name] if name else _names(episode))


def _names(episode: Episode | None) -> Iterator[str]:
    return (one.name for one in (episode.inward() if episode else ()) if one.name)


def purpose(episode: Episode | None, kind: str) -> tuple[str, ...]:
    """What a roll is for, without the particulars: the kinds of its episodes and its own, the outermost first."""
    around = tuple(one.kind for one in (episode.inward() if episode else ()))
    return (*around, kind) if kind else around
