"""13.6 Losses: steps that are lost and counted, and who must pay for the hits of a combat."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.durchbruch.counters import AG, is_german, is_hq, is_real, is_regiment
from pbem.games.durchbruch.marks import BRIDGING, PONTOON, lost
from pbem.games.durchbruch.morale import checks
from pbem.games.durchbruch.status import machine_guns, strength
from pbem.kernel import choosing
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.values import NamedTuple


class Bill(NamedTuple):
    """Hits that units must pay with steps, and whose MG value was used."""

    side: Side
    units: tuple[UnitId, ...]
    hits: int
    gunner: UnitId | None
    hex: HexId


# -- steps ---------------------------------------------------------------------------------------------------


def hurt(board: Board, unit: UnitId, rule: str, **about: object) -> None:
    """2-d, 2.5.1-b (see 2-c, 6.2.3): one step; whoever has no more is gone. An HQ is displaced instead (2.4.3)."""
    if is_hq(board.unit(unit)):
        return
    if board.steps(unit) == 1:
        _unbridge(board, unit)
    board.lose(unit, 1, rule, **about)
    _count(board, unit, 1)


def kill(board: Board, unit: UnitId, rule: str, **about: object) -> None:
    """See 12.3.6, 14.1.2, 14.1.3, ruling R80: the unit is gone with all the steps that it had left."""
    _count(board, unit, board.steps(unit))
    _unbridge(board, unit)
    board.eliminate(unit, rule, **about)


def _unbridge(board: Board, unit: UnitId) -> None:
    """See 9.1-b: no engineer, no bridge."""
    if board.is_marked(unit, BRIDGING):
        here = board.hex_of(unit)
        for side in [one for one in board.marked_sides(PONTOON) if here in one]:
            board.unmark_side(*side, PONTOON, "9.1-b")


def _count(board: Board, unit: UnitId, steps: int) -> None:
    """See 16.2.1-2, 16.2.1-3, 17-G1, rulings R79 to R81 and R156: infantry and assault steps of the attackers, every
    step of the Italians."""
    counter = board.unit(unit)
    if counter.side == AG:
        if not (is_regiment(counter) or counter.type in ("assault", "rommel")):
            return
        key = lost("german" if is_german(counter) else "austrian")
    else:
        key = lost("italian")
        if not is_real(counter) or is_hq(counter):
            return
    board.write(key, board.number(key) + steps, "16.1")


# -- who pays ------------------------------------------------------------------------------------------------


def weakest_first(board: Board, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """The default order of losses: specials before regiments, the weak before the strong."""
    return choosing.weakest_first(units, lambda unit: (is_regiment(board.unit(unit)), strength(board, unit)))


def payers(board: Board, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """See 13.6.1, 2.4.3: the units on the map that have steps to lose; headquarters have none."""
    return tuple([u for u in units if board.is_on_map(u) and not is_hq(board.unit(u)) and is_real(board.unit(u))])


def first_payers(board: Board, bill: Bill) -> tuple[UnitId, ...]:
    """13.6.1, rulings R10 and R140 (see 13.6.2-a): the unit whose MG value was used, else an assault unit, else
    anybody."""
    able = payers(board, bill.units)
    if bill.gunner in able:
        return (bill.gunner,) if bill.gunner else able
    return tuple([unit for unit in able if board.unit(unit).type == "assault"]) or able


def pay(board: Board, table: Table, bill: Bill, rule: str) -> None:
    """See 13.6.1: the first step by the rule, the rest as the owner likes."""
    if not bill.hits or not payers(board, bill.units):
        return
    hurt(board, _first(board, table, bill), rule)
    left = min(bill.hits - 1, sum(board.steps(unit) for unit in payers(board, bill.units)))
    if left > 0:
        for unit in _shared(board, table, bill, left):
            hurt(board, unit, rule)


def _first(board: Board, table: Table, bill: Bill) -> UnitId:
    """See 13.6.1: with an MG value or assault units the owner names one of those; without, the enemy names anybody."""
    able = first_payers(board, bill)
    if len(able) == 1:
        return able[0]
    is_enemys = not any(board.unit(unit).type == "assault" for unit in able) or bill.gunner in able
    side = board.enemy_of(bill.side) if is_enemys else bill.side
    options = tuple(Option(unit, _standing(board, unit)) for unit in able)
    topic = "pick" if is_enemys else "losses"
    default = _strongest(board, able) if is_enemys else weakest_first(board, able)[0]
    question = Question(
        side, f"first loss of {bill.side}", options, "13.6.1", "Which unit loses the first step?",
        default=(default,), hint=f"{topic}: {'strongest' if is_enemys else 'weakest'} first",
        about={"topic": topic, "hexes": [bill.hex]},
    )  # fmt: skip
    return UnitId(table.choose(question))


def _strongest(board: Board, units: Sequence[UnitId]) -> UnitId:
    return weakest_first(board, units)[-1]


def _standing(board: Board, unit: UnitId) -> str:
    return f"{counted(board.steps(unit), 'step')}, {strength(board, unit)} SP, in {board.place(unit)}"


def _shared(board: Board, table: Table, bill: Bill, hits: int) -> tuple[UnitId, ...]:
    """See 13.6.1: the owner shares the remaining hits out."""
    able = weakest_first(board, payers(board, bill.units))
    if len(able) == 1:
        return able * hits
    options = tuple(Option(unit, _standing(board, unit), board.steps(unit)) for unit in able)
    question = Question(
        bill.side, f"further losses of {bill.side}", options, "13.6.1",
        f"{counted(hits, 'step')} more must be lost: by whom?", hint="losses: weakest first",
        about={"topic": "losses", "hexes": [bill.hex]}, least=hits, most=hits,
        default=tuple([unit for unit in able for _ in range(board.steps(unit))][:hits]),
    )  # fmt: skip
    return tuple([UnitId(unit) for unit in table.ask(question)])


def choose_one(board: Board, table: Table, units: Sequence[UnitId], key: str, rule: str, hex_id: HexId) -> UnitId:
    """See 11.2.1-7, 13.6.2-b, 14.1.4, rulings R11, R58, R64 and R158: one unit of several, as their owner likes."""
    if len(units) == 1:
        return units[0]
    options = tuple(Option(unit, _standing(board, unit)) for unit in units)
    question = Question(
        board.unit(units[0]).side, key, options, rule, "Which unit loses a step?",
        default=(weakest_first(board, units)[0],), hint="losses: weakest first",
        about={"topic": "losses", "hexes": [hex_id]},
    )  # fmt: skip
    return UnitId(table.choose(question))


def gunner(board: Board, units: Sequence[UnitId]) -> UnitId | None:
    """See 13.2.1-7, rulings R120 and R140: by default the unit with the highest MG value; nobody where none has one."""
    able = with_guns(board, units)
    return max(able, key=lambda unit: machine_guns(board, unit)) if able else None


def with_guns(board: Board, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """See 13.2.1-7, ruling R140: the units that could lend their MG value; Rommel's comes on top."""
    return tuple([u for u in units if board.unit(u).type != "rommel" and machine_guns(board, u) and checks(board, u)])
