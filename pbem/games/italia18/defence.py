"""12.2.2 and 12.2.6 What the defender decides inside a combat: his guns, and whether he stands."""

from __future__ import annotations

from typing import NamedTuple

from pbem.games.italia18.battle import DEFENDER, Battle
from pbem.games.italia18.coordination import longest_retreat
from pbem.games.italia18.guns import Battery, may_counter, ready_guns
from pbem.games.italia18.retreat import credit, defenders_flight, paths, retreat
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table


def choose_guns(board: Board, table: Table, battle: Battle) -> Battery:
    """See 12.2.2a, 12.2.2b, 15.2.2c: step 3: which pieces in range take part, and which of them fire at guns."""
    side = battle.side(board, DEFENDER)
    ready = ready_guns(board, side, battle.target, is_attack=False)
    if not ready:
        return Battery()
    corps = [gun for gun in ready if may_counter(board, gun)]
    against = ", ".join(battle.attack.guns) or "none"
    about = {"hexes": [battle.target], "guns": len(battle.attack.guns)}
    questions = [
        Question(
            side, "guns", tuple([Option(gun, f"in {board.place(gun)}") for gun in ready]), "12.2.2a",
            f"which guns defend {battle.target}? The attacker's: {against}.", many=True,
            hint=f"guns {battle.target}: {ready[0]}", about={**about, "topic": "guns"},
        ),
        Question(
            side, "counter-battery", tuple([Option(gun) for gun in corps]), "12.2.2b",
            "which of them fire at the enemy's guns?", many=True, hint="cb: none", about={**about, "topic": "cb"},
        ),
    ]  # fmt: skip
    named, turned = table.ask_all(questions) if corps else [table.ask(questions[0]), ()]
    counter = tuple([gun for gun in ready if gun in named and gun in turned])
    return Battery(tuple([gun for gun in ready if gun in named and gun not in turned]), counter)


class Withdrawal(NamedTuple):
    """What a defender has in his favour when he may go: who leads, the result, and the hit points that wait."""

    lead: UnitId | None
    result: str
    hits: int


class Gone(NamedTuple):
    """How far defenders went, and what hit points that saved."""

    hexes: int = 0
    credit: int = 0


def withdraw(board: Board, table: Table, battle: Battle, choice: Withdrawal) -> Gone:
    """12.2.6k (see 12.2.6c, 12.2.6e, 12.3j, rulings R41, R76): all go or none; only lengths that can be gone."""
    side, most = battle.side(board, DEFENDER), longest_retreat(board, battle, choice.lead, choice.result)
    if not battle.holders(board):
        return Gone()
    flights = [defenders_flight(board, side, battle.target, number, is_chosen=True) for number in range(1, most + 1)]
    open_to = {len(flights[:n]): flights[n - 1] for n in range(1, most + 1) if paths(board, flights[n - 1])}
    if not open_to:
        return Gone()
    each = int(board.scenario.charts["hp_price"]["retreat_credit"])
    options = [Option("0", f"stands; {choice.hits} hit points")]
    options += [Option(str(n), f"{n} hexes; {max(0, choice.hits - n * each)} hit points left") for n in open_to]
    question = Question(
        side, "retreat", tuple(options), "12.2.6c", f"do the defenders of {battle.target} retreat, and how far?",
        default=("0",), hint=f"retreat {battle.target}: never",
        about={"topic": "retreat", "hexes": [battle.target], "hp": choice.hits},
    )  # fmt: skip
    chosen = int(table.choose(question))
    if not chosen:
        return Gone()
    gone = retreat(board, table, open_to[chosen])
    return Gone(max(gone.values()), credit(board, gone, chosen))
