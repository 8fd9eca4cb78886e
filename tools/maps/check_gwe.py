"""Checks scenarios/gwe/map.txt against the rulebook's facts and traces supply for the historical set-up (dev-only)."""

from __future__ import annotations

import itertools
import sys
import tomllib
from pathlib import Path

from hexes import ALL, corners, distance, neighbours, pair, side_corners
from readmap import pick, read

m = read(Path(__file__).parent.parent.parent / "scenarios/gwe/map.txt")
F = tomllib.loads(Path("/work/shared/rules/gwe.facts.toml").read_text())
T = m["terrain"]
LAND = {h for h in ALL if T.get(h) in (".", "^", "%")}
bad: list[str] = []


def check(ok: bool, text: str) -> None:
    if not ok:
        bad.append(text)


def corner_ids(side: str) -> set[tuple[int, int]]:
    return {(round(x * 2), round(y / 0.8660254 * 3)) for x, y in side_corners(side)}


def runs(hs: set[str]) -> list[set[str]]:
    left, out = set(hs), []
    while left:
        todo = [left.pop()]
        got = set(todo)
        while todo:
            for n in neighbours(todo.pop()):
                if n in left:
                    left.discard(n)
                    got.add(n)
                    todo.append(n)
        out.append(got)
    return out


# ---------------------------------------------------------------- form
check(set(T) == set(ALL), "terrain grid is not 28 x 34")
for _, _, items in m["hex"]:
    for h in items:
        check(h in T and T[h] != "_", f"hex feature on {h}, which does not exist")
for h in m["place"].values():
    check(h in LAND, f"place on {h}, not land")
for kind, att, items in m["side"]:
    check(len(items) == len(set(items)), f"side listed twice: {kind} {att}")
    for s in items:
        a, b = s.split("/")
        check(b in neighbours(a), f"{kind} {s}: not adjacent")
        check("_" not in (T[a], T[b]), f"{kind} {s}: no hex there")
        if "river" in kind or kind == "ridge":
            check(a in LAND and b in LAND, f"{kind} {att} {s}: beside water")
ridge, walls = set(pick(m, "side", "ridge")), set(pick(m, "side", "impassable"))
rivers = set(pick(m, "side", "river")) | set(pick(m, "side", "major-river"))
check(not ridge & walls, f"ridge and impassable: {ridge & walls}")
for a, b in (("ridge", ridge), ("impassable", walls)):
    if b & rivers:
        print(f"note: {a} on a river: {sorted(b & rivers)}")
al, cp = set(pick(m, "hex", "al-side")), set(pick(m, "hex", "cp-side"))
check(al | cp == LAND and not al & cp, "al-side and cp-side do not divide the land")
print("al-side runs", [len(r) for r in runs(al)], "cp-side runs", [len(r) for r in runs(cp)])

# ---------------------------------------------------------------- rivers
names: dict[str, list[str]] = {}
for k, a, items in m["side"]:
    if "river" in k:
        names.setdefault(a["name"], []).extend(items)
every = {n: [corner_ids(s) for s in row] for n, row in names.items()}
for n, row in every.items():
    parts: list[set[tuple[int, int]]] = []
    for ids in row:
        hit = [p for p in parts if p & ids]
        parts = [p for p in parts if not p & ids] + [set.union(ids, *hit)]
    check(len(parts) == (2 if n == "Adige" else 1), f"river {n} falls in {len(parts)} parts")
    ends = [c for p in parts for c in p if sum(c in ids for ids in row) == 1]

    def at(c: tuple[int, int], n: str = n) -> str:
        if any(c in ids for o, ll in every.items() if o != n for ids in ll):
            return "joins"
        hs = [
            h
            for h in ALL
            if any(abs(x * 2 - c[0]) < 0.2 and abs(y / 0.8660254 * 3 - c[1]) < 0.2 for x, y in corners(h))
        ]
        return "sea" if any(T[h] in "~=" for h in hs) else "edge" if len(hs) < 3 else "inland"

    what = sorted(at(c) for c in ends)
    print(f"river {n:13s} {len(row):3d} hexsides, ends: {', '.join(what)}")
    check(any(w != "inland" for w in what), f"river {n} ends nowhere")


def piece(start: str, walls_: set[str], area: set[str]) -> set[str]:
    got, todo = {start}, [start]
    while todo:
        h = todo.pop()
        for n in neighbours(h):
            if n in area and n not in got and pair(h, n) not in walls_:
                got.add(n)
                todo.append(n)
    return got


def bank(river: str, one: str, other: str, lo: int, hi: int) -> None:
    """The river parts the two groups of places within rows lo..hi."""
    area = {h for h in LAND if lo <= int(h[:2]) <= hi}
    side = set(names[river])
    for a in one.split(","):
        got = piece(m["place"][a], side, area)
        for b in other.split(","):
            check(m["place"][b] not in got, f"{river} does not part {a} from {b}")


bank(
    "Tagliamento", "Udine,Codroipo,Latisana,Gemona,San Daniele", "Casarsa,Spilimbergo,Portogruaro,Pordenone", 13 - 1, 28
)
bank("Piave", "Treviso,Montebelluna,Mestre,Venezia", "Conegliano,Oderzo,San Donà di Piave,Vidor", 13, 28)
bank("Isonzo", "Udine,Cormòns,Cervignano", "Gorizia,Monfalcone,Monte San Michele", 20, 28)

check(piece("1710", walls, LAND) == LAND, f"land cut off: {sorted(LAND - piece('1710', walls, LAND))}")
guns_area = piece("1710", walls | ridge, LAND)
check(guns_area == LAND, f"artillery and depots cannot reach {sorted(LAND - guns_area)}")

# ---------------------------------------------------------------- rulebook hexes
want = {"2525": "Venezia", "2806": "Trieste", "0334": "Trento", "1710": "Udine"}
for h, n in want.items():
    check(m["place"].get(n) == h, f"{n} is not {h}")
    check(h in pick(m, "hex", "city"), f"{n} is no city")
check(m["place"]["Gorizia"] in ("2304", "2305"), "Gorizia")
check([h for h in ALL if T[h] == "="] == ["2422", "2424"], "lagoon hexes")
check(
    set(pick(m, "hex", "lagoon-coast"))
    == {"2526", "2524", "2523", "2522", "2425", "2423", "2421", "2325", "2324", "2323", "2322"},
    "lagoon coast",
)
coast = set(pick(m, "hex", "coast"))
check("2508" in coast, "2508 not coastal")
water = coast | {h for h in ALL if T[h] in "~="}
print(
    "Monitor can reach",
    len(piece("2508", set(), water)),
    "of",
    len(water),
    "water hexes; Venezia:",
    "2525" in piece("2508", set(), water),
)
check(pick(m, "hex", "cp-source") == ["0124"] and pick(m, "hex", "no-edge-source") == ["0334"], "9.13 hexes")
exits = {o: set(pick(m, "hex", "rail-exit", owner=o)) for o in ("AL", "CP")}


def edge(h: str) -> bool:
    return h[:2] in ("01", "28") or h[2:] in ("01", "34") or any(T[n] == "_" for n in neighbours(h))


for o in exits:
    for h in exits[o]:
        check(edge(h), f"exit {h} not on the edge")
check(
    "1833" in exits["AL"] and {"0133", "0901", "2804", "2806"} <= exits["CP"] and "0334" not in exits["CP"],
    "rail exits",
)
rails = {o: [c.split("-") for c in pick(m, "line", "rail", owner=o)] for o in ("AL", "CP")}
railhex = {o: {h for c in rails[o] for h in c} for o in rails}
links = {o: {pair(a, b) for c in rails[o] for a, b in itertools.pairwise(c)} for o in rails}
for o in rails:
    for s in links[o]:
        a, b = s.split("/")
        check(b in neighbours(a), f"rail {s} not adjacent")
        check(s not in walls and s not in ridge, f"rail {s} crosses a ridge or wall")
    check(
        railhex[o] <= (al if o == "AL" else cp),
        f"{o} rail off its side: {sorted(railhex[o] - (al if o == 'AL' else cp))}",
    )
    check(exits[o] <= railhex[o], f"{o} exits without rail: {exits[o] - railhex[o]}")
check(
    {"0334/0233", "0133/0233"} <= set(links["CP"]) | {"/".join(reversed(s.split("/"))) for s in links["CP"]},
    "rail 0334-0233-0133",
)
letters = {a["letter"]: items for k, a, items in m["hex"] if k == "entry"}
for sign in "ABCDE":
    check(
        len(letters.get(sign, [])) == 1 and letters[sign][0] in exits["CP"] and letters[sign][0] not in letters["free"],
        f"entry {sign}",
    )
check(letters["AL"] == ["1833"] and letters["free"] == ["0901", "2804", "2806"], "entry hexes")
diag = F["grid"]["diagonal_0128_2516"] + ["2615", "2715", "2814"]
ne = set(pick(m, "hex", "north-east-of-diagonal"))
check(ne == {h for h in LAND if int(h[2:]) <= {d[:2]: int(d[2:]) for d in diag}[h[:2]]}, "diagonal area")
sw = set(pick(m, "hex", "southwest-of-piave"))
check(
    all(int(h[:2]) > 14 for h in sw) and "1924" in sw and "2525" in sw and "1522" not in sw and "2220" not in sw,
    "southwest-of-piave",
)
check(
    sw == piece("1924", set(names["Piave"]), {h for h in LAND if int(h[:2]) > 14}),
    "southwest-of-piave is not the Piave bank",
)
print("southwest of the Piave:", len(sw), "hexes; north-east of the diagonal:", len(ne))
tw, tt = set(pick(m, "hex", "tyrol-west")), set(pick(m, "hex", "tyrol-transfer"))
check({"0833", "0222", "0334"} <= tw <= cp and tw <= tt <= cp and "0209" in tt, "tyrol areas")
sl = pick(m, "hex", "switch-line")
check({f"13{c}" for c in range(26, 35)} <= set(sl) and {"1209", "1710", "2305"} <= set(sl), "switch line")
forts = [(a["owner"], a["strength"], h) for k, a, items in m["hex"] if k == "fortress" for h in items]
check(sum(o == "AL" for o, _, _ in forts) == 3, "three Italian fortresses")
for a in F["grid"]["adjacent"]:
    for b in a["b"]:
        check(b in neighbours(a["a"]), f"facts adjacency {a['a']} {b}")
        check(pair(a["a"], b) not in walls or "lagoon" in a["place"], f"wall between {a['a']} and {b}")

# ---------------------------------------------------------------- trenches
tr = {o: set(pick(m, "hex", "trench", owner=o)) for o in ("AL", "CP")}
trench_line = {}
for o in tr:
    for i, r in enumerate(sorted(runs(tr[o]), key=min)):
        print("trench line", o, " ".join(sorted(r)))
        trench_line.update(dict.fromkeys(r, (o, i)))
check(not tr["AL"] & tr["CP"], "trench of both owners")
for h in tr["CP"]:
    if not any(n in tr["AL"] for n in neighbours(h)):
        print("note: Austrian trench", h, "faces no Italian trench")
known = (
    next(x["known"] for x in F["missing"] if x["what"] == "trench lines").split("A-H/German ")[1].split("; Italian ")
)
check(set(known[0].split()) <= tr["CP"], f"A-H front hexes without trench {set(known[0].split()) - tr['CP']}")
check(
    set(known[1].replace(".", "").split()) <= tr["AL"],
    f"Italian front hexes without trench {set(known[1].split()) - tr['AL']}",
)
check(trench_line.get("0833") == trench_line.get("0222"), "0833 and 0222 not on one line")

# ---------------------------------------------------------------- set-up
units = [dict(u, at=u.get("proposed_hex") or u.get("hex")) for u in F["unit"] if u.get("scenario") == "historical"]
units = [u for u in units if u["at"] and u["kind"] != "leader"]
for u in units:
    check(u["at"] in LAND, f"{u['id']} on {u['at']}, {T.get(u['at'])}")
    check(u["at"] in (al if u["side"] == "AL" else cp), f"{u['id']} at {u['at']} on the wrong side")
check(
    not {u["at"] for u in units if u["side"] == "AL"} & {u["at"] for u in units if u["side"] == "CP"},
    "both sides in one hex",
)

# ---------------------------------------------------------------- supply (9.1 and 16.0)
BLOCK = ("combat", "artillery", "depot")


def zoc(side: str) -> set[str]:
    out = set()
    for u in units:
        if u["side"] == side and u["kind"] in ("combat", "artillery"):
            for n in neighbours(u["at"]):
                s = pair(u["at"], n)
                if s in walls or (s in ridge and u.get("type") != "alpine"):
                    continue
                if u["at"] in trench_line and n in trench_line and trench_line[u["at"]] != trench_line[n]:
                    continue
                out.add(n)
    return out


def reach(start: str, side: str, rng: int, tcr: int, clean: bool) -> dict[str, int]:
    """Hexes a supply line from start can reach; TCR 1 may pass two enemy-controlled hexes unless clean."""
    foe = "CP" if side == "AL" else "AL"
    enemy = {u["at"] for u in units if u["side"] == foe and u["kind"] in BLOCK}
    own = {u["at"] for u in units if u["side"] == side and u["kind"] in BLOCK} | {h for o, _, h in forts if o == side}
    ez = zoc(foe) - own
    best, todo = {(start, 0): 0}, [(start, 0, 0)]
    while todo:
        h, z, d = todo.pop(0)
        if d == rng:
            continue
        for n in neighbours(h):
            s = pair(h, n)
            if n not in LAND or n in enemy or s in walls or (s in ridge and tcr > 1):
                continue
            k = z + (n in ez)
            if k > (0 if clean or tcr > 1 else 2) or (n, k) in best:
                continue
            best[n, k] = d + 1
            todo.append((n, k, d + 1))
    return {h: d for (h, _), d in sorted(best.items(), key=lambda e: -e[1])}


def supply(side: str) -> None:
    foe, rng = ("CP", 6) if side == "AL" else ("AL", 4)
    own = {u["at"] for u in units if u["side"] == side and u["kind"] in BLOCK} | {h for o, _, h in forts if o == side}
    guns = [u["at"] for u in units if u["side"] == foe and u["kind"] in ("artillery", "monitor")]
    dead = {h for h in railhex[side] if T[h] != "^" and any(distance(h, g) <= 2 for g in guns)}
    dead |= (zoc(foe) - own) & railhex[side]
    good, todo = set(exits[side]) - dead, list(exits[side] - dead)
    while todo:
        h = todo.pop()
        for s in links[side]:
            if h in s.split("/"):
                n = s.replace(h, "").replace("/", "")
                if n not in good and n not in dead:
                    good.add(n)
                    todo.append(n)
    print(
        f"{side}: {len(railhex[side])} rail hexes, dead {sorted(dead)}, cut off {sorted(railhex[side] - good - dead)}"
    )
    src = set(good) | ({"0124"} if side == "CP" else set())
    while True:  # depots, in chains
        new = {
            u["at"]
            for u in units
            if u["side"] == side
            and u["kind"] == "depot"
            and u["at"] not in src
            and src & set(reach(u["at"], side, rng, u["tcr"], True))
        }
        if not new:
            break
        src |= new
    for u in units:
        is_out = u["kind"] != "monitor" and not src & set(reach(u["at"], side, rng, u["tcr"], False))
        if u["side"] == side and is_out and not any(o == side and h == u["at"] for o, _, h in forts):
            print("  OUT OF SUPPLY", u["id"], u["at"])
    alone = set(good) | ({"0124"} if side == "CP" else set())
    print(
        "  by depot only:",
        [
            f"{u['id']} {u['at']}"
            for u in units
            if u["side"] == side
            and u["kind"] not in ("monitor", "depot")
            and u["at"] not in [h for *_, h in forts]
            and not alone & set(reach(u["at"], side, rng, u["tcr"], False))
        ],
    )


supply("AL")
supply("CP")
print("\n".join("WRONG: " + b for b in bad) or "all checks passed")
sys.exit(bool(bad))
