"""A campaign of an older edition of the rules: it shows, reports, archives and verifies, and goes over to today's."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.adjudicating import adjudicate
from pbem.desk.archive.check import verify_archive
from pbem.desk.archive.make import archive
from pbem.desk.archive.restore import restore
from pbem.desk.checking import check
from pbem.desk.consenting import Going, consent, decline
from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.import_ import import_turn
from pbem.desk.replay.load import load
from pbem.desk.replay.verify import verify, verify_entries
from pbem.desk.undoing import undo
from pbem.desk.upgrading import dry_run, upgrade
from pbem.desk.views.history import history
from pbem.desk.views.posts import report
from pbem.desk.views.status import status
from pbem.errors import BadRecord, Illegal, UsageError
from pbem.store import open_store
from pbem.store.entry import Draft, Entry, Head, chained
from pbem.store.store import Store
from tests.desk import tiny
from tests.desk.helpers import NAME, NOW, accept, bid, new_store, order_file, play_turn, run, send
from tests.desk.two_stores import after_bids, give, mail, two_stores

FOUGHT = ("t1/red-fight", "t1/blue-fight")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A turn by edition 1, with a question, an instalment and a step that was taken back; the next one has begun."""
    path = tmp_path_factory.mktemp("edition") / "pbem.db"
    store = new_store(path)
    play_turn(store, 1)
    undo(store, NAME, "the weather was wrong", "Mo", NOW)
    run(store)
    bid(store, 2)
    store.close()
    return path


@pytest.fixture
def path(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(played, tmp_path / "pbem.db"))


@pytest.fixture
def store(path: Path) -> Store:
    tiny.register()
    return open_store(str(path))


@pytest.fixture
def today(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """What makes of this program one with the second edition."""
    return lambda: tiny.second_edition(monkeypatch)


def without_snapshots(path: Path) -> Store:
    raw = sqlite3.connect(path)
    for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        raw.execute(f"DROP TRIGGER {name}")
    raw.execute("DELETE FROM snapshot")
    raw.commit()
    raw.close()
    return open_store(str(path))


# -- it is as it was ------------------------------------------------------------------------------------------


def test_it_shows_and_reports_as_before(store: Store, today: Callable[[], None]) -> None:
    labels = status(store).played
    before = [report(store, NAME, label).text for label in labels], status(store), history(store, NAME)
    today()
    after = [report(store, NAME, label).text for label in labels], status(store), history(store, NAME)
    assert "Play on with pbem 0.2.0" in after[1].other_rules
    assert (after[0], replace(after[1], other_rules=""), after[2]) == before


def test_without_its_snapshots_it_loads_from_the_record_and_not_by_todays_rules(
    path: Path, store: Store, today: Callable[[], None]
) -> None:
    before, posts = load(store)[1].text(), [report(store, NAME, label).text for label in status(store).played]
    store.close()
    today()
    again = without_snapshots(path)
    assert load(again)[1].text().replace("tiny 2", "tiny 1") == before
    assert [report(again, NAME, label).text for label in status(again).played] == posts


def test_a_finished_step_is_never_adjudicated_again(
    path: Path, store: Store, today: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    store.close()
    today()

    def no_rules(*_: Any, **__: Any) -> None:
        raise AssertionError("rules were asked")

    monkeypatch.setattr("pbem.desk.record.kinds.run.run_open", no_rules)
    again = without_snapshots(path)
    assert status(again).turn == 2
    assert "Blue Army: fights" in report(again, NAME, "t1/blue-fight").text


def test_its_archive_is_the_same_and_can_be_restored(
    store: Store, today: Callable[[], None], tmp_path: Path
) -> None:  # fmt: skip
    archive(store, NAME, str(tmp_path / "then"), is_whole=True)
    today()
    archive(store, NAME, str(tmp_path / "now"), is_whole=True)
    then, now = (
        {str(file.relative_to(tmp_path / name)): file.read_bytes() for file in (tmp_path / name).rglob("*.*")}
        for name in ("then", "now")
    )
    assert [name for name in {**then, **now} if then.get(name) != now.get(name)] == []
    verdict = verify_archive(str(tmp_path / "then"), is_drawn=False)
    assert (verdict.is_good, verdict.record and verdict.record.verdict) == (True, "recorded")
    other = open_store(str(tmp_path / "other.db"), create=True)
    assert restore(other, str(tmp_path / "now")).turn == 2
    assert load(other)[1].head == load(store)[1].head


# -- verify ---------------------------------------------------------------------------------------------------


def test_verify_names_each_step_that_todays_rules_play_otherwise(store: Store, today: Callable[[], None]) -> None:
    assert verify(store, NAME).verdict == "replayed"
    today()
    verdict = verify(store, NAME)
    assert (verdict.faults, verdict.verdict, verdict.is_good) == ([], "recorded", True)
    assert [one.place for one in verdict.differs] == list(FOUGHT)
    assert verdict.older == 8
    assert "8 steps were played by an older edition of the rules; today's rules give the same in 6 of them" in (
        verdict.older_words()
    )
    found = verdict.differs[0]
    assert (found.edition, found.rule, found.release) == (1, "3.4", "pbem 0.2.0")
    assert found.changes == ("3.4: a unit that holds loses two steps by any sum above 1, not one above 10",)
    assert "lost [3.4]: unit B2" in found.today
    assert found.recorded != found.today
    values = verdict.as_json()
    assert (values["verdict"], values["good"], values["faults"]) == ("recorded", True, [])
    assert values["differs"][0]["rule"] == "3.4"


def test_an_edition_that_changes_nothing_proves_the_record(
    store: Store, today: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    today()
    monkeypatch.setattr(tiny, "HARD", 10)
    monkeypatch.setattr(tiny, "LOSS", 1)
    verdict = verify(store, NAME)
    assert (verdict.differs, verdict.verdict, verdict.older) == ([], "replayed", 8)


def _forged(entries: list[Entry], kind: str, step: str, change: Callable[[dict[str, Any]], None]) -> list[Entry]:
    bodies = [dict(entry.values()) for entry in entries]
    kinds = [entry.kind for entry in entries]
    change(next(body for name, body in zip(kinds, bodies, strict=True) if (name, body.get("step")) == (kind, step)))
    return chained(Head(0, ""), [Draft(name, body) for name, body in zip(kinds, bodies, strict=True)])


def _other_die(body: dict[str, Any]) -> None:
    page = next(page for page in body["pages"] if page[0] == "roll")
    page[2] = [page[2][0] % page[5][1] + 1]
    fact = next(fact for fact in body["facts"] if fact["kind"] == "rolled")
    fact["faces"] = page[2]


def _other_fact(body: dict[str, Any]) -> None:
    body["facts"] = [fact for fact in body["facts"] if fact["kind"] != "noted"]


@pytest.mark.parametrize(
    ("kind", "step", "change", "says"),
    [
        ("played", "weather", _other_die, "page 1 of the journal: weather is recorded as"),
        ("played", "bids", _other_fact, "`position` is recorded as"),
        ("played", "red-move", lambda body: body.update(edition=2), "`edition` is recorded as 2"),
        ("played", "blue-fight", lambda body: body.update(behind=[["hit 0101", 0]]), "`behind` does not name an order"),
        ("asked", "red-fight", lambda body: body.update(orders={}), "`orders` is recorded as"),
        ("played", "red-fight", lambda body: body.update(pages=body["pages"][2:]), "does not begin as it stood before"),
    ],
)  # fmt: skip
def test_what_needs_no_rules_is_checked_all_the_same(
    store: Store, today: Callable[[], None], kind: str, step: str, change: Callable[[dict[str, Any]], None], says: str
) -> None:
    entries = store.entries("field-1")
    today()
    verdict = verify_entries(_forged(entries, kind, step, change), "field-1")
    assert verdict.verdict == "wrong"
    assert any(says in fault.what for fault in verdict.faults), [str(fault) for fault in verdict.faults]


def test_a_forged_outcome_under_an_old_edition_is_never_called_proven(
    store: Store, today: Callable[[], None]
) -> None:  # fmt: skip
    """Who claims an old edition may make up facts that fit: then only a release that has it can tell."""

    def unhurt(body: dict[str, Any]) -> None:
        lost = next(fact for fact in body["facts"] if fact["kind"] == "decided")
        lost["source"], lost["chosen"] = "standing", ["run"]

    entries = store.entries("field-1")
    today()
    verdict = verify_entries(_forged(entries, "played", "blue-fight", unhurt), "field-1")
    assert verdict.verdict in ("recorded", "wrong")


# -- how it goes on -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "act",
    [
        lambda store: adjudicate(store, NAME, NOW),
        lambda store: send(store, "RED", "go R1 0102\n", turn=2, step="move"),
        lambda store: check(store, NAME, order_file("RED", "go R1 0102\n", turn=2, step="move")),
    ],
)
def test_nothing_is_judged_or_played_by_other_rules_than_agreed(
    store: Store, today: Callable[[], None], act: Callable[[Store], Any]
) -> None:
    today()
    with pytest.raises(UsageError) as refused:
        act(store)
    words = str(refused.value)
    assert "Field-1 is played by edition 1 of tiny, and this program has edition 2" in words
    assert "Play on with pbem 0.2.0" in words
    assert "pbem upgrade --dry-run" in words
    assert verify(store, NAME).is_good


def test_a_dry_run_writes_nothing_and_shows_each_divergence(store: Store, today: Callable[[], None]) -> None:
    with pytest.raises(UsageError, match="played by edition 1 of tiny, the newest here"):
        dry_run(store, NAME)
    today()
    head = load(store)[1].head
    going, verdict = dry_run(store, NAME)
    assert (going.before, going.edition, going.seq) == (1, 2, 0)
    assert [one.place for one in verdict.differs] == list(FOUGHT)
    assert load(store)[1].head == head


def test_the_moderator_goes_over_and_the_next_step_is_played_by_todays_rules(
    path: Path, store: Store, today: Callable[[], None]
) -> None:
    today()
    going = upgrade(store, NAME, "", "Mo", NOW)
    assert (going.before, going.edition, going.waits_for) == (1, 2, ())
    assert history(store, NAME)[-1].text == "from here on edition 2 of the rules counts, in place of edition 1 (Mo)"
    assert status(store).edition == 2
    accept(store, "RED", "done\nfight:\nhit 0203\n", turn=2, step="move")
    run(store)
    verdict = verify(store, NAME)
    assert (verdict.faults, [one.place for one in verdict.differs]) == ([], list(FOUGHT))
    (lost,) = [fact for fact in store.entries("field-1")[-1].values()["facts"] if fact["kind"] == "lost"]
    assert lost["unit"] == "B2"
    before = load(store)[1].text().replace("tiny 1", "tiny 2")
    store.close()
    assert load(without_snapshots(path))[1].text() == before


def test_a_program_with_the_old_edition_says_that_it_is_too_old(
    store: Store, today: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as newer:
        tiny.second_edition(newer)
        upgrade(store, NAME, "", "Mo", NOW)
    with pytest.raises(BadRecord, match="Continue with a newer release of pbem"):
        status(store)
    assert any("newer release" in fault.what for fault in verify(store, NAME).faults)


def test_a_step_that_other_rules_have_begun_is_finished_by_them_or_taken_back(
    store: Store, today: Callable[[], None]
) -> None:
    accept(store, "RED", "done\nfight:\nhit 0203\nmore\n", turn=2, step="move")
    run(store)
    assert status(store).waiting[0].questions
    today()
    assert report(store, NAME, "t1/blue-fight").text
    with pytest.raises(UsageError, match=r"t2/red-fight was begun by edition 1 and is under way: finish it with"):
        upgrade(store, NAME, "", "Mo", NOW)
    undo(store, NAME, "for the new edition", "Mo", NOW)
    upgrade(store, NAME, "", "Mo", NOW)
    run(store)
    assert verify(store, NAME).faults == []


# -- by consent -----------------------------------------------------------------------------------------------


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Store, Store]:
    """Two stores; it is Red's turn to write."""
    red, blue = two_stores(tmp_path)
    after_bids(red, blue)
    return red, blue


def test_two_stores_go_over_by_consent(pair: tuple[Store, Store], today: Callable[[], None]) -> None:
    red, blue = pair
    today()
    with pytest.raises(UsageError, match="Play on with pbem"):
        give(red, "RED", "go R2 0301\n", step="move")
    going = upgrade(red, NAME, "", "Rosa", NOW)
    assert going.waits_for == ("Blue Army",)
    assert status(red).waiting[0].what == f"consent to edition 2 of the rules (entry {going.seq}), or its refusal"
    mail(red, blue)
    done = consent(blue, NAME, "", NOW)
    assert isinstance(done, Going)
    assert (done.before, done.edition) == (1, 2)
    mail(blue, red)
    assert (status(red).edition, status(blue).edition) == (2, 2)
    give(red, "RED", "go R2 0301\n", step="move")
    assert verify(red, NAME).verdict == "replayed", "nothing of turn 1 goes otherwise"


def test_a_side_may_decline_and_the_old_edition_stays(pair: tuple[Store, Store], today: Callable[[], None]) -> None:
    red, blue = pair
    today()
    upgrade(red, NAME, "", "Rosa", NOW)
    mail(red, blue)
    assert decline(blue, NAME, "", NOW) == "edition 1 of the rules"
    assert (status(blue).edition, status(blue).waiting[0].kind) == (1, "orders")
    assert verify(blue, NAME).is_good


def test_nobody_goes_over_alone(pair: tuple[Store, Store], today: Callable[[], None]) -> None:
    """A forged entry without the other side's consent is a fault."""
    red, _ = pair
    today()
    upgrade(red, NAME, "", "Rosa", NOW)
    entries = red.entries("field-1")
    forged = Draft("upgraded", {"at": NOW, "who": "all sides", "before": 1, "edition": 2})
    drafts = [*(Draft(entry.kind, entry.values()) for entry in entries), forged]
    faults = verify_entries(chained(Head(0, ""), drafts), "field-1").faults
    assert [fault.what for fault in faults] == ["edition 2 came into force without the consent of all sides"]


# -- a store with an old program and one with a new one -------------------------------------------------------


def test_a_step_of_the_old_edition_is_taken_in_where_todays_rules_give_the_same(
    pair: tuple[Store, Store], today: Callable[[], None]
) -> None:
    red, blue = pair
    give(red, "RED", "go R1 0102\n", step="move")
    adjudicate(red, NAME, NOW)
    turn = export_turn(red, NAME, NOW).text.encode()
    today()
    assert import_turn(blue, turn, NOW).entries > 0
    assert verify(blue, NAME).is_good


def test_a_step_of_the_old_edition_that_nobody_here_can_check_is_refused_and_not_called_wrong(
    pair: tuple[Store, Store], today: Callable[[], None]
) -> None:
    red, blue = pair
    mail(red, blue)
    give(blue, "BLUE", "standing:\nprefer hold\n", step="move")
    mail(blue, red)
    give(red, "RED", "done\nfight:\nhit 0203\n", step="move")
    writer, other = red, blue
    while "t1/red-fight" not in status(writer).played:
        adjudicate(writer, NAME, NOW)
        if "t1/red-fight" not in status(writer).played:
            mail(writer, other)
            writer, other = other, writer
    turn, before = export_turn(writer, NAME, NOW).text.encode(), status(other).head
    today()
    with pytest.raises(Illegal, match="edition 1 of the rules that this program cannot check") as refused:
        import_turn(other, turn, NOW)
    problem = refused.value.problem
    assert "nothing is known to be wrong with it" in problem.why
    assert problem.found.startswith("t1/red-fight: ")
    assert "lost [3.4]: unit B2" in problem.wanted
    assert "take it in with pbem 0.2.0" in problem.advice
    assert status(other).head == before
