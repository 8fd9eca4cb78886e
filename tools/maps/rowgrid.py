"""Hex geometry of a grid with straight rows that grow upward, shared by the map tools of later games (dev-only).

Plane: x = column (+ 0.5 in odd rows), y = row * sqrt(3)/2, one unit = one hex; hexes are pointy-topped."""

from __future__ import annotations

import math

Point = tuple[float, float]


class RowGrid:
    """Rows from the first to the last, columns likewise; odd rows stand half a hex further right."""

    K = math.sqrt(3) / 2
    R = 1 / math.sqrt(3)

    def __init__(self, rows: range, columns: range) -> None:
        self.rows, self.columns = rows, columns
        self.ALL = [f"{r:02d}{c:02d}" for r in rows for c in columns]

    def centre(self, h: str) -> Point:
        r, c = int(h[:2]), int(h[2:])
        return c + (0.5 if r % 2 else 0.0), r * self.K

    def nearest(self, p: Point) -> str:
        """The hex in which a point lies, or the nearest one of the map."""
        r = round(p[1] / self.K)
        near = [(a, round(p[0] - (0.5 if a % 2 else 0.0))) for a in (r - 1, r, r + 1)]
        inside = [f"{_within(a, self.rows):02d}{_within(b, self.columns):02d}" for a, b in near]
        return min(inside, key=lambda h: math.dist(self.centre(h), p))

    def neighbours(self, h: str) -> list[str]:
        r, c = int(h[:2]), int(h[2:])
        o = (0, 1) if r % 2 else (-1, 0)
        near = [(r, c - 1), (r, c + 1)] + [(r + d, c + k) for d in (-1, 1) for k in o]
        return [f"{a:02d}{b:02d}" for a, b in near if a in self.rows and b in self.columns]

    def distance(self, a: str, b: str) -> int:
        (xa, _), (xb, _) = self.centre(a), self.centre(b)
        rows = abs(int(a[:2]) - int(b[:2]))
        return int(rows + max(0, abs(xa - xb) - rows / 2) + 0.01)

    def corners(self, h: str) -> list[Point]:
        x, y = self.centre(h)
        turns = [math.radians(60 * i) for i in range(6)]
        return [(round(x + self.R * math.sin(t), 3), round(y + self.R * math.cos(t), 3)) for t in turns]

    def pair(self, a: str, b: str) -> str:
        return "/".join(sorted((a, b)))

    def side_corners(self, p: str) -> list[Point]:
        """The two end points of hexside a/b."""
        a, b = p.split("/")
        return [p for p in self.corners(a) if any(math.dist(p, q) < 0.01 for q in self.corners(b))]


def _within(number: int, span: range) -> int:
    return max(span[0], min(span[-1], number))
