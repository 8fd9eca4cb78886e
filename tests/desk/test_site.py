"""The site: the same bytes twice, only what changed, no other host, and nothing that the public must not know."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

from pbem.desk.mailed import read_game
from pbem.desk.record.eyes import position_seen
from pbem.desk.replay.load import load
from pbem.desk.replay.trail import with_whole_trail
from pbem.desk.site.build import LIST, build
from pbem.desk.site.campaign import Wish, show
from pbem.desk.views.board_words import board_words
from pbem.desk.views.dates_ics import dates, dates_ics
from pbem.desk.views.past import state_after
from pbem.draw.card import window
from pbem.errors import UsageError
from pbem.kernel.pieces import UnitId
from pbem.report.bookpages import without_boards
from pbem.store.store import Store
from tests.games.recorded import store_after

ATOM = "{http://www.w3.org/2005/Atom}"


def store_of(folder: Path, game: str, mails: int = 2) -> tuple[Store, str]:
    return store_after(game, mails, folder / f"{game}-{mails}.db"), read_game(game).campaign["name"].lower()


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_two_builds_give_the_same_bytes_and_a_second_one_writes_nothing(tmp_path: Path) -> None:
    store, name = store_of(tmp_path, "gwe")
    wish = Wish(url="https://club.example.org/")
    first = build(store, str(tmp_path / "a"), wish)
    build(store, str(tmp_path / "b"), wish)
    assert files_in(tmp_path / "a") == files_in(tmp_path / "b")
    assert first.made == (name,)
    again = build(store, str(tmp_path / "a"), wish)
    assert (again.made, again.written, again.removed) == ((), (), ())


def test_after_a_step_only_what_it_touches_is_written(tmp_path: Path) -> None:
    old, name = store_of(tmp_path, "gwe", 2)
    folder = tmp_path / "site"
    build(old, str(folder), Wish())
    new, _ = store_of(tmp_path, "gwe", 3)
    before = files_in(folder)
    built = build(new, str(folder), Wish())
    changed = {path for path, data in files_in(folder).items() if before.get(path) != data}
    assert changed == {*built.written, LIST}
    assert "verify_dice.html" not in changed
    assert f"{name}/boards/ground.png" not in changed  # the printed map is as it was


def test_a_campaign_that_is_gone_takes_its_files_along_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    build(store_of(tmp_path, "gwe")[0], str(folder), Wish())
    (folder / "mine.txt").write_text("mine", encoding="utf-8")
    built = build(store_of(tmp_path, "durchbruch", 0)[0], str(folder), Wish())
    assert built.removed
    assert not [path for path in files_in(folder) if path.startswith("caporetto-1917/")]
    assert (folder / "mine.txt").exists()


def test_a_folder_with_other_things_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(UsageError, match="no site of pbem"):
        build(store_of(tmp_path, "gwe")[0], str(tmp_path / "site"), Wish())
    (tmp_path / "site" / LIST).write_text("{}", encoding="utf-8")
    with pytest.raises(UsageError, match="is not what a build writes"):
        build(store_of(tmp_path, "gwe")[0], str(tmp_path / "site"), Wish())


def test_pages_ask_no_other_host_and_are_small(tmp_path: Path) -> None:
    store, name = store_of(tmp_path, "gwe")
    build(store, str(tmp_path / "site"), Wish())
    files = files_in(tmp_path / "site")
    for path in ("index.html", f"{name}/index.html"):
        page = files[path].decode()
        assert len(without_boards(files[path])) < 300_000
        named = re.findall(r"""\s(?:src|href|action|poster)=["']?([^"'\s>]+)""", page)
        assert named
        assert [one for one in named if re.match(r"(?:[a-z]+:)?//", one)] == []
        there = [one.partition("#")[0] for one in named if not one.startswith("#")]
        base = tmp_path / "site" / Path(path).parent
        assert [one for one in there if one and not (base / one).exists()] == []
        assert "default-src 'none'" in page


def test_the_feed_names_entries_by_the_hash_of_the_record(tmp_path: Path) -> None:
    store, name = store_of(tmp_path, "gwe")
    files = show(store, name, Wish(url="https://club.example.org/")).files
    root = ET.fromstring(files["feed.atom"])
    ids = [entry.findtext(f"{ATOM}id", "") for entry in root.findall(f"{ATOM}entry")]
    hashes = {f"urn:pbem:{entry.hash}" for entry in store.entries(name)}
    assert len(ids) == len(set(ids)) > 1
    assert set(ids) <= hashes
    times = [entry.findtext(f"{ATOM}updated", "") for entry in root.findall(f"{ATOM}entry")]
    assert times == sorted(times, reverse=True)
    assert root.findtext(f"{ATOM}updated") == times[0]
    links = [one.get("href", "") for one in root.iter(f"{ATOM}link")]
    assert all(link.startswith(f"https://club.example.org/{name}/") for link in links)


def test_the_site_has_calendars(tmp_path: Path) -> None:
    store, name = store_of(tmp_path, "gwe")
    build(store, str(tmp_path / "site"), Wish())
    for path in ("dates.ics", f"{name}/dates.ics"):
        assert (tmp_path / "site" / path).read_bytes() == dates_ics(dates(store, [name]))


def test_the_picture_for_links_has_the_size_that_chats_want(tmp_path: Path) -> None:
    store, name = store_of(tmp_path, "gwe")
    files = show(store, name, Wish()).files
    (tmp_path / "card.png").write_bytes(files["card.png"])
    with Image.open(tmp_path / "card.png") as card:
        assert card.size == (1200, 630)
    page = files["index.html"].decode()
    for wanted in ('property="og:image" content="card.png"', 'property="og:image:alt"', 'property="og:title"'):
        assert wanted in page


@pytest.mark.parametrize(
    ("size", "action"),
    [((2000, 1500), ()), ((2000, 1500), (1900, 1400, 2000, 1500)), ((900, 700), (10, 10, 40, 40)), ((3000, 300), ())],
)
def test_the_window_lies_inside_the_board_and_has_the_right_shape(
    size: tuple[int, int], action: tuple[int, ...]
) -> None:
    left, top, right, bottom = window(size, action)
    assert 0 <= left < right <= size[0]
    assert 0 <= top < bottom <= size[1]
    assert abs((right - left) * 630 - (bottom - top) * 1200) < 1200


def _hidden_after_each(store: Store, name: str) -> list[list[UnitId]]:
    """After the set-up and each step: the units on the map that the public does not see."""
    campaign, state = load(store, name)
    trail = with_whole_trail(store, campaign, state).trail
    grid, found = campaign.scenario.map.grid, []
    for seq in (1, *(past.seq for past in trail)):
        place = state_after(store, campaign, seq).position
        shown = position_seen(campaign, place, "").units
        found.append([unit for unit, one in place.units.items() if one.place in grid and unit not in shown])
    return found


def test_nothing_names_what_the_public_must_not_know(tmp_path: Path) -> None:
    store, name = store_of(tmp_path, "caporetto", 4)
    hidden = _hidden_after_each(store, name)
    assert hidden[-1]
    page = show(store, name, Wish()).files["index.html"].decode()
    data = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert data
    words = [step["seen"] for step in json.loads(data[1])["steps"]]
    stacks = [_last_stacks(article) for article in re.findall(r"<article.*?</article>", page, re.DOTALL)]
    for units, seen, told in zip(hidden, words, stacks, strict=True):
        assert [unit for unit in units if re.search(rf"(?<![\w-]){re.escape(unit)}(?![\w-])", seen + told)] == []
    build(store, str(tmp_path / "site"), Wish())
    front = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert [unit for unit in hidden[-1] if re.search(rf"(?<![\w-]){re.escape(unit)}(?![\w-])", front)] == []


def _last_stacks(article: str) -> str:
    """The list of the stacks that a step has changed, as they stand after it."""
    _, _, rest = article.partition("Stacks that changed")
    return rest.partition("</ul>")[0]


def test_turns_are_held_back_where_a_game_hides_things(tmp_path: Path) -> None:
    store, name = store_of(tmp_path, "caporetto", 4)
    whole, held = show(store, name, Wish()), show(store, name, Wish(delay=1))
    assert len(held.card.entries) < len(whole.card.entries)
    open_game, other = store_of(tmp_path, "gwe")
    assert show(open_game, other, Wish(delay=1)).card == show(open_game, other, Wish()).card


def test_every_board_has_words_and_they_keep_the_fog(tmp_path: Path) -> None:
    store, name = store_of(tmp_path, "caporetto", 4)
    page = show(store, name, Wish()).files["index.html"].decode()
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    words = [step["seen"] for step in json.loads(found[1])["steps"]]
    assert all(words)
    assert any("o'clock" in one for one in words)
    assert max(map(len, words)) <= 900
    campaign, state = load(store, name)
    assert board_words(campaign, state.position, 120).endswith("`pbem tell` says more.")
