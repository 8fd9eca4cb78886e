"""12.2.6 Tactical coordination (step 9): the coloured dice, their modifiers, and what they give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.games.italia18.assault_troops import ARDITI
from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle
from pbem.games.italia18.bombardment import is_bruchmueller
from pbem.games.italia18.columns import Leads, offensive_modifier
from pbem.games.italia18.counters import EN
from pbem.games.italia18.disorder import is_disorganized, is_elite_now, morale
from pbem.games.italia18.doctrine import CADORNA, DIAZ, is_led_by, mixed_drm
from pbem.games.italia18.options import is_agreed
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.tally import Tally, Term, tally

PERFECT, PARTIAL, NONE, MISUNDERSTOOD = "perfect", "partial", "none", "misunderstood"


def result(board: Board, die: int, drm: int) -> str:
    """12.2.6b: a bare 6 is perfect whatever is taken off it, a bare 1 no coordination whatever is added."""
    chart = board.scenario.charts["coordination"]
    if die == chart["natural_perfect"]:
        return PERFECT
    if die == chart["natural_none"] and die + drm > 0:
        return NONE
    return str(board.scenario.chart("coordination").result(die + drm))


def benefit(board: Board, found: str, name: str) -> int:
    """See 12.2.6c, 12.2.6d, 12.2.6e, 12.2.6f: what a result gives; nothing where it gives none of it."""
    chart: Mapping[str, Any] = board.scenario.charts["coordination_result"].get(found, {})
    return int(chart.get(name, 0))


def modifiers(board: Board, battle: Battle, leads: Leads, guns: Sequence[UnitId], role: str) -> Tally:
    """See 12.2.6a, 12.2.6l: `guns` are the Artillery of that side in this combat."""
    drm = {e["id"]: e["drm"] for e in board.scenario.charts["coordination_drm"] if e["side"] == role}
    shared = _for_both(board, battle, guns, role, drm)
    if role == DEFENDER:
        return tally((*shared, *_defender(board, battle, leads.defender, drm)))
    return tally((*shared, *_attacker(board, battle, leads.attacker, drm)))


def _for_both(
    board: Board, battle: Battle, guns: Sequence[UnitId], role: str, drm: Mapping[str, int]
) -> Iterator[Term]:
    """See 12.2.6a, 12.2.6l, rulings R54, R55, R138: aircraft over the hex, and nations side by side."""
    rule = "12.2.6a" if role == DEFENDER else "12.2.6l"
    side = battle.side(board, role)
    if _has_air(board, battle, side):
        yield Term("own Air support", rule, drm["own-air"])
    if _has_air(board, battle, board.enemy_of(side)):
        yield Term("enemy Air support", rule, drm["enemy-air"])
    nations = dict.fromkeys([board.unit(unit).nation for unit in (*battle.units(board, role), *guns)])
    if side == EN and len(nations) > 1:
        yield Term("different nationalities", rule, mixed_drm(board))


def _has_air(board: Board, battle: Battle, side: Side) -> bool:
    return any(board.unit(unit).type == "air" for unit in board.units_at(battle.target, side))


def _defender(board: Board, battle: Battle, lead: UnitId | None, drm: Mapping[str, int]) -> Iterator[Term]:
    """12.2.6a (see 12.2.6m, ruling R104): the defender's own lines."""
    if board.map.has(battle.target, "trench"):
        yield Term("trenches", "12.2.6a", drm["trench"])
    if lead and is_elite_now(board, lead):
        yield Term("elite lead unit", "12.2.6a", drm["elite-lead"])
    if any(is_disorganized(board, unit) for unit in battle.units(board, DEFENDER)):
        yield Term("a Disorganized or Reorganizing unit", "12.2.6a", drm["disorganized"])
    if is_bruchmueller(board, battle):
        yield Term("Bruchmueller", "15.2.2f", drm["bruchmueller"])
    if is_led_by(board, lead, CADORNA):
        yield Term("Cadorna/Foch doctrine", "12.2.6m", drm["cadorna"])


def _attacker(board: Board, battle: Battle, lead: UnitId | None, drm: Mapping[str, int]) -> Iterator[Term]:
    """12.2.6l (see 12.2.6m, 12.2.4g, ruling R55c): the attacker's own lines; of the two on morale only the worse."""
    if any(helps_coordination(board, troops) for troops in battle.assault(board)):
        yield Term("Assault Troops", "12.2.6l", drm["assault-troops"])
    if lead and is_elite_now(board, lead):
        yield Term("elite lead unit", "12.2.6l", drm["elite-lead"])
    yield Term("Offensive", "12.2.4g", offensive_modifier(board, battle))
    for doctrine, words in ((CADORNA, "Cadorna/Foch doctrine"), (DIAZ, "Diaz doctrine")):
        if is_led_by(board, lead, doctrine):
            yield Term(words, "12.2.6m", drm[doctrine])
    worst = min([morale(board, unit) for unit in battle.units(board, ATTACKER)], default=0)
    yield Term(f"an attacker of morale {worst}", "12.2.6l", drm.get(f"morale-{worst}", 0))


def helps_coordination(board: Board, troops: UnitId) -> bool:
    """See 15.3.1, 15.3.2, 15.3.3, ruling R1: Stosstruppen and Sturmbataillone do; Arditi only if so agreed."""
    return board.unit(troops).words.get("kind") != ARDITI or is_agreed(board, "arditi-tc-bonus")


# -- how far a defender may go -------------------------------------------------------------------------------


def longest_retreat(board: Board, battle: Battle, lead: UnitId | None, found: str) -> int:
    """12.2.6c, 12.2.6e (see ruling R7): three hexes or two, one less under Cadorna/Foch or with a unit in disorder."""
    if found not in (PERFECT, PARTIAL):
        return 0
    is_short = is_led_by(board, lead, CADORNA)
    is_short = is_short or any(is_disorganized(board, unit) for unit in battle.units(board, DEFENDER))
    return benefit(board, found, "retreat_short" if is_short else "retreat")
