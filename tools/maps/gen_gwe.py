"""Writes scenarios/gwe/map.txt (dev-only).

Terrain is drawn by hand in gwe_terrain.txt. Rivers are real courses (geo/water.json and a few points here), bent so that the
places whose hex is known fall into their hexes, then laid on the nearest chain of hexsides. Rails, trenches, ridges are hex lists."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path

import hexes as grid
from hexes import ALL, COLS, ROWS, centre, distance, neighbours, pair
from laying import WATER, Bend, Hexsides, chain, fine, places, wrap

HERE = Path(__file__).parent
ROOT = HERE.parent.parent

# ------------------------------------------------------------------ lon/lat -> plane
KNOWN = [
    ("1710", 13.237, 46.066),
    ("0821", 12.2156, 46.1426),
    ("0334", 11.121, 46.068),
    ("2806", 13.777, 45.65),
    ("2525", 12.333, 45.437),
    ("1902", 13.733, 46.183),
    ("2305", 13.6217, 45.941),
    ("2507", 13.533, 45.805),
    ("2408", 13.335, 45.823),
    ("1404", 13.552, 46.338),
]
warp = Bend("gwe", KNOWN, centre, 0.05)

# ------------------------------------------------------------------ terrain
terrain = {}
for line in (HERE / "gwe_terrain.txt").read_text().splitlines():
    r, *cells = line.split()
    assert len(cells) == 34, line
    for c, ch in zip(reversed(COLS), cells, strict=False):
        terrain[f"{r}{c:02d}"] = ch
LAND = {h for h in ALL if terrain[h] in ".^%"}
WET = {h for h in ALL if terrain[h] in "~="}


# ------------------------------------------------------------------ hex lists
def hexes(text: str) -> list[str]:
    return text.split()


CITY = hexes("2525 2806 1710 1924 2230 1633 0334 2305")
PLACES = """Venezia 2525;Trieste 2806;Udine 1710;Treviso 1924;Padova 2230;Vicenza 1633;Trento 0334;Gorizia 2305;
Caporetto 1604;Tolmino 1902;Plezzo 1404;Cividale 1806;Gemona 1209;Tolmezzo 0909;Codroipo 1813;Palmanova 2208;Cervignano 2408;
Monfalcone 2508;Latisana 2213;Portogruaro 2116;San Donà di Piave 2220;Conegliano 1522;Vittorio 1221;Belluno 0821;Feltre 0926;
Bassano 1330;Asiago 1031;Thiene 1333;Schio 1234;Pordenone 1617;Spilimbergo 1413;Pontebba 1006;Pontafel 0906;Tarvisio 1102;
Cortina d'Ampezzo 0119;Pieve di Cadore 0416;Longarone 0619;Oderzo 1820;Castelfranco 1728;Montebelluna 1526;Mestre 2326;
Chioggia 2827;Cittadella 1629;Sacile 1519;Casarsa 1715;Motta di Livenza 1919;Cormòns 2107;San Daniele 1411;Maniago 1214;
Borgo Valsugana 0531;Agordo 0422;Fiera di Primiero 0525;Auronzo 0215;Ampezzo 0712;Monselice 2433;Rovigo 2834;Kötschach 0407;
Hermagor 0703;Greifenburg 0305;Predazzo 0127;Aidussina 2602;Sesana 2804;San Giorgio di Nogaro 2310;Camposampiero 1929;Caorle 2517;
Grado 2609;Sappada 0412;Asolo 1427;Vidor 1325;Levico 0533;Primolano 0928;Arsiero 1033"""
OTHER_PLACES = """Osoppo 1310;Lavarone 0733;Monte Nero 1603;Matajur 1705;Kolovrat 1803;Bainsizza 2103;Monte San Michele 2406;
Hermada 2606;Monte Grappa 1128;Ortigara 0731;Marmolada 0122;Passo di Monte Croce 0509;Rombon 1305;Montello 1524;Jesolo 2420;
Santa Lucia 2002;Saga 1405;Nabresina 2706;Lignano 2513;Ponte nelle Alpi 0820;Stazione per la Carnia 1108;Pinzano 1312;
Ponte della Priula 1523;San Gabriele 2304;Lido 2524;Malborghetto 1004;Altopiano di Folgaria 0834"""


TOWN = [h for _, h in places(PLACES) if h not in CITY]

TRENCH_AL = {
    "Tyrol and Dolomites": hexes(
        "0934 0933 0932 0831 0731 0730 0629 0529 0528 0427 0426 0425 0424 0423 0323 0322 0221"
    ),
    "Comelico": hexes("0212 0211 0210"),
    "Carnia (Monte Croce)": hexes("0409 0509 0608"),
    "Fella": hexes("0907 1006 1106"),
    "Isonzo": hexes("1404 1504 1603 1703 1803 1904 2003 2103 2203 2303 2204 2305 2405 2406 2407 2508"),
}
TRENCH_CP = {
    "Tyrol and Dolomites, 0833 to 0222": hexes(
        "0833 0832 0732 0631 0630 0530 0429 0428 0328 0327 0326 0325 0324 0223 0222"
    ),
    "Kreuzberg, ends at 0209": hexes("0111 0110 0209"),
    "Plöcken": hexes("0408 0508 0607"),
    "Pontafel": hexes("0806 0906 1005"),
    "Isonzo": hexes("1204 1304 1403 1503 1602 1702 1802 1903 2002 2102 2202 2302 2402 2403 2304 2404 2505 2506 2507"),
}
# where no trench was dug: the foremost hexes of either side
POSTS_AL = hexes("0121 0120 0119 0118 0117 0116 0115 0114 0113 0112 0310 0708 0807 1205 1305")
POSTS_CP = hexes("0834 0122 0308 0309 0707 1105")

FORTRESS = [
    ("AL", "8/4", "Venezia", "2525"),
    ("AL", "6/3", "Mestre", "2326"),
    ("AL", "6/3", "Osoppo", "1310"),
    ("CP", "8/4", "Trento", "0334"),
    ("CP", "6/3", "Lavarone", "0733"),
]
LAGOON_COAST = hexes("2526 2524 2523 2522 2425 2423 2421 2325 2324 2323 2322")
DIAGONAL = hexes(
    "0128 0227 0327 0426 0526 0625 0725 0824 0924 1023 1123 1222 1322 1421 1521 1620 1720 1819 1919 2018 2118 2217 2317"
    " 2416 2516 2615 2715 2814"
)
EXITS = {"CP": hexes("0133 0108 0401 0901 1101 2001 2804 2806"), "AL": hexes("1833 2834")}
ENTRY = [
    ("A", "2001", "Assling-Tolmino (Wochein railway)"),
    ("B", "1101", "Villach-Tarvisio"),
    ("C", "0401", "Villach-Spittal, Drau valley"),
    ("D", "0108", "Lienz, Pustertal"),
    ("E", "0133", "Bozen, Adige valley"),
]
LINKS = [
    ("CP", "0133 0108", "Bozen-Franzensfeste-Toblach-Lienz"),
    ("CP", "0401 0901", "Spittal-Villach-Arnoldstein"),
    ("CP", "0901 1101", "Arnoldstein-Tarvisio"),
    ("CP", "1101 2001", "Villach-Assling-Podbrdo"),
    ("CP", "2001 2804", "Assling-Laibach-Divaccia"),
    ("CP", "2804 2806", "Divaccia-Herpelje-Trieste"),
    ("AL", "1833 2834", "Verona-Legnago-Rovigo"),
]

# ------------------------------------------------------------------ hexsides
RIDGE = {
    "Pasubio": "0834/0934",
    "Valsugana wall, Ortigara": "0631/0731 0630/0730 0732/0731",
    "Lagorai": "0427/0328 0427/0327 0426/0327 0426/0326 0425/0326 0425/0325",
    "Pale di San Martino": "0424/0525 0524/0525 0424/0324",
    "Marmolada, Civetta": "0222/0322 0321/0421 0321/0420",
    "Monti del Sole, Schiara": "0722/0821 0721/0821",
    "Antelao, Marmarole": "0216/0316 0317/0316 0216/0317",
    "Pelmo": "0318/0319 0218/0319",
    "Grappa": "1027/1127 1027/1128 1028/1128",
    "Cesen, Visentin": "1024/1125 1024/1124 1023/1124 1023/1123 1022/1123 1022/1122 1021/1122",
    "Cavallo, Cansiglio": "1019/1119 1018/1119 1018/1118 1017/1118 1117/1118",
    "Carnic main ridge": "0209/0310 0309/0310 0309/0409 0408/0409 0508/0608 0607/0608 0607/0708 0707/0708 0707/0807 0806/0807 0806/0907",
    "Jôf di Montasio": "1005/1105 1005/1106 1105/1205",
    "Rombon": "1304/1305 1405/1305",
    "Monte Nero": "1503/1504 1503/1603 1602/1603",
    "Matajur, Kolovrat": "1704/1705 1704/1804",
    "Stol": "1505/1405 1505/1404",
    "Tolmezzo Alps": "0911/1010 0911/1011 0912/1011",
}
IMPASSABLE = {
    "Marmolada": "0121/0122 0122/0221",
    "Cima d'Asta": "0428/0528 0429/0529",
    "Monfalconi, Duranno": "0616/0717 0617/0717 0717/0718",
    "Canin": "1105/1204 1204/1205 1204/1305",
    "Triglav": "1401/1501 1501/1502",
    "Lagoon of Venezia (open to the Monitor)": "2525/2526 2525/2625 2423/2523 2423/2524",
}

EXTRA_RIVERS = {  # lon, lat
    "Bacchiglione": [
        (11.45, 45.66),
        (11.55, 45.55),
        (11.70, 45.46),
        (11.87, 45.39),
        (12.02, 45.30),
        (12.20, 45.20),
        (12.30, 45.17),
    ],
    "But": [(13.015, 46.53), (13.02, 46.45), (13.04, 46.39)],
    "Cordevole": [(12.01, 46.38), (12.02, 46.36), (12.04, 46.28), (12.08, 46.17), (12.09, 46.09)],
    "Gail": [(12.90, 46.685), (13.00, 46.67), (13.25, 46.63), (13.37, 46.62), (13.60, 46.58), (13.72, 46.57)],
    "Drava": [(12.77, 46.83), (12.97, 46.74), (13.18, 46.745), (13.34, 46.82), (13.50, 46.79)],
    "Livenza": [
        (12.45, 46.01),
        (12.50, 45.95),
        (12.59, 45.88),
        (12.61, 45.78),
        (12.74, 45.69),
        (12.86, 45.60),
        (12.88, 45.56),
    ],
    "Meduna": [(12.75, 46.22), (12.69, 46.05), (12.60, 45.94), (12.60, 45.87)],
    "Avisio": [(11.70, 46.43), (11.60, 46.31), (11.46, 46.28), (11.25, 46.17), (11.10, 46.13)],
}
HAND_RIVERS = {  # plane x (columns), row
    "Isonzo": [
        (1.5, 14.2),
        (3.4, 14.5),
        (4.6, 14.55),
        (5.35, 14.5),
        (4.7, 15.5),
        (4.0, 16.3),
        (3.6, 17.0),
        (2.9, 17.6),
        (2.5, 18.4),
        (2.5, 19.4),
        (3.2, 19.6),
        (3.5, 20.2),
        (3.9, 20.8),
        (4.3, 21.4),
        (5.0, 22.0),
        (5.2, 22.5),
        (5.6, 23.2),
        (6.3, 23.4),
        (7.3, 23.5),
        (8.0, 24.2),
        (8.3, 24.9),
        (8.3, 25.5),
        (8.0, 25.7),
    ],
}
HAND_CHAINS = {"Adige": "0133/0134 0134/0233 0233/0234 0234/0334"}  # past Trento, on its west side
# order: main rivers first, tributaries end on the nearest corner of what is already drawn
RIVERS = [  # name, source of points, first lon/lat of the major part or None
    ("Isonzo", HAND_RIVERS["Isonzo"], (2.6, 19.4)),
    ("Tagliamento", "Tagliamento", (13.13, 46.37)),
    ("Livenza", EXTRA_RIVERS["Livenza"], (12.61, 45.78)),
    ("Piave", "Piave (by hand)", (12.28, 46.18)),
    ("Brenta", "Brenta", None),
    ("Adige", "Adige", "all"),
    ("Bacchiglione", EXTRA_RIVERS["Bacchiglione"], None),
    ("Idria", "Idria/Baca (into the Isonzo at S. Lucia)", None),
    ("Vipacco", "Vipacco", None),
    ("Torre", "Torre", None),
    ("Natisone", "Natisone", None),
    ("Judrio", WATER["rivers_by_hand"]["Judrio"][1:], None),
    ("Fella", "Fella", None),
    ("But", EXTRA_RIVERS["But"], None),
    ("Meduna", EXTRA_RIVERS["Meduna"], None),
    ("Cellina", "Cellina", None),
    ("Monticano", "Monticano", None),
    ("Sile", "Sile", None),
    ("Cordevole", EXTRA_RIVERS["Cordevole"], None),
    ("Cismon", "Cismon", None),
    ("Astico", "Astico", None),
    ("Gail", EXTRA_RIVERS["Gail"], None),
    ("Drava", EXTRA_RIVERS["Drava"], None),
    ("Avisio", EXTRA_RIVERS["Avisio"], None),
]

EDGES = Hexsides(grid, WET)
SIDES, XY, K_ROW = EDGES.sides, EDGES.xy, grid.K


def lay_rivers() -> dict[tuple[str, bool], list[str]]:
    out: dict[tuple[str, bool], list[str]] = {}
    drawn: set[tuple[float, float]] = set()
    done: set[str] = set()
    for name, text in HAND_CHAINS.items():
        out[name, True] = text.split()

    def inside(p: tuple[float, float]) -> bool:
        return 0.6 <= p[0] <= 34.9 and 0.6 * K_ROW <= p[1] <= 28.4 * K_ROW

    for name, src, major in RIVERS:
        if isinstance(src, list) and name in HAND_RIVERS:
            line = [(x, r * K_ROW) for x, r in src]
        else:
            pts = (
                src
                if isinstance(src, list)
                else (WATER["rivers_natural_earth"].get(src) or WATER["rivers_by_hand"][src])
            )
            runs = pts if isinstance(pts[0][0], list) else [pts]
            line = max(([warp(*p) for p in run] for run in runs), key=lambda row: sum(map(inside, row)))
        groups, cur = [], []
        for p in fine(line):
            if inside(p):
                cur.append(p)
            elif cur:
                groups.append(cur)
                cur = []
        if cur:
            groups.append(cur)
        for g in [g for g in groups if len(g) > 6 and not (name == "Adige" and g[0][1] < 20)]:

            def near(p: tuple[float, float]) -> tuple[float, float]:
                return min(XY, key=lambda n: math.dist(XY[n], p))

            kept = EDGES.course(g, near(g[0]), near(g[-1]), drawn, done, 1.3)
            done.update(kept)
            drawn |= EDGES.nodes(kept)
            cut = 0 if major == "all" else len(kept)
            if major and not isinstance(major, str):
                m = (major[0], major[1] * K_ROW) if name in HAND_RIVERS else warp(*major)
                mids = [((SIDES[s][0][0] + SIDES[s][1][0]) / 2, (SIDES[s][0][1] + SIDES[s][1][1]) / 2) for s in kept]
                cut = min(range(len(kept)), key=lambda i: math.dist(mids[i], m))
            if kept[:cut]:
                out.setdefault((name, False), []).extend(kept[:cut])
            if kept[cut:]:
                out.setdefault((name, True), []).extend(kept[cut:])
    return out


# ------------------------------------------------------------------ rails: way points, filled with the straightest chain
RAILS = {
    "AL": {
        "Verona-Vicenza": "1833 1733 1633",
        "Vicenza-Castelfranco-Treviso": "1633 1629 1728 1924",
        "Vicenza-Padova-Mestre-Venezia": "1733 1832 2230 2326 2425 2525",
        "Padova-Monselice-Rovigo": "2230 2433 2834",
        "Vicenza-Thiene-Schio": "1633 1333 1234",
        "Thiene-Asiago": "1333 1132 1031",
        "Padova-Cittadella-Bassano": "2230 1629 1330",
        "Bassano-Primolano": "1330 1129 0928 0629",
        "Padova-Castelfranco-Montebelluna": "2230 1929 1728 1526",
        "Mestre-Castelfranco-Bassano": "2326 2226 1728 1330",
        "Mestre-Treviso": "2326 2225 1924",
        "Treviso-Feltre-Belluno": "1924 1526 1226 0926 0821",
        "Belluno-Cadore": "0821 0820 0619 0416",
        "Treviso-Conegliano": "1924 1523 1522",
        "Conegliano-Vittorio": "1522 1221",
        "Conegliano-Pordenone-Udine": "1522 1519 1617 1715 1813 1710",
        "Udine-Gemona-Pontebba": "1710 1409 1209 1109 1108 1006",
        "Carnia-Tolmezzo-Villa Santina": "1109 0909 0910",
        "Udine-Cividale": "1710 1806",
        "Udine-Cormons-Gorizia": "1710 2107 2305",
        "Udine-Palmanova-San Giorgio": "1710 1810 1910 2009 2109 2208 2310",
        "Treviso-Oderzo-Portogruaro": "1924 1921 1820 1919 2116",
        "Mestre-Portogruaro-Cervignano-Monfalcone": "2225 2220 2116 2213 2310 2408 2508",
        "Casarsa-Portogruaro": "1715 2116",
        "Casarsa-Spilimbergo-Gemona": "1715 1413 1312 1209",
    },
    "CP": {
        "Bozen-Trento": "0133 0233 0334",
        "Trento-Borgo (Valsugana)": "0334 0433 0533 0531 0630",
        "Lienz-Greifenburg-Spittal (Drau)": "0108 0207 0305 0302 0401",
        "Arnoldstein-Hermagor-Kötschach (Gail)": "0901 0703 0505 0407",
        "Villach-Tarvisio-Pontafel": "1101 1102 0906",
        "Assling-Santa Lucia (Wochein)": "2001 2002",
        "Sesana-Prvacina-Gorizia": "2804 2603 2504 2404",
        "Prvacina-Aidussina": "2504 2503 2602",
        "Sesana-Nabresina-Monfalcone": "2804 2805 2706 2507",
        "Trieste-Nabresina": "2806 2706",
        "Trieste-Sesana": "2806 2805",
    },
}


def rail(text: str) -> list[str]:
    return chain(grid, text)


# ------------------------------------------------------------------ derived areas
def nearest_side(h: str) -> str:
    al = [x for row in TRENCH_AL.values() for x in row] + POSTS_AL
    cp = [x for row in TRENCH_CP.values() for x in row] + POSTS_CP

    def d(row: list[str]) -> int:
        return min(distance(h, x) for x in row)

    def e(row: list[str]) -> float:
        return min(math.dist(centre(h), centre(x)) for x in row)

    return "AL" if (d(al), e(al)) < (d(cp), e(cp)) else "CP"


def flood(start: str, area: set[str], walls: set[str]) -> set[str]:
    got, todo = {start}, [start]
    while todo:
        h = todo.pop()
        for n in neighbours(h):
            if n in area and n not in got and pair(h, n) not in walls:
                got.add(n)
                todo.append(n)
    return got


def main() -> None:
    rivers = lay_rivers()
    out = [
        "# Caporetto 1917, the map. The rulebook prints no map: this one is a reconstruction and may be edited by hand.",
        "# First made by tools/maps/gen_gwe.py (running that again overwrites hand edits); checked by tools/maps/check_gwe.py; drawn by tools/maps/draw_gwe.py.",
        "# What the rulebook fixes: every hex it names or sets a unit on, the lagoon hexes (errata 9.12), 0124, 0133, 0334 (16.0/9.13),",
        "# 1833 (16.0/14.3), 0901 2804 2806 (16.0/14.4), the diagonal 0128-2516 (24.21), the trench ends 0833 0222 0209 (25.2),",
        "# the switch line 1334-1326 (Appendix C). All else is ours: real geography laid on the grid (error about one hex).",
        "",
        "map: caporetto-1917",
        "title: Northern Italy, autumn 1917",
        "source: reconstructed (ours) from the hexes named in the rulebook, the set-up and errata, and from real geography",
        "numbering: even rows shifted, rows down, columns left",
        "rows: 01-28",
        "columns: 34-01",
        "north: 26   # degrees clockwise from the top of the picture: the rows run from west-south-west to east-north-east",
        "legend:",
        "  .  clear",
        "  ^  mountain",
        "  %  swamp",
        "  ~  sea",
        "  =  lagoon",
        "  o  lake",
        "  _  none            # 1834: 1833 is on the map edge (16.0/14.3), so no hex lies beyond it",
        "terrain:",
        "  #      " + " ".join(f"{c:02d}" for c in reversed(COLS)),
    ]
    for r in ROWS:
        out.append(
            f"  {r:02d}   {'' if r % 2 == 0 else '  '}" + "  ".join(terrain[f"{r:02d}{c:02d}"] for c in reversed(COLS))
        )
    add = out.append

    def put(head: str, items: Iterable[str]) -> None:
        out.extend(wrap(head, items))

    add("")
    add("# cities and towns (reconstructed; Venezia, Trieste, Trento, Udine by set-up and rules)")
    put("hex city:", sorted(CITY))
    put("hex town:", sorted(TOWN))
    coast = sorted({h for h in LAND if any(n in WET for n in neighbours(h))} | set(LAGOON_COAST))
    add("")
    add("# coastal water: land hexes beside sea or lagoon; lagoon coast exactly as the errata to 9.12 list it")
    put("hex coast:", coast)
    put("hex lagoon-coast:", LAGOON_COAST)

    add("")
    add("# trenches: the front-line set-up hexes, joined into lines (reconstructed; ends 0833, 0222, 0209 from 25.2)")
    for n, row in TRENCH_AL.items():
        add(f"# Italian, {n}")
        put("hex trench owner=AL:", row)
    for n, row in TRENCH_CP.items():
        add(f"# Austro-Hungarian, {n}")
        put("hex trench owner=CP:", row)

    add("")
    add("# fortresses (reconstructed: hexes, strengths full/weakened)")
    for o, s, n, h in FORTRESS:
        add(f"hex fortress owner={o} strength={s} name={n}: {h}")

    add("")
    add("# supply and entry")
    add("hex cp-source: 0124")
    add("hex no-edge-source: 0334")
    for o, row in EXITS.items():
        put(f"hex rail-exit owner={o}:", row)
    for sign, h, why in ENTRY:
        add(f"hex entry letter={sign}: {h}      # reconstructed: {why}")
    add("hex entry letter=AL: 1833")
    add("hex entry letter=free: 0901 2804 2806")
    for o, ends, why in LINKS:
        add(
            f"link off-map owner={o} cost=5: {ends}      # reconstructed: {why}; 5 is the only figure the map key prints"
        )

    add("")
    add("# areas")
    switch = [f"13{c:02d}" for c in range(34, 25, -1)]
    switch += list(
        dict.fromkeys(
            rail(RAILS["AL"]["Udine-Gemona-Pontebba"].replace(" 1109 1108 1006", ""))[::-1]
            + rail(RAILS["AL"]["Udine-Cormons-Gorizia"])
        )
    )
    put("hex switch-line:", switch)
    piave = {s for (n, _), row in rivers.items() if n == "Piave" for s in row}
    put("hex southwest-of-piave:", sorted(flood("1924", {h for h in LAND if int(h[:2]) > 14}, piave)))
    line = {h[:2]: int(h[2:]) for h in DIAGONAL}
    put("hex north-east-of-diagonal:", sorted(h for h in LAND if int(h[2:]) <= line[h[:2]]))
    side = {h: nearest_side(h) for h in LAND}
    for o, trenches in (("AL", TRENCH_AL), ("CP", TRENCH_CP)):
        side.update({h: o for v in trenches.values() for h in v})
    cp = {h for h in LAND if side[h] == "CP"}
    put("hex cp-side:", sorted(cp))
    put("hex al-side:", sorted(LAND - cp))
    west = flood("0334", cp, set())
    put("hex tyrol-west:", sorted(west))
    put("hex tyrol-transfer:", sorted(west | {h for h in cp if h in hexes("0111 0110 0209 0109 0108 0208")}))

    add("")
    add("# hexsides")
    for n, text in RIDGE.items():
        add(f"# {n}")
        put("side ridge:", [pair(*s.split("/")) for s in text.split()])
    for (n, big), row in rivers.items():
        put(f"side {'major-river' if big else 'river'} name={n}:", row)
    for n, text in IMPASSABLE.items():
        add(f"# {n}")
        put("side impassable:", [pair(*s.split("/")) for s in text.split()])

    add("")
    add("# railways of 1917; owner = side of the trenches (16.0/5.32); links across the front are left out")
    for o, lines in RAILS.items():
        for n, text in lines.items():
            add(f"# {n}")
            put(f"line rail owner={o}:", ["-".join(rail(text))])

    add("")
    add("# names")
    for n, h in places(PLACES) + places(OTHER_PLACES):
        add(f"place {n}: {h}")
    (ROOT / "scenarios/gwe/map.txt").write_text("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
