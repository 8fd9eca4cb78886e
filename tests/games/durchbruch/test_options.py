"""The options of a campaign: rulings that may be switched."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.games.durchbruch.attack import Declared, defenders_in
from pbem.games.durchbruch.counters import AG, IT
from pbem.games.durchbruch.modifiers import shifts
from pbem.games.durchbruch.retreat import retreat
from pbem.games.durchbruch.surprise import run as surprise
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.orders import Orders
from tests.games.durchbruch.field import field, fight, has, steps, table_for, why

TARGET = HexId("2425")


def optional(b: Board, **options: str) -> Board:
    """The same board in a campaign with these options."""
    chosen = {**b.scenario.options, **{name.replace("_", "-"): value for name, value in options.items()}}
    return Board(replace(b.scenario, options=chosen), b.freeze(b.turn, b.step))


@pytest.mark.parametrize(("option", "left"), [("worst", -2), ("added", -3)])
def test_features_added_or_the_worst(option: str, left: int) -> None:
    """See 13.4-cum: the example of 1.3.1 counts level, village and stream."""
    b = field("GE-R23 2424", "IT-87 2425", terrain={"2425": ":"}, features="hex village: 2425\nside stream: 2424/2425")
    b = optional(b, features=option)
    attack = Declared(AG, TARGET, (UnitId("GE-R23"),), defenders_in(b, IT, TARGET))
    assert shifts(b, attack).total == left


@pytest.mark.parametrize(("option", "right"), [("himself", 0), ("assault", 1)])
def test_rommel_as_an_assault_unit(option: str, right: int) -> None:
    """See 13.4-assault."""
    b = optional(field("GE-Rommel 2424", "IT-87 2425"), rommel=option)
    attack = Declared(AG, TARGET, (UnitId("GE-Rommel"),), defenders_in(b, IT, TARGET))
    assert shifts(b, attack).total == right


@pytest.mark.parametrize(("option", "rules"), [("climbers", ["2.2-2"]), ("anybody", [])])
def test_attacks_on_rock(option: str, rules: list[str]) -> None:
    """See 2.2-2."""
    b = optional(field("GE-R23 2424", "IT-hqIV 2425", "IT-87 2429", terrain={"2425": "A"}), rock_attack=option)
    fight(b, "attack 2425 with GE-R23", dice=[6, 6])
    assert why(b) == rules


@pytest.mark.parametrize(("option", "spent"), [("spent", True), ("ready", False)])
def test_guns_after_preliminary_fire(option: str, spent: bool) -> None:
    """See 11.1.1-3: spent for turn 1, or ready."""
    b = optional(field("GE-art12 2424 spent", turn=1, step="surprise"), preliminary_guns=option)
    surprise(b, table_for(b, {"chit 1 of turn 1": 1}, "default"), {AG: Orders(AG), IT: Orders(IT)})
    assert has(b, "GE-art12", "spent") == spent


@pytest.mark.parametrize(("option", "lost"), [("each", 2), ("one", 1)])
def test_losses_after_a_long_retreat(option: str, lost: int) -> None:
    """See 14.1.8: two units fail the one roll."""
    b = optional(field("IT-87 2425", "IT-mgb1 2425", "IT-hq50 2429"), long_retreat=option)
    with b.episode("combat", "attack on 2425", side=AG, hexes=[TARGET]):
        retreat(b, table_for(b, (6, 6), "default"), IT, TARGET, 2)
    assert 4 - steps(b, "IT-87") - steps(b, "IT-mgb1") == lost
