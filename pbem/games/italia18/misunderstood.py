"""12.2.6 Misunderstood Orders: one more die, and what it does to either side."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence

from pbem.games.italia18 import entering, paying
from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle
from pbem.games.italia18.coordination import MISUNDERSTOOD
from pbem.games.italia18.costs import why_barred
from pbem.games.italia18.counters import fighters
from pbem.games.italia18.detachments import is_down
from pbem.games.italia18.fighting import Fight, Hits
from pbem.games.italia18.fleeing import Flight, paths
from pbem.games.italia18.losses import lose_steps, riding_with, weakest_first
from pbem.games.italia18.markers import PINNED
from pbem.games.italia18.retreat import ask_ways, defenders_flight, retreat, written
from pbem.games.italia18.stacking import has_room
from pbem.games.italia18.supply_lines import has_enemy
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.choosing import Path
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table


def cast_orders(board: Board, table: Table, battle: Battle, found: Mapping[str, str]) -> dict[str, str]:
    """See 12.2.6b: a die for each side that misunderstands its orders, on its own list; both fall before anything is
    done or asked."""
    orders: dict[str, str] = {}
    for role in [role for role in (DEFENDER, ATTACKER) if found.get(role) == MISUNDERSTOOD]:
        die = table.roll(f"{role}'s orders", rule="12.2.6b", by=battle.side(board, role))
        orders[role] = board.scenario.chart(f"misunderstood_{role}").result(die)
        side = battle.side(board, role)
        board.note("misunderstood", "12.2.6b", side=side, role=role, die=die, orders=orders[role])
    return orders


def carry_out(board: Board, table: Table, here: Fight, orders: Mapping[str, str], hits: Hits) -> Hits:
    """See 12.2.7: the defender's list first, then the attacker's. Whom to confuse and which markers to take off are
    decided with all else that the defender decides."""
    for role in (DEFENDER, ATTACKER):
        effect = EFFECTS.get((role, orders.get(role, "")))
        if effect:
            hits = effect(board, table, here, hits)
    return hits


# -- the defender's list -------------------------------------------------------------------------------------


def sacrifice(board: Board, table: Table, here: Fight, hits: Hits) -> Hits:
    """12.2.6h1 (see 12.2.8f, ruling R45): a step of each side, besides hit points."""
    return _steps(board, table, here, hits, (DEFENDER, ATTACKER), "12.2.6h1")


def panic(board: Board, table: Table, here: Fight, hits: Hits) -> Hits:
    """12.2.6h2 (see 12.3a, ruling R46): the defenders go back one hex, and no hit point is taken off for it."""
    side, hexes = here.battle.side(board, DEFENDER), _effect(board, "panic_hexes")
    flight = defenders_flight(board, side, here.battle.target, hexes, is_chosen=False)
    ways = ask_ways(board, flight, paths(board, flight), "retreat-to")
    ranking = paying.questions(board, here, DEFENDER, hits.defender)
    answers = table.ask_all([*ways.values(), *ranking]) if ways or ranking else []
    wanted = dict(zip(ways, answers, strict=False))
    paying.keep(here, ranking, answers[len(ways) :])
    pays = paying.known(here, DEFENDER)
    return hits._replace(fled=max(retreat(board, flight, wanted, pays).values(), default=0))


def suicidal_counterattack(board: Board, table: Table, here: Fight, hits: Hits) -> Hits:
    """12.2.6h3 (see 12.2.8f): a step of the defender."""
    return _steps(board, table, here, hits, (DEFENDER,), "12.2.6h3")


def rout(board: Board, table: Table, here: Fight, hits: Hits) -> Hits:
    """12.2.6h4 (see ruling R121): three hit points fewer for the attacker."""
    return hits.less(ATTACKER, _effect(board, "hp_less"))


def indecision(board: Board, table: Table, here: Fight, hits: Hits) -> Hits:
    """12.2.6h5 (see 12.2.6j): the defenders are pinned until markers are adjusted."""
    units = here.battle.units(board, DEFENDER)
    for unit in units:
        board.mark(unit, PINNED, "12.2.6h5")
    board.note("pinned", "12.2.6h5", hex=here.battle.target, units=list(units))
    return hits


def misdirected_reserves(board: Board, table: Table, here: Fight, hits: Hits) -> Hits:
    """12.2.6h6 (see ruling R47): the attacker may move a combat unit of the defender by one hex."""
    battle = here.battle
    named = _as_seen(board, _strays(board, battle))
    ways = {f"{name}-{there}": (unit, there) for name, unit in named.items() for there in doors_of(board, unit)}
    if not ways:
        return hits
    options = tuple([Option(word, f"from {board.place(unit)} to {there}") for word, (unit, there) in ways.items()])
    answer = table.ask(
        Question(
            battle.attack.side, "misdirect", options, "12.2.6h6",
            "which enemy unit goes astray, and where to? None if you like.", many=True, most=1,
            hint="misdirect: none", about={"topic": "misdirect", "hexes": [battle.target]},
        )
    )  # fmt: skip
    for word in answer:
        unit, there = ways[word]
        path = (board.hex_of(unit), there)
        entering.go(board, (*riding_with(board, unit), unit), path, "12.2.6h6", how="misdirected")
    return hits


def _strays(board: Board, battle: Battle) -> list[UnitId]:
    side, within = battle.side(board, DEFENDER), _effect(board, "misdirected_within")
    away = board.map.grid.distance
    near = [unit for unit in fighters(board, side) if away(board.hex_of(unit), battle.target) <= within]
    return [unit for unit in near if not is_in_enemy_zoc(board, board.hex_of(unit), side)]


def _as_seen(board: Board, units: Sequence[UnitId]) -> dict[str, UnitId]:
    """See 3.0b: units as their enemy may name them: those that lie face down by their hex, and a number."""
    shown = {str(unit): unit for unit in units if not is_down(board, unit)}
    for unit in [unit for unit in units if is_down(board, unit)]:
        names = (f"{board.place(unit)}.{number}" for number in itertools.count(1))
        shown[next(name for name in names if name not in shown)] = unit
    return shown


def doors_of(board: Board, unit: UnitId) -> list[HexId]:
    """See ruling R47: what the unit could enter as a minimum move, inside the area and with room for it."""
    here, side = board.hex_of(unit), board.unit(unit).side
    doors = [there for there in board.map.grid.neighbours[here] if not why_barred(board, unit, here, there)[0]]
    doors = [there for there in doors if not has_enemy(board, there, side)]
    return [there for there in doors if has_room(board, there, (unit,))]


# -- the attacker's list -------------------------------------------------------------------------------------


def bitter_fighting(board: Board, table: Table, here: Fight, hits: Hits) -> Hits:
    """12.2.6i1 (see 12.2.8f, ruling R45): a step of each side, besides hit points."""
    return _steps(board, table, here, hits, (DEFENDER, ATTACKER), "12.2.6i1")


def stubborn_attacks(board: Board, table: Table, here: Fight, hits: Hits) -> Hits:
    """12.2.6i3 (see 12.2.8f): a step of the attacker."""
    return _steps(board, table, here, hits, (ATTACKER,), "12.2.6i3")


def attackers_panic(board: Board, table: Table, here: Fight, hits: Hits) -> Hits:
    """12.2.6i4, 12.3i: one attacking unit of the attacker's choice goes back a hex; the others stay."""
    battle, hexes = here.battle, _effect(board, "panic_hexes")
    units = weakest_first(board, battle.units(board, ATTACKER))
    flights = {u: Flight(battle.attack.side, board.hex_of(u), (u,), hexes, "12.2.6i4") for u in units}
    ways = {unit: paths(board, flight) for unit, flight in flights.items()}
    questions = _about_panic(board, battle, ways)
    answers = dict(zip([q.key for q in questions], table.ask_all(questions), strict=True)) if questions else {}
    chosen = next((UnitId(unit) for unit in (*answers.get("panic", ()), *units)), None)
    if chosen:
        retreat(board, flights[chosen], {chosen: answers.get("panic-to", ())})
    return hits


def _about_panic(board: Board, battle: Battle, ways: Mapping[UnitId, tuple[Path, ...]]) -> list[Question]:
    """Who goes, and where to; both in one mail."""
    found: list[Question] = []
    about, side = {"hexes": [battle.target]}, battle.attack.side
    if len(ways) > 1:
        options, text = tuple([Option(unit) for unit in ways]), "which of your units goes back a hex?"
        found.append(
            Question(
                side, "panic", options, "12.2.6i4", text, default=(options[0].value,), hint="panic: weakest first",
                about={**about, "topic": "panic"},
            )
        )  # fmt: skip
    if any(len(one) > 1 for one in ways.values()):
        words = dict.fromkeys(written(path) for one in ways.values() for path in one)
        found.append(
            Question(
                side, "panic-to", tuple([Option(word) for word in words]), "12.3a", "where to? The best first.",
                many=True, hint=f"panic-to: {next(iter(words))}", about={**about, "topic": "panic-to"},
            )
        )  # fmt: skip
    return found


def half_hearted_attack(board: Board, table: Table, here: Fight, hits: Hits) -> Hits:
    """12.2.6i5 (see ruling R121): three hit points fewer for the defender."""
    return hits.less(DEFENDER, _effect(board, "hp_less"))


# -- what they share -----------------------------------------------------------------------------------------


def _steps(board: Board, table: Table, here: Fight, hits: Hits, roles: Sequence[str], rule: str) -> Hits:
    """A step of each of these sides; who pays is asked for once in a combat, for hit points too."""
    asked = [question for role in roles for question in paying.questions(board, here, role, hits.of(role), extra=1)]
    paying.keep(here, asked, table.ask_all(asked) if asked else [])
    for role in roles:
        wanted = paying.known(here, role)
        lose_steps(board, here.battle.units(board, role), 1, wanted, rule, is_attack=role == ATTACKER)
    return hits


def _effect(board: Board, name: str) -> int:
    return int(board.scenario.charts["misunderstood_effects"][name])


Effect = Callable[[Board, Table, Fight, Hits], Hits]
EFFECTS: dict[tuple[str, str], Effect] = {
    (DEFENDER, "sacrifice"): sacrifice,
    (DEFENDER, "panic"): panic,
    (DEFENDER, "suicidal counterattack"): suicidal_counterattack,
    (DEFENDER, "rout"): rout,
    (DEFENDER, "indecision"): indecision,
    (DEFENDER, "misdirected reserves"): misdirected_reserves,
    (ATTACKER, "bitter fighting"): bitter_fighting,
    (ATTACKER, "stubborn attacks"): stubborn_attacks,
    (ATTACKER, "panic"): attackers_panic,
    (ATTACKER, "half-hearted attack"): half_hearted_attack,
}
