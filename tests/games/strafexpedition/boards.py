"""Small boards for the tests of the chapters: a map in a few lines, counters with their hexes."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

from pbem.games.strafexpedition.counters import COUNTERS, SIDES
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.scenario import Scenario
from tests.games.strafexpedition.data import CHARTS, GAME

LEVELS = "".join(f"  {n}  level-{n}\n" for n in range(1, 9))
WOODS = "".join(f"  {letter}  woods-{n}\n" for n, letter in enumerate("abcdefgh", 1))
HEAD = f"numbering: odd rows shifted, rows up, columns right\nlegend:\n{LEVELS}{WOODS}terrain:\n"
BATTALION, ALPINI, MILITIA = (
    "II 4-1-6/5 infantry back=2-0/5",
    "II 4-2-6/7 mountain back=2-1/7",
    "II 2-0-6/3 militia back=1-0/3",
)
BATTERY, FORTRESS, HQ = "- 4(7)-3 field-artillery", "- 4(8)+2/5:1-1 fortress", "- 4/5 hq"
MOUNTAIN_GUNS, HEAVY_GUNS = "- 2(5)-4 mountain-artillery", "- 6(10)-2 heavy-artillery"


def small_map(text: str) -> Map:
    """Rows of the terrain, then features; the head is added."""
    rows = textwrap.dedent(text).strip("\n").splitlines()
    return read_map(HEAD + "\n".join(f"  {row}" if row[:1].isdigit() else row for row in rows) + "\n")


def flat(rows: int, columns: int, features: str = "", level: int = 1) -> Map:
    """A plain of one level."""
    lines = [f"  {row:02} " + " ".join([str(level)] * columns) for row in range(rows, 0, -1)]
    return read_map(HEAD + "\n".join(lines) + "\n" + textwrap.dedent(features))


def board(
    map: Map, units: str = "", *, first_day: int = 1, turn: int = 1, options: Mapping[str, str] | None = None,
    card: Mapping[str, Any] | None = None, brigades: Mapping[str, str] | None = None,
) -> Board:  # fmt: skip
    """Lines such as `IT-a BATTALION 0203 1 fire`: a name, a kind, a hex, and then steps and marks."""
    kinds = {
        "BATTALION": BATTALION,
        "ALPINI": ALPINI,
        "MILITIA": MILITIA,
        "BATTERY": BATTERY,
        "FORTRESS": FORTRESS,
        "HQ": HQ,
        "MOUNTAIN_GUNS": MOUNTAIN_GUNS,
        "HEAVY_GUNS": HEAVY_GUNS,
    }
    counters, states = {}, {}
    for row in units.strip().splitlines():
        name, kind, place, *rest = row.split()
        brigade = f" brigade={brigades[name]}" if brigades and name in brigades else ""
        counter = COUNTERS.read_unit(f"{name} {kinds[kind]}{brigade}")
        steps = int(rest.pop(0)) if rest and rest[0].isdigit() else counter.figure("steps")
        counters[UnitId(name)] = counter
        states[UnitId(name)] = UnitState(HexId(place), steps, tuple(rest))
    for name in dict.fromkeys((brigades or {}).values()):
        hq = UnitId(f"IT-hq-{name}")
        counters[hq], states[hq] = COUNTERS.read_unit(f"{hq} {HQ} brigade={name}"), UnitState("hq", 1, ())
    scenario = Scenario(
        GAME,
        "small",
        "small",
        map,
        counters,
        CHARTS,
        {"first_day": first_day, **(card or {})},
        options or {},
        tuple(SIDES),
    )
    return Board(scenario, Position(GAME, turn, "", states))


def at_turn(here: Board, turn: int) -> Board:
    """The same position on a later day."""
    return Board(here.scenario, here.freeze(turn, here.step))


def units_of(text: str) -> tuple[UnitId, ...]:
    """Units by their names."""
    return tuple(UnitId(word) for word in text.split())


def hexes_of(text: str) -> tuple[HexId, ...]:
    """Hexes by their numbers."""
    return tuple(HexId(word) for word in text.split())
