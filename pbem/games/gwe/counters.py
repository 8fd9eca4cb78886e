"""2.3 and 16.0/2.3: the counters of this game, read from the manifest, and their figures by steps (8.51-8.53)."""

from __future__ import annotations

import re

from pbem.kernel.board import Board
from pbem.kernel.manifest import Form, Row, read_rows, row_of
from pbem.kernel.pieces import Side, Unit, UnitId

CP, AL = Side("CP"), Side("AL")
SIDES = {CP: "Central Powers", AL: "Allies"}
NATIONS = {"IT": AL, "UK": AL, "FR": AL, "GE": CP, "AH": CP}  # 16.0/2.4.sides
STEPS = {"XXX": 4, "XX": 2, "X": 1, "III": 1}  # 8.51 to 8.53
COMBAT_TYPES = ("infantry", "alpine", "cavalry", "naval", "artillery", "depot")  # 8.51: who fights and has steps
TYPES = (*COMBAT_TYPES, "hq", "monitor", "leader")

_COMBAT = re.compile(r"(\d+)-(\d+)-(\d+)")
_ARTILLERY = re.compile(r"\((\d+)\)(\d+)-(\d+)")
_HQ = re.compile(r"(\d+)-(\d+)\((\d+)\)(\d+)")
_MONITOR = re.compile(r"\((\d+)\)(\d+)")
_LEADER = re.compile(r"(\d+)h(\d+)")
_PATTERNS = (
    (_COMBAT, ("attack", "defence", "move")),
    (_ARTILLERY, ("barrage", "defence", "move")),
    (_HQ, ("shift", "radius", "strength", "move")),  # 2.31, 16.0/2.31, E.16.0a
    (_MONITOR, ("barrage", "move")),
    (_LEADER, ("strength", "move")),  # 10.12
)
_BACK = re.compile(r"(\()?(\d+)\)?-?(\d+)")
_FORM = Form(
    TYPES,
    set_up_words=("at", "turn", "tyrol", "strike", "with"),
    wanted="`ID SIZE FIGURES TYPE [tags] [key=value] SET-UP`, such as `GE-5 XX 6-7-8 infantry stosstruppen at 1902`",
    file="scenarios/gwe/units.txt",
)


def read_manifest(text: str) -> dict[UnitId, Unit]:
    """All counters of a manifest, in its order."""
    return read_rows(text, _FORM, read_unit)


def read_unit(line: str, number: int = 1) -> Unit:
    """One line of the manifest; cases write their made-up units in the same way."""
    row = row_of(line, number, _FORM)
    figures, values = _figures(row), row.values
    nation = values.pop("nation", row.name.partition("-")[0])
    side = Side(values.pop("side", NATIONS.get(nation, "")))
    if side not in SIDES:
        wanted = "a nation before the dash (GE-5), or `side=CP`"
        raise row.fault("the counter belongs to nobody", row.name, wanted)
    figures["steps"] = int(values.pop("steps", _steps(row.size, row.type)))
    figures |= _back(row, values.pop("back", ""), figures)
    shown, unit = values.pop("name", row.name.partition("-")[2] or row.name), UnitId(row.name)
    return Unit(unit, side, nation, shown, row.size, row.type, row.tags, figures, values, row.set_up, row.source)


def _figures(row: Row) -> dict[str, int]:
    for pattern, names in _PATTERNS:
        found = pattern.fullmatch(row.figures)
        if found:
            return dict(zip(names, map(int, found.groups()), strict=True))
    wanted = "such as 6-7-8, (5)3-4 or 1-8(1)10"
    raise row.fault("the figures of the counter cannot be read", row.figures, wanted)


def _steps(size: str, kind: str) -> int:
    if kind in ("hq", "monitor", "leader"):
        return 0
    return 1 if kind == "depot" else STEPS.get(size, 1)


def _back(row: Row, printed: str, figures: dict[str, int]) -> dict[str, int]:
    """The reduced side; where none is given, ruling B1: half the front, rounded up."""
    first = "barrage" if row.type == "artillery" else "attack"
    if not printed:
        return {f"back-{name}": (figures.get(name, 0) + 1) // 2 for name in (first, "defence")}
    found = _BACK.fullmatch(printed)
    if not found:
        raise row.fault("the reduced side cannot be read", printed, "such as back=3-4 or back=(2)1")
    return {f"back-{first}": int(found[2]), "back-defence": int(found[3])}


# -- figures in play -----------------------------------------------------------------------------------------


def tcr(unit: Unit) -> int:
    """16.0, 16.0/2.4: movement 8 or 10 rates 1, movement 4 or 6 rates 2; the printed figure counts (ruling C8)."""
    return 1 if unit.figure("move") >= 8 else 2


def is_combat_unit(unit: Unit) -> bool:
    """8.51: everything but HQs, leaders and the Monitor; depots are combat units too."""
    return unit.type in COMBAT_TYPES


def units_of(board: Board, side: Side, *types: str) -> list[UnitId]:
    """The side's units of these types that stand on the map, in the order of the manifest."""
    units, counters = board.units(side), board.scenario.units
    # A side has a few of each: they are picked out once.
    found = board.scenario.memo(("units of", types, units), lambda: [u for u in units if counters[u].type in types])
    return [unit for unit in found if board.is_on_map(unit)]


def is_stosstruppen(unit: Unit) -> bool:
    """16.0/2.3: marked with the diagonal stripe."""
    return unit.has("stosstruppen")


def strength(board: Board, unit: UnitId, figure: str) -> int:
    """2.4.step, 8.52, 8.53 (see 8.51): attack, defence or barrage with the steps that are left.

    Two steps: front, back. Four steps: front, front less one, back, back less one. The floors are ruling B1.
    """
    counter, left = board.unit(unit), board.steps(unit)
    full, whole = counter.figure(figure), counter.figure("steps")
    if left >= whole or not full:
        return full
    back = counter.figure(f"back-{figure}")
    least = 1 if figure == "defence" else 0
    if whole == 4:
        return max(least, {3: full - 1, 2: back}.get(left, back - 1))
    return max(least, back)
