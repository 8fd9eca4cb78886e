"""A small map, a few counters and a step that was played on it: what the golden pictures show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.draw import Film, Margin, Overlay, Size, View, draw_animation, draw_board
from pbem.draw.look import MARKS, SYMBOLS
from pbem.draw.scene import Scene, scene_of
from pbem.kernel.facts import Fact
from pbem.kernel.fog import veiled, with_stand_ins
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.pieces import Side, Unit, UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.scenario import Scenario
from pbem.kernel.telling.events import Event, events_of, joined, starts_of
from pbem.kernel.telling.habits import DRAWN, Drawn, Telling
from tests.draw.chart_samples import CHARTS

MAP = """
map: valley
title: A valley
numbering: even rows shifted, rows down, columns left
columns: 06-01
legend:
  .  clear
  ^  mountain
  %  swamp
  ~  sea
  t  forest
terrain:
  01   ^ ^ ^ . . .
  02  ^ ^ . . . t
  03   ^ . . . . t
  04  . . . . % %
  05   . . . ~ ~ ~
hex city: 0304
hex town: 0302 0205
hex fortress owner=AL strength=6/3 name=Rocca: 0402
hex trench owner=AL: 0203 0303
hex trench owner=CP: 0202 0103
hex entry letter=A: 0106
side river name=Torre: 0104/0204 0203/0204 0203/0304 0303/0304 0303/0403 0402/0403
side major-river name=Piave: 0404/0505 0404/0504 0403/0504 0403/0503 0402/0503 0402/0502
side ridge: 0105/0205 0105/0204
side impassable: 0201/0301 0101/0201
side bridge: 0303/0304
line rail owner=AL: 0304-0305-0405-0505
line road: 0304-0303-0302
line track: 0302-0201-0101
place San Donà: 0304
place Plöcken: 0302
place Vidor: 0205
"""
_ROWS = (
    ("GE-5", "CP", "XX", "0202", 2),
    ("GE-12", "CP", "XX", "0202", 2),
    ("GE-art", "CP", "X", "0202", 2),
    ("AH-1", "CP", "XXX", "0103", 3),
    ("IT-II", "AL", "XXX", "0203", 4),
    ("IT-a", "AL", "X", "0305", 1),
    ("IT-hq", "AL", "HQ", "0304", 0),
)
_LOOKS: dict[str, dict[str, Any]] = {
    "GE-5": {"figures": "6-7-8", "symbol": "infantry", "name": "5", "colour": "german", "stripe": True, "rank": 5},
    "GE-12": {"figures": "3-4-8", "symbol": "infantry", "name": "12", "colour": "german", "reduced": True, "rank": 4},
    "GE-art": {"figures": "(5)3-4", "symbol": "artillery", "name": "14", "colour": "german"},
    "AH-1": {"figures": "5-6-8", "symbol": "mountain", "name": "I", "colour": "austrian", "steps": 3, "full": 4},
    "IT-II": {"figures": "7-8-6", "symbol": "infantry", "name": "XXVII", "colour": "italian", "marks": ["unsupplied"]},
    "IT-a": {"figures": "1-2-8", "symbol": "cavalry", "name": "39", "colour": "italian"},
    "IT-hq": {"figures": "2-8(1)8", "symbol": "hq", "name": "2", "colour": "italian"},
}


def scenario() -> Scenario:
    """The valley with its counters; a new one each time, with nothing kept from other pictures."""
    units = {UnitId(u): Unit(UnitId(u), Side(side), u[:2], u[3:], size, "infantry") for u, side, size, _, _ in _ROWS}
    return Scenario("valley", "valley", "The valley", read_map(MAP), units, {})


def position() -> Position:
    """Where they stand."""
    units = {UnitId(unit): UnitState(place, steps) for unit, _, _, place, steps in _ROWS}
    return Position("valley", 1, "movement", units, {HexId("0402"): ("fort=2",)})


def look(**changes: dict[str, Any]) -> dict[str, Any]:
    """The look of the valley; `GE_5={...}` changes a unit's."""
    units = {u: {"size": size, **_LOOKS[u], **changes.get(u.replace("-", "_"), {})} for u, _, size, _, _ in _ROWS}
    return {
        "units": units,
        "sides": {"CP": {"name": "Central Powers", "colour": "red"}, "AL": {"name": "Allies", "colour": "blue"}},
        "marks": {"fort": {"letters": "", "colour": "red", "legend": "steps of the fortress"}},
        "captions": {"german": "Germany", "austrian": "Austria-Hungary", "italian": "Italy"},
    }


FACTS = (
    Fact("moved", "5.1", {"unit": "IT-a", "path": ["0405", "0305"], "how": "rail"}),
    Fact("moved", "5.1", {"unit": "GE-5", "path": ["0101", "0201", "0202"]}),
    Fact("moved", "5.1", {"unit": "GE-12", "path": ["0101", "0201", "0202"]}),
    Fact(
        "combat", "8.0", {"targets": ["0303"], "attackers": ["GE-5", "0203"], "odds": "4-1", "die": 5, "result": "D2"}
    ),
    Fact("lost", "8.5", {"unit": "IT-II", "hex": "0303", "steps": 1, "left": 3}),
    Fact("moved", "8.6", {"unit": "IT-II", "path": ["0303", "0203"], "how": "retreat"}),
    Fact("eliminated", "8.5", {"unit": "IT-x", "hex": "0401", "steps": 1}),
    Fact("noted", "", {"key": "x", "value": "1"}),
)
NUMBERS = {0: "2", 1: "3", 2: "3", 3: "1", 4: "1a", 5: "1b", 6: "4"}  # as a post gives them
OVERLAYS = (
    Overlay("hatch", ("0202", "0303", "0304"), colour="blue", legend="zones of control, Allies"),
    Overlay("hatch", ("0303", "0203", "0104"), colour="red", legend="zones of control, Central Powers"),
    Overlay("outline", ("0304", "0305", "0204"), colour="purple", legend="command"),
    Overlay("path", (), (("0305", "0405", "0505"), ("0304", "0405", "0505")), "green", "supply"),
    Overlay("numbers", ("0404", "0403", "0304"), colour="red", legend="reach", numbers=("1", "3", "4")),
    Overlay("ring", ("0402",), colour="orange", legend="out of supply"),
    Overlay("front", ("0101", "0102", "0103", "0201", "0202"), colour="orange", legend="front"),
)


TELLING = Telling(
    drawn={
        **DRAWN,
        "moved/rail": Drawn("rail"),
        "combat": Drawn("combat", at="targets", units="attackers", label="{odds} {die}: {result}"),
    }
)


def events(
    facts: Sequence[Fact], numbers: Mapping[int, str] | None = None, after: Position | None = None
) -> tuple[Event, ...]:
    """What the facts put on the board of the valley."""
    starts = starts_of((after or position()).units, facts)
    return joined(events_of(facts, TELLING, scenario().map.grid, starts), numbers or {})


def view(
    made: Scenario, after: Position, looks: Any, facts: Sequence[Fact] = (), numbers: Any = None, **more: Any
) -> View:
    """What is drawn."""
    return View(made, after, looks, events(facts, numbers, after), **more)


def drawn(
    made: Scenario, after: Position, looks: Any, *, facts: Sequence[Fact] = (), numbers: Any = None,
    overlays: Sequence[Any] = (), legend: bool = True, stacks: bool = True, progress: Any = None, **size: Any,
) -> bytes:  # fmt: skip
    """The picture of it."""
    shown = view(made, after, looks, facts, numbers, overlays=overlays)
    return draw_board(shown, Size(**size), Margin(legend, stacks), progress)


def scene_in(looks: Any, facts: Sequence[Fact] = (), numbers: Any = None, **size: Any) -> Scene:
    """The scene of the valley."""
    return scene_of(view(scenario(), position(), looks, facts, numbers), Size(**size))


def gallery() -> bytes:
    """Every symbol there is, with and without losses."""
    hexes = scenario().map.grid.hexes[: len(SYMBOLS)]
    units, looks = {}, {}
    colours = ("german", "austrian", "italian", "french", "british")
    for k, (symbol, hex_id) in enumerate(zip(SYMBOLS, hexes, strict=True)):
        units[UnitId(f"U-{k}")] = hex_id
        size = ("III", "X", "XX", "XXX", "XXXX")[k % 5]
        looks[f"U-{k}"] = {
            "symbol": symbol,
            "size": size,
            "figures": f"{k}-2-6",
            "name": symbol[:3],
            "colour": colours[k % 5],
        }
    made = scenario()
    pieces = {u: Unit(u, Side("CP"), "U", "u", "XX", "infantry") for u in units}
    shown = Scenario("g", "g", "Symbols", made.map, pieces, {})
    places = Position("g", 1, "none", {u: UnitState(place, 2) for u, place in units.items()})
    return drawn(shown, places, {"units": looks}, scale=150, legend=False)


def marks() -> bytes:
    """Every marker that there is, on counters and in hexes, and stacks with their count."""
    names = list(MARKS)
    looks = {u: {"marks": names[k::5]} for k, u in enumerate(("GE_5", "AH_1", "IT_II", "IT_a", "IT_hq"))}
    return drawn(scenario(), position(), look(**looks), scale=120)


def veiled_from_allies(*units: str) -> tuple[Scenario, Position]:
    """The valley as somebody sees it from whom these units are hidden."""
    seen = veiled(scenario(), position(), [UnitId(unit) for unit in units])
    return with_stand_ins(scenario(), seen), seen


def hidden() -> bytes:
    """What the Allies see when some Germans are hidden from them, one of whom has gone where they could see it."""
    made, seen = veiled_from_allies("GE-12", "GE-art")
    facts = [FACTS[0], Fact("moved", "5.1", {"unit": "CP-?1", "path": ["0101", "0201", "0202"]}), *FACTS[3:]]
    numbers = {0: "2", 1: "3", 2: "1", 3: "1a", 4: "1b", 5: "4"}
    return drawn(with_stand_ins(made, facts=facts), seen, look(), facts=facts, numbers=numbers, legend=False)


def frames(facts: Sequence[Fact] = FACTS, numbers: Any = None) -> list[View]:
    """The valley before and after."""
    before = view(scenario(), position(), look(), title="before")
    return [before, view(scenario(), position(), look(), facts, numbers, title="after")]


def film(form: str = "gif") -> bytes:
    """Two frames."""
    return draw_animation(frames(FACTS, NUMBERS), Size(scale=60), Film(form))


PICTURES: dict[str, Callable[[], bytes]] = {
    "light.png": lambda: drawn(scenario(), position(), look()),
    "dark.png": lambda: drawn(scenario(), position(), look(), palette="dark"),
    "safe.png": lambda: drawn(scenario(), position(), look(), palette="safe", scale=60),
    "delta.png": lambda: drawn(scenario(), position(), look(), facts=FACTS, numbers=NUMBERS, scale=120, legend=False),
    "overlays.png": lambda: drawn(scenario(), position(), look(), overlays=OVERLAYS),
    "crop.png": lambda: drawn(scenario(), position(), look(), crop=("0103", "0304"), scale=150),
    "marks.png": marks,
    "hidden.png": hidden,
    "gallery.png": gallery,
    "film.gif": film,
    "film.webp": lambda: film("webp"),
    **CHARTS,
}
