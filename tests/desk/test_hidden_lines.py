"""Secrets that outlive their step, between two stores: nothing of them is sent before they are opened."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.import_ import import_turn
from pbem.desk.inbox.signatures import signed_orders
from pbem.desk.receiving import receive
from pbem.desk.replay.load import load
from pbem.desk.replay.verify import verify
from pbem.desk.views.status import status
from pbem.errors import Illegal
from pbem.store.store import Store
from tests.desk.helpers import NAME, NOW, order_file
from tests.desk.hidden import pair, planned, to_the_end, unpacked
from tests.desk.two_stores import give, key_of, mail, run


def everything(store: Store, path: Path) -> bytes:
    """Every byte of a store, and every file as received, unpacked."""
    entries = store.entries("field-1")
    hashes = [entry.values().get("sha256", "") for entry in entries[1:]]
    files = [store.submission(sha256) or b"" for sha256 in hashes if isinstance(sha256, str) and sha256]
    return b"\n".join([path.read_bytes(), *(entry.body.encode() for entry in entries), *files])


def test_before_it_is_opened_neither_the_turn_files_nor_the_other_store_hold_anything_of_it(tmp_path: Path) -> None:
    red, blue = pair(tmp_path)
    texts = []

    def over(sender: Store, to: Store) -> None:
        texts.append(export_turn(sender, NAME, NOW).text)
        import_turn(to, texts[-1].encode(), NOW)

    give(blue, "BLUE", "lay heron\nlay otter\n", step="plan")
    over(blue, red)
    give(red, "RED", "lay badger\nlay weasel\n", step="plan")
    over(red, blue)
    run(blue)
    over(blue, red)
    run(red)
    give(red, "RED", "use weasel\n", step="red")
    sent = b"".join(unpacked(text) for text in texts)
    for word in (b"heron", b"otter", b"badger", b"weasel"):
        assert word not in sent
    assert not [word for word in (b"heron", b"otter") if word in everything(red, tmp_path / "red.db")]
    assert not [word for word in (b"badger", b"weasel") if word in everything(blue, tmp_path / "blue.db")]
    run(red)
    over(red, blue)
    # Red's order opens the one that it names, and no other.
    assert b"weasel" in unpacked(texts[-1])
    assert b"badger" not in unpacked(texts[-1])
    assert b"badger" not in everything(blue, tmp_path / "blue.db")


def test_its_owner_is_told_what_stays_with_him(tmp_path: Path) -> None:
    _, blue = pair(tmp_path)
    receipt = give(blue, "BLUE", "lay heron\nlay otter\n", step="plan")
    assert "lay heron" in receipt.canonical  # his own receipt says how he was understood
    assert any("2 secret lines stay in this store" in words for words in receipt.warnings)


def test_a_secret_that_the_enemy_asks_for_is_opened_by_its_owner_and_the_rest_at_the_end(tmp_path: Path) -> None:
    red, blue = planned(tmp_path)
    to_the_end(red, blue)
    for store in (red, blue):
        verdict = verify(store, NAME)
        assert verdict.is_good, [str(fault) for fault in verdict.faults]
        assert verdict.secrets == 4
        assert verdict.closed == []
    kinds = [entry.kind for entry in red.entries("field-1")]
    assert (kinds.count("shown"), kinds.count("disclosed")) == (2, 1)


def test_none_of_them_is_an_answer_too_and_is_proven_at_the_end(tmp_path: Path) -> None:
    red, blue = planned(tmp_path)
    to_the_end(red, blue, ask="ask marten\n")
    assert verify(red, NAME).is_good
    bodies = [entry.values() for entry in red.entries("field-1") if entry.kind == "shown"]
    assert [body.get("line", "") for body in bodies] == ["lay weasel", ""]


def test_while_secrets_are_closed_verify_says_whose(tmp_path: Path) -> None:
    red, _ = planned(tmp_path)
    assert verify(red, NAME).closed == [
        "secret lines of Red not opened yet: 2; they are opened by the end of the game",
        "secret lines of Blue Army not opened yet: 2; they are opened by the end of the game",
    ]


def test_when_the_game_is_over_who_has_closed_secrets_is_waited_for(tmp_path: Path) -> None:
    red, blue = planned(tmp_path)
    give(red, "RED", "done\n", step="red")
    run(red)
    mail(red, blue)
    give(blue, "BLUE", "done\n", step="blue")
    run(blue)
    found = status(blue, NAME)
    assert found.is_over
    assert [(debt.side, debt.what) for debt in found.waiting] == [
        ("RED", "the opening of 2 secret lines: `pbem adjudicate` does it")
    ]
    mail(blue, red)
    run(red)
    assert status(red, NAME).waiting == ()


# -- who cheats -----------------------------------------------------------------------------------------------


def test_a_hidden_line_that_this_store_cannot_open_is_refused(tmp_path: Path) -> None:
    from pbem.desk.receiving import receive

    red, _ = planned(tmp_path)
    stolen = next(token for token, (side, _) in load(red, NAME)[1].hidden.items() if side == "BLUE")
    receipt = receive(red, NAME, order_file("RED", f"hidden {stolen}\n", step="red"), "RED", NOW)
    assert [problem.why for problem in receipt.problems] == [
        "only the program writes a hidden line, and this store could not open it"
    ]


@pytest.mark.parametrize(
    ("forged", "why"),
    [
        ("lay marten", "RED opens `lay marten`, which is not what it fixed for plan"),
        ("use weasel", "RED opens `use weasel`, which is not what it fixed for plan"),
    ],
)
def test_a_wrong_opening_is_refused_and_named(tmp_path: Path, forged: str, why: str) -> None:
    red, blue = planned(tmp_path)
    forge(tmp_path / "red.db", "lay badger", forged)
    give(red, "RED", "done\n", step="red")
    run(red)
    mail(red, blue)
    give(blue, "BLUE", "done\n", step="blue")
    run(blue)
    mail(blue, red)
    run(red)
    with pytest.raises(Illegal) as refusal:
        mail(red, blue)
    assert why in str(refusal.value)
    assert any(why in str(fault) for fault in verify(red, NAME).faults)


def test_who_says_that_he_has_none_and_has_is_found_at_the_end(tmp_path: Path) -> None:
    red, blue = planned(tmp_path)
    give(red, "RED", "done\n", step="red")
    run(red)
    mail(red, blue)
    give(blue, "BLUE", "ask badger\n", step="blue")
    run(blue)
    mail(blue, red)
    forge(tmp_path / "red.db", "lay badger", "lay marten")  # Red would rather not
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("pbem.desk.adjudicating.show", lambda *words: False)
        run(red)
    forge(tmp_path / "red.db", "lay marten", "lay badger")
    run(red)
    with pytest.raises(Illegal) as refusal:
        mail(red, blue)
    lie = "RED said that none of its secrets was the one wanted (plan of RED, 1), and `lay badger` was"
    assert lie in str(refusal.value)
    assert any(lie in str(fault) for fault in verify(red, NAME).faults)


def forge(path: Path, line: str, other: str) -> None:
    """With a hex editor: a store keeps another line under the same hash."""
    import sqlite3

    connection = sqlite3.connect(path)
    changed = connection.execute("UPDATE secret SET value = replace(value, ?, ?)", (line, other)).rowcount
    connection.commit()
    connection.close()
    assert changed


def test_a_side_reads_its_own_closed_secrets_and_nobody_elses(tmp_path: Path) -> None:
    red, blue = planned(tmp_path)
    assert status(red, NAME, "RED").secrets == ("lay badger", "lay weasel")
    assert status(blue, NAME, "BLUE").as_json()["secrets"] == ["lay heron", "lay otter"]
    for store, side in ((red, "BLUE"), (red, ""), (red, "all"), (blue, "RED"), (blue, ""), (blue, "all")):
        found = json.dumps(status(store, NAME, side).as_json())
        assert "secrets" not in found
        assert not [word for word in ("badger", "weasel", "heron", "otter") if word in found]
    to_the_end(red, blue)
    assert status(red, NAME, "RED").secrets == ()


def test_where_turn_files_are_signed_secret_lines_travel_as_hashes_too(tmp_path: Path) -> None:
    """The hand-over is signed, and with it the hash of every secret line."""
    anna, bruno = keys = key_of("Anna"), key_of("Bruno")
    red, blue = pair(tmp_path, keys)
    give(blue, "BLUE", "lay heron\nlay otter\n", step="plan")
    assert b"heron" not in unpacked(export_turn(blue, NAME, NOW, bruno.sign).text)
    mail(blue, red, key=bruno)
    give(red, "RED", "lay badger\nlay weasel\n", step="plan")
    mail(red, blue, key=anna)
    run(blue)
    mail(blue, red, key=bruno)
    give(red, "RED", "use weasel\n", step="red")
    run(red)
    mail(red, blue, key=anna)
    for store in (red, blue):
        assert verify(store, NAME).is_good
        assert verify(store, NAME).closed


def test_an_order_file_with_a_signature_of_its_own_may_not_hold_secret_lines(tmp_path: Path) -> None:
    keys = key_of("Anna"), key_of("Bruno")
    _, blue = pair(tmp_path, keys)
    file = signed_orders(order_file("BLUE", "lay heron\n", step="plan"), keys[1].secret)
    receipt = receive(blue, NAME, file.encode(), "BLUE", NOW)
    assert not receipt.is_accepted
    problem = receipt.problems[0]
    assert problem.why == "your signature covers the secret lines, and what is sent has a hash in the place of each"
    assert problem.found == "a signed file with the secret line `lay heron`"
    assert problem.advice.startswith("submit it unsigned: you sign the turn file")
