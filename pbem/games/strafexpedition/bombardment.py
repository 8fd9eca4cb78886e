"""13.2 Offensive Bombardment: the guns of an activated brigade fire, each at one hex that it observes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition import corps, short_firing, trenches
from pbem.games.strafexpedition.area import check_inside
from pbem.games.strafexpedition.artillery import FIRED, check_ready, has_fired
from pbem.games.strafexpedition.counters import combat_units, is_fortress
from pbem.games.strafexpedition.disorganization import bombardment_factor
from pbem.games.strafexpedition.fire import Hit, Result, cast, settle, written
from pbem.games.strafexpedition.fortresses import damage
from pbem.games.strafexpedition.observation import IsSeen, check_observed, check_range
from pbem.games.strafexpedition.terrain import is_town, is_wooded
from pbem.games.strafexpedition.weather import halved, weather
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.tally import Tally, Term, summed, tally
from pbem.values import NamedTuple

BOMBARDED = "bombarded"  # of a hex: today, by one of its enemies (EV.ah.1)


class Salvo(NamedTuple):
    """Guns that fire at one hex together."""

    target: HexId
    guns: tuple[UnitId, ...]


# -- what may be fired ---------------------------------------------------------------------------------------


def check(board: Board, side: Side, salvo: Salvo, attached: Collection[UnitId], is_seen: IsSeen) -> None:
    """13.2 (see 13.2.2, rulings R136, T30): the target: inside, observed, without own units; no assault is needed.

    `is_seen` says whether a hex is under observation, `attached` are the guns of the activated brigade.
    """
    check_inside(board.scenario, salvo.target, "no bombardment there")
    own = combat_units(board, salvo.target, side)
    if own:
        why = f"your own units stand in {salvo.target}"
        raise Illegal("13.2", why, found=", ".join(own), wanted="a hex without own units", advice="take another hex")
    for gun in salvo.guns:
        check_gun(board, gun, salvo.target, attached)
    check_observed(board, salvo.target, is_seen)


def check_gun(board: Board, gun: UnitId, target: HexId, attached: Collection[UnitId]) -> None:
    """13.2.1, 13.2.4, 13.3.9, 20.9 (see 13.2.2, 19.2, S5.sp4): one gun: attached, in battery, in range, once a day.

    That it has fired in defence today does not matter.
    """
    if gun not in attached:
        why, advice = f"{gun} is not assigned to this brigade", "name it when you place the headquarters"
        raise Illegal("13.2.1", why, found="not attached", wanted="guns of the activated brigade", advice=advice)
    check_ready(board, gun)
    if board.is_marked(gun, FIRED):
        why = f"{gun} has bombarded today"
        raise Illegal("13.2.4", why, found="Act. marker", wanted="each gun once a turn", advice="leave it out")
    corps.check_target(board, gun, target)
    check_range(board, gun, target)


def check_once(salvos: Sequence[Salvo]) -> None:
    """See 13.2.1, 13.2.5: each gun has one target, and all guns on a target fire together."""
    targets = [salvo.target for salvo in salvos]
    if targets.count(targets[-1]) > 1:
        why, advice = f"{targets[-1]} is a target already", "put all its guns into one line"
        raise Illegal("13.2.5", why, found="two lines", wanted="one line for each target", advice=advice)
    guns = [gun for salvo in salvos for gun in salvo.guns]
    twice = [gun for gun in dict.fromkeys(guns) if guns.count(gun) > 1]
    if twice:
        why = f"{twice[0]} cannot fire at two hexes"
        raise Illegal("13.2.1", why, found="two targets", wanted="one target for each gun", advice="name it once")


# -- firing --------------------------------------------------------------------------------------------------


def strength(board: Board, salvo: Salvo) -> Tally:
    """See 13.2.5, 19.7, 9.1.round, ruling R49: the factors of the guns, disorganization off, halved by weather."""
    terms = [Term(gun, "13.2.5", bombardment_factor(board, gun)) for gun in salvo.guns]
    total, today = sum(term.value for term in terms), weather(board.scenario, board.turn)
    left = halved(board, [term.value for term in terms], salvo.target)
    lost = [Term(f"halved, {today} weather", f"9.1.{today}", left - total)] if left != total else []
    return summed([*terms, *lost])


def shifts(board: Board, target: HexId) -> Tally:
    """See 13.2.5, 18.4: ground and trench of the target, all together."""
    chart, map = board.scenario.charts["bombardment_shifts"], board.map
    return tally([
        Term("woods", "13.2.5", int(chart["woods"]) if is_wooded(map, target) else 0),
        Term("town", "13.2.5", int(chart["town"]) if is_town(map, target) else 0),
        Term("trench", "18.4", int(chart["trench"]) * trenches.level(board, target)),
    ])  # fmt: skip


def column(board: Board, salvo: Salvo, target: HexId | None = None) -> int:
    """See 13.2.5: the column of the strength, shifted by the hex that is hit, within the printed ones."""
    chart = board.scenario.chart("bombardment")
    assert chart.totals is not None
    return chart.shifted(chart.totals.column(strength(board, salvo).total), shifts(board, target or salvo.target).total)


def run(board: Board, table: Table, side: Side, salvos: Sequence[Salvo]) -> None:
    """13.2.5 (see 13.2.1, 13.2.4): checked salvos, one after another in the order written; then the losses of all."""
    hits = [_fire(board, table, side, salvo) for salvo in salvos]
    settle(board, table, hits)


def _fire(board: Board, table: Table, side: Side, salvo: Salvo) -> Hit:
    """13.2.6 (see EV.it.3, ruling R62): one salvo: where it falls, the die, the trench; the losses come with all."""
    with board.episode("bombardment", f"bombardment of {salvo.target}", side=side, hexes=[salvo.target]) as scope:
        for gun in salvo.guns:
            has_fired(board, gun, FIRED)
        target = short_firing.falls_on(board, table, side, salvo.target)
        board.mark_hex(target, BOMBARDED, "13.2.5")
        power, by = strength(board, salvo), shifts(board, target)
        at = column(board, salvo, target)
        found = cast(board, table, "bombardment", at, side, "13.2.6")
        board.outcome(
            "bombarded", "13.2.5", target=target, hex=target, guns=list(salvo.guns), side=side,
            strength=power.as_json(), shifts=by.as_json(), column=_called(board, at), result=written(found),
        )  # fmt: skip
        return struck(board, side, salvo, target, found, scope.name)


def struck(board: Board, side: Side, salvo: Salvo, target: HexId, found: Result, name: str) -> Hit:
    """See 13.2.6: what a result does to the trench of the hex, and what its units have to bear."""
    if found.hits_trench and not _is_light(board, salvo.guns) and not damage(board, target, "13.2.6"):
        trenches.lower(board, target, "13.2.6")
    victims = [unit for unit in board.units_at(target) if board.unit(unit).type != "hq"]
    whose = board.unit(victims[0]).side if victims else board.enemy_of(side)
    return Hit(name, whose, target, tuple(victims), found, "13.2.6")


def _called(board: Board, at: int) -> str:
    totals = board.scenario.chart("bombardment").totals
    return totals.texts[at] if totals else ""


def _is_light(board: Board, guns: Sequence[UnitId]) -> bool:
    """See 13.2.6: mountain artillery alone does nothing to trenches; a fortress has heavier guns."""
    return all(board.unit(gun).type == "mountain-artillery" and not is_fortress(board.unit(gun)) for gun in guns)
