"""Laying real courses on a grid of hexes, shared by the map generators: the geometry of a grid comes in as its module (dev-only)."""

from __future__ import annotations

import heapq
import itertools
import json
import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

GEO = Path("/work/shared/geo")
Point = tuple[float, float]
WATER = json.loads((GEO / "water.json").read_text())


class Bend:
    """From lon/lat to the plane: a linear fit plus the errors of the known hexes, weighted by nearness."""

    def __init__(
        self, game: str, known: list[tuple[str, float, float]], centre: Callable[[str], Point], stiffness: float
    ) -> None:
        self.fit = json.loads((GEO / "georeference.json").read_text())[game]
        self.known, self.centre, self.stiffness = known, centre, stiffness

    def linear(self, lon: float, lat: float) -> tuple[float, float]:
        (a, b, c), (d, e, f) = self.fit["lon"], self.fit["lat"]
        u, v, det = lon - c, lat - f, a * e - b * d
        return (u * e - b * v) / det, (a * v - u * d) / det

    def __call__(self, lon: float, lat: float) -> tuple[float, float]:
        p = self.linear(lon, lat)
        w, dx, dy = self.stiffness, 0.0, 0.0
        for h, lo, la in self.known:
            q, t = self.linear(lo, la), self.centre(h)
            k = 1 / (math.dist(p, q) ** 2 + 0.3)
            w, dx, dy = w + k, dx + k * (t[0] - q[0]), dy + k * (t[1] - q[1])
        return p[0] + dx / w, p[1] + dy / w


class Hexsides:
    """All hexsides of a grid as ways between corners; `wet` are the hexes of the sea."""

    def __init__(self, grid: Any, wet: set[str], order: Callable[[str], Any] = lambda h: h) -> None:
        self.grid, self.wet = grid, wet
        self.sides = {
            (s := grid.pair(a, b)): grid.side_corners(s)
            for a in grid.ALL
            for b in grid.neighbours(a)
            if order(a) < order(b)
        }
        self.ways: dict[Point, list[tuple[Point, str]]] = {}
        for s, (p, q) in self.sides.items():
            self.ways.setdefault(self.node(p), []).append((self.node(q), s))
            self.ways.setdefault(self.node(q), []).append((self.node(p), s))
        self.shore = {n for h in wet for n in map(self.node, grid.corners(h))}
        self.xy = {n: (n[0], n[1] / 3 * grid.K) for n in self.ways}

    def node(self, p: Point) -> Point:  # corners computed from different hexes differ in the last digit
        return round(p[0] * 2) / 2, round(p[1] / self.grid.K * 3)

    def snap(self, line: list[Point], start: Point, ends: set[Point]) -> list[str]:
        """Cheapest chain of hexsides from start to one of ends near the line."""
        todo: list[tuple[float, int, Point, tuple[str, ...]]] = [(0.0, 0, start, ())]
        seen: set[Point] = set()
        tick, xy = 0, self.xy
        while todo:
            cost, _, n, path = heapq.heappop(todo)
            if n in ends:
                return list(path)
            if n in seen:
                continue
            seen.add(n)
            for m, s in self.ways[n]:
                a, b = s.split("/")
                if m in seen or (a in self.wet and b in self.wet):
                    continue
                mid = ((xy[n][0] + xy[m][0]) / 2, (xy[n][1] + xy[m][1]) / 2)
                tick += 1
                heapq.heappush(todo, (cost + 0.12 + to_line(mid, line) ** 2 * 3, tick, m, (*path, s)))
        raise SystemExit("no course")

    def course(
        self, line: list[Point], start: Point, end: Point, drawn: set[Point], done: set[str], joining: float
    ) -> list[str]:
        """A tributary stops where it first meets a drawn river, a river at the sea; `joining` is how near is near."""
        joins = [n for n in drawn if math.dist(self.xy[n], line[-1]) < joining]
        ends = {min(joins, key=lambda n: math.dist(self.xy[n], line[-1]))} if joins else {end}
        kept, here = [], start
        for s in self.snap(line, start, ends):
            if s in done:
                break
            kept.append(s)
            here = next(m for m, t in self.ways[here] if t == s)
            if here in drawn or here in self.shore:
                break
        return kept

    def nodes(self, sides: Iterable[str]) -> set[Point]:
        """The corners that a chain touches."""
        return {self.node(p) for s in sides for p in self.sides[s]}


def to_line(p: Point, line: list[Point]) -> float:
    best = 99.0
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        t = max(
            0, min(1, ((p[0] - ax) * (bx - ax) + (p[1] - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2 + 1e-9))
        )
        best = min(best, math.dist(p, (ax + t * (bx - ax), ay + t * (by - ay))))
    return best


def fine(line: list[Point]) -> list[tuple[float, float]]:
    """The line with seven points between each two."""
    return [
        (a[0] + (b[0] - a[0]) * i / 8, a[1] + (b[1] - a[1]) * i / 8)
        for a, b in itertools.pairwise(line)
        for i in range(9)
    ]


def chain(grid: Any, text: str, shuns: Callable[[str], bool] = lambda h: False) -> list[str]:
    """Way points filled with the straightest chain of hexes; those that it shuns are taken last."""
    w = text.split()
    out = [w[0]]
    for a, b in itertools.pairwise(w):
        ends = [grid.centre(a), grid.centre(b)]
        while out[-1] != b:
            opts = [n for n in grid.neighbours(out[-1]) if grid.distance(n, b) < grid.distance(out[-1], b)]
            out.append(min(opts, key=lambda n: (shuns(n), to_line(grid.centre(n), ends))))
    return out


def places(text: str) -> list[tuple[str, str]]:
    """Names and hexes, with semicolons between them."""
    parts = [e.strip().rsplit(" ", 1) for e in text.replace("\n", "").split(";")]
    return [(name, where) for name, where in parts]


def wrap(head: str, items: Iterable[str], width: int = 128) -> list[str]:
    lines, cur = [], head
    for i in items:
        if len(cur) + len(i) + 1 > width:
            lines.append(cur)
            cur = "   "
        cur += " " + i
    return [*lines, cur]
