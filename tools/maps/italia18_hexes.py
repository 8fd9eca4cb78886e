"""Hex geometry of the italia18 grid, shared by the italia18 map tools: one country, columns counted on through both sheets.

Row r (01-37) grows northward, column c (01-73) eastward; columns 38-73 are E01-E36. Even rows stand half a hex further east.
Plane: x = c (+ 0.5 in even rows), y = r * sqrt(3)/2, one unit = one hex; hexes are pointy-topped."""

from __future__ import annotations

import math

from hexes import pair

K = math.sqrt(3) / 2
R = 1 / math.sqrt(3)
ROWS, COLS = range(37, 0, -1), range(1, 74)
SEAM = 37  # columns of the W sheet
ALL = [f"{r:02d}{c:02d}" for r in ROWS for c in COLS]

__all__ = [
    "ALL",
    "COLS",
    "ROWS",
    "SEAM",
    "K",
    "cell",
    "centre",
    "corners",
    "distance",
    "hex_of",
    "near",
    "neighbours",
    "pair",
    "printed",
    "side_corners",
]


def hex_of(number: str) -> str:
    """`W1623` and `E2930` on the grid of the whole country; a number without a letter is a W hex (ruling 133)."""
    digits = number[-4:]
    return digits[:2] + f"{int(digits[2:]) + (SEAM if number[0] == 'E' else 0):02d}"


def printed(h: str) -> str:
    """The number with the letter of its sheet."""
    r, c = cell(h)
    return f"W{r:02d}{c:02d}" if c <= SEAM else f"E{r:02d}{c - SEAM:02d}"


def cell(h: str) -> tuple[int, int]:
    return int(h[:2]), int(h[2:])


def centre(h: str) -> tuple[float, float]:
    r, c = cell(h)
    return c + (0.0 if r % 2 else 0.5), r * K


def near(p: tuple[float, float]) -> str:
    """The hex in which a point of the plane lies, the nearest one of the map for points beyond it."""
    row = round(p[1] / K)
    tries = [(r, round(p[0] - (0.0 if r % 2 else 0.5))) for r in (row - 1, row, row + 1)]
    hexes = [f"{min(max(r, 1), 37):02d}{min(max(c, 1), 73):02d}" for r, c in tries]
    return min(hexes, key=lambda h: math.dist(centre(h), p))


def neighbours(h: str) -> list[str]:
    r, c = cell(h)
    o = (-1, 0) if r % 2 else (0, 1)
    around = [(r, c - 1), (r, c + 1)] + [(r + d, c + k) for d in (-1, 1) for k in o]
    return [f"{a:02d}{b:02d}" for a, b in around if a in ROWS and b in COLS]


def distance(a: str, b: str) -> int:
    (xa, _), (xb, _) = centre(a), centre(b)
    rows = abs(cell(a)[0] - cell(b)[0])
    return int(rows + max(0, abs(xa - xb) - rows / 2) + 0.01)


def corners(h: str) -> list[tuple[float, float]]:
    x, y = centre(h)
    turns = [math.radians(60 * i) for i in range(6)]
    return [(round(x + R * math.sin(t), 3), round(y + R * math.cos(t), 3)) for t in turns]


def side_corners(p: str) -> list[tuple[float, float]]:
    """The two end points of hexside a/b."""
    a, b = p.split("/")
    return [p for p in corners(a) if any(math.dist(p, q) < 0.01 for q in corners(b))]
