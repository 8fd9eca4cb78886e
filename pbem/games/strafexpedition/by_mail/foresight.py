"""What an Action will ask of whom, with exact chances: the rules themselves, played for every result of every table.

Fire at infiltration, bombardment, Defensive Fire, assaults and fire at retreats are looked up and not cast: each result
of a column is a world with its share, in which everybody decides as by default. Worlds that have become alike are one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product

from pbem.games.strafexpedition import counter_assault, defensive_guns, retreats
from pbem.games.strafexpedition.assault import Assault, enter, final_column
from pbem.games.strafexpedition.assault_results import Effect, Outcome, read_result, suffer
from pbem.games.strafexpedition.assault_shifts import shifts
from pbem.games.strafexpedition.bombardment import Salvo, column, struck
from pbem.games.strafexpedition.by_mail.chances import Spread, on_column, starred
from pbem.games.strafexpedition.declaration import declared
from pbem.games.strafexpedition.fire import read, settle
from pbem.games.strafexpedition.short_firing import assaulting, is_firing_short
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Answer, Question
from pbem.kernel.rolls import Roll
from pbem.kernel.table import Table
from pbem.values import NamedTuple

MOST = 1500  # boards that are played; beyond them the meter takes each assault by itself
LIKELY = 5  # different results in a column of the Assault Table, at least
FIRE = "defensive_fire"
Asked = tuple[Side, str, tuple[str, ...]]  # who, about what, and of which hexes


class TooMany(Exception):
    """There are more combinations than anybody would wait for."""


class World(NamedTuple):
    """A board that may come about, its share, and the questions that were asked on the way to it."""

    board: Board
    share: Fraction
    asked: tuple[Asked, ...] = ()


class _Ones:
    """Dice whose results are laid over."""

    def cast(self, roll: Roll) -> tuple[int, ...]:
        return (1,) * roll.number


class Sitting:
    """A table at which everybody decides as by default, and is listed; results of fire come from a script."""

    def __init__(self, world: World, script: Sequence[str] = ()) -> None:
        self.board, self.asked = world.board.copy(), dict.fromkeys(world.asked)
        self.table = Table(self.board, _Ones(), self._answer, forced={FIRE: [*script, "-"]})

    def _answer(self, board: Board, question: Question) -> Answer:
        hexes = [option.value for option in question.options] if question.topic == "fire" else []
        hexes = hexes or list(question.about.get("hexes", ()))
        self.asked[question.side, question.topic, tuple(hexes)] = None
        return Answer(question.fallback(), "default")

    def world(self, before: World, share: Fraction) -> World:
        """The board as it has become."""
        return World(self.board, before.share * share, tuple(self.asked))

    def columns(self) -> list[int]:
        """The columns of all Defensive Fire that was cast here, in its order."""
        fires = [fact for fact in self.board.facts if fact.kind == "fire-result"]
        return [int(fact["column"]) for fact in fires if fact["chart"] == FIRE]


class Foresight:
    """Counts the boards that are played, over all steps of one Action."""

    def __init__(self, side: Side) -> None:
        self.side, self.played = side, 0
        self._returns: dict[tuple[object, ...], list[Asked]] = {}  # who could come back, by where everybody stands

    def ends(self, world: World, salvos: Sequence[Salvo]) -> Iterator[World]:
        """See 13.0: every end of steps B to E, with all that was asked on the way."""
        worlds = self.merged(self._bombarded(world, salvos))
        worlds = self.merged(after for one in worlds for after in self._fired_at(one))
        if len(worlds) * LIKELY ** len(declared(world.board, self.side)) > MOST:
            raise TooMany  # found out before they are all played
        for one in worlds:
            yield from self._stormed(one)

    def merged(self, worlds: Iterable[World]) -> list[World]:
        """Those that look alike, and in which the same was asked, count together."""
        found: dict[tuple[object, ...], World] = {}
        for one in worlds:
            position = one.board.freeze(one.board.turn, one.board.step)
            marks = tuple(sorted(position.hexes.items()))
            key = (tuple(position.units.values()), marks, one.asked)
            share = found[key].share if key in found else Fraction(0)
            found[key] = one._replace(share=one.share + share)
        return list(found.values())

    def explored(self, world: World, run: Callable[[Sitting], None]) -> Iterator[World]:
        """Carry something out in which Defensive Fire may fall, with every result of every fire."""
        open_: list[tuple[tuple[str, ...], Fraction]] = [((), Fraction(1))]
        while open_:
            script, share = open_.pop()
            sitting = self._sit(world, script)
            run(sitting)
            columns = sitting.columns()
            if len(columns) > len(script):
                chart = world.board.scenario.chart(FIRE)
                spread = starred(world.board, chart.chances(columns[len(script)]))
                open_ += [((*script, text), share * part) for text, part in spread.items()]
            else:
                yield sitting.world(world, share)

    def _sit(self, world: World, script: Sequence[str] = ()) -> Sitting:
        self.played += 1
        if self.played > MOST:
            raise TooMany
        return Sitting(world, script)

    # -- step by step ----------------------------------------------------------------------------------------

    def _bombarded(self, world: World, salvos: Sequence[Salvo]) -> Iterator[World]:
        """See 13.2.5, EV.it.3, EV.ah.3: step B; where guns fire short today, wherever each salvo may fall."""
        for falls in product(*(self._falls(world.board, salvo) for salvo in salvos)):
            sitting, share = self._sit(world), Fraction(1)
            hits = []
            for salvo, (there, text, part) in zip(salvos, falls, strict=True):
                hits.append(struck(sitting.board, self.side, salvo, there, read(text), f"bombardment of {there}"))
                share *= part
            settle(sitting.board, sitting.table, hits)
            yield sitting.world(world, share)

    def _falls(self, board: Board, salvo: Salvo) -> list[tuple[HexId, str, Fraction]]:
        own = assaulting(board, self.side, salvo.target) if is_firing_short(board, self.side) else ()
        short = Fraction(len(board.scenario.charts["event_short_firing"]["on"]), 6) if own else Fraction(0)
        hexes = {salvo.target: 1 - short, **{there: short * Fraction(1, len(own)) for there in own}}
        chart = board.scenario.chart("bombardment")
        spreads = {there: starred(board, chart.chances(column(board, salvo, there))) for there in hexes}
        return [(there, text, hexes[there] * part) for there in hexes for text, part in spreads[there].items()]

    def _fired_at(self, world: World) -> Iterator[World]:
        """See 13.3: step C, as the enemy fires by default."""
        enemy = world.board.enemy_of(self.side)

        def run(sitting: Sitting) -> None:
            defensive_guns.run(sitting.board, sitting.table, enemy, "defensive fire at", with_guns=True)

        return self.explored(world, run)

    def _stormed(self, world: World) -> Iterator[World]:
        """See 13.4.3.D, 13.4.5, 13.5: steps D and E for each result of each assault."""
        if not declared(world.board, self.side):
            yield world
            return
        entering = self._sit(world)
        entered = enter(entering.board, entering.table, self.side)
        inside = entering.world(world, Fraction(1))
        fought = [one for one in entered if one.defenders]
        quiet = [Outcome(one, Effect(), Effect()) for one in entered if not one.defenders]
        for results in product(*(_results(inside.board, one).items() for one in fought)):
            share = Fraction(1)
            for _, part in results:
                share *= part
            outcomes = [read_result(one, text) for one, (text, _) in zip(fought, results, strict=True)]
            yield from self.explored(inside._replace(share=inside.share * share), self._storm(entered, outcomes, quiet))

    def _storm(
        self, entered: Sequence[Assault], fought: Sequence[Outcome], quiet: Sequence[Outcome]
    ) -> Callable[[Sitting], None]:  # fmt: skip
        """See 13.4.4, 13.4.5, 13.5: losses and retreats of all assaults, then who may come back."""

        def run(sitting: Sitting) -> None:
            board, table = sitting.board, sitting.table
            suffer(board, table, fought)
            driven = retreats.run(board, table, sorted([*fought, *quiet], key=lambda one: one.assault.target), {})
            if entered:
                self._return(sitting, entered, driven)

        return run

    def _return(self, sitting: Sitting, entered: Sequence[Assault], driven: tuple[UnitId, ...]) -> None:
        """See 13.5: nobody comes back by default, so where all stand alike the same is asked."""
        board, before = sitting.board, list(sitting.asked)
        key = (driven, *(board.place(unit) for unit in board.units()))
        if key not in self._returns:
            lost = counter_assault.lost_hexes(board, entered)
            counter_assault.declare(board, sitting.table, board.enemy_of(self.side), lost, driven)
            self._returns[key] = [asked for asked in sitting.asked if asked not in before]
        sitting.asked |= dict.fromkeys(self._returns[key])


def _results(board: Board, assault: Assault) -> Spread:
    return on_column(board, final_column(board, assault, shifts(board, assault).total))
