"""13.2: hexes that are marked, conditions, and attacks that nobody may call off."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal
from pbem.games.durchbruch import operations
from pbem.games.durchbruch.assault import check_not_hopeless
from pbem.games.durchbruch.attack import Phase, declare
from pbem.games.durchbruch.by_mail.odds import odds
from pbem.games.durchbruch.by_mail.orders import Attack
from pbem.games.durchbruch.counters import AG
from pbem.games.durchbruch.operations import Operation
from pbem.games.durchbruch.planning import Segment
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from tests.games.durchbruch.field import at, field, fight, read_all, table_for, why
from tests.games.tables import facts


def test_13_2_an_empty_hex_is_not_marked() -> None:
    """13.2, 13: nor attacked when somebody has retreated into it meanwhile."""
    b = field("GE-R23 2424", "GE-R62 2327", "IT-87 2425", "IT-hq50 2429")
    fight(b, "attack 2425 with GE-R23\nattack 2426 with GE-R62", dice=[3, 3, 1, 1], answers={
        "attack on 2425 / hits": ("0",)})  # fmt: skip
    assert (facts(b, "targets")[0]["hexes"], why(b)) == (["2425"], ["13.2" if at(b, "IT-87") == "2426" else "13"])


def test_13_2_conditions_are_looked_at_when_the_hexes_are_marked() -> None:
    """13.2, 13.2.1-6: what is declared stands, whatever the first combat brings; what is not is not marked."""
    b = field("GE-R23 2424", "GE-R62 2524", "IT-87 2425", "IT-88 2525", "IT-hq50 2429")
    text = "attack 2425 with GE-R23\nattack 2525 with GE-R62 if 2425 occupied"
    fight(b, text, dice=[6, 6, 1, 1, 1, 1, 6, 6, 1, 1, 1, 1])
    assert len(facts(b, "combat")) == 2
    b = field("GE-R23 2424", "GE-R62 2524", "IT-87 2425", "IT-88 2525", "IT-hq50 2429")
    fight(b, text.replace("occupied", "empty"), dice=[6, 6, 1, 1, 1, 1])
    assert (len(facts(b, "combat")), facts(b, "targets")[0]["hexes"]) == (1, ["2425"])


def test_13_2_target_marks_a_hex_for_a_later_part() -> None:
    """13.2: after `more` only marked hexes are attacked; none can be marked then, and no empty one at all."""
    b = field("GE-R23 2424", "GE-R62 2524", "IT-87 2425", "IT-88 2525", "IT-89 2523", "IT-hq50 2429")
    here, made = Operation(Segment(AG, "III"), Phase(AG, "III")), table_for(b, [1, 1] * 9, "default")
    for text in (
        "attack 2425 with GE-R23\ntarget 2525\ntarget 2426",
        "target 2523",
        "attack 2523 with GE-R62",
        "attack 2525 with GE-R62",
    ):
        operations.attack_all(b, made, here, read_all(b, text, AG, "corps-III"))
    assert (why(b), len(facts(b, "combat"))) == (["13", "13.2", "13.2"], 2)


def test_13_2_1_6_own_points_face_down_count_before_an_attack_is_called_hopeless() -> None:
    """13.2.1-6, 6.2.3: four points under the marker make 1:3 a 1:1; without them the attack is refused on receipt."""
    placed = ("GE-st12 2424 extra", "IT-87 2425", "IT-eng1 2425", "IT-mgb1 2425", "IT-hq50 2425", "IT-art50 2425")
    attack = Attack(HexId("2425"), (UnitId("GE-st12"),))
    b = field(*placed, terrain={"2425": "^"}, notes={"@AG.sp.1": "strengthen_GE-st12_4"})
    check_not_hopeless(b, declare(b, Phase(AG, "III"), attack))
    assert odds(b, attack).sum("attack").total == 7
    b = field(*placed, terrain={"2425": "^"})
    with pytest.raises(Illegal, match="below 1:3"):
        check_not_hopeless(b, declare(b, Phase(AG, "III"), attack))
    fight(b, "attack 2425 with GE-st12", dice=[6, 1] * 9)
    assert (why(b), len(facts(b, "combat"))) == ([], 1), "when it is played an attack with a marker stands"
