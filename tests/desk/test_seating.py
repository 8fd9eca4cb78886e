"""Seats below sides: who commands, deputizes, observes and stands by; a successor does not rewrite the past."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.receiving import receive
from pbem.desk.record.people import LEFT, Role
from pbem.desk.record.terms import agreed
from pbem.desk.replay.load import load
from pbem.desk.replay.verify import verify
from pbem.desk.seating import seat
from pbem.desk.views.history import history
from pbem.desk.views.posts import report
from pbem.desk.views.status import status
from pbem.errors import UsageError
from pbem.store.store import Store
from tests.desk.beacons import open_with
from tests.desk.helpers import NAME, NOW, accept, bid, new_store, order_file, run
from tests.desk.test_seats import shared
from tests.desk.two_stores import key_of, mail, two_stores


def people(store: Store, who: str) -> list[tuple[str, str, bool]]:
    return [(one.name, str(one.role), one.is_here) for one in load(store, NAME)[0].people_at(who)]


def test_a_successor_takes_over_and_the_old_seat_is_kept(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    accept(store, "RED", "bid 3\n", step="bid")
    done = seat(store, NAME, "Red Army", "Carla", Role.COMMANDER, NOW)
    assert (done.side, done.instead) == ("RED", "Rosa")
    assert people(store, "RED") == [("Rosa", "commander", False), ("Carla", "commander", True)]
    assert status(store, NAME).players == {"RED": "Carla", "BLUE": "Bruno"}
    assert status(store, NAME).pending["RED"]  # what Rosa has sent stays on the desk
    assert verify(store, NAME).faults == []
    assert "Carla takes over Red Army from Rosa" in [line.text for line in history(store, NAME)]


def test_press_of_a_played_step_stays_with_whoever_wrote_it(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    accept(store, "RED", "bid 3\npress:\nWe shall see.\n", step="bid")
    accept(store, "BLUE", "bid 2\n", step="bid")
    run(store)
    written = "Rosa (Red Army):\n  We shall see."
    assert written in report(store, NAME, "bids").text
    seat(store, NAME, "RED", "Carla", Role.COMMANDER, NOW)
    assert written in report(store, NAME, "bids").text


def test_deputies_observers_and_substitutes_join_change_and_leave(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    for name, role in (("Dora", Role.DEPUTY), ("Otto", Role.OBSERVER), ("Sven", Role.SUBSTITUTE)):
        seat(store, NAME, "RED", name, role, NOW)
    seat(store, NAME, "RED", "otto", Role.DEPUTY, NOW)  # however it is written, it is he
    seat(store, NAME, "RED", "Sven", LEFT, NOW)
    seat(store, NAME, "RED", "Dora", Role.COMMANDER, NOW)
    now = [(name, role) for name, role, is_here in people(store, "RED") if is_here]
    assert now == [("Otto", "deputy"), ("Dora", "commander")]
    assert verify(store, NAME).faults == []
    words = [line.text for line in history(store, NAME)]
    assert "Dora joins Red Army as deputy" in words
    assert "Sven leaves Red Army" in words


def test_a_seat_of_a_shared_side_changes_hands_alone(tmp_path: Path) -> None:
    store = shared(tmp_path)
    seat(store, "", "RED.west", "Max", Role.COMMANDER, NOW)
    campaign, _ = load(store)
    assert (campaign.player("RED.east"), campaign.player("RED.west")) == ("Otto", "Max")
    assert campaign.player("RED") == "Otto and Max"


@pytest.mark.parametrize(
    ("who", "player", "role", "words"),
    [
        ("RED", "Rosa", Role.COMMANDER, "Rosa is commander of Red Army already"),
        ("RED", "Rosa", Role.DEPUTY, "a side is never without a commander"),
        ("RED", "Rosa", LEFT, "Seat a successor instead: pbem players RED --commander NAME"),
        ("RED", "Nemo", LEFT, "Nemo has no seat at Red Army, so he cannot leave it: there are Rosa"),
        ("RED", "Carla", "general", "found the role 'general', wanted commander, deputy"),
        ("RED", "carla@example.org", Role.DEPUTY, "is a mail address, and the record keeps names only"),
        ("GREEN", "Carla", Role.DEPUTY, "there is no side `GREEN`"),
    ],
)
def test_what_cannot_be_is_refused_with_what_to_do(
    tmp_path: Path, who: str, player: str, role: str, words: str
) -> None:
    store = new_store(tmp_path / "pbem.db")
    with pytest.raises(UsageError, match=words):
        seat(store, NAME, who, player, role, NOW)
    assert [line.kind for line in history(store, NAME)] == ["opened"]


def test_an_address_that_is_typed_with_the_name_does_not_reach_the_record(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    seat(store, NAME, "RED", "Dora <dora@example.org>", Role.DEPUTY, NOW)
    assert "@" not in store.entries("field-1")[-1].body


def test_between_two_stores_each_seats_its_own_people(tmp_path: Path) -> None:
    red, blue = two_stores(tmp_path)
    mail(blue, red)
    seat(red, NAME, "RED", "Dora", Role.DEPUTY, NOW)
    with pytest.raises(UsageError, match="this store speaks only for RED"):
        seat(red, NAME, "BLUE", "Eva", Role.DEPUTY, NOW)
    with pytest.raises(UsageError, match="the key changes hands together with the store"):
        seat(red, NAME, "RED", "Eva", Role.COMMANDER, NOW, key_of("Eva").public)
    mail(red, blue)
    assert people(blue, "RED") == [("Rosa", "commander", True), ("Dora", "deputy", True)]


def test_a_key_goes_with_its_owner(tmp_path: Path) -> None:
    from pbem.desk.inbox.signatures import signed_orders

    rosa, carla, dora, bruno = (key_of(name) for name in ("Rosa", "Carla", "Dora", "Bruno"))
    keys = {"RED": rosa.public, "BLUE": bruno.public}
    store = open_with(tmp_path / "pbem.db", agreed("seed"), NOW, signed=True, keys=keys)
    with pytest.raises(UsageError, match="give the public key of Carla with --key FILE"):
        seat(store, NAME, "RED", "Carla", Role.COMMANDER, NOW)
    seat(store, NAME, "RED", "Carla", Role.COMMANDER, NOW, carla.public)
    seat(store, NAME, "RED", "Dora", Role.DEPUTY, NOW, dora.public)
    with pytest.raises(UsageError, match="--key is for those who send orders; others"):
        seat(store, NAME, "RED", "Otto", Role.OBSERVER, NOW, key_of("Otto").public)

    def signed(key: str, bid: int) -> bool:
        data = signed_orders(order_file("RED", f"bid {bid}\n", step="bid"), key).encode()
        return receive(store, NAME, data, "Rosa", NOW).is_accepted

    assert not signed(rosa.secret, 1)  # who has left signs for nobody
    assert signed(carla.secret, 2)
    assert signed(dora.secret, 3)
    seat(store, NAME, "RED", "Dora", LEFT, NOW)
    assert not signed(dora.secret, 4)
    assert verify(store, NAME).faults == []


def test_a_step_is_played_on_after_a_change(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    seat(store, NAME, "BLUE", "Eva", Role.COMMANDER, NOW)
    bid(store)
    assert status(store, NAME).step == "red-move"
    assert verify(store, NAME).faults == []
