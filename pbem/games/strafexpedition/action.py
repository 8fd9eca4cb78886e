"""3.0 An Action: who is active, with which brigade, and who may take part."""

from __future__ import annotations

from pbem.games.strafexpedition.command import Command
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.values import dataclass, field


@dataclass(slots=True)
class Action:
    """3.0.active_player (see 8.6): what steps A to H of an activation, or of a reaction, work with.

    `units` are the brigade's own units in Command and the attached infantry; nobody else moves, assaults or digs.
    `guns` are the batteries and fortresses that are attached, and may bombard. Points are halves, as in `costs`.
    """

    side: Side
    brigade: str
    hq: UnitId
    at: HexId
    command: Command
    units: tuple[UnitId, ...]
    guns: tuple[UnitId, ...] = ()
    left: dict[UnitId, int] = field(default_factory=dict)  # half points left of those that have moved in step A
    forced: dict[UnitId, None] = field(default_factory=dict)  # who makes a forced march
    assaulted: tuple[HexId, ...] = ()  # the hexes against which markers were laid
    is_reaction: bool = False
    sector: str = ""  # where it must stay, since another brigade acts beyond the Sector Line (24.3)

    @property
    def moved(self) -> tuple[UnitId, ...]:
        """Who has moved in step A: they do not dig (18.1)."""
        return tuple(self.left)
