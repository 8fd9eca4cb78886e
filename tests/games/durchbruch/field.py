"""A small field for tests: valley unless said otherwise, counters of the game, orders as players write them.

    b = field("GE-R23 2424", "IT-87 2425 pinned", terrain={"2425": "^"}, features="hex village: 2425")
    fight(b, "attack 2425 with GE-R23", dice=[3, 4])

Rows 20 to 29 grow to the south, columns to the west, as on the game's own map: 2424 touches 2425 (west), 2423 (east),
2323 and 2324 (north), 2523 and 2524 (south).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from pbem.games.durchbruch import operations, sequence
from pbem.games.durchbruch.attack import Phase
from pbem.games.durchbruch.by_mail.counsel import counsel
from pbem.games.durchbruch.by_mail.grammar import read_order
from pbem.games.durchbruch.counters import SIDES, corps_of
from pbem.games.durchbruch.operations import Operation
from pbem.games.durchbruch.planning import Segment
from pbem.kernel.board import Board
from pbem.kernel.game import Reading
from pbem.kernel.ground.mapfile import read_map
from pbem.kernel.ground.terrain import Map
from pbem.kernel.pieces import ASIDE, Side, UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.questions import Answer, Question
from pbem.kernel.table import Table
from pbem.kernel.text.mail import Line
from pbem.kernel.text.names import UnitNames
from pbem.kernel.text.orders import Order, Orders
from pbem.kernel.text.words import Words
from tests.games.durchbruch.boards import scenario
from tests.games.tables import Answers, Dice, ListedDice, counsel_of

ROWS, COLUMNS = range(20, 30), range(30, 19, -1)
EDGES = "hex edge owner=AG: 2020 2220 2420 2620 2820\nhex edge owner=IT: 2030 2230 2430 2630 2830"


@cache
def small_map(terrain: tuple[tuple[str, str], ...], features: str) -> Map:
    """The field with these levels and features."""
    given = dict(terrain)
    rows = []
    for row in ROWS:
        cells = [given.get(f"{row}{column}", ".") for column in COLUMNS]
        rows.append(f"  {row} " + ("   " + " ".join(cells) if row % 2 == 0 else "_ " + " ".join(cells[1:])))
    head = ["map: field", "title: field", "numbering: odd rows shifted, rows down, columns left", "rows: 20-29",
            "columns: 30-20", "legend:", "  .  level-1", "  :  level-2", "  ^  level-3", "  A  level-4", "  _  none",
            "terrain:"]  # fmt: skip
    return read_map("\n".join([*head, *rows, *(line.strip() for line in features.strip().splitlines())]) + "\n")


def field(
    *placed: str, terrain: Mapping[str, str] | None = None, features: str = "", turn: int = 2, step: str = "corps-III",
    notes: Mapping[str, str] | None = None, hexes: Mapping[str, str] | None = None, name: str = "campaign",
) -> Board:  # fmt: skip
    """A board on the field: each counter with its hex, its steps where they are not full, and its marks."""
    all_features = features if "hex edge" in features else f"{features}\n{EDGES}"
    base = replace(scenario(name), map=small_map(tuple(sorted((terrain or {}).items())), all_features))
    states = {unit: UnitState(ASIDE, counter.figure("steps"), ()) for unit, counter in base.units.items()}
    for line in placed:
        unit, hex_id, *rest = line.split()
        steps = int(rest.pop(0)) if rest and rest[0].isdecimal() else base.units[UnitId(unit)].figure("steps")
        states[UnitId(unit)] = UnitState(hex_id, steps, tuple(sorted(rest)))
    marked = {hex_id: tuple(marks.split()) for hex_id, marks in (hexes or {}).items()}
    return Board(base, Position("durchbruch", turn, step, states, marked, notes or {}))  # type: ignore[arg-type]


def read_all(b: Board, text: str, side: Side, section: str) -> tuple[Order, ...]:
    """Orders as a player writes them, one a line."""
    reading = Reading(b.scenario, side, section, UnitNames(b.scenario.units.values()))
    return tuple(
        [read_order(Words(Line(1, line.strip())), reading) for line in text.strip().splitlines() if line.strip()]
    )


def table_for(
    b: Board, dice: Dice, answers: Answers, items: Sequence[Order] = (), standing: Sequence[Order] = ()
) -> Table:
    """Listed dice; answers by key, else what orders and standing orders say."""
    listed = counsel_of(answers)

    def ask(board: Board, question: Question) -> Answer | None:
        found = listed(board, question) if not isinstance(answers, str) else None
        said = found or counsel(board, question, items, standing)
        if said is None and answers == "default":
            return Answer(question.fallback(), "default")
        return said if isinstance(said, Answer) or said is None else Answer(*said)

    return Table(b, ListedDice(dice), ask)


def side_of(b: Board, text: str) -> Side:
    """Whose orders they are: of the first unit that is named."""
    names = [word.strip(",") for word in text.split() if word.strip(",") in b.scenario.units]
    return b.unit(UnitId(names[0])).side


def _operation(b: Board, text: str, *, preliminary: bool) -> Operation:
    side = side_of(b, text)
    units = [UnitId(word.strip(",")) for word in text.split() if word.strip(",") in b.scenario.units]
    corps = "" if preliminary else corps_of(b.unit(units[0]))
    here = Operation(Segment(side, corps), Phase(side, corps, preliminary))
    here.phase.bound = here.segment.stuck
    return here


def march(
    b: Board, text: str, *, dice: Dice = (), answers: Answers = "default", preliminary: bool = False
) -> Operation:
    """The movement of a corps: moves, entries and automatic victories."""
    here = _operation(b, text, preliminary=preliminary)
    items = read_all(b, text, here.side, "surprise" if preliminary else "corps-III")
    operations.move_all(b, table_for(b, dice, answers, items), here, items, is_preliminary=preliminary)
    return here


def fight(
    b: Board, text: str, *, dice: Dice = (), answers: Answers = "default", preliminary: bool = False,
    here: Operation | None = None,
) -> None:  # fmt: skip
    """The assaults of a corps."""
    here = here or _operation(b, text, preliminary=preliminary)
    items = read_all(b, text, here.side, "surprise" if preliminary else "corps-III")
    operations.attack_all(b, table_for(b, dice, answers, items), here, items)


def play(
    b: Board, texts: Mapping[Side, str], *, dice: Dice = (), answers: Answers = "default",
    standing: Mapping[Side, str] | None = None,
) -> Table:  # fmt: skip
    """The board's step with the orders of both sides."""
    kind, kept = sequence.steps(b.scenario)[b.step].kind, standing or {}
    given = {
        side: Orders(
            side, read_all(b, texts.get(side, ""), side, kind), read_all(b, kept.get(side, ""), side, "standing")
        )
        for side in SIDES
    }
    items = [order for one in given.values() for order in one.items]
    made = table_for(b, dice, answers, items, [order for one in given.values() for order in one.standing])
    sequence.steps(b.scenario)[b.step].run(b, made, given)
    return made


def at(b: Board, unit: str) -> str:
    """Where the unit is."""
    return b.place(UnitId(unit))


def steps(b: Board, unit: str) -> int:
    """Its steps."""
    return b.steps(UnitId(unit))


def has(b: Board, unit: str, mark: str) -> bool:
    """Whether it carries the marker."""
    return b.is_marked(UnitId(unit), mark)


def why(b: Board) -> list[str]:
    """The rules that forbade orders."""
    return [fact.rule for fact in b.facts if fact.kind == "dropped"]
