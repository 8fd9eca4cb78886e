"""12.2.2 and 12.2.3 What is laid down before the dice (step 3): the defender's guns, who leads, who pays first."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle
from pbem.games.italia18.guns import Battery, may_counter, ready_guns
from pbem.games.italia18.hit_points import Bill, ask_order
from pbem.games.italia18.lead import ask_lead
from pbem.games.italia18.missions import rating
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.values import NamedTuple

Ranking = tuple[str, ...]  # units, the first first
PAYS = {ATTACKER: "attacker bombarded", DEFENDER: "defender bombarded"}


class Stand(NamedTuple):
    """The defender's guns, who pays first for bombardments on either side, and who leads the defence."""

    battery: Battery
    pays: Mapping[str, Ranking]
    leads: Ranking


def stand(board: Board, table: Table, battle: Battle) -> Stand:
    """See 12.2.2a, 12.2.2b, 12.2.3e, 15.2.2c: all that is asked before the dice goes out in one mail. What later steps
    ask for is ranked, so that it holds whatever the guns do."""
    ready = ready_guns(board, battle.side(board, DEFENDER), battle.target, is_attack=False)
    questions = [*_about_guns(board, battle, ready), *_about_losses(board, battle, ready)]
    if len(battle.units(board, DEFENDER)) > 1:
        questions.append(ask_lead(board, battle))
    answers = table.ask_all(questions) if questions else []
    chosen = {question.key: answer for question, answer in zip(questions, answers, strict=True)}
    pays = {role: chosen.get(key, ()) for role, key in PAYS.items()}
    return Stand(_battery(board, chosen), pays, chosen.get("lead", ()))


def _about_guns(board: Board, battle: Battle, ready: tuple[UnitId, ...]) -> list[Question]:
    """See 12.2.2a, 12.2.2b: which pieces in range take part, and how many of them fire at guns, if there are any."""
    if not ready:
        return []
    side, corps = battle.side(board, DEFENDER), [gun for gun in ready if may_counter(board, gun)]
    against = battle.attack.guns
    about = {"hexes": [battle.target], "guns": len(against), "battle": battle}
    found = [
        Question(
            side, "guns", tuple([Option(gun, f"in {board.place(gun)}") for gun in ready]), "12.2.2a",
            f"which guns defend {battle.target}? The attacker's: {', '.join(against) or 'none'}.", many=True,
            hint=f"guns {battle.target}: {ready[0]}", about={**about, "topic": "guns"},
        )
    ]  # fmt: skip
    if corps and against:
        numbers = tuple([Option(str(number)) for number in range(len(corps) + 1)])
        text = "how many of your Corps Artillery fire at the enemy's guns? The last that you name do."
        found.append(
            Question(
                side, "counter-battery", numbers, "12.2.2b", text, default=("0",), hint="cb: none",
                about={**about, "topic": "cb"},
            )
        )  # fmt: skip
    return found


def _battery(board: Board, chosen: Mapping[str, Ranking]) -> Battery:
    named = [UnitId(gun) for gun in chosen.get("guns", ())]
    corps = [gun for gun in named if may_counter(board, gun)]
    number = min(len(corps), int(chosen.get("counter-battery", ("0",))[0]))
    turned = tuple(corps[len(corps) - number :])
    return Battery(tuple([gun for gun in named if gun not in turned]), turned)


def _about_losses(board: Board, battle: Battle, ready: tuple[UnitId, ...]) -> list[Question]:
    """See 15.2.2g, ruling R55b: who pays first, of a stack that the other side's guns can hit."""
    bombs = {r: rating(board, battle.target, battle.side(board, r)) for r in (ATTACKER, DEFENDER)}
    has_guns = battle.attack.guns and not battle.attack.is_exploitation
    hit = {DEFENDER: bool(has_guns or bombs[ATTACKER]), ATTACKER: bool(ready or bombs[DEFENDER])}
    bills = {
        role: Bill(battle.side(board, role), battle.units(board, role), 0) for role, is_hit in hit.items() if is_hit
    }
    return [
        ask_order(board, bill, PAYS[role], "15.2.2g", hexes=[battle.target])
        for role, bill in bills.items()
        if len(bill.units) > 1
    ]
