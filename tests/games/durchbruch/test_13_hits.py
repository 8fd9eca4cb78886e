"""13.6: who pays for hits, and how the defender meets them."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.errors import Waiting
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from tests.games.durchbruch.field import at, field, fight, steps
from tests.games.tables import facts


def combat(b: Board) -> dict[str, Any]:
    """What the report says of the last combat."""
    return dict(facts(b, "combat")[-1].about)


def test_13_6_1_the_first_hit_of_the_attacker() -> None:
    """13.6.1, 2-c, 2-d, 2.5.1-b: the unit whose MG value was used, then as its owner likes; engineers have one step."""
    b = field("GE-R23 2424", "GE-engIII 2424", "IT-87 2425", "IT-88 2425")
    fight(b, "attack 2425 with GE-R23, GE-engIII losses GE-engIII", dice=[1, 1])
    assert combat(b)["result"] == "3-0"
    assert (at(b, "GE-engIII"), at(b, "GE-R23"), steps(b, "GE-R23")) == ("gone", "gone", 0)


def test_13_6_1_without_machine_guns_assault_units_then_whom_the_enemy_names() -> None:
    """13.6.1: two assault units, the owner says which; else the enemy picks."""
    b = field("IT-ard1 2424", "IT-eng1 2424", "GE-R23 2425", step="corps-IV")
    fight(b, "attack 2425 with IT-ard1, IT-eng1", dice=[4, 5, *[1] * 8])
    assert (combat(b)["result"], steps(b, "IT-ard1")) == ("1-2", 1)
    b = field("IT-97 2424 1", "IT-98 2524 1", "IT-eng1 2424", "AH-R33 2425 1", step="corps-IV")
    fight(
        b,
        "attack 2425 with IT-97, IT-98, IT-eng1",
        dice=[3, 3, *[1] * 8],
        answers={
            "attack on 2425 / first loss of IT": ("IT-eng1",),
            "attack on 2425 / hits": ("0",),
            "attack on 2425 / advance into 2425": (),
        },
    )
    assert at(b, "IT-eng1") == "gone"


def test_13_6_2_a_the_defender_mixes_steps_and_hexes() -> None:
    """13.6.2-a: three hits are three, two, one or no steps, as far as he has them."""
    b = field("GE-Leib 2424", "IT-87 2425", "IT-88 2425")
    with pytest.raises(Waiting) as waiting:
        fight(b, "attack 2425 with GE-Leib", dice=[6, 4], answers={"attack on 2425 / mg": ("IT-87",)})
    (question,) = waiting.value.questions
    assert [option.value for option in question.options] == ["0", "1", "2"]


def test_13_6_2_b_four_hexes_cost_a_step() -> None:
    """13.6.2-b: no retreat of four without a loss, and that by a unit of the owner's choice; then three hexes."""
    b = field("GE-Leib 2424", "GE-R23 2524", "GE-R62 2325", "IT-87 2425")
    fight(b, "attack 2425 with GE-Leib, GE-R23, GE-R62", dice=[6, 5, *[1] * 8])
    assert (combat(b)["result"], steps(b, "IT-87")) == ("0-4", 1)
    assert b.map.grid.distance(HexId("2425"), HexId(at(b, "IT-87"))) == 3


def test_14_1_9_out_of_communication_all_hits_are_retreat() -> None:
    """14.1.9: nobody is asked; but the step of 13.6.2-b is lost all the same."""
    b = field("GE-R23 2424", "IT-87 2425 ooc1", "IT-hq50 2428")
    fight(b, "attack 2425 with GE-R23", dice=[6, 4, 1, 1])
    assert (combat(b)["result"], steps(b, "IT-87"), at(b, "IT-87")) == ("1-2", 2, "2427")


def test_a_hex_with_dummies_alone_is_walked_into() -> None:
    """See 1.5: no dice, nobody is hurt, and the attack is spent."""
    b = field("GE-R23 2424", "IT-dummy1 2425", "IT-comIV 2425", turn=1)
    fight(b, "attack 2425 with GE-R23 on vacated: advance GE-R23 2425")
    assert (at(b, "GE-R23"), at(b, "IT-dummy1"), facts(b, "rolled"), b.number("attacks")) == ("2425", "gone", [], 0)


def test_13_2_1_12_one_combat_after_the_other() -> None:
    """13.2.1-12, 7.1-5: the advance of the first comes before the dice of the second."""
    b = field("GE-Leib 2424", "GE-R23 2524", "IT-87 2425", "IT-88 2523", "IT-hq50 2429", "IT-hq43 2529")
    text = "attack 2425 with GE-Leib on vacated: advance GE-Leib 2425\nattack 2523 with GE-R23"
    fight(
        b,
        text,
        dice={
            "attack on 2425 / crt": (6, 6),
            "attack on 2425 / long retreat 1": (1, 1),
            "attack on 2523 / crt": (1, 1),
        },
    )
    order = [
        f.kind for f in b.facts if f.kind in ("combat", "moved") and (f.kind == "combat" or f.get("how") == "advance")
    ]
    assert order == ["combat", "moved", "combat"]
