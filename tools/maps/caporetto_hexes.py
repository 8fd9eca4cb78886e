"""Hex geometry of the caporetto grid, shared by the caporetto map tools.

Row r (19-35) grows upward, column c (99 = -1, 00-23) grows rightward, odd rows stand half a hex further right.
Plane: x = c (+ 0.5 in odd rows), y = r * sqrt(3)/2, one unit = one hex; hexes are pointy-topped."""

from __future__ import annotations

import math

K = math.sqrt(3) / 2
R = 1 / math.sqrt(3)
ROWS, COLS = range(35, 18, -1), range(-1, 24)


def name(r: int, c: int) -> str:
    return f"{r:02d}{c % 100:02d}"


ALL = [name(r, c) for r in ROWS for c in COLS]


def cell(h: str) -> tuple[int, int]:
    r, c = int(h[:2]), int(h[2:])
    return r, c - 100 if c >= 90 else c


def centre(h: str) -> tuple[float, float]:
    r, c = cell(h)
    return c + (0.5 if r % 2 else 0.0), r * K


def neighbours(h: str) -> list[str]:
    r, c = cell(h)
    o = (0, 1) if r % 2 else (-1, 0)
    near = [(r, c - 1), (r, c + 1)] + [(r + d, c + k) for d in (-1, 1) for k in o]
    return [name(a, b) for a, b in near if a in ROWS and b in COLS]


def distance(a: str, b: str) -> int:
    (xa, _), (xb, _) = centre(a), centre(b)
    rows = abs(cell(a)[0] - cell(b)[0])
    return int(rows + max(0, abs(xa - xb) - rows / 2) + 0.01)


def corners(h: str) -> list[tuple[float, float]]:
    x, y = centre(h)
    return [
        (round(x + R * math.sin(math.radians(60 * i)), 3), round(y + R * math.cos(math.radians(60 * i)), 3))
        for i in range(6)
    ]


def pair(a: str, b: str) -> str:
    """A hexside; 99 sorts before 00."""
    return "/".join(sorted((a, b), key=cell))


def side_corners(p: str) -> list[tuple[float, float]]:
    """The two end points of hexside a/b."""
    a, b = p.split("/")
    return [p for p in corners(a) if any(math.dist(p, q) < 0.01 for q in corners(b))]
