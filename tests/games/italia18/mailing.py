"""A Combat Phase of the Central Powers on a small board, by order lines, standing lines and listed dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.italia18.by_mail.counsel import counsel
from pbem.games.italia18.by_mail.grammar import read_order
from pbem.games.italia18.combat_phases import run_combat, run_exploitation
from pbem.games.italia18.counters import CP, EN
from pbem.kernel.board import Board
from pbem.kernel.game import Reading
from pbem.kernel.pieces import Side
from pbem.kernel.questions import Answer, Question
from pbem.kernel.table import Table
from pbem.kernel.text.mail import Line
from pbem.kernel.text.names import UnitNames
from pbem.kernel.text.orders import Order, Orders
from pbem.kernel.text.words import Words
from tests.games.tables import ListedDice


def read(b: Board, text: str, side: Side = CP, section: str = "combat-1") -> Order:
    """One order line."""
    words = Words(Line(1, text))
    order = read_order(words, Reading(b.scenario, side, section, UnitNames(b.scenario.units.values())))
    words.end()
    return order


def lines(b: Board, text: str, side: Side, section: str) -> tuple[Order, ...]:
    """Several of them."""
    return tuple([read(b, line.strip(), side, section) for line in text.strip().splitlines() if line.strip()])


def combat(
    b: Board, attacks: str, dice: Mapping[str, Any], *, ours: str = "", theirs: str = "", result: str = "",
    asked: list[Question] | None = None, is_exploitation: bool = False,
) -> Table:  # fmt: skip
    """The phase. What no line decides is put into `asked`, and the phase waits; a result of the table may be laid."""
    section = "exploit-1" if is_exploitation else "combat-1"
    given = {
        CP: Orders(CP, lines(b, attacks, CP, section), lines(b, ours, CP, "standing")),
        EN: Orders(EN, (), lines(b, theirs, EN, "standing")),
    }

    def advise(board: Board, question: Question) -> Answer | None:
        orders = given[question.side]
        found = counsel(board, question, orders.items, orders.standing)
        if found is None and asked is not None:
            asked.append(question)
        return Answer(*found) if found else None

    table = Table(b, ListedDice(dice), advise, forced={"crt": [result]} if result else None)
    (run_exploitation if is_exploitation else run_combat)(b, table, given, CP, 1)
    return table


def topics(questions: Sequence[Question]) -> list[tuple[str, str]]:
    """Who is asked about what."""
    return [(question.side, question.topic) for question in questions]


def fired(b: Board) -> dict[str, list[str]]:
    """By attacked hex the guns of the Entente that took part, those against guns with a star."""
    found = [fact for fact in b.facts if fact.kind == "artillery" and fact["side"] == EN]
    return {fact["hex"]: [*fact["bombarding"], *(f"{gun}*" for gun in fact["counter"])] for fact in found}
