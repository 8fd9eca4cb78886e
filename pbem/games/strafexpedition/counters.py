"""2.2 The counters: battalions, batteries, fortresses and brigade headquarters, read from the manifest."""

from __future__ import annotations

from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.manifest import Form, shape
from pbem.kernel.pieces import Side, Unit, UnitId

IT, AH = Side("IT"), Side("AH")
SIDES = {IT: "Italy", AH: "Austria-Hungary"}
INFANTRY = ("infantry", "mountain", "bersaglieri", "bicycle", "militia", "border-guard")
ARTILLERY = ("mountain-artillery", "field-artillery", "heavy-artillery")
TYPES = (*INFANTRY, *ARTILLERY, "fortress", "hq")

COUNTERS = Form(
    TYPES,
    shapes=(
        shape("{combat}-{guns}-{move}/{morale}", back="{combat}-{guns}/{morale}", types=INFANTRY),
        shape("{bombardment}({range})-{move}", types=ARTILLERY),
        shape("{bombardment}({range})+{trench}/{morale}:{combat}-{guns}", types=("fortress",)),
        shape("{initiative}/{command}", types=("hq",)),
    ),
    nations={"IT": IT, "AH": AH},
    steps=lambda row: 2 if row.type in INFANTRY else 1,
    set_up_words=("at",),
    wanted="`ID SIZE FIGURES TYPE [tags] [key=value]`, such as `IT-79-I II 4-1-6/5 infantry brigade=Roma back=2-0/5`",
    figures="4-1-6/5 for a battalion, 4(7)-3 for artillery, 3(7)+3/7:2-2 for a fortress, 4/5 for an HQ",
    file="scenarios/strafexpedition/units.txt",
)


def is_infantry(unit: Unit) -> bool:
    """2.2.1.types (see 20.1): every battalion, militia and border guards too; a fortress counts as infantry as well."""
    return unit.type in INFANTRY or unit.type == "fortress"


def is_artillery(unit: Unit) -> bool:
    """See 2.2.1.types, 20.1: mountain, field and heavy artillery; a fortress counts as artillery as well."""
    return unit.type in ARTILLERY or unit.type == "fortress"


def is_battery(unit: Unit) -> bool:
    """See 2.2.1.types: artillery that is no fortress."""
    return unit.type in ARTILLERY


def is_fortress(unit: Unit) -> bool:
    """See 2.2.1.types: a fortress."""
    return unit.type == "fortress"


def is_hq(unit: Unit) -> bool:
    """See 2.2.1.types: the headquarters of a brigade, which is no combat unit."""
    return unit.type == "hq"


def is_mountain(unit: Unit) -> bool:
    """See 2.2.1.types, 11.0.4, ruling T28: Alpini, Kaiserjäger, Landesschützen, Gebirgs battalions and Feldjäger."""
    return unit.type == "mountain"


def brigade_of(unit: Unit) -> str:
    """2.2.2: the brigade whose bar the counter has, or nothing."""
    return unit.words.get("brigade", "")


def is_independent(unit: Unit) -> bool:
    """2.2.2.ind: Alpini, Bersaglieri, militia, border guards, artillery and fortresses belong to no brigade."""
    return not brigade_of(unit)


def combat_factor(board: Board, unit: UnitId) -> int:
    """2.2.1 (see 19.3): by the side of the counter that shows; artillery has none."""
    return _showing(board, unit, "combat")


def machine_guns(board: Board, unit: UnitId) -> int:
    """3.0.unit_factors (see ruling R58): as printed on the side that shows, whatever the disorganization."""
    return _showing(board, unit, "guns")


def _showing(board: Board, unit: UnitId, name: str) -> int:
    counter = board.unit(unit)
    is_reduced = board.steps(unit) < counter.figure("steps")
    return counter.figure(f"back-{name}" if is_reduced else name)


def combat_units(board: Board, hex_id: HexId, side: Side) -> tuple[UnitId, ...]:
    """See ruling G2: the side's units in the hex; a headquarters is none."""
    return tuple([unit for unit in board.units_at(hex_id, side) if not is_hq(board.unit(unit))])
