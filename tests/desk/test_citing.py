"""What posts cite besides their facts: the luck so far, rulings and data of ours, dates; press in receipts."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from pbem.desk.opening import open_campaign
from pbem.desk.outbox.making import messages
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.luck import totals_from_json, totals_json, with_rolls
from pbem.desk.record.terms import agreed
from pbem.desk.replay.load import load
from pbem.desk.replay.verify import verify
from pbem.desk.undoing import undo
from pbem.desk.views.citing import date_in_words, is_ours, luck_line, reconstructed, rulings_used
from pbem.desk.views.dice_so_far import habits_of, luck_so_far, summed, thrown_in, thrown_on
from pbem.desk.views.pages import receipt_page
from pbem.desk.views.past import facts_of
from pbem.desk.views.posts import report
from pbem.dice.luck import Summed, Thrown, luck_of
from pbem.dice.luck_over_time import chance_of_such_luck
from pbem.kernel.facts import Fact
from pbem.kernel.journal import Page
from pbem.kernel.pieces import Side
from pbem.kernel.rolls import Cast
from pbem.store import open_store
from tests.desk import tiny
from tests.desk.bodies import campaign_with
from tests.desk.helpers import NAME, NOW, PLAYERS, SECRET, accept, bid, new_store, play_turn, run
from tests.fuzz.driver import play_on
from tests.fuzz.games import GAMES, load_game, start_game


def campaign_of(game: str) -> Campaign:
    card = GAMES[game].card
    return campaign_with(card, load_game(game, "historical"))


# -- luck ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("faces", "low", "chance"), [
    ((6,), False, Fraction(1, 6)), ((1,), True, Fraction(1, 6)), ((6, 6), False, Fraction(1, 36)),
    ((1, 1), False, Fraction(1)), ((3, 4), False, Fraction(21, 36)),
])  # fmt: skip
def test_the_chance_of_such_luck_is_exact(faces: tuple[int, ...], low: bool, chance: Fraction) -> None:
    assert chance_of_such_luck([Thrown("CP", "crt", 6, faces, low)]) == chance


def test_dice_of_different_sizes_count_together() -> None:
    assert chance_of_such_luck([Thrown("CP", "a", 6, (6,)), Thrown("CP", "b", 10, (10,))]) == Fraction(1, 60)


def test_the_line_names_both_sides_and_nobodys_dice_are_left_out() -> None:
    thrown = [
        Summed("Allies", "crt", 6, 2, 12),
        Summed("Central Powers", "crt", 6, 1, 1),
        Summed("either side", "x", 6, 1, 3),
    ]
    line = luck_line(campaign_of("gwe"), thrown)
    luck = "Central Powers 100% with 1 die, Allies 2.8% with 2 dice"
    assert line == f"Luck so far, as the exact chance of such luck or more: {luck}."
    assert luck_line(campaign_of("gwe"), []) == ""


@pytest.mark.parametrize("game", ["gwe", "caporetto"])
def test_the_journal_alone_tells_the_same_luck_as_the_facts(game: str) -> None:
    campaign, fuzzed, count = campaign_of(game), GAMES[game], 0
    playing, habits = start_game(game, campaign.scenario, 2), habits_of(game)
    for _ in range(24):
        played = play_on(playing, fuzzed.give_orders)
        assert played is not None
        pages = [page.as_json() for page in played.pages]
        assert thrown_on(campaign, habits, pages) == thrown_in(campaign, habits, played.facts)
        count += len(thrown_on(campaign, habits, pages))
    assert count > 5


def test_markers_drawn_from_a_pool_are_nobodys_luck() -> None:
    campaign, habits = campaign_of("caporetto"), habits_of("caporetto")
    drawn = Page("roll", "random event", (9,), epoch=1, cast=Cast(("random event",), 14, is_draw=True))
    rolled = Page("roll", "Venezia", (3,), epoch=1, cast=Cast(("Venezia",), 6, Side("CP")))
    found = thrown_on(campaign, habits, [drawn.as_json(), rolled.as_json()])
    assert found == [Thrown("Central Powers", "Venezia", 6, (3,))]


def test_a_roll_is_told_by_what_it_is_for_whose_it_is_and_its_die() -> None:
    """No name is taken apart: what the roll says of itself is enough, also for dice that no luck.toml knows."""
    campaign, habits = campaign_of("gwe"), habits_of("gwe")
    purposes = {("combat", "crt"): 6, ("combat", "attrition"): 6, ("barrage", "hit"): 10}
    pages = [Page("roll", f"{n}", (1,), cast=Cast(p, d, Side("AL"))) for n, (p, d) in enumerate(purposes.items())]
    found = thrown_on(campaign, habits, [page.as_json() for page in pages])
    assert [(one.side, one.kind, one.sides, one.is_low_good) for one in found] == [
        ("Allies", "attack / crt", 6, True), ("Allies", "attack / attrition", 6, False),
        ("Allies", "barrage / hit", 10, False),
    ]  # fmt: skip


def test_running_totals_are_the_sums_of_the_single_dice() -> None:
    """What the state keeps gives the same table of luck as every die on its own."""
    campaign, fuzzed, habits = campaign_of("gwe"), GAMES["gwe"], habits_of("gwe")
    playing, totals, single = start_game("gwe", campaign.scenario, 2), {}, []
    for _ in range(12):
        played = play_on(playing, fuzzed.give_orders)
        assert played is not None
        totals = with_rolls(totals, played.pages)
        single += thrown_on(campaign, habits, [page.as_json() for page in played.pages])
    assert totals == totals_from_json(totals_json(totals))
    assert len(single) > len(totals) > 1
    assert luck_of(summed(campaign, habits, totals)) == luck_of(single)


def test_a_post_tells_the_luck_up_to_its_step(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    play_turn(store, 1)
    play_turn(store, 2)
    campaign, _ = load(store, NAME)

    def until(step: str) -> list[Summed]:
        return summed(campaign, habits_of("tiny"), facts_of(store, NAME, step).luck)

    assert until("t2/weather") == luck_so_far(store, NAME)
    assert sum(one.dice for one in until("t1/red-fight")) < sum(one.dice for one in luck_so_far(store, NAME))
    line = luck_line(campaign, until("t1/red-fight"))
    assert line.startswith("Luck so far, as the exact chance of such luck or more: Red Army ")
    assert " ".join(report(store, NAME, "t1/red-fight").text.split()).count(line) == 1


def test_the_dice_of_a_step_that_was_taken_back_no_longer_count(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    play_turn(store, 1)
    before = luck_so_far(store, NAME)
    undo(store, NAME, "once more", "Mo", NOW)
    assert sum(one.dice for one in luck_so_far(store, NAME)) < sum(one.dice for one in before)
    assert verify(store, NAME).is_good


# -- rulings and data ----------------------------------------------------------------------------------------------


def test_rulings_are_named_when_something_happened_by_their_rules() -> None:
    campaign = campaign_of("caporetto")
    found = rulings_used(campaign, [Fact("combat", "11.7", {})])
    assert {"id": "R01", "title": "The results table is missing"} in found
    assert all(one["id"] != "R63" for one in found)
    assert rulings_used(campaign, [Fact("decided", "11.7", {}), Fact("dropped", "11.7", {})]) == []
    assert rulings_used(campaign_of("gwe"), [Fact("moved", "5.0", {})]) == []


@pytest.mark.parametrize(("ruling", "is_named"), [
    ({"source": "rulebook 3.0"}, False), ({"source": "rulebook 3.0", "risk": "low"}, False),
    ({"source": "rulebook 3.0", "risk": "high"}, True), ({"source": "reconstructed"}, True),
    ({"source": "rulebook 3.0", "switch": "hq-range"}, True),
])  # fmt: skip
def test_only_reconstructed_and_disputed_points_are_named(ruling: dict[str, str], is_named: bool) -> None:
    assert is_ours(ruling) == is_named


def test_a_chart_of_ours_is_named_where_it_was_used() -> None:
    campaign = campaign_of("caporetto")
    charts = [one["what"] for one in reconstructed(campaign, [{"id": "R123"}])]
    assert "the chart crt" in charts
    assert "the chart crt" not in [one["what"] for one in reconstructed(campaign, [{"id": "R63"}])]
    assert "the map" in charts


def test_a_game_without_rulings_names_none(tmp_path: Path) -> None:
    campaign, _ = load(new_store(tmp_path / "pbem.db"), NAME)
    assert rulings_used(campaign, [Fact("moved", "1.0", {})]) == []


# -- dates and press -----------------------------------------------------------------------------------------------


def test_dates_are_written_for_people() -> None:
    assert date_in_words("2026-11-16T20:05:33Z") == "2026-11-16 20:05 UTC"
    assert date_in_words("") == ""


def test_posts_and_questions_say_by_when(tmp_path: Path) -> None:
    tiny.register()
    store = open_store(str(tmp_path / "pbem.db"), create=True)
    open_campaign(store, NAME, "tiny", "field", players=PLAYERS, secret=SECRET, now=NOW, dice=agreed("seed", days=7))
    bid(store)
    assert "Rosa (Red Army): orders for move, turn 1, by 2026-11-23 20:00 UTC." in plain(report(store, NAME).text)
    accept(store, "RED", "go R1 0102\nfight:\nhit 0203\n", step="move")
    run(store)
    asked = next(one for one in messages(store, NAME, boards=False) if "answers" in one.owes)
    assert "We need your answer to 1 question in fight by 2026-11-23 20:00 UTC." in plain(asked.text)


def plain(text: str) -> str:
    return " ".join(text.split())


def test_press_in_a_receipt_is_escaped(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    receipt = accept(store, "RED", "bid 3\npress:\n<b>Victory</b> [b]now[/b]\n", step="bid")
    page = receipt_page(receipt, {}, fmt="html").text
    assert "&lt; b&gt;Victory&lt; /b&gt;" in page
    assert "<b>Victory" not in page
    assert "[b]now" not in receipt_page(receipt, {}, fmt="bbcode").text
