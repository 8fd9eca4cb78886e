"""The order sheet of a side: every unit with hex, strength, movement, supply and zone, and what it may do."""

from __future__ import annotations

from collections.abc import Callable, Iterable

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
from pbem.kernel.pieces import ASIDE, WAITING, Side, UnitId
from pbem.kernel.views.sheet import Coming, Group, Sheet, SheetUnit, State, grouped, not_refused

SUPPLIED = State("in supply", usual=True)


def sheet(board: Board, side: Side) -> Sheet:
    """Units by nation, support units, reinforcements, and order lines to fill in."""
    step = sequence.steps(board.scenario).get(board.step)
    kind = step.kind if step else ""
    groups = [*_to_set_up(board, side), *_by_nation(board, board.on_map(side), lambda unit: _unit(board, unit, kind))]
    ready = [u for u in board.units(side) if is_support(board.unit(u)) and support.is_available(board, u)]
    if ready:
        groups.append(Group("Support units that can be used", tuple([_support_unit(board, unit) for unit in ready])))
    lines = order_lines(board, side, kind, targets)
    return Sheet(side, board.turn, board.step, tuple(groups), _coming(board, side), tuple(lines))


def _by_nation(board: Board, units: Iterable[UnitId], show: Callable[[UnitId], SheetUnit]) -> tuple[Group, ...]:
    return grouped(units, NATION_NAMES, lambda unit: board.unit(unit).nation, show)


def _to_set_up(board: Board, side: Side) -> list[Group]:
    """See 3.2, 3.3: the units that still wait for their place, each with the hex that it takes without an order."""
    waiting = [unit for unit in board.units_at(START) if board.unit(unit).side == side]
    groups = _by_nation(board, waiting, lambda unit: _starter(board, unit))
    return [Group(f"To be set up, with the hex of October 1917: {group.title}", group.units) for group in groups]


def _starter(board: Board, unit: UnitId) -> SheetUnit:
    counter, home = board.unit(unit), historical_hex(board.scenario, unit)
    kinds = {"assault infantry": is_printed_assault(counter), "mountain unit": is_mountain(counter)}
    words = [word for word, is_so in (kinds | {"GHQ reserve (3.2f)": counter.has("reserve")}).items() if is_so]
    modes = f"{counter.figure('move')} or {counter.figure('support-move')}" if is_hq(counter) else ""
    return SheetUnit(
        unit, counter.name, counter.size, counter.type, "" if modes else figures(board, unit), home,
        board.map.name_of(home), _steps(board, unit), modes or allowance(board, unit), (SUPPLIED,), tuple(words),
    )  # fmt: skip


def _steps(board: Board, unit: UnitId) -> str:
    """Steps left and printed; an HQ has none to lose (ruling R15)."""
    counter = board.unit(unit)
    return "0/0" if is_hq(counter) else f"{board.steps(unit)}/{counter.figure('steps')}"


def _coming(board: Board, side: Side) -> tuple[Coming, ...]:
    due = reinforcements.due(board, side)
    waiting = [u for u in board.units(side) if board.place(u) == WAITING and not is_support(board.unit(u))]
    return tuple([Coming(u, figures(board, u), f"turn {arrival(board.unit(u))}", u in due) for u in waiting])


def _unit(board: Board, unit: UnitId, kind: str) -> SheetUnit:
    counter, here = board.unit(unit), board.hex_of(unit)
    return SheetUnit(
        unit, counter.name, counter.size, counter.type, figures(board, unit), here, board.map.name_of(here),
        _steps(board, unit), allowance(board, unit), (_supply(board, unit),), tuple(_marks(board, unit)),
        _may(board, unit, kind),
    )  # fmt: skip


def _support_unit(board: Board, unit: UnitId) -> SheetUnit:
    counter = board.unit(unit)
    return SheetUnit(unit, counter.name, "", counter.type, counter.type, ASIDE, "", "0/0", "", (SUPPLIED,))


def _supply(board: Board, unit: UnitId) -> State:
    """See 14.3, ruling R67: the marker, and what a fresh look at the lines says."""
    side, here = board.unit(unit).side, board.hex_of(unit)
    has_line = supply.has_line(board, here, side)
    if supply.is_out_of_supply(board, unit):
        rule, why = ("14.3", "a line is open again") if has_line else supply.why_no_line(board, here, side)
        return State(f"out of supply ({rule}: {why})")
    if not has_line:
        rule, why = supply.why_no_line(board, here, side)
        return State(f"in supply until its next check ({rule}: {why})")
    return SUPPLIED


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
    """See 11.2: the hexes that the unit may attack."""
    side = board.unit(unit).side

    def check(hex_id: HexId) -> None:
        check_target(board, side, hex_id, Spent())
        check_attacker(board, side, unit, hex_id, Spent())

    return not_refused(board.map.grid.neighbours[board.hex_of(unit)], check)
