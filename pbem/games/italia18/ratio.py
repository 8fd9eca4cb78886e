"""12.2.4 The odds (step 7): strengths by terrain, their ratio, and the column after all shifts."""

from __future__ import annotations

from fractions import Fraction

from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle
from pbem.games.italia18.counters import attack_factor, defence_factor
from pbem.games.italia18.doctrine import trench_multiple
from pbem.games.italia18.losses import pay_for_nothing
from pbem.games.italia18.ways import MAJOR
from pbem.kernel.board import Board
from pbem.kernel.charts import Chart
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.tally import Exact, Figure, Part, figure
from pbem.values import NamedTuple


class Strength(NamedTuple):
    """A side's factors, exact, with what was done to each of them."""

    total: Fraction
    parts: tuple[Part, ...]

    @property
    def exact(self) -> Exact:
        """The sum with its terms, as a view shows it."""
        return Exact(self.total, self.parts)

    @classmethod
    def of(cls, figures: list[Figure]) -> Strength:
        """The sum of the figures."""
        return cls(sum([one.value for one in figures], Fraction(0)), tuple([one.part("12.2.4a") for one in figures]))


def attack_strength(board: Board, battle: Battle) -> Strength:
    """See 12.2.4a, 12.2.4e: the factors of all attackers that are left."""
    return Strength.of([attack_of(board, unit, battle.target) for unit in battle.units(board, ATTACKER)])


def defence_strength(board: Board, battle: Battle) -> Strength:
    """See 12.2.4a, 12.2.4e: the factors of all defenders that are left."""
    return Strength.of([defence_of(board, unit, battle.target) for unit in battle.units(board, DEFENDER)])


def attack_of(board: Board, unit: UnitId, target: HexId) -> Figure:
    """See 12.2.4e, rulings R4, R22, R24: halved uphill and across a major river, bridged or not; both: a quarter."""
    here = board.hex_of(unit)
    found = figure(unit, attack_factor(board, unit))
    if is_uphill(board, here, target):
        found = found.halved("up a crest line", "12.2.4e")
    if board.map.crosses(here, target, MAJOR):
        found = found.halved("across a major river", "12.2.4e")
    return found


def is_uphill(board: Board, here: HexId, there: HexId) -> bool:
    """See 12.2.4e, ruling R4: a crest line lies between, and its height is over there."""
    return any(one.name == "crest" and one.get("up") == there for one in board.map.hexside(here, there))


def defence_of(board: Board, unit: UnitId, target: HexId) -> Figure:
    """12.2.4e (see 3.0d, rulings R20, R21, R22): doubled in a city, doubled or trebled in trenches, both together."""
    return in_place(board, unit, defence_factor(board, unit), target, board.unit(unit).side)


def in_place(board: Board, label: str, factor: int, target: HexId, side: Side) -> Figure:
    """See 12.2.4e: what a defence factor comes to in the hex."""
    found = figure(label, factor)
    if board.map.has(target, "city"):
        found = found.times(int(board.scenario.charts["terrain"]["city"]["defence_times"]), "city", "12.2.4e")
    if board.map.has(target, "trench"):
        found = found.times(trench_multiple(board, side), "trenches", "12.2.4e")
    return found


# -- the column ----------------------------------------------------------------------------------------------


def crt(board: Board) -> Chart:
    """See 12.2.5a, ruling R201: the Combat Results Table."""
    return board.scenario.chart("crt")


def ratio_column(board: Board, attack: Fraction, defence: Fraction) -> int:
    """12.2.4a (see ruling R27): rounded for the defender; columns left of 1:2 count on as -1, -2 and so forth."""
    return crt(board).scale().virtual(attack, defence)


def shifted_column(column: int, shifts: int) -> int:
    """12.2.4b, 12.2.4i: all shifts together, over virtual columns too, before the table is looked at."""
    return column + shifts


def printed_column(board: Board, column: int) -> int | None:
    """12.2.4c (see ruling R27): beyond the last column the last one; left of the first there is no attack."""
    return None if column < 0 else min(column, crt(board).width - 1)


def odds_text(board: Board, column: int) -> str:
    """See 12.2.4b: the odds of a column in words, virtual ones too."""
    return crt(board).scale().text(column)


def call_off(board: Board, table: Table, battle: Battle, column: int) -> None:
    """See 12.2.4c, ruling R29: no dice, and three steps of the highest morale."""
    board.note("called-off", "12.2.4c", hex=battle.target, why=f"odds of {odds_text(board, column)}")
    pay_for_nothing(board, table, battle.units(board, ATTACKER), "12.2.4c")
