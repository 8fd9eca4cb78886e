"""13.5 The Counter-assault: who may retake a lost hex, by which way, and what is won back with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.games.strafexpedition import digging, frozen, trenches
from pbem.games.strafexpedition.assault import Assault, room
from pbem.games.strafexpedition.costs import HALVES
from pbem.games.strafexpedition.counters import combat_factor, combat_units, is_fortress, is_infantry, is_mountain
from pbem.games.strafexpedition.declaration import HELD, entry, point
from pbem.games.strafexpedition.movement import go
from pbem.games.strafexpedition.stacking import has_room
from pbem.games.strafexpedition.walking import Walkers, allowance, ways
from pbem.games.strafexpedition.zoc import can_pass
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.stages import best, hexes
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.values import NamedTuple

REACH = 2  # 13.5.1: hexes from the lost one
VIA = " via "
Lost = Mapping[HexId, Assault]


class Way(NamedTuple):
    """How a unit can come to a hex next to the lost one and still pay for entering that."""

    unit: UnitId
    path: tuple[HexId, ...]  # from where it stands to the hex from which it enters
    left: int  # half points, the entry not yet paid
    is_plain: bool  # the way that is meant where none is named

    @property
    def word(self) -> str:
        """As it stands in an answer: `IT-69-I`, or `IT-69-I via 1336`."""
        return self.unit if self.is_plain else f"{self.unit}{VIA}{self.path[-1]}"


def lost_hexes(board: Board, assaults: Sequence[Assault]) -> dict[HexId, Assault]:
    """See 13.5, rulings R66, R84, R101: the hexes that the attackers hold now, entered against nobody or not."""
    return {one.target: one for one in assaults if combat_units(board, one.target, one.side)}


# -- who may -------------------------------------------------------------------------------------------------


def eligible(board: Board, side: Side, target: HexId, driven: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """13.5, 13.5.retreated (see 13.5.1, 18.2.1, rulings G2, R82, R107, R124, R131, R184): infantry near by.

    Within two hexes it has either just been driven out of an assaulted hex, or no enemy stands beside it but those in
    the lost hex. Neither Command nor a Logistics Point is wanted, and whether it has moved or acted today does not
    matter; who has dug today stays.
    """

    def may(unit: UnitId) -> bool:
        counter, here = board.unit(unit), board.hex_of(unit)
        if not is_infantry(counter) or is_fortress(counter) or board.map.grid.distance(here, target) > REACH:
            return False
        if frozen.is_frozen(board, unit) or board.is_marked(unit, HELD) or board.is_marked(unit, digging.DUG):
            return False
        return unit in driven or not _other_enemies(board, side, here, target)

    return tuple([unit for unit in board.on_map(side) if may(unit)])


def _other_enemies(board: Board, side: Side, here: HexId, target: HexId) -> list[HexId]:
    around = [there for there in board.map.grid.neighbours[here] if there != target]
    return [there for there in around if combat_units(board, there, board.enemy_of(side))]


def ways_of(board: Board, unit: UnitId, target: HexId, barred: Sequence[HexId]) -> tuple[Way, ...]:
    """13.5.1 (see 13.1.5, 11.0.4, 12.3, rulings R83, R172): from which hexes the unit can enter, by the cheapest way.

    With its full allowance, leaving enemy zones at their price. A hex from which an assault of this Action came is no
    place to start from: its owners may have to go back there.
    """
    start, side = board.hex_of(unit), board.unit(unit).side
    walkers = Walkers((unit,), side, allowance(board, unit) * HALVES)
    found = ways(board, walkers, start, walkers.halves)
    stages, usable = best(found), []
    for there in board.map.grid.neighbours[target]:
        if there in barred or there not in stages or not (there == start or has_room(board, there, unit)):
            continue
        left = walkers.halves - found.cost[stages[there]]
        if _can_pay(board, unit, target, there, left, walkers.halves):
            usable.append((hexes(found.path(stages[there])), left))
    usable.sort(key=lambda one: (len(one[0]), -one[1], one[0]))
    return tuple([Way(unit, path, left, n == 0) for n, (path, left) in enumerate(usable)])


def _can_pay(board: Board, unit: UnitId, target: HexId, start: HexId, left: int, whole: int) -> bool:
    """See 13.1.5, 11.0.4, ruling R111: the hexside can be crossed, and what is left pays for the hex."""
    if not can_pass(board, start, target) and not is_mountain(board.unit(unit)):
        return False
    cost = entry(board, unit, target, start)
    return left >= (whole if cost.is_everything else cost.halves)


# -- declaring -----------------------------------------------------------------------------------------------


def declare(board: Board, table: Table, side: Side, lost: Lost, driven: Sequence[UnitId]) -> None:
    """13.5.2 (see 13.5.1, 13.5.3, rulings R82, R84): the owner names units for each lost hex, all at one moment.

    They come beside the hex, perhaps under fire, and carry Assault markers. A unit that is named for two hexes goes
    for the first; one that finds no room beside the hex any more stays where it is.
    """
    barred = tuple(dict.fromkeys(origin for assault in lost.values() for _, origin in assault.came_from))
    offers = {target: offered(board, side, target, driven, barred) for target in lost}
    open_ = [target for target in lost if offers[target] and room(board, side, target)]
    questions = [_question(board, side, target, offers[target]) for target in open_]
    answers = table.ask_all(questions) if questions else []
    sent: dict[UnitId, None] = {}
    for target, answer in zip(open_, answers, strict=True):
        for word in answer:
            unit = offers[target][word].unit
            way = None if unit in sent else _with_room(board, offers[target], word)
            if way is not None:
                sent[unit] = None
                _come(board, table, way, target)


def _with_room(board: Board, offers: Mapping[str, Way], word: str) -> Way | None:
    """See 12.3, 13.5.1, ruling R183: the way as named, or another of the unit where others have taken its room."""
    named = offers[word]
    others = [way for way in offers.values() if way.unit == named.unit and way != named]
    able = [way for way in (named, *others) if len(way.path) == 1 or has_room(board, way.path[-1], way.unit)]
    return able[0] if able else None


def offered(
    board: Board, side: Side, target: HexId, driven: Sequence[UnitId], barred: Sequence[HexId]
) -> dict[str, Way]:  # fmt: skip
    """See 13.5.1: every way of every eligible unit, by the word that names it."""
    units = eligible(board, side, target, driven)
    return {way.word: way for unit in units for way in ways_of(board, unit, target, barred)}


def _question(board: Board, side: Side, target: HexId, offers: Mapping[str, Way]) -> Question:
    enemy = combat_units(board, target, board.enemy_of(side))
    defence = sum(combat_factor(board, unit) for unit in enemy)
    options = tuple(Option(word, f"from {way.path[-1]}, combat factor {combat_factor(board, way.unit)}")
                    for word, way in offers.items())  # fmt: skip
    most = min(room(board, side, target), len(options))
    text = f"Counter-assault {board.map.called(target)}? At most {most} of these; none is an answer too."
    first, plain = next(iter(offers.values())), [way for way in offers.values() if way.is_plain]
    return Question(
        side, f"counter-assault on {target}", options, "13.5", text, hint=f"counter-assault {target}: {first.unit}",
        most=most, about={
            "topic": "counter-assault", "hexes": [target], "defence": defence, "side": side,
            "trench": trenches.level(board, target),
            "plain": {f"{way.unit}{VIA}{way.path[-1]}": way.word for way in plain},
        },
    )  # fmt: skip


def _come(board: Board, table: Table, way: Way, target: HexId) -> None:
    """See 13.5.1, 11.1.2, 18.2.1, rulings R83, R109: to the hex from which it enters; then the marker, if it lives."""
    is_moved = board.is_marked(way.unit, "moved")
    if len(way.path) > 1:
        side = board.unit(way.unit).side
        go(board, table, Walkers((way.unit,), side, allowance(board, way.unit) * HALVES), way.path, way.left)
        if not is_moved:
            board.unmark(way.unit, "moved", "13.5.1")  # this was not its move of the day (ruling R82)
    if board.is_on_map(way.unit):
        digging.interrupt(board, way.unit)
        point(board, way.unit, target, "13.5.2")


# -- afterwards ----------------------------------------------------------------------------------------------


def recover(board: Board, assaults: Sequence[Assault], lowered: Sequence[HexId]) -> None:
    """13.5.4 (see 18.5, rulings R102, R173): a hex that was retaken has the level back that the assault had cost it."""
    for assault in assaults:
        ours = combat_units(board, assault.target, assault.side)
        theirs = combat_units(board, assault.target, board.enemy_of(assault.side))
        if assault.target in lowered and [unit for unit in ours if unit in assault.units] and not theirs:
            high = trenches.level(board, assault.target) + 1
            with board.again(assault.episode):
                trenches.set_level(board, assault.target, assault.side, high, "13.5.4")
                board.note("trench-recovered", "13.5.4", hex=assault.target, level=high)
