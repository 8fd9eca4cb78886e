"""2.2 to 2.4 The counters: combat units, HQs and support units, read from the manifest, and their factors in play."""

from __future__ import annotations

from typing import Any

from pbem.kernel.board import Board
from pbem.kernel.manifest import Form, shape
from pbem.kernel.naming import Plural
from pbem.kernel.pieces import Side, Unit, UnitId

CP, AL = Side("CP"), Side("AL")
SIDES = {CP: Plural("Central Powers"), AL: Plural("Allies")}
SIDE_COLOURS = {CP: "red", AL: "green"}  # of lines on the map
NATIONS = {"AH": CP, "GE": CP, "IT": AL, "UK": AL, "FR": AL, "CZ": AL}  # 2.3.3, 3.1
NATION_NAMES = {
    "AH": "Austria-Hungary", "GE": "Germany",
    "IT": "Italy", "UK": "Great Britain", "FR": "France", "CZ": "Czech Legion",
}  # fmt: skip
SUPPORT_TYPES = ("artillery", "air", "naval")  # 2.4
COMBAT_TYPES = ("infantry", "cavalry", "mountain")  # 2.3.1
TYPES = (*COMBAT_TYPES, "hq", *SUPPORT_TYPES)
STEPS = {"XX": 2}  # divisions have a reduced side; everything else has one step unless its line says otherwise

COUNTERS = Form(
    TYPES,
    shapes=(
        shape("{attack}-{defence}-{move}", back="{attack}-{defence}", types=COMBAT_TYPES),
        shape("{move}/{support-move}", types=("hq",)),  # 15.2: it moves 6 or 2 by its mode and does not fight
        shape("-", types=SUPPORT_TYPES),
    ),
    nations=NATIONS,
    steps=lambda row: STEPS.get(row.size, 1),
    set_up_words=("at", "turn", "support"),
    wanted="`ID SIZE FIGURES TYPE [tags] [key=value] SET-UP`, such as `IT-7 XX 3-4-8 infantry back=2-3 at 2718`",
    figures="3-4-8 for a combat unit, 6/2 for an HQ, - for support",
    file="scenarios/caporetto/units.txt",
    no_units=("event", "marker"),  # 2.5
)

# -- kinds ---------------------------------------------------------------------------------------------------


def is_hq(unit: Unit) -> bool:
    """2.3.1: a headquarters."""
    return unit.type == "hq"


def is_support(unit: Unit) -> bool:
    """2.4 (see 2.2): artillery, air or naval: kept off the map, never in a hex."""
    return unit.type in SUPPORT_TYPES


def is_combat_unit(unit: Unit) -> bool:
    """2.2 (see 2.3): everything that is neither a headquarters nor a support unit."""
    return not is_hq(unit) and not is_support(unit)


def is_mountain(unit: Unit) -> bool:
    """See 2.3.1: Alpini, mountain brigades and the like."""
    return unit.type == "mountain" or unit.has("mountain") or unit.has("alpini")


def is_division(unit: Unit) -> bool:
    """2.3.2: what withdrawals, the Garda crossing, the raid and Kaiserschlacht call a division."""
    return unit.size == "XX" and is_combat_unit(unit) and not unit.has("gruppe")


def is_infantry_division(unit: Unit) -> bool:
    """See 3.3, ruling R81: assault infantry divisions are infantry divisions; cavalry is not."""
    return is_division(unit) and unit.type != "cavalry"


def arrival(unit: Unit) -> int:
    """See 2.3, 3.2i, 3.2j, 3.3e, 13.1: the turn on which the unit comes, a support unit becomes available; 0 at
    start."""
    word, *rest = unit.set_up.split() or [""]
    return int(rest[0]) if word in ("turn", "support") and rest else 0


def nation_of(board: Board, unit: UnitId) -> str:
    """2.3.3: AH, GE, IT, UK, FR or CZ."""
    return board.unit(unit).nation


# -- who is where --------------------------------------------------------------------------------------------


def combat_units(board: Board, hex_id: str, side: Side) -> tuple[UnitId, ...]:
    """The side's combat units in the hex."""
    return tuple([unit for unit in board.units_at(hex_id, side) if is_combat_unit(board.unit(unit))])


def hqs_in(board: Board, hex_id: str, side: Side) -> tuple[UnitId, ...]:
    """The side's headquarters in the hex."""
    return tuple([unit for unit in board.units_at(hex_id, side) if is_hq(board.unit(unit))])


def eliminate(board: Board, unit: UnitId, rule: str, **about: Any) -> None:
    """See 15.2, 10.2, ruling R15: the unit is lost; an HQ is no combat loss, so no step is counted for it."""
    uncounted = {"uncounted": True} if is_hq(board.unit(unit)) else {}
    board.eliminate(unit, rule, **about, **uncounted)


# -- factors in play -----------------------------------------------------------------------------------------


def is_out_of_supply(board: Board, unit: UnitId) -> bool:
    """See 14.3, ruling R67: the marker decides for combat and movement, not a fresh look at the lines."""
    return board.is_marked(unit, "oos")


def attack_factor(board: Board, unit: UnitId) -> int:
    """14.3/2 (see 2.3, rulings R32, R33): by the steps that are left; out of supply half, fractions dropped."""
    return _factor(board, unit, "attack")


def defence_factor(board: Board, unit: UnitId) -> int:
    """E.3 (see 2.3, 14.3/2, rulings R32, R33): by the steps that are left; out of supply half, fractions dropped."""
    return _factor(board, unit, "defence")


def _factor(board: Board, unit: UnitId, name: str) -> int:
    counter = board.unit(unit)
    is_reduced = board.steps(unit) < counter.figure("steps")
    factor = counter.figure(f"back-{name}" if is_reduced else name)
    return factor // 2 if is_out_of_supply(board, unit) else factor


def movement_factor(board: Board, unit: UnitId) -> int:
    """See 7.1, 14.3/2, 15.1.1, 15.1.2, rulings R46, R61: the printed factor, an HQ's by its mode; out of supply
    half."""
    counter = board.unit(unit)
    is_rooted = is_hq(counter) and board.is_marked(unit, "support")
    points = counter.figure("support-move" if is_rooted else "move")
    return points // 2 if is_out_of_supply(board, unit) else points


def figures(board: Board, unit: UnitId) -> str:
    """2.3: the figures as the counter shows them with the steps that are left, before supply and pauses count."""
    counter = board.unit(unit)
    if is_support(counter):
        return ""
    if is_hq(counter):
        return str(counter.figure("support-move" if board.is_marked(unit, "support") else "move"))
    back = "back-" if 0 < board.steps(unit) < counter.figure("steps") else ""
    return f"{counter.figure(f'{back}attack')}-{counter.figure(f'{back}defence')}-{counter.figure('move')}"
