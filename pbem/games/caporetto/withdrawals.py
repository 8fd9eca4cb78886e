"""13.3 Withdrawals, by the chart and by Kaiserschlacht."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.caporetto.assault import is_printed_assault
from pbem.games.caporetto.counters import (
    AL,
    NATION_NAMES,
    NATIONS,
    SIDES,
    is_division,
    is_hq,
    is_infantry_division,
    is_support,
    nation_of,
)
from pbem.games.caporetto.headquarters import remove_lone_hqs
from pbem.games.caporetto.options import chosen
from pbem.games.caporetto.stacking import worth
from pbem.games.caporetto.supply import has_line
from pbem.kernel.board import Board
from pbem.kernel.pieces import ASIDE, Side, Unit, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide
from pbem.values import NamedTuple

WITHDRAWN = "withdrawn"
KINDS = {"infantry": "infantry divisions", "cavalry": "cavalry divisions", "artillery": "artillery units"}


class Demand(NamedTuple):
    """What a nation must give up: a number of units of a kind, or a named one."""

    nation: str
    kind: str
    number: int
    named: str = ""


# -- what is demanded ----------------------------------------------------------------------------------------


def demands(board: Board, side: Side) -> tuple[Demand, ...]:
    """WC (see 13.3, ruling R82): the rows of the Withdrawals Chart for this turn and side, with what is owed from
    before."""
    found: dict[tuple[str, str, str], int] = {}
    for row in board.scenario.charts["withdrawal"]:
        if row["turn"] == board.turn and NATIONS[row["nation"]] == side:
            found |= {(row["nation"], "", named): 1 for named in row.get("units", ())}
            found |= {(row["nation"], kind, ""): int(row[kind]) for kind in KINDS if kind in row}
    for nation, kind in [(n, k) for n, owner in NATIONS.items() if owner == side for k in KINDS]:
        owed = board.number(_debt(nation, kind))
        if owed:
            found[nation, kind, ""] = found.get((nation, kind, ""), 0) + owed
    return tuple([Demand(nation, kind, number, named) for (nation, kind, named), number in found.items()])


def _debt(nation: str, kind: str) -> str:
    return f"owed.{nation}.{kind}"


def is_demanding(board: Board) -> bool:
    """13.3: whether anybody has to withdraw anything in this turn."""
    return bool(board.noted("kaiserschlacht")) or any(demands(board, side) for side in SIDES)


# -- who can go ----------------------------------------------------------------------------------------------


def is_of_kind(unit: Unit, kind: str) -> bool:
    """See 13.3, rulings R81, R84: assault divisions are infantry divisions; `artillery` is a support unit."""
    if kind == "infantry":
        return is_infantry_division(unit)
    if kind == "cavalry":
        return is_division(unit) and unit.type == "cavalry"
    return unit.type == "artillery"


def present(board: Board, demand: Demand) -> tuple[UnitId, ...]:
    """The units of the nation and kind that are still in the game."""
    units = [u for u in board.units(NATIONS[demand.nation]) if nation_of(board, u) == demand.nation]
    if demand.named:
        return tuple([u for u in units if u == demand.named and board.is_on_map(u)])
    kind = [u for u in units if is_of_kind(board.unit(u), demand.kind)]
    return tuple([u for u in kind if board.is_on_map(u) or (is_support(board.unit(u)) and board.place(u) == ASIDE)])


def eligible(board: Board, demand: Demand) -> tuple[UnitId, ...]:
    """13.3/2, rulings R67, R83: those that trace supply, in enemy zones too; the cheapest first, reduced ones too."""
    found = [
        u for u in present(board, demand) if not board.is_on_map(u) or has_line(board, board.hex_of(u), _side(u, board))
    ]
    return tuple(sorted(found, key=lambda u: _price(board, u)))


def _price(board: Board, unit: UnitId) -> tuple[bool, bool, int, int, int, int]:
    """What its owner would miss least: a division before an HQ, assault infantry last of all, the reduced and the weak
    first."""
    counter = board.unit(unit)
    return is_hq(counter), is_printed_assault(counter), board.steps(unit), *worth(board, unit)


def _side(unit: UnitId, board: Board) -> Side:
    return board.unit(unit).side


# -- the phase -----------------------------------------------------------------------------------------------


def run(board: Board, table: Table, orders: OrdersBySide) -> None:
    """See 13.0, 13.3, 4.1/4: the Withdrawal Phase, the Central Powers first; then Kaiserschlacht takes its share."""
    for side in SIDES:  # CP stands first
        _withdraw_by_chart(board, table, side)
    if board.noted("kaiserschlacht"):
        _withdraw_for_kaiserschlacht(board, table)
    for side in SIDES:
        remove_lone_hqs(board, side)


def _withdraw_by_chart(board: Board, table: Table, side: Side) -> None:
    due = demands(board, side)
    open_ones = [demand for demand in due if len(eligible(board, demand)) > demand.number]
    answers = dict(zip(open_ones, table.ask_all([_question(board, demand) for demand in open_ones]), strict=True))
    for demand in due:
        offered = eligible(board, demand)
        named = [UnitId(unit) for unit in answers.get(demand, ())]
        going = (*named, *(unit for unit in offered if unit not in named))[: demand.number]
        left_over = len(present(board, demand)) - len(going)  # counted before they go
        for unit in going:
            board.put(unit, WITHDRAWN, "13.3", how="withdrawn")
        _owe(board, demand, demand.number - len(going), left_over)


def _owe(board: Board, demand: Demand, missing: int, left_over: int) -> None:
    """13.3/3, rulings R82, R86: a named unit that is gone is forgiven; the rest is owed while such units are left."""
    owed = min(missing, left_over) if chosen(board, "owed-withdrawals") == "owed" and not demand.named else 0
    if missing:
        what = demand.named or f"{missing} {KINDS[demand.kind]} of {NATION_NAMES[demand.nation]}"
        board.note("not-withdrawn", "13.3/3" if demand.named else "13.3", what=what, missing=missing, owed=owed)
    if not demand.named:
        board.write(_debt(demand.nation, demand.kind), owed or "", "13.3")


def _question(board: Board, demand: Demand) -> Question:
    units = eligible(board, demand)
    nation = NATION_NAMES[demand.nation]
    return Question(
        NATIONS[demand.nation],
        f"withdrawal of {demand.nation} {demand.kind}",
        tuple(Option(unit, f"{board.steps(unit)} steps, {board.map.called(board.hex_of(unit))}"
                     if board.is_on_map(unit) else "aside") for unit in units),
        "13.3",
        f"{nation} must withdraw {demand.number} of its {KINDS[demand.kind]}. Which, first to last?",
        many=True,
        default=units[: demand.number],
        hint=f"withdraw {', '.join(units[: demand.number])}",
        about={"topic": "withdrawals", "nation": demand.nation, "kind": demand.kind, "units": demand.number},
    )  # fmt: skip


# -- Kaiserschlacht ------------------------------------------------------------------------------------------


def _is_expeditionary(board: Board, unit: UnitId) -> bool:
    return nation_of(board, unit) in ("UK", "FR")


def _withdraw_for_kaiserschlacht(board: Board, table: Table) -> None:
    """See EV.B.kaiserschlacht, ruling R97: half of the British and French ground units, rounded up; on 5-6 more."""
    ground = [unit for unit in board.on_map(AL) if _is_expeditionary(board, unit)]
    number = (len(ground) + 1) // 2
    named: Sequence[UnitId] = ()
    if ground and number < len(ground):
        named = [UnitId(unit) for unit in table.ask(_kaiserschlacht_question(board, ground, number))]
    weakest = sorted(ground, key=lambda unit: _price(board, unit))
    for unit in (*named, *(unit for unit in weakest if unit not in named))[:number]:
        board.put(unit, WITHDRAWN, "EV.B.kaiserschlacht", how="withdrawn")
    if board.noted("kaiserschlacht") == "hard":
        _withdraw_air_and_divisions(board, table)
    board.write("kaiserschlacht", "", "EV.B.kaiserschlacht")


def _withdraw_air_and_divisions(board: Board, table: Table) -> None:
    """See EV.B.kaiserschlacht: all British and French air units, and every remaining division that rolls 1 or 2."""
    row = next(row for row in board.scenario.charts["event"] if row["effect"] == "kaiserschlacht")
    for unit in board.units(AL):
        if _is_expeditionary(board, unit) and board.unit(unit).type == "air" and board.place(unit) != WITHDRAWN:
            board.put(unit, WITHDRAWN, "EV.B.kaiserschlacht", how="withdrawn")
    for unit in [u for u in board.on_map(AL) if _is_expeditionary(board, u) and is_division(board.unit(u))]:
        die = table.roll(
            f"Kaiserschlacht {unit}",
            rule="EV.B.kaiserschlacht",
            units=(unit,),
            kind="Kaiserschlacht division",
            kindest=6,
        )
        if die in row["division_die"]:
            board.put(unit, WITHDRAWN, "EV.B.kaiserschlacht", how="withdrawn")


def _kaiserschlacht_question(board: Board, units: Sequence[UnitId], number: int) -> Question:
    weakest = sorted(units, key=lambda unit: _price(board, unit))
    return Question(
        AL,
        "kaiserschlacht",
        tuple(Option(unit, f"{board.steps(unit)} steps, {board.map.called(board.hex_of(unit))}") for unit in units),
        "EV.B.kaiserschlacht",
        f"Half of the British and French ground units leave: {number} of {len(units)}. Which, first to last?",
        many=True,
        default=tuple(weakest[:number]),
        hint=f"kaiserschlacht: {', '.join(weakest[:number])}",
        about={"topic": "kaiserschlacht", "units": number},
    )
