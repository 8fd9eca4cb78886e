"""The card of the Ford, a guest game: all that the coming games need, and no file of the house is touched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from pbem import library
from pbem.kernel.board import Board
from pbem.kernel.game import Game, Seat, Texts
from pbem.kernel.ground.hexes import HexId, read_hexside
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.ground.reach import reach
from pbem.kernel.loading import charts_of, toml_of
from pbem.kernel.manifest import Form, shape
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.questions import Question
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Place, Step
from pbem.kernel.text.counsel import Chosen, Counsel
from pbem.kernel.text.instructions import instructed
from pbem.kernel.text.orders import Order, Orders
from pbem.kernel.views.chance import Chance
from pbem.kernel.views.look import Look, SideLook, UnitLook
from pbem.kernel.views.meter import Point
from pbem.kernel.views.moves import Goal, Moves, Way, nowhere
from pbem.kernel.views.odds import OddsView, Outcome, Sum
from pbem.kernel.views.sheet import Sheet, SheetUnit, grouped
from pbem.kernel.views.summary import Summary, forces
from tests.guest import rules
from tests.guest.orders import CONDITIONS, GRAMMAR, NO, SIDES, SO, Attack

ACTIONS = tuple(f"{side.lower()}-action-{number}" for number in (1, 2) for side in SIDES)


# -- the sequence ---------------------------------------------------------------------------------------------


def steps(scenario: Scenario) -> Mapping[str, Step]:
    listed = [
        Step("set-up", "Set-up", "set-up", rules.set_up, (NO, SO), "4.1"),
        Step("morning", "Morning", "morning", rules.morning, (), "1.1"),
        *(
            Step(chit, f"{SIDES[side]}: {chit}", chit, rules.activate, (side,), "1.1")
            for chit, side in rules.CHITS.items()
        ),
        Step("day", "Brigades of the day", "day", rules.day, (NO, SO), "1.2"),
        *(_action(step) for step in ACTIONS),
        Step("dusk", "Dusk", "dusk", rules.dusk, (), "4.1"),
    ]
    return {step.id: step for step in listed}


def _action(step: str) -> Step:
    side = Side(step[:2].upper())
    others = tuple(other for other in ACTIONS if other[:2] != step[:2])
    return Step(step, f"{SIDES[side]}: action {step[-1]}", step[3:], rules.action, (side,), "1.2", others, side)


def after(scenario: Scenario, board: Board) -> Place:
    if board.step in ("set-up", "dusk"):
        is_over = board.step == "dusk" and board.turn >= scenario.card["turns"]
        return Place(board.turn + (board.step == "dusk"), "morning") if not is_over else Place(board.turn, "over")
    if board.step in ("morning", *rules.CHITS):
        return Place(board.turn, board.noted("drawn") or "day")
    left = [step for step in ACTIONS if int(step[-1]) > board.number(f"done.{step[:2].upper()}")]
    if board.number("passes") >= len(SIDES) or not left:
        return Place(board.turn, "dusk")
    enemy_first = [step for step in left if board.step in ACTIONS and step[:2] != board.step[:2]]
    return Place(board.turn, (enemy_first or left)[0])


def may_come(scenario: Scenario, position: Position, side: Side) -> Sequence[Place]:
    """The own corps on the table and in the cup, the day, the actions; behind them the corps of the next turn."""
    turn, now, notes = position.turn, position.step, position.notes
    chits = [now, *notes.get("cup", "").split(",")] if now in rules.CHITS else list(rules.CUP)
    chits = chits if now in ("set-up", "morning", *rules.CHITS) else []
    done = int(notes.get(f"done.{side}", "0") or 0) if now in ACTIONS else 0
    actions = [step for step in ACTIONS if step.startswith(side.lower()) and int(step[-1]) > done and now != "dusk"]
    found = (["set-up"] if now == "set-up" else []) + [chit for chit in chits if rules.CHITS.get(chit) == side]
    found += (["day"] if now not in (*ACTIONS, "dusk") else []) + actions
    later = [chit for chit, owner in rules.CHITS.items() if owner == side and now in (*ACTIONS, "dusk")]
    ahead = [Place(turn + 1, chit) for chit in later] if turn < scenario.card["turns"] else []
    return [*(Place(turn, step) for step in found), *ahead]


# -- data -----------------------------------------------------------------------------------------------------


COUNTERS = Form(
    ("infantry",), shapes=(shape("{strength}"),), nations={"NO": NO, "SO": SO}, steps=lambda row: 3,
    set_up_words=("at",), wanted="such as `N1 X 5 infantry nation=NO corps=I at W0102`",
    figures="one number", file="tests/guest/data/units.txt",
)  # fmt: skip


def load(texts: Texts, name: str, options: Mapping[str, str]) -> Scenario:
    card = toml_of(texts, f"{name}.toml")
    units, charts = COUNTERS.read(texts["units.txt"]), charts_of(texts, card, {"crt": ()})
    map_, words = read_map(texts[card["map"]]), str(Path(__file__).parent / "templates")
    return Scenario("ford", name, card["title"], map_, units, charts, card, dict(options), tuple(SIDES), words)


def set_up(scenario: Scenario) -> Position:
    is_night = scenario.card["set_up"] == "night"
    places = {u.id: u.words["night"] if is_night else u.set_up.split()[1] for u in scenario.units.values()}
    units = {unit: UnitState(place, scenario.units[unit].figure("steps")) for unit, place in places.items()}
    sides = [read_hexside(text) for text in scenario.card["bridges"]]
    return Position("ford", 1, "set-up", units, sides={side: ("bridge=up",) for side in sides if side})


def seats(scenario: Scenario) -> Mapping[str, Seat]:
    return {
        "SO.west": Seat(SO, "the West commander", lambda unit: unit.words["corps"] == "X"),
        "SO.east": Seat(SO, "the East commander", lambda unit: unit.words["corps"] == "Y"),
    }


# -- by mail --------------------------------------------------------------------------------------------------


def _from_attack(board: Board, question: Question, order: Attack) -> Chosen | None:
    wanted = instructed(board, question, "combat", [order.target], order.results)
    return question.filled(COUNSEL.words(board, question, wanted)) if wanted else None


COUNSEL = Counsel(
    weakest_first=lambda board, units: sorted(units, key=board.steps),
    orders={Attack: _from_attack},
    preferences={},
    fits=lambda board, condition, about: False,  # standing orders of this game have no conditions
)


def sheet(board: Board, side: Side) -> Sheet:
    corps = dict.fromkeys(unit.words["corps"] for unit in board.scenario.units.values() if unit.side == side)
    groups = grouped(
        board.units(side), {name: f"Corps {name}" for name in corps},
        lambda unit: board.unit(unit).words["corps"], lambda unit: _shown(board, unit),
    )  # fmt: skip
    coming = may_come(board.scenario, board.freeze(board.turn, board.step), side)
    kinds = steps(board.scenario)
    lines = [f"# {kinds[place.step].kind}:   turn {place.turn}" for place in coming]
    return Sheet(side, board.turn, board.step, groups, (), tuple(lines))


def _shown(board: Board, unit: UnitId) -> SheetUnit:
    counter, place = board.unit(unit), board.place(unit)
    name = board.map.name_of(HexId(place)) if board.is_on_map(unit) else ""
    return SheetUnit(unit, counter.name, "X", "infantry", str(counter.figure("strength")), place, name,
                     f"{board.steps(unit)}/{counter.figure('steps')}", 4)  # fmt: skip


def moves(board: Board, unit: str) -> Moves:
    foot = Way("move", "On foot to (points)", "points", "move {unit} {path}")
    who = UnitId(unit)
    if not board.is_on_map(who):
        return nowhere(who, board.place(who), (foot,))
    side, grid = board.unit(who).side, board.map.grid
    ways = {h: [(n, rules.price(board, side, h, n)) for n in grid.neighbours[h]] for h in grid.hexes}
    exits = {h: sorted((w for w in way if w[1]), key=lambda pair: pair[1]) for h, way in ways.items()}
    found = reach(board.hex_of(who), board.scenario.charts["points"]["allowance"], exits, {})
    goals = [Goal(h, board.map.name_of(h), cost, found.path(h)) for h, cost in found.cost.items() if cost]
    return Moves(who, board.place(who), board.map.name_of(board.hex_of(who)), 4, (foot.to(goals),))


def odds(board: Board, order: Order) -> OddsView:
    assert isinstance(order, Attack)
    side, chart = board.unit(order.units[0]).side, board.scenario.chart("crt")
    attack, defence = rules.strengths(board, side, order.target, order.units)
    at = rules.column(board, chart, side, order.target, order.units)
    sums = (Sum("attack", "Attack", attack), Sum("defence", "Defence", defence),
            Sum("shifts", "Shifts", rules.shifts(board, order.units), is_signed=True))  # fmt: skip
    outcomes = tuple(Outcome(result, Chance(share, 36)) for result, share in chart.chances(at).items())
    ratio = f"{attack.total}:{defence.total}"
    return OddsView(sums, ratio, chart.scale().text(at), tuple(o.text for o in chart.scale().odds), outcomes)


def coverage(board: Board, orders: Mapping[Side, Orders]) -> list[Point]:
    found = []
    for side, given in orders.items():
        for order in given.items:
            if isinstance(order, Attack) and board.units_at(order.target, board.enemy_of(side)):
                chart = board.scenario.chart("crt")
                chances = chart.chances(rules.column(board, chart, side, order.target, order.units))
                hit = sum((share for result, share in chances.items() if not result.endswith("/0")), Fraction(0))
                about = ("asked", "losses: A, B", f"attack on {order.target}")
                found.append(Point(board.enemy_of(side), "losses", Chance(hit, 36), *about))
    return found


def summary(board: Board) -> Summary:
    return Summary(board.turn, board.step, {side: forces(board, board.units(side), ("gone",)) for side in SIDES})


def look(board: Board) -> Look:
    colours, units = {NO: "german", SO: "italian"}, dict[str, UnitLook]()
    for u in board.units():
        unit, shown = board.unit(u), str(board.unit(u).figure("strength"))
        units[u] = UnitLook(
            shown, "X", name=u, colour=colours[unit.side], steps=board.steps(u), full=unit.figure("steps")
        )
    return Look(units, {NO: SideLook("North", "blue"), SO: SideLook("South", "green")})


GAME = Game(
    name="ford", title="The Ford", edition=1, sides=SIDES, load=load, set_up=set_up, steps=steps, after=after,
    sections=GRAMMAR.sections, verbs=GRAMMAR.names, read_order=GRAMMAR.read, counsel=COUNSEL,
    read_unit=COUNTERS.read_unit,
    view=lambda scenario, position, side: position, sheet=sheet, moves=moves, odds=odds, summary=summary, look=look,
    coverage=coverage, may_come=may_come, seats=seats, conditions=CONDITIONS,
    hides=lambda scenario: "plan, mine, dummy and brigades of the day (4.1, 4.2, 1.2)",
    files=lambda name: ("units.txt", "charts.toml"), charts={"crt": ()},
)  # fmt: skip


def register() -> None:
    """The public way: the name, and the module with its GAME; its data lie beside it."""
    library.register("ford", __name__)
