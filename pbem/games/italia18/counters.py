"""2.2 and 6.0 The counters: combat units and supports, read from the manifest, with their steps, and who is elite."""

from __future__ import annotations

from collections.abc import Callable

from pbem.kernel.board import Board
from pbem.kernel.fog import UNSEEN
from pbem.kernel.manifest import Form, Row, shape
from pbem.kernel.naming import Plural
from pbem.kernel.pieces import Side, Unit, UnitId

CP, EN = Side("CP"), Side("EN")
SIDES = {CP: Plural("Central Powers"), EN: Plural("Entente")}
NATIONS = {"AH": CP, "GE": CP, "IT": EN, "FR": EN, "UK": EN, "US": EN}
COMBAT_TYPES = ("infantry", "mountain", "cavalry", "storm", "naval-infantry")
GUN_TYPES = ("army-artillery", "corps-artillery", "naval-artillery")
SUPPORT_TYPES = ("hq", *GUN_TYPES, "assault-troops", "air", "depot", "trucks")
SIZES = {"XX": "division", "X": "brigade", "III": "regiment", "I": "detachment"}
ELITE = (5, 6)


def printed_steps(row: Row) -> int:
    """6.0b (see 6.0a, 6.0c, 6.0d, ruling R38): by kind, a division's by the morale on its full-strength side."""
    if row.type in SUPPORT_TYPES:
        return 1  # the kernel keeps no piece without a step; `takes_hits` says who has none to lose
    if row.size != "XX":
        return {"X": 2, "III": 2}.get(row.size, 1)
    return steps_of_division(int(row.figures.rpartition("/")[2]))


def steps_of_division(morale: int) -> int:
    """See 6.0b, rulings R3, R38: three from morale 4 up, two below."""
    return 3 if morale >= 4 else 2


COUNTERS = Form(
    (*COMBAT_TYPES, *SUPPORT_TYPES),
    shapes=(
        shape("{attack}-{defence}-{move}/{morale}", back="{attack}-{defence}", types=COMBAT_TYPES),
        shape("{fire}-{range}-{move}", types=GUN_TYPES),
        shape("{radius}-{move}", types=("hq",)),
        shape("{move}", types=("depot", "trucks")),
        shape("{rating}", types=("air",)),
        shape("-", types=("assault-troops",)),
    ),
    nations=NATIONS,
    steps=printed_steps,
    set_up_words=("at", "turn"),
    wanted="`ID SIZE FIGURES TYPE [tags] [key=value] SET-UP`, such as `AH-55 XX 8-9-4/4 infantry name=55 at 2123`",
    figures="8-9-4/4 for a combat unit, 2-3-3 for Artillery, 8-6 for an HQ, 15 for Trucks, - for Assault Troops",
    file="scenarios/italia18/grappa-units.txt",
)

# -- kinds ---------------------------------------------------------------------------------------------------


def is_support(unit: Unit) -> bool:
    """2.2.2: HQs, Artillery, Assault Troops, Air supports, Depots and Trucks."""
    return unit.type in SUPPORT_TYPES


def is_combat_unit(unit: Unit) -> bool:
    """See 2.2.2: everything else."""
    return not is_support(unit)


def is_division(unit: Unit) -> bool:
    """See 6.0b: a division, cavalry or infantry."""
    return is_combat_unit(unit) and unit.size == "XX"


def is_regiment(unit: Unit) -> bool:
    """2.2.1a: a regiment or a brigade, which are alike but for Trucks, prices of steps and Assault Troops."""
    return is_combat_unit(unit) and unit.size in ("III", "X")


def is_detachment(unit: Unit) -> bool:
    """6.0c (see 3.0b, ruling R124): one or two battalions, a single step; nothing else lies face down."""
    return unit.type == UNSEEN or (is_combat_unit(unit) and unit.size == "I")


def is_elite(unit: Unit) -> bool:
    """3.0e: a regiment, brigade or detachment of morale 5 or 6; never a division."""
    return (is_regiment(unit) or is_detachment(unit)) and unit.figure("morale") in ELITE


def takes_hits(unit: Unit) -> bool:
    """6.0d (see 6.0c): combat units and Assault Troops have steps to lose, all other supports none."""
    return is_combat_unit(unit) or unit.type == "assault-troops"


# -- on the map ----------------------------------------------------------------------------------------------


def standing(board: Board, side: Side, kind: str, is_one: Callable[[Unit], bool]) -> tuple[UnitId, ...]:
    """The side's units of a kind on the map. What a counter is, is printed: those of the kind are picked out once."""
    units, counters = board.units(side), board.scenario.units
    of_kind = board.scenario.memo((kind, units), lambda: [unit for unit in units if is_one(counters[unit])])
    return tuple([unit for unit in of_kind if board.is_on_map(unit)])


def fighters(board: Board, side: Side) -> tuple[UnitId, ...]:
    """The side's combat units on the map."""
    return standing(board, side, "combat unit", is_combat_unit)


def of_type(board: Board, side: Side, name: str) -> tuple[UnitId, ...]:
    """The side's counters of one type on the map: HQs, Depots, aircraft."""
    return standing(board, side, name, lambda unit: unit.type == name)


# -- in play -------------------------------------------------------------------------------------------------


def is_reduced(board: Board, unit: UnitId) -> bool:
    """6.0a: a step is gone; the reduced side stays face up until the last one goes, Step Loss marker or not."""
    return takes_hits(board.unit(unit)) and board.steps(unit) < board.unit(unit).figure("steps")


def attack_factor(board: Board, unit: UnitId) -> int:
    """See 6.0a, 6.0b: by the side that lies face up."""
    return _factor(board, unit, "attack")


def defence_factor(board: Board, unit: UnitId) -> int:
    """See 6.0a, 6.0b: by the side that lies face up."""
    return _factor(board, unit, "defence")


def _factor(board: Board, unit: UnitId, name: str) -> int:
    return board.unit(unit).figure(f"back-{name}" if is_reduced(board, unit) else name)
