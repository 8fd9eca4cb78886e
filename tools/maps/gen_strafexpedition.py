"""Writes scenarios/strafexpedition/map.txt (dev-only).

Heights: the skeleton of strafexpedition_heights.txt (valleys, ridges, level country), and between its lines the surface that a
stretched skin would take. Levels are bands of height; crags are hexsides with a great fall that no road or track crosses. Rivers are
hexsides along the courses of the valleys, roads the easiest ways between the places that they join. Woods are laid by height and slope,
with a fixed pattern. What the rulebook names by number stands below as it is printed, and wins over everything else."""

from __future__ import annotations

import heapq
import itertools
import math
import re
from collections.abc import Iterable
from pathlib import Path

from laying import Hexsides, chain, wrap
from rowgrid import RowGrid
from strafexpedition_lines import (
    CAPS,
    CLEARINGS,
    FRONT,
    PLACES,
    POINTS,
    RIVERS,
    SOURCES,
    TOWNS,
    WAYS,
    WEST_UP_TO,
    WOODED,
)

HERE = Path(__file__).parent
MAP = HERE.parent.parent / "scenarios/strafexpedition/map.txt"
GRID = RowGrid(range(1, 58), range(1, 73))
BANDS = (300, 600, 900, 1200, 1500, 1800, 2050)  # metres at which the levels 2 to 8 begin
FALL, FALL_WEST = (
    340,
    470,
)  # metres between two hexes that make a crag; the Adige valley is squeezed at the edge of the map
GORGE = 34  # the Assa runs in a gorge below this row
ROUNDS = 250
STRENGTH = {"valley": 0, "ridge": 1, "ground": 2}  # where two courses meet in a hex, the first kind decides


# ------------------------------------------------------------------ heights
def courses() -> dict[str, tuple[str, list[tuple[str, int]]]]:
    """By name the kind of each course and its points."""
    found = {}
    for line in (HERE / "strafexpedition_heights.txt").read_text().splitlines():
        if match := re.match(r"(valley|ridge|ground) ([^:]+): (.*)", line):
            points = [(point[:4], int(point[5:])) for point in match[3].split()]
            found[f"{match[1]} {match[2]}"] = (match[1], points)
    return found


def along(points: list[tuple[str, int]]) -> Iterable[tuple[str, float]]:
    """Every hex on the way from point to point, with its height."""
    yield points[0][0], float(points[0][1])
    for (a, low), (b, high) in itertools.pairwise(points):
        way = chain(GRID, f"{a} {b}")
        yield from ((h, low + (high - low) * i / (len(way) - 1)) for i, h in enumerate(way) if i)


def fixed() -> dict[str, float]:
    found: dict[str, tuple[int, float]] = {}
    for kind, points in courses().values():
        exact = {h for h, _ in points}
        laid = points if kind == "ground" else along(points)
        for h, metres in laid:
            rank = (-1 if h in exact else STRENGTH[kind], metres if kind == "valley" else -metres)
            if h not in found or rank < found[h]:
                found[h] = (rank[0], rank[1])
    return {h: abs(metres) for h, (_, metres) in found.items()}


def surface() -> dict[str, float]:
    """Fixed hexes stay; every other takes the mean of its neighbours until nothing changes."""
    known = fixed()
    height = dict.fromkeys(GRID.ALL, 800.0) | known
    free = [h for h in GRID.ALL if h not in known]
    near = {h: GRID.neighbours(h) for h in free}
    for _ in range(ROUNDS):
        for h in free:
            height[h] = sum(height[n] for n in near[h]) / len(near[h])
    return height


def level(metres: float) -> int:
    return 1 + sum(metres >= band for band in BANDS)


# ------------------------------------------------------------------ woods
def pattern(x: float, y: float, size: float) -> float:
    """A fixed pattern of soft patches between 0 and 1."""

    def corner(i: int, j: int) -> float:
        return ((i * 73856093 ^ j * 19349663 ^ 83492791) * 2654435761 % 2**32) / 2**32

    i, j = math.floor(x / size), math.floor(y / size)
    u, v = x / size - i, y / size - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    low = corner(i, j) * (1 - u) + corner(i + 1, j) * u
    high = corner(i, j + 1) * (1 - u) + corner(i + 1, j + 1) * u
    return low * (1 - v) + high * v


def woods(height: dict[str, float]) -> set[str]:
    """Slopes between 500 and 1650 metres are wooded, fields and pastures are not; the pattern makes the glades."""
    bare = {h for centre, radius in CLEARINGS for h in GRID.ALL if GRID.distance(centre, h) <= radius}
    found = set()
    for h in GRID.ALL:
        steep = max(abs(height[h] - height[n]) for n in GRID.neighbours(h))
        x, y = GRID.centre(h)
        thick = 0.65 * pattern(x, y, 4.0) + 0.35 * pattern(x + 50, y + 20, 1.7)
        wanted = 0.69 - min(steep, 250) / 1500 - (0.06 if 800 <= height[h] <= 1500 else 0)
        if 450 <= height[h] <= 1680 and thick > wanted:
            found.add(h)
    kept = {h for centre, radius in WOODED for h in GRID.ALL if GRID.distance(centre, h) <= radius and height[h] < 1750}
    return (found | kept) - bare - {h for town in TOWNS.values() for h in town}


# ------------------------------------------------------------------ roads and tracks
def way(height: dict[str, float], text: str) -> list[str]:
    """The easiest way from place to place: climbs are dear."""
    out: list[str] = []
    for a, b in itertools.pairwise(text.split()):
        part = easiest(height, a, b)
        out += part[1:] if out else part
    return out


def easiest(height: dict[str, float], start: str, end: str) -> list[str]:
    todo: list[tuple[float, str, tuple[str, ...]]] = [(0.0, start, (start,))]
    seen: set[str] = set()
    while todo:
        cost, here, path = heapq.heappop(todo)
        if here == end:
            return list(path)
        if here in seen:
            continue
        seen.add(here)
        for there in GRID.neighbours(here):
            rise = abs(height[there] - height[here])
            heapq.heappush(todo, (cost + 1 + rise / 90 + (rise / 260) ** 2, there, (*path, there)))
    raise SystemExit(f"no way from {start} to {end}")


# ------------------------------------------------------------------ rivers
def rivers() -> dict[str, list[str]]:
    """Each river along the hexsides beside its valley; a tributary stops where it meets another."""
    sides = Hexsides(GRID, set())
    drawn: set[tuple[float, float]] = set()
    done: set[str] = set()
    found = {}
    for name, hexes in RIVERS.items():
        line = [GRID.centre(h) for h in chain(GRID, hexes)]
        line = [(x + 0.02, y + R_UP) for x, y in line]
        start, end = (min(sides.xy, key=lambda n: math.dist(sides.xy[n], p)) for p in (line[0], line[-1]))
        course = [s for s in sides.course(line, start, end, drawn, done, 1.6) if s not in done]
        drawn |= sides.nodes(course)
        done |= set(course)
        found[name] = course
    return found


R_UP = 0.3  # rivers run a little north of the middle of their valley, roads through its middle


# ------------------------------------------------------------------ writing
def crags(height: dict[str, float], crossed: set[str], spared: set[str]) -> list[str]:
    """A great fall between two hexes that no way crosses."""
    found = []
    for a in GRID.ALL:
        for b in GRID.neighbours(a):
            side = GRID.pair(a, b)
            least = FALL_WEST if int(a[2:]) <= 7 else FALL
            if a < b and abs(height[a] - height[b]) >= least and side not in crossed and side not in spared:
                found.append(side)
    return found


def main() -> None:
    height = surface()
    wood = woods(height)
    roads = {kind: [way(height, text) for text in texts] for kind, texts in WAYS.items()}
    crossed = {GRID.pair(a, b) for ways in roads.values() for w in ways for a, b in itertools.pairwise(w)}
    front = {GRID.pair(a, b) for chains in FRONT.values() for c in chains for a, b in itertools.pairwise(c.split())}
    text = [HEAD, *picture(height, wood)]
    text += features()
    water = rivers()
    gorge = {side for side in water["Assa"] if int(side[:2]) <= GORGE} - crossed
    for name, course in water.items():
        text += wrap(f"side river name={name}:", course)
    text += [
        "",
        "# crags: hexsides with a fall of about 400 metres or more that no road or track crosses (reconstructed)",
    ]
    text += wrap("side crag:", sorted({*crags(height, crossed, front), *gorge, "3351/3352"}))
    text += ["", "# the Bridge of Roana (S5 special rules): a road over the gorge of the Assa"]
    text += ["side bridge name=Roana: 3351/3352", "", "# roads, tracks and railways (a railway is a trail, 3.0)"]
    for kind, ways in roads.items():
        text += wrap(f"line {kind}:", ["-".join(w) for w in ways], 200)
    text += ["", *(f"place {name}: {h}" for name, h in PLACES.items())]
    MAP.write_text("\n".join(text) + "\n")


def picture(height: dict[str, float], wood: set[str]) -> list[str]:
    rows = ["  #    " + " ".join(f"{c:02d}" for c in GRID.columns)]
    for r in reversed(GRID.rows):
        cells = [f"{r:02d}{c:02d}" for c in GRID.columns]
        letters = ["abcdefgh"[level(height[h]) - 1] if h in wood else str(level(height[h])) for h in cells]
        rows.append(f"  {r:02d}   {' ' if r % 2 else ''}" + "  ".join(letters))
    return rows


def features() -> list[str]:
    out = ["", "# towns (those with numbers in the rulebook as printed there; the others reconstructed)"]
    for name, hexes in TOWNS.items():
        out += wrap(f"hex town name={name.replace(' ', '_')}:", hexes)
    out += ["", "# victory points (values and most hexes reconstructed M6; hexes of 23.1.1, S1 to S5 printed)"]
    for points, rings in POINTS.items():
        out += wrap(f"hex vp points={points}:", rings.split())
    out += [
        "",
        "# supply sources: 5343 and 1201 printed (10.2.3, S2, S5), the others where a road leaves the map (reconstructed M6)",
    ]
    for owner, sources in SOURCES.items():
        out += wrap(f"hex source owner={owner} letter=S:", sources.split())
    out += [
        "",
        "# front lines of 15 May 1916: the ends of each stretch are printed (S1, S2), what lies between is derived",
    ]
    for owner, chains in FRONT.items():
        for c in chains:
            out += wrap(f"hex front owner={owner}:", c.split())
    sides = held()
    out += ["", "# what lies behind each front on 15 May, the front itself included (derived)"]
    for owner, hexes in sides.items():
        out += wrap(f"hex behind owner={owner}:", hexes, 200)
    east = [h for h in GRID.ALL if int(h[2:]) > west_up_to(int(h[:2]))]
    out += ["", "# the East Sector (derived from the set-ups of S1 and S2, M6); all other hexes are the West Sector"]
    out += [*wrap("hex east:", east, 200), ""]
    return out


def held() -> dict[str, list[str]]:
    """The country of each side: its front, and all that lies behind it up to where the lines end."""
    found = {}
    for owner, start in (("AH", "5010"), ("IT", "3357")):
        line = {h for c in FRONT[owner] for h in c.split()}
        caps = {h for c in CAPS[owner] for h in chain(GRID, c)} - line
        seen, todo = line | caps, [start]
        while todo:
            here = todo.pop()
            if here not in seen:
                seen.add(here)
                todo += GRID.neighbours(here)
        found[owner] = sorted(seen - caps if owner == "AH" else seen)  # Italian posts, Austro-Hungarian no man's land
    shared = set(found["AH"]) & set(found["IT"])
    return {owner: [h for h in hexes if h not in shared] for owner, hexes in found.items()}


def west_up_to(row: int) -> int:
    return next(column for first, column in WEST_UP_TO if row <= first)


HEAD = """\
# Strafexpedition 1916: the plateaus between Adige and Brenta. The rulebook prints no map: this one is a reconstruction and may be edited.
# First made by tools/maps/gen_strafexpedition.py (running that again overwrites hand edits).
# What the rulebook fixes: some 130 hexes of set-ups, objectives, fortresses, trenches, entries and supply sources, the ends of the front
# lines, the road 3106-1709, the roads 4645-3651, 4547-3651 and 1349-1947, the track 2237-2537, the bridge 3351/3352.
# All else is ours: real heights and courses laid on the grid (error about one hex).
# Level N begins at 0, 300, 600, 900, 1200, 1500, 1800, 2050 metres; level 8 is High Mountain (12.2).

map: strafexpedition-1916
title: The plateaus between Adige and Brenta, May 1916
source: reconstructed (ours) from the hexes named in the rulebook and from real geography
numbering: odd rows shifted, rows up, columns right
rows: 57-01
columns: 01-72
legend:
  1  level-1
  2  level-2
  3  level-3
  4  level-4
  5  level-5
  6  level-6
  7  level-7
  8  level-8
  a  woods-1
  b  woods-2
  c  woods-3
  d  woods-4
  e  woods-5
  f  woods-6
  g  woods-7
  h  woods-8
terrain:"""

if __name__ == "__main__":
    main()
