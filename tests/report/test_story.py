"""Facts to story: combats in one piece, moves in one list, nothing lost, everything in order."""

from __future__ import annotations

from pbem.games.gwe.by_mail.telling import TELLING
from pbem.kernel.episodes import Episode
from pbem.kernel.facts import Fact
from pbem.kernel.telling.figures import stacks, sums
from pbem.kernel.telling.habits import Telling
from pbem.kernel.telling.story import chapters, story, swallowed
from tests.report.samples import a_board, combat, movement, report_of

HABITS = Telling(
    quiet=("marked", "rolled", "decided"),
    tells={"attrition": ("lost", "eliminated"), "lost": ("eliminated",)},
    gathered=("moved",),
    last=("dropped",),
    chapters={"moved": "Movement", "moved/retreat": "Retreats", "combat": "Combat"},
    ordinary=("move", "rail"),
)


def fact(kind: str, combat: int = 0, **about: object) -> Fact:
    return Fact(kind, "1.0", about, Episode("combat", combat, f"attack on 010{combat}") if combat else None)


def kinds(facts: list[Fact]) -> list[tuple[str, int]]:
    return [(told.kind, len(told.facts)) for told in story(facts, HABITS)]


def test_a_combat_reaches_from_its_first_to_its_last_fact() -> None:
    facts = [
        fact("rolled", 1),
        fact("combat", 1, outcome=True),
        fact("no-room", unit="GE-5"),  # without the episode, but in the middle
        fact("lost", 1, unit="GE-5"),
        fact("placed", unit="GE-26"),
    ]
    first, second = story(facts, HABITS)
    assert (first.number, [f.kind for f in first.facts]) == (1, ["rolled", "combat", "no-room", "lost"])
    assert [f.kind for f in first.before] == ["rolled"]
    assert [f.kind for f in first.after] == ["no-room", "lost"]
    assert second.kind == "placed"


def test_two_combats_are_two() -> None:
    facts = [fact("combat", 1, outcome=True), fact("lost", 1), fact("decided", 2)]
    head = fact("combat", 2, outcome=True)
    assert [told.number for told in story([*facts, head], HABITS)] == [1, 2]
    assert [len(told.facts) for told in story([*facts, head], HABITS)] == [2, 2]  # the question belongs to the second


def test_moves_by_order_are_one_list_and_other_moves_are_not() -> None:
    facts = [fact("moved", how="move"), fact("placed"), fact("moved", how="rail"), fact("moved", how="retreat")]
    assert kinds(facts) == [("moved", 2), ("placed", 1), ("moved", 1)]


def test_runs_are_not_cut_by_quiet_facts() -> None:
    assert kinds([fact("placed"), fact("marked"), fact("placed")]) == [("placed", 2)]


def test_what_did_not_happen_comes_last() -> None:
    assert kinds([fact("dropped"), fact("placed"), fact("dropped")]) == [("placed", 1), ("dropped", 2)]


def test_a_fact_tells_of_its_consequence_for_the_same_unit() -> None:
    facts = [fact("attrition", unit="A"), fact("marked", unit="A"), fact("lost", unit="A"), fact("lost", unit="B")]
    attrition, _, lost = swallowed(facts, HABITS)
    assert [other["unit"] for other in attrition["then"]] == ["A"]
    assert lost["unit"] == "B"


def test_what_has_no_heading_stays_under_the_one_before() -> None:
    told = story([fact("moved"), fact("comet"), fact("moved", how="retreat"), fact("combat", 1)], HABITS)
    assert [(c.title, len(c.told)) for c in chapters(told, HABITS)] == [("Movement", 2), ("Retreats", 1), ("Combat", 1)]


def test_sums_count_steps_once_and_units_once() -> None:
    board = combat()
    found = sums(board.facts, board.scenario, TELLING)
    assert found.combats == 1
    assert found.lost == {"AL": 2, "CP": 2}
    assert found.eliminated == {"CP": 1}
    assert sums(movement().facts, board.scenario, TELLING).moved == {"CP": 4}


def test_stacks_show_what_changed_or_all() -> None:
    board = combat()
    before, after = a_board().freeze(3, "a"), board.freeze(3, "b")
    changed = {row["hex"]: [unit["unit"] for unit in row["units"]] for row in stacks(board.scenario, before, after)}
    assert changed["0103"] == ["GE-26"]
    assert changed["0203"] == []
    assert "0301" not in changed
    everything = [row["hex"] for row in stacks(board.scenario, before, after, only_changed=False)]
    assert "0301" in everything
    assert "0203" not in everything


def test_the_report_follows_the_order_of_events() -> None:
    text = report_of(movement(), "A step", "txt")
    wanted = ["Supply\n", "Reinforcements\n", "Command\n", "Movement\n", "Attrition\n", "Orders not carried out\n"]
    places = [text.index(word) for word in wanted]
    assert places == sorted(places)


def test_every_modifier_stands_in_the_report_with_its_rule() -> None:
    text = " ".join(report_of(combat(), "Combat", "txt").split())
    for words in (
        "GE-5 6, halved: across a river = 3 [5.4.river]",
        "barrage of GE-art14 5 [17.11]",
        "IT-XXVII 3 x2 (mountain) = 6 [5.4.mountain]",
        "GE-hq14 (army) +1 [10.21]",
        "across a ridge +1 [5.4.ridge]",
        "Chance of this or better for the attacker: 3 in 6 (50%)",
    ):
        assert words in text


def test_all_positions_or_none_on_request() -> None:
    assert "All stacks" in report_of(combat(), "Combat", "txt", positions="all")
    assert "tacks" not in report_of(combat(), "Combat", "txt", positions="none")


def test_a_game_says_which_episodes_are_told_in_one_piece() -> None:
    """Assaults within actions: the fire at an assault belongs to it, the action around it is no piece of its own."""
    action = Episode("action", 1, "action 1")
    assault = Episode("assault", 2, "assault on 0103", parent=action)
    fire = Episode("fire", 1, "defensive fire", parent=assault)
    facts = [
        Fact("activated", "6.0", {}, action), Fact("rolled", "7.1", {}, fire),
        Fact("fired", "7.1", {"outcome": True}, fire), Fact("assault", "7.0", {"outcome": True}, assault),
        Fact("passed", "6.1", {}, action),
    ]  # fmt: skip
    told = story(facts, Telling(whole="assault"))
    assert [(part.kind, part.number, len(part.facts)) for part in told] == [
        ("activated", 0, 1), ("assault", 2, 3), ("passed", 0, 1),
    ]  # fmt: skip
    assert told[1].head == facts[3]
