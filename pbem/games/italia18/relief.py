"""11.2.2 Relief: who may leave an enemy zone of control."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.italia18.assault_troops import ARDITI, is_assault_troops, may_carry
from pbem.games.italia18.counters import CP, EN, fighters, is_combat_unit
from pbem.games.italia18.stacking import kind_of
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.values import dataclass, field


@dataclass(slots=True)
class Phase:
    """What a Movement Phase remembers: whose it is, who began it in an enemy zone, who has moved, who was relieved."""

    side: Side
    pinned: dict[UnitId, HexId] = field(default_factory=dict)
    moved: dict[UnitId, None] = field(default_factory=dict)
    relieved: dict[HexId, None] = field(default_factory=dict)
    tries: dict[str, int] = field(default_factory=dict)  # at pontoons, by unit and by hexside (11.2.4c)


def begin(board: Board, side: Side) -> Phase:
    """See 11.2.2a, 11.2.2e: combat units that begin in an enemy zone are bound to it; supports are not."""
    return Phase(side, dict(board.derived(("bound", side), (CP, EN), lambda: _bound(board, side))))


def _bound(board: Board, side: Side) -> dict[UnitId, HexId]:
    places = {unit: board.hex_of(unit) for unit in fighters(board, side)}
    return {unit: here for unit, here in places.items() if is_in_enemy_zoc(board, here, side)}


def check_leave(board: Board, units: Sequence[UnitId], phase: Phase, cover: UnitId | None) -> None:
    """11.2.2a, 11.2.2e (see 11.2.2c, ruling R107): a bound unit leaves only if another holds the hex.

    Guns, HQs and Trucks leave as they like, and hold nothing.
    """
    bound = [unit for unit in units if unit in phase.pinned]
    if cover:
        check_cover(board, bound, cover)
    if not bound or cover:
        return
    here = phase.pinned[bound[0]]
    if here in phase.relieved or staying(board, here, bound, phase):
        return
    why = f"{', '.join(bound)} began the phase in an enemy zone of control in {here}, and nobody would hold the hex"
    advice = f"leave a combat unit there, write `relieve {bound[0]} by ...`, or use `disengage {bound[0]}`"
    raise Illegal(
        "11.2.2a", why, found="a hex left empty", wanted="one of its units to stay, or a relief", advice=advice
    )


def staying(board: Board, here: HexId, leaving: Sequence[UnitId], phase: Phase) -> tuple[UnitId, ...]:
    """11.2.2c: the combat units that began in this hex of an enemy zone and are still there once these have left."""
    began = [unit for unit, hex_id in phase.pinned.items() if hex_id == here and unit not in leaving]
    return tuple([unit for unit in began if board.place(unit) == here])


def check_cover(board: Board, leaving: Sequence[UnitId], cover: UnitId) -> None:
    """11.2.2d (see ruling R108): Arditi cover the one Italian unit that they go with, and stay behind for it."""
    counter = board.unit(cover)
    if not (is_assault_troops(counter) and kind_of(board, cover) == ARDITI):
        raise Illegal("11.2.2d", f"{cover} is no Arditi support", wanted="Arditi in the hex that is left")
    if not leaving:
        raise Illegal("11.2.2d", f"nobody who leaves needs the cover of {cover}", advice="take `covered by` away")
    if len(leaving) > 1:
        why = f"{cover} covers one unit, and {', '.join(leaving)} would leave"
        raise Illegal(
            "11.2.2d", why, wanted="the one unit with which it goes", advice="let the others stay or be relieved"
        )
    if not may_carry(board.unit(leaving[0]), ARDITI) or board.place(cover) != board.place(leaving[0]):
        why = f"{cover} cannot cover {', '.join(leaving)}"
        raise Illegal("11.2.2d", why, wanted="an Italian unit in the same hex that may take Arditi along")


def check_relief(board: Board, unit: UnitId, by: Sequence[UnitId], phase: Phase) -> None:
    """11.2.2b (see 11.2.2a, rulings R107, R137): a bound unit is relieved by a combat unit from elsewhere."""
    if unit not in phase.pinned:
        why = f"{unit} did not begin the phase in an enemy zone of control and needs no relief"
        raise Illegal("11.2.2b", why, advice=f"write its `move` without `relieve {unit}`")
    if not any(is_combat_unit(board.unit(one)) for one in by):
        raise Illegal("11.2.2b", f"{', '.join(by)} cannot relieve {unit}", wanted="a combat unit")
    if board.place(by[0]) == board.place(unit):
        raise Illegal("11.2.2b", f"{by[0]} stands beside {unit} already", wanted="a unit that moves into the hex")
