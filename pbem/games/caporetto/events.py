"""6.0 Random events, and the chart of them as far as they do not happen inside combat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.games.caporetto.assault import roll_for_alpini
from pbem.games.caporetto.counters import AL, SIDES, is_combat_unit, nation_of
from pbem.games.caporetto.headquarters import remove_lone_hqs
from pbem.games.caporetto.morale import change, count_casualties
from pbem.games.caporetto.stacking import worth
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.scenario import Scenario
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide

TWICE = " twice"
ROMMEL, MINE, MANDATORY = "rommel", "mine-warfare", "mandatory-offensive"  # events that tell inside combat
Row = Mapping[str, Any]

# -- the pool ------------------------------------------------------------------------------------------------


def slug(name: str) -> str:
    """The name of an event as a word: `torrential-rain`."""
    return name.lower().replace(" ", "-")


def markers(scenario: Scenario, pool_name: str) -> tuple[str, ...]:
    """6.1, 3.2h, ruling R05: all markers of pool A or B."""
    return tuple([slug(row["name"]) for row in scenario.charts["event"] if row["pool"] == pool_name])


def pool_of(board: Board, turn: int) -> str:
    """See 6.1, 6.2: the pool of a turn, A or B; none on turn 1."""
    pools = board.scenario.charts["turns"]["event_pool"]
    return str(pools[turn - 1]) if 0 < turn <= len(pools) else ""


def pool(board: Board) -> tuple[str, ...]:
    """See 6.2: the markers in the container."""
    return tuple([name for name in board.noted("pool").split(",") if name])


def run(board: Board, table: Table, orders: OrdersBySide) -> None:
    """6.2 (see 4.1, 19.6): one marker is drawn and applied; on turn 10 the Alpini roll stands before it."""
    roll_for_alpini(board, table)
    if not pool_of(board, board.turn):
        return
    _change_pool(board)
    drawn = table.draw("random event", pool(board), rule="6.2")
    row = row_of(board, drawn)
    board.write("event", drawn, "6.2")
    board.note("event", row["rule"], event=drawn, title=row["name"], removed=row["once"] == "yes")
    if row["once"] == "yes":
        _remove(board, drawn)
    for nation, by in row.get("morale", {}).items():
        change(board, nation, int(by), row["rule"], row["name"])
    for nation, gained in row.get("rp", {}).items():
        board.write(f"extra.{nation}", board.number(f"extra.{nation}") + int(gained), row["rule"])
    _AT_ONCE.get(row["effect"], nothing)(board, table, row)


def row_of(board: Board, name: str) -> Row:
    """EV.A.hunger, EV.B.hunger, EV.B.diaz (see EV.A.brest, EV.B.mandatory): the line of the chart: what it moves."""
    rows = [row for row in board.scenario.charts["event"] if slug(row["name"]) == name]
    return next((row for row in rows if row["pool"] == pool_of(board, board.turn)), rows[0])


def _change_pool(board: Board) -> None:
    """6.2/2 (see 6.1): before the draw of turn 7 the A markers leave the pool and the B markers come in."""
    now = pool_of(board, board.turn)
    if now != pool_of(board, board.turn - 1) and board.turn > 2:
        board.write("pool", ",".join(markers(board.scenario, now)), "6.2/2")


def _remove(board: Board, drawn: str) -> None:
    """6.2/1, ruling R99: markers that are played once leave the game, whatever they did."""
    left = list(pool(board))
    left.remove(drawn)
    board.write("pool", ",".join(left), "6.2/1")


# -- what they do --------------------------------------------------------------------------------------------


def nothing(board: Board, table: Table, row: Row) -> None:
    """EV.A.none (see EV.A.rain, EV.A.rommel, EV.B.mine): nothing more at once; rain, Rommel and mines tell later."""


def _kaiserschlacht(board: Board, table: Table, row: Row) -> None:
    """EV.B.kaiserschlacht, ruling R97: the die is rolled now, the units leave in the Withdrawal Phase."""
    die = table.roll("Kaiserschlacht", rule="EV.B.kaiserschlacht", by=AL, kindest=1)
    is_hard = die in row["more_die"]
    board.note("kaiserschlacht", "EV.B.kaiserschlacht", die=die, hard=is_hard)
    board.write("kaiserschlacht", "hard" if is_hard else "half", "EV.B.kaiserschlacht")


# -- influenza -----------------------------------------------------------------------------------------------


def _influenza(board: Board, table: Table, row: Row) -> None:
    """EV.B.influenza, ruling R98: a die for the Allies and one for the Central Powers; each owner spreads his steps."""
    sides = tuple(reversed(SIDES))  # the Allies first
    steps = {}
    for side in sides:
        die = table.roll(f"influenza of {side}", rule="EV.B.influenza", by=side, kind="influenza", kindest=1)
        steps[side] = int(row["steps"][die - 1])
        board.note("influenza", "EV.B.influenza", side=side, die=die, steps=steps[side])
    ill = [side for side in sides if _fighters(board, side)]
    answers = table.ask_all([_question(board, side, steps[side]) for side in ill])
    for side, answer in zip(ill, answers, strict=True):
        _fall_ill(board, side, steps[side], answer)
    for side in sides:
        remove_lone_hqs(board, side)


def _fighters(board: Board, side: Side) -> tuple[UnitId, ...]:
    units = [unit for unit in board.on_map(side) if is_combat_unit(board.unit(unit))]
    return tuple(sorted(units, key=lambda unit: worth(board, unit)))


def _question(board: Board, side: Side, steps: int) -> Question:
    units = _fighters(board, side)
    options = []
    for unit in units:
        options.append(Option(unit, f"one step of {board.steps(unit)}, {board.map.called(board.hex_of(unit))}"))
        if board.steps(unit) > 1:
            options.append(Option(f"{unit}{TWICE}", "two steps"))
    return Question(
        side,
        f"influenza of {side}",
        tuple(options),
        "EV.B.influenza",
        f"Influenza costs you {steps} steps on the map. Which units lose them, first to last?",
        many=True,
        default=_default(board, units, steps),
        hint=f"influenza: {', '.join(_default(board, units, steps))}",
        about={"topic": "influenza", "units": steps},
    )


def _default(board: Board, units: Sequence[UnitId], steps: int) -> tuple[str, ...]:
    """The weakest units that live on with a step less; where there are too few, the weakest at all."""
    whole = [unit for unit in units if board.steps(unit) > 1]
    return tuple((*whole, *(unit for unit in units if unit not in whole))[:steps])


def _fall_ill(board: Board, side: Side, steps: int, answer: Sequence[str]) -> None:
    """See EV.B.influenza, 10.2, rulings R13, R98: the steps go; Italian and Austro-Hungarian ones count as
    casualties."""
    wanted = [UnitId(word.removesuffix(TWICE)) for word in answer for _ in range(2 if word.endswith(TWICE) else 1)]
    wanted += [*map(UnitId, _default(board, _fighters(board, side), steps)), *_fighters(board, side)]
    for unit in wanted:
        if steps and board.is_on_map(unit):
            steps -= board.lose(unit, 1, "EV.B.influenza", how="influenza")
            count_casualties(board, nation_of(board, unit), 1, "EV.B.influenza")


_AT_ONCE: Mapping[str, Callable[[Board, Table, Row], None]] = {
    "kaiserschlacht": _kaiserschlacht,
    "influenza": _influenza,
}
