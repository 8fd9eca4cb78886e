"""12.2.6 Misunderstood Orders: one more die, and what it does to either side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pbem.games.italia18 import entering
from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle
from pbem.games.italia18.counters import is_combat_unit
from pbem.games.italia18.disorder import disorganize
from pbem.games.italia18.losses import pay_steps, riding_with, weakest_first
from pbem.games.italia18.markers import PINNED
from pbem.games.italia18.retreat import Flight, defenders_flight, retreat
from pbem.games.italia18.stacking import points_in, points_of
from pbem.games.italia18.stripping import strip
from pbem.games.italia18.supply_lines import has_enemy
from pbem.games.italia18.ways import is_passable
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table


class Hits(NamedTuple):
    """Hit points of both sides, none ever below nothing, and how far the defenders were already driven back."""

    attacker: int
    defender: int
    fled: int = 0

    def less(self, role: str, points: int) -> Hits:
        """See ruling R121: with so many fewer for one side."""
        if role == ATTACKER:
            return self._replace(attacker=max(0, self.attacker - points))
        return self._replace(defender=max(0, self.defender - points))


def misunderstand(board: Board, table: Table, battle: Battle, role: str, hits: Hits) -> Hits:
    """See 12.2.6b, 12.2.7: the side's die on its own list; it takes effect at once."""
    chart = board.scenario.chart(f"misunderstood_{role}")
    die = table.roll(f"{role}'s orders", rule="12.2.6b", by=battle.side(board, role))
    found = chart.result(die)
    board.note("misunderstood", "12.2.6b", side=battle.side(board, role), role=role, die=die, orders=found)
    return EFFECTS[role, found](board, table, battle, hits)


# -- the defender's list -------------------------------------------------------------------------------------


def sacrifice(board: Board, table: Table, battle: Battle, hits: Hits) -> Hits:
    """12.2.6h1 (see 12.2.8f, ruling R45): a step of each side, besides hit points."""
    return _step_each(board, table, battle, hits, "12.2.6h1")


def panic(board: Board, table: Table, battle: Battle, hits: Hits) -> Hits:
    """12.2.6h2 (see 12.3a, ruling R46): the defenders go back one hex, and no hit point is taken off for it."""
    start, side = battle.target, battle.side(board, DEFENDER)
    flight = defenders_flight(board, side, start, _effect(board, "panic_hexes"), is_chosen=False)
    return hits._replace(fled=max(retreat(board, table, flight).values(), default=0))


def suicidal_counterattack(board: Board, table: Table, battle: Battle, hits: Hits) -> Hits:
    """12.2.6h3 (see 12.2.8f): a step of the defender."""
    _step(board, table, battle, DEFENDER, "12.2.6h3")
    return hits


def rout(board: Board, table: Table, battle: Battle, hits: Hits) -> Hits:
    """12.2.6h4 (see ruling R121): three hit points fewer for the attacker."""
    return hits.less(ATTACKER, _effect(board, "hp_less"))


def indecision(board: Board, table: Table, battle: Battle, hits: Hits) -> Hits:
    """12.2.6h5 (see 12.2.6j): the defenders are pinned until markers are adjusted."""
    for unit in battle.units(board, DEFENDER):
        board.mark(unit, PINNED, "12.2.6h5")
    return hits


def misdirected_reserves(board: Board, table: Table, battle: Battle, hits: Hits) -> Hits:
    """12.2.6h6 (see ruling R47): the attacker may move a combat unit of the defender by one hex."""
    attacker = battle.side(board, ATTACKER)
    ways = {f"{unit}-{there}": (unit, there) for unit in _strays(board, battle) for there in _doors(board, unit)}
    if not ways:
        return hits
    options = tuple([Option(word, f"{unit} to {there}") for word, (unit, there) in ways.items()])
    answer = table.ask(
        Question(
            attacker, "misdirect", options, "12.2.6h6", "which enemy unit goes astray, and where to? None if you like.",
            many=True, most=1, hint=f"misdirect: {battle.target}",
            about={"topic": "misdirect", "hexes": [battle.target]},
        )
    )  # fmt: skip
    for word in answer:
        unit, there = ways[word]
        path = (board.hex_of(unit), there)
        entering.go(board, (*riding_with(board, unit), unit), path, "12.2.6h6", how="misdirected")
    return hits


def _strays(board: Board, battle: Battle) -> list[UnitId]:
    side, within = battle.side(board, DEFENDER), _effect(board, "misdirected_within")
    near = [unit for unit in board.on_map(side) if is_combat_unit(board.unit(unit))]
    near = [unit for unit in near if board.map.grid.distance(board.hex_of(unit), battle.target) <= within]
    return [unit for unit in near if not is_in_enemy_zoc(board, board.hex_of(unit), side)]


def _doors(board: Board, unit: UnitId) -> list[HexId]:
    here, side = board.hex_of(unit), board.unit(unit).side
    room = int(board.scenario.charts["stacking"]["limit"]) - points_of(board, unit)
    doors = [there for there in board.map.grid.neighbours[here] if is_passable(board.map, here, there)]
    doors = [there for there in doors if not has_enemy(board, there, side)]
    return [there for there in doors if points_in(board, there, side) <= room]


# -- the attacker's list -------------------------------------------------------------------------------------


def bitter_fighting(board: Board, table: Table, battle: Battle, hits: Hits) -> Hits:
    """12.2.6i1 (see 12.2.8f, ruling R45): a step of each side, besides hit points."""
    return _step_each(board, table, battle, hits, "12.2.6i1")


def confusion(board: Board, table: Table, battle: Battle, hits: Hits) -> Hits:
    """12.2.6i2: an attacking unit of the defender's choice is Disorganized."""
    units = battle.units(board, ATTACKER)
    strongest = tuple(reversed(weakest_first(board, units)))
    found = _one_of(table, battle.side(board, DEFENDER), "confuse", strongest, "12.2.6i2", battle.target)
    if found:
        disorganize(board, found, "12.2.6i2")
    return hits


def stubborn_attacks(board: Board, table: Table, battle: Battle, hits: Hits) -> Hits:
    """12.2.6i3 (see 12.2.8f): a step of the attacker."""
    _step(board, table, battle, ATTACKER, "12.2.6i3")
    return hits


def attackers_panic(board: Board, table: Table, battle: Battle, hits: Hits) -> Hits:
    """12.2.6i4, 12.3i: one attacking unit of the attacker's choice goes back a hex; the others stay."""
    side, weakest = battle.side(board, ATTACKER), weakest_first(board, battle.units(board, ATTACKER))
    found = _one_of(table, side, "panic", weakest, "12.2.6i4", battle.target)
    if found:
        hexes = _effect(board, "panic_hexes")
        retreat(board, table, Flight(side, board.hex_of(found), (found,), hexes, "12.2.6i4"))
    return hits


def half_hearted_attack(board: Board, table: Table, battle: Battle, hits: Hits) -> Hits:
    """12.2.6i5 (see ruling R121): three hit points fewer for the defender."""
    return hits.less(DEFENDER, _effect(board, "hp_less"))


def counterorders(board: Board, table: Table, battle: Battle, hits: Hits) -> Hits:
    """12.2.6i6 (see 12.2.6g, ruling R8): a second marker goes, besides the one for No Coordination."""
    strip(board, table, battle, "second marker", "12.2.6i6")
    return hits


# -- what they share -----------------------------------------------------------------------------------------


def _step_each(board: Board, table: Table, battle: Battle, hits: Hits, rule: str) -> Hits:
    for role in (DEFENDER, ATTACKER):
        _step(board, table, battle, role, rule)
    return hits


def _step(board: Board, table: Table, battle: Battle, role: str, rule: str) -> None:
    is_attack = role == ATTACKER
    key = f"{role}'s extra step by {rule}"
    pay_steps(board, table, battle.units(board, role), 1, key, rule, is_attack=is_attack)


def _one_of(table: Table, side: Side, topic: str, units: Sequence[UnitId], rule: str, target: HexId) -> UnitId | None:
    if len(units) < 2:
        return units[0] if units else None
    options = tuple([Option(unit) for unit in units])
    words = {"confuse": "which attacking unit is Disorganized?", "panic": "which of your units goes back a hex?"}
    about = {"topic": topic, "hexes": [target]}
    hint = "confuse: strongest" if topic == "confuse" else "panic: weakest"
    return UnitId(
        table.choose(Question(side, topic, options, rule, words[topic], default=(units[0],), hint=hint, about=about))
    )


def _effect(board: Board, name: str) -> int:
    return int(board.scenario.charts["misunderstood_effects"][name])


Effect = Callable[[Board, Table, Battle, Hits], Hits]
EFFECTS: dict[tuple[str, str], Effect] = {
    (DEFENDER, "sacrifice"): sacrifice,
    (DEFENDER, "panic"): panic,
    (DEFENDER, "suicidal counterattack"): suicidal_counterattack,
    (DEFENDER, "rout"): rout,
    (DEFENDER, "indecision"): indecision,
    (DEFENDER, "misdirected reserves"): misdirected_reserves,
    (ATTACKER, "bitter fighting"): bitter_fighting,
    (ATTACKER, "confusion"): confusion,
    (ATTACKER, "stubborn attacks"): stubborn_attacks,
    (ATTACKER, "panic"): attackers_panic,
    (ATTACKER, "half-hearted attack"): half_hearted_attack,
    (ATTACKER, "counterorders"): counterorders,
}
