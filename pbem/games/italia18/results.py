"""12.2.5 What the Combat Results Table says, and who pays for it (steps 8 and 10)."""

from __future__ import annotations

from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle
from pbem.games.italia18.columns import Leads
from pbem.games.italia18.doctrine import CADORNA, is_led_by
from pbem.games.italia18.hit_points import Bill, is_substitute, pay
from pbem.games.italia18.losses import riding_with
from pbem.games.italia18.misunderstood import Hits
from pbem.games.italia18.weather import hit_points_spared
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table


def printed_hits(board: Board, battle: Battle, leads: Leads, entry: str) -> Hits:
    """12.2.5c (see 10.0d, rulings R32, R33, R55d, R121): `4*/2` with less in the fog and more under Cadorna/Foch."""
    attacker, _, defender = entry.replace("*", "").partition("/")
    hits, side = Hits(int(attacker), int(defender)), battle.attack.side
    extra = int(board.scenario.charts["doctrine"][CADORNA]["hp"]) if is_led_by(board, leads.attacker, CADORNA) else 0
    return hits.less(ATTACKER, hit_points_spared(board, side, side) - extra)


def take_losses(board: Board, table: Table, battle: Battle, leads: Leads, hits: Hits, *, is_starred: bool) -> None:
    """See 12.2.7, 12.2.8b: step 10: the defender first, then the attacker."""
    defence = Bill(battle.side(board, DEFENDER), battle.units(board, DEFENDER), hits.defender, leads.defender)
    pay(board, table, defence, "defender's losses", "12.2.8c")
    if is_starred:
        lose_star(board, table, battle)
    pay(board, table, attackers_bill(board, battle, leads, hits.attacker), "attacker's losses", "12.2.8c")


def attackers_bill(board: Board, battle: Battle, leads: Leads, points: int) -> Bill:
    """15.3.1, 15.3.2, 15.3.3 (see 12.2.3d, 15.3a): a Sturmbataillon or Arditi that were used pay first; Stosstruppen
    with any attacking regiment may pay in place of the lead unit."""
    units = battle.units(board, ATTACKER)
    used = [troops for troops in battle.attack.assault if board.is_on_map(troops)]
    first = tuple([troops for troops in used if not is_substitute(board, troops)])
    along = [troops for unit in units for troops in riding_with(board, unit)]
    instead = tuple([troops for troops in along if is_substitute(board, troops)])
    return Bill(battle.attack.side, units, points, leads.attacker, first, instead, is_attack=True)


def lose_star(board: Board, table: Table, battle: Battle) -> None:
    """12.2.5b (see 15.3a, ruling R34): the asterisk takes one of the Assault Troops that were used, before all else."""
    used = [troops for troops in battle.attack.assault if board.is_on_map(troops)]
    lost = _chosen(table, battle, used) if len(used) > 1 else next(iter(used), None)
    if lost:
        board.lose(lost, 1, "12.2.5b")


def _chosen(table: Table, battle: Battle, used: list[UnitId]) -> UnitId:
    options = tuple([Option(troops) for troops in used])
    question = Question(
        battle.attack.side, "asterisk", options, "12.2.5b", "which Assault Troops are lost to the asterisk?",
        default=(used[0],), hint="losses: weakest first", about={"topic": "asterisk", "hexes": [battle.target]},
    )  # fmt: skip
    return UnitId(table.choose(question))
