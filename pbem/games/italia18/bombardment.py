"""12.2.2 and 15.2.2 Bombardments (step 5): the points, the die, and the hit points at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle, other
from pbem.games.italia18.doctrine import DIAZ, doctrine_of
from pbem.games.italia18.guns import BRUCHMUELLER, Battery, is_in_range, points
from pbem.games.italia18.hit_points import Bill, convert
from pbem.games.italia18.missions import is_observed, rating
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.tally import Term, tally


def bombard_all(
    board: Board, table: Table, battle: Battle, batteries: Mapping[str, Battery], pays: Mapping[str, Sequence[str]]
) -> None:
    """See 12.2, 12.2.2d, ruling R39: the attacker, then the defender, whatever is left of his units. `pays` says of
    either side who pays first."""
    for role in (ATTACKER, DEFENDER):
        fire = all_points(board, battle, batteries[role], batteries[other(role)], role)
        if fire:
            hits = bombard(board, table, battle, role, fire)
            suffer(board, battle, other(role), hits, pays.get(other(role), ()))


def all_points(board: Board, battle: Battle, own: Battery, enemy: Battery, role: str) -> int:
    """See 12.2.2d, 17.2b, ruling R53: what is left of the guns, and the side's aircraft over the hex, which no gun
    hinders."""
    return points(board, own, enemy) + rating(board, battle.target, battle.side(board, role))


def bombard(board: Board, table: Table, battle: Battle, role: str, fire: int) -> int:
    """15.2.2d (see 12.2.2d, ruling R15): one die on the column of the points; only the attacker's is modified."""
    chart = board.scenario.chart("bombardment")
    side = battle.side(board, role)
    drm = tally(modifiers(board, battle) if role == ATTACKER else ())
    column = column_of(board, fire, side, battle)
    die = table.roll(f"{role}'s bombardment", rule="15.2.2d", by=side)
    hits = int(table.read("bombardment", chart.result(die + drm.total, column)))
    board.note(
        "bombarded", "15.2.2d", hex=battle.target, by=side, points=fire, die=die, drm=drm.as_json(), hits=hits
    )  # fmt: skip
    return hits


def column_of(board: Board, fire: int, side: Side, battle: Battle) -> int:
    """See 15.2.2d, 17.2b, ruling R53: the column of the points, one more under an Observation mission of the side."""
    chart = board.scenario.chart("bombardment")
    totals = chart.totals
    assert totals is not None  # the chart is printed by totals
    return chart.shifted(totals.column(fire), 1 if is_observed(board, battle.target, side) else 0)


def modifiers(board: Board, battle: Battle) -> Iterator[Term]:
    """See 15.2.2d, rulings R55e, R104: for the attacker's die, and all of them together."""
    drm = {entry["id"]: int(entry["drm"]) for entry in board.scenario.charts["bombardment_drm"]}
    if is_bruchmueller(board, battle):
        yield Term("Bruchmueller", "15.2.2f", drm["bruchmueller"])
    for name in ("trench", "city"):
        if board.map.has(battle.target, name):
            yield Term(f"defenders in a {name} hex", "15.2.2d", drm[name])
    defenders = battle.units(board, DEFENDER)
    if defenders and all(_is_italian_diaz(board, unit) for unit in defenders):
        yield Term("all of them follow Diaz", "15.2.2d", drm["diaz"])


def _is_italian_diaz(board: Board, unit: UnitId) -> bool:
    return board.unit(unit).nation == "IT" and doctrine_of(board, unit) == DIAZ


def is_bruchmueller(board: Board, battle: Battle) -> bool:
    """15.2.2f (see ruling R104): the owner's attack, first sequence, a hex within range of the marked piece."""
    marked = [gun for gun in board.on_map(battle.attack.side) if board.is_marked(gun, BRUCHMUELLER)]
    return battle.sequence == 1 and any(is_in_range(board, gun, battle.target) for gun in marked)


def suffer(board: Board, battle: Battle, role: str, hits: int, wanted: Sequence[str] = ()) -> None:
    """15.2.2g (see 12.2.8a, rulings R32, R55b, R121): converted at once, at their owner's choice; nobody leads yet."""
    convert(board, Bill(battle.side(board, role), battle.units(board, role), hits), wanted, "15.2.2g")
