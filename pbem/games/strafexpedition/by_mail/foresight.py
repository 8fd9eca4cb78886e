"""What an assault will ask of whom, with exact chances: the rules themselves, played for every result of every table.

Bombardment, Defensive Fire and assault are looked up and not cast: each result of a column is a world with its share,
in which all decide as by default. Only fire at those who retreat is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from pbem.games.strafexpedition import counter_assault, retreats
from pbem.games.strafexpedition.assault import Assault, enter, final_column
from pbem.games.strafexpedition.assault_results import read_result, suffer
from pbem.games.strafexpedition.assault_shifts import shifts
from pbem.games.strafexpedition.bombardment import Salvo, column, struck
from pbem.games.strafexpedition.by_mail.chances import Spread, fire_chances, on_column, starred
from pbem.games.strafexpedition.by_mail.orders_combat import Assault as AssaultOrder
from pbem.games.strafexpedition.declaration import point
from pbem.games.strafexpedition.defensive_fire import Volley
from pbem.games.strafexpedition.disorganization import disorganize
from pbem.games.strafexpedition.fire import Hit, read, settle
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.questions import Answer, Question
from pbem.kernel.rolls import Roll
from pbem.kernel.table import Table
from pbem.values import NamedTuple, replace

MOST = 400  # worlds that are looked at; beyond them the meter has no figure
Asked = tuple[Side, str]  # who, and about what


class World(NamedTuple):
    """A board that may come about, its share, and the questions that were asked on the way to it."""

    board: Board
    share: Fraction
    asked: tuple[Asked, ...] = ()
    is_exact: bool = True


class Foresight(NamedTuple):
    """The chance of each question; exact, or the most that it can be."""

    chances: Mapping[Asked, Fraction]
    is_exact: bool = True


class _Ones:
    """Dice that are cast for fire at retreats, of which the result is laid over; that it fell is remembered."""

    has_fallen = False

    def cast(self, roll: Roll) -> tuple[int, ...]:
        self.has_fallen = True
        return (1,) * roll.number


class _Sitting:
    """A table at which everybody decides as by default, and is listed."""

    def __init__(self, world: World) -> None:
        self.board, self.asked, self.dice = world.board.copy(), list(world.asked), _Ones()
        self.table = Table(self.board, self.dice, self._answer, forced={"defensive_fire": ["-"]})

    def _answer(self, board: Board, question: Question) -> Answer:
        self.asked.append((question.side, question.topic))
        return Answer(question.fallback(), "default")

    def world(self, before: World, share: Fraction) -> World:
        """The board as it has become."""
        is_exact = before.is_exact and not self.dice.has_fallen
        return World(self.board, before.share * share, tuple(self.asked), is_exact)


def foresee(
    board: Board, order: AssaultOrder, assault: Assault, salvo: Salvo | None, plans: Sequence[Sequence[Volley]]
) -> Foresight | None:  # fmt: skip
    """See 13.0: every question of one assault; of several ways to fire at it the likeliest counts. None: too many."""
    found = [_of_plan(board, order, assault, salvo, plan) for plan in plans]
    if not all(found):
        return None
    sure = [one for one in found if one is not None]
    keys = dict.fromkeys(key for one in sure for key in one.chances)
    most = {key: max(one.chances.get(key, Fraction(0)) for one in sure) for key in keys}
    return Foresight(most, len(sure) == 1 and sure[0].is_exact)


def _of_plan(
    board: Board, order: AssaultOrder, assault: Assault, salvo: Salvo | None, plan: Sequence[Volley]
) -> Foresight | None:  # fmt: skip
    shelled = list(_bombarded(_declared(board, order), assault, salvo))
    count = len(shelled) * _product(len(fire_chances(board, volley)) for volley in plan) * len(on_column(board, 0))
    if count > MOST:
        return None
    chances: dict[Asked, Fraction] = {}
    is_exact = True
    for one in shelled:
        for two in _fired_at(one, assault, plan):
            for world in _stormed(two, assault):
                is_exact = is_exact and world.is_exact
                for key in dict.fromkeys(world.asked):
                    chances[key] = chances.get(key, Fraction(0)) + world.share
    return Foresight(chances, is_exact)


def _product(numbers: Iterator[int]) -> int:
    found = 1
    for number in numbers:
        found *= number
    return found


# -- step by step --------------------------------------------------------------------------------------------


def _declared(board: Board, order: AssaultOrder) -> World:
    """See 13.1.1, 11.3: the markers lie, and whoever has marched for it is tired."""
    here = board.copy()
    for unit in order.units:
        point(here, unit, order.target, "13.1.1")
        if order.is_forced:
            disorganize(here, unit, 1, "11.3")
    return World(here, Fraction(1))


def _bombarded(world: World, assault: Assault, salvo: Salvo | None) -> Iterator[World]:
    """See 13.2.5: step B, if the same Action bombards the hex."""
    if salvo is None:
        yield world
        return
    chart = world.board.scenario.chart("bombardment")
    for text, share in starred(world.board, chart.chances(column(world.board, salvo))).items():
        sitting = _Sitting(world)
        settle(sitting.board, sitting.table, [struck(sitting.board, assault.side, salvo, salvo.target, read(text), "")])
        yield sitting.world(world, share)


def _fired_at(world: World, assault: Assault, plan: Sequence[Volley]) -> Iterator[World]:
    """See 13.3.11: step C, with every combination of what the hexes suffer from which the assault comes."""
    volleys = [
        one for one in (_alive(world.board, volley) for volley in plan) if one.units and (one.infantry or one.guns)
    ]
    fires = [fire_chances(world.board, volley) for volley in volleys]
    for results in product(*(spread.items() for spread in fires)):
        sitting, share = _Sitting(world), Fraction(1)
        hits = []
        for volley, (text, part) in zip(volleys, results, strict=True):
            hits.append(Hit(f"fire at {volley.hex}", assault.side, volley.hex, volley.units, read(text), "13.3.11"))
            share *= part
        settle(sitting.board, sitting.table, hits)
        yield sitting.world(world, share)


def _alive(board: Board, volley: Volley) -> Volley:
    """The fire with those who are left to fire and to be hit."""
    units, infantry, guns = (
        tuple([one for one in many if board.is_on_map(one)]) for many in (volley.units, volley.infantry, volley.guns)
    )
    return replace(volley, units=units, infantry=infantry, guns=guns)


def _stormed(world: World, assault: Assault) -> Iterator[World]:
    """See 13.4.3.D, 13.4.5, 13.5: steps D and E for each result; nobody is asked where nobody is left to assault."""
    entering = _Sitting(world)
    entered = enter(entering.board, entering.table, assault.side)
    inside = entering.world(world, Fraction(1))
    if not entered:
        yield inside
        return
    (fight,) = entered
    spread: Spread = {"-/-": Fraction(1)}
    if fight.defenders:
        spread = on_column(inside.board, final_column(inside.board, fight, shifts(inside.board, fight).total))
    for text, share in spread.items():
        sitting = _Sitting(inside)
        outcome = read_result(replace(fight), text)
        if fight.defenders:
            suffer(sitting.board, sitting.table, [outcome])
        driven = retreats.run(sitting.board, sitting.table, [outcome], {})
        lost = counter_assault.lost_hexes(sitting.board, [fight])
        counter_assault.declare(sitting.board, sitting.table, sitting.board.enemy_of(assault.side), lost, driven)
        yield sitting.world(inside, share)
