"""Writes scenarios/caporetto/map.txt (dev-only).

Terrain is drawn by hand in caporetto_terrain.txt. Rivers are real courses (geo/water.json and a few points here), bent so that the
places whose hex the rulebook fixes fall into their hexes, then laid on the nearest chain of hexsides. The rest are hex lists."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from pathlib import Path

import caporetto_hexes as grid
from caporetto_hexes import ALL, COLS, ROWS, K, cell, centre, distance, name, neighbours, pair
from laying import WATER, Bend, Hexsides, chain, fine, places, wrap

HERE = Path(__file__).parent
ROOT = HERE.parent.parent

# ------------------------------------------------------------------ lon/lat -> plane
KNOWN = [
    ("1911", 12.333, 45.437),
    ("2120", 13.777, 45.65),
    ("2511", 12.3007, 45.98),
    ("2508", 11.905, 45.893),
    ("2408", 11.8006, 45.8728),
    ("2303", 11.1753, 45.7925),
    ("2101", 10.842, 45.727),
    ("2001", 10.711, 45.576),
    ("2319", 13.533, 45.805),
    ("2520", 13.6217, 45.941),
    ("3317", 13.305, 46.507),
    ("3412", 12.43, 46.655),
]
warp = Bend("caporetto", KNOWN, centre, 0.15)

# ------------------------------------------------------------------ terrain and sides
terrain = {}
for line in (HERE / "caporetto_terrain.txt").read_text().splitlines():
    r, *cells = line.split()
    assert len(cells) == 25, line
    for c, ch in zip(COLS, cells, strict=False):
        terrain[name(int(r), c)] = ch
LAND = {h for h in ALL if terrain[h] != "~"}
WET = {h for h in ALL if terrain[h] == "~"}

# the Central Powers' side, row by row: first and last column of each stretch
CP_SIDE = {
    35: [(-1, 23)],
    34: [(-1, 11), (13, 23)],
    33: [(-1, 9), (17, 23)],
    32: [(-1, 8), (18, 23)],
    31: [(0, 7), (19, 23)],
    30: [(0, 7), (20, 23)],
    29: [(0, 6), (20, 23)],
    28: [(0, 6), (21, 23)],
    27: [(0, 5), (21, 23)],
    26: [(1, 6), (21, 23)],
    25: [(1, 5), (21, 23)],
    24: [(2, 4), (21, 23)],
    23: [(20, 23)],
    22: [(21, 23)],
    21: [(20, 23)],
    20: [(20, 23)],
    19: [(19, 23)],
}
CP = {name(r, c) for r, spans in CP_SIDE.items() for a, b in spans for c in range(a, b + 1)} & LAND
AL = LAND - CP
# hexes of the Allied side that were Austrian in 1914 (and none the other way round)
AUSTRIAN = {
    "2500",
    "2600",
    "2401",
    "2302",
    "2706",
    "2807",
    "2808",
    "2907",
    "3209",
    "3310",
    "3019",
    "2919",
    "2820",
    "2720",
    "2619",
    "2620",
    "2519",
    "2520",
    "2419",
    "2420",
    "2318",
    "2319",
    "2218",
}
ITALY = AL - AUSTRIAN

LAKE = ["2301/2302", "2202/2301", "2201/2202", "2101/2201", "2100/2101", "2001/2100", "2000/2001"]  # Garda


def touches(h: str, others: set[str]) -> bool:
    return any(n in others and pair(h, n) not in LAKE for n in neighbours(h))


FRONT_AL, FRONT_CP = {h for h in AL if touches(h, CP)}, {h for h in CP if touches(h, AL)}


def sector(text: str) -> list[str]:
    return text.split()


# the front hexes of each army in their order along the line; ends by 3.2 and 3.3
SECTORS = {
    "1st-army": sector("3099 2999 2899 2799 2600 2500 2401 2301 2302 2303 2304"),
    "4th-army": sector("2405 2406 2506 2607 2706 2807 2907 3008 3108 3209 3210 3310 3311"),
    "2nd-army": sector("3412 3312 3313 3314 3315 3316 3217 3117 3118 3019 2919 2820 2720 2620 2520"),
    "3rd-army": sector("2420 2319"),
    "conrad": sector(
        "3299 3200 3100 3000 2900 2800 2700 2601 2501 2402 2403 2404 2504 2505 2606 2705 2806 2906 3007 3107 3208 3308 3309"
        " 3410 3411 3511 3512 3413 3414 3415 3416 3417 3317"
    ),
    "eugen": sector("3218 3219 3119 3020 2920 2821 2721 2621 2521 2421 2320"),
}
SECTOR_SIDE = {"1st-army": AL, "4th-army": AL, "2nd-army": AL, "3rd-army": AL, "conrad": CP, "eugen": CP}
BEYOND = {"3199"}  # Allied front hex north of 3099, where the sector of the 1st Army begins

# ------------------------------------------------------------------ places
CITY = "Venezia 1911;Padova 1908;Vicenza 2006;Verona 1902;Treviso 2211;Udine 2717;Gorizia 2520;Trento 2703;Bozen 3205;Villach 3422;Trieste 2120"
TOWN = """Mestre 2011;Montebelluna 2309;Bassano 2307;Schio 2205;Castelfranco 2108;Conegliano 2411;Vittorio 2511;Feltre 2609;Belluno 2811;Pieve di Cadore 3111;
Cortina d'Ampezzo 3310;Borgo 2606;Rovereto 2403;Riva 2402;Meran 3404;Brixen 3507;Toblach 3510;Hermagor 3418;Tarvisio 3319;Pontafel 3317;
Tolmezzo 3115;Gemona 3017;Caporetto 2919;Tolmino 2821;Cividale 2718;Codroipo 2515;Palmanova 2418;Monfalcone 2319;Latisana 2315;
Portogruaro 2314;San Donà di Piave 2112;Pordenone 2513;Garda 2001;Asiago 2406;Adelsberg 2323"""
OTHER = """Monte Baldo 2101;Monte Pasubio 2303;Monte Grappa 2408;Monte Tomba 2508;Val Pusteria 3511;Salò 2000;Desenzano 1900;Thiene 2206;
Arsiero 2304;Primolano 2507;Montello 2310;Sernaglia 2410;Oderzo 2312;Casarsa 2514;Spilimbergo 2715;Cervignano 2318;Grado 2218;
Caorle 2114;Jesolo 2013;Nabresina 2221;Divaccia 2222;Hermada 2320;Haidenschaft 2422;Idria 2623;Santa Lucia 2721;Bainsizza 2720;Kolovrat 2820;
Matajur 2819;Mrzli vrh 2920;Plezzo 3019;Rombon 3119;Canin 3118;Triglav 3121;Assling 3223;Veldes 3123;Wocheiner Feistritz 3022;Podbrdo 2922;
Chiusaforte 3217;Osoppo 2916;San Daniele 2816;Maniago 2814;Cansiglio 2612;Longarone 2910;Agordo 2909;Primiero 2808;Marmolada 3108;
Col di Lana 3209;Auronzo 3311;Tre Cime 3411;Kreuzberg 3412;Sappada 3313;Coglians 3415;Plöcken 3416;Kötschach 3515;Cima d'Asta 2807;Ortigara 2506;
Levico 2605;Folgaria 2404;Lavarone 2504;Ala 2203;Tione 2601;Cles 3003;Cavalese 3006;Predazzo 3007;Tonale 2900;Adamello 2899;Ponte di Legno 3099;
Bormio 3199;Stilfser Joch 3299;Ortler 3200;Schlanders 3401;Klausen 3406;Sillian 3512;Capodistria 1920;Condino 2400;
Arnoldstein 3320;Lido 1912"""
VP = sector("1902 1908 1911 2001 2006 2011 2108 2112 2120 2205 2211 2307 2309 2406 2411 2511 2520 2703 2717")
SOURCES = {"AL": sector("1902 1908"), "CP": sector("3507 3422 2323")}


# ------------------------------------------------------------------ rivers
EXTRA = {  # lon, lat
    "Adige": [
        (10.55, 46.67),
        (10.77, 46.625),
        (11.0, 46.64),
        (11.15, 46.66),
        (11.20, 46.56),
        (11.30, 46.475),
        (11.23, 46.30),
        (11.20, 46.21),
        (11.09, 46.12),
        (11.10, 46.05),
        (11.08, 45.95),
        (11.02, 45.87),
        (10.99, 45.76),
        (10.94, 45.66),
        (10.86, 45.57),
        (10.95, 45.46),
        (11.05, 45.42),
    ],
    "Livenza": [(12.46, 46.02), (12.50, 45.95), (12.59, 45.88), (12.61, 45.78), (12.74, 45.69), (12.86, 45.60)],
    "Gail": [(12.70, 46.68), (13.00, 46.67), (13.25, 46.63), (13.37, 46.62), (13.60, 46.58), (13.85, 46.60)],
}
RIVERS = [
    ("Isonzo", "Isonzo"),
    ("Tagliamento", "Tagliamento"),
    ("Livenza", EXTRA["Livenza"]),
    ("Piave", "Piave (by hand)"),
    ("Brenta", "Brenta"),
    ("Adige", EXTRA["Adige"]),
    ("Gail", EXTRA["Gail"]),
]
# where the snapped course has to be put right by hand: whole chains of hexsides
HAND_CHAINS = {
    "Isonzo": "3120/3220 3119/3120 3020/3119 3019/3020 2919/3020 2919/2920 2820/2920 2820/2821 2720/2820 2719/2720 2620/2719 2619/2620"
    " 2519/2620 2519/2520 2420/2519 2419/2420 2319/2419 2318/2319",
}

EDGES = Hexsides(grid, WET, cell)
XY = EDGES.xy
BANKS = [n for n, ways in EDGES.ways.items() if any(not set(s.split("/")) <= WET for _, s in ways)]


def lay_rivers() -> dict[str, list[str]]:
    out: dict[str, list[str]] = {}
    drawn: set[tuple[float, float]] = set()
    done: set[str] = set()

    def inside(p: tuple[float, float]) -> bool:
        return -1.4 <= p[0] <= 23.9 and 18.6 * K <= p[1] <= 35.4 * K

    def near(p: tuple[float, float]) -> tuple[float, float]:
        return min(BANKS, key=lambda n: math.dist(XY[n], p))

    for river, src in RIVERS:
        if river in HAND_CHAINS:
            kept = [pair(*s.split("/")) for s in HAND_CHAINS[river].split()]
        else:
            pts = src if isinstance(src, list) else WATER["rivers_by_hand"][src]
            line = [p for p in fine([warp(*p) for p in pts]) if inside(p)]
            kept = EDGES.course(line, near(line[0]), near(line[-1]), drawn, done, 0.8)
        done.update(kept)
        drawn |= EDGES.nodes(kept)
        out[river] = kept
    return out


# ------------------------------------------------------------------ rails: way points, filled with the straightest chain
RAILS = {
    "Brescia-Verona-Vicenza": "1999 1900 1901 1902 1904 2006",
    "Vicenza-Padova-Mestre-Venezia": "2006 1907 1908 1909 2010 2011 1911",
    "Verona-Rovereto-Trento": "1902 2102 2203 2302 2403 2503 2603 2703",
    "Trento-Bozen-Brixen": "2703 2803 2903 3004 3104 3205 3306 3406 3507",
    "Bozen-Meran-Vinschgau": "3205 3304 3404 3402 3400",
    "Brixen-Toblach-Drau-Villach": "3507 3510 3512 3515 3519 3521 3422",
    "Trento-Borgo (Valsugana)": "2703 2604 2605 2606",
    "Borgo-Primolano-Bassano": "2606 2507 2407 2307",
    "Vicenza-Schio": "2006 2105 2205",
    "Bassano-Padova": "2307 2107 1908",
    "Vicenza-Castelfranco-Treviso": "2006 2107 2108 2211",
    "Bassano-Castelfranco-Mestre": "2307 2208 2108 2010",
    "Padova-Montebelluna-Feltre-Belluno": "1908 2009 2108 2209 2309 2409 2508 2609 2709 2810 2811",
    "Treviso-Montebelluna": "2211 2309",
    "Mestre-Treviso-Conegliano": "2011 2211 2310 2411",
    "Conegliano-Pordenone-Udine": "2411 2512 2513 2514 2515 2717",
    "Conegliano-Vittorio": "2411 2511",
    "Belluno-Cadore": "2811 2910 3011 3111",
    "Udine-Gemona-Pontebba": "2717 2917 3017 3116 3217 3317",
    "Carnia-Tolmezzo": "3116 3115",
    "Pontafel-Tarvisio-Villach": "3317 3318 3319 3320 3422",
    "Udine-Cividale": "2717 2718",
    "Udine-Gorizia": "2717 2519 2520",
    "Udine-Palmanova-Cervignano": "2717 2418 2318",
    "Casarsa-Portogruaro": "2514 2314",
    "Casarsa-Spilimbergo-Gemona": "2514 2715 2816 3017",
    "Mestre-Portogruaro-Monfalcone": "2011 2112 2314 2315 2318 2319",
    "Monfalcone-Trieste": "2319 2320 2221 2120",
    "Trieste-Divaccia-Adelsberg": "2120 2121 2222 2323",
    "Nabresina-Divaccia": "2221 2222",
    "Divaccia-Haidenschaft-Gorizia": "2222 2321 2421 2520",
    "Haidenschaft branch": "2421 2422",
    "Gorizia-Tolmino-Assling": "2520 2620 2721 2821 2922 3022 3123 3223",
    "Assling-Villach": "3223 3322 3422",
    "Assling-Tarvisio": "3223 3221 3319",
}


def rail(text: str) -> list[str]:
    return chain(grid, text, lambda h: h not in LAND)


# ------------------------------------------------------------------ writing
def ordered(hexes: Iterable[str]) -> list[str]:
    return sorted(hexes, key=cell)


HEAD = """# Caporetto: The Italian Front 1917-18, the map. The rulebook prints no map: this one is a reconstruction and may be edited by hand.
# First made by tools/maps/gen_caporetto.py (running that again overwrites hand edits); checked by tools/maps/check_caporetto.py.
# What the rulebook fixes: the ends of the front sectors (3.2, 3.3), 1911 Venezia, 2120 Trieste with 2221 (19.3), 2001 Garda and the lake
# between it and 2100 (19.2), the four dominant heights (19.4), 2511 Vittorio and the Pusteria valley 3510-3511 (errata), and what its
# examples say of 2515, 2618, 2619, 2717, 2718, 2817, 2818, 2819. All else is ours: real geography laid on the grid (error about one hex).
# Columns 22 and 23 are ours too: without them a unit in 2521, facing the front hexes 2420 and 2520, could never be in supply.

map: caporetto-1917-18
title: The Italian front, October 1917
source: reconstructed (ours) from the hexes named in the rulebook and from real geography
numbering: odd rows shifted, rows up, columns right, wrap 90
rows: 35-19
columns: 99-23   # 99 lies west of 00
legend:
  .  clear
  :  rough
  ^  mountain
  A  alpine
  D  dominant
  %  marsh
  ~  sea
terrain:""".splitlines()


def main() -> None:
    rivers = lay_rivers()
    out = [*HEAD, "  #     " + " ".join(f"{c % 100:02d}" for c in COLS)]
    for r in ROWS:
        out.append(f"  {r:02d}   {'  ' if r % 2 else ''}" + "  ".join(terrain[name(r, c)] for c in COLS))
    add = out.append

    def put(head: str, items: Iterable[str]) -> None:
        out.extend(wrap(head, items))

    add("")
    add("# cities and towns (reconstructed; 1911, 2120, 2511 by the rulebook)")
    put("hex city:", ordered(h for _, h in places(CITY)))
    put("hex town:", ordered(h for _, h in places(TOWN)))
    add("")
    add(
        "# victory point hexes (reconstructed R127: 13 up to the Piave, 4 between it and the line of October 1917, 2 beyond)"
    )
    put("hex vp:", ordered(VP))
    add("")
    add(
        "# sources of supply, where reinforcements enter (14.2; hexes reconstructed): Verona, Padova; Brixen, Villach, Adelsberg; the west edge"
    )
    for o, row in SOURCES.items():
        put(f"hex source owner={o} letter=S:", ordered(row))
    put("hex west-edge owner=AL:", ordered(h for h in AL if h.endswith("99")))
    add("")
    add("# land hexes beside the sea (16.7)")
    put("hex coast:", ordered(h for h in LAND if any(n in WET for n in neighbours(h))))

    add("")
    add("# sides of the front of October 1917, and Italy within the border of 1914 (2.1)")
    put("hex al-side:", ordered(AL))
    put("hex cp-side:", ordered(CP))
    put("hex italy:", ordered(ITALY))
    add("")
    add(
        "# front hexes along the line (3.2, 3.3); area = on the line or one hex behind it, for whoever may set up there"
    )
    for n, row in SECTORS.items():
        put(f"hex front owner={'AL' if SECTOR_SIDE[n] is AL else 'CP'} sector={n}:", row)
    put("hex front owner=AL sector=none:", sorted(BEYOND))
    for n in ("3rd-army", "conrad", "eugen"):
        put(f"hex area sector={n}:", ordered(h for h in SECTOR_SIDE[n] if min(distance(h, f) for f in SECTORS[n]) <= 1))
    put("hex area sector=ghq:", ordered(h for h in AL if min(distance(h, f) for f in FRONT_AL) <= 6))
    garrison = SECTORS["2nd-army"][SECTORS["2nd-army"].index("3313") :] + SECTORS["3rd-army"]
    add("# 19.5: the front hexes from 3313 to 2319 that must not stay empty")
    put("hex garrison-line:", garrison)

    add("")
    add("# hexsides")
    for n, row in rivers.items():
        put(f"side river name={n}:", row)
    put("side lake-side name=Garda:", LAKE)
    chains = {n: rail(t) for n, t in RAILS.items()}
    steps = {pair(a, b) for row in chains.values() for a, b in itertools.pairwise(row)}
    wet = {s for row in rivers.values() for s in row}
    add("# bridges: river hexsides that a railway crosses (7.8)")
    put("side bridge:", ordered_sides(steps & wet))
    line = {pair(a, b) for a in AL for b in neighbours(a) if b in CP}
    add("# the front of October 1917, the yellow line of the printed map (2.1)")
    put("side front-line:", ordered_sides(line))
    border = {pair(a, b) for a in ITALY for b in neighbours(a) if b in LAND and b not in ITALY}
    add("# the border of 1914 (2.1)")
    put("side border:", ordered_sides(border))

    add("")
    add("# railways of 1917, one line each")
    for n, row in chains.items():
        add(f"# {n}")
        put("line rail:", ["-".join(row)])
    add("")
    add("# names")
    for n, h in places(CITY) + places(TOWN) + places(OTHER):
        add(f"place {n}: {h}")
    (ROOT / "scenarios/caporetto").mkdir(exist_ok=True)
    (ROOT / "scenarios/caporetto/map.txt").write_text("\n".join(out) + "\n")


def ordered_sides(sides: Iterable[str]) -> list[str]:
    return sorted(sides, key=lambda s: [cell(h) for h in s.split("/")])


if __name__ == "__main__":
    for n, row in SECTORS.items():
        assert set(row) <= (FRONT_AL if SECTOR_SIDE[n] is AL else FRONT_CP), (n, sorted(set(row) - FRONT_AL - FRONT_CP))
        assert all(b in neighbours(a) for a, b in itertools.pairwise(row)) or n == "conrad", (
            n,
            [(a, b) for a, b in itertools.pairwise(row) if b not in neighbours(a)],
        )
    known = {h for row in SECTORS.values() for h in row} | BEYOND
    assert known == FRONT_AL | FRONT_CP, (sorted((FRONT_AL | FRONT_CP) - known), sorted(known - FRONT_AL - FRONT_CP))
    main()
