"""13.0 Disengagement."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.games.italia18 import disengagement
from pbem.games.italia18.counters import EN
from pbem.games.italia18.disengagement import lengths, modifiers, stack_to_test
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.italia18.battles import field, state
from tests.games.italia18.boards import units
from tests.games.tables import facts, table

HERE = HexId("0504")
ONE = "IT-1 XX 6-9-4/4 infantry at 0504 3 disengage\nGE-1 III 4-4-5/5 infantry at 0604\n"


def test_13_0a_after_the_combat_phase_and_only_marked_stacks() -> None:
    b = field(ONE + "IT-2 III 4-4-5/5 infantry at 0404")
    with pytest.raises(Illegal, match="after the Combat Phase"):
        disengagement.run(b, table(b), [stack_to_test(b, EN, HERE)], "exploit-1")
    with pytest.raises(Illegal, match="nobody in 0404") as refused:
        stack_to_test(b, EN, HexId("0404"))
    assert refused.value.problem.rule == "13.0a"


@pytest.mark.parametrize(
    ("line", "features", "more", "value"),
    [
        ("XX 6-9-4/4 infantry at 0504 3 disengage", "", "", 0),
        ("XX 6-9-4/3 infantry at 0504 2 disengage", "", "", -1),
        ("XX 6-9-4/2 infantry at 0504 2 disengage", "", "", -2),
        ("III 4-4-5/6 infantry at 0504 2 disengage dg", "", "", 0),
        ("III 4-4-5/5 cavalry at 0504 2 disengage", "hex trench: 0504", "", 6),
        ("XX 6-9-4/4 infantry at 0504 3 disengage", "hex city: 0504", "GE-2 III 4-4-5/5 infantry at 0403", -2),
        ("XX 6-9-4/4 infantry at 0504 3 disengage retreat-mode", "", "", 0),
    ],
)
def test_13_0b_modifiers(line: str, features: str, more: str, value: int) -> None:
    around = "GE-0 III 4-4-5/5 infantry at 0604\nGE-9 III 4-4-5/5 infantry at 0505\n" if more else ""
    b = field(f"IT-1 {line}\n{around}{more}", features)
    assert modifiers(b, stack_to_test(b, EN, HERE)).total == value


def test_13_0b_a_friend_beside_it_means_not_surrounded() -> None:
    """See ruling R118."""
    ring = "GE-0 III 4-4-5/5 infantry at 0604\nGE-9 III 4-4-5/5 infantry at 0505\nGE-2 III 4-4-5/5 infantry at 0403\n"
    b = field(f"IT-1 XX 6-9-4/4 infantry at 0504 3 disengage\n{ring}")
    assert disengagement.is_surrounded(b, HERE, EN)
    b = field(f"IT-1 XX 6-9-4/4 infantry at 0504 3 disengage\n{ring}IT-2 III 4-4-5/5 infantry at 0404")
    assert not disengagement.is_surrounded(b, HERE, EN)


@pytest.mark.parametrize(
    ("found", "marks", "allowed"),
    [
        ("*r1", "", (1,)),
        ("R3", "", (3,)),
        ("r2", "", (1, 2)),
        ("r3", "", (1, 2, 3)),
        ("r4", "", (1, 2, 3)),
        ("r4", "retreat-mode", (1, 2, 3, 4)),
    ],
)
def test_13_0c_how_far(found: str, marks: str, allowed: tuple[int, ...]) -> None:
    b = field(f"IT-1 XX 6-9-4/4 infantry at 0504 3 disengage {marks}\nGE-1 III 4-4-5/5 infantry at 0604")
    assert lengths(b, stack_to_test(b, EN, HERE), found) == allowed


def test_13_0c_r3_is_led_by_the_enemy_and_disorganizes() -> None:
    b = field(ONE)
    at_table = table(b, {"disengagement from 0504": 2}, {"way 1 from 0504": ("0404-0304-0204",)})
    disengagement.run(b, at_table, [stack_to_test(b, EN, HERE)], "combat-1")
    assert state(b, "IT-1") == [("0204", 3, ("dg",))]
    assert facts(b, "decided")[0]["side"] == "CP"


def test_13_0c_the_star_costs_a_step() -> None:
    b = field("IT-1 XX 6-9-4/2 infantry at 0504 2 disengage\nGE-1 III 4-4-5/5 infantry at 0604")
    at_table = table(b, {"disengagement from 0504": 1}, {"way 1 from 0504": ("0404",)})
    disengagement.run(b, at_table, [stack_to_test(b, EN, HERE)], "combat-1")
    assert state(b, "IT-1") == [("0404", 1, ())]


def test_13_0d_length_does_not_disorganize_but_zones_cost_steps() -> None:
    """13.0d (see 12.3c, ruling R16)."""
    b = field(ONE)
    answers = {"way 1 from 0504": ("0404-0304",)}
    disengagement.run(b, table(b, {"disengagement from 0504": 3}, answers), [stack_to_test(b, EN, HERE)], "combat-1")
    assert state(b, "IT-1") == [("0304", 3, ())]
    zones = "GE-2 III 4-4-5/5 infantry at 0402\nGE-3 III 4-4-5/5 infantry at 0405\n"
    b = field(ONE + zones)
    answers = {"way 1 from 0504": ("0404",)}
    disengagement.run(b, table(b, {"disengagement from 0504": 6}, answers), [stack_to_test(b, EN, HERE)], "combat-1")
    assert state(b, "IT-1") == [("0404", 2, ())]


def test_13_0e_only_marked_units_leave() -> None:
    b = field(ONE + "IT-2 III 4-4-5/6 infantry at 0504")
    assert stack_to_test(b, EN, HERE).units == units("IT-1")
    with pytest.raises(Illegal, match="does not disengage"):
        stack_to_test(b, EN, HERE, UnitId("IT-2"))
    answers = {"way 1 from 0504": ("0404",)}
    disengagement.run(b, table(b, {"disengagement from 0504": 4}, answers), [stack_to_test(b, EN, HERE)], "combat-1")
    assert [b.place(unit) for unit in units("IT-1 IT-2")] == ["0404", "0504"]


def test_13_0e_a_hex_has_one_try() -> None:
    test = stack_to_test(field(ONE), EN, HERE)
    disengagement.check_once(test, [])
    with pytest.raises(Illegal, match="leave together"):
        disengagement.check_once(test, [test])
