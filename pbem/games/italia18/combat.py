"""12.2 A combat in its ten steps."""

from __future__ import annotations

from typing import NamedTuple

from pbem.games.italia18 import entering, exploitation, guns, ratio
from pbem.games.italia18 import lead as leading
from pbem.games.italia18.advance import advance
from pbem.games.italia18.battle import ATTACKER, DEFENDER, Attack, Battle
from pbem.games.italia18.bombardment import bombard_all
from pbem.games.italia18.called_up import call_reserves
from pbem.games.italia18.columns import Leads, shifts
from pbem.games.italia18.coordination import MISUNDERSTOOD, NONE, modifiers, result
from pbem.games.italia18.counters import CP
from pbem.games.italia18.declaring import declare
from pbem.games.italia18.defence import Withdrawal, choose_guns, withdraw
from pbem.games.italia18.guns import Battery
from pbem.games.italia18.markers import ATTACKED
from pbem.games.italia18.misunderstood import Hits, misunderstand
from pbem.games.italia18.results import printed_hits, take_losses
from pbem.games.italia18.stacking import homeless
from pbem.games.italia18.stripping import strip
from pbem.kernel.board import Board
from pbem.kernel.table import Table

DIE = {True: "green die", False: "blue die"}  # the Central Powers' and the Entente's


class Fight(NamedTuple):
    """A combat from its sixth step on: the lead units and both sides' Artillery."""

    battle: Battle
    leads: Leads
    batteries: dict[str, Battery]


def fight(board: Board, table: Table, attack: Attack, sequence: int) -> None:
    """12.2 (see 12.2.1, 12.2.2e, 12.1b, 12.1c): steps 1 to 6, each once the one before is done."""
    battle = declare(board, attack, sequence)
    with board.episode("combat", f"attack on {attack.target}", side=attack.side, hexes=[attack.target]):
        _spend(board, battle)
        batteries = _fire(board, table, battle)
        attackers, defenders = battle.units(board, ATTACKER), battle.units(board, DEFENDER)
        attacker = leading.attacker_lead(board, battle)
        if not attackers:
            board.note("called-off", "12.2.2e", hex=battle.target, why="no attacker is left")  # ruling R40
        elif not defenders:
            _won_by_guns(board, table, Fight(battle, Leads(attacker, None), batteries))
        elif attacker is None:
            leading.call_off(board, table, battle)
        else:
            leads = Leads(attacker, leading.defender_lead(board, table, battle))
            _resolve(board, table, Fight(battle, leads, batteries))
        if attack.is_exploitation:
            exploitation.after_combat(board, battle)
        tidy(board, battle)


def _spend(board: Board, battle: Battle) -> None:
    board.mark_hex(battle.target, ATTACKED, "12.1b")
    for unit in battle.attack.units:
        board.mark(unit, ATTACKED, "12.1c")


def _fire(board: Board, table: Table, battle: Battle) -> dict[str, Battery]:
    """See 12.2.2a, 12.2.2b, 12.2.2c: steps 2 to 5."""
    defence = choose_guns(board, table, battle)
    attack = guns.attacker_battery(board, battle.attack, len(defence.counter))
    for battery in (attack, defence):
        guns.use(board, battery)
    batteries = {ATTACKER: attack, DEFENDER: defence}
    bombard_all(board, table, battle, batteries)
    return batteries


def _won_by_guns(board: Board, table: Table, here: Fight) -> None:
    """12.2.2e (see rulings R39, R103): only the attacker rolls, if somebody may lead; he advances as after a battle."""
    tidy(board, here.battle)
    if here.leads.attacker is None:
        return
    found = _coordinate(board, here, ATTACKER, _coloured(board, table, here.battle, ATTACKER))
    if found == MISUNDERSTOOD:
        misunderstand(board, table, here.battle, ATTACKER, Hits(0, 0))
    if found in (NONE, MISUNDERSTOOD):
        strip(board, table, here.battle, "marker", "12.2.6g")
    advance(board, table, here.battle, found, 0)
    exploitation.mark(board, table, here.battle, found)


def _resolve(board: Board, table: Table, here: Fight) -> None:
    """12.2.5a (see 12.2.4a, 12.2.4c): steps 7 to 9: the column, the four dice, and their first results."""
    battle = here.battle
    attack, defence = ratio.attack_strength(board, battle), ratio.defence_strength(board, battle)
    shift = shifts(board, battle, here.leads)
    column = ratio.shifted_column(ratio.ratio_column(board, attack.total, defence.total), shift.total)
    printed = ratio.printed_column(board, column)
    board.note(
        "odds", "12.2.4a", hex=battle.target, attack=str(attack.total), defence=str(defence.total),
        shifts=shift.as_json(), odds=ratio.odds_text(board, column),
    )  # fmt: skip
    if printed is None:
        ratio.call_off(board, table, battle, column)
        return
    white = sum(table.rolls("white dice", 2, rule="12.2.5a", by=battle.attack.side))
    dice = {role: _coloured(board, table, battle, role) for role in (DEFENDER, ATTACKER)}
    entry = table.read("crt", ratio.crt(board).result(white, printed))
    hits = printed_hits(board, battle, here.leads, entry)
    board.outcome("combat", "12.2.5a", hex=battle.target, roll=white, result=entry, hits=[hits.attacker, hits.defender])
    found = {role: _coordinate(board, here, role, dice[role]) for role in (DEFENDER, ATTACKER)}
    _apply(board, table, here, found, hits, is_starred="*" in entry)


def _coloured(board: Board, table: Table, battle: Battle, role: str) -> int:
    side = battle.side(board, role)
    return table.roll(DIE[side == CP], rule="12.2.6b", by=side)


def _coordinate(board: Board, here: Fight, role: str, die: int) -> str:
    drm = modifiers(board, here.battle, here.leads, here.batteries[role].all, role)
    found = result(board, die, drm.total)
    side = here.battle.side(board, role)
    board.note("coordination", "12.2.6b", side=side, role=role, die=die, drm=drm.as_json(), result=found)
    return found


def _apply(board: Board, table: Table, here: Fight, found: dict[str, str], hits: Hits, *, is_starred: bool) -> None:
    """12.2.7 (see 12.2.6g, 12.2.6k): orders, markers, the defender's way out, losses, and then the attacker's gains."""
    battle = here.battle
    for role in (DEFENDER, ATTACKER):
        if found[role] == MISUNDERSTOOD:
            hits = misunderstand(board, table, battle, role, hits)
    if found[ATTACKER] in (NONE, MISUNDERSTOOD):
        strip(board, table, battle, "marker", "12.2.6g")
    gone = withdraw(board, table, battle, Withdrawal(here.leads.defender, found[DEFENDER], hits.defender))
    hits = hits.less(DEFENDER, gone.credit)
    take_losses(board, table, battle, here.leads, hits, is_starred=is_starred)
    tidy(board, battle)
    call_reserves(board, table, battle, found[DEFENDER])
    advance(board, table, battle, found[ATTACKER], gone.hexes or hits.fled)
    exploitation.mark(board, table, battle, found[ATTACKER])


def tidy(board: Board, battle: Battle) -> None:
    """11.3.1c, 11.3.2b (see 11.3.1d, ruling R125): supports that a combat leaves alone are lost, guns and the Assault
    Troops for whom no unit is left."""
    entering.sweep(board)
    held = [(battle.target, battle.side(board, DEFENDER))]
    held += [(board.hex_of(unit), battle.attack.side) for unit in battle.units(board, ATTACKER)]
    for hex_id, side in dict.fromkeys(held):
        for troops in homeless(board, hex_id, side):
            board.eliminate(troops, "11.3.2b", why="nobody is left to go with")
