"""9.12, 9.14, 9.17: lines of supply: what stops them, and which hexes they reach."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from pbem.games.gwe.counters import AL, CP, units_of
from pbem.games.gwe.line_ground import Steps, line_steps, line_ways
from pbem.games.gwe.occupation import barred_area
from pbem.games.gwe.zoc import controlled_area, hqs_cancel
from pbem.kernel.board import Board
from pbem.kernel.ground.areas import Area, Ways, flood
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.spread import Spread, spread, trace
from pbem.kernel.pieces import Side

EVERYTHING = (CP, AL, "hex fort", "hex held", "entrained")  # whose changes make a line of supply old


def chart(board: Board) -> Mapping[str, Any]:
    """The supply chart of the scenario."""
    found: Mapping[str, Any] = board.scenario.charts["supply"]
    return found


# -- bars and burdens ----------------------------------------------------------------------------------------


def line_bars(board: Board, side: Side) -> Area:
    """9.14, 9.17 (see 16.0/9.18): hexes that no line passes: enemy units but HQs, enemy fortresses, the enemy's
    Monitor."""
    return board.derived(("line bars", side), EVERYTHING, lambda: _line_bars(board, side))


def _line_bars(board: Board, side: Side) -> Area:
    monitors = units_of(board, board.enemy_of(side), "monitor")
    return barred_area(board, side) | board.map.areas.of(map(board.hex_of, monitors))


def line_burdens(board: Board, side: Side) -> Area:
    """See 7.24, 9.14, rulings E7, E19: enemy-controlled hexes in which no friendly combat unit and no own fortress
    stands."""
    # What bars the enemy are our combat units and standing fortresses.
    cancelled = barred_area(board, board.enemy_of(side))
    if hqs_cancel(board):
        cancelled |= board.map.areas.of(map(board.hex_of, units_of(board, side, "hq")))
    return controlled_area(board, board.enemy_of(side)) & ~cancelled


def area_of_lines(board: Board, side: Side, tcr: int, sources: Area, ways: Ways | None = None) -> Area:
    """See 9.12, 9.14, ruling E8: every hex from which a line in range leads to one of the sources."""
    return flood(
        sources,
        chart(board)["range"][side],
        ways or line_ways(board.map, tcr),
        line_bars(board, side),
        line_burdens(board, side),
        chart(board)["ezoc_hexes"][tcr - 1],
    )


def lines_to(board: Board, side: Side, tcr: int, sources: Iterable[HexId], steps: Steps | None = None) -> Spread:
    """See 9.12, 9.14, ruling E8: the same hexes, each with its line."""
    areas = board.map.areas
    return spread(
        sources,
        chart(board)["range"][side],
        steps or line_steps(board.map, tcr),
        areas.hexes(line_bars(board, side)),
        areas.hexes(line_burdens(board, side)),
        chart(board)["ezoc_hexes"][tcr - 1],
    )


def line_to(board: Board, side: Side, tcr: int, start: HexId, goals: Container[HexId]) -> tuple[HexId, ...]:
    """See 9.12, 9.14, ruling E8: a shortest line in range from one hex to one of the goals."""
    areas = board.map.areas
    return trace(
        start,
        goals,
        chart(board)["range"][side],
        line_steps(board.map, tcr),
        areas.hexes(line_bars(board, side)),
        areas.hexes(line_burdens(board, side)),
        chart(board)["ezoc_hexes"][tcr - 1],
    )
