"""Case files against a miniature game: reading, running, what is reported, writing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import pytest

from pbem.errors import Illegal, Refused, Unreadable
from pbem.kernel.board import Board
from pbem.kernel.case import CaseResult, read_case, run_case
from pbem.kernel.case.words import amount, same_amount
from pbem.kernel.case.writing import Course, Start, case_text, write_case
from pbem.kernel.game import Game, Reading, Texts
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.journal import Page
from pbem.kernel.pieces import Unit, UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.questions import Option, Question
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Step
from pbem.kernel.table import Table
from pbem.kernel.tally import Term, tally
from pbem.kernel.text.orders import MoreOrder, Order, Orders, OrdersBySide
from pbem.kernel.text.words import Words
from tests.kernel.mini import BLUE, PLAIN_MAP, RED, card, counter
from tests.kernel.mini_views import moves, sheet, summary

# -- a game of a few lines: red shoots at hexes, blue says who is hit --------------------------------------


@dataclass(frozen=True, slots=True)
class Shoot(Order):
    hex: str

    def __str__(self) -> str:
        return f"shoot {self.hex}"


@dataclass(frozen=True, slots=True)
class Yield(Order):
    units: tuple[str, ...]

    def __str__(self) -> str:
        return "yield " + ", ".join(self.units)


def read_order(words: Words, reading: Reading) -> Order:
    verb = words.take("a verb")
    if verb == "shoot":
        return Shoot(words.take("a hex"))
    found = [words.take("a unit")]
    while words.skip(","):
        found.append(words.take("a unit"))
    return Yield(tuple(found))


def shoot(board: Board, table: Table, order: Shoot, number: int) -> None:
    if order.hex not in board.map.grid:
        raise RuntimeError(f"shell lost beyond {order.hex}")
    targets = [unit for unit in board.units_at(order.hex) if board.unit(unit).side == BLUE]
    if not targets:
        raise Illegal("1.2", f"nobody stands in {order.hex}", found=order.hex)
    bonus = tally([Term("high ground", "1.3", 1 if board.map.base[order.hex] == "hill" else 0)])
    die = table.roll(f"shot {number}")
    result = table.read("shots", board.scenario.charts["shots"][min(die + bonus.total, 6) - 1])
    board.note("shot", "1.1", combat=number, die=die, modifiers=bonus.as_json(), result=result, targets=[order.hex])
    if result == "hit":
        options = tuple(Option(unit) for unit in targets)
        question = Question(BLUE, f"shot {number} / who", options, "1.4", "who is hit?", default=(targets[0],))
        board.lose(UnitId(table.choose(question)), 1, "1.4", combat=number)


def run_fire(board: Board, table: Table, orders: OrdersBySide) -> None:
    batch: Sequence[Order] = orders[RED].items
    number = 0
    while True:
        for order in batch:
            if isinstance(order, Shoot):
                number += 1
                with table.attempt(order):
                    shoot(board, table, order, number)
        if not batch or not isinstance(batch[-1], MoreOrder):
            return
        batch = table.more(RED, f"salvo {number}")


def run_rest(board: Board, table: Table, orders: OrdersBySide) -> None:
    board.write("rested", board.turn, "2.1")


def counsel(
    board: Board, question: Question, items: Sequence[Order], standing: Sequence[Order]
) -> tuple[tuple[str, ...], str] | None:
    for order, source in [*((o, "orders") for o in items), *((o, "standing") for o in standing)]:
        offered = [o.value for o in question.options]
        if isinstance(order, Yield) and any(unit in offered for unit in order.units):
            return (next(unit for unit in order.units if unit in offered),), source
    return None


def load(texts: Texts, name: str, options: object) -> Scenario:
    rows = [row for row in texts["units.txt"].splitlines() if row.strip()]
    units = {unit.id: unit for unit in map(read_unit, rows)}
    charts = {"shots": ["hit", "hit", "hit", "miss", "miss", "miss"]}
    return Scenario("mini", name, name, read_map(texts["map.txt"]), units, charts)


def read_unit(line: str) -> Unit:
    words = line.split()
    if len(words) < 2:
        raise Unreadable("a counter has a name and a type", found=line, wanted="RED-1 infantry at 0101")
    return replace(counter(f"{words[0]} {words[1]}"), set_up=" ".join(words[2:]))


def set_up(scenario: Scenario) -> Position:
    places = {unit.id: unit.set_up.removeprefix("at ") or "aside" for unit in scenario.units.values()}
    return Position("mini", 1, "fire", {unit: UnitState(place, 2) for unit, place in places.items()})


MINI: Game = card(
    [Step("fire", "Fire", "fire", run_fire, (RED,)), Step("rest", "Rest", "rest", run_rest)],
    load=load, set_up=set_up, read_order=read_order, counsel=counsel, verbs=("shoot", "yield"), read_unit=read_unit,
    moves=moves, sheet=sheet, summary=summary,
)  # fmt: skip
TEXTS = {
    "map.txt": PLAIN_MAP.replace("  .  clear\n", "  .  clear\n  ^  hill\n"),
    "units.txt": "RED-1 gun at 0101\nBLUE-1 infantry at 0103\nBLUE-2 infantry at 0103\n",
    "plain.toml": '[options.fog]\ndefault = "off"\n',
}
HEAD = "case: a shot\nscenario: plain\n"


def run(text: str) -> CaseResult:
    return run_case(read_case(text, "a"), MINI, lambda name: TEXTS)


def unmet(text: str) -> dict[int, str]:
    """Everything that was found instead, by line."""
    found: dict[int, str] = {}
    for one in run(text).unmet:
        found[one.line] = found.get(one.line, "") + " | ".join((one.expected, *one.found))
    return found


def faults(text: str) -> list[tuple[int, str]]:
    with pytest.raises(Refused) as refused:
        read_case(text, "a")
    return [(p.spot.line if p.spot else 0, f"{p.why} {p.advice}") for p in refused.value.problems]


# -- what passes -------------------------------------------------------------------------------------------


def test_a_case_from_a_scenario_passes() -> None:
    result = run(
        HEAD + "step fire\norders red: shoot 0103\ndice: 2\nanswer shot 1 / who: BLUE-2\n"
        "expect:\n  die 2, result hit\n  loses BLUE-2 1\n  loses blue 1\n  BLUE-2 at 0103 1\n  next rest\n"
    )
    assert result.lines() == ["a: passed (5 checks) a shot"]


def test_an_own_map_uses_the_letters_of_the_game() -> None:
    text = (
        "map:\n  terrain:\n    01 . ^\nunits:\n  RED-1 gun at 0101\n  BLUE-9 men at 0102 1 tired\n"
        "expect: BLUE-9 at 0102 1 tired\n"
        "step fire\norders red:\n  shoot 0102\nstanding blue:\n  yield BLUE-9\ndice: 3\n"
        'expect:\n  modifier 1.3 +1 "high" in modifiers\n  result miss\n  not modifier 1.9\n'
    )
    assert run(text).unmet == ()


def test_a_chart_is_forced_and_dice_go_by_name() -> None:
    text = HEAD + 'step fire\norders red: shoot 0103\ndie "shot 1": 6\nchart shots: hit\nstanding blue: yield BLUE-1\n'
    assert run(text + 'expect:\n  BLUE-1 at 0103 1\n  fact forced chart=shots\n  rolled "shot 1" 6').unmet == ()


def test_orders_for_a_later_step_and_standing_orders_wait_for_their_time() -> None:
    text = (
        HEAD + "step rest\norders red:\n  fire:\n  shoot 0103\n"
        "orders blue:\n  standing:\n  yield BLUE-1\nstep fire\ndice: 1\n"
    )
    assert run(text + "expect: loses BLUE-1 1").unmet == ()


def test_instalments_follow_when_they_are_wanted() -> None:
    text = HEAD + "step fire\norders red:\n  shoot 0103\n  more\nmore red:\n  shoot 0103\ndice: 6 5\n"
    assert run(text + "expect: exactly 2 facts shot result=miss").unmet == ()


def test_a_position_and_changes_between_steps() -> None:
    text = (
        HEAD + "position:\n  turn 4\n  step fire\n  unit RED-1 0101 2\n  unit BLUE-1 0103 2\nunit BLUE-1 0104\n"
        "expect: BLUE-1 at 0104 2\nstep fire\nstep rest\nunit BLUE-1 gone\nhex 0103 smoke=2\nnote wind 3\n"
        "expect:\n  gone BLUE-1\n  hex 0103 smoke=2\n  not hex 0103 fire\n  note wind 3\n  note rested 4\n"
        "  next fire turn 5\njump to rest\nturn 9\nnote wind none\nhex 0103 none\n"
        "expect:\n  note rested 9\n  note wind none\n  not hex 0103 smoke"
    )
    assert run(text).unmet == ()


def test_what_the_game_says_can_be_expected() -> None:
    text = (
        HEAD + "expect:\n  RED-1 reaches 0102 cost 1\n  RED-1 reaches 0105 by rail\n  RED-1 cannot reach 0301 by 3.1\n"
        "  not RED-1 cannot reach 0102\n  BLUE-1 is out of supply by 9.1\n  BLUE-1 may yield\n  BLUE-1 has steps 2/2\n"
        "  points red 3\n  points red 0 by 9.8\n  summary forces.red.steps=2\n"
    )
    assert run(text).unmet == ()


# -- what fails, and how it is told ------------------------------------------------------------------------

SHOT = HEAD + "step fire\norders red: shoot 0103\n"


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        (SHOT + "dice: 6\nexpect: result hit", 6, "result miss"),
        (SHOT + "dice: 6\nexpect: fact shot die=5", 6, "fact shot die=6"),
        (SHOT + "dice: 6\nexpect: fact shoot", 6, "no fact `shoot`; there were: rolled, shot"),
        (SHOT + "dice: 6\nexpect: exactly 2 facts shot", 6, "1 of them"),
        (SHOT + "dice: 6\nexpect: not fact shot", 6, "it is so"),
        (SHOT + "dice: 6\nexpect: BLUE-1 at 0103 1", 6, "BLUE-1 at 0103 2"),
        (SHOT + "dice: 6\nexpect: BLUE-3 at 0103", 6, "no unit BLUE-3. did you mean BLUE-"),
        (SHOT + "dice: 6\nexpect: gone BLUE-1", 6, "BLUE-1 is at 0103"),
        (SHOT + "dice: 6\nexpect: loses BLUE-1 1", 6, "BLUE-1 loses 0"),
        (SHOT + "dice: 6\nexpect: modifier 1.3 +1", 6, "no modifiers"),
        (SHOT + "dice: 6\nexpect: note wind 2", 6, "note wind none"),
        (SHOT + "dice: 6\nexpect: next fire", 6, "next rest turn 1"),
        (SHOT + "dice: 6\nexpect: waits", 6, "the step is complete"),
        (SHOT + "dice: 6\nexpect: asks blue \"shot 1 / who\"", 6, "nobody was asked anything"),
        (SHOT + "dice: 6 3", 3, "left over: 3"),
        (SHOT + 'dice: 6\ndie "shot 2": 3', 3, "the rolls were: shot 1"),
        (SHOT + "dice: 9", 3, "the case gives 9, wanted: 1 of 1 to 6"),
        (SHOT, 3, "no die is listed for the roll: shot 1"),
        (SHOT + "dice: 6\nanswer shot 2 / who: BLUE-1", 3, "the questions were: none"),
        (SHOT + "dice: 6\nchart shot: hit", 3, "it never was in this step"),
        (SHOT + "dice: 1", 3, 'blue is asked "shot 1 / who": BLUE-1, BLUE-2 by 1.4'),
        (SHOT + "dice: 1\nanswer shot 1 / who: RED-1", 3, "the case answers RED-1, which is not one of them"),
        (SHOT + 'dice: 1\nexpect: asks blue "shot 1 / who": BLUE-2, BLUE-1', 6, "BLUE-1, BLUE-2 by 1.4 default BLUE-1"),
        (HEAD + "step fire\norders red: shoot 0101", 4, "nobody stands in 0101 [1.2]"),
        (HEAD + "step fire\norders red: shoot 0103 => refused 1.2\ndice: 6", 4, "the order was not refused"),
        (HEAD + "step fire\norders red: shoot 0101 => refused 1.3", 4, "nobody stands in 0101 [1.2]"),
        (HEAD + "step fire\norders red: shoot 9999", 3, "RuntimeError: shell lost beyond 9999 | raised by shoot"),
        (HEAD + "step fier", 3, "did you mean fire?"),
        (HEAD + "step rest\nstep rest", 4, "play is at `fire`"),
        (HEAD + "expect: RED-1 reaches 0301", 3, "it cannot reach 0301: too far [3.1]"),
        (HEAD + "expect: RED-1 cannot reach 0102", 3, "RED-1 reaches 0102 cost 1"),
        (HEAD + "expect: points red 4", 3, "points red 3"),
        (HEAD + "expect: BLUE-1 may shoot", 3, "it may: yield"),
    ],
)  # fmt: skip
def test_what_differs_is_told_with_its_line(text: str, line: int, told: str) -> None:
    found = unmet(text)
    assert told in found.get(line, ""), found


def test_a_question_that_is_expected_is_no_fault() -> None:
    assert run(SHOT + 'dice: 1\nexpect:\n  asks blue "shot 1 / who": BLUE-1, BLUE-2\n  waits for blue').passed
    assert "did not finish" in str(unmet(SHOT + "dice: 1\nexpect: waits\nstep rest"))


def test_refusals_that_are_expected() -> None:
    lines = '  shoot 0101 => refused 1.2 "nobody stands"\n  shoo 0103 => unreadable\n  shoot 0103\n'
    assert run(HEAD + "step fire\norders Red:\n" + lines + "dice: 6\nexpect: exactly 1 facts shot").passed


# -- faults of the text ------------------------------------------------------------------------------------


def test_all_faults_of_a_case_are_told_at_once() -> None:
    text = "case: x\nscenaro: plain\nstep fire\norders red shoot\nexpcet:\n  gone X\n"
    found = faults(text + "expect:\n  gnoe X\n  oods 2-1\ndice: a\n")
    assert [line for line, _ in found] == [2, 4, 5, 8, 9, 10]
    assert "did you mean scenario?" in found[0][1]
    assert "did you mean expect?" in found[2][1]
    assert "did you mean gone?" in found[3][1]
    assert "did you mean odds?" in found[4][1]


@pytest.mark.parametrize(
    "line",
    [
        "turn x", "unit RED-1", "hex 0101", "note wind", "step", "step a b", "die shot: x", "answer key", "chart crt:",
        "options: fog", "refusals: few", "expect: fact", "expect: fact shot die", "expect: exactly fact shot",
        "orders red", "expect: loses", "expect: loses A x", "expect: moved", "expect: hex 0101", "expect: note wind",
        "expect: points red", "expect: next", "expect: A at", "expect: A reaches", "expect: A cannot go 0101",
        "expect: A has x", "expect: modifier", "expect: odds", "expect: asks", "expect: gone", "expect: A is",
        "orders red: shoot 0101 => dunno", "orders red: shoot 0101 => refused",
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_read_is_refused(line: str) -> None:
    assert faults("case: x\n" + line + "\n")[0][0] == 2


def test_what_is_given_twice_is_refused() -> None:
    for text in ("step fire\ndie a: 1\ndie a: 2", "step fire\nanswer a: 1\nanswer a: 2", "case: a\ncase: b"):
        assert len(faults(text)) == 1


def test_the_head_stands_before_the_first_step() -> None:
    assert faults("step fire\nscenario: plain\n") == [(2, "`scenario` belongs before the first step see docs/cases.md")]


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("map:\n  terrain:\n    01 . ?\n", 3, "not in the legend"),
        ("scenario: plain\nmap also:\n  hex wood: 0999\n", 3, "no hex '0999'"),
        ("units:\n  RED-1 gun at 0101\n\n  BLUE\n", 4, "a name and a type"),
        ("units:\n  RED-1 gun\n  RED-1 gun\n", 3, "a second time"),
        ("charts:\n  shots = [\n", 2, "TOML"),
        ("position:\n  turn 1\n  unti A 0101 2\n", 3, "cannot be read"),
        ("scenario: plain\nunit RED-9 0101\n", 2, "no such unit"),
        ("scenario: plain\nunit RED-1 0999\n", 2, "no such hex"),
        ("scenario: plain\nstep fire\norders green: shoot 0101\n", 3, "no such side"),
        ("scenario: plian\n", 0, "no such scenario"),
        ("game: chess\n", 0, "another game"),
        ("options: fgo=on\n", 0, "no such option"),
    ],
)  # fmt: skip
def test_faults_inside_blocks_are_shown_in_their_line(text: str, line: int, why: str) -> None:
    with pytest.raises((Refused, Unreadable)) as raised:
        run(text)
    error = raised.value
    problem = error.problems[0] if isinstance(error, Refused) else error.problem  # type: ignore[attr-defined]
    assert why in problem.why
    assert (problem.spot.line if problem.spot else 0) == line


def test_a_comment_ends_a_line_but_not_inside_quotes() -> None:
    case = read_case('# a\ncase: x # y\nstep fire # z\nexpect: fact shot why="a # b"\n', "a")
    assert case.title == "x"
    assert case.steps[0].expects[0].values == {"why": "a # b"}


# -- writing -----------------------------------------------------------------------------------------------


def test_a_written_case_reads_back_and_plays_the_same() -> None:
    position = set_up(load(TEXTS, "plain", {}))
    orders = {RED: Orders(RED, (Shoot("0103"), Shoot("0103"))), BLUE: Orders(BLUE, (), (Yield(("BLUE-1",)),))}
    pages = [
        Page("roll", "shot 1", (1,)), Page("ask", "shot 1 / who", ("BLUE-1",), "standing"),
        Page("roll", "shot 2", (2,)), Page("ask", "shot 2 / who", ("BLUE-2",), "random"),
    ]  # fmt: skip
    text = write_case(
        "found # by the random player", Start(position, "plain"),
        Course(orders, pages, expects=("BLUE-1 at 0103 1", "BLUE-2 at 0103 1")), rules=("1.4",),
    )  # fmt: skip
    case = read_case(text, "written")
    assert case_text(case) == text
    assert (case.game, case.rules, case.title) == ("mini", ("1.4",), "found by the random player")
    assert list(case.steps[0].answers) == ["shot 1 / who", "shot 2 / who"]
    assert run(text).lines()[0].startswith("a: passed (2 checks)")


def test_a_written_case_brings_its_own_map_and_units() -> None:
    units = "RED-1 gun at 0101\n# the target\nBLUE-9 men at 0102\n"
    position = Position(
        "mini", 3, "fire", {UnitId("RED-1"): UnitState("0101", 2), UnitId("BLUE-9"): UnitState("0102", 1)}
    )
    text = write_case(
        "own", Start(position, map_text="terrain:\n  01 . ^\n\nplace Top: 0102\n", units_text=units),
        Course({RED: Orders(RED, (Shoot("0102"), MoreOrder()))}, more=[("red", (Shoot("0102"),))],
               pages=[Page("roll", "shot 1", (4,)), Page("roll", "shot 2", (5,))]),
    )  # fmt: skip
    assert case_text(read_case(text, "again")) == text
    assert run(text + "expect: exactly 2 facts shot").unmet == ()


def test_refusals_may_be_left_open() -> None:
    text = HEAD + "step fire\norders red: shoot 0101\n"
    assert not run(text).passed
    assert run(text + "refusals: any\n").passed
    position = set_up(load(TEXTS, "plain", {}))
    course = Course({RED: Orders(RED, (Shoot("0101"),))}, may_be_refused=True)
    written = write_case("x", Start(position, "plain"), course)
    assert "refusals: any\n" in written
    assert run(written).passed


def test_a_result_as_data() -> None:
    data = run(SHOT + "dice: 6\nexpect: result hit").as_json()
    assert data["passed"] is False
    assert data["unmet"] == [{"line": 6, "expected": "result hit", "found": ["result miss"]}]


def test_costs_are_compared_as_amounts_however_they_are_written() -> None:
    halves = [amount(text) for text in ("4", "4.5", "4 1/2", "1/2", "all")]
    assert halves == [4, Fraction(9, 2), Fraction(9, 2), Fraction(1, 2), None]
    assert [same_amount(one, "4 1/2") for one in ("4.5", "4", "4 1/2")] == [True, False, True]
    assert same_amount("all", "all")
    assert not same_amount("all", "some")
