"""11.6 Fog of war: of an enemy stack only the top unit is seen, until the odds of an attack on it are computed."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from pbem.errors import Illegal
from pbem.games.caporetto.by_mail.orders_combat import Top
from pbem.games.caporetto.counters import CP, SIDES, is_combat_unit
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.fog import is_stand_in, retold, veiled
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order

TOP = "top"


def top_unit(board: Board, hex_id: HexId, side: Side) -> UnitId | None:
    """See 11.6, ruling R36: the unit that its owner has put on top; without his word the first combat unit."""
    here = board.units_at(hex_id, side)
    named = [unit for unit in here if not is_stand_in(unit)]
    chosen = [unit for unit in named if board.is_marked(unit, TOP)]
    fighting = [unit for unit in named if is_combat_unit(board.unit(unit))]
    return next(iter((*chosen, *fighting, *named, *here)), None)


def known_names(board: Board, units: Iterable[UnitId]) -> str:
    """See 11.6: units of the enemy as a message may name them: the top unit of each stack, and no other."""
    tops = [top_unit(board, board.hex_of(unit), board.unit(unit).side) for unit in units]
    return ", ".join(dict.fromkeys(unit for unit in tops if unit))


def unseen(board: Board, hex_id: HexId, side: Side) -> tuple[UnitId, ...]:
    """See 11.6, 19.3: the units below the top one, which the enemy may not look at; who lands for the raid has a
    name."""
    known = (top_unit(board, hex_id, side), board.noted("raid"))
    return tuple([unit for unit in board.units_at(hex_id, side) if unit not in known])


def run_tops(board: Board, table: Table, side: Side, items: Sequence[Order]) -> None:
    """See 11.6, ruling R36: the owner arranges his stacks, in any step in which he gives orders."""
    for order in items:
        if isinstance(order, Top):
            with table.attempt(order):
                put_on_top(board, side, order)


def put_on_top(board: Board, side: Side, order: Top) -> None:
    """See 11.6, ruling R36: one unit of a hex lies on top; the one that lay there goes below."""
    for unit in order.units:
        if board.unit(unit).side != side or not board.is_on_map(unit):
            why = f"{unit} is not a unit of the {SIDES[side]} on the map"
            raise Illegal("11.6", why, found=board.place(unit), wanted="one of your units in a hex")
    for unit in order.units:
        for other in board.units_at(board.hex_of(unit), side):
            board.unmark(other, TOP, "11.6")
        board.mark(unit, TOP, "11.6")


def keep_top(board: Board, units: Sequence[UnitId], goal: HexId) -> None:
    """See 11.6, ruling R36: who comes to a stack goes below its top unit; a stack that moves as one keeps its own."""
    side, start = board.unit(units[0]).side, board.place(units[0])
    own = top_unit(board, HexId(start), side) if len(units) > 1 and board.is_on_map(units[0]) else None
    top = top_unit(board, goal, side) or (own if own in units else None)
    for unit in units:
        if unit != top:
            board.unmark(unit, TOP, "11.6")
    if top:
        board.mark(top, TOP, "11.6")


# -- what one side may see -----------------------------------------------------------------------------------


def hides(scenario: Scenario) -> str:
    """See 11.6: what is hidden, in a sentence."""
    return "11.6: of an enemy stack only the top unit and the number of units are seen, until the odds are computed"


def view(scenario: Scenario, position: Position, side: Side) -> Position:
    """See 11.6, ruling R36: the position as a side may see it, without a side as both may: stand-ins below top
    units."""
    return veiled(scenario, position, hidden_from(Board(scenario, position), side))


def hidden_from(board: Board, side: Side) -> dict[UnitId, None]:
    """11.6: the units that the side may not look at, without a side those that not both may."""
    found: dict[UnitId, None] = {}
    for hex_id, stack in board.occupied():
        if len(stack) > 1:
            owners = dict.fromkeys(board.unit(unit).side for unit in stack)
            found |= dict.fromkeys(u for owner in owners if owner != side for u in unseen(board, hex_id, owner))
    return found


def tell(scenario: Scenario, before: Position, after: Position, facts: Sequence[Fact], side: Side) -> Sequence[Fact]:
    """See 11.6, ruling R36: the facts of a step as a side may read them; who fights is revealed with the odds."""
    old, new = Board(scenario, before), Board(scenario, after)
    hidden, covered = hidden_from(new, side), hidden_from(old, side)
    known = dict.fromkeys(unit for unit in old.on_map() if unit not in covered)  # the enemy has watched it go
    known |= revealed(facts)
    hidden = {unit: None for unit in hidden if unit not in known}
    return retold(scenario, [_plain(scenario, fact, hidden) for fact in facts], hidden, _SHOWN)


def _plain(scenario: Scenario, fact: Fact, hidden: Container[UnitId]) -> Fact:
    """See 3.2, 3.3: in the set-up every kind of unit has a rule of its own, which would tell what a hidden one is."""
    if fact.kind != "placed" or fact.get("how") != "set-up" or fact["unit"] not in hidden:
        return fact
    return Fact(fact.kind, "3.3" if scenario.side_of(fact["unit"]) == CP else "3.2", fact.about)


# What is told of a unit that nobody names: where it went or was put, that it lost or regained steps.
_SHOWN = {
    "moved": ("unit", "path", "how"),
    "placed": ("unit", "was", "place", "how"),
    "lost": ("unit", "hex", "steps", "how"),
    "regained": ("unit", "hex", "steps", "how"),
}


# What shows a unit in a combat; who is put on top of a stack to which others retreat has not fought.
_SEEN = ("combat", "employment", "moved", "lost", "eliminated", "stays-behind")


def revealed(facts: Sequence[Fact]) -> dict[UnitId, None]:
    """See 11.6: units that fought, whatever became of them in that combat, and units for which a die was cast by
    name."""
    found: dict[str, None] = {}
    for fact in facts:
        if fact.kind == "rolled":
            found |= dict.fromkeys(fact["units"])
        elif fact.kind in _SEEN and fact.within("combat"):
            found |= dict.fromkeys([fact.get("unit", ""), *fact.get("attackers", ()), *fact.get("defenders", ())])
    return {UnitId(name): None for name in found}
