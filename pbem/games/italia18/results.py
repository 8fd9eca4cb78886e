"""12.2.5 What the Combat Results Table says, and who pays for it (steps 8 and 10)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.italia18.battle import ATTACKER, Battle
from pbem.games.italia18.columns import Leads
from pbem.games.italia18.doctrine import CADORNA, is_led_by
from pbem.games.italia18.fighting import Hits
from pbem.games.italia18.hit_points import Bill, is_substitute
from pbem.games.italia18.losses import riding_with
from pbem.games.italia18.weather import hit_points_spared
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.tally import Tally, Term, tally


def printed_hits(board: Board, battle: Battle, leads: Leads, entry: str) -> Hits:
    """12.2.5c (see 10.0d, rulings R32, R33, R55d, R121): `4*/2` with less in the fog and more under Cadorna/Foch."""
    attacker, _, defender = entry.replace("*", "").partition("/")
    return Hits(int(attacker), int(defender)).less(ATTACKER, -more_hits(board, battle, leads).total)


def more_hits(board: Board, battle: Battle, leads: Leads) -> Tally:
    """See 12.2.5c, 10.0d: what the attacker suffers beside the table, each with its rule."""
    side = battle.attack.side
    doctrine = int(board.scenario.charts["doctrine"][CADORNA]["hp"]) if is_led_by(board, leads.attacker, CADORNA) else 0
    fog = Term("morning fog", "10.0d", -hit_points_spared(board, side, side))
    return tally((fog, Term("Cadorna/Foch doctrine", "12.2.5c", doctrine)))


def attackers_bill(board: Board, battle: Battle, leads: Leads, points: int) -> Bill:
    """15.3.1, 15.3.2, 15.3.3 (see 12.2.3d, 15.3a): a Sturmbataillon or Arditi that were used pay first; Stosstruppen
    with any attacking regiment may pay in place of the lead unit."""
    units = battle.units(board, ATTACKER)
    first = tuple([troops for troops in battle.assault(board) if not is_substitute(board, troops)])
    along = [troops for unit in units for troops in riding_with(board, unit)]
    instead = tuple([troops for troops in along if is_substitute(board, troops)])
    return Bill(battle.attack.side, units, points, leads.attacker, first, instead, is_attack=True)


def lose_star(board: Board, battle: Battle, wanted: Sequence[str] = ()) -> None:
    """12.2.5b (see 15.3a, ruling R34): the asterisk takes one of the Assault Troops that were used, before all else."""
    used = battle.assault(board)
    if used:
        board.lose(next((UnitId(one) for one in wanted if one in used), used[0]), 1, "12.2.5b")


def ask_star(board: Board, battle: Battle) -> list[Question]:
    """See 12.2.5b: which of several is lost."""
    used = battle.assault(board)
    if len(used) < 2:
        return []
    options = tuple([Option(troops) for troops in used])
    return [
        Question(
            battle.attack.side, "asterisk", options, "12.2.5b", "which Assault Troops are lost to the asterisk?",
            default=(used[0],), hint=f"asterisk: {used[0]}", about={"topic": "asterisk", "hexes": [battle.target]},
        )
    ]  # fmt: skip
