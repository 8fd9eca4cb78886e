"""13.4 The Assault: who enters the hex, the ratio, the shifts, and the die."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.strafexpedition import control, frozen
from pbem.games.strafexpedition.counters import combat_factor, combat_units
from pbem.games.strafexpedition.declaration import call_off, declared
from pbem.games.strafexpedition.morale import best
from pbem.games.strafexpedition.options import chosen
from pbem.games.strafexpedition.stacking import counted, limit
from pbem.kernel.board import Board
from pbem.kernel.charts import Chart
from pbem.kernel.episodes import Episode
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.scenario import Scenario
from pbem.kernel.table import Table
from pbem.kernel.tally import Tally, Term, summed
from pbem.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Assault:
    """One assault: who has entered the hex, each from where, and who defends it."""

    side: Side
    target: HexId
    came_from: tuple[tuple[UnitId, HexId], ...]
    defenders: tuple[UnitId, ...]
    is_counter: bool = False
    episode: Episode = field(default=Episode("assault", 0, ""), compare=False)

    @property
    def units(self) -> tuple[UnitId, ...]:
        """Who assaults."""
        return tuple([unit for unit, _ in self.came_from])

    @property
    def name(self) -> str:
        """What dice and questions call it."""
        return f"{'counter-assault' if self.is_counter else 'assault'} on {self.target}"

    def origin(self, unit: UnitId) -> HexId:
        """The hex from which a unit entered."""
        return dict(self.came_from)[unit]


# -- entering ------------------------------------------------------------------------------------------------


def room(board: Board, side: Side, target: HexId) -> int:
    """12.5 (see 12.2, 13.4.1, rulings R40, R172): how many may enter; own guns that were left in the hex count."""
    return max(0, limit(board.scenario, target) - len(counted(board, target, side)))


def enter(board: Board, table: Table, side: Side, *, is_counter: bool = False) -> tuple[Assault, ...]:
    """13.1.3, 13.4.1 (see 13.1.4, rulings R60, R87): all who carry markers enter, as many as the hex takes.

    They enter even where bombardment has left nobody to fight, and by an option control the hex at once (ruling R115).
    Whoever is too many stays where he is.
    """
    targets = declared(board, side)
    named = _who_enters(board, table, side, targets)
    found = []
    for target, units in targets.items():
        for unit in units:
            call_off(board, unit, "13.4.1")
        entering = tuple([(unit, board.hex_of(unit)) for unit in units if unit in named[target]])
        defenders = combat_units(board, target, board.enemy_of(side))
        name = f"{'counter-assault' if is_counter else 'assault'} on {target}"
        with board.episode("assault", name, side=side, hexes=[target]) as episode:
            for unit, origin in entering:
                board.move(unit, [origin, target], "13.4.1", how="assault")
                frozen.watch(board, unit, [target], "13.4.1")
                if chosen(board, "entering") == "entered":
                    control.enters(board, unit, [target], "23.1")
        if entering:
            found.append(Assault(side, target, entering, defenders, is_counter, episode))
    return tuple(found)


def _who_enters(
    board: Board, table: Table, side: Side, targets: dict[HexId, tuple[UnitId, ...]]
) -> dict[HexId, tuple[str, ...]]:
    """13.1.4 (see 12.5, ruling R87): where more carry markers than may enter, their owner chooses now."""
    crowded = {there: units for there, units in targets.items() if len(units) > room(board, side, there)}
    asked = [one for one in crowded if room(board, side, one)]
    questions = [_question(board, side, there, crowded[there]) for there in asked]
    answers = dict(zip(asked, table.ask_all(questions) if questions else [], strict=True))
    return {there: answers.get(there, () if there in crowded else units) for there, units in targets.items()}


def _question(board: Board, side: Side, target: HexId, units: Sequence[UnitId]) -> Question:
    most = room(board, side, target)
    ranked = sorted(units, key=lambda unit: (-combat_factor(board, unit), unit))
    options = tuple(Option(unit, f"combat factor {combat_factor(board, unit)}") for unit in units)
    return Question(
        side, f"who enters {target}", options, "13.1.4", f"Only {most} of them may assault {target}: who?",
        default=tuple(ranked[:most]), hint=f"assault {target} with {ranked[0]}", least=most, most=most,
        about={"topic": "entering", "hexes": [target], "side": side},
    )  # fmt: skip


# -- the ratio -----------------------------------------------------------------------------------------------


def chart(scenario: Scenario) -> Chart:
    """See 13.4.3.B, ruling M1: the Assault Table."""
    return scenario.chart("assault")


def strength(board: Board, units: Sequence[UnitId], rule: str = "13.4.3.A") -> Tally:
    """13.4.3.A (see 19.3, 2.2.1): the Combat Factors of one side; artillery adds nothing."""
    return summed([Term(unit, rule, combat_factor(board, unit)) for unit in units])


def is_helpless(board: Board, assault: Assault) -> bool:
    """See 13.4.6, 19.3: a defence of 0, such as that of guns alone."""
    return strength(board, assault.defenders).total == 0


def is_fixed(board: Board, assault: Assault) -> bool:
    """See 13.4.6, ruling R67: no shift moves the column of a defence of 0; by an option all do."""
    return is_helpless(board, assault) and chosen(board, "zero-defence") == "fixed"


def ratio_column(board: Board, assault: Assault) -> int:
    """13.4.3.B, 13.4.6 (see rulings R67, R69): rounded for the defender; whole ratios beyond the table count on.

    A defence of 0 has the best column of the table.
    """
    table = chart(board.scenario)
    if is_helpless(board, assault):
        return [odds.text for odds in table.scale().odds].index(board.scenario.charts["assault_rules"]["zero_defence"])
    attack, defence = strength(board, assault.units).total, strength(board, assault.defenders).total
    return table.scale().virtual(attack, defence)


def final_column(board: Board, assault: Assault, moved: int) -> int:
    """See 13.4.3.C, 13.4.6, ruling R67: after the shifts; -1 for anything below 1:2, and never above 5:1."""
    table, column = chart(board.scenario), ratio_column(board, assault)
    return column if is_fixed(board, assault) else max(-1, min(table.width - 1, column + moved))


def column_text(board: Board, column: int) -> str:
    """The odds over a column, `below 1:2` for what lies to the left of all."""
    scale = chart(board.scenario).scale()
    return scale.text(column) if column >= 0 else f"below {scale.text(0)}"


def leaders(board: Board, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """See 13.4.4, ruling R68: those whose morale counts; several where they are equal."""
    return best(board, units)
