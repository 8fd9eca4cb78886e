"""11.2.4 Pontoon bridges: built in the middle of a move, used, and taken up again."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.italia18.allowance import MOVE
from pbem.games.italia18.by_mail.orders_move import Span, Unbridge
from pbem.games.italia18.costs import WHOLE, shown
from pbem.games.italia18.counters import is_combat_unit
from pbem.games.italia18.relief import Phase
from pbem.games.italia18.walking import enemy_near, stops, walk
from pbem.games.italia18.ways import MAJOR, PONTOON, has_pontoon, river
from pbem.games.italia18.weather import is_poor
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import hexside
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.tally import Tally, Term, tally
from pbem.kernel.trips import Trip
from pbem.values import NamedTuple, replace


class Tries(NamedTuple):
    """How many tries it took, and whether the pontoon lies."""

    number: int
    done: bool


def paid(trip: Trip, tries: int) -> Trip:
    """See 11.2.4a: each try costs a point, whatever comes of it."""
    return replace(trip, spent=trip.spent + tries * WHOLE)


def builder(board: Board, units: Sequence[UnitId]) -> UnitId | None:
    """See 11.2.4a: the first combat unit of a stack builds."""
    return next((unit for unit in units if is_combat_unit(board.unit(unit))), None)


def check(board: Board, trip: Trip, span: Span, phase: Phase, how: str = MOVE) -> None:
    """11.2.4a (see 11.2.4c, rulings R61, R113): a combat unit beside a river, with points left."""
    unit, walking = builder(board, trip.units), walk(board, trip.units, how)
    if unit is None:
        raise Illegal("11.2.4a", f"{', '.join(trip.units)} cannot build a pontoon", wanted="a combat unit")
    if trip.at != span.here or not river(board.map, span.here, span.there):
        why = f"no pontoon can be built from {trip.at} over {span.here}/{span.there}"
        raise Illegal("11.2.4a", why, wanted="the hex the units are in, and a river on that hexside")
    if len(trip.path) > 1 and stops(board, walking, trip.at):
        why = f"the move of {unit} ended in {trip.at}, in an enemy zone of control"
        raise Illegal("11.2.4a", why, advice="build before entering the zone, or with a unit that began there")
    left = walking.points - trip.spent
    if left < span.tries * WHOLE:
        why = f"{unit} has too few points for {span.tries} tries"
        raise Illegal("11.2.4a", why, found=f"{shown(left)} MP left", wanted=f"{span.tries} MP")
    check_limits(board, unit, span, phase)


def check_limits(board: Board, unit: UnitId, span: Span, phase: Phase) -> None:
    """11.2.4c: two tries a phase for each unit and for each hexside, four pontoons for each side."""
    chart, place = board.scenario.charts["pontoon"], str(hexside(span.here, span.there))
    if has_pontoon(board, span.here, span.there, phase.side):
        raise Illegal("11.2.4c", f"your pontoon over {place} lies already", advice="leave `bridge` out")
    for who, most in ((str(unit), chart["tries_unit"]), (place, chart["tries_side"])):
        if phase.tries.get(who, 0) + span.tries > int(most):
            raise Illegal("11.2.4c", f"{who} has its {most} tries of the phase", found=f"{span.tries} more")
    own = [one for one, value in board.marked_sides(PONTOON).items() if value.partition(">")[0] == phase.side]
    if len(own) >= int(chart["most"]):
        why = f"all {chart['most']} of your pontoons are on the map"
        raise Illegal("11.2.4c", why, advice="take one up at the start of a Movement Phase")


def modifiers(board: Board, span: Span, side: Side) -> Tally:
    """11.2.4b (see 10.0b): enemies within two hexes, a major river, poor weather; a friend on the far bank helps."""
    drm = board.scenario.charts["pontoon"]["drm"]
    terms = []
    if enemy_near(board, span.here, side):
        terms.append(Term("an enemy within two hexes", "11.2.4b", drm["enemy_within_2"]))
    if river(board.map, span.here, span.there) == MAJOR:
        terms.append(Term("a major river", "11.2.4b", drm["major_river"]))
    if is_poor(board):
        terms.append(Term("poor weather", "11.2.4b", drm["poor_weather"]))
    if any(board.unit(unit).type != "air" for unit in board.units_at(span.there, side)):
        terms.append(Term("a friend on the far bank", "11.2.4b", drm["friend_across"]))
    return tally(terms)


def build(board: Board, table: Table, units: Sequence[UnitId], span: Span, phase: Phase) -> Tries:
    """See 11.2.4a, 11.2.4b: try until it lies or the tries are used up; dice are named by the hexside."""
    unit, place = builder(board, units), str(hexside(span.here, span.there))
    most, drm = int(board.scenario.charts["pontoon"]["success"]), modifiers(board, span, phase.side)
    for number in range(1, span.tries + 1):
        phase.tries = counted(board, units, span, phase)
        name = f"pontoon over {place}, try {phase.tries[place]}"
        die = table.roll(name, kind="pontoon", rule="11.2.4a", by=phase.side, kindest=1)
        done = die + drm.total <= most
        board.note("pontoon", "11.2.4a", hexside=place, unit=unit, die=die, drm=drm.as_json(), done=done)
        if done:
            lay(board, span, phase.side)
            return Tries(number, done=True)
    return Tries(span.tries, done=False)


def counted(board: Board, units: Sequence[UnitId], span: Span, phase: Phase, tries: int = 1) -> dict[str, int]:
    """See 11.2.4c: the tries of the phase, by unit and by hexside, with these."""
    both = (str(builder(board, units)), str(hexside(span.here, span.there)))
    return {**phase.tries, **{who: phase.tries.get(who, 0) + tries for who in both}}


def lay(board: Board, span: Span, side: Side) -> None:
    """11.2.4e (see ruling R113): the marker, its arrow to the far bank; combat units and HQs of its side may use it."""
    board.mark_side(span.here, span.there, f"{PONTOON}={side}>{span.there}", "11.2.4e")


def take_up(board: Board, table: Table, orders: Sequence[Unbridge], side: Side) -> None:
    """11.2.4d: at the start of a Movement Phase or when its markers are adjusted the owner may take up his pontoons."""
    for order in orders:
        with table.attempt(order):
            if not has_pontoon(board, order.here, order.there, side):
                raise Illegal("11.2.4d", f"you have no pontoon over {order.here}/{order.there}")
            board.unmark_side(order.here, order.there, PONTOON, "11.2.4d")
            board.note("pontoon-up", "11.2.4d", hexside=str(hexside(order.here, order.there)), side=side)
