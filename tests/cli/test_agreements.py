"""`consent`, `extend`, `overdue` and the beacon between two stores: what was agreed on, and what follows from it."""

from __future__ import annotations

import pytest

from pbem.dice.drand import iso_of, seconds_of
from tests.cli.conftest import write
from tests.cli.two import BIDS, DAY, Clock, Two, flat
from tests.desk.beacons import REAL, moment, opening
from tests.dice.drand_rounds import served

# -- consent --------------------------------------------------------------------------------------------------


@pytest.fixture
def proposed(two: Two) -> Two:
    two.proposed()
    return two


def test_the_other_side_sees_what_it_is_asked(proposed: Two) -> None:
    status = proposed("blue", "status").out
    assert "Bruno (Blue Army) owes consent to the amendment of t1/red-move" in flat(status)
    assert status.rstrip().endswith("Next: pbem consent --side BLUE, or with --refuse")
    said = proposed("blue", "consent", "--show").out
    assert "proposed by Rosa: a slip" in said
    assert "taken back: t1/red-move" in said
    assert "dice that no longer count: R2 enters 0301" in said
    assert "their replacements are rolled in epoch 3, and the post shows both" in flat(said)
    assert "Next: pbem consent, or pbem consent --refuse" in said
    values = proposed("blue", "consent", "--show", "--json").json
    assert (values["side"], values["steps"]) == ("RED", ["red-move"])


def test_consent_carries_the_amendment_out(proposed: Two) -> None:
    said = proposed("blue", "consent")
    assert "the amendment: accepted as entry " in said.out
    assert "Next: pbem adjudicate" in said.out
    proposed("blue", "adjudicate")
    proposed.mail("blue", "red")
    kinds = [line["kind"] for line in proposed("red", "history", "--json").json["entries"]]
    assert [kind for kind in kinds if kind in ("proposed", "consented", "amended")] == ["proposed", "consented", "amended"]  # fmt: skip  # noqa: E501
    assert "Replayed and proven: every step was played again" in proposed("red", "verify").out


def test_consent_as_json(proposed: Two) -> None:
    values = proposed("blue", "consent", "--json").json
    assert values["amended"] is True
    assert values["receipt"]["side"] == "RED"


def test_refusing_lets_the_play_go_on(proposed: Two) -> None:
    assert "Declined: t1/red-move stays as it was." in proposed("blue", "consent", "--refuse").out
    proposed.mail("blue", "red")
    assert "Rosa (Red Army) owes orders for fight, turn 1" in proposed("red", "status").out
    said = proposed("red", "consent", code=2)
    assert "nothing in Field-1 is waiting for consent: `pbem amend FILE` proposes an amendment" in flat(said.err)


def test_refusing_as_json(proposed: Two) -> None:
    assert proposed("blue", "consent", "--refuse", "--json").json == {"declined": "t1/red-move"}


def test_a_store_speaks_for_its_own_side_only(proposed: Two) -> None:
    said = proposed("blue", "consent", "--side", "Red Army", code=2)
    assert "this store speaks only for BLUE; RED must consent in their own" in flat(said.err)
    assert "there is no side `GREEN`" in proposed("blue", "consent", "--side", "GREEN", code=2).err


def test_nothing_is_shown_where_nothing_is_proposed(two: Two) -> None:
    two.joined()
    for words in (("consent",), ("consent", "--refuse"), ("consent", "--show")):
        assert "nothing in Field-1 is waiting for consent" in flat(two("blue", *words, code=2).err)


def test_in_a_moderated_campaign_every_side_consents_by_name(two: Two) -> None:
    two("red", "new", "Field-1", "--game", "tiny", "--rewind", "consent")
    two.order("red", BIDS["red"], "bid")
    text = "campaign: Field-1\nside: BLUE\nturn: 1\nstep: bid\nbid 2\n"
    two("red", "submit", write(two.folder, "blue.txt", text))
    two("red", "adjudicate")
    undone = two("red", "undo", "--reason", "x", code=2)
    assert "in Field-1 a step is taken back by consent of all sides" in flat(undone.err)
    two.order("red", "bid 4\n", "bid", ("amend", "--reason", "a slip"))
    said = two("red", "consent", code=2)
    assert "say who consents: --side RED or --side BLUE" in flat(said.err)
    assert "Red Army has already consented; Blue Army has not" in two("red", "consent", "--side", "RED", code=2).err
    assert "the amendment: accepted as entry" in two("red", "consent", "--side", "blue army").out


def test_both_agree_later_that_their_pace_is_shown(two: Two) -> None:
    two.joined()
    refused = flat(two("blue", "status", "--pace", code=2).err)
    assert "Red Army and Blue Army not yet. Each agrees with `pbem consent --pace`" in refused
    said = two("blue", "consent", "--pace", code=3).out
    assert "you agree to `pbem status --pace`; it shows nothing before RED agreed, too." in flat(said)
    two.mail("blue", "red")
    assert two("red", "consent", "--pace", "--json").json == {"pace": True, "lacking": []}
    assert "Nobody has sent anything that was owed yet." in two("red", "status", "--pace").out
    assert "shows nothing from now on" in two("red", "consent", "--pace", "--refuse").out
    assert "Red Army not yet" in flat(two("red", "status", "--pace", code=2).err)


def test_what_was_agreed_never_to_be_taken_back_stays(two: Two) -> None:
    two.bid("--dice", "chain", "--rewind", "never")
    said = two.order("red", "bid 4\n", "bid", ("amend", "--reason", "x"), code=2)
    assert "was opened with --rewind never: a step that was played stays played" in flat(said.err)


# -- dates ----------------------------------------------------------------------------------------------------


def test_a_campaign_without_dates_has_nobody_late(two: Two) -> None:
    two.joined()
    for command in ("extend", "overdue"):
        said = two("red", command, code=2)
        assert "the campaign has no deadlines, so no one can be late: `pbem new --days` sets them" in flat(said.err)


def test_before_the_date_nobody_is_late(two: Two) -> None:
    two.joined("--dice", "chain", "--days", "3")
    assert "by 2026-11-19T20:00:00Z" in two("red", "status").out
    said = two("red", "overdue", code=2)
    assert "the deadline has not passed" in flat(said.err)
    assert "is due by 2026-11-19T20:00:00Z, and it is 2026-11-16T20:00:00Z" in flat(said.err)
    assert "you owe something yourself" in flat(two("red", "extend", code=2).err)


def test_who_is_late_does_not_name_himself(two: Two, clock: Clock) -> None:
    two.kept_back()
    for command in ("extend", "overdue"):
        assert "no one else owes anything: `pbem status` shows" in flat(two("blue", command, code=2).err)


def test_a_new_date_can_be_given(two: Two, clock: Clock) -> None:
    two.kept_back()
    said = two("red", "extend")
    assert "The new date is 2026-11-22T20:00:01Z." in said.out
    assert "Next: pbem status" in said.out
    assert "by 2026-11-22T20:00:01Z" in two("red", "status").out
    clock.later(3 * DAY + 1)
    assert two("red", "extend", "--json").json == {"due": "2026-11-25T20:00:02Z"}


def test_where_the_agreement_is_to_wait_the_side_is_named_and_nothing_follows(two: Two, clock: Clock) -> None:
    two.kept_back("--refusal", "wait")
    before = two("red", "status", "--json").json["head"]
    said = flat(two("red", "overdue", code=3).out)
    assert "BLUE missed the deadline of 2026-11-19T20:00:00Z for link 2 of its dice chain." in said
    assert "The agreement is to wait. Next: pbem extend sets a new deadline" in said
    values = two("red", "overdue", "--json", code=3).json
    assert (values["side"], values["consequence"], values["seq"]) == ("BLUE", "wait", 0)
    assert two("red", "status", "--json").json["head"] == before


def test_who_keeps_his_link_back_loses_where_that_was_agreed(two: Two, clock: Clock) -> None:
    two.kept_back("--refusal", "forfeit")
    said = flat(two("red", "overdue").out)
    assert "BLUE missed the deadline of 2026-11-19T20:00:00Z for link 2 of its dice chain." in said
    assert said.startswith("Entry ")
    assert "That loses the game." in said
    assert "The game is over." in two("red", "status").out
    again = two("red", "overdue", code=2)
    assert "no one else owes anything" in again.err
    assert "Replayed and proven: every step was played again" in two("red", "verify").out


def test_a_round_takes_the_place_of_a_link_where_that_was_agreed(two: Two, clock: Clock) -> None:
    two.kept_back("--refusal", "beacon")
    values = two("red", "overdue", "--json").json
    assert (values["side"], values["consequence"]) == ("BLUE", "beacon")
    named = values["named"]
    assert (named["chain"], named["time"] >= "2026-11-20T20:00:00Z") == ("quicknet", True)
    said = two("red", "status").out
    assert f"round {named['round']} of" in flat(said)


def test_a_round_that_is_named_is_told_in_words(two: Two, clock: Clock) -> None:
    two.kept_back("--refusal", "beacon")
    said = flat(two("red", "overdue").out)
    assert " of quicknet (2026-11-20T20:00:" in said
    assert "takes its place." in said
    assert "Next: pbem adjudicate, once the round is out" in said


def test_a_side_is_not_named_when_the_round_is_known(two: Two, clock: Clock) -> None:
    two.kept_back("--refusal", "beacon")
    clock.later(2 * DAY)
    said = flat(two("red", "overdue", code=2).err)
    assert "which would replace the link, came out at" in said
    assert "Set a new deadline with `pbem extend`" in said


# -- the beacon -----------------------------------------------------------------------------------------------


def test_a_step_is_decided_by_the_round_that_was_named(two: Two, clock: Clock) -> None:
    clock.at = opening()
    two.sealed("--dice", "beacon")
    said = two("red", "status").out
    assert f"Dice: round {REAL} of quicknet, due at {moment()}." in flat(said)
    assert f"The beacon owes round {REAL} of the drand chain quicknet, due at {moment()}" in flat(said)
    assert "Next: pbem export-turn, by RED; once the round is out, pbem adjudicate" in flat(said)
    two.mail("red", "blue")
    clock.at = moment()
    write(two.folder, "round.json", served("quicknet", REAL))
    assert "t1/red-move" in two("blue", "adjudicate", "--beacon", "round.json").out
    two.mail("blue", "red")
    assert "Replayed and proven: every step was played again" in two("red", "verify").out


def test_orders_that_come_after_their_round_are_refused_with_the_way_out(two: Two, clock: Clock) -> None:
    clock.at = opening()
    two.sealed("--dice", "beacon")
    two("red", "export-turn", "--out", "late.txt")
    clock.at = moment(seconds=1)
    said = flat(two("blue", "import-turn", "late.txt", code=1).err)
    assert "the turn file came after the beacon round that decides" in said
    assert "`pbem extend`" in said
    assert f"The new date is {iso_of(seconds_of(clock.at) + 3 * DAY)}." in two("blue", "extend").out
