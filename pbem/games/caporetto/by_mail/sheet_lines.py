"""The order lines of the sheet: what is due to be filled in, and what the turn demands or brings."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.games.caporetto import limits, mandatory, mines, reinforcements, replacements, set_up, withdrawals
from pbem.games.caporetto.attack import Spent
from pbem.games.caporetto.counters import CP, NATION_NAMES, NATIONS, is_support
from pbem.games.caporetto.events import ROMMEL
from pbem.games.caporetto.headquarters import hqs
from pbem.games.caporetto.pause import is_paused
from pbem.games.caporetto.supply import has_line, is_out_of_supply
from pbem.games.caporetto.terrain import is_raining, is_winter
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId

ATTACKS = ("first-combat", "second-combat")
MOST_SHOWN = 12  # hexes in one note
Targets = Callable[[Board, UnitId], Sequence[HexId]]  # what a unit may attack


def order_lines(board: Board, side: Side, kind: str, targets: Targets) -> list[str]:
    """Lines for the order block: what is due, and for the phases that follow, so that one file can carry them all."""
    if kind == "set-up":
        notes = [f"# {title}" for title in set_up.sector_titles(board.scenario, side)]
        return ["deploy historical", *notes, "# place UNIT at HEX", "# mode HQ support"]
    if kind == "pause":
        return ["pause no", *_before_operations(board, side)]
    if kind in ("reinforcement", "replacement"):
        return _before_operations(board, side, kind)
    if kind == "strategic":
        lines = [*combat_notes(board, side, "first-combat"), *_attacks(board, side, targets)]
        return ["# move UNIT to HEX", "# first-combat:", *lines]
    if kind in ATTACKS:
        return [*combat_notes(board, side, kind), *_modes(board, side, kind), *_attacks(board, side, targets)]
    if kind == "infiltration":
        notes = combat_notes(board, side, "second-combat")
        return ["# infiltrate UNIT to HEX", "# second-combat:", *notes, "# attack HEX with UNIT"]
    return [*movement_notes(board, side), "# move UNIT to HEX"] if kind == "movement" else []


def _before_operations(board: Board, side: Side, first: str = "") -> list[str]:
    """The sections before Operations that the side has something to write in; the first one's name is in the header."""
    lines: list[str] = []
    due = reinforcements.due(board, side)
    if due:
        entries = [f"enter {u} at {h[0]}" for u in due if (h := reinforcements.entry_hexes(board, u))]
        lines += [*_named("reinforcement", first), *entries]
    # Always, even without losses of one's own: the phase waits for both sides if either has some (ruling R106).
    lines += [*_named("replacement", first), *_replacements(board, side)]
    if any(withdrawals.demands(board, side)):
        lines += ["# withdrawal:", *_withdrawals(board, side), "# withdraw UNIT, UNIT"]
    return [*lines, "# strategic:", "# move UNIT to HEX"]


def _named(section: str, first: str) -> list[str]:
    return [] if section == first else [f"{section}:"]


def _replacements(board: Board, side: Side) -> list[str]:
    own = [u for u in board.units(side) if not is_support(board.unit(u))]
    lines = [f"# replenish {u}" for u in own if replacements.is_depleted(board, u) and _is_supplied(board, u)]
    lines += [f"# rebuild {u} full   # {_price(board, u)} RP" for u in own if replacements.is_eliminated(board, u)]
    points = {n: replacements.points(board, n) for n, owner in NATIONS.items() if owner == side}
    shown = ", ".join(f"{nation} {number}" for nation, number in points.items() if number)
    return [f"# points: {shown or 'none'}", *lines]


def _is_supplied(board: Board, unit: UnitId) -> bool:
    """See 13.2/3, 14.3/5: only such a unit can be replenished."""
    return not is_out_of_supply(board, unit) and has_line(board, board.hex_of(unit), board.unit(unit).side)


def _price(board: Board, unit: UnitId) -> int:
    """See 13.2: what it costs to rebuild the unit at full strength."""
    return replacements.cost(board, unit, board.unit(unit).figure("steps"))


def _withdrawals(board: Board, side: Side) -> list[str]:
    """See 13.3, WC: what must leave in this turn, and what is owed from before."""
    return [f"# due [13.3]: {_demand(demand)}" for demand in withdrawals.demands(board, side)]


def _demand(demand: withdrawals.Demand) -> str:
    if demand.named:
        return demand.named
    return f"{demand.number} of the {withdrawals.KINDS[demand.kind]} of {NATION_NAMES[demand.nation]}"


def _modes(board: Board, side: Side, kind: str) -> list[str]:
    if kind != "first-combat":
        return []
    return [f"# mode {hq} {'support' if board.is_marked(hq, 'support') else 'movement'}" for hq in hqs(board, side)]


def _attacks(board: Board, side: Side, targets: Targets) -> list[str]:
    found: dict[HexId, list[UnitId]] = {}
    for unit in board.on_map(side):
        for hex_id in targets(board, unit):
            found.setdefault(hex_id, []).append(unit)
    return [f"# attack {hex_id} with {', '.join(units)}" for hex_id, units in sorted(found.items())]


# -- what the turn demands or brings -------------------------------------------------------------------------


def combat_notes(board: Board, side: Side, kind: str) -> list[str]:
    """See EV.B.mandatory, EV.B.mine, EV.A.rommel, 17.2: what the event of the turn or a pause means for combat
    orders."""
    notes = []
    if mandatory.is_in_force(board, side):
        notes.append(_offensive(board, side))
    if side == CP and mines.is_open(board) and (hexes := mines.targets(board)):
        listed = [*hexes[:MOST_SHOWN], *(["..."] if len(hexes) > MOST_SHOWN else [])]
        notes.append(f"# mine HEX   # Mine Warfare [EV.B.mine], once in this turn: {', '.join(listed)}")
    if side == CP and kind == "second-combat" and board.noted("event") == ROMMEL:
        notes.append("# Rommel [EV.A.rommel]: +1 for every attack in which German assault infantry takes part")
    if is_paused(board, side):
        attacks, guns = limits.attacks_left(board, side), limits.guns_left(board, side)
        notes.append(f"# operational pause [17.2]: attacks left {attacks}, artillery units left {guns}, in this turn")
    return notes


def _offensive(board: Board, side: Side) -> str:
    """See EV.B.mandatory, ruling R95: how many steps must still attack, and how many could now."""
    done, could = limits.count_of(board, mandatory.COUNT), mandatory.most_possible(board, side, Spent())
    return (
        f"# Mandatory Offensive [EV.B.mandatory]: {mandatory.wanted(board)} steps must attack in this turn, in both"
        f" Combats together; {done} have, {could} could attack now; what is missing in the end is attacked for you"
    )


def movement_notes(board: Board, side: Side) -> list[str]:
    """See 7.11, 7.11/3, 17.2/3: what weather and a pause do to movement."""
    notes = []
    if is_winter(board):
        notes.append("# winter [7.11]: mountain hexes and rivers cost double, alpine hexes are closed")
    if is_raining(board):
        notes.append("# Torrential Rain [EV.A.rain]: clear, rough and marsh hexes cost double")
    if is_paused(board, side):
        notes.append("# operational pause [17.2/3]: half of the movement factors, as the units above show it")
    return notes
