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


def test_13_2_1_1_who_cannot_take_part_stays_out_and_the_others_attack() -> None:
    """13.2.1-1, ruling R184: pinned, gone or bound elsewhere; another corps and rock are slips that refuse the line."""
    b = field("GE-R23 2424", "GE-R62 2524 pinned", "GE-R63 2821", "IT-87 2425", "IT-hq50 2429")
    fight(b, "attack 2425 with GE-R23, GE-R62, GE-R63 guns GE-R62", dice=[3, 3, 1, 1])
    (told,) = facts(b, "combat")
    assert (told["attackers"], told["attack"]["total"]) == (["GE-R23"], 5)
    assert [(one["unit"], one.rule) for one in facts(b, "left-out")] == [("GE-R62", "1.4-pin"), ("GE-R63", "13")]
    b = field("GE-R23 2424", "GE-J3 2524", "IT-87 2425", "IT-hq50 2429")
    fight(b, "attack 2425 with GE-R23, GE-J3")
    assert (facts(b, "combat"), why(b)) == ([], ["7-a"])


def test_13_2_1_1_what_is_left_must_be_an_attack() -> None:
    """13.2.1-1, 2.5.4-a, 13.2.1-6: not machine guns alone, nor below 1:3, nor nobody; then nobody is left out."""
    for placed, text, rule in (
        ("GE-R23 2424 pinned", "attack 2425 with GE-R23, GE-mgIII", "2.5.4-a"),
        ("GE-R23 2424 pinned", "attack 2425 with GE-R23", "1.4-pin"),
        ("GE-R23 2424 pinned", "attack 2425 with GE-R23, GE-st12", "13.2.1-6"),
    ):
        b = field(placed, "GE-mgIII 2524", "GE-st12 2524 1", "IT-87 2425", "IT-eng1 2425", "IT-hq50 2425",
                  "IT-artIVa 2425", "IT-mgb1 2425", terrain={"2425": "^"})  # fmt: skip
        fight(b, text)
        assert (facts(b, "combat"), why(b), facts(b, "left-out")) == ([], [rule], [])


@pytest.mark.parametrize(
    ("placed", "wanted", "is_fought"),
    [
        (("GE-R23 2424", "GE-R62 2524"), "odds >= 3:1", True),  # ten to four is 3:1 (1.2)
        (("GE-R23 2424", "GE-R62 2524 pinned"), "odds >= 3:1", False),
        (("GE-R23 2424", "GE-R62 2524 pinned"), "odds >= 1:1", True),
        (("GE-R23 2424", "GE-R62 2524 pinned"), "odds < 1:1", False),
        (("GE-R23 2424", "GE-R62 2524"), "odds >= 4:1", False),
        (("GE-R23 2424 extra", "GE-R62 2524"), "odds >= 4:1", False),  # points face down do not count
    ],
)
def test_13_2_odds_decide_whether_an_attack_is_made(placed: tuple[str, ...], wanted: str, *, is_fought: bool) -> None:
    """13.2, 1.2-b, ruling R184: of those who can take part; a hex that is not attacked is not marked."""
    secret = {"@AG.sp.1": "strengthen_GE-R23_4"}
    b = field(*placed, "IT-87 2425", "IT-hq50 2429", notes=secret)
    fight(b, f"attack 2425 with GE-R23, GE-R62 if {wanted}", dice=[3, 3, 1, 1])
    assert (bool(facts(b, "combat")), bool(facts(b, "targets")[0]["hexes"])) == (is_fought, is_fought)
    assert [one["why"] for one in facts(b, "skipped")] == ([] if is_fought else [f"condition not met: {wanted}"])


@pytest.mark.parametrize("hidden", ["IT-mg1", "IT-dummy1", "IT-comIV"])
def test_13_2_odds_are_those_that_the_attacker_sees(hidden: str) -> None:
    """13.2, 1.5, ruling R184: whatever lies face down beside the regiment, or alone in the hex."""
    b = field("GE-R23 2424", "IT-87 2425", f"{hidden} 2425", "IT-hq50 2429")
    fight(b, "attack 2425 with GE-R23 if odds >= 2:1")
    assert facts(b, "skipped")[0]["why"] == "condition not met: odds >= 2:1"
    b = field("GE-R23 2424", f"{hidden} 2425", "IT-hq50 2429")
    fight(b, "attack 2425 with GE-R23 if odds >= 7:1", dice=[3, 3] * 9)
    assert not facts(b, "skipped")
