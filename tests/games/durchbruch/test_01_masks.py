"""1.5-opt, 6.5-note: masks, an option of the campaign."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.games.durchbruch.by_mail.odds import odds
from pbem.games.durchbruch.by_mail.orders import Attack
from pbem.games.durchbruch.counters import AG, IT
from pbem.games.durchbruch.fog import tell, view
from pbem.games.durchbruch.walking import zones
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in, with_stand_ins
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from tests.games.durchbruch.field import field, fight, has, march, play, why


def masked(*placed: str, step: str = "corps-III", turn: int = 2) -> Board:
    """A board of a campaign that plays with masks."""
    b = field(*placed, step=step, turn=turn)
    return Board(replace(b.scenario, options={**b.scenario.options, "masks": "on"}), b.freeze(turn, step))


def seen_by(b: Board, side: Side) -> Board:
    position = view(b.scenario, b.freeze(b.turn, b.step), side)
    return Board(with_stand_ins(b.scenario, position), position)


@pytest.mark.parametrize(("unit", "rules"), [("GE-mgIII", []), ("GE-st12", []), ("GE-engIII", []), ("GE-Rommel", []),
                                             ("GE-hqIII", ["1.5-opt"]), ("GE-R62", ["1.5-opt"])])  # fmt: skip
def test_1_5_opt_special_units_mask_headquarters_do_not(unit: str, rules: list[str]) -> None:
    """1.5-opt: the Italians see the mask and how many lie below it, the owner sees all."""
    b = masked("GE-R23 2424", f"{unit} 2424", "IT-87 2427")
    march(b, f"top {unit}")
    assert why(b) == rules
    units = seen_by(b, IT).units_at(HexId("2424"))
    assert [is_stand_in(one) for one in units] == ([False, True] if not rules else [False, False])
    assert "GE-R23" in seen_by(b, AG).units_at(HexId("2424"))


def test_1_5_opt_without_the_option_nobody_masks() -> None:
    """1.5-opt: refused, and told how to have it."""
    b = field("GE-R23 2424", "GE-mgIII 2424")
    march(b, "top GE-mgIII")
    assert why(b) == ["1.5-opt"]


def test_6_5_note_stations_and_dummies_mask_too() -> None:
    """6.5-note: in the set-up; the Austro-Germans see two backs and no name."""
    b = masked("IT-87 2427", "IT-dummy1 2427", "GE-R23 2424", step="set-up", turn=1)
    play(b, {AG: "choose conrad", IT: "top IT-dummy1"})
    units = seen_by(b, AG).units_at(HexId("2427"))
    assert (len(units), all(is_stand_in(unit) for unit in units)) == (2, True)


def test_1_5_opt_the_zone_of_a_masked_stack_is_told() -> None:
    """1.5-opt, 4-b, 3.1.1: checks of the enemy run into the same zones as the rules do."""
    b = masked("GE-R23 2424", "GE-mgIII 2424 top", "IT-87 2427")
    assert zones(seen_by(b, IT), IT) == zones(b, IT)
    assert "2425" in zones(b, IT)
    b = masked("GE-engIII 2424", "GE-mgIII 2424 top", "IT-87 2427")
    assert not zones(seen_by(b, IT), IT)


def test_1_5_opt_who_fights_is_seen() -> None:
    """1.5-opt: before the attack the odds know nothing of the defender; with it mask and stack are turned up."""
    b = masked("GE-R23 2424", "IT-87 2425", "IT-ard1 2425 top", "IT-hq50 2429")
    attack = Attack(HexId("2425"), (UnitId("GE-R23"),))
    assert odds(b, attack).sum("defence").total == 3, "the assault unit on top alone"
    before = b.freeze(b.turn, b.step)
    fight(b, "attack 2425 with GE-R23", dice=[4, 4] + [1] * 8)
    assert not has(b, "IT-ard1", "top")
    told = tell(b.scenario, before, b.freeze(b.turn, b.step), b.facts, AG)
    assert any("IT-87" in str(fact.about) for fact in told)


def test_1_5_opt_moves_under_a_mask_name_nobody() -> None:
    """1.5-opt: the enemy learns the path of one of theirs and no name."""
    b = masked("GE-R23 2423", "GE-mgIII 2423 top", "IT-87 2427")
    before = b.freeze(b.turn, b.step)
    march(b, "move GE-R23, GE-mgIII 2424")
    told = tell(b.scenario, before, b.freeze(b.turn, b.step), b.facts, IT)
    assert not any("GE-R23" in str(fact.about) for fact in told)
    assert any("GE-mgIII" in str(fact.about) for fact in told)
