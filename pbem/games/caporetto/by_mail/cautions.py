"""What the next checks of the rules will cost a side as the board stands: crowding, want of supply, no way back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.games.caporetto import stacking, supply
from pbem.games.caporetto.counters import combat_units, is_out_of_supply
from pbem.games.caporetto.options import chosen
from pbem.games.caporetto.retreat import retreat_hexes
from pbem.games.caporetto.terrain import is_closed
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.views.caution import Caution


def cautions(board: Board, side: Side) -> tuple[Caution, ...]:
    """See 8.1, 12.2/3, 12.2/4, 14.3: stacks over the limit, units that will be marked, stacks with nowhere to go."""
    return (*_crowded(board, side), *_cut_off(board, side), *_cornered(board, side))


def _hexes(board: Board, side: Side) -> list[HexId]:
    return sorted(dict.fromkeys(board.hex_of(unit) for unit in board.on_map(side)))


def _crowded(board: Board, side: Side) -> Iterator[Caution]:
    """See 8.1, 8.1/3, 13.1/3, ruling R54: what is too much at the next check; of arrivals after their own movement."""
    for hex_id in _hexes(board, side):
        here, most = board.units_at(hex_id, side), stacking.allowed(board, hex_id, side)
        found, too_many = stacking.counted(board, here), stacking.excess(board, hex_id, side)
        holds = f"{board.map.called(hex_id)} holds {counted(found, 'unit')}, at most {most} may stay"
        if too_many:
            words = f"{holds}: {too_many} will be lost at the end of the next Combat or Movement Sub-phase"
            yield Caution(words, "8.1/3")
        elif found > most:
            words = f"{holds}: {found - most} will be lost at the end of your Movement Sub-phase unless they move on"
            yield Caution(words, "13.1/3")


def _cut_off(board: Board, side: Side) -> Iterator[Caution]:
    """See 14.1/2, 14.3, rulings R63, R67: units in supply that the next check will mark, hex by hex."""
    for hex_id in _hexes(board, side):
        units = [unit for unit in board.units_at(hex_id, side) if not is_out_of_supply(board, unit)]
        if units and not supply.has_line(board, hex_id, side):
            rule, why = supply.why_no_line(board, hex_id, side)
            has, them = ("has", "it") if len(units) == 1 else ("have", "them")
            words = f"{', '.join(units)} in {board.map.called(hex_id)} {has} no line of supply ({rule}: {why})"
            yield Caution(f"{words}: the next Supply Sub-phase puts {them} out of supply", "14.3")


def _cornered(board: Board, side: Side) -> Iterator[Caution]:
    """See 12.2/3, 12.2/4, MT, rulings R09, R11: stacks in reach of the enemy that could not all retreat to one hex."""
    for hex_id in _hexes(board, side):
        units = board.units_at(hex_id, side)
        is_in_danger = combat_units(board, hex_id, side) and _is_faced(board, hex_id, side)
        if is_in_danger and not retreat_hexes(board, side, hex_id, units, len(units)):
            yield _no_way(board, hex_id, units)


def _is_faced(board: Board, hex_id: HexId, side: Side) -> bool:
    """Whether an enemy stands next to the hex who could attack it."""
    enemy, around = board.enemy_of(side), board.map.grid.neighbours[hex_id]
    return any(combat_units(board, there, enemy) and not is_closed(board, there, hex_id) for there in around)


def _no_way(board: Board, hex_id: HexId, units: Sequence[UnitId]) -> Caution:
    """What it means for them is a matter of the option of ruling R09."""
    them = "it" if len(units) == 1 else "them all"
    words = f"{', '.join(units)} in {board.map.called(hex_id)} cannot retreat: no adjacent hex can take {them}"
    if chosen(board, "panic-without-way") == "eliminated":
        return Caution(f"{words}, and a panic would eliminate {them}", "MT")
    return Caution(words, "12.2/4")
