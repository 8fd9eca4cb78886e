"""The dice ledger: one roll for one purpose, no gaps, secrets that stay secret until the epoch is closed."""

from __future__ import annotations

import pytest

from pbem.dice.casting import asked_specs
from pbem.dice.judging import judge_post
from pbem.dice.ledger import (
    check_casts,
    closing,
    label_of,
    ledger_from,
    opening,
    purpose_text,
    reopening,
    rolling,
    states,
)
from pbem.dice.posts import next_post, write_post
from pbem.dice.seal import links_of
from pbem.errors import BadRecord, UsageError
from tests.dice.corpus import NOW, SECRET, Made, entries, ledger, roll


def opened() -> list[Made]:
    return [Made("ledger-opened", opening("Salerno", SECRET, NOW))]


def test_the_commitment_is_there_before_any_purpose() -> None:
    book = ledger_from(opened())
    assert book.commitment == links_of("salerno", SECRET)[0]
    assert book.casts == []


@pytest.mark.parametrize(
    "again",
    ["T3 attack on 1804", "t3  ATTACK on 1804!", "T3, attack (on) 1804", "T3 attack on １８０４", "Т3 аttack on 18O4"],
)
def test_a_roll_is_never_repeated(again: str) -> None:
    made = opened()
    made += roll(made, "T3 attack on 1804", "2d6", "", "")
    gave = made[-1].body["result"]
    with pytest.raises(UsageError, match=f"roll 1, 2d6: {gave}"):
        roll(made, again, "2d6", "", "")
    with pytest.raises(UsageError, match="is not repeated"):
        roll(made, again, "3d10", "Bruno", "another")  # another die, side or word is no way round it


def test_not_even_in_the_next_epoch() -> None:
    made = entries(more=True)
    with pytest.raises(UsageError, match="is not repeated"):
        roll(made, "T1 weather", "2d6", "", "")


def test_parts_of_a_roll_have_numbers_of_their_own() -> None:
    made = opened()
    made += roll(made, "air", "1d6 1d6 1d6", "", "")
    assert [m.body["number"] for m in made[1:]] == [1, 2, 3]
    assert [m.body["label"] for m in made[1:]] == ["air / 1", "air / 2", "air / 3"]
    with pytest.raises(UsageError, match="is not repeated"):
        roll(made, "air / 2", "1d6", "", "")


def test_dice_do_not_depend_on_what_was_rolled_before() -> None:
    """A moderator can't steer a roll by putting others before it."""
    early, late = opened(), opened()
    early += roll(early, "T3 attack on 1804", "2d6", "", "")
    for number in range(5):
        late += roll(late, f"filler {number}", "1d6", "", "")
    late += roll(late, "T3 attack on 1804", "2d6", "", "")
    assert early[-1].body["result"] == late[-1].body["result"]


def test_a_players_word_changes_the_dice() -> None:
    results = set()
    for word in ("", "kestrel", "owl", "wren", "rook", "swift"):
        made = opened()
        results.add(roll(made, "T3 attack", "9d6", "", word)[-1].body["result"])
    assert len(results) == 6


def test_a_closed_epoch_takes_no_rolls() -> None:
    made = entries()
    with pytest.raises(UsageError, match="is closed: its secret is public"):
        roll(made, "one more", "1d6", "", "")
    with pytest.raises(UsageError, match="is closed"):
        closing(ledger_from(made), SECRET, NOW)
    made.append(Made("ledger-reopened", reopening(ledger_from(made), NOW)))
    made += roll(made, "one more", "1d6", "", "")
    assert made[-1].body["epoch"] == 2
    with pytest.raises(UsageError, match="open ledger"):
        reopening(ledger_from(made), NOW)


def test_the_secret_of_an_epoch_does_not_give_away_the_next() -> None:
    book = ledger(more=True)
    links = links_of(book.game, SECRET)
    assert book.revealed == {1: links[1]}
    post = write_post(book, "txt", 0, len(book.casts))
    assert links[2].hex()[:32] not in post
    assert SECRET.hex()[:32] not in post


def test_a_secret_that_was_not_committed_to_casts_nothing() -> None:
    book = ledger_from(opened())
    with pytest.raises(BadRecord, match="does not fit the published commitment"):
        rolling(book, bytes(32), "x", "x", asked_specs("1d6"), NOW)


def test_a_changed_result_is_never_posted() -> None:
    made = opened()
    made += roll(made, "x", "9d6", "", "")
    bad = [*made[:-1], Made("ledger-rolled", {**made[-1].body, "result": "6 6 6 6 6 6 6 6 6"})]
    with pytest.raises(BadRecord, match="roll 1"):
        check_casts(ledger_from(bad), SECRET)


def test_a_record_with_a_gap_is_refused() -> None:
    made = entries()
    with pytest.raises(BadRecord, match="roll 2 follows roll 0"):
        ledger_from([made[0], *made[2:]])


def test_the_transcript_holds_every_roll() -> None:
    trail = states(ledger())
    assert len(set(trail)) == len(ledger().casts) + 1


@pytest.mark.parametrize("words", ["", "  ", "?!", "x" * 201, "a\u202eb"])
def test_a_purpose_must_say_something(words: str) -> None:
    with pytest.raises(UsageError, match="is not a purpose"):
        purpose_text(words)


def test_labels() -> None:
    assert label_of("T3  attack", "Anna", "owl") == "Anna / T3 attack / owl"
    assert [cast.player for cast in ledger().casts][:4] == ["", "Anna", "Anna", "Bruno"]


def test_posts_follow_one_another() -> None:
    made = entries(close=False)
    book = ledger_from(made)
    assert next_post(book) == ((0, 8, 0), True)
    made.append(Made("ledger-posted", {"after": 0, "upto": 8, "revealed": 0, "at": NOW}))
    assert next_post(ledger_from(made)) == ((0, 8, 0), False)  # the same post again
    made += roll(made, "T9 weather", "2d6", "", "")
    assert next_post(ledger_from(made)) == ((8, 9, 0), True)
    made.append(Made("ledger-posted", {"after": 8, "upto": 9, "revealed": 0, "at": NOW}))
    rolled = write_post(ledger_from(made), "bbcode", 8, 9)
    made.append(Made("ledger-closed", closing(ledger_from(made), SECRET, NOW)))
    after = next_post(ledger_from(made))
    assert after == ((9, 9, 1), True)  # the reveal alone is news
    thread = write_post(book, "txt", 0, 8) + rolled + write_post(ledger_from(made), "md", 9, 9)
    assert judge_post(thread).verdict == "consistent"
    assert judge_post(thread, ledger_from(made).commitment.hex()).verdict == "bound"


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(UsageError, match="there are bbcode, md, txt, html"):
        write_post(ledger(), "pdf", 0, 1)


def test_what_is_not_protected_a_moderator_who_writes_the_purposes_himself() -> None:
    """He knows the secret, so he can try wordings until one gives what he likes. docs/dice.md says so."""
    made = opened()
    tries = {roll(made, f"T3 attack on 1804{sign}", "2d6", "", "")[-1].body["result"] for sign in map(str, range(400))}
    assert "6 6" in tries


def test_a_purpose_that_a_player_has_posted_leaves_nothing_to_try() -> None:
    """With purpose and word given by the player, there is one label, hence one result."""
    made = opened()
    results = {roll(made, "T3 attack on 1804", "2d6", "Anna", "owl")[-1].body["result"] for _ in range(20)}
    assert len(results) == 1
