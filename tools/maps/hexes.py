"""Hex geometry of the gwe grid, shared by the gwe map tools.

Row r (01-28) grows downward, column c (01-34) grows leftward, even rows stand half a hex further left.
Plane: x = c (+ 0.5 in even rows), y = r * sqrt(3)/2, one unit = one hex; hexes are pointy-topped."""

from __future__ import annotations

import math

K = math.sqrt(3) / 2
R = 1 / math.sqrt(3)
ROWS, COLS = range(1, 29), range(1, 35)
ALL = [f"{r:02d}{c:02d}" for r in ROWS for c in COLS]


def centre(h: str) -> tuple[float, float]:
    r, c = int(h[:2]), int(h[2:])
    return c + (0.5 if r % 2 == 0 else 0.0), r * K


def neighbours(h: str) -> list[str]:
    r, c = int(h[:2]), int(h[2:])
    o = (0, 1) if r % 2 == 0 else (-1, 0)
    near = [(r, c - 1), (r, c + 1)] + [(r + d, c + k) for d in (-1, 1) for k in o]
    return [f"{a:02d}{b:02d}" for a, b in near if a in ROWS and b in COLS]


def distance(a: str, b: str) -> int:
    (xa, _ya), (xb, _yb) = centre(a), centre(b)
    rows = abs(int(a[:2]) - int(b[:2]))
    return int(rows + max(0, abs(xa - xb) - rows / 2) + 0.01)


def corners(h: str) -> list[tuple[float, float]]:
    x, y = centre(h)
    return [
        (round(x + R * math.sin(math.radians(60 * i)), 3), round(y + R * math.cos(math.radians(60 * i)), 3))
        for i in range(6)
    ]


def pair(a: str, b: str) -> str:
    return "/".join(sorted((a, b)))


def side_corners(p: str) -> list[tuple[float, float]]:
    """The two end points of hexside a/b."""
    a, b = p.split("/")
    return [p for p in corners(a) if any(math.dist(p, q) < 0.01 for q in corners(b))]
