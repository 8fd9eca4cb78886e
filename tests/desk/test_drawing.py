"""Boards at the desk: what a side may see, overlays by name, films."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
from PIL import Image

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.eyes import seen
from pbem.desk.replay.step_facts import StepFacts
from pbem.desk.views.picture import layer, picture
from pbem.desk.views.steps_seen import step_seen
from pbem.desk.views.telling import tale
from pbem.errors import Illegal, Unreadable, UsageError
from pbem.games.gwe.card import GAME as GWE
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.fog import retold, veiled
from pbem.kernel.game import Game
from pbem.kernel.pieces import UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.scenario import Scenario
from pbem.kernel.views.look import Look, SideLook, UnitLook
from tests.bench.positions import historical
from tests.desk.bodies import campaign_with, played
from tests.kernel.mini import BLUE, RED, card, position, scenario

SCENE = scenario(["RED-1", "BLUE-1", "BLUE-2", "BLUE-3"])


def looks(board: Board) -> Look:
    units: dict[str, UnitLook] = {
        u: UnitLook(f"{u[-1]}-{board.steps(u)}", name=u[-1], colour="red") for u in board.units()
    }
    return Look(units, {"red": SideLook(colour="red"), "blue": SideLook(colour="blue")})


def view(scene: Scenario, whole: Position, side: str) -> Position:
    """Of the enemy only the number is seen."""
    return veiled(scene, whole, [unit for unit in whole.units if scene.side_of(unit) != side])


def tell(scene: Scenario, before: Position, after: Position, facts: Sequence[Fact], side: str) -> Sequence[Fact]:
    """Of the enemy only the paths are seen."""
    enemies = [unit for unit in after.units if scene.side_of(unit) != side]
    return retold(scene, facts, enemies, {"moved": ("unit", "path")})


def campaign(game: Game, scene: Scenario) -> Campaign:
    return campaign_with(game, scene)


def hiding() -> Campaign:
    return campaign(card((), look=looks, view=view, tell=tell, hides=lambda scene: "6.1: units are hidden"), SCENE)


def gwe() -> Campaign:
    return campaign(GWE, historical()[0])


def size_of(data: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(data)).size


# -- what a side may see -------------------------------------------------------------------------------------------


def enemy(unit: str, steps: int) -> tuple[Position, list[Fact]]:
    """One of the enemies has come to 0303 and lost steps on the way: which one, only its owner knows."""
    where = position("x", {"RED-1": "0101", unit: "0303"})
    units = {**where.units, UnitId(unit): UnitState("0303", steps)}
    facts = [
        Fact("moved", "5.0", {"unit": unit, "path": ["0304", "0303"]}),
        Fact("lost", "8.5", {"unit": unit, "hex": "0303", "steps": 3 - steps, "left": steps}),
    ]
    return Position("mini", 1, "x", units), facts


def seen_by(side: str, after: Position, facts: Sequence[Fact] = ()) -> tuple[Campaign, Position, Sequence[Fact]]:
    """What a picture is made from, for one side."""
    told = StepFacts("t1/x", 1, "x", "x", tuple(facts), after, after, played("x"), {}, "")
    scene, step = step_seen(hiding(), told, side)
    return scene, step.after, step.facts


def drawn(scene: Campaign, after: Position, facts: Sequence[Fact]) -> bytes:
    return picture(scene, after, tale(scene, after, facts))


def test_a_side_sees_nothing_of_hidden_units_but_their_number() -> None:
    pictures = [drawn(*seen_by(RED, *enemy(unit, steps))) for unit, steps in (("BLUE-1", 2), ("BLUE-3", 1))]
    assert pictures[0] == pictures[1]
    theirs = [drawn(*seen_by(BLUE, *enemy(unit, steps))) for unit, steps in (("BLUE-1", 2), ("BLUE-3", 1))]
    assert theirs[0] != theirs[1]


def test_the_number_of_hidden_units_is_seen() -> None:
    one, two = ({"RED-1": "0101", "BLUE-1": "0303", **more} for more in ({}, {"BLUE-2": "0303"}))
    assert drawn(*seen_by(RED, position("x", one))) != drawn(*seen_by(RED, position("x", two)))


def test_what_is_told_of_hidden_units_has_a_number_and_the_rest_has_none() -> None:
    after, facts = enemy("BLUE-1", 2)
    assert tale(hiding(), after, facts).numbers == {0: "1", 1: "2"}
    assert tale(*seen_by(RED, after, facts)).numbers == {0: "1"}


def test_the_public_picture_and_that_of_a_side_differ_only_where_a_game_hides_things() -> None:
    _, start = historical()
    assert picture(gwe(), start, scale=20) == picture(*seen(gwe(), "AL", start), scale=20)


# -- overlays ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wish", ["zoc", "zoc=CP", "zoc=Allies", "supply=GE-12", "command=hq14", "REACH = ge-12"])
def test_an_overlay_is_written_by_name_for_all_a_side_or_a_unit(wish: str) -> None:
    assert layer(gwe(), historical()[1], wish)


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("fog", "there is no overlay 'fog' in Great War in the East: Caporetto, 1917; it has zoc or zoc=SIDE"),
        ("suply", "did you mean supply"),
        ("reach", "the overlay reach is for one unit: write reach=UNIT"),
    ],
)
def test_an_overlay_that_cannot_be_is_refused_with_what_there_is(wish: str, told: str) -> None:
    with pytest.raises(UsageError) as refused:
        layer(gwe(), historical()[1], wish)
    assert told in str(refused.value)


def test_an_overlay_for_a_unit_that_nobody_knows() -> None:
    with pytest.raises(Unreadable, match="no unit is called 'GE-1200'"):
        layer(gwe(), historical()[1], "reach=GE-1200")


def test_an_overlay_that_a_rule_forbids() -> None:
    with pytest.raises(Illegal, match="exerts no zone of control"):
        layer(gwe(), historical()[1], "zoc=GE-hq14")


def test_a_game_without_command_says_so() -> None:
    with pytest.raises(UsageError, match=r"A miniature knows no radius of command, .*it has no overlays"):
        layer(hiding(), position("x"), "command=red")


def test_overlays_are_drawn() -> None:
    start = historical()[1]
    assert picture(gwe(), start, overlays=("zoc=CP",), scale=20) != picture(gwe(), start, scale=20)


# -- size ----------------------------------------------------------------------------------------------------------


def test_a_picture_without_a_scale_is_as_wide_as_a_forum_shows_it() -> None:
    start = historical()[1]
    for crop in (None, "auto", ("1301", "2208")):
        width, _ = size_of(picture(gwe(), start, crop=crop, scale=None))
        assert 800 <= width <= 1000, crop
