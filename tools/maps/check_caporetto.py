"""Checks scenarios/caporetto/map.txt against the rulebook's facts and traces supply for the proposed set-up (dev-only)."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))
from pbem.kernel.ground.hexes import HexId  # noqa: E402
from pbem.kernel.ground.mapfile import read_map  # noqa: E402
from pbem.kernel.ground.terrain import contiguous  # noqa: E402

M = read_map((ROOT / "scenarios/caporetto/map.txt").read_text())
F = tomllib.loads(Path("/work/shared/rules/caporetto.facts.toml").read_text())
G, LAND = M.grid, [h for h in M.grid.hexes if M.base[h] != "sea"]
AL, CP = set(M.hexes_with("al-side")), set(M.hexes_with("cp-side"))
STACK = {"clear": 4, "rough": 3, "mountain": 2, "alpine": 1, "dominant": 1, "marsh": 2}
bad: list[str] = []


def check(ok: bool, text: str) -> None:
    if not ok:
        bad.append(text)


# ---------------------------------------------------------------- what the rulebook names
for pair in F["grid"]["adjacent"]:
    check(G.are_adjacent(pair["a"], pair["b"]), f"{pair['a']} and {pair['b']} do not touch ({pair['where']})")
for text, far in F["grid"]["distances"].items():
    check(G.distance(*text.split("-")) == far, f"distance {text}")
after_start = {
    "2619",
    "2818",
    "2819",
}  # CP in the example of 11.8, which we read as a scene after the breakthrough (R125)
for row in F["hex"]:
    h = row["id"]
    check(h in G, f"{h} is missing")
    if "terrain" in row:
        check(M.base[h] == row["terrain"] or M.has(h, row["terrain"]), f"{h} is no {row['terrain']}")
    if row.get("name") and "Pusteria" not in row["name"]:
        check(M.places.get(row["name"]) == h, f"{row['name']} is not at {h}")
    if "front line" in row.get("role", "") and "control_start" in row:
        check(M.has(h, "front", owner="AL" if row["control_start"] == "Allied" else "CP"), f"{h} is no front hex")
    if "control_start" in row and h not in after_start:
        check(h in (AL if row["control_start"] == "Allied" else CP), f"{h} is on the wrong side")
check(M.base[HexId("2718")] in ("clear", "rough") and STACK[M.base[HexId("2717")]] >= 2, "2718, 2717: 11.8 example")
check(any(M.has(h, "coast") for h in G.within(HexId("2515"), 3)), "2515 is not near the coast (16.7)")
check(
    M.crosses(HexId("2100"), HexId("2001"), "lake-side") and not M.has(HexId("2001"), "sea"),
    "lake between 2100 and 2001 (19.2)",
)
check(M.has(HexId("2221"), "coast"), "2221 is not on the coast (19.3)")
check(set(M.hexes_with("front", sector="3rd-army")) == {"2420", "2319"}, "3rd Army has two front hexes (3.2d)")

# ---------------------------------------------------------------- form
check(set(LAND) == AL | CP and not AL & CP, "the sides do not divide the land")
check([len(g) for g in contiguous(G, [h for h in LAND if h in AL])] == [len(AL)], "the Allied side falls apart")
print("cp-side in parts of", [len(g) for g in contiguous(G, [h for h in LAND if h in CP])])
rails = {tuple(sorted(k)) for k, v in M.along.items()}
wet = {tuple(sorted(k)) for k, v in M.on_side.items() if any(f.name == "river" for f in v)}
bridges = {tuple(sorted(k)) for k, v in M.on_side.items() if any(f.name == "bridge" for f in v)}
check(bridges == rails & wet, "bridges are the rails over rivers")
for (a, b), features in M.on_side.items():
    names = [f.name for f in features]
    check("sea" not in (M.base[a], M.base[b]), f"{names} beside water {a}/{b}")
    check(not ("lake-side" in names and ((a, b) in M.along)), f"rail over the lake {a}/{b}")
for a, _ in M.along:
    check(M.base[a] not in ("sea", "alpine"), f"rail in {a}")
for h in M.places.values():
    check(M.base[h] != "sea", f"place in the sea: {h}")
for name in ("city", "town", "vp", "source"):
    for h in M.hexes_with(name):
        check(M.name_of(h) != "", f"{name} {h} has no name")
print(
    "rail in parts of",
    [len(g) for g in contiguous(G, list(M.line_from("rail")))],
    "vp",
    len(
        M.hexes_with(
            "vp",
        )
    ),
    "on the Allied side",
    sum(h in AL for h in M.hexes_with("vp")),
)
for base in STACK:
    print(base, sum(M.base[h] == base for h in LAND), end="; ")
print()

# ---------------------------------------------------------------- room for the set-up, and supply on the first day
units = {}
for line in (ROOT / "scenarios/caporetto/units.txt").read_text().splitlines():
    words = line.split("#")[0].split(";")[0].split()
    if "at" in words:
        units[words[0]] = words[words.index("at") + 1]
sides = {u: "CP" if u[:2] in ("GE", "AH") else "AL" for u in units}
for n in ("1st-army", "4th-army", "2nd-army"):
    print(n, "room", sum(STACK[M.base[h]] for h in M.hexes_with("front", sector=n)))
for n in ("3rd-army", "conrad", "eugen"):
    print(n, "room", sum(STACK[M.base[h]] for h in M.hexes_with("area", sector=n)))


def zone(side: str) -> set[str]:
    own = {h for u, h in units.items() if sides[u] != side and "hq" not in u}
    return {n for h in own for n in G.neighbours[HexId(h)] if M.base[n] not in ("alpine", "sea")}


for side in ("AL", "CP"):
    held, foe = zone(side), {h for u, h in units.items() if sides[u] != side}
    start = [h for h in (*M.hexes_with("source", owner=side), *M.hexes_with("west-edge", owner=side)) if h not in foe]
    fed, todo = {h for h in start if h not in held}, [h for h in start if h not in held]
    while todo:
        for n in G.neighbours[todo.pop()]:
            if n not in fed and n not in held and n not in foe and M.base[n] not in ("alpine", "sea"):
                fed.add(n)
                todo.append(n)
    for u, h in units.items():
        if sides[u] == side:
            check(
                h in start or h in fed or any(n in fed for n in G.neighbours[HexId(h)]),
                f"{u} at {h} is out of supply at start",
            )
print("\n".join(bad) or "all checks hold")
sys.exit(bool(bad))
