"""Writes the three maps of scenarios/italia18 (dev-only): piave.txt (W and E sheets), caporetto.txt, grappa.txt.

One country (italia18_country.py) is laid on one grid and bent so that the places whose hex the rulebook names fall into their hexes.
The map of Waffentreue is its east, with the numbers of the E sheet; the introductory map is the massif between Brenta and Piave,
with the numbers of the W sheet, printed without a letter (ruling 133)."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Iterable
from pathlib import Path

import italia18_country as country
import italia18_hexes as grid
from italia18_hexes import ALL, ROWS, SEAM, K, cell, centre, hex_of, near, neighbours, pair, printed
from laying import WATER, Bend, Hexsides, fine, to_line, wrap

OUT = Path(__file__).parent.parent.parent / "scenarios/italia18"
Point = tuple[float, float]

# ------------------------------------------------------------------ what the rulebook fixes
FIXED = {
    "Schio": "W1314",
    "Thiene": "W1317",
    "Bassano": "W1623",
    "Montebelluna": "W1629",
    "Il Montello": "W1732",
    "Treviso": "W1234",
    "Mestre": "W0534",
    "Venezia": "W0336",
    "Trento": "W2709",
    "Amalfi": "E0402",
}
DERIVED = {
    "Monte Grappa": "W2024",
    "Monte Tomba": "W2026",
    "Udine": "E2720",
    "Kambresko": "E2930",
    "Arsiero": "W1714",
    "Col Moschin": "W1922",
}
BANK = {
    "Nervesa": "W1733",
    "Vidor": "W2030",
}  # each on its own bank of the Piave, where the bend would put it on the other
AT = {"Venezia": (12.333, 45.437), "Amalfi": (12.49, 45.455), "Il Montello": (12.17, 45.812)}
CADORNA = [
    "1707",
    "1708",
    "1709",
    "1710",
    "1711",
    "1712",
    "1812",
    "1813",
    "1914",
    "1915",
    "1916",
    "1917",
    "1918",
    "1919",
    "1920",
    "1921",
    "2021",
    "2022",
    "2023",
    "2024",
    "2025",
    "2026",
    "2027",
]
SPOTS = {**country.CITIES, **country.TOWNS, **country.NAMES, **country.EDGE, **AT}
bend = Bend("italia18", [(hex_of(h), *SPOTS[n]) for n, h in {**FIXED, **DERIVED}.items()], centre, 0.15)
WHERE = {n: near(bend(*p)) for n, p in SPOTS.items()} | {n: hex_of(h) for n, h in {**FIXED, **DERIVED, **BANK}.items()}
SECOND_VENEZIA = hex_of("W0337")


def laid(line: Iterable[Point]) -> list[Point]:
    return [bend(*p) for p in line]


# ------------------------------------------------------------------ ground
def inside(p: Point, ring: list[Point]) -> bool:
    odd = False
    for (ax, ay), (bx, by) in itertools.pairwise([*ring, ring[0]]):
        if (ay > p[1]) != (by > p[1]) and p[0] < (bx - ax) * (p[1] - ay) / (by - ay) + ax:
            odd = not odd
    return odd


SEA = [*laid(country.COAST), (90.0, 5.0), (90.0, -9.0), (35.5, -9.0)]
FENS = [*laid(country.LANDWARD), *reversed(laid(country.COAST)[:16])]
ALPS = [*laid(country.FOOT), (90.0, 20.0), (90.0, 60.0), (-9.0, 60.0), (-9.0, 8.0)]
CARSO = laid(country.CARSO)
VALLEYS = [laid(line) for line in country.VALLEYS]
PEAKS = laid(country.HEIGHTS)
HIGH = {h for h in ALL if min(math.dist(centre(h), p) for p in PEAKS) < 0.75}
WOODS = {near(p) for p in laid(country.WOODS)}
BY_HAND = {  # where the rulebook or the eye wants something else
    "clear": "W1314 W1317 W1623 W1629 W1234 W0534 W2709 E2720 W1714",
    "forest": "W1732",
    "marsh": "W0336 W0337 E0402",
    "mountain": "E2930 W1922 " + " ".join(f"W{h}" for h in CADORNA),
}


def ground(h: str) -> str:
    p = centre(h)
    for kind, hexes in BY_HAND.items():
        if printed(h) in hexes.split():
            return kind
    if inside(p, SEA):
        return "sea"
    if inside(p, FENS):
        return "marsh"
    if any(to_line(p, line) < 0.5 for line in VALLEYS):
        return "clear"
    if h in WOODS:
        return "forest"
    if h in HIGH:
        return "high-mountain"
    return "mountain" if inside(p, ALPS) or inside(p, CARSO) else "clear"


TERRAIN = {h: ground(h) for h in ALL}
for n in [*country.CITIES, *country.TOWNS]:  # a town by the sea stands on land, one in the mountains in its valley
    if TERRAIN[WHERE[n]] in ("sea", "high-mountain"):
        TERRAIN[WHERE[n]] = "clear" if TERRAIN[WHERE[n]] == "sea" else "mountain"
WET = {h for h in ALL if TERRAIN[h] == "sea"}
LAND = [h for h in ALL if h not in WET]

# ------------------------------------------------------------------ rivers
EDGES = Hexsides(grid, WET)
XY = EDGES.xy


def lay_rivers() -> dict[str, list[str]]:
    out: dict[str, list[str]] = {}
    drawn: set[Point] = set()
    done: set[str] = set()
    for name, course, _ in country.RIVERS:
        points = course if isinstance(course, list) else WATER["rivers_by_hand"][course]
        line = [p for p in fine(laid(points)) if 0.6 <= p[0] <= 74 and 0.5 * K <= p[1] <= 37.6 * K]
        ends = [min(XY, key=lambda n: math.dist(XY[n], p)) for p in (line[0], line[-1])]
        kept = EDGES.course(line, ends[0], ends[1], drawn, done, 1.2)
        done.update(kept)
        drawn |= EDGES.nodes(kept)
        out[name] = kept
    return out


RIVERS = lay_rivers()
KIND = {name: kind for name, _, kind in country.RIVERS}
RIVER_AT = {s: n for n, sides in RIVERS.items() for s in sides}


def beyond(start: str, walls: set[str], closed: Callable[[str], bool] = lambda h: False) -> set[str]:
    """All hexes that can be reached without crossing a wall or a closed hex."""
    found, todo = {start}, [start]
    while todo:
        h = todo.pop()
        for n in neighbours(h):
            if n not in found and pair(h, n) not in walls and not closed(n):
                found.add(n)
                todo.append(n)
    return found


# Where the Adige leaves the map: its course is drawn from hex to hex and ends short of the edge.
ADIGE_ENDS = {pair(*ends.split("/")) for ends in ("3711/3712", "0204/0205", "0105/0204", "0104/0105")}
WEST = set(ALL) - beyond(WHERE["Treviso"], set(RIVERS["Adige"]) | ADIGE_ENDS)  # nothing may ever stand there (2.1d)
for n, h in WHERE.items():  # what the courses of the rivers have left on the wrong bank of the Adige
    if h in WEST:
        WHERE[n] = min((e for e in LAND if e not in WEST), key=lambda e: math.dist(centre(e), centre(h)))
        TERRAIN[WHERE[n]] = "clear"
TERRAIN.update(dict.fromkeys(WEST, "beyond"))

# ------------------------------------------------------------------ ways
PRICE = {"clear": 1.0, "marsh": 1.8, "forest": 1.4, "mountain": 1.7, "high-mountain": 6.0}


def way(a: str, b: str, used: set[str]) -> list[str]:
    """The easiest way: valleys, old roads and few rivers before the straight line."""
    todo: list[tuple[float, str, tuple[str, ...]]] = [(0.0, a, (a,))]
    seen: set[str] = set()
    straight = [centre(a), centre(b)]
    while todo:
        cost, h, path = heapq.heappop(todo)
        if h == b:
            return list(path)
        if h in seen:
            continue
        seen.add(h)
        for n in neighbours(h):
            side = pair(h, n)
            if n in WET or n in WEST or n in seen:
                continue
            price = PRICE[TERRAIN[n]] * (0.75 if side in used else 1.0) + 0.12 * to_line(centre(n), straight)
            price += {"closed-river": 3.0, "major-river": 1.5, "minor-river": 0.4}.get(
                KIND.get(RIVER_AT.get(side, ""), ""), 0.0
            )
            heapq.heappush(todo, (cost + price, n, (*path, n)))
    raise SystemExit(f"no way from {a} to {b}")


def lay_ways(text: str, used: set[str]) -> list[list[str]]:
    chains = []
    for row in text.replace("\n", ";").split(";"):
        hexes = [WHERE[n.replace("%", " ")] for n in row.split()]
        chain = [hexes[0]]
        for a, b in itertools.pairwise(hexes):
            chain += way(a, b, used)[1:]
            used |= steps([chain])
        chains.append(chain)
    return chains


def steps(chains: Iterable[list[str]]) -> set[str]:
    return {pair(a, b) for chain in chains for a, b in itertools.pairwise(chain)}


ROADS = lay_ways(country.ROADS, set())
MINOR = lay_ways(country.MINOR, steps(ROADS))
RAILS = lay_ways(country.RAILS, set())

# ------------------------------------------------------------------ fronts: Entente trenches, Central Powers' trenches
PIAVE = set(RIVERS["Piave"])


def front_1918() -> tuple[set[str], set[str]]:
    """The Cadorna Line (3.0), on from 2027 along the right bank of the Piave to the sea; the other side faces it."""
    line = [hex_of(h) for h in CADORNA]
    gap = {f"17{c:02d}" for c in range(1, 7)}  # between the Adige and the first hex of the line
    south = beyond(WHERE["Treviso"], PIAVE, lambda h: h in line or h in gap or h in WET or h in WEST)
    low = RIVERS["Piave"][RIVERS["Piave"].index(last_of(line)) :]
    banks = {h for s in low for h in s.split("/") if h not in WET}
    own = set(line) | (banks & south)
    facing = {n for h in own for n in neighbours(h) if n not in own | south | WET | WEST | gap}
    return own, facing


def last_of(line: list[str]) -> str:
    """The first hexside of the Piave that the end of the Cadorna Line touches."""
    return next(s for s in RIVERS["Piave"] if line[-1] in s.split("/"))


def front_1917() -> tuple[set[str], set[str]]:
    line = laid(country.FRONT_1917)
    ring = [*line, (line[-1][0], -9.0), (95.0, -9.0), (95.0, 60.0)]
    east = {h for h in LAND if inside(centre(h), ring)}
    own = {h for h in LAND if h not in east and any(n in east for n in neighbours(h))}
    return own, {h for h in east if any(n in own for n in neighbours(h))}


# ------------------------------------------------------------------ objectives: hexes with the number of their crosses or cockades
GRAPPA_VP = {1: "2023 2026", 2: "2024"}
CAPORETTO_VP = {
    1: "Caporetto Monte%Matajur Cormons Palmanova Latisana San%Daniele Gemona Spilimbergo Cervignano",
    2: "Cividale Gorizia Codroipo Pinzano",
    4: "Udine",
}
SOLSTICE_VP = {
    1: "W1914 W1917 W2026 W1829 Nervesa E1302 Zenson Maserada Asolo Marostica",
    2: "W1714 W1920 W1922 W2024 Schio Thiene Bassano Montebelluna Il%Montello",
    3: "Treviso Mestre Venezia",
}
VITTORIO_VP = {
    1: """Asiago Lavarone Folgaria Levico Pergine Borgo Primolano Arsié Fonzaso Quero Valdobbiadene Vidor Pieve%di%Soligo Susegana Farra Longarone Primiero
    Oderzo Motta San%Donà Portogruaro Casarsa Spilimbergo Maniago Codroipo Latisana San%Daniele Cima%d'Asta""",
    2: "Rovereto Feltre Conegliano Sacile Pordenone Ponte%nelle%Alpi Belluno Strigno",
    3: "Vittorio Trento Udine",
}


def objectives(table: dict[int, str]) -> dict[int, list[str]]:
    found = {}
    for value, text in table.items():
        names = [n.replace("%", " ") for n in text.split()]
        found[value] = [WHERE.get(n) or hex_of(n) for n in names]
    return found


# ------------------------------------------------------------------ writing
LETTERS = {"clear": ".", "forest": "f", "mountain": "^", "high-mountain": "A", "marsh": "%", "sea": "~", "beyond": "x"}


class Sheet:
    """One map file: the hexes that it shows and how they are numbered."""

    def __init__(self, hexes: Iterable[str], number: Callable[[str], str]) -> None:
        self.hexes, self.number = set(hexes), number
        self.out: list[str] = []

    def order(self, hexes: Iterable[str]) -> list[str]:
        shown = set(hexes) & self.hexes
        return [self.number(h) for h in ALL if h in shown]

    def put(self, head: str, hexes: Iterable[str]) -> None:
        if items := self.order(hexes):
            self.out += wrap(head, items)

    def put_sides(self, head: str, sides: Iterable[str]) -> None:
        shown = [s.split("/") for s in sides]
        if items := ["/".join(sorted(map(self.number, s))) for s in shown if set(s) <= self.hexes]:
            self.out += wrap(head, items)

    def put_lines(self, head: str, chains: Iterable[list[str]]) -> None:
        seen: set[str] = set()
        items: list[list[str]] = []
        for chain in chains:
            part: list[str] = []
            for a, b in itertools.pairwise(chain):
                if pair(a, b) in seen or not {a, b} <= self.hexes:
                    items, part = [*items, part], []
                    continue
                seen.add(pair(a, b))
                part = [*part, b] if part else [a, b]
            items.append(part)
        if lines := ["-".join(map(self.number, part)) for part in items if part]:
            self.out += wrap(head, lines)

    def picture(self, rows: Iterable[int], columns: Iterable[int], label: Callable[[int], str], wide: int = 0) -> None:
        cells = list(columns)
        self.out.append("  #" + " " * (wide + 4) + " ".join(f"{(c - 1) % SEAM + 1:02d}" for c in cells))
        for r in rows:
            letters = [LETTERS[TERRAIN[h]] if (h := f"{r:02d}{c:02d}") in self.hexes else "_" for c in cells]
            self.out.append(f"  {label(r)}   {'' if r % 2 else ' '}" + "  ".join(letters))

    def legend(self) -> None:
        self.out += ["legend:", *(f"  {letter}  {kind}" for kind, letter in LETTERS.items())]
        self.out += ["  _  none", "terrain:"]

    def features(self) -> None:
        add = self.out.append
        add("")
        add("# cities and towns")
        self.put("hex city:", [*(WHERE[n] for n in country.CITIES), WHERE["Venezia"], SECOND_VENEZIA])
        self.put("hex town:", [WHERE[n] for n in country.TOWNS])
        add("")
        add("# land beside the sea or in the lagoon: open to barges, as marsh is (11.3.5)")
        self.put("hex coastal:", [h for h in LAND if any(n in WET for n in neighbours(h))])
        self.put("hex cadorna-line:", map(hex_of, CADORNA))
        add("")
        add("# rivers; nothing crosses the Adige (2.1d)")
        for n, sides in RIVERS.items():
            self.put_sides(f"side {KIND[n]} name={n}:", sides)
        add("# bridges: where a road or a railway crosses a river")
        roads, rails = steps([*ROADS, *MINOR]), steps(RAILS)
        for n, sides in RIVERS.items():
            if KIND[n] != "closed-river":
                self.put_sides(f"side bridge kind=road river={n}:", [s for s in sides if s in roads])
                self.put_sides(f"side bridge kind=rail river={n}:", [s for s in sides if s in rails - roads])
        add("# crest lines, uphill towards the first hex")
        for high, sides in crests(self.hexes).items():
            self.put_sides(f"side crest up={self.number(high)}:", sides)
        add("")
        add("# roads, minor roads (in fair weather only), railways")
        self.put_lines("line road:", ROADS)
        self.put_lines("line minor-road:", MINOR)
        self.put_lines("line rail:", RAILS)

    def trenches(self, front: tuple[set[str], set[str]]) -> None:
        self.out += ["", "# trenches: the line of the Entente and the one that faces it"]
        self.put("hex trench owner=EN:", front[0])
        self.put("hex trench owner=CP:", front[1])

    def places(self) -> None:
        self.out += ["", "# names"]
        taken: set[str] = set()
        for n, h in [("Venezia", WHERE["Venezia"]), ("Il Montello", WHERE["Il Montello"]), *WHERE.items()]:
            if h in self.hexes and h not in taken and n not in ("Amalfi", *country.EDGE) and TERRAIN[h] != "sea":
                taken.add(h)
                self.out.append(f"place {n}: {self.number(h)}")

    def write(self, file: str, head: str) -> None:
        OUT.mkdir(exist_ok=True)
        (OUT / file).write_text(head.strip("\n") + "\n" + "\n".join(self.out) + "\n", encoding="utf-8")


CRESTS = {  # the height, and which of its neighbours look up to it
    "W2024": "W2123 W2124", "W2026": "W2126 W2127", "W2022": "W2122", "W1710": "W1809 W1810", "W1920": "W2019 W2020",
    "W1918": "W2017 W2018", "W1732": "W1832 W1833", "W1812": "W1912 W1913",
}  # fmt: skip


def crests(hexes: set[str]) -> dict[str, list[str]]:
    found = {}
    for high, low in CRESTS.items():
        top = hex_of(high)
        sides = [pair(top, hex_of(h)) for h in low.split() if hex_of(h) in neighbours(top)]
        if top in hexes and sides:
            found[top] = sides
    return found


def leaving(ways: set[str], shown: set[str]) -> set[str]:
    """The hexes in which a road or a railway leaves the map."""
    return {h for s in ways for h, n in itertools.permutations(s.split("/")) if h in shown and n not in shown}


ABOUT = """
# {title}. The rulebook prints no map: this one is a reconstruction and may be edited by hand.
# First made by tools/maps/gen_italia18.py (running that again overwrites hand edits).
# {fixed}
# All else is ours: real geography laid on the grid (error about one hex).

map: {name}
title: {title}
source: reconstructed (ours) from the hexes named in the rulebook and from real geography
numbering: even rows shifted, rows up{sheets}
columns: {columns}
"""


def piave() -> None:
    sheet = Sheet(ALL, printed)
    sheet.legend()
    sheet.picture(ROWS, range(1, SEAM + 1), lambda r: f"W{r:02d}", 1)
    sheet.picture(ROWS, range(SEAM + 1, 74), lambda r: f"E{r:02d}", 1)
    sheet.features()
    front = front_1918()
    sheet.trenches(front)
    sheet.out += ["", "# behind the Entente trench line, as S2 to S4 look at it (ruling 87)"]
    behind = beyond(
        WHERE["Treviso"],
        PIAVE,
        lambda h: h in front[0] or h in front[1] or h in WET or h in WEST or (cell(h)[0] == 17 and cell(h)[1] < 7),
    )
    sheet.put("hex south-of-trenches:", behind)
    sheet.out += [
        "",
        "# sources of supply (9.1): where roads and railways meet the north and east edge, the south and west edge; Venezia",
    ]
    sheet.put("hex source owner=CP letter=S:", [WHERE[n] for n in NORTH_EAST])
    sheet.put("hex source owner=EN letter=S:", [WHERE[n] for n in SOUTH_WEST] + [SECOND_VENEZIA])
    sheet.out += [
        "",
        "# objectives of the Central Powers in June 1918, of the Entente in October 1918, with their value",
    ]
    for value, hexes in objectives(SOLSTICE_VP).items():
        sheet.put(f"hex iron-cross vp={value}:", hexes)
    for value, hexes in objectives(VITTORIO_VP).items():
        sheet.put(f"hex cockade vp={value}:", hexes)
    sheet.places()
    fixed = "The rulebook fixes the Cadorna Line, Schio, Thiene, Bassano, Montebelluna, Il Montello, Treviso, Mestre, Venezia, Trento, the Amalfi Battery."
    head = ABOUT.format(
        title="1918: The Battles of the Piave",
        name="italia18-piave",
        fixed=fixed,
        sheets=", sheet W +0, sheet E +37",
        columns="W 01-37, E 01-36",
    )
    sheet.write("piave.txt", head)


NORTH_EAST = ("Ora", "Cencenighe", "north Piave", "Venzone", "Trenta", "Sella", "Vipacco", "Sesana")
SOUTH_WEST = ("Verona", "south Soave", "south Vicenza", "south Padova")


def caporetto() -> None:
    rows, columns = range(37, 12, -1), range(SEAM + 8, 74)
    sheet = Sheet([h for h in ALL if cell(h)[0] in rows and cell(h)[1] in columns], printed)
    sheet.legend()
    sheet.picture(rows, columns, lambda r: f"E{r:02d}", 1)
    sheet.features()
    sheet.trenches(front_1917())
    west = [h for h in leaving(steps([*ROADS, *RAILS]), sheet.hexes) if cell(h)[1] == columns[0]]
    sheet.out += ["", "# sources of supply (9.1): the east and north edge, the west edge"]
    sheet.put("hex source owner=CP letter=S:", [WHERE[n] for n in ("Trenta", "Sella", "Vipacco")])
    sheet.put("hex source owner=EN letter=S:", west)
    sheet.put("hex west-edge owner=EN:", [h for h in LAND if cell(h)[1] == columns[0]])
    sheet.out += ["", "# objectives of the Central Powers with their value"]
    for value, hexes in objectives(CAPORETTO_VP).items():
        sheet.put(f"hex iron-cross vp={value}:", hexes)
    sheet.places()
    head = ABOUT.format(
        title="Waffentreue: The Battle of Caporetto",
        name="italia18-caporetto",
        fixed="The rulebook fixes the depot in 2720 (Udine) and the Corps Artillery in E2930 (Kambresko); the numbers are those of the E sheet.",
        sheets=", sheet E +0",
        columns=f"E {columns[0] - SEAM:02d}-36",
    )
    sheet.write("caporetto.txt", head)


def grappa() -> None:
    rows, columns = range(27, 13, -1), range(20, 31)
    window = {h for h in ALL if cell(h)[0] in rows and cell(h)[1] in columns}
    walls = set(RIVERS["Brenta"]) | PIAVE
    massif = beyond(WHERE["Monte Grappa"], walls, lambda h: h not in window) & window
    sheet = Sheet(massif, lambda h: h)
    sheet.legend()
    sheet.picture(rows, columns, lambda r: f"{r:02d}")
    sheet.features()
    own, facing = ({h for h in line if cell(h)[0] >= 20} for line in front_1918())  # behind the Piave they face nobody
    sheet.trenches((own, facing))
    sheet.out += ["", "# south of the Entente trench line (S0.vc1)"]
    south = beyond(WHERE["Crespano"], walls, lambda h: h not in massif or h in own)
    sheet.put("hex south-of-trenches:", south - own)
    sheet.out += ["", "# sources of supply (9.1): the north edge, the south edge"]
    ways = steps([*ROADS, *RAILS])
    ends = leaving(ways, massif)
    sheet.put("hex source owner=CP letter=S:", [h for h in ends if cell(h)[0] > 24])
    sheet.put("hex source owner=EN letter=S:", [h for h in ends if cell(h)[0] == rows[-1]])
    sheet.out += [
        "",
        "# objectives of the Central Powers with their value (2024 and 2026 by the rulebook, the values ours)",
    ]
    for value, text in GRAPPA_VP.items():
        sheet.put(f"hex iron-cross vp={value}:", text.split())
    sheet.places()
    head = ABOUT.format(
        title="Monte Grappa: The Sacred Mountain",
        name="italia18-grappa",
        fixed="The rulebook fixes 2024 and 2026 and the limits: no hex west of the Brenta or east of the Piave. Numbers are those of the W sheet.",
        sheets="",
        columns=f"{columns[0]:02d}-{columns[-1]:02d}",
    )
    sheet.write("grappa.txt", head)


if __name__ == "__main__":
    piave()
    caporetto()
    grappa()
