"""`pbem remove`: a campaign opened by mistake goes, one in which something was played never."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pbem.desk.removing import remove
from pbem.errors import UsageError
from tests.cli.conftest import Pbem
from tests.desk.helpers import NAME, accept, bid, new_store
from tests.desk.two_stores import two_stores


def test_a_campaign_opened_by_mistake_is_removed_and_its_name_is_free(pbem: Pbem, tmp_path: Path) -> None:
    pbem("new", "isonzo", "--scenario", "tyrol")
    pbem("new", "piave")
    pbem("address", "CP", "anna@example.org", "--campaign", "isonzo")
    said = pbem("remove", "Isonzo")
    assert (said.code, said.out) == (0, "isonzo is removed. Its name is free again.\n")
    assert "there is no campaign called" in " ".join(pbem("status", "isonzo").err.split())
    assert pbem("status").code == 0
    assert pbem("new", "isonzo").code == 0
    assert pbem("address", "--campaign", "isonzo", "--json").json == {"addresses": {}}
    with sqlite3.connect(tmp_path / "pbem.db") as db, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        db.execute("DELETE FROM entry")


def test_orders_that_have_come_in_do_not_hold_it(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    accept(store, "RED", "bid 3\n", step="bid")
    assert remove(store, "") == NAME
    assert store.campaigns() == []


def test_where_something_was_played_nothing_is_removed(tmp_path: Path, pbem: Pbem) -> None:
    store = new_store(tmp_path / "pbem.db")
    bid(store)
    before = store.record("field-1")
    said = pbem("remove", NAME)
    assert said.code == 2
    assert "Field-1 is not removed: orders have been sealed in it" in " ".join(said.err.split())
    assert "`pbem archive`" in said.err
    assert store.record("field-1") == before


def test_a_record_that_another_store_holds_is_not_removed(tmp_path: Path) -> None:
    _, blue = two_stores(tmp_path)
    with pytest.raises(UsageError, match="the other player has joined it"):
        remove(blue, NAME)


def test_a_campaign_must_be_named(pbem: Pbem) -> None:
    pbem("new", "isonzo")
    assert "Missing argument" in pbem("remove").err
    assert pbem("status").code == 0
