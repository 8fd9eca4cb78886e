"""The order sheet of a side: every unit with hex, strength, movement, supply and zone, and what it may do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.caporetto import reinforcements, replacements, sequence, supply, support
from pbem.games.caporetto.assault import is_assault, is_printed_assault
from pbem.games.caporetto.attack import Spent, check_attacker, check_target
from pbem.games.caporetto.by_mail.sheet_lines import ATTACKS, order_lines
from pbem.games.caporetto.counters import NATION_NAMES, arrival, figures, is_hq, is_mountain, is_support
from pbem.games.caporetto.deployment import START
from pbem.games.caporetto.headquarters import serving_hqs
from pbem.games.caporetto.pause import allowance
from pbem.games.caporetto.sectors import historical_hex
from pbem.games.caporetto.walking import is_pinned
from pbem.games.caporetto.zoc import enemies_controlling
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import WAITING, Side, UnitId
from pbem.kernel.sheets import by_nation, not_refused


def sheet(board: Board, side: Side) -> Mapping[str, Any]:
    """Units by nation, support units, reinforcements, and order lines to fill in."""
    step = sequence.steps(board.scenario).get(board.step)
    kind = step.kind if step else ""
    groups = [*_to_set_up(board, side), *by_nation(board, side, NATION_NAMES, lambda unit: _unit(board, unit, kind))]
    ready = [u for u in board.units(side) if is_support(board.unit(u)) and support.is_available(board, u)]
    if ready:
        groups.append({"title": "Support units that can be used", "units": [_support_unit(board, u) for u in ready]})
    return {
        "side": side, "turn": board.turn, "step": board.step, "groups": groups,
        "reinforcements": _coming(board, side), "orders": order_lines(board, side, kind, targets),
    }  # fmt: skip


def _to_set_up(board: Board, side: Side) -> list[dict[str, Any]]:
    """3.2, 3.3: the units that still wait for their place, each with the hex that it takes without an order."""
    found = []
    for nation, title in NATION_NAMES.items():
        waiting = [unit for unit in board.units_at(START) if board.unit(unit).nation == nation]
        units = [_starter(board, unit) for unit in waiting if board.unit(unit).side == side]
        if units:
            found.append({"title": f"To be set up, with the hex of October 1917: {title}", "units": units})
    return found


def _starter(board: Board, unit: UnitId) -> dict[str, Any]:
    counter, home = board.unit(unit), historical_hex(board.scenario, unit)
    kinds = {"assault infantry": is_printed_assault(counter), "mountain unit": is_mountain(counter)}
    words = [word for word, is_so in (kinds | {"GHQ reserve (3.2f)": counter.has("reserve")}).items() if is_so]
    modes = f"{counter.figure('move')} or {counter.figure('support-move')}" if is_hq(counter) else ""
    return {
        "id": unit, "name": counter.name, "size": counter.size, "type": counter.type,
        "figures": "" if modes else figures(board, unit), "hex": home, "place": board.map.name_of(home),
        "steps": _steps(board, unit), "move": modes or allowance(board, unit),
        "supply": "in supply", "marks": words, "may": [],
    }  # fmt: skip


def _steps(board: Board, unit: UnitId) -> str:
    """Steps left and printed; an HQ has none to lose (ruling R15)."""
    counter = board.unit(unit)
    return "0/0" if is_hq(counter) else f"{board.steps(unit)}/{counter.figure('steps')}"


def _coming(board: Board, side: Side) -> list[dict[str, Any]]:
    due = reinforcements.due(board, side)
    waiting = [u for u in board.units(side) if board.place(u) == WAITING and not is_support(board.unit(u))]
    return [
        {"id": u, "figures": figures(board, u), "when": f"turn {arrival(board.unit(u))}", "due": u in due}
        for u in waiting
    ]


def _unit(board: Board, unit: UnitId, kind: str) -> dict[str, Any]:
    counter, here = board.unit(unit), board.hex_of(unit)
    return {
        "id": unit, "name": counter.name, "size": counter.size, "type": counter.type, "figures": figures(board, unit),
        "hex": here, "place": board.map.name_of(here), "steps": _steps(board, unit),
        "move": allowance(board, unit), "supply": _supply(board, unit),
        "marks": _marks(board, unit), "may": list(_may(board, unit, kind)),
    }  # fmt: skip


def _support_unit(board: Board, unit: UnitId) -> dict[str, Any]:
    counter = board.unit(unit)
    return {
        "id": unit, "name": counter.name, "size": "", "type": counter.type, "figures": counter.type, "hex": "aside",
        "place": "", "steps": "0/0", "move": "", "supply": "in supply", "marks": [], "may": [],
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


def _marks(board: Board, unit: UnitId) -> list[str]:
    """The mode of an HQ, assault infantry, HQs out of range (16.2), markers, and which enemies pin the unit (7.4)."""
    counter, here = board.unit(unit), board.hex_of(unit)
    words = ["assault infantry"] if is_assault(board, unit) else []
    if is_hq(counter):
        words.append("support mode" if board.is_marked(unit, "support") else "movement mode")
    elif not serving_hqs(board, counter.side, here):
        words.append("no HQ in range (16.2)")
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
