"""The store in PostgreSQL keeps the promise that it keeps in SQLite: the record is append-only."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from pbem.cli.main import main
from pbem.errors import PbemError, UsageError
from pbem.store import open_store
from pbem.store.engine import let_play
from pbem.store.entry import Conflict, Draft, Listed, Snapshot
from pbem.store.postgres import grants
from pbem.store.store import Store
from pbem.store.tables import APPEND_ONLY, MAIL
from tests.store import postgresql

pytestmark = pytest.mark.needs("postgresql")
NUMBERS = itertools.count(1)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with postgresql.server() as running:
        yield running


def ask(place: str, statement: str) -> int:
    given = place.replace("+psycopg", "")
    with psycopg.connect(given, autocommit=True) as connection:
        return connection.execute(statement.encode()).rowcount


@pytest.fixture
def place(folder: Path) -> str:
    name = f"pbem{next(NUMBERS)}"
    ask(postgresql.url(folder, "postgres"), f"CREATE DATABASE {name}")
    return postgresql.url(folder, name)


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    made = open_store(place, create=True)
    made.create(
        Listed("isonzo", "Isonzo", "2026-11-16"), [Draft("opened", {"a": "é"})], "one", files=[b"an order file"]
    )
    yield made
    made.close()


def test_a_record_is_written_and_read(store: Store) -> None:
    store.append("isonzo", 1, [Draft("x", {"n": 1})], Snapshot(2, "two"))
    first, second = store.entries("isonzo")
    assert second.prev == first.hash
    assert first.body == '{"a":"é"}'
    assert store.snapshot_at("isonzo", 2) == Snapshot(2, "two")


def test_who_comes_second_is_told(store: Store) -> None:
    store.append("isonzo", 1, [Draft("x", {})], Snapshot(2, "two"))
    with pytest.raises(Conflict, match="its record has 2 entries, 1 were seen"):
        store.append("isonzo", 1, [Draft("y", {})], Snapshot(2, "other"))


@pytest.mark.parametrize("table", APPEND_ONLY)
@pytest.mark.parametrize("verb", ["UPDATE {} SET {}={}", "DELETE FROM {}", "TRUNCATE {} CASCADE"])
def test_the_owner_himself_changes_nothing(store: Store, place: str, table: str, verb: str) -> None:
    column = {"entry": "body", "submission": "size", "campaign": "name"}[table]
    with pytest.raises(psycopg.Error, match="append-only"):
        ask(place, verb.format(table, column, column))
    assert [entry.kind for entry in store.entries("isonzo")] == ["opened"]


def test_a_role_that_plays_may_add_and_never_change(store: Store, place: str, folder: Path) -> None:
    database = place.partition("@/")[2].partition("?")[0]
    role = f"{database}_player"
    ask(place, f"CREATE ROLE {role} LOGIN")
    let_play(place, role)
    as_player = postgresql.url(folder, database, role)
    player = open_store(as_player)
    player.append("isonzo", 1, [Draft("x", {})], Snapshot(2, "two"), [b"another"])
    assert [entry.kind for entry in player.entries("isonzo")] == ["opened", "x"]
    for table in (*APPEND_ONLY, "secret"):
        for statement in (f"DELETE FROM {table}", f"TRUNCATE {table}"):
            with pytest.raises(psycopg.Error, match="permission denied"):
                ask(as_player, statement)
    with pytest.raises(psycopg.Error, match="must be owner"):
        ask(as_player, "DROP TRIGGER entry_never_update ON entry")
    player.close()


def test_addresses_are_kept_beside_the_record_and_may_change(store: Store, place: str, folder: Path) -> None:
    ask(place, f"DROP TABLE {', '.join(MAIL)}")
    open_store(place).close()  # a store from before there were any is completed
    database = place.partition("@/")[2].partition("?")[0]
    ask(place, f"CREATE ROLE {database}_clerk LOGIN")
    let_play(place, f"{database}_clerk")
    clerk = open_store(postgresql.url(folder, database, f"{database}_clerk"))
    for address in ("anna@example.org", "anna@example.com"):
        clerk.set_address("isonzo", "CP", address)
    assert store.addresses("isonzo") == {"CP": "anna@example.com"}
    clerk.set_address("isonzo", "CP", "")
    assert store.addresses("isonzo") == {}
    clerk.close()


def test_a_campaign_is_removed_by_the_owner_alone_and_the_record_is_guarded_again(
    store: Store, place: str, folder: Path
) -> None:
    database = place.partition("@/")[2].partition("?")[0]
    ask(place, f"CREATE ROLE {database}_helper LOGIN")
    let_play(place, f"{database}_helper")
    helper = open_store(postgresql.url(folder, database, f"{database}_helper"))
    with pytest.raises(PbemError, match="must be owner"):
        helper.remove("isonzo", 1)
    helper.close()
    store.remove("isonzo", 1)
    assert store.campaigns() == []
    store.create(Listed("piave", "Piave", "2026-11-16"), [Draft("opened", {})], "one")
    with pytest.raises(psycopg.Error, match="append-only"):
        ask(place, "DELETE FROM entry")


def test_a_file_has_no_roles(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="only a store in PostgreSQL has roles"):
        let_play(f"sqlite:///{tmp_path / 'pbem.db'}", "pbem_player")


def test_a_role_has_a_plain_name() -> None:
    with pytest.raises(UsageError, match="not a name for a role"):
        grants("x; DROP TABLE entry")


def test_a_trigger_that_somebody_switched_off_is_made_again(store: Store, place: str) -> None:
    ask(place, "ALTER TABLE entry DISABLE TRIGGER entry_never_update")
    open_store(place).close()
    with pytest.raises(psycopg.Error, match="append-only"):
        ask(place, "UPDATE entry SET body = ''")


@pytest.mark.parametrize("database", ["nowhere", ""])
def test_a_password_is_never_told(folder: Path, database: str) -> None:
    with pytest.raises(PbemError) as told:
        open_store(postgresql.url(folder, database or "postgres", "nobody_here", "s3cret"))
    assert "s3cret" not in str(told.value)
    assert "cannot be used" in str(told.value)


def test_the_owner_lets_a_role_play(store: Store, place: str, capsys: pytest.CaptureFixture[str]) -> None:
    database = place.partition("@/")[2].partition("?")[0]
    ask(place, f"CREATE ROLE {database}_guest LOGIN")
    assert main(["store", "role", f"{database}_guest", "--db", place]) == 0
    assert "may read and add" in capsys.readouterr().out
    assert main(["store", "role", "nobody_at_all", "--db", place]) != 0
    assert 'role "nobody_at_all" does not exist' in capsys.readouterr().err


def test_what_is_refused_leaves_no_connection_open(place: str) -> None:
    open_store(place, create=True).close()
    with pytest.raises(PbemError) as role:  # it holds all that was in use when the refusal came
        let_play(place, "nobody_at_all")
    ask(place, "DROP TABLE entry CASCADE; CREATE VIEW entry AS SELECT 1")
    with pytest.raises(PbemError) as damaged:
        open_store(place)
    database = place.partition("@/")[2].partition("?")[0]
    others = f"SELECT 1 FROM pg_stat_activity WHERE datname = '{database}' AND pid <> pg_backend_pid()"
    assert ask(place, others) == 0, (role, damaged)
