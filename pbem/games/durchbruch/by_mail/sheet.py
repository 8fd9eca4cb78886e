"""The order sheet of a side: its units by corps, and order lines for what may come."""

from __future__ import annotations

from pbem.games.durchbruch import cup, reinforcements, replacements
from pbem.games.durchbruch.accessory import points_left
from pbem.games.durchbruch.attack import Phase, check_attacker, check_target
from pbem.games.durchbruch.by_mail.look import figures
from pbem.games.durchbruch.communication import in_command, is_cut_off
from pbem.games.durchbruch.counters import AG, CORPS, corps_of, is_combat_unit
from pbem.games.durchbruch.sequence import CHITS, may_come
from pbem.games.durchbruch.set_up import is_free, wants_plan
from pbem.games.durchbruch.walking import points
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import WAITING, Side, UnitId
from pbem.kernel.views.sheet import Coming, Sheet, SheetUnit, State, grouped, not_refused

COMMANDED = State("in command", usual=True)


def sheet(board: Board, side: Side) -> Sheet:
    """See 7-a: units by corps with what they may do, who comes, and lines for the sections that may come."""
    titles = {corps: f"{corps} {'Korps' if side == AG else 'Corps'}" for corps in CORPS.get(side, ())}
    connected = {unit: None for corps in CORPS.get(side, ()) for unit in in_command(board, side, corps)}
    groups = grouped(
        board.on_map(side), titles, lambda unit: corps_of(board.unit(unit)), lambda unit: _unit(board, unit, connected)
    )
    return Sheet(side, board.turn, board.step, groups, _coming(board, side), tuple(_lines(board, side)))


def _unit(board: Board, unit: UnitId, connected: dict[UnitId, None]) -> SheetUnit:
    counter, here = board.unit(unit), board.hex_of(unit)
    steps = f"{board.steps(unit)}/{counter.figure('steps')}"
    return SheetUnit(
        unit, counter.name, counter.size, counter.type, figures(board, unit), here, board.map.name_of(here), steps,
        points(board, unit), (_line(board, unit, connected),), tuple(_marks(board, unit)), _may(board, unit),
    )  # fmt: skip


def _line(board: Board, unit: UnitId, connected: dict[UnitId, None]) -> State:
    """See 10.1: the marker, and what the next check will say."""
    if is_cut_off(board, unit):
        return State("out of communication" + (", a line is open again" if unit in connected else ""))
    is_fine = unit in connected or not is_combat_unit(board.unit(unit))
    return COMMANDED if is_fine else State("in command until its next check")


def _marks(board: Board, unit: UnitId) -> list[str]:
    return [mark for mark in board.marks(unit) if not mark.startswith(("ooc", "@"))]


def _may(board: Board, unit: UnitId) -> tuple[str, ...]:
    """See 13: the hexes that the unit could attack where it stands."""
    counter = board.unit(unit)
    phase = Phase(counter.side, corps_of(counter))

    def check(hex_id: HexId) -> None:
        check_target(board, phase, hex_id)
        check_attacker(board, phase, unit, hex_id)

    if not is_combat_unit(counter):
        return ()
    return tuple(f"attack {h}" for h in not_refused(board.map.grid.neighbours[board.hex_of(unit)], check))


def _coming(board: Board, side: Side) -> tuple[Coming, ...]:
    waiting = [unit for unit in board.units(side) if board.place(unit) == WAITING]
    turns = {unit: reinforcements.arrival(board, unit) for unit in waiting}
    return tuple([Coming(u, figures(board, u), f"turn {turn}", turn <= board.turn) for u, turn in turns.items()])


# -- order lines ---------------------------------------------------------------------------------------------


def _lines(board: Board, side: Side) -> list[str]:
    """One block for each section that may still come; the step at hand has its name in the header already."""
    lines: list[str] = []
    for place in may_come(board.scenario, board.freeze(board.turn, board.step), side):
        if place.step != board.step:
            lines.append(f"# {place.step}:")
        lines += _of_step(board, side, place.step)
    return lines


def _of_step(board: Board, side: Side, step: str) -> list[str]:
    """See 6.5-2, 6.2, 6.4.1, 8.2-d, 7.1-0: what a section may hold."""
    if step == "set-up":
        return _of_set_up(board, side)
    if step == "bombardment":
        left = points_left(board)
        return [
            f"# {left} resource points",
            "# strengthen UNIT POINTS",
            "# marker UNITS",
            "# fire GUN at HEX",
            "# gas UNIT at HEX",
        ]
    if step == "surprise":
        return ["# at most 20 units", "# move UNITS HEX -> HEX", "# attack HEX with UNITS", "# first CORPS"]
    if step == "morning":
        return [f"# {replacements.allowed(board, side)} steps", "# replace UNITS"]
    return _of_corps(board, side, step) if step in CHITS else []


def _of_set_up(board: Board, side: Side) -> list[str]:
    """See 6.5-1, 6.5-2, 2.5.3.2-a, 16.5: the plans where the scenario wants one, and whom the owner places."""
    free = [unit for unit in board.on_map(side) if is_free(board.unit(unit))]
    plans = ["# choose PLAN: " + ", ".join(board.scenario.charts["plan"])] if side == AG and wants_plan(board) else []
    aside = [] if side == AG else ["# aside DUMMY"]
    return [*plans, f"# place UNIT at HEX: {', '.join(free)}", *aside]


def _of_corps(board: Board, side: Side, step: str) -> list[str]:
    corps = cup.CHITS[step]
    own = [unit for unit in board.on_map(side) if corps_of(board.unit(unit)) == corps]
    targets: dict[str, list[UnitId]] = {}
    for unit in own:
        for text in _may(board, unit):
            targets.setdefault(text, []).append(unit)
    entries = [f"# enter {u} {reinforcements.entry_hexes(board, u)[0]}" for u in reinforcements.due(board, side, corps)]
    attacks = [f"# {text} with {', '.join(units)}" for text, units in sorted(targets.items())]
    return [*entries, "# fire GUNS at HEX", "# move UNITS HEX -> HEX", *attacks]
