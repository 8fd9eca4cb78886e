"""10.52 Displacement: headquarters without troops give way to the enemy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from pbem.games.gwe.counters import tcr, units_of
from pbem.games.gwe.fortress import fortresses, standing_fortress
from pbem.games.gwe.occupation import combat_units, hqs_in, is_refuge, occupied_hexes
from pbem.games.gwe.walking import may_displace
from pbem.games.gwe.zoc import controlled_hexes
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table

RULE = "10.52"

# -- in the Movement Phase -----------------------------------------------------------------------------------


def displace_neighbours(board: Board, table: Table, side: Side) -> None:
    """See 10.52, ruling I7: lone enemy HQs that already have a unit of the side beside them give way first of all."""
    hqs = [hq for hq in lone_hqs(board, board.enemy_of(side)) if _is_beside(board, side, board.hex_of(hq))]
    _displace(board, table, hqs, occupied_hexes(board, side))


def _is_beside(board: Board, side: Side, hex_id: HexId) -> bool:
    around = board.map.grid.neighbours[hex_id]
    return any(board.unit(u).side == side and may_displace(board, u) for there in around for u in board.units_at(there))


def displace_along(board: Board, table: Table, unit: UnitId, path: Sequence[HexId]) -> None:
    """10.52, rulings I2, I3: with each hex of its path a unit drives away the lone enemy HQs there and around."""
    if not may_displace(board, unit):
        return
    enemy = board.enemy_of(board.unit(unit).side)
    around = _around_lone_hqs(board, enemy)
    if around.keys().isdisjoint(path):  # nobody to drive away: what is around changes only when somebody is
        return
    for before, here in pairwise(path):
        if here not in _around_lone_hqs(board, enemy):
            continue
        # An HQ in the hex entered was shut in, or not, while the unit still stood beside it.
        _drive_out(board, table, unit, (here,), before)
        overrun_hqs(board, here, enemy)
        _drive_out(board, table, unit, board.map.grid.neighbours[here], here)


def _around_lone_hqs(board: Board, side: Side) -> dict[HexId, None]:
    """The hexes of the side's lone HQs and those around them."""
    return board.derived(("around lone hqs", side), (side, "hex fort"), lambda: _make_around(board, side))


def _make_around(board: Board, side: Side) -> dict[HexId, None]:
    hexes = [board.hex_of(hq) for hq in lone_hqs(board, side)]
    return dict.fromkeys(there for here in hexes for there in (here, *board.map.grid.neighbours[here]))


def _drive_out(board: Board, table: Table, unit: UnitId, hexes: Sequence[HexId], stand: HexId) -> None:
    """See 10.52: the lone enemy HQs in these hexes give way to a unit that stands in this one."""
    hqs = [hq for hq in lone_hqs(board, board.enemy_of(board.unit(unit).side)) if board.hex_of(hq) in hexes]
    if hqs:
        _displace(board, table, hqs, _occupied_with(board, unit, stand))


def _occupied_with(board: Board, unit: UnitId, here: HexId) -> dict[HexId, None]:
    """The hexes that the unit's side holds while the unit, on its way, stands in this one."""
    start, side = board.place(unit), board.unit(unit).side
    held = dict(occupied_hexes(board, side))
    if combat_units(board, HexId(start), side) == (unit,):
        held.pop(HexId(start), None)
    return held | {here: None}


def lone_hqs(board: Board, side: Side) -> tuple[UnitId, ...]:
    """See 10.52, ruling I4: the side's HQs with neither a combat unit nor an own fortress around them."""
    return board.derived(("lone hqs", side), (side, "hex fort"), lambda: _lone_hqs(board, side))


def _lone_hqs(board: Board, side: Side) -> tuple[UnitId, ...]:
    return tuple(hq for hq in units_of(board, side, "hq") if not is_refuge(board, board.hex_of(hq), side))


# -- in the Combat Phase -------------------------------------------------------------------------------------


def displace_from(board: Board, table: Table, hexes: Iterable[HexId], side: Side) -> None:
    """See 10.52: units of the side that retreat through these hexes drive away the lone enemy HQs there."""
    for hex_id in hexes:
        displace_to(board, table, hex_id, board.enemy_of(side), None)


def displace_to(board: Board, table: Table, hex_id: HexId, owner: Side, goal: HexId | None) -> None:
    """See 10.52, 20.0, ruling I3: HQs leave a hex that the enemy enters, for a given hex or the nearest refuge."""
    hqs = [hq for hq in hqs_in(board, hex_id, owner) if not is_refuge(board, hex_id, owner)]
    if goal is not None:
        for hq in hqs:
            board.put(hq, goal, "20.0", how="displaced")
        return
    _displace(board, table, hqs, occupied_hexes(board, board.enemy_of(owner)))
    overrun_hqs(board, hex_id, owner)


def overrun_hqs(board: Board, hex_id: HexId, owner: Side) -> None:
    """See 10.52, ruling I3: an HQ that could not give way is eliminated when its hex is entered."""
    if not is_refuge(board, hex_id, owner):
        for hq in hqs_in(board, hex_id, owner):
            board.eliminate(hq, RULE, why="it could not displace, and the enemy entered its hex")


# -- the displacement itself ---------------------------------------------------------------------------------


def _displace(board: Board, table: Table, hqs: Sequence[UnitId], held: dict[HexId, None]) -> None:
    """See 10.52, ruling I1: each goes to its nearest refuge; between equally near ones the owner chooses."""
    free = [hq for hq in hqs if refuges(board, hq) and not is_shut_in(board, hq, held)]
    for hq in hqs:
        if hq not in free and not _is_known_stranded(board, hq):
            board.note("stranded", RULE, unit=hq, hex=board.place(hq))
    open_hqs = [hq for hq in free if len(refuges(board, hq)) > 1]
    answers = table.ask_all([_question(board, hq) for hq in open_hqs]) if open_hqs else []
    chosen = {hq: HexId(answer[0]) for hq, answer in zip(open_hqs, answers, strict=True)}
    goals = {hq: chosen.get(hq) or refuges(board, hq)[0] for hq in free}
    for hq, goal in goals.items():
        board.put(hq, goal, RULE, how="displaced")


def _is_known_stranded(board: Board, hq: UnitId) -> bool:
    return any(fact.kind == "stranded" and fact["unit"] == hq for fact in board.facts)


def is_shut_in(board: Board, hq: UnitId, held: dict[HexId, None]) -> bool:
    """See 10.52: the enemy holds all hexes around it; around an HQ of TCR 2 or worse it is enough that he controls
    them."""
    counter = board.unit(hq)
    closed = held
    if tcr(counter) > 1:
        closed = held | controlled_hexes(board, board.enemy_of(counter.side))
    return all(there in closed for there in board.map.grid.neighbours[board.hex_of(hq)])


def refuges(board: Board, hq: UnitId) -> tuple[HexId, ...]:
    """See 10.52, rulings I1, I4: the nearest hexes with an own combat unit or fortress, lowest number first."""
    return board.derived(("refuges", hq), (board.unit(hq).side, "hex fort"), lambda: _refuges(board, hq))


def _refuges(board: Board, hq: UnitId) -> tuple[HexId, ...]:
    side, here = board.unit(hq).side, board.hex_of(hq)
    forts = (hex_id for hex_id in fortresses(board.map, side) if standing_fortress(board, hex_id, side))
    all_hexes = [h for h in dict.fromkeys((*occupied_hexes(board, side), *forts)) if h != here]
    grid = board.map.grid
    least = min((grid.distance(here, hex_id) for hex_id in all_hexes), default=0)
    return tuple(sorted(hex_id for hex_id in all_hexes if grid.distance(here, hex_id) == least))


def _question(board: Board, hq: UnitId) -> Question:
    here, near = board.hex_of(hq), refuges(board, hq)
    distance = board.map.grid.distance(here, near[0])
    return Question(
        board.unit(hq).side,
        f"refuge of {hq} from {here}",
        tuple(Option(hex_id, board.map.called(hex_id)) for hex_id in near),
        RULE,
        f"{hq} in {board.map.called(here)} must displace; these refuges are all {distance} hexes away. Which one?",
        default=(near[0],),
        hint=f"refuge {hq}: {', '.join(near)}",
        about={"topic": "refuge", "unit": hq, "hexes": [here]},
        alone=True,
    )
