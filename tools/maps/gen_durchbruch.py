"""Writes scenarios/durchbruch/map.txt (dev-only).

The relief comes from durchbruch_heights.txt, the courses of the waters from real points, both bent so that the places whose hex the
rulebook names fall into their hexes. Roads and trails find their own way along the valleys between named places. The first-line
trenches are drawn by hand in durchbruch_lines.py between the hexes that the rulebook names."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Iterable
from pathlib import Path

import durchbruch_hexes as grid
from durchbruch_hexes import ALL, COLS, ROWS, cell, centre, distance, is_there, neighbours, pair, side_corners
from durchbruch_lines import (
    AG_LINE,
    BRIDGES,
    CLOSED,
    HEAD,
    IT_NORTH,
    IT_SOUTH,
    KNOWN,
    LEVELS,
    NAMES,
    REAR,
    ROADS,
    RUN,
    STREAMS,
    TOWNS,
    TRAILS,
    VILLAGES,
)  # fmt: skip
from laying import Bend, Hexsides, Point, fine, wrap

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
bend = Bend("durchbruch", KNOWN, centre, 0.15)
BY_HAND = {h: level for level, text in LEVELS.items() for h in text.split()}
LETTERS = {1: ".", 2: ":", 3: "^", 4: "A"}


# ------------------------------------------------------------------ relief
def reliefs(kind: str) -> list[list[tuple[float, float, float]]]:
    """The crests or the floors, in the plane, with their heights."""
    found = []
    for row in (HERE / "durchbruch_heights.txt").read_text().splitlines():
        if row.startswith(kind + " "):
            points = [tuple(map(float, p.split())) for p in row.split(":")[1].split(",")]
            found.append([(*bend(lon, lat), high) for lon, lat, high in points])
    return found


def nearest(p: Point, lines: list[list[tuple[float, float, float]]]) -> tuple[float, float]:
    """How far the nearest of the lines is, and how high it is there."""
    best = (99.0, 0.0)
    for line in lines:
        for (ax, ay, ah), (bx, by, bh) in itertools.pairwise(line):
            t = ((p[0] - ax) * (bx - ax) + (p[1] - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2 + 1e-9)
            t = max(0.0, min(1.0, t))
            far = math.dist(p, (ax + t * (bx - ax), ay + t * (by - ay)))
            best = min(best, (far, ah + t * (bh - ah)))
    return best


CRESTS, FLOORS = reliefs("crest"), reliefs("floor")


def height(h: str) -> float:
    (up, top), (down, floor) = nearest(centre(h), CRESTS), nearest(centre(h), FLOORS)
    share = float(down**1.3 / (down**1.3 + up**1.3 + 1e-9))
    return floor + (max(top, floor) - floor) * share


def level_of(h: str) -> int:
    """The level that the height gives, if none is set by hand; a hex on a valley floor is valley even in a gorge."""
    if h in BY_HAND:
        return BY_HAND[h]
    high, (down, floor) = height(h), nearest(centre(h), FLOORS)
    if down < 0.45 and floor < 620:
        return 1
    return 1 if high < 400 else 2 if high < 850 else 3 if high < 1720 else 4


LEVEL = {h: level_of(h) for h in ALL}

# ------------------------------------------------------------------ waters
sides = Hexsides(grid, set())


def lay(points: list[tuple[float, float]], drawn: set[Point]) -> list[str]:
    """A stream ends where it first meets a drawn course, or at the edge of the map."""
    line = fine([bend(*p) for p in points])
    start = min(sides.xy, key=lambda n: math.dist(sides.xy[n], line[0]))
    mouth = min(drawn, key=lambda n: math.dist(sides.xy[n], line[-1]))
    joins = math.dist(sides.xy[mouth], line[-1]) < 1.5
    end = mouth if joins else min(sides.xy, key=lambda n: math.dist(sides.xy[n], line[-1]))
    kept, here = [], start
    for s in sides.snap(line, start, {end}):
        kept.append(s)
        here = next(m for m, t in sides.ways[here] if t == s)
        if here in drawn:
            break
    return kept


def isonzo() -> list[str]:
    """The river from hexside to hexside: those of RUN, which the bridges fix, are joined by the cheapest chains."""
    line = fine([bend(*p) for p in RUN["points"]])
    here = min(sides.xy, key=lambda n: math.dist(sides.xy[n], line[0]))
    out: list[str] = []
    for fixed in RUN["through"]:
        a, b = (sides.node(p) for p in side_corners(fixed))
        both = [(sides.snap(line, here, {n}), n) for n in (a, b)]
        way, near = min(both, key=lambda w: len([s for s in w[0] if s != fixed]) + 9 * (fixed in w[0]))
        out += [s for s in [*way, fixed] if s not in out]
        here = b if near == a else a
    end = min(sides.xy, key=lambda n: math.dist(sides.xy[n], line[-1]))
    return out + [s for s in sides.snap(line, here, {end}) if s not in out]


# ------------------------------------------------------------------ roads
def way(text: str, toll: Callable[[str, str], float]) -> list[str]:
    """The cheapest chain of hexes through the way points."""
    stops = text.split()
    out = [stops[0]]
    for a, b in itertools.pairwise(stops):
        todo: list[tuple[float, str, tuple[str, ...]]] = [(0.0, a, ())]
        seen: set[str] = set()
        while todo:
            cost, here, path = heapq.heappop(todo)
            if here == b:
                out += path
                break
            if here in seen:
                continue
            seen.add(here)
            for n in neighbours(here):
                if n not in seen:
                    heapq.heappush(todo, (cost + toll(here, n), n, (*path, n)))
        assert out[-1] == b, (a, b)
    return out


def pieces(row: list[str], known: set[str]) -> list[str]:
    """The chain without the steps that are known already: a trail that joins a road for a while."""
    out: list[list[str]] = [[]]
    for a, b in itertools.pairwise(row):
        if pair(a, b) in known:
            out.append([])
        else:
            out[-1] = [*(out[-1] or [a]), b]
    return ["-".join(one) for one in out if one]


def chains() -> tuple[list[str], dict[str, list[str]], dict[str, list[str]], dict[str, list[str]]]:
    """The Isonzo, the streams, the roads, the trails."""
    river = isonzo()
    drawn = sides.nodes(river)
    streams: dict[str, list[str]] = {}
    for name, points in STREAMS.items():
        streams[name] = [s for s in lay(points, drawn) if s not in river]
        drawn |= sides.nodes(streams[name])
    wet, over = set(river), {pair(*b) for b in BRIDGES.values()}
    brooks = {s for row in streams.values() for s in row}
    known: set[str] = set()

    def toll(a: str, b: str) -> float:
        s = pair(a, b)
        climb = abs(LEVEL[a] - LEVEL[b]) * 0.8
        water = 60.0 if s in wet and s not in over else 0.7 if s in brooks else 0.0
        return {1: 1.0, 2: 1.7, 3: 2.9, 4: 6.0}[LEVEL[b]] * (0.4 if s in known else 1.0) + climb + water

    laid: list[dict[str, list[str]]] = []
    for rows in (ROADS, TRAILS):
        found: dict[str, list[str]] = {}
        for name, text in rows.items():
            found[name] = way(text, toll)
            known |= {pair(a, b) for a, b in itertools.pairwise(found[name])}
        laid.append(found)
    return river, streams, laid[0], laid[1]


# ------------------------------------------------------------------ the front
def flood(start: str, walls: set[str]) -> set[str]:
    found, todo = {start}, [start]
    while todo:
        for n in neighbours(todo.pop()):
            if n not in found and n not in walls:
                found.add(n)
                todo.append(n)
    return found


AG, NORTH, SOUTH = AG_LINE.split(), IT_NORTH.split(), IT_SOUTH.split()
IT = [*NORTH, *SOUTH]
AG_SIDE = flood("1001", {*AG, "5102", "5101"}) | {*AG, "5102", "5101"}
BOTH = {*AG, *IT}
GAP = {
    h for h in ALL if cell(h)[0] in (28, 29)
}  # no Italian first line here, so no man's land ends on both sides (ruling R86)
NML = flood("1019", BOTH | GAP) | flood("3005", BOTH | GAP)


def banks(river: list[str]) -> tuple[set[str], set[str]]:
    """Left and right bank of the Isonzo below Saga: what the river parts, seen from the Krn and from the Matajur."""
    lower = river[river.index(RUN["banks_from"]) :]
    cut = {tuple(s.split("/")) for s in lower}
    touched = {h for s in lower for h in s.split("/")}
    found: dict[str, set[str]] = {}
    for start in ("2709", "3621"):
        seen, todo = {start}, [start]
        while todo:
            here = todo.pop()
            for n in neighbours(here):
                if n not in seen and tuple(pair(here, n).split("/")) not in cut and cell(n)[0] >= RUN["banks_row"]:
                    seen.add(n)
                    todo.append(n)
        found[start] = seen
    return found["2709"] & touched, found["3621"] & touched


def sectors() -> dict[str, set[str]]:
    """Whose an Italian hex is when it is fired at: IV up to Dolje, XXVII from there on, VII behind them."""
    border = SOUTH.index("3706")
    south = SOUTH[border + 1 :]
    out: dict[str, set[str]] = {"IV": set(), "XXVII": set(), "VII": set()}
    for h in ALL:
        if h in AG_SIDE:
            continue
        near_south = min(distance(h, t) for t in south)
        near_north = min(distance(h, t) for t in [*NORTH, *SOUTH[: border + 1]])
        if near_south <= 4 and near_south <= near_north:
            out["XXVII"].add(h)
        elif cell(h)[0] <= 31 or near_north <= 5:
            out["IV"].add(h)
        else:
            out["VII"].add(h)
    return out


# ------------------------------------------------------------------ writing
def ordered(hexes: Iterable[str]) -> list[str]:
    return sorted(hexes, key=cell)


def rows() -> Iterable[str]:
    yield "  #     " + " ".join(f"{c:02d}" for c in reversed(COLS))
    for r in ROWS:
        shift = "" if r % 2 else "  "
        cells = [LETTERS[LEVEL[f"{r:02d}{c:02d}"]] if is_there(r, c) else "_" for c in reversed(COLS)]
        yield f"  {r:02d}  {shift}" + "  ".join(cells)


def edges() -> dict[str, list[str]]:
    rim = [h for h in ALL if len(neighbours(h)) < 6]
    ours = [h for h in rim if h in AG_SIDE and h not in AG]
    return {"AG": ours, "IT": [h for h in rim if h not in AG_SIDE and h not in NML and cell(h)[0] > ROWS[0]]}


def main() -> None:
    river, streams, roads, trails = chains()
    out = [*HEAD.splitlines(), *rows()]

    def part(words: str) -> None:
        out.extend(["", f"# {words}"])

    def put(head: str, items: Iterable[str]) -> None:
        out.extend(wrap(head, items))

    part("towns and villages: the hexes of 16.5.2, 1.3.5.1, 1.3.6 and 17 by the rulebook; which are towns is ours")
    put("hex town:", ordered(TOWNS.split()))
    put("hex village:", ordered(VILLAGES.split()))
    part("first-line trenches (1.3.3) from north to south; their ends and 4908, 5005, 5104, 5204 (1.4.1) are printed")
    put("hex trench owner=AG line=first:", AG)
    put("hex trench owner=IT line=first part=north:", NORTH)
    put("hex trench owner=IT line=first part=south:", SOUTH)
    part("Italian trenches behind the first line (reconstructed)")
    for name, text in REAR.items():
        put(f"hex trench owner=IT line={name}:", text.split())
    part("no man's land (1.4): what lies between the two first lines; none between 2709 and 3006 (ruling R86)")
    put("hex no-mans-land:", ordered(NML))
    part("closed to the Austro-Germans before turn 8 (1.3.5.1, 1.4.1)")
    put("hex closed until=8:", CLOSED.split())
    part(
        "victory hexes (17), exits (17), where Italian reinforcements enter (8.1.2), Rombon of the Boroevic plan (ruling R75)"
    )
    put("hex vp:", ordered(NAMES["vp"].values()))
    put("hex exit owner=AG letter=X:", ["2129", "5430"])
    put("hex entry owner=IT letter=E:", ["3630", "5529"])
    put("hex rombon:", ["1020"])
    part(
        "what the Austro-Germans hold at the start; all else is Italian. Map edges that communications lead to (2.4.6.1, ruling R42)"
    )
    put("hex ag-side:", ordered(AG_SIDE))
    for owner, hexes in edges().items():
        put(f"hex edge owner={owner}:", ordered(hexes))
    part("Italian corps sectors, for resource points (7.1, 11.1.1; rulings R36, R37; reconstructed)")
    for name, area in sectors().items():
        put(f"hex sector corps={name}:", ordered(area))
    part("the Isonzo, downstream; its banks below Saga (14.1.7, ruling R147); the eight bridges (1.3.5.1)")
    assert all(sides.nodes([a]) & sides.nodes([b]) for a, b in itertools.pairwise(river)), "the Isonzo has a gap"
    put("side isonzo:", river)
    left, right = banks(river)
    put("hex bank side=left:", ordered(left))
    put("hex bank side=right:", ordered(right))
    for name, (a, b) in BRIDGES.items():
        words = {"Tolmino": " state=blown", "Volarje": " kind=light"}.get(name, "")
        put(f"side bridge name={name}{words}:", [pair(a, b)])
    part("streams, downstream")
    for name, row in streams.items():
        put(f"side stream name={name}:", row)
    part("roads and trails (reconstructed from the roads of 1917 and the named hexes)")
    known: set[str] = set()
    for kind, ways in (("road", roads), ("trail", trails)):
        for name, row in ways.items():
            put(f"line {kind} name={name.replace('. ', '.').replace(' ', '-')}:", pieces(row, known))
            known |= {pair(a, b) for a, b in itertools.pairwise(row)}
    part("names; those of [vp] and of the bridges are printed, the others by real geography")
    for group in NAMES.values():
        out += [f"place {name}: {h}" for name, h in group.items()]
    (ROOT / "scenarios/durchbruch/map.txt").write_text("\n".join(out) + "\n")


def check_lines() -> None:
    """The first lines hang together and never touch, but where the rulebook's own end hexes do."""
    for line in (AG, NORTH, SOUTH):
        broken = [(a, b) for a, b in itertools.pairwise(line) if b not in neighbours(a)]
        assert not broken, broken
    touching = [(a, b) for a in AG for b in IT if distance(a, b) < 2]
    assert touching == [("5103", "5104"), ("5103", "5204")], touching


if __name__ == "__main__":
    check_lines()
    main()
