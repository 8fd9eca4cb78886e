"""Room: where a number or a label covers least of what a reader wants to see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.draw.sheet import Box, Point

_LABEL = 12  # how much worse it is to cover another label than a counter


class Room:
    """What is already there: counters, which may be covered if need be, and labels, which should not."""

    def __init__(self, width: int, height: int, counters: Iterable[Box]) -> None:
        self.width, self.height = width, height
        self.counters = list(counters)
        self.labels: list[Box] = []

    def take(self, spots: Sequence[Point], width: int, height: int, far: int = 8) -> Point:
        """Of the spots, the best first, the one that covers least; it is taken then.

        A later spot must cover `far` pixels less than the one before it.
        """
        places = [self._inside(spot, width, height) for spot in spots]
        near = self._near(places, width, height)
        found, least = places[0], -1
        for order, here in enumerate(places):
            box = box_at(here, width, height)
            cost = order * far + covered(box, near)
            if least < 0 or cost < least:
                found, least = here, cost
        self.labels.append(box_at(found, width, height))
        return found

    def _inside(self, spot: Point, width: int, height: int) -> Point:
        x = max(width // 2 + 1, min(self.width - width // 2 - 1, spot[0]))
        return x, max(height // 2 + 1, min(self.height - height // 2 - 1, spot[1]))

    def _near(self, places: Sequence[Point], width: int, height: int) -> list[tuple[Box, int]]:
        """What a box at any of these places could cover, and how bad that would be."""
        left, right = min(x for x, _ in places) - width, max(x for x, _ in places) + width
        top, bottom = min(y for _, y in places) - height, max(y for _, y in places) + height
        region = (left, top, right, bottom)
        near = [(box, 1) for box in touching(self.counters, region)]
        return near + [(box, _LABEL) for box in touching(self.labels, region)]


def box_at(spot: Point, width: int, height: int) -> Box:
    """The box of this size round a spot."""
    left, top = spot[0] - width // 2, spot[1] - height // 2
    return left, top, left + width, top + height


def touching(boxes: Iterable[Box], region: Box) -> list[Box]:
    """Those that share a pixel with a region. A board asks this of every counter for every name: no call for each."""
    left, top, right, bottom = region
    return [box for box in boxes if box[0] < right and box[2] > left and box[1] < bottom and box[3] > top]


def covered(box: Box, near: Iterable[tuple[Box, int]], most: int | None = None) -> int:
    """How many pixels of these a box covers, by their weight; once it is `most` nobody needs to know how many more."""
    left, top, right, bottom = box
    cover = 0
    for (a, b, c, d), weight in near:
        if a < right and c > left and b < bottom and d > top:
            across = (c if c < right else right) - (a if a > left else left)
            cover += weight * across * ((d if d < bottom else bottom) - (b if b > top else top))
            if most is not None and cover >= most:
                break
    return cover
