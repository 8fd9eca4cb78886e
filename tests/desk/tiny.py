"""A tiny game for the desk: two sides bid in secret, then move and fight in turn; weather runs by itself.

bid 3                  both sides, sealed until both are in
go R1 0102             to the next hex; into a rough hex only on a die above 1
hit 0202               a die; the defender then chooses `hold` or `run`, and a second die falls
more                   at the end of the fights: the rest follows when the dice are known
prefer hold            a standing order
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from pbem import library
from pbem.errors import Illegal, UsageError
from pbem.kernel.board import Board
from pbem.kernel.game import Game, Reading, Texts
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.pieces import Side, Unit, UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.questions import Option, Question
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Place, Step
from pbem.kernel.table import Table
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.orders import MoreOrder, Order, OrdersBySide
from pbem.kernel.text.words import Words
from pbem.kernel.views.chance import Chance
from pbem.kernel.views.look import Look
from pbem.kernel.views.meter import Point
from pbem.kernel.views.moves import nowhere
from pbem.kernel.views.odds import OddsView
from pbem.kernel.views.sheet import Sheet
from pbem.kernel.views.summary import Summary
from pbem.library.texts import read_toml

RED, BLUE = Side("RED"), Side("BLUE")
SIDES = {RED: "Red Army", BLUE: "Blue Army"}
HARD, LOSS = 10, 1  # a sum of two dice above it costs so many steps; the second edition has others
FOLDER = Path(__file__).parent / "tiny_data"


@dataclass(frozen=True, slots=True)
class Bid(Order):
    points: int

    def __str__(self) -> str:
        return f"bid {self.points}"


@dataclass(frozen=True, slots=True)
class Go(Order):
    unit: UnitId
    to: HexId

    def __str__(self) -> str:
        return f"go {self.unit} {self.to}"


@dataclass(frozen=True, slots=True)
class Hit(Order):
    target: HexId

    def __str__(self) -> str:
        return f"hit {self.target}"


@dataclass(frozen=True, slots=True)
class Prefer(Order):
    choice: str

    def __str__(self) -> str:
        return f"prefer {self.choice}"


def read_order(words: Words, reading: Reading) -> Order:
    verb = words.take("a verb").lower()
    if verb == "bid":
        return Bid(words.number("a number of points"))
    if verb == "go":
        unit = reading.names.take(words, lambda unit: unit.side == reading.side, "a unit of yours")
        words.skip("->", "to")
        return Go(unit, take_hex(words, reading.scenario.map))
    if verb == "hit":
        return Hit(take_hex(words, reading.scenario.map))
    if verb == "crash":
        raise IndexError("a fault of the rules")
    return Prefer(words.expect("hold", "run"))


# -- rules ----------------------------------------------------------------------------------------------------


def bids(board: Board, table: Table, orders: OrdersBySide) -> None:
    """1.0: both sides bid; the higher one is noted."""
    points = {side: sum(o.points for o in orders[side].items if isinstance(o, Bid)) for side in SIDES}
    for side in SIDES:
        board.write(f"bid.{side}", points[side], "1.0")


def moves(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """2.0: units go to the next hex."""
    for order in orders[side].items:
        if isinstance(order, Go):
            with table.attempt(order):
                _go(board, table, order, side)


def _go(board: Board, table: Table, order: Go, side: Side) -> None:
    here = board.hex_of(order.unit)
    if board.unit(order.unit).side != side:
        raise Illegal("2.1", f"{order.unit} is not yours", found=order.unit, wanted="a unit of yours", advice="ask him")
    if not board.map.grid.are_adjacent(here, order.to):
        wanted = ", ".join(board.map.grid.neighbours[here])
        why = f"{order.unit} goes one hex; {order.to} is further"
        raise Illegal("2.2", why, found=order.to, wanted=wanted, advice="go step by step")
    is_rough = board.map.base[order.to] == "rough"
    if (
        not is_rough
        or table.roll(f"{order.unit} enters {order.to}", rule="2.3", units=[order.unit], kind="enters", kindest=6) > 1
    ):
        board.move(order.unit, [here, order.to], "2.2")


def fights(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """3.0: fights, in instalments if the attacker likes."""
    items = orders[side].items
    hits: dict[HexId, int] = {}
    for part in itertools.count(2):
        for order in items:
            if isinstance(order, Hit):
                hits[order.target] = hits.get(order.target, 0) + 1
                with table.attempt(order):
                    _hit(board, table, order, side, hits[order.target])
        if not any(isinstance(order, MoreOrder) for order in items):
            return
        items = tuple(table.more(side, f"{side} fights, part {part}"))


def _hit(board: Board, table: Table, order: Hit, side: Side, number: int) -> None:
    enemy = BLUE if side == RED else RED
    targets = [unit for unit in board.units_at(order.target) if board.unit(unit).side == enemy]
    if not targets:
        raise Illegal("3.1", f"{order.target} is empty", found=order.target, wanted="an enemy", advice="hit another")
    where = f"on {order.target}" + (f" #{number}" if number > 1 else "")  # other hits must not change its dice
    face = table.roll(f"hit {where}", rule="3.2", by=side, kind="hit")
    key = f"hit {where}, {targets[0]}"
    options = (Option("hold", "stay and be hit again"), Option("run", "go back"))
    question = Question(enemy, key, options, "3.3", f"{targets[0]} is hit with {face}", hint="prefer hold")
    if table.choose(question) == "hold":
        second = table.roll(f"second {where}", rule="3.4", by=side, kind="second")
        board.lose(targets[0], LOSS if face + second > HARD else 0, "3.4")


def weather(board: Board, table: Table, orders: OrdersBySide) -> None:
    """4.0: nobody decides the weather."""
    board.write("weather", table.roll("weather", 10, rule="4.0"), "4.0")


# -- the card -------------------------------------------------------------------------------------------------


def steps(scenario: Scenario) -> Mapping[str, Step]:
    listed = [Step("bids", "Bids", "bid", bids, (RED, BLUE))]
    for side in SIDES:
        low, name = side.lower(), SIDES[side]
        listed += [
            Step(f"{low}-move", f"{name}: moves", "move", partial(moves, side=side), (side,)),
            Step(f"{low}-fight", f"{name}: fights", "fight", partial(fights, side=side), (side,)),
        ]
    listed.append(Step("weather", "Weather", "weather", weather))
    return {step.id: step for step in listed}


def after(scenario: Scenario, board: Board) -> Place:
    order = list(steps(scenario))
    if board.step != order[-1]:
        return Place(board.turn, order[order.index(board.step) + 1])
    is_last = board.turn >= int(scenario.options.get("turns", "3"))
    return Place(board.turn, "over") if is_last else Place(board.turn + 1, order[0])


def load(texts: Texts, name: str, options: Mapping[str, str]) -> Scenario:
    strange = [key for key in options if key != "turns"]
    if strange:
        raise UsageError(f"there is no option {strange[0]}: there is turns")
    charts = read_toml(texts["charts.toml"], "charts.toml")
    units = [read_unit(line) for line in texts["units.txt"].splitlines() if line]
    map = read_map(texts["map.txt"])
    title = read_toml(texts[f"{name}.toml"], name)["title"]
    return Scenario("tiny", name, title, map, {unit.id: unit for unit in units}, charts, {}, dict(options))


def read_unit(line: str) -> Unit:
    name, side, place = line.split()
    return Unit(UnitId(name), Side(side), side, name, "XX", "infantry", set_up=place)


def set_up(scenario: Scenario) -> Position:
    steps = scenario.charts["strength"]["steps"]
    units = {unit.id: UnitState(unit.set_up, steps) for unit in scenario.units.values()}
    return Position("tiny", 1, "bids", units)


def counsel(
    board: Board, question: Question, items: Sequence[Order], standing: Sequence[Order]
) -> tuple[tuple[str, ...], str] | None:
    for order in standing:
        if isinstance(order, Prefer):
            return (order.choice,), "standing"
    return None


def coverage(board: Board, orders: Mapping[Side, Any]) -> list[Point]:
    found, likely = [], Chance(Fraction(4, 6), 6)
    for side, given in orders.items():
        enemy = BLUE if side == RED else RED
        for order in given.items:
            if isinstance(order, Hit):
                found.append(Point(enemy, f"hit on {order.target}", likely, "none", ""))
        if not given.standing:
            found.append(Point(side, "your units are hit", likely, "you are asked", ""))
    return found


GAME = Game(
    name="tiny", title="A tiny game", edition=1, sides=SIDES, load=load, set_up=set_up, steps=steps, after=after,
    sections=("bid", "move", "fight"), verbs=("bid", "go", "hit", "prefer", "crash"), read_order=read_order,
    counsel=counsel, read_unit=read_unit, view=lambda scenario, position, side: position,
    sheet=lambda board, side: Sheet(side, board.turn, board.step, (), (), ("done",)),
    moves=lambda board, unit: nowhere(UnitId(unit), board.place(UnitId(unit)), ()),
    odds=lambda board, order: OddsView((), "", "", (), ()), summary=lambda board: Summary(board.turn, board.step),
    look=lambda board: Look(), coverage=coverage,
)  # fmt: skip


def register() -> None:
    """Make the game known to the library of this process."""
    library.register("tiny", __name__, str(FOLDER))


def second_edition(monkeypatch: Any) -> None:
    """Another edition of the rules, as a later program has it: 3.4 is another one."""
    monkeypatch.setattr(f"{__name__}.HARD", 1)
    monkeypatch.setattr(f"{__name__}.LOSS", 2)
    monkeypatch.setattr(f"{__name__}.GAME", replace(GAME, edition=2))
