"""13.4.5 Retreats after Assaults: who goes, in which order, under whose fire."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.games.strafexpedition import control, digging
from pbem.games.strafexpedition.assault import Assault
from pbem.games.strafexpedition.assault_results import Outcome
from pbem.games.strafexpedition.counters import is_battery, is_fortress, is_infantry
from pbem.games.strafexpedition.defensive_fire import Volley, shoot
from pbem.games.strafexpedition.disorganization import FIRING, surrender
from pbem.games.strafexpedition.losses import disorder
from pbem.games.strafexpedition.retreat_hexes import Flight, allowed, empty_around, is_over_crag, open_hexes
from pbem.games.strafexpedition.stacking import counted, limit, overstack
from pbem.games.strafexpedition.trenches import hides_infiltration
from pbem.games.strafexpedition.zoc import can_pass, controllers
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table

CRAG_POINTS = 2  # 13.4.5.1
Home = Mapping[UnitId, HexId]  # where each unit must go back to
Wishes = Mapping[UnitId, tuple[str, ...]]


def run(board: Board, table: Table, outcomes: Sequence[Outcome], home: Home) -> tuple[UnitId, ...]:
    """See 13.4.5, 13.4.2, 13.4.5.6, rulings R66, R116: all retreats of one step; who was driven out as a defender.

    The owners say first where each defender goes, all at one moment. Then hex by hex the defenders go, and after them
    the attackers. `home` has whoever must go back where he came from.
    """
    for outcome in outcomes:
        if outcome.defender.retreats:
            _give_up_forts(board, outcome.assault)
    flights = {one.assault.target: _flights(board, one, outcomes) for one in outcomes if one.defender.retreats}
    wishes = _wishes(board, table, flights, home)
    driven: list[UnitId] = []
    for outcome in outcomes:
        target = outcome.assault.target
        with board.again(outcome.assault.episode):
            for flight in _leave(board, table, flights.get(target, ()), wishes, home, outcomes):
                driven.append(flight.unit)
            _attackers(board, table, outcome, outcomes)
    return tuple(driven)


def _give_up_forts(board: Board, assault: Assault) -> None:
    """See 20.5, ruling R118: a fortress cannot retreat; R captures it."""
    with board.again(assault.episode):
        for unit in assault.defenders:
            if board.is_on_map(unit) and is_fortress(board.unit(unit)):
                surrender(board, unit, "20.5")


def _flights(board: Board, outcome: Outcome, outcomes: Sequence[Outcome]) -> tuple[Flight, ...]:
    """13.4.5.3 (see rulings R80, R116): guns in fire mode stay; guns on the move go with infantry, never alone."""
    assault = outcome.assault
    staying = [unit for unit in assault.defenders if board.is_on_map(unit)]
    has_infantry = any(is_infantry(board.unit(unit)) for unit in assault.defenders)
    going = [unit for unit in staying if has_infantry and not _is_emplaced(board, unit)]
    origins = tuple(dict.fromkeys(origin for _, origin in assault.came_from))
    barred = tuple(dict.fromkeys(origin for one in outcomes for _, origin in one.assault.came_from))
    empty = empty_around(board, assault.target)
    return tuple([Flight(unit, assault.target, origins, barred, empty) for unit in going])


def _is_emplaced(board: Board, unit: UnitId) -> bool:
    return is_battery(board.unit(unit)) and board.is_marked(unit, FIRING)


# -- which way -----------------------------------------------------------------------------------------------


def _wishes(board: Board, table: Table, flights: Mapping[HexId, Sequence[Flight]], home: Home) -> Wishes:
    """See 13.4.5, 13.4.5.1: where each would like to go, best first; nobody is asked who has no choice."""
    asked: list[Question] = []
    units: list[UnitId] = []
    before: list[Flight] = []
    for flight in [one for many in flights.values() for one in many]:
        offered = () if flight.unit in home else _offered(board, flight, before)
        if len(offered) > 1:
            asked.append(_question(board, flight, offered))
            units.append(flight.unit)
        before.append(flight)
    answers = table.ask_all(asked) if asked else []
    return dict(zip(units, answers, strict=True))


def _offered(board: Board, flight: Flight, before: Sequence[Flight]) -> tuple[HexId, ...]:
    """The hexes that count now; all that ever may, where somebody who goes before can change that."""
    found, grid = allowed(board, flight), board.map.grid
    others = [one for one in before if one.start != flight.start and grid.distance(one.start, flight.start) <= 2]
    friends = [one for one in before if one.start == flight.start]
    side = board.unit(flight.unit).side
    is_tight = any(limit(board.scenario, there) - len(counted(board, there, side)) <= len(friends) for there in found)
    return open_hexes(board, flight) if others or (friends and is_tight) else found


def _question(board: Board, flight: Flight, hexes: Sequence[HexId]) -> Question:
    def meaning(there: HexId) -> str:
        crag = f", over a crag: {CRAG_POINTS} points" if is_over_crag(board, flight, there) else ""
        return board.map.called(there) + crag

    side = board.unit(flight.unit).side
    options = tuple(Option(there, meaning(there)) for there in hexes)
    text = f"Where does {flight.unit} retreat from {flight.start}? The first that the rules allow counts."
    return Question(
        side, f"retreat of {flight.unit} from {flight.start}", options, "13.4.5", text,
        many=True, default=tuple(hexes), hint=f"retreat-to {flight.start}: {hexes[0]}",
        about={
            "topic": "retreat-to", "hexes": [flight.start], "unit": flight.unit, "side": side,
            "crags": [there for there in hexes if is_over_crag(board, flight, there)],
        },
    )  # fmt: skip


# -- going ---------------------------------------------------------------------------------------------------


def _leave(
    board: Board, table: Table, flights: Sequence[Flight], wishes: Wishes, home: Home, outcomes: Sequence[Outcome]
) -> list[Flight]:  # fmt: skip
    """13.4.5.2 (see 13.4.5, 13.4.5.1): each goes where its owner likes, as far as it may; who cannot surrenders."""
    gone: dict[HexId, list[Flight]] = {}
    for flight in flights:
        there = home.get(flight.unit) or _chosen(board, flight, wishes.get(flight.unit, ()))
        if there is None:
            surrender(board, flight.unit, "13.4.5.2")
            continue
        board.move(flight.unit, [flight.start, there], "13.4.5", how="retreat")
        control.enters(board, flight.unit, [there], "13.4.5")
        digging.interrupt(board, flight.unit)
        gone.setdefault(there, []).append(flight)
    for there, together in gone.items():
        units = [flight.unit for flight in together]
        _draw_fire(board, table, together[0].start, there, units, outcomes)
        tired = [flight.unit for flight in together if is_over_crag(board, flight, there)]
        disorder(board, tired, CRAG_POINTS, "13.4.5.1")
        overstack(board, there, board.unit(units[0]).side, "12.7")
    return [flight for together in gone.values() for flight in together]


def _chosen(board: Board, flight: Flight, wanted: Iterable[str]) -> HexId | None:
    hexes = allowed(board, flight)
    return next((HexId(there) for there in wanted if there in hexes), hexes[0] if hexes else None)


def _attackers(board: Board, table: Table, outcome: Outcome, outcomes: Sequence[Outcome]) -> None:
    """13.4.5.6 (see 13.4.5, 13.4.5.1, ruling R66): beaten attackers, and those who have driven nobody out, go back.

    Each into the hex from which it came. Only those who were beaten draw fire, and pay for a crag.
    """
    assault, is_beaten = outcome.assault, outcome.attacker.retreats
    left = [unit for unit in assault.units if board.is_on_map(unit)]
    if not is_beaten and not _holders(board, assault):
        for unit in left:
            control.enters(board, unit, [assault.target], "13.4.1")
        return
    back: dict[HexId, list[UnitId]] = {}
    for unit in left:
        there = assault.origin(unit)
        board.move(unit, [assault.target, there], "13.4.5", how="retreat" if is_beaten else "back")
        back.setdefault(there, []).append(unit)
    for there, units in back.items():
        if is_beaten:
            _draw_fire(board, table, assault.target, there, units, outcomes)
            if not can_pass(board, assault.target, there):
                disorder(board, units, CRAG_POINTS, "13.4.5.1")


def _holders(board: Board, assault: Assault) -> list[UnitId]:
    """Who still defends the hex; guns that were left alone do not."""
    there = [unit for unit in assault.defenders if board.place(unit) == assault.target]
    return [unit for unit in there if not is_battery(board.unit(unit))]


def _draw_fire(
    board: Board, table: Table, start: HexId, there: HexId, units: Sequence[UnitId], outcomes: Sequence[Outcome]
) -> None:  # fmt: skip
    """13.4.5.4, 13.4.5.5 (see 13.4.2, 18.7, rulings R74, R75, R137, R171): fire at those who come into an enemy zone.

    Neither those in the assaulted hex fire nor anybody else of an assault of this step; it hits only who retreats.
    """
    side = board.unit(units[0]).side
    busy = {unit: None for one in outcomes for unit in (*one.assault.units, *one.assault.defenders)}
    firers = [unit for unit in controllers(board, there, side) if unit not in busy and board.place(unit) != start]
    alive = tuple([unit for unit in units if board.place(unit) == there])
    if firers and alive and not hides_infiltration(board, side, start, there):
        volley = Volley(board.enemy_of(side), there, alive, tuple(firers))
        shoot(board, table, [volley], f"retreat of {alive[0]} from {start} to", "13.4.5.4")
