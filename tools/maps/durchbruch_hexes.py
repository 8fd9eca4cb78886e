"""Hex geometry of the durchbruch grid, shared by its map tools (dev-only).

Row r (10-58) grows southward, column c (01-30) grows westward; odd rows stand half a hex further west and end at 29.
Plane: x = c (+ 0.5 in odd rows), y = r * sqrt(3)/2, one unit = one hex; hexes are pointy-topped."""

from __future__ import annotations

import math

K = math.sqrt(3) / 2
R = 1 / math.sqrt(3)
ROWS, COLS = range(10, 59), range(1, 31)


def is_there(r: int, c: int) -> bool:
    return r in ROWS and c in COLS and not (r % 2 and c == COLS[-1])


ALL = [f"{r:02d}{c:02d}" for r in ROWS for c in COLS if is_there(r, c)]


def cell(h: str) -> tuple[int, int]:
    return int(h[:2]), int(h[2:])


def centre(h: str) -> tuple[float, float]:
    r, c = cell(h)
    return c + (0.5 if r % 2 else 0.0), r * K


def neighbours(h: str) -> list[str]:
    r, c = cell(h)
    o = (0, 1) if r % 2 else (-1, 0)
    near = [(r, c - 1), (r, c + 1)] + [(r + d, c + k) for d in (-1, 1) for k in o]
    return [f"{a:02d}{b:02d}" for a, b in near if is_there(a, b)]


def distance(a: str, b: str) -> int:
    (xa, _ya), (xb, _yb) = centre(a), centre(b)
    rows = abs(cell(a)[0] - cell(b)[0])
    return int(rows + max(0, abs(xa - xb) - rows / 2) + 0.01)


def corners(h: str) -> list[tuple[float, float]]:
    x, y = centre(h)
    turns = [math.radians(60 * i) for i in range(6)]
    return [(round(x + R * math.sin(t), 3), round(y + R * math.cos(t), 3)) for t in turns]


def pair(a: str, b: str) -> str:
    return "/".join(sorted((a, b)))


def side_corners(p: str) -> list[tuple[float, float]]:
    """The two end points of hexside a/b."""
    a, b = p.split("/")
    return [p for p in corners(a) if any(math.dist(p, q) < 0.01 for q in corners(b))]
