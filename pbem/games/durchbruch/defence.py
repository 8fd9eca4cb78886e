"""13.2.1, 13.6.2 The defender's part in a combat: his guns and machine guns before the dice, his hits after them."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.durchbruch.attack import Declared, hqs_for
from pbem.games.durchbruch.communication import is_cut_off
from pbem.games.durchbruch.counters import corps_of, is_combat_unit, is_gun, is_hq, is_real
from pbem.games.durchbruch.headquarters import displace
from pbem.games.durchbruch.losses import Bill, choose_one, gunner, hurt, kill, pay, payers, with_guns
from pbem.games.durchbruch.ratio import odds_words
from pbem.games.durchbruch.retreat import retreat
from pbem.games.durchbruch.status import machine_guns
from pbem.games.durchbruch.support import able
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.values import replace

NOBODY = "none"
LONG = 4  # hexes of retreat that cost a step (13.6.2-b)


# -- the defender's part -------------------------------------------------------------------------------------


def defend(board: Board, table: Table, declared: Declared) -> Declared:
    """See 13.2.1-2, 13.2.1-7, 13.2.1-10, 6.4.1, ruling R140: guns, HQ and whose machine guns, asked in one."""
    enemy, target = board.enemy_of(declared.side), declared.target
    units = [unit for unit in declared.defenders if is_combat_unit(board.unit(unit))]
    corps = corps_of(board.unit(declared.defenders[0])) if declared.defenders else ""
    guns = () if declared.is_preliminary else able(board, enemy, target, units)
    hqs, gunners = hqs_for(board, enemy, target, corps), with_guns(board, units)
    asked: dict[str, Question] = {}
    about = {"hexes": [target], "odds": odds_words(board, declared)}
    if guns:
        options = tuple(Option(gun, f"{board.unit(gun).figure('points')} points") for gun in guns)
        asked["support"] = Question(
            enemy, "support", options, "13.2.1-2",
            f"{target} is attacked. Which batteries support it?", many=True, hint="support: none",
            about={**about, "topic": "support"},
        )  # fmt: skip
    if hqs:
        asked["hq"] = Question(
            enemy, "hq", tuple(Option(hq) for hq in (*hqs, NOBODY)), "13.2.1-10", "Which HQ lends its SP?",
            default=(NOBODY,), hint="hq: none", about={**about, "topic": "hq"},
        )  # fmt: skip
    if len(dict.fromkeys(machine_guns(board, unit) for unit in gunners)) < len(gunners) or len(gunners) > 1:
        asked["mg"] = Question(
            enemy, "mg", tuple(Option(unit) for unit in gunners), "13.2.1-7", "Whose MG value counts?",
            default=(gunner(board, units) or NOBODY,), hint="mg: highest", about={**about, "topic": "mg"},
        )  # fmt: skip
    answers = dict(zip(asked, table.ask_all(list(asked.values())), strict=True)) if asked else {}
    hq = answers.get("hq", (NOBODY,))[0]
    mine = answers.get("mg", (gunner(board, units) or NOBODY,))[0]
    return replace(
        declared, shield=tuple([UnitId(gun) for gun in answers.get("support", ())]),
        their_hq=None if hq == NOBODY else UnitId(hq), their_gunner=None if mine == NOBODY else UnitId(mine),
    )  # fmt: skip


# -- what the defender suffers -------------------------------------------------------------------------------


def suffer(board: Board, table: Table, declared: Declared, hits: int) -> bool:
    """13.6.2-a (see 13.0.4, 14.1.9): steps and hexes in any mix. Says whether the attackers may go two hexes."""
    enemy, target = board.enemy_of(declared.side), declared.target
    stack = [unit for unit in board.units_at(target, enemy) if is_real(board.unit(unit))]
    if not hits:
        return False
    if not any(is_combat_unit(board.unit(unit)) for unit in stack):
        return _overwhelm(board, table, declared, stack)
    steps = _steps_taken(board, table, enemy, declared, stack, hits)
    bill = Bill(enemy, tuple(stack), steps, declared.their_gunner, target)
    if steps == 1 and hits >= LONG and board.scenario.option("mandatory-loss") != "order":
        hurt(board, choose_one(board, table, payers(board, stack), "mandatory loss", "13.6.2-b", target), "13.6.2-b")
    else:
        pay(board, table, bill, "13.6.2-a")
    left = [unit for unit in stack if board.is_on_map(unit) and not is_hq(board.unit(unit))]
    if not left:
        displace(board, table, target)
        return True
    hexes = hits - steps
    if not hexes:
        return False
    got_away = retreat(board, table, enemy, target, hexes)
    return hexes > 1 or not got_away


def _overwhelm(board: Board, table: Table, declared: Declared, stack: Sequence[UnitId]) -> bool:
    """See 14.1.2, 2.4.3, rulings R14 and R44: guns and headquarters alone: the first hit ends it."""
    for unit in stack:
        if is_gun(board.unit(unit)):
            kill(board, unit, "14.1.2")
    displace(board, table, declared.target)
    return True


def _steps_taken(board: Board, table: Table, side: Side, declared: Declared, stack: Sequence[UnitId], hits: int) -> int:
    """13.6.2-b, 14.1.9, rulings R10 to R13: how many hits are met with steps; of four hexes or more one at least, and
    no others by a stack of which any unit is out of communication."""
    least = 1 if hits >= LONG or board.scenario.option("first-hit") == "step" else 0
    most = min(hits, sum(board.steps(unit) for unit in payers(board, stack)))
    if any(is_cut_off(board, unit) for unit in stack):
        return least
    choices = range(min(least, most), most + 1)
    if len(choices) == 1:
        return choices[0]
    options = tuple(Option(str(steps), f"lose {steps}, retreat {hits - steps}") for steps in choices)
    question = Question(
        side, "hits", options, "13.6.2-a", f"{hits} hits on {declared.target}: how many do you take as steps?",
        default=(str(choices[0]),), hint="hits: retreat",
        about={"topic": "hits", "hexes": [declared.target], "hits": hits, "odds": _odds_fought(board)},
    )  # fmt: skip
    return int(table.choose(question))


def _odds_fought(board: Board) -> str:
    """The odds at which the dice fell; some of the attackers may be gone by now."""
    outcome = board.outcome_of(board.scope)
    return str(outcome["odds"]) if outcome else ""
