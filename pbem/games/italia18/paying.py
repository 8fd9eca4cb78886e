"""12.2.8 Who pays in a combat: each side ranks its units once, for hit points and for whole steps alike."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.italia18.battle import ATTACKER, DEFENDER
from pbem.games.italia18.counters import is_reduced
from pbem.games.italia18.fighting import Fight
from pbem.games.italia18.hit_points import Bill, ask_order, convert, has_choice, price
from pbem.games.italia18.results import attackers_bill
from pbem.kernel.board import Board
from pbem.kernel.questions import Option, Question

KEYS = {ATTACKER: "attacker's losses", DEFENDER: "defender's losses"}
STOSS = "stosstruppen"


def bill(board: Board, here: Fight, role: str, points: int) -> Bill:
    """See 12.2.8b: the hit points of one side, with those who are left to pay them."""
    if role == ATTACKER:
        return attackers_bill(board, here.battle, here.leads, points)
    return Bill(here.battle.side(board, role), here.battle.units(board, role), points, here.leads.defender)


def questions(board: Board, here: Fight, role: str, *points: int, extra: int = 0) -> list[Question]:
    """See 12.2.8c, 12.2.8f, ruling R45: what has to be asked before so many hit points, or one of these numbers, and
    so many steps besides are lost; nothing that is known, or that makes no difference."""
    if KEYS[role] in here.ranks:
        return []
    bills = [bill(board, here, role, number) for number in points]
    units, found = bills[0].units, []
    is_open = len(units) > 1 and 0 < extra < sum([board.steps(unit) for unit in units])
    if is_open or any(has_choice(board, one) for one in bills):
        hexes = list(dict.fromkeys([here.battle.target, *(board.hex_of(unit) for unit in units)]))
        dearest = max(bills, key=lambda one: one.points)
        found.append(ask_order(board, dearest, KEYS[role], "12.2.8c", hexes=hexes))
    return [*found, *_substitutes(board, here, bills)]


def _substitutes(board: Board, here: Fight, bills: Sequence[Bill]) -> list[Question]:
    """See 12.2.8e, 12.2.3d, 15.3.1: whether Stosstruppen pay in place of the lead unit, and which."""
    lead = here.leads.attacker
    able = [troops for troops in bills[0].instead if any(price(board, troops) <= one.points for one in bills)]
    if not able or lead is None or bills[0].first:
        return []
    options = tuple([Option(troops, "pays 2 hit points in place of the lead unit") for troops in able])
    about = {"topic": "stoss", "hexes": [here.battle.target], "lead whole": int(not is_reduced(board, lead))}
    text = f"do Stosstruppen pay in place of {lead}? None if you like."
    return [
        Question(
            bills[0].side, STOSS, options, "12.2.8e", text, many=True, most=1, hint="stoss: never", about=about,
        )
    ]  # fmt: skip


def keep(here: Fight, asked: Sequence[Question], answers: Sequence[tuple[str, ...]]) -> None:
    """What was answered is known for the rest of the combat."""
    here.ranks.update({question.key: answer for question, answer in zip(asked, answers, strict=True)})


def known(here: Fight, role: str) -> tuple[str, ...]:
    """Who pays first, as far as that was asked."""
    return here.ranks.get(KEYS[role], ())


def settle(board: Board, here: Fight, role: str, points: int) -> None:
    """See 12.2.8a, 12.2.8c: the hit points of one side are paid."""
    instead = here.ranks.get(STOSS, ()) if role == ATTACKER else ()
    convert(board, bill(board, here, role, points), (*instead, *known(here, role)), "12.2.8c")
