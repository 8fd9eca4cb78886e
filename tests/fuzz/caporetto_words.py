"""Conditions and standing orders for the random player of Caporetto: one of each kind that the grammar knows."""

from __future__ import annotations

import random

from pbem.games.caporetto.counters import NATIONS, SIDES, is_support
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Condition, Defaults, Preference

NEVER = 0.85  # most orders have no condition


def conditions(board: Board, side: Side, chance: random.Random) -> tuple[Condition, ...]:
    """None most of the time, else one or two that the board decides."""
    if chance.random() < NEVER:
        return ()
    return tuple(_condition(board, side, chance) for _ in range(chance.choice([1, 1, 2])))


def _condition(board: Board, side: Side, chance: random.Random) -> Condition:
    where, unit = chance.choice(board.map.grid.hexes), chance.choice(_ground(board, side))
    owner, relation = chance.choice(list(SIDES)), chance.choice([">=", "<=", ">", "<", "="])
    return chance.choice([
        Condition("turn", relation, str(chance.randint(1, 13))),
        Condition(f"morale {chance.choice(['IT', 'AH'])}", relation, str(chance.randint(-4, 2))),
        Condition(f"units at {where}", relation, str(chance.randint(0, 4))),
        Condition(f"{owner} lost", relation, str(chance.randint(0, 6))),
        Condition(f"recon {where}", chance.choice(["succeeded", "failed"])),
        Condition(where, chance.choice(["empty", "occupied"])),
        Condition(where, chance.choice(["held by", "not held by", "in zoc of", "out of zoc of"]), owner),
        Condition(unit, chance.choice(["lost", "whole", "gone", "on map"])),
        Condition(unit, chance.choice(["at", "not at"]), where),
    ])  # fmt: skip


def _ground(board: Board, side: Side) -> list[UnitId]:
    return [unit for unit in board.units(side) if not is_support(board.unit(unit))]


def _figure(chance: random.Random) -> tuple[Condition, ...]:
    """What only standing orders may ask: something of the question itself."""
    subject = chance.choice(["loss", "steps", "attackers", "support"])
    found = Condition(subject, chance.choice([">=", "<="]), str(chance.randint(1, 4)))
    return chance.choice([(), (), (found,), (Condition("losing a unit"),), (Condition("losing no unit"),)])


def preferences(board: Board, side: Side, chance: random.Random) -> list[Order]:
    """A few standing orders of any topic."""
    made: list[Order] = [_preference(board, side, chance) for _ in range(chance.randint(1, 8))]
    return [*made, Defaults()] if chance.random() < 0.3 else made


def _preference(board: Board, side: Side, chance: random.Random) -> Order:
    hexes = board.map.grid.hexes
    own = _ground(board, side)
    guns = [unit for unit in board.units(side) if is_support(board.unit(unit))]
    units = chance.choice([("weakest first",), ("strongest first",), ("all",), ("none",), tuple(chance.sample(own, 3))])
    goals = chance.choice([(f"toward {chance.choice(hexes)}",), (chance.choice(hexes),), ("stay",)])
    help_ = chance.choice([
        ("match",), ("all",), ("none",), ("up to 2",), ("match", "keep 2"), tuple(chance.sample(guns, 2)),
    ])  # fmt: skip
    topic, choices = chance.choice([
        ("losses", units), ("advance", units), ("overstack", units), ("withdrawals", units), ("mine-victim", units),
        ("kaiserschlacht", units), ("influenza", units), ("influenza", (f"{chance.choice(own)} twice",)),
        ("retreat", (chance.choice(["always", "never"]),)), ("retreat-to", goals), ("second", goals),
        ("support", help_), ("contest", help_), ("mandatory", tuple(chance.sample(hexes, 2))),
        ("pause-rp", (chance.choice([nation for nation, owner in NATIONS.items() if owner == side]),)),
    ])  # fmt: skip
    where = chance.choice(["", "", chance.choice(hexes)])
    asked = _figure(chance) if topic in ("losses", "retreat", "support") else conditions(board, side, chance)
    return Preference(topic, choices, where, "", asked)
