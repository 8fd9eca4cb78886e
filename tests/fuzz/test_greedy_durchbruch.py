"""The greedy player of Durchbruch plays with sense and with all checks; what the statistics say of known games.

More games: `python -m tests.fuzz.durchbruch_statistics --scenario campaign --games 50`.
"""

from __future__ import annotations

import pytest

from pbem.games.durchbruch.card import GAME
from pbem.games.durchbruch.counters import AG, IT
from pbem.games.durchbruch.victory import Losses
from pbem.kernel.facts import Fact
from tests.fuzz import durchbruch_checks, durchbruch_greedy
from tests.fuzz.driver import Manner, Playing, play_unchecked, start
from tests.fuzz.durchbruch_filing import Clerk
from tests.fuzz.durchbruch_statistics import HEADS, Result, row
from tests.fuzz.games import load_game


def played(scenario: str, seed: int, clerk: Clerk) -> tuple[Playing, list[Fact]]:
    """One game to its end; every step is checked."""
    printed, facts = load_game("durchbruch", scenario), list[Fact]()
    playing = start(GAME, printed, seed, Manner(by_orders=1.0), durchbruch_greedy.give_standing)
    before = playing.position
    while (step := play_unchecked(playing, clerk.give_orders)) is not None:
        facts += step.facts
        for check in durchbruch_checks.CHECKS:
            check(printed, before, step)
        before = playing.position
    return playing, facts


@pytest.mark.long
def test_the_greedy_player_breaks_into_the_line_and_files_ahead() -> None:
    """6.2, 6.3, 6.4, 7-a, 13: points bought, passages shelled, gas, good odds; most orders can be carried out."""
    clerk = Clerk()
    playing, facts = played("oct24", 2, clerk)
    kinds = [fact.kind for fact in facts]
    verbs = {str(order).split()[0] for record in playing.steps for one in record.orders.values() for order in one.items}
    assert {"place", "marker", "strengthen", "fire", "gas", "first", "move", "attack", "enter"} <= verbs
    assert kinds.count("victory") == 1
    fought = [fact for fact in facts if fact.kind == "combat" and fact["side"] == AG and fact.get("odds")]
    assert len(fought) >= 8
    assert sum(int(fact["odds"].split(":")[0]) >= 3 for fact in fought) > len(fought) / 2
    lost = {who: int(playing.position.notes.get(f"lost.{who}", "0")) for who in ("german", "austrian", "italian")}
    assert lost["italian"] > 2 * (lost["german"] + lost["austrian"])
    assert kinds.count("dropped") * 5 < playing.orders
    assert sum(clerk.sent.values()) < len(playing.steps), "a file serves several corps"


@pytest.mark.long
def test_a_section_fits_until_somebody_moves() -> None:
    """7-a: what was filed is played as long as its units and their targets stand where they stood."""
    clerk, seen = Clerk(), list[int]()
    playing = start(GAME, load_game("durchbruch", "oct24"), 3, Manner(by_orders=1.0), durchbruch_greedy.give_standing)
    while playing.position.turn == 1:
        play_unchecked(playing, clerk.give_orders)
        seen.append(sum(clerk.sent.values()))
    assert seen[:3] == [2, 3, 4], "both set up, then the Austro-Germans twice"
    assert seen[3] == 5, "one file for the chit on the table, and for all others"
    assert clerk.sent[AG, 0] == 3
    assert clerk.sent[AG, 1] <= 4
    assert clerk.sent[IT, 1] <= 3


def test_a_row_of_the_statistics_counts_points_winners_places_and_files() -> None:
    games = [
        Result(12, AG, "", Losses(2, 1, 30), {"Jeza": 1}, {(AG, 0): 3, (AG, 1): 1, (AG, 2): 2, (IT, 0): 1, (IT, 2): 1}),
        Result(-4, IT, "", Losses(6, 3, 20), {"Jeza": 2}, {(AG, 0): 3, (AG, 1): 2, (AG, 2): 3, (IT, 0): 1, (IT, 1): 2}),
    ]
    made = row(load_game("durchbruch", "oct24"), games)
    assert made == (
        "| oct24 | 2 | 1 | 0 | 1 | -4 to 12, median 12, mean 4.0 | 4.0 | 2.0 | 25.0 | "
        "2, turn 1.5 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 3.0, then 4.0 | 1.0, then 1.5 |"
    )
    assert made.count("|") == HEADS.count("|")


@pytest.mark.parametrize("plan", ["conrad", "boroevic", "waffentreue"])
def test_each_plan_has_a_row_of_its_own(plan: str) -> None:
    rows = row(load_game("durchbruch", "campaign"), [Result(7, IT, plan, Losses()), Result(36, "", plan, Losses())])
    assert [line.split(" | ")[:5] for line in rows.splitlines()] == [
        ["| campaign", "2", "0", "1", "1"],
        [f"| campaign, {plan}", "2", "0", "1", "1"],
    ]
