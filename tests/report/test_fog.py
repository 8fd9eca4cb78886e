"""Fog of war in everything that leaves the program: no outlet shows a side what it may not see, or hides its own.

Two ways to be sure: the bytes of every outlet are searched for hidden units; and two campaigns that differ only in
what lies below top units look the same to the enemy, byte for byte.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.cli.main import main
from pbem.desk.adjudicating import Adjudicated, Ran, adjudicate, keeper_sees
from pbem.desk.archive.book import bind
from pbem.desk.outbox.making import messages
from pbem.desk.receiving import receive
from pbem.desk.record.debts import Debt, owed
from pbem.desk.record.eyes import ALL, eyes_of
from pbem.desk.record.eyes import hidden_now as hidden_by
from pbem.desk.record.secrets import Secrets
from pbem.desk.replay.load import load
from pbem.desk.replay.step_facts import StepFacts
from pbem.desk.replay.steps import retold
from pbem.desk.views.pages import receipt_page
from pbem.desk.views.past import facts_of
from pbem.desk.views.post import Wish, context_of, written
from pbem.desk.views.status import status
from pbem.desk.views.steps_seen import step_seen
from pbem.desk.views.telling import tale
from pbem.games.caporetto.fog import hidden_from, revealed
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.pieces import Side
from pbem.report import KINDS
from pbem.store import open_store
from pbem.store.store import Store
from tests.report.foggy import NOW, hidden_now, named_in, new_store, order_file, play, send_legal

EYES = ("CP", "AL", "")
Pbem = Callable[..., str]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign at random, into its second turn."""
    path = tmp_path_factory.mktemp("played") / "pbem.db"
    store = new_store(path)
    play(store, 7, 7)
    store.close()
    return path


@pytest.fixture
def pbem(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pbem:
    """Calls a command in an empty folder; what it printed, refusals too."""
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> str:
        capsys.readouterr()
        main(words)
        captured = capsys.readouterr()
        return captured.out + captured.err

    return call


def as_seen(eyes: str) -> tuple[str, ...]:
    return ("--side", eyes) if eyes else ()


def unknown_to(side: str, step: StepFacts, store: Store) -> list[str]:
    """The units that a post of the step may not name to a side."""
    scenario = load(store)[0].scenario
    before, after = Board(scenario, step.before), Board(scenario, step.after)
    covered = hidden_from(before, Side(side))
    watched = [unit for unit in before.on_map() if unit not in covered]
    return [u for u in hidden_from(after, Side(side)) if u not in (*watched, *revealed(step.facts))]


# -- the bytes of every outlet --------------------------------------------------------------------------------------


def test_no_post_of_any_step_names_a_hidden_unit(played: Path) -> None:
    """11.6: in every step that was played."""
    store = open_store(str(played))
    campaign, _ = load(store)
    found = 0
    for told in retold(store.entries(campaign.id), campaign):
        for eyes in EYES:
            secret = unknown_to(eyes, told.step, store)
            scene, step = step_seen(campaign, told.step, eyes)
            about = context_of(scene, told.state, step, "board.png", "", eyes)
            post = written(scene, step, tale(scene, step.after, step.facts), about, Wish("json"))
            assert named_in(post.text, secret) == [], told.step.label
            found += len(secret)
    assert found > 100


@pytest.mark.parametrize("fmt", KINDS)
def test_no_format_of_a_post_names_a_hidden_unit(pbem: Pbem, played: Path, fmt: str) -> None:
    store = open_store(str(played))
    step = facts_of(store, "", "t1/cp-movement")
    for eyes in EYES:
        post = pbem("report", "--step", step.label, "-f", fmt, "--db", str(played), *as_seen(eyes))
        assert named_in(post, unknown_to(eyes, step, store)) == []
        assert "11.6" in post


@pytest.mark.parametrize("eyes", EYES)
def test_no_other_outlet_names_a_hidden_unit(pbem: Pbem, played: Path, eyes: str) -> None:
    secret = hidden_now(open_store(str(played)), eyes)
    assert len(secret) > 5
    for name, text in outlets(pbem, played, eyes):
        assert named_in(text, secret) == [], name


def outlets(pbem: Pbem, db: Path, eyes: str) -> Iterator[tuple[str, str | bytes]]:
    """Everything but the post that somebody can ask for with these eyes."""
    place = ("--db", str(db), *as_seen(eyes))
    for words in (("status",), ("status", "--json"), ("history",), ("history", "--json")):
        yield words[0], pbem(*words, *place)
    yield "board", pbem("board", "--json", "--scale", "30", *place)
    yield "picture", Path("board.png").read_bytes()
    yield from orders_of(pbem, db, eyes)


def orders_of(pbem: Pbem, db: Path, eyes: str) -> Iterator[tuple[str, str]]:
    """Sheet, moves, odds, check and try of a side; nobody sends orders for both."""
    campaign, state = load(open_store(str(db)))
    seen = Board(campaign.scenario, campaign.game.view(campaign.scenario, state.position, Side(eyes)))
    for unit in [unit for unit in seen.on_map() if not is_stand_in(unit)][:3]:
        yield "moves", pbem("moves", unit, "--json", "--db", str(db), *as_seen(eyes))
    if not eyes:
        return
    for form in ("txt", "json"):
        yield "sheet", pbem("sheet", "--side", eyes, "-f", form, "--db", str(db))
    attacks = possible_attacks(seen, Side(eyes))
    assert len(attacks) > 3
    name = f"{eyes.lower()}-first-combat" if state.position.turn == 1 else state.position.step
    Path("orders.txt").write_bytes(order_file(eyes, state.position.turn, name, attacks))
    for words in (("check",), ("check", "--json"), ("try",), ("try", "--json")):
        yield words[0], pbem(words[0], "orders.txt", *words[1:], "--db", str(db))
    for words in (("odds",), ("odds", "--json")):
        yield words[0], pbem(words[0], "orders.txt", *words[1:], "--db", str(db), *as_seen(eyes))


def possible_attacks(board: Board, side: Side) -> list[str]:
    """An attack on every enemy hex that the side can reach."""
    found: dict[str, list[str]] = {}
    for unit in board.on_map(side):
        for near in board.map.grid.neighbours[board.hex_of(unit)]:
            if any(board.unit(other).side != side for other in board.units_at(near)):
                found.setdefault(near, []).append(unit)
    return [f"attack {target} with {', '.join(units)}" for target, units in found.items()]


@pytest.mark.parametrize("eyes", ["CP", "AL"])
def test_the_owner_sees_all_of_his_own(pbem: Pbem, played: Path, eyes: str) -> None:
    store, enemy = open_store(str(played)), "AL" if eyes == "CP" else "CP"
    own = hidden_now(store, enemy)
    sheet = pbem("sheet", "--side", eyes, "--db", str(played))
    assert named_in(sheet, own) == own
    board = pbem("moves", own[0], "--db", str(played), "--side", eyes)
    assert f"{own[0]} at " in board


def test_the_moderator_sees_everything(pbem: Pbem, played: Path) -> None:
    store = open_store(str(played))
    placed = [str(fact["unit"]) for fact in facts_of(store, "", "t1/al-set-up").facts if fact.kind == "placed"]
    post = pbem("report", "--step", "t1/al-set-up", "--side", "all", "--db", str(played))
    assert named_in(post, placed) == placed
    assert "unseen" not in post


def test_a_film_shows_no_more_than_a_board(pbem: Pbem, worlds: tuple[Path, Path]) -> None:
    films = []
    for path, eyes in ((path, eyes) for path in worlds for eyes in ("CP", "AL")):
        pbem("board", "--animate", "turn", "--scale", "15", "--out", "film.webp", "--side", eyes, "--db", str(path))
        films.append(Path("film.webp").read_bytes())
    assert films[0] == films[2]
    assert films[1] != films[3]


def test_a_question_about_a_hidden_unit_is_refused_the_same_for_all(pbem: Pbem, played: Path) -> None:
    secret = hidden_now(open_store(str(played)), "CP")
    said = {pbem("moves", unit, "--side", "CP", "--db", str(played)).replace(unit, "X") for unit in secret}
    assert len(said) == 1
    assert "is not in sight here: only its owner may ask about it, with --side AL" in " ".join(said.pop().split())


# -- two worlds ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two campaigns after the set-up: below the top units of 2919 and 2820 lie an HQ and a division, or the reverse."""
    folder = tmp_path_factory.mktemp("worlds")
    for name, one, other in (("a.db", "2919", "2820"), ("b.db", "2820", "2919")):
        store = new_store(folder / name)
        lines = ["deploy historical", f"place IT-hq2 at {one}", f"place IT-65 at {other}"]
        send_legal(store, "AL", 1, "set-up", lines)
        adjudicate(store, "Fog", NOW)
        send_legal(store, "CP", 1, "set-up", ["deploy historical"])
        adjudicate(store, "Fog", NOW)
        store.close()
    return folder / "a.db", folder / "b.db"


def test_the_enemy_cannot_tell_two_worlds_apart(pbem: Pbem, worlds: tuple[Path, Path]) -> None:
    """11.6: whatever he asks."""
    one, other = (dict(enumerate(everything(pbem, path, "CP"))) for path in worlds)
    assert len(one) > 20
    for number, (name, text) in one.items():
        assert plain(text) == plain(other[number][1]), name


def test_neither_can_the_public(pbem: Pbem, worlds: tuple[Path, Path]) -> None:
    one, other = ([plain(text) for _, text in everything(pbem, path, "")] for path in worlds)
    assert one == other


def test_the_owner_can(pbem: Pbem, worlds: tuple[Path, Path]) -> None:
    for words in (("sheet", "--side", "AL"), ("report", "--step", "t1/al-set-up", "--side", "AL")):
        one, other = (pbem(*words, "--db", str(path)) for path in worlds)
        assert plain(one) != plain(other)


@pytest.mark.parametrize("form", ["md", "html"])
def test_a_book_shows_no_more_than_the_posts(worlds: tuple[Path, Path], form: str) -> None:
    books = [bind(open_store(str(path)), "", form, scale=30, side=eyes) for eyes in ("CP", "AL") for path in worlds]
    one, other, *own = [(plain(book.text), book.pictures) for book in books]
    assert one == other
    assert own[0][0] != own[1][0]
    assert own[0][1] != own[1][1] or form == "html"  # a page has its boards in it


def everything(pbem: Pbem, db: Path, eyes: str) -> Iterator[tuple[str, str | bytes]]:
    """Posts and all other outlets."""
    for step in ("t1/al-set-up", "t1/cp-set-up"):
        for fmt in ("txt", "json"):
            yield step, pbem("report", "--step", step, "-f", fmt, "--db", str(db), *as_seen(eyes))
    yield from outlets(pbem, db, eyes)


def plain(text: str | bytes) -> str | bytes:
    """Without hashes and their check words, and the path of the store, which differ between any two campaigns."""
    return text if isinstance(text, bytes) else re.sub(r"[0-9a-f]{16,}|![0-9a-f]{8}|/\S+/[ab]\.db", "#", text)


# -- questions, receipts, archives ----------------------------------------------------------------------------------


@pytest.fixture
def asked(worlds: tuple[Path, Path], tmp_path: Path) -> Path:
    """The Allies are asked for their support and their losses, since nothing that they wrote decides it."""
    path = Path(shutil.copy(worlds[0], tmp_path / "asked.db"))
    store = open_store(str(path))
    assert receive(store, "Fog", b"campaign: Fog\nside: AL\nturn: 1\nstanding:\n", "Bruno", NOW).is_accepted
    data = order_file("CP", 1, "cp-first-combat", ["attack 2919 with GE-117, AH-50"])
    assert receive(store, "Fog", data, "Anna", NOW).is_accepted
    adjudicate(store, "Fog", NOW)
    return path


def test_a_question_is_for_the_side_that_is_asked(pbem: Pbem, asked: Path) -> None:
    option = status(open_store(str(asked))).waiting[0].questions[0]["options"][0][0]
    for words in (("status",), ("status", "--json"), ("history",)):
        told = {eyes: pbem(*words, "--db", str(asked), *as_seen(eyes)) for eyes in (*EYES, "all")}
        said = {eyes: " ".join(text.split()) for eyes, text in told.items()}
        assert "attack on 2919 / support" not in said["CP"] + said[""]
        assert "attack on 2919 / support" in said["AL"]
        assert "attack on 2919 / support" in said["all"]
        assert option not in said["CP"] + said[""]
    assert "Next: pbem submit a file with `answer Q1" in pbem("status", "--db", str(asked))
    assert option in messages(open_store(str(asked)), side="AL", boards=False)[0].text


def test_a_receipt_is_made_from_what_its_sender_sees(worlds: tuple[Path, Path], tmp_path: Path) -> None:
    receipts = []
    for path in worlds:
        store = open_store(str(shutil.copy(path, str(tmp_path))))
        data = order_file("CP", 1, "cp-first-combat", ["attack 2919 with GE-117", "attack 2820 with GE-AK, GE-12"], "")
        receipt = receive(store, "Fog", data, "Anna", NOW)
        assert receipt.is_accepted
        receipts.append(receipt_page(receipt, {}).text)
    assert plain(receipts[0]) == plain(receipts[1])
    assert "checked by what you may see" in " ".join(receipts[0].split())


def test_a_part_of_the_orders_is_checked_by_what_its_sender_sees(worlds: tuple[Path, Path], tmp_path: Path) -> None:
    """11.2, 11.6: the next instalment: whether 2820 holds more than an HQ below its top is not found out."""
    found = []
    for path in worlds:
        store = open_store(str(shutil.copy(path, str(tmp_path))))
        first = order_file("CP", 1, "cp-first-combat", ["attack 2720 with GE-5", "more"], "").replace(b"\ndone", b"")
        assert receive(store, "Fog", first, "Anna", NOW).is_accepted
        adjudicate(store, "Fog", NOW)
        assert status(store).waiting[0].kind is Debt.INSTALMENT
        lines = ["attack 2820 with GE-AK", "attack 2919 with GE-5"]
        second = receive(store, "Fog", order_file("CP", 1, "cp-first-combat", lines, ""), "Anna", NOW)
        found.append([(problem.rule, problem.why) for problem in second.problems])
    assert found[0] == found[1]
    assert [rule for rule, _ in found[0]] == ["11.2"]  # GE-5 is not next to 2919


def test_a_running_game_is_not_archived_for_everybody(pbem: Pbem, played: Path) -> None:
    said = pbem("archive", "--db", str(played), "--out", "book")
    assert "an archive would show both sides everything during the game (11.6" in " ".join(said.split())
    assert not Path("book").exists()


def test_a_game_that_is_over_hides_nothing(played: Path) -> None:
    campaign, state = load(open_store(str(played)))
    assert [eyes_of(campaign, state, wanted) for wanted in ("Allies", "", "All")] == ["AL", "", ALL]
    state.position = replace(state.position, step="over")
    assert [eyes_of(campaign, state, wanted) for wanted in ("Allies", "", "All")] == [ALL, ALL, ALL]
    assert hidden_by(campaign, state) == ""


def test_the_dice_of_a_public_post_follow_from_it(pbem: Pbem, played: Path) -> None:
    pbem("report", "--step", "t1/cp-first-combat", "--db", str(played), "--out", "post.txt")
    said = " ".join(pbem("verify", "post.txt").split())
    assert "consistent fog 1 t1/cp-first-combat" in said
    assert "othing is wrong, nothing more is proven: 2 consistent" in said


def test_json_tells_of_hidden_units_where_they_went_and_nothing_else(pbem: Pbem, played: Path) -> None:
    shown = {"kind", "rule", "unit", "path", "how", "was", "place", "hex", "steps", "left", "line", "text"}
    told = 0
    for label in status(open_store(str(played))).played:
        post = json.loads(pbem("report", "--step", label, "--json", "--db", str(played), "--side", "CP"))
        hidden = [fact for fact in post["facts"] if is_stand_in(fact.get("unit", ""))]
        assert all(fact.keys() <= shown and fact.get("left", "?") == "?" for fact in hidden)
        told += len(hidden)
    assert told > 10


# -- two players without a moderator --------------------------------------------------------------------------------


def test_two_players_are_told_what_is_not_protected(pbem: Pbem) -> None:
    new = ("new", "Fog", "--game", "caporetto", "--dice", "chain")
    said = " ".join(pbem(*new, "--me", "CP", "--db", "cp.db").split())
    assert "The record travels whole between two stores, so this cannot be protected here" in said
    pbem("export-turn", "--out", "invitation.txt", "--db", "cp.db")
    joined = " ".join(pbem("import-turn", "invitation.txt", "--me", "AL", "--db", "al.db").split())
    assert "To play with units that are really hidden, let a third person keep the campaign." in joined
    kept = " ".join(pbem(*new[:4], "--player", "CP=Anna", "--db", "moderator.db").split())
    assert "--side all and the store are for your eyes alone until the game is over" in kept
    assert "This game hides" not in pbem("new", "Open", "--game", "gwe", "--db", "open.db")


def test_a_player_who_keeps_the_store_is_told_nothing_of_the_enemy(worlds: tuple[Path, Path], asked: Path) -> None:
    store = open_store(str(asked))
    campaign, state = load(store)
    mine = Ran("t1/x", "x", 9, True, (), ("order of the enemy",))
    done = Adjudicated("Fog", (mine,), tuple(owed(campaign, state)), 1, "x", False)
    assert keeper_sees(done) is done  # a moderator
    for me, number in (("CP", 0), ("AL", 1)):
        shown = keeper_sees(replace(done, eyes=me))
        assert [len(debt.questions) for debt in shown.waiting] == [number]
        assert shown.ran[0].dropped == ()


def test_a_run_knows_whose_eyes_see_it(asked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A moderator sees all; a player who keeps the store by turns sees with his side's eyes while things are hidden."""
    assert adjudicate(open_store(str(asked)), "", NOW).eyes == ALL
    monkeypatch.setattr(Secrets, "me", "CP")
    assert adjudicate(open_store(str(asked)), "", NOW).eyes == "CP"


@pytest.mark.parametrize(("eyes", "shown"), [("AL", ("AL",)), ("", ()), ("CP", ("CP",)), ("all", ("CP", "AL"))])
def test_status_tells_nobody_else_what_a_side_has_filed(
    pbem: Pbem, played: Path, tmp_path: Path, eyes: str, shown: tuple[str, ...]
) -> None:
    """Sections and numbers of standing orders are the owner's; the counts of the other side are not even noughts."""
    shutil.copy(played, tmp_path / "pbem.db")
    store = open_store(str(tmp_path / "pbem.db"))
    for side in ("CP", "AL"):
        text = f"campaign: Fog\nside: {side}\nstanding:\ndefaults\n"
        assert receive(store, "Fog", text.encode(), side, NOW).is_accepted
    store.close()
    words = ("status", *(("--side", eyes) if eyes else ()))
    values = json.loads(pbem(*words, "--json"))
    text = pbem(*words)
    hidden = [side for side in ("CP", "AL") if side not in shown]
    assert text.count("orders in: hidden") == len(hidden)
    assert text.count("standing orders: ") == len(shown)
    for side in hidden:
        assert side not in values["pending"]
        assert side not in values["standing"]
    for side in shown:
        assert values["standing"][side] == 1
