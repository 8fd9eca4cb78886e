"""12.2.2 and 15.2 Artillery in a combat: who may fire, who turns on the enemy's guns, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.errors import Illegal
from pbem.games.italia18.battle import Attack
from pbem.games.italia18.counters import GUN_TYPES
from pbem.games.italia18.disorder import RETREAT_MODE
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.values import NamedTuple

FIRED, CB, OFFENSIVE, SILENT = "fired", "cb", "offensive", "no-firing"  # marks of guns; fired=2 after two combats
BRUCHMUELLER = "bruchmueller"  # the mark of the piece that the event was played on
ARMY, CORPS = "army-artillery", "corps-artillery"


class Battery(NamedTuple):
    """The Artillery of one side in a combat: what bombards, and what fires at the enemy's guns."""

    bombarding: tuple[UnitId, ...] = ()
    counter: tuple[UnitId, ...] = ()

    @property
    def all(self) -> tuple[UnitId, ...]:
        """Every piece that takes part."""
        return (*self.bombarding, *self.counter)


# -- who may fire --------------------------------------------------------------------------------------------


def is_gun(board: Board, unit: UnitId) -> bool:
    """See 3.0f: Army, Corps or naval Artillery."""
    return board.unit(unit).type in GUN_TYPES


def may_counter(board: Board, gun: UnitId) -> bool:
    """3.0f (see 12.2.2b): Corps Artillery alone turns to counter-battery fire."""
    return board.unit(gun).type == CORPS


def is_offensive(board: Board, gun: UnitId) -> bool:
    """15.2.3 (see 8.0c): Army Artillery that a declared Offensive has turned to its other side."""
    return board.unit(gun).type == ARMY and board.is_marked(gun, OFFENSIVE)


def is_in_range(board: Board, gun: UnitId, target: HexId) -> bool:
    """15.2.2a (see ruling R115): the attacked hex within its Bombardment range, whatever lies between."""
    return board.map.grid.distance(board.hex_of(gun), target) <= board.unit(gun).figure("range")


def shots_left(board: Board, gun: UnitId, *, is_attack: bool) -> int:
    """15.2.2b (see 15.2.3): combats of this phase in which the piece may still take part."""
    chart = board.scenario.charts["bombardment_uses"]
    allowed = chart["offensive_attack"] if is_attack and is_offensive(board, gun) else chart["army"]
    return int(allowed) - int(board.mark_of(gun, FIRED) or 0)


def is_ready(board: Board, gun: UnitId, target: HexId, *, is_attack: bool) -> bool:
    """See 15.2.2a, 15.2.2b: in range and with a combat left."""
    return is_in_range(board, gun, target) and not _why_silent(board, gun, is_attack=is_attack)


def ready_guns(board: Board, side: Side, target: HexId, *, is_attack: bool) -> tuple[UnitId, ...]:
    """See 15.2.2a, 15.2.2b: the side's Artillery that could take part in a combat for the hex."""
    guns = [unit for unit in board.on_map(side) if is_gun(board, unit)]
    return tuple([gun for gun in guns if is_ready(board, gun, target, is_attack=is_attack)])


def _why_silent(board: Board, gun: UnitId, *, is_attack: bool) -> str:
    if board.is_marked(gun, SILENT):
        return "it carries a No Firing marker"
    if shots_left(board, gun, is_attack=is_attack) <= 0:
        return "it has taken part in as many combats of this phase as it may"
    return ""


# -- step 2: the attacker's guns -----------------------------------------------------------------------------


def check_guns(board: Board, attack: Attack) -> None:
    """12.2.2a (see 15.2.2a, 15.2.2b, 15.2.2c): any number of pieces in range, one in Offensive mode at most."""
    for gun in attack.guns:
        if not board.is_on_map(gun) or not is_gun(board, gun) or board.unit(gun).side != attack.side:
            raise Illegal(
                "12.2.2a", "only your own Artillery on the map takes part", found=gun,
                wanted="one of your Artillery supports", advice="take it out of `guns`",
            )  # fmt: skip
        _check_gun(board, attack, gun)
    _check_offensive(board, attack)


def _check_gun(board: Board, attack: Attack, gun: UnitId) -> None:
    if not is_in_range(board, gun, attack.target):
        away = board.map.grid.distance(board.hex_of(gun), attack.target)
        raise Illegal(
            "15.2.2a", f"{gun} does not reach {attack.target}", found=f"{away} hexes",
            wanted=f"{board.unit(gun).figure('range')} at most", advice="name a piece that is nearer",
        )  # fmt: skip
    why = _why_silent(board, gun, is_attack=True)
    if why:
        raise Illegal("15.2.2b", f"{gun} cannot fire: {why}", found=gun, advice="name another piece")
    if attack.is_exploitation:
        _check_exploiting(board, gun)


def _check_exploiting(board: Board, gun: UnitId) -> None:
    """15.2.2c (see 14.1a): in the Exploitation Phase the attacker has counter-battery fire and nothing else."""
    if not may_counter(board, gun):
        raise Illegal(
            "15.2.2c", "in the Exploitation Phase the attacker's guns only fire at the enemy's guns", found=gun,
            wanted="Corps Artillery", advice="take it out of `guns`",
        )  # fmt: skip


def _check_offensive(board: Board, attack: Attack) -> None:
    offensive = [gun for gun in attack.guns if is_offensive(board, gun)]
    most = int(board.scenario.charts["bombardment_uses"]["offensive_per_combat"])
    if len(offensive) > most:
        raise Illegal(
            "12.2.2a", "one piece in Offensive mode fires in a combat, and no more", found=", ".join(offensive),
            wanted=f"{most} of them", advice="keep the others for another attack",
        )  # fmt: skip


# -- steps 3 and 4: counter-battery --------------------------------------------------------------------------


def weight(board: Board, guns: Sequence[UnitId]) -> int:
    """12.2.2f (see ruling R102): an Army piece counts two, every other one."""
    army = int(_chart(board, "counter_battery")["army_counts"])
    return sum([army if board.unit(gun).type == ARMY else 1 for gun in guns])


def most_counter(board: Board, attack: Attack, against: int) -> int:
    """12.2.2c (see 12.2.2f, ruling R102): how many pieces the attacker may turn, with so many turned against him.

    He leaves at least as much in bombardment. In the Exploitation Phase, where he may not bombard, nothing holds him.
    """
    corps = len([gun for gun in attack.guns if may_counter(board, gun)])
    if attack.is_exploitation or not against:
        return corps
    return max(0, min(corps, weight(board, attack.guns) - against))


def attacker_battery(board: Board, attack: Attack, against: int) -> Battery:
    """12.2.2b (see 12.2.2c, 14.1a): of the committed Corps Artillery as many as he wants and may, last named first."""
    corps = [gun for gun in attack.guns if may_counter(board, gun)]
    wanted = len(corps) if attack.is_exploitation else attack.counter_battery
    number = min(wanted, most_counter(board, attack, against))
    turned = tuple(corps[len(corps) - number :])
    return Battery(tuple([gun for gun in attack.guns if gun not in turned]), turned)


def fire_of(board: Board, gun: UnitId) -> int:
    """See 12.2.2d, 11.4a: its Bombardment value, one less in Retreat mode."""
    printed = board.unit(gun).figure("fire")
    if not board.is_marked(gun, RETREAT_MODE):
        return printed
    chart = _chart(board, "retreat_mode")
    return max(int(chart["bombardment_least"]), printed + int(chart["bombardment"]))


def points(board: Board, own: Battery, enemy: Battery) -> int:
    """12.2.2d (see ruling R53): what bombards, less what fires at it; nothing is left where that is 0 or less."""
    fire = sum([fire_of(board, gun) for gun in own.bombarding]) - sum([fire_of(board, gun) for gun in enemy.counter])
    return max(0, fire)


# -- used up -------------------------------------------------------------------------------------------------


def use(board: Board, battery: Battery) -> None:
    """See 15.2.2b: the pieces have taken part in one more combat; who fires at guns lies on its other side."""
    for gun in battery.all:
        board.mark(gun, f"{FIRED}={int(board.mark_of(gun, FIRED) or 0) + 1}", "15.2.2b")
    for gun in battery.counter:
        board.mark(gun, CB, "12.2.2b")


def end_phase(board: Board) -> None:
    """15.2.2e (see 15.2.2c): when the combats of a phase are over all guns may fire again, on their first side."""
    for gun in board.marked():
        board.unmark(gun, FIRED, "15.2.2e")
        board.unmark(gun, CB, "15.2.2e")


def _chart(board: Board, name: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = board.scenario.charts[name]
    return found
