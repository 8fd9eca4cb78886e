"""Combats on small boards: a map with an HQ behind the attackers, and one attack from short words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.italia18.battle import Attack, Battle
from pbem.games.italia18.columns import Leads
from pbem.games.italia18.combat import fight
from pbem.games.italia18.counters import CP
from pbem.games.italia18.declaring import declare
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from tests.games.italia18.boards import board, flat, units
from tests.games.tables import Answers, table

SOURCES = "hex source owner=CP: 0904\nhex source owner=EN: 0104\n"
HQS = "GE-hq XXXX 8-6 hq at 0804\nIT-hq XXXX 8-6 hq at 0204\n"
TARGET = HexId("0504")  # its neighbours: 0604 0603 north, 0503 0505 beside, 0403 0404 south
DOCTRINE = {"doctrine": {"IT": "evolving", "FR": "cadorna", "mixed_drm": -1}}


def field(text: str, features: str = "", **about: Any) -> Board:
    """A board of nine rows; the Central Powers come from the north, the Entente from the south."""
    about.setdefault("card", DOCTRINE)
    return board(HQS + text, flat(9, 8, SOURCES + features), **about)


def attack(words: str, target: str = TARGET, side: Side = CP, **about: Any) -> Attack:
    """An attack by the units named, whatever its odds."""
    about.setdefault("is_forced", True)
    return Attack(side, HexId(target), units(words), **about)


def battle(b: Board, words: str, sequence: int = 1, **about: Any) -> Battle:
    """The declared attack."""
    return declare(b, attack(words, **about), sequence)


def led(attacker: str, defender: str) -> Leads:
    """Two lead units."""
    return Leads(UnitId(attacker), UnitId(defender))


def play(
    b: Board,
    words: str,
    dice: Mapping[str, Any],
    result: str = "",
    answers: Answers = "default",
    sequence: int = 1,
    **about: Any,
) -> Table:
    """The whole combat with listed dice: two white, the defender's, the attacker's; a result may be laid down."""
    at_table = table(b, dice, answers, forced={"crt": [result]} if result else None)
    fight(b, at_table, attack(words, **about), sequence)
    return at_table


def state(b: Board, *names: str) -> list[tuple[str, int, tuple[str, ...]]]:
    """Place, steps and marks, but for that of having attacked."""
    return [
        (b.place(u), b.steps(u), tuple(mark for mark in b.marks(u) if mark != "attacked")) for u in map(UnitId, names)
    ]
