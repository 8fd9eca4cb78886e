"""A leaf: what one player may know of a campaign, small, and nothing else."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem import library
from pbem.desk.adjudicating import adjudicate
from pbem.desk.checking import check
from pbem.desk.leaf.leaf import Leaf, packed, unpacked
from pbem.desk.leaf.making import leaf
from pbem.desk.leaf.reading import LeafStore
from pbem.desk.opening import open_campaign
from pbem.desk.replay.load import load
from pbem.desk.views.past import position_now
from pbem.errors import UsageError
from pbem.kernel.pieces import Side
from pbem.kernel.secrets import position_for
from pbem.store import open_store
from pbem.store.store import Store
from tests.desk.helpers import NOW, PLAYERS, SECRET, accept, bid, new_store, order_file, run
from tests.desk.hidden import planned

LARGEST = 30_000  # bytes: the bound
SCENARIOS = [(game, name) for game in library.games() for name in library.scenarios(game)]


def opened(path: Path, game: str, scenario: str, **about: object) -> Store:
    store = open_store(str(path), create=True)
    open_campaign(store, "Leaf", game, scenario, players={}, secret=SECRET, now=NOW, **about)  # type: ignore[arg-type]
    adjudicate(store, "Leaf", NOW)
    return store


def text_of(found: Leaf) -> str:
    """All that is in the file."""
    return zlib.decompress(packed(found).partition(b"\n")[2]).decode()


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_it_is_small_and_reads_back(game: str, scenario: str, tmp_path: Path) -> None:
    store = opened(tmp_path / "a.db", game, scenario)
    truth, now = load(store)
    for who in truth.senders:
        made = leaf(store, "", who)
        data = packed(made)
        assert len(data) < LARGEST
        assert unpacked(data) == made
        seen, state = load(LeafStore(unpacked(data)))
        assert (seen.opened, state.head, state.position.turn) == (truth.opened, now.head, now.position.turn)
        side = truth.side_of(who)
        shown = position_for(truth.game, truth.scenario, now.position, side)
        assert state.position in (shown, now.position)
        assert position_for(seen.game, seen.scenario, state.position, side) == state.position, "seen twice, seen alike"
    store.close()


# -- what it does not hold -------------------------------------------------------------------------------------


def test_it_has_no_orders_and_no_press_of_others(tmp_path: Path) -> None:
    store = new_store(tmp_path / "a.db")
    store.set_address("field-1", "RED", "rosa@example.org")
    accept(store, "RED", "bid 3\npress:\nGood luck, says Rosa.\nstanding:\nprefer hold\n", step="bid")
    blue, red = text_of(leaf(store, "", "BLUE")), text_of(leaf(store, "", "RED"))
    for words in ("bid 3", "Good luck", "prefer hold"):
        assert words not in blue
    assert "bid 3" in red
    assert "prefer hold" in red
    for secret in ("rosa@", SECRET.hex(), *store.secrets("field-1").values()):
        assert secret not in blue + red


def test_a_step_under_way_shows_the_board_and_no_journal(tmp_path: Path) -> None:
    """The defender is asked; of the attacker's orders for the rest of the step he knows nothing."""
    store = new_store(tmp_path / "a.db")
    bid(store)
    accept(store, "RED", "go R1 0102\nfight:\nhit 0203\nmore\n", step="move")
    run(store)
    campaign, state = load(store)
    assert state.open is not None
    asked = [debt.side for debt in leaf(store, "", "BLUE").owed if debt.questions]
    other = "RED" if asked == ["BLUE"] else "BLUE"
    assert asked, "somebody is asked"
    found = leaf(store, "", asked[0])
    loaded, seen = load(LeafStore(found))
    assert position_now(loaded, seen) == position_now(campaign, state)
    assert seen.open is not None
    assert not seen.open.pages
    assert [q for q in seen.open.questions if q["side"] not in (asked[0], "")] == []
    assert "hit 0203" not in text_of(leaf(store, "", "BLUE"))
    assert not [debt for debt in leaf(store, "", other).owed if debt.questions and debt.side != other]


def hidden_names(store: Store, who: str) -> Iterator[str]:
    """The units that this side may not look at, and secrets of others."""
    campaign, state = load(store)
    shown = position_for(campaign.game, campaign.scenario, state.position, Side(campaign.side_of(who)))
    yield from (unit for unit in state.position.units if unit not in shown.units)
    yield from (key for key in state.position.notes if key not in shown.notes)


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_no_name_of_a_hidden_unit_is_in_it(game: str, scenario: str, tmp_path: Path) -> None:
    store = opened(tmp_path / "a.db", game, scenario)
    for who in load(store)[0].senders:
        text = text_of(leaf(store, "", who))
        assert [name for name in hidden_names(store, who) if f"{name} " in text or f'{name}"' in text] == []
    store.close()


# -- two stores ------------------------------------------------------------------------------------------------


def test_between_two_stores_each_makes_his_own(tmp_path: Path) -> None:
    """The receipts are those of his store, his secret lines are with him, those of the other are hashes."""
    red, blue = planned(tmp_path)
    texts = {"RED": text_of(leaf(red, "", "")), "BLUE": text_of(leaf(blue, "", "BLUE"))}
    for word, whose in (("badger", "RED"), ("weasel", "RED"), ("heron", "BLUE"), ("otter", "BLUE")):
        assert [side for side, text in texts.items() if f"lay {word}" in text] == [whose], word
    seen = LeafStore(unpacked(packed(leaf(red, "", "RED"))))
    assert load(seen)[1].pen == load(red)[1].pen == "RED"
    for body in ("use weasel\n", "use heron\n", "nonsense\n"):
        file = order_file("RED", body, step="red")
        assert check(seen, "", file) == check(red, "", file), body
    with pytest.raises(UsageError, match=r"this is the store of Red: --side RED; Blue Army can make"):
        leaf(red, "", "BLUE")


# -- own data, and what cannot be read -------------------------------------------------------------------------


def test_own_charts_travel_in_full(tmp_path: Path) -> None:
    own = tmp_path / "charts.toml"
    texts = library.texts_of(library.game("gwe"), "historical")
    charts = texts["charts.toml"]
    own.write_text(charts.replace("[crt]", "# ours\n[crt]", 1), encoding="utf-8")
    store = opened(tmp_path / "a.db", "gwe", "historical", charts=str(own))
    found = leaf(store, "", "CP")
    assert list(found.first["texts"]) == ["charts.toml"]
    assert len(packed(found)) < LARGEST
    assert load(LeafStore(found))[0].opened == load(store)[0].opened


def test_other_data_than_the_program_has_are_refused(tmp_path: Path) -> None:
    found = leaf(opened(tmp_path / "a.db", "gwe", "historical"), "", "CP")
    first = {**found.first, "sha256": {**found.first["sha256"], "map.txt": "0" * 64}}
    with pytest.raises(UsageError, match=r"another edition of map\.txt .* ask for a page of the same release"):
        LeafStore(found._replace(first=first))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no position of pbem"),
        (b"=== orders ===\n", "no position of pbem"),
        (b"pbem-leaf/7 abc\nx", "another release"),
        (b"pbem-leaf/1 abc\nx", "damaged on its way"),
    ],
)
def test_another_file_is_refused_with_what_to_do(data: bytes, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        unpacked(data)


def test_a_forged_leaf_never_shows_a_traceback(tmp_path: Path) -> None:
    import hashlib

    for body in (b"", b"{}", b"[1]", b'{"who": 3}', b"\xff", b"[" * 5000):
        data = zlib.compress(body)
        with pytest.raises(UsageError, match="cannot be read"):
            unpacked(b"pbem-leaf/1 " + hashlib.sha256(data).hexdigest().encode() + b"\n" + data)


def test_whose_leaf_must_be_said(tmp_path: Path) -> None:
    store = new_store(tmp_path / "a.db")
    assert PLAYERS
    with pytest.raises(UsageError, match="say whose position: --side RED or --side BLUE"):
        leaf(store, "", "")
    with pytest.raises(UsageError, match="GREEN"):
        leaf(store, "", "GREEN")
