"""The rules of the Ford: movement with pontoons and bridges, attacks, the cup, actions and reactions, secrets."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.kernel.board import Board
from pbem.kernel.charts import Chart
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.hidden import is_secret, keep, kept, reveal
from pbem.kernel.odds import read_odds
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.secrets import secret
from pbem.kernel.table import Table
from pbem.kernel.tally import Count, Tally, Term, tally
from pbem.kernel.text.orders import Order, OrdersBySide
from tests.guest.orders import NO, SIDES, SO, Attack, Bridge, Brigade, Choose, Hide, Move, Pass

CHITS = {"corps-I": NO, "corps-II": NO, "corps-X": SO}
CUP = (*CHITS, "corps-X")  # the South acts twice a turn
PLANNED = 2  # brigades a day


def corps_of(chit: str) -> tuple[str, ...]:
    """1.1: the corps that acts with a chit; with either of the chits of the South both of its corps do."""
    return ("X", "Y") if chit == "corps-X" else (chit.partition("-")[2],)


# -- 4: secrets -----------------------------------------------------------------------------------------------


def set_up(board: Board, table: Table, orders: OrdersBySide) -> None:
    """4.1, 4.2: the plan of the North; mine and dummy of the South."""
    keep(board, NO, "plan", orders[NO].items, "4.1")
    for order in orders[SO].items:
        if isinstance(order, Hide) and order.what == "mine":
            board.mark_hex(HexId(order.where), secret(SO, "mine"), "4.2")
        elif isinstance(order, Hide):
            board.mark(UnitId(order.where), secret(SO, "back") + "=dummy", "4.2")


def day(board: Board, table: Table, orders: OrdersBySide) -> None:
    """1.2: each side plans two brigades in secret; who names none is asked for exactly two."""
    asked = []
    for side in SIDES:
        if not any(is_secret(order) for order in orders[side].items):
            options = tuple(Option(unit) for unit in board.on_map(side))
            most = min(PLANNED, len(options))
            asked.append(
                Question(side, f"brigades of {SIDES[side]}", options, "1.2", "Which brigades act today?",
                         default=tuple(o.value for o in options[:most]), hint="brigade A", least=most, most=most)
            )  # fmt: skip
    answers = {question.side: units for question, units in zip(asked, table.ask_all(asked), strict=True)}
    for side in SIDES:
        for note in kept(board, side, "day"):
            board.write(note, "", "1.2")  # of yesterday: shown after the game
        named = [order for order in orders[side].items if is_secret(order)]
        chosen = [Brigade(UnitId(unit)) for unit in answers.get(side, ())]
        keep(board, side, "day", [*chosen, *named][:PLANNED], "1.2")


# -- 1: the cup and the actions -------------------------------------------------------------------------------


def morning(board: Board, table: Table, orders: OrdersBySide) -> None:
    """1.1: all chits go into the cup, and the first is drawn."""
    board.write("cup", ",".join(CUP), "1.1")
    for side in SIDES:
        board.write(f"done.{side}", "", "1.2")
        board.write(f"shown.{side}", "", "1.2")
    board.write("passes", "", "1.2")
    draw(board, table)


def draw(board: Board, table: Table) -> None:
    """1.1: one chit out of the cup."""
    cup = [chit for chit in board.noted("cup").split(",") if chit]
    chit = table.draw(f"chit {len(CUP) - len(cup) + 1}", cup, rule="1.1", kind="chit") if cup else ""
    at = cup.index(chit) if cup else 0
    board.write("cup", ",".join((*cup[:at], *cup[at + 1 :])), "1.1")
    board.write("drawn", chit, "1.1")


def activate(board: Board, table: Table, orders: OrdersBySide) -> None:
    """1.1: the corps of the chit acts."""
    side = CHITS[board.step]
    board.write(f"acted.{side}", board.number(f"acted.{side}") + 1, "1.1")
    units = [unit for unit in board.on_map(side) if board.unit(unit).words["corps"] in corps_of(board.step)]
    carry_out(board, table, side, orders[side].items, units)
    draw(board, table)


def action(board: Board, table: Table, orders: OrdersBySide) -> None:
    """1.2, 1.3: a planned brigade acts, or passes; the enemy may react."""
    side = Side(board.step[:2].upper())
    items = [order for order in orders[side].items if not isinstance(order, Pass)]
    board.write("passes", "" if items else board.number("passes") + 1, "1.2")
    perform(board, table, side, items)
    if items:
        react(board, table, board.enemy_of(side))


def perform(board: Board, table: Table, side: Side, items: Sequence[Order]) -> None:
    """1.2: the first order names the brigade, which is shown with it."""
    board.write(f"done.{side}", board.number(f"done.{side}") + 1, "1.2")
    acting = [unit for order in items for unit in getattr(order, "units", None) or [getattr(order, "unit", "")]]
    named = UnitId(acting[0]) if acting else UnitId("")
    has_acted = named in board.noted(f"shown.{side}").split(",")
    is_planned = named and not has_acted and reveal(table, side, "day", lambda o: o == Brigade(named), rule="1.2")
    if is_planned:
        board.note("revealed", "1.2", side=side, unit=named)
        board.write(f"shown.{side}", f"{board.noted(f'shown.{side}')},{named}".strip(","), "1.2")
    carry_out(board, table, side, items, [named] if is_planned else [])


def react(board: Board, table: Table, side: Side) -> None:
    """1.3: a planned brigade next to an enemy may act at once, with the orders filed for its next action."""
    number = board.number(f"done.{side}") + 1
    near = [unit for unit in board.on_map(side) if enemies_next_to(board, board.hex_of(unit), side)]
    if not near or number > PLANNED:
        return  # whether a brigade of the plan is among them is nobody's business
    options = (Option("yes", "it acts at once"), Option("no", "it waits"))
    question = Question(side, f"reaction of {SIDES[side]}", options, "1.3", "React?", default=("no",), hint="react: no",
                        about={"topic": "react"})  # fmt: skip
    if table.choose(question) == "yes":
        step = f"{side.lower()}-action-{number}"
        filed = table.call_up(side, step)
        perform(board, table, side, table.more(side, f"reaction of {SIDES[side]}") if filed is None else filed)


def carry_out(board: Board, table: Table, side: Side, items: Sequence[Order], units: Sequence[UnitId]) -> None:
    """Orders in the order in which they are written; one that is illegal is dropped alone."""
    for order in items:
        with table.attempt(order):
            if isinstance(order, Move):
                _may_act(order.unit, units)
                move(board, table, side, order)
            elif isinstance(order, Attack):
                for unit in order.units:
                    _may_act(unit, units)
                attack(board, table, side, order)
            elif isinstance(order, Bridge):
                bridge(board, side, order)


def _may_act(unit: UnitId, units: Sequence[UnitId]) -> None:
    if unit not in units:
        raise Illegal("1.2", f"{unit} does not act now", found=unit, wanted=", ".join(units) or "nobody", advice="pass")


# -- 2: movement ----------------------------------------------------------------------------------------------


def enemies_next_to(board: Board, hex_id: HexId, side: Side) -> bool:
    """2.1: whether a hex lies in an enemy zone of control."""
    enemy = board.enemy_of(side)
    return any(board.units_at(there, enemy) for there in board.map.grid.neighbours[hex_id])


def price(board: Board, side: Side, here: HexId, there: HexId) -> int:
    """2.1: what a step costs; 0 where there is no way."""
    if board.units_at(there, board.enemy_of(side)) or not board.map.grid.are_adjacent(here, there):
        return 0
    is_over = board.side_mark(here, there, "bridge") == "up" or board.is_side_marked(here, there, "pontoon")
    if board.map.crosses(here, there, "river") and not is_over:
        return 0
    return 1 + (board.scenario.charts["points"]["leave_zone"] if enemies_next_to(board, here, side) else 0)


def walk(board: Board, side: Side, unit: UnitId, path: Sequence[HexId], left: int) -> int:
    """2.1: along the path; what is left of the points."""
    way = [board.hex_of(unit)]
    for there in path:
        if there == way[-1]:
            continue
        cost = price(board, side, way[-1], there)
        if not cost or cost > left:
            why = f"{unit} cannot go from {way[-1]} to {there}"
            found = f"{cost} points, {left} left" if cost else "an enemy, a river without a bridge, or no neighbour"
            raise Illegal(
                "2.1", why, found=found, wanted="a free hex next to it, within its points", advice="see moves"
            )
        left -= cost
        way.append(there)
    if len(way) > 1:
        board.move(unit, way, "2.1", how="move")
    step_on_mines(board, unit)
    return left


def move(board: Board, table: Table, side: Side, order: Move) -> None:
    """2.1, 2.2: a move, with a pontoon in its middle: if the die allows it this way, else that way."""
    left = walk(board, side, order.unit, order.path, board.scenario.charts["points"]["allowance"])
    if order.pontoon is None:
        return
    a, b = order.pontoon
    if board.hex_of(order.unit) not in (a, b):
        raise Illegal("2.2", f"{order.unit} does not stand at {order.pontoon}", found=board.place(order.unit))
    die = table.roll(f"pontoon {order.pontoon}", rule="2.2", by=side, kind="pontoon", kindest=6)
    if die >= board.scenario.charts["points"]["pontoon"]:
        board.mark_side(a, b, "pontoon", "2.2")
    walk(board, side, order.unit, order.then if board.is_side_marked(a, b, "pontoon") else order.otherwise, left)


def step_on_mines(board: Board, unit: UnitId) -> None:
    """4.2: a mine is found by who steps on it."""
    here, mark = board.hex_of(unit), secret(SO, "mine")
    if board.unit(unit).side == NO and board.is_hex_marked(here, mark):
        board.unmark_hex(here, mark, "4.2")
        board.lose(unit, 1, "4.2", why="mine")


def bridge(board: Board, side: Side, order: Bridge) -> None:
    """2.3: a unit beside it blows a bridge, or builds it again."""
    a, b = order.side
    now, wanted = board.side_mark(a, b, "bridge"), "up" if order.what == "blow" else "blown"
    if now != wanted or not (board.units_at(a, side) or board.units_at(b, side)):
        why = f"{order.side} cannot be {'blown' if order.what == 'blow' else 'built again'}"
        raise Illegal("2.3", why, found=f"bridge {now or 'none'}", wanted=f"a bridge {wanted} beside a unit of yours")
    board.mark_side(a, b, "bridge=" + ("blown" if order.what == "blow" else "up"), "2.3")


# -- 3: attacks -----------------------------------------------------------------------------------------------


def strengths(board: Board, side: Side, target: HexId, units: Sequence[UnitId]) -> tuple[Tally, Tally]:
    """3.1: exact inside, halved across the river, times two for a full unit, rounded once."""
    attack_, defence = Count(), Count()
    for unit in units:
        attack_ = attack_.plus(unit, "3.1", board.unit(unit).figure("strength"))
    if any(board.map.crosses(board.hex_of(unit), target, "river") for unit in units):
        attack_ = attack_.halved("across the river", "3.1")
    for unit in board.units_at(target, board.enemy_of(side)):
        defence = defence.plus(unit, "3.1", board.unit(unit).figure("strength"))
    if board.map.base[target] == "rough":
        defence = defence.times(2, "rough ground", "3.1")
    return attack_.rounded("down", "3.1"), defence.rounded("up", "3.1")


def shifts(board: Board, units: Sequence[UnitId]) -> Tally:
    """3.1: at most two net columns."""
    terms = [Term("several units", "3.1", len(units) - 1), Term("first turn", "3.1", 2 if board.turn == 1 else 0)]
    return tally(terms).within(-2, 2, "at most two net columns", "3.1")


def column(board: Board, chart: Chart, side: Side, target: HexId, units: Sequence[UnitId]) -> int:
    """3.1: the column of the odds after shifts."""
    attack_, defence = strengths(board, side, target, units)
    return chart.shifted(max(0, chart.scale().column(attack_.total, defence.total)), shifts(board, units).total)


def attack(board: Board, table: Table, side: Side, order: Attack) -> None:
    """3.1, 3.2: two dice on the chart, then losses."""
    enemy, target, chart = board.enemy_of(side), order.target, board.scenario.chart("crt")
    if not board.units_at(target, enemy):
        raise Illegal(
            "3.1", f"nobody to attack in {target}", found="an empty hex", wanted="an enemy", advice="move there"
        )
    if any(not board.map.grid.are_adjacent(board.hex_of(unit), target) for unit in order.units):
        raise Illegal("3.1", f"not all of them stand next to {target}", found=str(order), wanted="neighbours of it")
    at = column(board, chart, side, target, order.units)
    for condition in order.conditions:
        least = read_odds(condition.value)
        if least and chart.scale().value(at) < least.value:
            table.skip(order, str(condition), "3.1")
            return
    with board.episode("combat", f"attack on {target}", side=side, hexes=[target]):
        for unit in board.units_at(target, enemy):
            if board.mark_of(unit, secret(enemy, "back")) == "dummy":
                board.eliminate(unit, "4.2", why="dummy")
        dice = table.rolls("crt", 2, rule="3.1", by=side)
        result = table.read("crt", chart.result(sum(dice), at))
        about = {"odds": chart.scale().text(at), "dice": list(dice), "result": result}
        board.outcome("combat", "3.1", **about, units=list(order.units), hex=target, hexes=[target])
        ours, theirs = map(int, result.split("/"))
        losses(board, table, side, list(order.units), ours)
        losses(board, table, enemy, list(board.units_at(target, enemy)), theirs)


def losses(board: Board, table: Table, side: Side, units: Sequence[UnitId], hits: int) -> None:
    """3.2: the hits are shared out among the units as their owner likes."""
    options = tuple(Option(unit, "", board.steps(unit)) for unit in units if board.steps(unit))
    hits = min(hits, sum(option.times for option in options))
    if not hits:
        return
    chosen: tuple[str, ...] = tuple(option.value for option in options) * hits
    if len(options) > 1:
        question = Question(
            side, f"losses of {SIDES[side]}", options, "3.2", f"Share out {hits} hits.", hint="losses: A, B",
            least=hits, most=hits, about={"topic": "losses"},
        )  # fmt: skip
        chosen = table.ask(question)
    for unit in chosen[:hits]:
        board.lose(UnitId(unit), 1, "3.2")


def dusk(board: Board, table: Table, orders: OrdersBySide) -> None:
    """4.1: after the last turn the plan is opened, and whoever holds that town has won."""
    if board.turn < board.scenario.card["turns"]:
        return
    order = reveal(table, NO, "plan", section="set-up", rule="4.1")
    plan = order.town if isinstance(order, Choose) else "west"
    board.write("plan.NO", plan, "4.1")
    town = board.scenario.card["towns"][plan]
    winner = NO if board.units_at(town, NO) else SO
    board.note("victory", "4.1", side=winner, text=f"The plan was {plan}: {SIDES[winner]} holds {town}.")
