"""The order sheet of a side: its units brigade by brigade, guns by corps, and what each may do."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.games.strafexpedition import frozen, reinforcements, supply
from pbem.games.strafexpedition.artillery import EMPLACING, is_in_battery, is_ready
from pbem.games.strafexpedition.by_mail.look import figures, printed_fire
from pbem.games.strafexpedition.by_mail.sheet_lines import order_lines
from pbem.games.strafexpedition.by_mail.zone_words import zone_words
from pbem.games.strafexpedition.command import HQ_BOX, headquarters
from pbem.games.strafexpedition.counters import brigade_of, is_artillery, is_battery, is_fortress, is_hq
from pbem.games.strafexpedition.deployment import START, line_of
from pbem.games.strafexpedition.disorganization import disorganization, threshold
from pbem.games.strafexpedition.sequence import steps
from pbem.games.strafexpedition.trenches import level
from pbem.games.strafexpedition.walking import allowance
from pbem.games.strafexpedition.zoc import controllers
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.pieces import WAITING, Side, UnitId
from pbem.kernel.sequence import stem_of
from pbem.kernel.views.sheet import Coming, Group, Sheet, SheetUnit, State, grouped

SUPPLIED = State("in supply", usual=True)
ALONE, GUNS, FORTS = "independent units", "guns", "fortresses"  # titles beside the brigades
WORDS = {
    "acted": "activated today", "moved": "has moved", "marched": "forced march today", "uncommanded": "out of command",
    "dug": "has dug today", "fired": "has bombarded", "def-fired": "has fired in defence", "held": "stays today",
    "halved": "half its movement today",
}  # fmt: skip


def sheet(board: Board, side: Side) -> Sheet:
    """See 2.2.2, 4.0.8: units by brigade, then independents, guns and fortresses, and order lines to fill in."""
    step = steps(board.scenario).get(board.step)
    kind = stem_of(step.kind) if step else ""
    groups = [*_to_set_up(board, side), *_groups(board, side, board.on_map(side), kind)]
    return Sheet(
        side, board.turn, board.step, tuple(groups), _coming(board, side), tuple(order_lines(board, side, kind))
    )


def _titles(board: Board, side: Side) -> dict[str, str]:
    own = headquarters(board.scenario, side)
    titles = {name: f"Brigade {name.replace('_', ' ')}{_of_hq(board, hq)}" for name, hq in own.items()}
    return {**titles, ALONE: "Independent units", GUNS: "Artillery", FORTS: "Fortresses"}


def _of_hq(board: Board, hq: UnitId) -> str:
    """The values of the headquarters, and whether the brigade has acted."""
    counter = board.unit(hq)
    values = f"Initiative {counter.figure('initiative')}, Command Range {counter.figure('command')}"
    has_acted = hq in board.units() and board.place(hq) != HQ_BOX
    return f" ({values}{', has acted today' if has_acted else ''})"


def _group_of(board: Board, unit: UnitId) -> str:
    counter = board.unit(unit)
    if is_fortress(counter):
        return FORTS
    return GUNS if is_battery(counter) else brigade_of(counter) or ALONE


def _groups(board: Board, side: Side, units: Iterable[UnitId], kind: str) -> tuple[Group, ...]:
    fighting = [unit for unit in units if not is_hq(board.unit(unit))]
    return grouped(
        fighting, _titles(board, side), lambda unit: _group_of(board, unit), lambda unit: _unit(board, unit, kind)
    )


def _to_set_up(board: Board, side: Side) -> list[Group]:
    """See 5.0: who still waits for a hex, with the zone of its line."""
    waiting = [unit for unit in board.units_at(START) if board.unit(unit).side == side]
    shown = [_starter(board, unit) for unit in waiting]
    return [Group("To be set up, each with its zone", tuple(shown))] if shown else []


def _starter(board: Board, unit: UnitId) -> SheetUnit:
    counter, line = board.unit(unit), line_of(board.scenario, unit)
    shown = printed_fire(counter) if is_battery(counter) else figures(board, unit)  # in battery unless ordered (5.0)
    zone = zone_words(line.zone) if line else ""
    return SheetUnit(
        unit, counter.name, counter.size, counter.type, shown, START, zone, _steps(board, unit),
        counter.figure("move"), (SUPPLIED,),
    )  # fmt: skip


def _unit(board: Board, unit: UnitId, kind: str) -> SheetUnit:
    counter, here = board.unit(unit), board.hex_of(unit)
    still = is_fortress(counter) or (is_battery(counter) and is_in_battery(board, unit))
    return SheetUnit(
        unit, counter.name, counter.size, counter.type, figures(board, unit), here, board.map.name_of(here),
        _steps(board, unit), "" if still else allowance(board, unit), (_supply(board, unit),),
        tuple(_marks(board, unit)), _may(board, unit, kind),
    )  # fmt: skip


def _steps(board: Board, unit: UnitId) -> str:
    return f"{board.steps(unit)}/{board.unit(unit).figure('steps')}"


def _supply(board: Board, unit: UnitId) -> State:
    """See 10.2: what a look at the lines says now."""
    return SUPPLIED if supply.is_supplied(board, unit) else State("no line of supply (10.2)")


def _marks(board: Board, unit: UnitId) -> list[str]:
    """Disorganization, mode, trench, markers of the day, and in whose zones it stands."""
    counter, here = board.unit(unit), board.hex_of(unit)
    points = disorganization(board, unit)
    words = [f"disorganized {points} of {threshold(board, unit)}"] if points else []
    if is_battery(counter):
        words.append("in battery" if is_in_battery(board, unit) else "on the move")
    if board.is_marked(unit, EMPLACING):
        words.append("ready to fire tomorrow")
    high = level(board, here)
    words += [f"trench {high}"] if high else []
    words += [said for mark, said in WORDS.items() if board.is_marked(unit, mark)]
    words += ["held in the East (S5.sp1)"] if frozen.is_frozen(board, unit) else []
    near = [enemy for enemy in controllers(board, here, counter.side) if not is_stand_in(enemy)]
    return [*words, f"in the zone of {', '.join(near)}"] if near else words


def _may(board: Board, unit: UnitId, kind: str) -> tuple[str, ...]:
    """See 4.0.6, 4.0.8, 4.0.10: what the unit may do in the step at hand."""
    counter = board.unit(unit)
    if kind == "artillery" and is_battery(counter) and not frozen.is_frozen(board, unit):
        return ("turn to move" if is_in_battery(board, unit) else "turn to fire",)
    if kind == "action" and is_artillery(counter) and is_ready(board, unit) and not board.is_marked(unit, "acted"):
        return ("be attached and bombard",)
    if kind == "march" and not board.is_marked(unit, "acted") and not board.is_marked(unit, "moved"):
        return () if is_artillery(counter) and is_in_battery(board, unit) else ("move",)
    return ()


def _coming(board: Board, side: Side) -> tuple[Coming, ...]:
    """See 6.1: who is still to come, the soonest first."""
    dates, due = board.scenario.card["dates"], reinforcements.due(board, side)
    turns = {unit: line.turn for line in reinforcements.arrivals(board.scenario) for unit in line.units}
    waiting = sorted([unit for unit in board.units_at(WAITING, side) if unit in turns], key=turns.__getitem__)
    return tuple([Coming(unit, figures(board, unit), str(dates[turns[unit] - 1]), unit in due) for unit in waiting])
