"""5.0 Where units may be placed: the zones of the set-up lines and of reinforcements.

A zone of a scenario card is written in parts, of which all must hold; `|` divides alternatives:

    at 3202 3302            these hexes
    front 3405 3412         the own front line between two hexes, both included; further pairs where it has gaps
    behind                  the own side of the front, the front itself included
    behind 4230 4336        of that, what has its nearest front hex in these stretches
    near 3 2825             within so many hexes of one of these
    line road 3106 1709     along the road between two hexes, both included; `line track` likewise
    rows 38 57; columns 28 72; east
    off-front 2             at least so many hexes from the own front
    infantry 3              within so many hexes of own infantry that stands already
    off-enemy 3; no-zoc     on arrival: away from enemies, outside their zones
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from pbem.errors import Unreadable
from pbem.games.strafexpedition.terrain import EAST, front, is_behind_front, sector
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.spread import trace
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import Side

Words = list[str]
ON_ARRIVAL = ("off-enemy", "no-zoc")  # depend on where enemies stand: the chapter on reinforcements asks for them


def hexes_of(map: Map, side: Side, zone: str, infantry: Collection[HexId] = ()) -> tuple[HexId, ...]:
    """See 5.0: every hex of a zone, in the order of the map; `infantry` is where own infantry stands by now."""
    if "infantry" in zone:
        return _hexes_of(map, side, zone, infantry)
    return map.memo(("hexes of", side, zone), lambda: _hexes_of(map, side, zone, ()))


def _hexes_of(map: Map, side: Side, zone: str, infantry: Collection[HexId]) -> tuple[HexId, ...]:
    found: dict[HexId, None] = {}
    for alternative in zone.split("|"):
        parts = [part.split() for part in alternative.split(";")]
        inside = [hexes(map, side, words, infantry) for words in parts if words[0] not in ON_ARRIVAL]
        found |= {one: None for one in map.grid.hexes if all(one in part for part in inside)}
    return tuple(found)


def hexes(map: Map, side: Side, words: Words, infantry: Collection[HexId]) -> Collection[HexId]:
    """The hexes of one part of a zone."""
    if words[0] == "infantry":
        return _around(map, int(words[1]), infantry)
    read = PARTS.get(words[0])
    if read is None:
        wanted = ", ".join((*PARTS, "infantry", *ON_ARRIVAL))
        raise Unreadable("this part of a zone is not understood", found=" ".join(words), wanted=wanted, rule="5.0")
    return map.memo(("zone", side, *words), lambda: read(map, side, words[1:]))


def _around(map: Map, radius: int, centres: Collection[HexId]) -> dict[HexId, None]:
    return {there: None for centre in centres for there in map.grid.within(centre, radius)}


def _at(map: Map, side: Side, words: Words) -> Collection[HexId]:
    return tuple(HexId(word) for word in words)


def _front(map: Map, side: Side, words: Words) -> Collection[HexId]:
    pairs = zip(_at(map, side, words[::2]), _at(map, side, words[1::2]), strict=True)
    return {one: None for start, end in pairs for one in front(map, side, start, end)}


def _behind(map: Map, side: Side, words: Words) -> Collection[HexId]:
    own = [one for one in map.grid.hexes if is_behind_front(map, one, side)]
    if not words:
        return dict.fromkeys(own)
    stretch, whole = _front(map, side, words), front(map, side)

    def away(here: HexId, line: Collection[HexId]) -> int:
        return min(map.grid.distance(here, there) for there in line)

    return {one: None for one in own if away(one, stretch) == away(one, whole)}


def _near(map: Map, side: Side, words: Words) -> Collection[HexId]:
    return _around(map, int(words[0]), _at(map, side, words[1:]))


def _line(map: Map, side: Side, words: Words) -> Collection[HexId]:
    kind, start, end = words
    return trace(HexId(start), {HexId(end): None}, len(map.grid.hexes), map.line_from(kind))


def _rows(map: Map, side: Side, words: Words) -> Collection[HexId]:
    return _numbered(map, words, slice(0, 2))


def _columns(map: Map, side: Side, words: Words) -> Collection[HexId]:
    return _numbered(map, words, slice(2, 4))


def _numbered(map: Map, words: Words, digits: slice) -> Collection[HexId]:
    least, most = (int(word) for word in words)
    return {one: None for one in map.grid.hexes if least <= int(one[digits]) <= most}


def _east(map: Map, side: Side, words: Words) -> Collection[HexId]:
    return {one: None for one in map.grid.hexes if sector(map, one) == EAST}


def _off_front(map: Map, side: Side, words: Words) -> Collection[HexId]:
    near = _around(map, int(words[0]) - 1, front(map, side))
    return {one: None for one in map.grid.hexes if one not in near}


PARTS: Mapping[str, Callable[[Map, Side, Words], Collection[HexId]]] = {
    "at": _at, "front": _front, "behind": _behind, "near": _near, "line": _line,
    "rows": _rows, "columns": _columns, "east": _east, "off-front": _off_front,
}  # fmt: skip
