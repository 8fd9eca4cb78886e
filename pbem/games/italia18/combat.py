"""12.2 A combat in its ten steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.italia18 import exploitation, guns, ratio, rommel, trucks
from pbem.games.italia18 import lead as leading
from pbem.games.italia18.battle import ATTACKER, DEFENDER, Attack, Battle
from pbem.games.italia18.bombardment import bombard_all
from pbem.games.italia18.columns import Leads, shifts
from pbem.games.italia18.coordination import modifiers, result
from pbem.games.italia18.counters import CP
from pbem.games.italia18.declaring import declare
from pbem.games.italia18.defence import Stand, stand
from pbem.games.italia18.detachments import turn_up
from pbem.games.italia18.fighting import Fight, Hits
from pbem.games.italia18.foreseen import check_odds
from pbem.games.italia18.gains import gain
from pbem.games.italia18.guns import Battery
from pbem.games.italia18.left_alone import tidy
from pbem.games.italia18.markers import ATTACKED
from pbem.games.italia18.misunderstood import carry_out, cast_orders
from pbem.games.italia18.reaction import Results, react
from pbem.games.italia18.results import more_hits, printed_hits
from pbem.kernel.board import Board
from pbem.kernel.table import Table

DIE = {True: "green die", False: "blue die"}  # the Central Powers' and the Entente's


def fight(board: Board, table: Table, attack: Attack, sequence: int) -> None:
    """12.2 (see 11.3.4.1c, 12.2.1, 12.2.2e, 12.1b, 12.1c): steps 1 to 6, each once the one before is done."""
    battle = declare(board, attack, sequence)
    check_odds(board, battle)
    with board.episode("combat", f"attack on {attack.target}", side=attack.side, hexes=[attack.target]):
        turn_up(board, (*attack.units, *battle.defenders))
        trucks.caught(board, battle.defenders)
        _spend(board, battle)
        found = stand(board, table, battle)
        batteries = _fire(board, table, battle, found)
        attackers, defenders = battle.units(board, ATTACKER), battle.units(board, DEFENDER)
        attacker = leading.attacker_lead(board, battle)
        if not attackers:
            board.note("called-off", "12.2.2e", hex=battle.target, why="no attacker is left")  # ruling R40
        elif not defenders:
            _won_by_guns(board, table, Fight(battle, Leads(attacker, None), batteries, {}))
        elif attacker is None:
            leading.call_off(board, table, battle)
        else:
            leads = Leads(attacker, leading.defender_lead(board, battle, found.leads))
            _resolve(board, table, Fight(battle, leads, batteries, {}))
        rommel.end(board, attack.target)
        if attack.is_exploitation:
            exploitation.after_combat(board, battle)
        tidy(board, battle)


def _spend(board: Board, battle: Battle) -> None:
    rommel.play(board, battle.attack)
    board.mark_hex(battle.target, ATTACKED, "12.1b")
    for unit in battle.attack.units:
        board.mark(unit, ATTACKED, "12.1c")


def _fire(board: Board, table: Table, battle: Battle, found: Stand) -> dict[str, Battery]:
    """See 12.2.2a, 12.2.2b, 12.2.2c: steps 4 and 5."""
    attack = guns.attacker_battery(board, battle.attack, len(found.battery.counter))
    batteries = {ATTACKER: attack, DEFENDER: found.battery}
    for role, battery in batteries.items():
        guns.use(board, battery)
        if battery.all:
            board.note(
                "artillery", "12.2.2a", hex=battle.target, side=battle.side(board, role), role=role,
                bombarding=list(battery.bombarding), counter=list(battery.counter),
            )  # fmt: skip
    bombard_all(board, table, battle, batteries, found.pays)
    return batteries


def _won_by_guns(board: Board, table: Table, here: Fight) -> None:
    """12.2.2e (see rulings R39, R103): only the attacker rolls, if somebody may lead; he advances as after a battle."""
    tidy(board, here.battle)
    if here.leads.attacker is None:
        return
    board.outcome("combat", "12.2.2e", **_head(board, here), odds="", roll=0, dice=[], result="won by guns")
    found = {ATTACKER: _coordinate(board, here, ATTACKER, _coloured(board, table, here.battle, ATTACKER))}
    _apply(board, table, here, found, Hits(0, 0), is_starred=False)


def _resolve(board: Board, table: Table, here: Fight) -> None:
    """12.2.5a (see 12.2.4a, 12.2.4c): steps 7 to 9: the column, the four dice, and their first results."""
    battle = here.battle
    column, figures = _column(board, here)
    printed = ratio.printed_column(board, column)
    if printed is None:
        board.outcome("combat", "12.2.4c", **_head(board, here), **figures, roll=0, dice=[], result="called off")
        ratio.call_off(board, table, battle, column)
        return
    white = table.rolls("white dice", 2, rule="12.2.5a", by=battle.attack.side)
    dice = {role: _coloured(board, table, battle, role) for role in (DEFENDER, ATTACKER)}
    entry = table.read("crt", ratio.crt(board).result(sum(white), printed))
    hits, more = printed_hits(board, battle, here.leads, entry), more_hits(board, battle, here.leads)
    board.outcome(
        "combat", "12.2.5a", **_head(board, here), **figures, roll=sum(white), dice=list(white), result=entry,
        hits=[hits.attacker, hits.defender], more=more.as_json(),
    )  # fmt: skip
    found = {role: _coordinate(board, here, role, dice[role]) for role in (DEFENDER, ATTACKER)}
    _apply(board, table, here, found, hits, is_starred="*" in entry)


def _column(board: Board, here: Fight) -> tuple[int, dict[str, Any]]:
    """See 12.2.4a, 12.2.4i: the column after all shifts, and how it came about."""
    battle = here.battle
    attack, defence = ratio.attack_strength(board, battle), ratio.defence_strength(board, battle)
    moved = shifts(board, battle, here.leads)
    first = ratio.ratio_column(board, attack.total, defence.total)
    column = ratio.shifted_column(first, moved.total)
    return column, {
        "attack": attack.exact.as_json(), "defence": defence.exact.as_json(), "shifts": moved.as_json(),
        "ratio": ratio.odds_text(board, first), "odds": ratio.odds_text(board, column),
    }  # fmt: skip


def _head(board: Board, here: Fight) -> dict[str, Any]:
    """What a report says of a combat before all else: who fights whom, and who leads."""
    battle, attackers = here.battle, here.battle.units(board, ATTACKER)
    return {
        "side": battle.attack.side, "hex": battle.target, "attackers": list(attackers),
        "places": {unit: board.hex_of(unit) for unit in attackers}, "defenders": list(battle.units(board, DEFENDER)),
        "leads": [here.leads.attacker or "", here.leads.defender or ""], "assault": list(battle.assault(board)),
        "exploitation": battle.attack.is_exploitation,
    }  # fmt: skip


def _coloured(board: Board, table: Table, battle: Battle, role: str) -> int:
    """2.3 (see 12.2.6b): the green die is that of the Central Powers, the blue one the Entente's, whoever attacks."""
    side = battle.side(board, role)
    return table.roll(DIE[side == CP], rule="12.2.6b", by=side)


def _coordinate(board: Board, here: Fight, role: str, die: int) -> str:
    drm = modifiers(board, here.battle, here.leads, here.batteries[role].all, role)
    found = result(board, die, drm.total)
    side = here.battle.side(board, role)
    board.note("coordination", "12.2.6b", side=side, role=role, die=die, drm=drm.as_json(), result=found)
    return found


def _apply(board: Board, table: Table, here: Fight, found: Mapping[str, str], hits: Hits, *, is_starred: bool) -> None:
    """12.2.7 (see 12.2.6g, 12.2.6k): orders, markers, the defender's way out, losses, and then the attacker's gains."""
    orders = cast_orders(board, table, here.battle, found)
    hits = carry_out(board, table, here, orders, hits)
    hits = react(board, table, here, Results(found, orders), hits)
    gain(board, table, here, found[ATTACKER], hits, is_starred=is_starred)
