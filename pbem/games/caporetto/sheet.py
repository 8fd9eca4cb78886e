"""The order sheet of a side: every unit with hex, strength, movement, supply and zone, and what it may do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.caporetto import reinforcements, replacements, sequence, set_up, supply, support, withdrawals
from pbem.games.caporetto.assault import is_assault
from pbem.games.caporetto.attack import Spent, check_attacker, check_target
from pbem.games.caporetto.counters import NATION_NAMES, NATIONS, arrival, figures, is_hq, is_support
from pbem.games.caporetto.deployment import START
from pbem.games.caporetto.headquarters import hqs, serving_hqs
from pbem.games.caporetto.pause import allowance
from pbem.games.caporetto.walking import is_pinned
from pbem.games.caporetto.zoc import enemies_controlling
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.hexes import HexId
from pbem.kernel.pieces import WAITING, Side, UnitId
from pbem.kernel.sheets import by_nation, not_refused

ATTACKS = ("first-combat", "second-combat")


def sheet(board: Board, side: Side) -> Mapping[str, Any]:
    """Units by nation, support units, reinforcements, and order lines to fill in."""
    step = sequence.steps(board.scenario).get(board.step)
    kind = step.kind if step else ""
    groups = by_nation(board, side, NATION_NAMES, lambda unit: _unit(board, unit, kind))
    ready = [u for u in board.units(side) if is_support(board.unit(u)) and support.is_available(board, u)]
    if ready:
        groups.append({"title": "Support units that can be used", "units": [_support_unit(board, u) for u in ready]})
    return {
        "side": side, "turn": board.turn, "step": board.step, "groups": groups,
        "reinforcements": _coming(board, side), "orders": order_lines(board, side, kind),
    }  # fmt: skip


def _coming(board: Board, side: Side) -> list[dict[str, Any]]:
    due = reinforcements.due(board, side)
    waiting = [u for u in board.units(side) if board.place(u) in (WAITING, START) and not is_support(board.unit(u))]
    return [{"id": u, "figures": figures(board, u), "when": _when(board, u), "due": u in due} for u in waiting]


def _when(board: Board, unit: UnitId) -> str:
    counter = board.unit(unit)
    return f"turn {arrival(counter)}" if arrival(counter) else counter.set_up


def _unit(board: Board, unit: UnitId, kind: str) -> dict[str, Any]:
    counter, here = board.unit(unit), board.hex_of(unit)
    return {
        "id": unit, "name": counter.name, "size": counter.size, "type": counter.type, "figures": figures(board, unit),
        "hex": here, "place": board.map.name_of(here), "steps": f"{board.steps(unit)}/{counter.figure('steps')}",
        "move": allowance(board, unit), "supply": _supply(board, unit), "command": _range(board, unit),
        "marks": _marks(board, unit), "may": list(_may(board, unit, kind)),
    }  # fmt: skip


def _support_unit(board: Board, unit: UnitId) -> dict[str, Any]:
    counter = board.unit(unit)
    return {
        "id": unit, "name": counter.name, "size": "", "type": counter.type, "figures": counter.type, "hex": "aside",
        "place": "", "steps": "0/0", "move": 0, "supply": "in supply", "command": "in command", "marks": [], "may": [],
    }  # fmt: skip


def _supply(board: Board, unit: UnitId) -> str:
    """14.3, ruling R67: the marker, and what a fresh look at the lines says."""
    side, here = board.unit(unit).side, board.hex_of(unit)
    has_line = supply.has_line(board, here, side)
    if supply.is_out_of_supply(board, unit):
        rule, why = ("14.3", "a line is open again") if has_line else supply.why_no_line(board, here, side)
        return f"out of supply ({rule}: {why})"
    if not has_line:
        rule, why = supply.why_no_line(board, here, side)
        return f"in supply until its next check ({rule}: {why})"
    return "in supply"


def _range(board: Board, unit: UnitId) -> str:
    """16.2: whether an HQ in support mode and in supply is in range, so that more than one support unit can help."""
    serving = serving_hqs(board, board.unit(unit).side, board.hex_of(unit))
    return "in command" if serving or is_hq(board.unit(unit)) else "no HQ in range (16.2)"


def _marks(board: Board, unit: UnitId) -> list[str]:
    """The mode of an HQ, assault infantry, markers, and which enemies pin the unit (7.4)."""
    counter, here = board.unit(unit), board.hex_of(unit)
    words = ["assault infantry"] if is_assault(board, unit) else []
    if is_hq(counter):
        words.append("support mode" if board.is_marked(unit, "support") else "movement mode")
    words += [mark for mark in board.marks(unit) if mark not in ("oos", "top", "support")]
    pinning = [enemy for enemy in enemies_controlling(board, here, counter.side) if not is_stand_in(enemy)]
    return [*words, f"in the zone of {', '.join(pinning)}"] if pinning else words


def _may(board: Board, unit: UnitId, kind: str) -> tuple[str, ...]:
    """What the unit may do in the step at hand."""
    if kind == "movement":
        return () if is_pinned(board, unit) else (f"move, {allowance(board, unit)} MP",)
    if kind == "strategic":
        return () if is_pinned(board, unit) else ("move strategically",)
    if kind in ATTACKS:
        return tuple(f"attack {hex_id}" for hex_id in targets(board, unit))
    if kind == "infiltration":
        return ("infiltrate",) if is_assault(board, unit) else ()
    if kind == "replacement" and replacements.is_depleted(board, unit):
        return ("be replenished",)
    return ()


def targets(board: Board, unit: UnitId) -> tuple[HexId, ...]:
    """11.2: the hexes that the unit may attack."""
    side = board.unit(unit).side

    def check(hex_id: HexId) -> None:
        check_target(board, side, hex_id, Spent())
        check_attacker(board, side, unit, hex_id, Spent())

    return not_refused(board.map.grid.neighbours[board.hex_of(unit)], check)


# -- lines to fill in ----------------------------------------------------------------------------------------


def order_lines(board: Board, side: Side, kind: str) -> list[str]:
    """Lines for the order block: what is due, and for the phases that follow, so that one file can carry them all."""
    if kind == "set-up":
        notes = [f"# {title}" for title in set_up.sector_titles(board.scenario, side)]
        return ["deploy historical", *notes, "# place UNIT at HEX", "# mode HQ support"]
    if kind == "pause":
        return ["pause no", *_before_operations(board, side)]
    if kind in ("reinforcement", "replacement"):
        return _before_operations(board, side, kind)
    if kind == "strategic":
        return ["# move UNIT to HEX", "# first-combat:", *_attacks(board, side, "# ")]
    if kind in ATTACKS:
        return [*_modes(board, side, kind), *_attacks(board, side)]
    if kind == "infiltration":
        return ["# infiltrate UNIT to HEX", "# second-combat:", "# attack HEX with UNIT"]
    return ["# move UNIT to HEX"] if kind == "movement" else []


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
        lines += ["# withdrawal:", "# withdraw UNIT, UNIT"]
    return [*lines, "# strategic:", "# move UNIT to HEX"]


def _named(section: str, first: str) -> list[str]:
    return [] if section == first else [f"{section}:"]


def _replacements(board: Board, side: Side) -> list[str]:
    own = [u for u in board.units(side) if not is_support(board.unit(u))]
    lines = [f"# replenish {u}" for u in own if replacements.is_depleted(board, u)]
    lines += [f"# rebuild {u} full" for u in own if replacements.is_eliminated(board, u)]
    points = {n: replacements.points(board, n) for n, owner in NATIONS.items() if owner == side}
    shown = ", ".join(f"{nation} {number}" for nation, number in points.items() if number)
    return [f"# points: {shown or 'none'}", *lines]


def _modes(board: Board, side: Side, kind: str) -> list[str]:
    if kind != "first-combat":
        return []
    return [f"# mode {hq} {'support' if board.is_marked(hq, 'support') else 'movement'}" for hq in hqs(board, side)]


def _attacks(board: Board, side: Side, before: str = "# ") -> list[str]:
    found: dict[HexId, list[UnitId]] = {}
    for unit in board.on_map(side):
        for hex_id in targets(board, unit):
            found.setdefault(hex_id, []).append(unit)
    return [f"{before}attack {hex_id} with {', '.join(units)}" for hex_id, units in sorted(found.items())]
