"""9.1 Lines of supply: where they may pass, how their hexes count, and what lies within reach of an HQ or a source."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter

from pbem.games.italia18.counters import CP, EN, of_type
from pbem.games.italia18.ways import CHANGING, MAJOR, ground, is_by_road, is_unbridged_major, passable_around
from pbem.games.italia18.weather import is_poor
from pbem.games.italia18.zoc import controlled_hexes, is_closed_by_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import everywhere
from pbem.kernel.ground.terrain import ByHex
from pbem.kernel.pieces import Side, UnitId
from pbem.values import NamedTuple

Distances = Mapping[HexId, int]
Row = tuple[tuple[HexId, int], ...]  # steps out of a hex, with what each counts
OWNERS = (CP, EN, *CHANGING)


def has_enemy(board: Board, hex_id: HexId, side: Side) -> bool:
    """See 9.1f, rulings R100, R145: an enemy unit of whatever kind stands there; aircraft are nowhere."""
    return hex_id in held_hexes(board, board.enemy_of(side))


def held_hexes(board: Board, side: Side) -> Mapping[HexId, None]:
    """See 9.1f, rulings R100, R145: the hexes in which units of the side stand, aircraft apart."""

    def made() -> dict[HexId, None]:
        return {board.hex_of(unit): None for unit in board.on_map(side) if board.unit(unit).type != "air"}

    return board.derived(("held", side), (side,), made)


def is_shut(board: Board, hex_id: HexId, side: Side) -> bool:
    """9.1f (see 5.0b, ruling R145): no line passes an enemy, nor an enemy zone unless a friend stands in the hex."""
    return has_enemy(board, hex_id, side) or is_closed_by_zoc(board, hex_id, side, "supply")


def shut_hexes(board: Board, side: Side) -> Mapping[HexId, None]:
    """See 9.1f: all hexes that no line of the side passes; only those that an enemy holds or controls can be shut."""

    def made() -> dict[HexId, None]:
        enemy = board.enemy_of(side)
        near = {**{board.hex_of(unit): None for unit in board.on_map(enemy)}, **controlled_hexes(board, enemy)}
        return {one: None for one in near if is_shut(board, one, side)}

    return board.derived(("shut", side), (CP, EN), made)


def counted(board: Board, here: HexId, there: HexId) -> int:
    """9.1h (see ruling R58): a mountain, a high mountain or marsh counts two if the line comes to it off the road."""
    chart = board.scenario.charts["supply"]
    is_rough = board.map.base[there] in chart["off_road"] and not is_by_road(board, here, there)
    return int(chart["off_road_counts"]) if is_rough else 1


# -- sources -------------------------------------------------------------------------------------------------


def sources(board: Board, side: Side) -> tuple[HexId, ...]:
    """9.1b (see ruling R109): the sources printed for the side, Venezia among those of the Entente."""
    return board.map.hexes_with("source", owner=side)


def open_sources(board: Board, side: Side) -> tuple[HexId, ...]:
    """9.1k (see 9.1f, ruling R109): a source that an enemy holds or controls gives nothing as long as he does."""
    return tuple([hex_id for hex_id in sources(board, side) if not is_shut(board, hex_id, side)])


def depots(board: Board, side: Side) -> tuple[UnitId, ...]:
    """15.5 (see 9.1e, rulings R109, R129): the side's Depots, each a source, even alone in an enemy zone."""
    return of_type(board, side, "depot")


# -- what lies within reach ----------------------------------------------------------------------------------


def lines_from(board: Board, starts: Sequence[HexId], length: int, side: Side) -> Distances:
    """9.1g (see 9.1f, 9.1h, 9.1k): the hexes to which a line of so many hexes leads, with what it counts.

    The hex in which it begins counts nothing. A major river without a bridge ends it in the first hex beyond.
    """
    rows = steps(board, side)
    shut = shut_hexes(board, side)
    found = everywhere(starts, length, rows.onward, shut)
    over = [(there, found[here] + count) for here in found for there, count in rows.last[here]]
    for there, count in over:
        if there not in shut and count <= min(length, found.get(there, count)):
            found[there] = count
    return found


class Steps(NamedTuple):
    """The steps of lines out of each hex, with what they count, the cheapest first; after the last ones a line ends."""

    onward: Mapping[HexId, Row]
    last: Mapping[HexId, Row]


def steps(board: Board, side: Side) -> Steps:
    """See 9.1g, 9.1h, 9.1k: where lines of the side go on, whoever stands there; until a bridge changes."""

    def made() -> Steps:
        lasting, plain = ground(board), plain_steps(board)
        onward = ByHex(lambda here: plain[here] or _onward(lasting, here, side))
        return Steps(onward, ByHex(lambda here: () if plain[here] else _over_rivers(lasting, here, side)))

    return board.derived(("steps of lines", side, is_poor(board)), CHANGING, made)


def plain_steps(board: Board) -> Mapping[HexId, Row]:
    """The steps out of each hex beside which neither a bridge nor a major river has a say: they are printed.
    The others have none here."""
    map, rough = board.map, board.scenario.charts["supply"]["off_road"]

    def plain(here: HexId) -> Row:
        sides = [feature.name for there in map.grid.neighbours[here] for feature in map.hexside(here, there)]
        return () if MAJOR in sides or "bridge" in sides else counted_around(lasting, here)

    lasting = ground(board)
    return map.memo(("plain steps of lines", is_poor(board), *rough), lambda: ByHex(plain))


def counted_around(board: Board, here: HexId) -> Row:
    """See 9.1h: what goes on out of a hex with what it counts, rivers apart, the cheapest first."""
    around = passable_around(board.map)[here]
    return tuple(sorted([(there, counted(board, here, there)) for there in around], key=itemgetter(1)))


def _onward(board: Board, here: HexId, side: Side) -> Row:
    return tuple([s for s in counted_around(board, here) if not is_unbridged_major(board, here, s[0], side)])


def _over_rivers(board: Board, here: HexId, side: Side) -> Row:
    return tuple([s for s in counted_around(board, here) if is_unbridged_major(board, here, s[0], side)])


def command_area(board: Board, hq: UnitId) -> Distances:
    """9.1j (see 9.1d, rulings R109, R110): the hexes within an HQ's Command Radius, at this moment, supplied or not."""
    counter, here = board.unit(hq), board.hex_of(hq)
    key = ("command", hq, is_poor(board))
    radius = counter.figure("radius")
    return board.derived(key, OWNERS, lambda: lines_from(board, (here,), radius, counter.side))


def direct_area(board: Board, side: Side) -> Distances:
    """9.1e (see 15.5, ruling R109): the hexes within twenty of an open source or of a Depot of the side."""
    length = int(board.scenario.charts["supply"]["direct"])

    def made() -> Distances:
        starts = (*open_sources(board, side), *(board.hex_of(unit) for unit in depots(board, side)))
        return lines_from(board, tuple(dict.fromkeys(starts)), length, side)

    return board.derived(("direct", side, is_poor(board)), OWNERS, made)


def hqs(board: Board, side: Side) -> tuple[UnitId, ...]:
    """See 9.1a: the side's HQs on the map."""
    return of_type(board, side, "hq")


def is_in_command(board: Board, hex_id: HexId, side: Side) -> bool:
    """See 9.1j, 11.2.5a, 15.5.1: whether any HQ of the side has the hex in its radius."""
    away = board.map.grid.distance
    near = [hq for hq in hqs(board, side) if away(board.hex_of(hq), hex_id) <= board.unit(hq).figure("radius")]
    return any(hex_id in command_area(board, hq) for hq in near)
