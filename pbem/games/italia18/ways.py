"""Ways over the ground: roads by the weather, rivers, their bridges and pontoons, and what nothing crosses."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.italia18.weather import is_poor
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import ByHex, Map
from pbem.kernel.pieces import Side

Links = Mapping[HexId, tuple[HexId, ...]]
BARRED = ("sea", "beyond")  # ground that nobody enters; beyond the Adige the printed map has no hexes at all
MINOR, MAJOR, CLOSED = "minor-river", "major-river", "closed-river"
BLOWN, PONTOON = "blown", "pontoon"  # marks of hexsides: bridge=blown, pontoon=CP>1534
ROADS, POOR_ROADS, RAILS = ("road", "minor-road"), ("road",), ("rail",)
CHANGING = ("side bridge", "side pontoon")  # owners of whatever depends on bridges


def is_passable(map: Map, here: HexId, there: HexId) -> bool:
    """2.1d (see 9.1k, rulings R109, R114): nothing goes over the sea, the Adige or into the land west of it."""
    return not (map.crosses(here, there, CLOSED) or map.base[there] in BARRED)


def passable_around(map: Map) -> Links:
    """See 2.1d: for each hex where anything can go from there at all."""
    around = map.grid.neighbours
    return map.memo(
        "passable steps",
        lambda: ByHex(lambda here: tuple([there for there in around[here] if is_passable(map, here, there)])),
    )


def ground(board: Board) -> Board:
    """A board with the roads, bridges and pontoons of this moment that nobody changes: what is read off it lasts."""
    return board.derived(("ground", is_poor(board)), CHANGING, board.copy)


# -- roads ---------------------------------------------------------------------------------------------------


def road_links(board: Board) -> Links:
    """11.1.3b, 11.1.3c (see ruling R109): for each hex where its roads lead; in a town all of them meet.

    Minor roads are roads unless the weather is poor; with no weather in force (the Supply Phase) they are.
    """
    return _links(board.map, POOR_ROADS if is_poor(board) else ROADS)


def rail_links(board: Board) -> Links:
    """See 11.1.4b: for each hex where its railways lead."""
    return _links(board.map, RAILS)


def _links(map: Map, names: tuple[str, ...]) -> Links:
    return map.memo(("links", names), lambda: _joined(map, names))


def _joined(map: Map, names: tuple[str, ...]) -> Links:
    lines = [map.line_from(name) for name in names]
    on_it = [hex_id for hex_id in map.grid.hexes if any(hex_id in line for line in lines)]
    return {here: tuple(dict.fromkeys([there for line in lines for there in line.get(here, ())])) for here in on_it}


def is_by_road(board: Board, here: HexId, there: HexId) -> bool:
    """See 11.1.3a, ruling R111: whether a road leads from hex to hex; over a bridge that is down it does not."""
    return there in road_links(board).get(here, ()) and not is_blown(board, here, there)


def is_by_rail(board: Board, here: HexId, there: HexId) -> bool:
    """See 11.1.4b, ruling R111: the same of a railway."""
    return there in rail_links(board).get(here, ()) and not is_blown(board, here, there)


# -- rivers --------------------------------------------------------------------------------------------------


def river(map: Map, here: HexId, there: HexId) -> str:
    """See 11.2.3a, 11.2.3b: `major-river` or `minor-river` between two hexes; nothing where none flows."""
    for kind in (MAJOR, MINOR):
        if map.crosses(here, there, kind):
            return kind
    return ""


def is_blown(board: Board, here: HexId, there: HexId) -> bool:
    """See 11.2.5a, 11.2.5e: one marker for all bridges over a hexside."""
    return board.side_mark(here, there, "bridge") == BLOWN


def bridges(map: Map, here: HexId, there: HexId) -> tuple[str, ...]:
    """See 11.1.3b, 11.1.4c: the printed bridges over a hexside, `road` and `rail`, standing or not."""
    return tuple([feature.get("kind") for feature in map.hexside(here, there) if feature.name == "bridge"])


def standing_bridges(board: Board, here: HexId, there: HexId) -> tuple[str, ...]:
    """See 11.2.3a, ruling R111: those that can be used, a minor road's in any weather."""
    return () if is_blown(board, here, there) else bridges(board.map, here, there)


def has_pontoon(board: Board, here: HexId, there: HexId, side: Side) -> bool:
    """See 11.2.4e, ruling R113: a pontoon of the side itself; nobody else uses it."""
    return board.side_mark(here, there, PONTOON).partition(">")[0] == side


def is_unbridged_major(board: Board, here: HexId, there: HexId, side: Side) -> bool:
    """See 9.1g, 11.2.3a: a major river without a standing bridge or an own pontoon."""
    if not board.map.crosses(here, there, MAJOR):
        return False
    return not standing_bridges(board, here, there) and not has_pontoon(board, here, there, side)
