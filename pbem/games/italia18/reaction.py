"""12.2.7 What the defender decides when the dice have fallen, all in one mail, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.italia18 import paying
from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle
from pbem.games.italia18.called_up import ask_reserves, call_reserves
from pbem.games.italia18.coordination import MISUNDERSTOOD, NONE, longest_retreat
from pbem.games.italia18.disorder import disorganize
from pbem.games.italia18.fighting import Fight, Hits
from pbem.games.italia18.fleeing import Flight, paths, steps_on
from pbem.games.italia18.hit_points import price
from pbem.games.italia18.left_alone import tidy
from pbem.games.italia18.losses import weakest_first
from pbem.games.italia18.retreat import defenders_flight, go, way_in_words, written
from pbem.games.italia18.stripping import ask_markers, strip
from pbem.kernel.board import Board
from pbem.kernel.choosing import Path, counted
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.values import NamedTuple

STAY = "stay"
CONFUSION, COUNTERORDERS = "confusion", "counterorders"


class Results(NamedTuple):
    """What the coloured dice have brought: coordination by role, and orders that were misunderstood."""

    found: Mapping[str, str]
    orders: Mapping[str, str]

    @property
    def markers(self) -> int:
        """See 12.2.6g, 12.2.6i6: how many the attacker may lose."""
        failed = self.found.get(ATTACKER) in (NONE, MISUNDERSTOOD)
        return int(failed) + int(self.orders.get(ATTACKER) == COUNTERORDERS)


class Ways(NamedTuple):
    """How defenders may go: the retreat that they may choose, and all its ways, of whatever length."""

    flight: Flight | None = None
    paths: tuple[Path, ...] = ()

    @property
    def longest(self) -> int:
        """How many hexes count at most; those for room do not."""
        return self.flight.hexes if self.flight else 0

    def counted(self, path: Path) -> int:
        """See 12.3k, ruling R128: the hexes of a way for which hit points are spared."""
        return min(len(path) - 1, self.longest)


def react(board: Board, table: Table, here: Fight, results: Results, hits: Hits) -> Hits:
    """See 12.2.7, 12.2.6k: whom to confuse, which markers go, who retreats, who pays, and who comes up are asked
    together, then carried out in this order. Returns the hit points, with how far the defenders went."""
    battle, ways = here.battle, open_ways(board, here, results)
    questions = [
        *_about_confusion(board, battle, results),
        *ask_markers(board, battle, results.markers),
        *_about_retreat(board, ways, hits),
        *paying.questions(board, here, DEFENDER, *_possible(board, ways, hits), extra=_steps_on(board, ways)),
        *ask_reserves(board, battle, results.found.get(DEFENDER, "")),
    ]
    answers = table.ask_all(questions) if questions else []
    chosen = {question.key: answer for question, answer in zip(questions, answers, strict=True)}
    here.ranks.update({key: answer for key, answer in chosen.items() if key in paying.KEYS.values()})
    _confuse(board, battle, results, chosen)
    strip(board, battle, chosen.get("marker", ()))
    hits = withdraw(board, here, ways, chosen, hits)
    paying.settle(board, here, DEFENDER, hits.defender)
    tidy(board, battle)
    call_reserves(board, battle, results.found.get(DEFENDER, ""), chosen.get("send", ()))
    return hits


# -- confusion (12.2.6) --------------------------------------------------------------------------------------


def _about_confusion(board: Board, battle: Battle, results: Results) -> list[Question]:
    units = tuple(reversed(weakest_first(board, battle.units(board, ATTACKER))))
    if results.orders.get(ATTACKER) != CONFUSION or len(units) < 2:
        return []
    return [
        Question(
            battle.side(board, DEFENDER), "confuse", tuple([Option(unit) for unit in units]), "12.2.6i2",
            "which attacking unit is Disorganized?", default=(units[0],), hint="confuse: strongest first",
            about={"topic": "confuse", "hexes": [battle.target], "lead": battle.attack.leads[:1]},
        )
    ]  # fmt: skip


def _confuse(board: Board, battle: Battle, results: Results, chosen: Mapping[str, tuple[str, ...]]) -> None:
    """12.2.6i2: an attacking unit of the defender's choice is Disorganized."""
    units = battle.units(board, ATTACKER)
    if results.orders.get(ATTACKER) == CONFUSION and units:
        disorganize(board, UnitId(chosen.get("confuse", units)[0]), "12.2.6i2")


# -- the way out (12.2.6, 12.3) ------------------------------------------------------------------------------


def open_ways(board: Board, here: Fight, results: Results) -> Ways:
    """See 12.2.6c, 12.2.6e, 12.3j, ruling R76: every length up to the longest; only ways that can be gone."""
    battle = here.battle
    most = longest_retreat(board, battle, here.leads.defender, results.found.get(DEFENDER, ""))
    if not most or not battle.holders(board):
        return Ways()
    side = battle.side(board, DEFENDER)
    flights = [defenders_flight(board, side, battle.target, n, is_chosen=True) for n in range(1, most + 1)]
    found = tuple(dict.fromkeys(path for flight in flights for path in paths(board, flight)))
    return Ways(flights[-1], found) if found else Ways()


def _about_retreat(board: Board, ways: Ways, hits: Hits) -> list[Question]:
    """See 12.2.6k, 12.3a: of each defender whether it goes, and which way."""
    if ways.flight is None:
        return []
    left = {written(path): max(0, hits.defender - _spared(board, ways.counted(path))) for path in ways.paths}
    options = [Option(STAY, f"stands; {counted(hits.defender, 'hit point')}")]
    for path in ways.paths:
        words = way_in_words(board, ways.flight, path)
        options.append(Option(written(path), f"{words}; {counted(left[written(path)], 'hit point')} left"))
    about = {
        "topic": "retreat", "hexes": [ways.flight.start], "hp": hits.defender, "left": left,
        "length": {written(path): ways.counted(path) for path in ways.paths},
        "step": min([price(board, unit) for unit in ways.flight.units]),
    }  # fmt: skip
    text = "does {} retreat, and which way? All go or none; the fewest hexes count."
    return [
        Question(
            ways.flight.side, f"retreat of {unit}", tuple(options), "12.2.6k", text.format(unit), default=(STAY,),
            hint=f"retreat {ways.flight.start}: never", about={**about, "unit": unit},
        )
        for unit in ways.flight.units
    ]  # fmt: skip


def _spared(board: Board, hexes: int) -> int:
    return int(board.scenario.charts["hp_price"]["retreat_credit"]) * hexes


def _possible(board: Board, ways: Ways, hits: Hits) -> list[int]:
    """The hit points that can be left, by how far the defenders go."""
    lengths = dict.fromkeys([0, *(ways.counted(path) for path in ways.paths)])
    return [max(0, hits.defender - _spared(board, hexes)) for hexes in lengths]


def _steps_on(board: Board, ways: Ways) -> int:
    """See 12.3c, 12.3h: the steps that the dearest way costs."""
    if ways.flight is None:
        return 0
    return max([steps_on(board, ways.flight, path) for path in ways.paths])


def withdraw(board: Board, here: Fight, ways: Ways, chosen: Mapping[str, tuple[str, ...]], hits: Hits) -> Hits:
    """12.2.6k (see 12.2.6c, 12.2.6e, 12.3k, rulings R41, R48, R128, R172): all go or none. The hexes that all have gone
    spare hit points; the farthest count for the attacker's advance."""
    if ways.flight is None:
        return hits
    by_word = {written(path): path for path in ways.paths}
    taken = {unit: by_word.get(chosen[f"retreat of {unit}"][0]) for unit in ways.flight.units}
    going = {unit: path for unit, path in taken.items() if path}
    if len(going) < len(taken):
        return hits
    for path in dict.fromkeys(going.values()):
        units = [unit for unit in going if going[unit] == path]
        go(board, ways.flight, path, units, paying.known(here, DEFENDER))
    spared = _spared(board, min([ways.counted(path) for path in going.values()]))
    return hits.less(DEFENDER, spared)._replace(fled=max([len(path) - 1 for path in going.values()]))
