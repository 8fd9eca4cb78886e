"""Lines of sight for all pairs within range on the map of strafexpedition, against a plain walk per pair."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pbem.games.strafexpedition.sight import seen_from
from pbem.games.strafexpedition.terrain import is_wooded, level
from pbem.games.strafexpedition.weather import sight
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.terrain import Map
from pbem.kernel.scenario import Scenario
from tests.bench.measure import Measurement, best_of, faster
from tests.games.strafexpedition.data import scenario

SAMPLES = 8  # points of the walk for each hex of distance: fewer would jump over corners of hexes
PART = 12  # the walk takes every twelfth observer, and its time counts twelve times


def run() -> Iterator[Measurement]:
    """Ours over the whole map with nothing kept, the walk over a part of it; both must see the same."""
    peer_map = scenario("campaign")
    observers = peer_map.map.grid.hexes[::PART]
    check_same(peer_map, observers[::8])
    walking = best_of(lambda: [walked(peer_map, one) for one in observers], 1) * PART
    times = []
    for _ in range(3):
        scenario.cache_clear()
        fresh = scenario("campaign")
        times.append(best_of(partial(everything, fresh), 1))
    yield faster("sight of all pairs in range, against a plain walk", min(times), walking, 20)


def everything(played: Scenario) -> int:
    """All lines of sight of the map, counted."""
    return sum(len(seen_from(played, "clear", one)) for one in played.map.grid.hexes)


def walked(played: Scenario, observer: HexId) -> list[HexId]:
    """What the observer sees, pair by pair."""
    here = level(played.map, observer)
    farthest = sight(played, "clear", here, 1)
    found = []
    for target in played.map.grid.within(observer, farthest):
        distance = played.map.grid.distance(observer, target)
        far = distance > sight(played, "clear", here, level(played.map, target))
        if distance == 1 or (distance and not far and is_open(played.map, observer, target, distance)):
            found.append(target)
    return found


def is_open(map: Map, observer: HexId, target: HexId, distance: int) -> bool:
    """Points along the line, nudged to either side: where the hexes on both sides block, nothing is seen."""
    high = max(level(map, observer), level(map, target))
    (q, r), (to_q, to_r) = map.grid.axial[observer], map.grid.axial[target]
    count = distance * SAMPLES
    for number in range(1, count):
        part = number / count
        x, y = q + (to_q - q) * part, r + (to_r - r) * part
        if all(_blocks(map, nearest(map, x + nudge, y + 3 * nudge), high, observer, target) for nudge in (1e-6, -1e-6)):
            return False
    return True


def _blocks(map: Map, hex_id: HexId | None, high: int, observer: HexId, target: HexId) -> bool:
    if hex_id is None or hex_id in (observer, target):
        return hex_id is None
    return level(map, hex_id) > high or (level(map, hex_id) == high and is_wooded(map, hex_id))


def nearest(map: Map, x: float, y: float) -> HexId | None:
    """The hex in which a point lies."""
    q, r, s = round(x), round(y), round(-x - y)
    off_q, off_r, off_s = abs(q - x), abs(r - y), abs(s + x + y)
    if off_q > off_r and off_q > off_s:
        q = -r - s
    elif off_r > off_s:
        r = -q - s
    return map.grid.at((q, r))


def check_same(played: Scenario, observers: tuple[HexId, ...]) -> None:
    """The walk misses a corner that a line barely cuts, now and then; it never sees less than we do."""
    ours = [(one, there) for one in observers for there in seen_from(played, "clear", one)]
    theirs = {(one, there) for one in observers for there in walked(played, one)}
    assert set(ours) <= theirs
    assert len(ours) > 0.97 * len(theirs)
