"""11.6 Fog of war: of an enemy stack the top unit and the height are seen, until the odds of an attack are computed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

import pytest

from pbem.errors import Illegal
from pbem.games.caporetto import strategic, walking
from pbem.games.caporetto.by_mail.odds import as_seen, unseen_units
from pbem.games.caporetto.card import GAME
from pbem.games.caporetto.counters import AL, CP, SIDES
from pbem.games.caporetto.fog import hidden_from, revealed, tell, top_unit, view
from pbem.games.caporetto.movement import run as run_movement
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact, canonical_facts
from pbem.kernel.fog import PUBLIC, is_stand_in
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.position import Position
from pbem.kernel.text.orders import Orders
from pbem.kernel.views.look import UnitLook
from pbem.kernel.views.plain import plain
from tests.fuzz.driver import play_on
from tests.fuzz.games import GAMES, load_game, start_game
from tests.games.caporetto.boards import board, field, fight, read
from tests.games.caporetto.turns import field_board, play
from tests.games.tables import table

UNITS = """
    GE-12   XX 6-8-8 infantry assault at 0503
    GE-200  XX 6-8-8 mountain assault at 0503
    AH-1    XX 6-5-8 infantry at 0504
    IT-7    XX 3-4-8 infantry at 0404
    IT-8    XX 5-6-8 infantry at 0404 1
    UK-23   XX 7-8-8 infantry at 0404
    IT-hq1  XXXX 6/2 hq at 0203
    IT-9    XX 3-4-8 infantry at 0203 2 top
    IT-alp1 X 2-3-6 mountain alpini at 0202 1 oos
    IT-art1 - - artillery support 1
"""


def stood(b: Board) -> Position:
    return b.freeze(b.turn, b.step)


def there(position: Position, place: str) -> list[str]:
    return [unit for unit, state in position.units.items() if state.place == place]


def told(before: Position, b: Board, side: Side) -> list[Fact]:
    return list(tell(b.scenario, before, stood(b), b.facts, side))


def named(text: str, units: Iterable[str]) -> list[str]:
    return [unit for unit in units if re.search(rf"(?<![\w-]){re.escape(unit)}(?![\w-])", text)]


# -- positions -------------------------------------------------------------------------------------------------


def test_11_6_below_the_top_unit_only_the_number_is_seen() -> None:
    b = board(field(), UNITS)
    seen = view(b.scenario, stood(b), CP)
    assert there(seen, "0404") == ["IT-7", "AL-?0404.1", "AL-?0404.2"]
    assert there(seen, "0203") == ["IT-9", "AL-?0203.1"]
    assert there(seen, "0503") == ["GE-12", "GE-200"]
    assert {seen.units[UnitId(unit)][1:] for unit in there(seen, "0404")[1:]} == {(1, ())}


def test_11_6_who_lies_below_changes_nothing_that_is_seen() -> None:
    """11.6: an HQ, a division with one step, a unit of another nation: all look alike."""
    b = board(field(), UNITS)
    seen = view(b.scenario, stood(b), CP)
    b.put(UnitId("UK-23"), "0203", "test")
    b.put(UnitId("IT-hq1"), "0404", "test")
    b.regain(UnitId("IT-8"), 1, "test")
    b.mark(UnitId("IT-8"), "oos", "test")
    assert view(b.scenario, stood(b), CP).text() == seen.text()


def test_11_6_each_side_sees_its_own_and_the_public_what_both_see() -> None:
    b = board(field(), UNITS)
    assert view(b.scenario, stood(b), AL).units.keys() >= {"IT-7", "IT-8", "UK-23", "IT-hq1"}
    assert there(view(b.scenario, stood(b), AL), "0503") == ["GE-12", "CP-?0503.1"]
    both = view(b.scenario, stood(b), PUBLIC)
    assert (there(both, "0503"), there(both, "0203")) == (["GE-12", "CP-?0503.1"], ["IT-9", "AL-?0203.1"])


def test_11_6_the_owner_chooses_the_top_unit() -> None:
    """11.6: ruling R36: also the order of a view: the one on top is the one that is named."""
    b = board(field(), UNITS)
    b.unmark(UnitId("IT-9"), "top", "test")
    assert top_unit(b, HexId("0203"), AL) == "IT-9"  # a combat unit, unless the owner says otherwise
    b.mark(UnitId("IT-hq1"), "top", "11.6")
    seen = Board(b.scenario, view(b.scenario, stood(b), CP))
    assert there(stood(seen), "0203") == ["IT-hq1", "AL-?0203.1"]
    assert top_unit(seen, HexId("0203"), AL) == "IT-hq1"


def test_11_6_a_stand_in_has_no_figures_and_fights_with_nothing() -> None:
    b = board(field(), UNITS)
    seen = Board(b.scenario, view(b.scenario, stood(b), CP))
    unseen = seen.unit(UnitId("AL-?0404.1"))
    assert (unseen.side, unseen.nation, unseen.size, unseen.type, dict(unseen.figures)) == (AL, "IT", "", "unseen", {})
    assert unseen_units(seen, HexId("0404")) == 2
    look = GAME.look(seen).units["AL-?0404.1"]
    assert look == UnitLook("?", symbol="none", colour="italian", rank=-1)
    forces = GAME.summary(seen).forces
    assert forces[AL].steps is None
    assert forces[CP].steps


# -- facts -----------------------------------------------------------------------------------------------------


def test_11_6_the_odds_reveal_who_fights() -> None:
    """11.6: attackers, defenders, and what becomes of them in that combat."""
    b = board(field(), UNITS)
    before = stood(b)
    fight(b, "attack 0404 with GE-200, AH-1", dice=[3], result="1/2", standing={AL: "defaults", CP: "defaults"})
    for side in (CP, AL, PUBLIC):
        found = told(before, b, side)
        combat = next(fact for fact in found if fact.kind == "combat")
        assert combat["defenders"] == ["IT-7", "IT-8", "UK-23"]
        assert combat["attackers"] == ["GE-200", "AH-1"]
        lost = [fact["unit"] for fact in b.facts if fact.kind == "lost"]
        assert [fact["unit"] for fact in found if fact.kind == "lost"] == lost
        assert named(canonical_facts(found), ["GE-12", "IT-hq1"]) == []


def moved(b: Board, *lines: str) -> Position:
    """The Allies move; returns the position before."""
    before = stood(b)
    orders = tuple(read(b, line, AL, "movement") for line in lines)
    run_movement(b, table(b), {AL: Orders(AL, orders), CP: Orders(CP)}, AL)
    return before


def test_11_6_a_unit_that_comes_out_of_a_stack_is_seen_where_it_stands_alone() -> None:
    b = board(field(), UNITS, step="al-movement")
    before = moved(b, "move IT-hq1 0103")
    assert [fact["unit"] for fact in told(before, b, CP) if fact.kind == "moved"] == ["IT-hq1"]


def test_11_6_from_below_one_stack_to_below_another_only_the_way_is_seen() -> None:
    b = board(field(), UNITS + "IT-10 XX 3-4-8 infantry at 0303\n", step="al-movement")
    b.mark(UnitId("IT-10"), "top", "test")
    before = moved(b, "move IT-hq1 0303")
    seen = [fact for fact in told(before, b, CP) if fact.kind == "moved"]
    assert [fact.about for fact in seen] == [{"unit": "AL-?1", "path": ["0203", "0303"], "how": "move"}]
    assert [fact["unit"] for fact in told(before, b, AL) if fact.kind == "moved"] == ["IT-hq1"]


def test_11_6_who_comes_to_a_stack_goes_below_its_top() -> None:
    """11.6: ruling R36: nobody is uncovered by moving; his owner may say otherwise."""
    late = "IT-3 XX 3-4-8 infantry at 0103\nIT-10 XX 3-4-8 infantry at 0303\n"
    b = board(field(), late + UNITS, step="al-movement")
    moved(b, "move IT-3 0303")
    assert top_unit(b, HexId("0303"), AL) == "IT-10"
    b = board(field(), late + UNITS, step="al-movement")
    moved(b, "move IT-3 0303", "top IT-3")
    assert top_unit(b, HexId("0303"), AL) == "IT-3"


def test_11_6_a_stack_that_moves_as_one_keeps_its_top() -> None:
    b = board(field(), "IT-3 XX 3-4-8 infantry at 0203\n" + UNITS, step="al-movement")
    assert top_unit(b, HexId("0203"), AL) == "IT-9"
    moved(b, "move IT-3, IT-9 0103")
    assert top_unit(b, HexId("0103"), AL) == "IT-9"


def test_11_6_the_top_unit_is_watched_on_its_way() -> None:
    b = board(field(), UNITS + "IT-10 XX 3-4-8 infantry at 0303 2 top\n", step="al-movement")
    before = moved(b, "move IT-9 0303")
    assert [fact["unit"] for fact in told(before, b, CP) if fact.kind == "moved"] == ["IT-9"]


def test_11_6_an_order_for_a_hidden_unit_that_fails_is_told_to_its_owner_only() -> None:
    b = board(field(), UNITS, step="al-movement")
    before = moved(b, "move IT-hq1 0707")
    assert [fact.kind for fact in told(before, b, AL)] == ["dropped"]
    assert told(before, b, CP) == []


def test_11_6_losses_without_combat_are_seen_and_not_whose_they_are() -> None:
    b = board(field(), UNITS)
    before = stood(b)
    b.lose(UnitId("UK-23"), 1, "EV.B.influenza", how="influenza")
    b.mark(UnitId("UK-23"), "oos", "14.3")
    assert [(fact.kind, fact.about) for fact in told(before, b, CP)] == [
        ("lost", {"unit": "AL-?1", "hex": "0404", "steps": 1, "left": "?", "how": "influenza"})
    ]


def test_11_6_a_die_that_is_cast_for_a_unit_by_name_reveals_it() -> None:
    """19.1: the proof of the dice needs the name of the roll."""
    b = board(field(), UNITS)
    rolled = Fact("rolled", "19.1", {"name": "GHQ reserve UK-23", "units": ["UK-23"], "faces": [4], "epoch": 0})
    b.facts += [rolled, Fact("reserve", "19.1", {"unit": "UK-23", "die": 4})]
    assert [fact.kind for fact in told(stood(b), b, CP)] == ["rolled", "reserve"]


def test_11_6_units_off_the_map_are_known() -> None:
    """11.6: the dead, those that wait and those that have left lie open."""
    b = board(field(), UNITS)
    before = stood(b)
    b.eliminate(UnitId("UK-23"), "8.1/3", why="overstacked")
    assert [(fact.kind, fact["unit"]) for fact in told(before, b, CP)] == [("eliminated", "UK-23")]


def test_11_6_the_division_that_lands_for_the_raid_is_known() -> None:
    """19.3: a note of the position names it."""
    b = board(field(), UNITS, notes={"raid": "IT-8"})
    assert there(view(b.scenario, stood(b), CP), "0404") == ["IT-7", "IT-8", "AL-?0404.1"]


@pytest.mark.parametrize(("side", "rule"), [(AL, "3.3"), (CP, "3.2")])
def test_11_6_neither_rule_nor_order_of_the_set_up_tells_what_lies_below(side: Side, rule: str) -> None:
    """3.2, 3.3: every kind of unit is set up by a rule of its own, in the order of the counters."""
    scenario = load_game("caporetto", "historical")
    playing = start_game("caporetto", scenario, 5)
    for _ in ("AL", "CP"):
        before = playing.position
        played = play_on(playing, GAMES["caporetto"].give_orders)
    assert played is not None
    enemy = tell(scenario, scenario_start(scenario), playing.position, all_placed(playing.position, scenario), side)
    hidden = [fact for fact in enemy if is_stand_in(fact["unit"])]
    assert len(hidden) > 5
    assert {fact.rule for fact in hidden} == {rule}
    assert enemy[-len(hidden) :] == hidden
    places = [fact["place"] for fact in hidden]
    assert places == sorted(places)
    assert before != playing.position


def scenario_start(scenario: object) -> Position:
    return GAME.set_up(scenario)  # type: ignore[arg-type]


def all_placed(position: Position, scenario: object) -> Sequence[Fact]:
    """The set-up of both sides, as facts with a rule for each unit."""
    found = [(unit, state.place) for unit, state in position.units.items() if state.place.isdigit()]
    return [
        Fact("placed", f"3.2.{n}", {"unit": unit, "was": "start", "place": place, "how": "set-up"})
        for n, (unit, place) in enumerate(found)
    ]


# -- a whole game ----------------------------------------------------------------------------------------------


def test_11_6_in_a_random_game_nothing_that_is_seen_names_a_hidden_unit() -> None:
    """11.6: views, facts, sheets, boards and overlays of every step, for both sides and the public."""
    scenario = load_game("caporetto", "historical")
    playing, searched = start_game("caporetto", scenario, 11), 0
    for _ in range(30):
        before = playing.position
        played = play_on(playing, GAMES["caporetto"].give_orders)
        assert played is not None
        for side in (*SIDES, PUBLIC):
            secret = list(hidden_from(Board(scenario, playing.position), side))
            seen = Board(scenario, view(scenario, playing.position, side))
            shown = [stood(seen).text(), json.dumps(plain(GAME.look(seen))), json.dumps(plain(GAME.summary(seen)))]
            shown += [json.dumps(plain(GAME.sheet(seen, side)))] if side else []
            shown += [json.dumps(plain(one.lay(seen, ""))) for one in GAME.layers.values() if "all" in one.of]
            assert named("\n".join(shown), secret) == []
            unknown = _unknown(scenario, before, playing.position, played.facts, side)
            facts = tell(scenario, before, playing.position, played.facts, side)
            assert named(canonical_facts(facts), unknown) == []
            searched += len(unknown)
    assert searched > 200


def _unknown(scenario: object, before: Position, after: Position, facts: Sequence[Fact], side: Side) -> list[UnitId]:
    old, new = Board(scenario, before), Board(scenario, after)  # type: ignore[arg-type]
    covered = hidden_from(old, side)
    watched = [unit for unit in old.on_map() if unit not in covered]
    return [unit for unit in hidden_from(new, side) if unit not in (*watched, *revealed(facts))]


def test_11_6_a_refusal_names_the_top_unit_only() -> None:
    """What stops an order is told to its owner, and to whoever runs the step: never what lies below the top unit."""
    units = "AH-1 XX 6-5-8 infantry at 0504\nAH-4 XX 6-5-8 infantry at 0604\nIT-7 XX 3-4-8 infantry at 0404\n"
    b = field_board(units + "IT-8 XX 5-6-8 infantry at 0404\n", step="cp-strategic")
    with pytest.raises(Illegal) as refusal:
        strategic.check_unit(b, UnitId("AH-1"), strategic.Phase(CP))
    closed = walking.why_closed(b, (UnitId("AH-4"),), HexId("0404"))
    assert closed is not None
    for problem in (refusal.value.problem, closed.problem, walking.pinned(b, UnitId("AH-1")).problem):
        assert "IT-7" in problem.found
        assert "IT-8" not in str(problem)


def test_15_2_2_a_check_in_the_fog_does_not_kill_an_hq_for_what_may_be_another_hq() -> None:
    """15.2/2, 11.6, ruling R57: below an HQ on top an HQ may lie, and headquarters eliminate none."""
    units = "AH-hq6 XXXX 6/2 hq at 0504\nAH-4 XX 3-5-8 infantry at 0606\n"
    b = field_board(units + "IT-hq1 XXXX 6/2 hq at 0404\nIT-hq2 XXXX 6/2 hq at 0404\n", step="cp-movement")
    seen = as_seen(b, CP)
    assert unseen_units(seen, HexId("0404")) == 1
    play(seen, CP, "move AH-4 to 0605\nhold AH-hq6")
    assert seen.place(UnitId("AH-hq6")) == "0504"
    assert [fact for fact in seen.facts if fact.kind == "dropped"] == []
