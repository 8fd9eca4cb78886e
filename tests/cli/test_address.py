"""`pbem address`: the store knows where players get their mail; the record, archives and turn files never do."""

from __future__ import annotations

import sqlite3
import zipfile
from pathlib import Path

import pytest

from pbem.desk.addresses import addresses
from pbem.desk.exchange.export import export_turn
from pbem.desk.opening import open_campaign
from pbem.desk.receiving import receive
from pbem.desk.record.terms import agreed
from pbem.store import open_for_reading, open_store
from pbem.store.tables import MAIL
from tests.cli.conftest import Pbem
from tests.desk.helpers import NOW

ANNA, BRUNO = "anna@example.org", "bruno.rossi@example.org"


def record_of(path: Path) -> str:
    return "".join(entry.body for entry in open_store(str(path)).entries("isonzo"))


def test_an_address_is_kept_shown_changed_and_forgotten(pbem: Pbem) -> None:
    pbem("new", "isonzo", "--player", "CP=Anna", "--player", "AL=Bruno")
    assert "No addresses are known" in pbem("address").out
    assert pbem("address", "CP", ANNA).code == 0
    assert pbem("address", "Allies", BRUNO, "--json").json == {"addresses": {"CP": ANNA, "AL": BRUNO}}
    assert pbem("address", "CP", "anna@example.com", "--json").json["addresses"]["CP"] == "anna@example.com"
    assert pbem("address", "CP", "--forget", "--json").json == {"addresses": {"AL": BRUNO}}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("CP", "anna"), "`anna` is not a mail address"),
        (("CP", f"Anna <{ANNA}>"), "without a name"),
        (("CP", f"{ANNA}\nBcc: all@example.org"), "is not a mail address"),
        (("XX", ANNA), "there is no side `XX`"),
        (("CP",), "give a side and its address"),
        (("CP", ANNA, "--forget"), "give a side and its address"),
    ],
)
def test_what_is_no_address_is_refused(pbem: Pbem, words: tuple[str, ...], told: str) -> None:
    pbem("new", "isonzo")
    said = pbem("address", *words)
    assert said.code == 2
    assert told in " ".join(said.err.split())
    assert pbem("address", "--json").json == {"addresses": {}}


def test_an_address_typed_with_a_name_goes_into_its_own_table(pbem: Pbem, tmp_path: Path) -> None:
    said = pbem("new", "isonzo", "--player", f"CP=Anna <{ANNA}>", "--player", "AL=Bruno", "--json")
    assert said.json["players"] == {"CP": "Anna", "AL": "Bruno"}
    assert pbem("address", "--json").json == {"addresses": {"CP": ANNA}}
    assert ANNA not in record_of(tmp_path / "pbem.db")


def test_an_address_for_a_name_is_refused_with_advice(pbem: Pbem, tmp_path: Path) -> None:
    said = pbem("new", "isonzo", "--player", f"CP={ANNA}")
    assert said.code == 2
    assert "the record keeps names only" in " ".join(said.err.split())
    assert "`pbem address CP`" in " ".join(said.err.split())
    assert not (tmp_path / "pbem.db").exists()


def test_a_file_from_a_known_address_is_its_players(pbem: Pbem, tmp_path: Path) -> None:
    pbem("new", "isonzo", "--player", "CP=Anna", "--player", "AL=Bruno")
    pbem("address", "CP", ANNA)
    store = open_store(str(tmp_path / "pbem.db"))
    for number, sender in enumerate((ANNA, f"Anna A. <{ANNA}>", "eve@example.org")):
        receive(store, "isonzo", b"nothing %d" % number, sender, NOW)
    senders = [entry.values()["sender"] for entry in store.entries("isonzo") if entry.kind == "submitted"]
    assert senders == ["Anna", "Anna A.", ""]


def test_no_archive_and_no_turn_file_has_an_address(pbem: Pbem, tmp_path: Path) -> None:
    pbem("new", "isonzo", "--player", "CP=Anna", "--player", "AL=Bruno")
    pbem("address", "CP", ANNA)
    assert pbem("archive", "--out", "whole.zip").code == 0
    assert pbem("archive", "--out", "to-go-on.zip", "--whole").code == 0
    for path in tmp_path.glob("*.zip"):
        with zipfile.ZipFile(path) as zipped:
            assert all(ANNA.encode() not in zipped.read(name) for name in zipped.namelist())
    store = open_store(str(tmp_path / "two.db"), create=True)
    open_campaign(store, "piave", "gwe", "historical", dice=agreed("chain"), me="CP", now=NOW)
    store.set_address("piave", "CP", ANNA)
    assert ANNA not in export_turn(store, "piave", NOW).text


def test_a_store_made_before_there_were_addresses_is_completed(pbem: Pbem, tmp_path: Path) -> None:
    pbem("new", "isonzo", "--player", "CP=Anna")
    with sqlite3.connect(tmp_path / "pbem.db") as connection:
        for table in MAIL:
            connection.execute(f"DROP TABLE {table}")
    assert addresses(open_for_reading(str(tmp_path / "pbem.db")), "isonzo") == {}
    assert pbem("address", "CP", ANNA, "--json").json == {"addresses": {"CP": ANNA}}
