"""25.0 Fog of war: what is seen of a stack, and that nothing else is, whatever the other side asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.games.strafexpedition.by_mail.odds import odds
from pbem.games.strafexpedition.card import GAME
from pbem.games.strafexpedition.costs import check_entry
from pbem.games.strafexpedition.counters import AH, IT
from pbem.games.strafexpedition.digging import clear_up, is_at_work
from pbem.games.strafexpedition.disorganization import disorganize
from pbem.games.strafexpedition.fog_of_war import hidden_from, tell, top_unit, view
from pbem.games.strafexpedition.reinforcements import arrivals, due
from pbem.games.strafexpedition.set_up import load
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in, with_stand_ins
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.position import read_position
from tests.games.strafexpedition.boards import board, flat
from tests.games.strafexpedition.data import TEXTS
from tests.games.strafexpedition.days import read
from tests.games.strafexpedition.fighting import storm
from tests.games.strafexpedition.test_by_mail import call
from tests.seeds import seed_file

STACK = (
    "IT-g BATTERY 0303\nIT-a BATTALION 0303 2 disorganized=2\nIT-f FORTRESS 0302\nIT-b BATTALION 0302\nIT-h HQ 0303\n"
)


def foggy(rows: str) -> Board:
    return board(flat(5, 6), rows, options={"fog": "on"})


def seen(here: Board, side: Side) -> Board:
    shown = view(here.scenario, here.freeze(1, ""), side)
    return Board(with_stand_ins(here.scenario, shown), shown)


def test_25_1_the_top_unit_is_infantry_where_there_is_any() -> None:
    """25.1, ruling R192: fortresses and headquarters lie open."""
    here = foggy(STACK + "IT-k BATTERY 0404\nIT-l BATTERY 0404")
    tops = [top_unit(here, HexId(one), IT) for one in ("0303", "0302", "0404", "0101")]
    assert tops == ["IT-a", "IT-b", "IT-k", None]
    assert list(hidden_from(here, AH)) == ["IT-g", "IT-l"]
    assert hidden_from(here, IT) == {}


def test_25_2_nobody_sees_how_much_the_enemy_is_disorganized() -> None:
    here = foggy(STACK)
    assert seen(here, AH).marks(UnitId("IT-a")) == ()
    assert seen(here, IT).marks(UnitId("IT-a")) == ("disorganized=2",)


def test_25_3_the_enemy_sees_how_many_lie_below_and_no_more() -> None:
    shown = seen(foggy(STACK), AH)
    assert [is_stand_in(unit) for unit in shown.units_at(HexId("0303"))] == [False, False, True]
    assert UnitId("IT-g") not in shown.units()


def test_25_3_who_fights_is_named_and_others_are_not() -> None:
    rows = STACK + "AH-a BATTALION 0403 2 assault=0303\nIT-c BATTALION 0101\nIT-d BATTALION 0101"
    here = foggy(rows)
    before = here.freeze(1, "")
    here.move(UnitId("IT-d"), ["0101", "0102", "0101"], "11.0")
    storm(here, "0D1R/0D1")
    told = tell(here.scenario, before, here.freeze(1, ""), here.facts, AH)
    text = "\n".join(str(fact.as_json()) for fact in told)
    assert "IT-g" in text  # it stood in the assaulted hex
    assert "IT-d" not in text
    assert "IT-?1" in text
    points = [fact for fact in told if fact.kind == "marked" and "disorganized" in fact["mark"]]
    assert [fact["unit"] for fact in points] == ["AH-a"]


def test_25_1_below_guns_on_top_there_is_no_infantry() -> None:
    """25.1, 19.4: a check on receipt lets units into a hex with guns alone, seen or unseen."""
    shown = seen(foggy("IT-k BATTERY 0404\nIT-l BATTERY 0404\nAH-a BATTALION 0403"), AH)
    check_entry(shown, UnitId("AH-a"), HexId("0404"))


def test_25_1_odds_say_what_they_leave_out() -> None:
    shown = seen(foggy(STACK + "AH-a BATTALION 0403"), AH)
    (order,) = read(shown, AH, "assault 0303 with AH-a", "action-1")
    aside = odds(shown, order).aside("unseen")
    assert aside is not None
    assert aside.figures["units"] == 1


# -- two worlds ----------------------------------------------------------------------------------------------

PLACES = [("1234", "1232"), ("1232", "1234")]  # where the mountain and the field battery lie, below battalions


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two campaigns of Novegno that differ in which of two Italian batteries lies below which battalion."""
    folder = tmp_path_factory.mktemp("worlds")
    for name, (mountain, field) in zip("ab", PLACES, strict=True):
        db = ("--db", str(folder / f"{name}.db"))
        made = call("new", "x", "--game", "strafexpedition", "--scenario", "novegno", "--option", "fog=on",
                    "--seed", seed_file("two worlds"), *db)  # fmt: skip
        assert made[0] == 0, made[1]
        guns = f"place IT-S4-MTN-1 at {mountain}\nplace IT-S4-FLD-1 at {field}\n"
        for side, text in (("IT", f"step: set-up\n{guns}"), ("AH", "step: set-up\ndone\n")):
            path = folder / f"{name}-{side}.txt"
            path.write_text(f"campaign: x\nside: {side}\nturn: 1\n{text}", encoding="utf-8")
            code, said = call("submit", str(path), *db)
            assert code == 0, said
            call("adjudicate", *db)
    return folder / "a.db", folder / "b.db"


def everything(db: Path, eyes: str, folder: Path) -> Iterator[tuple[str, str | bytes]]:
    """All that somebody can ask for with these eyes."""
    place = ("--db", str(db), *(("--side", eyes) if eyes else ()))
    for words in (
        ("report", "--turn", "1"),
        ("report", "--turn", "1", "-f", "json"),
        ("status", "--json"),
        ("history",),
    ):
        yield " ".join(words), call(*words, *place)[1]
    picture = folder / "board.png"
    yield "board", call("board", "--json", "--out", str(picture), *place)[1]
    yield "picture", picture.read_bytes()
    if eyes:
        yield "sheet", call("sheet", *place)[1]
        yield "odds", call("odds", "assault 1434 with AH-180-1-III", *place)[1]
        yield "moves", call("moves", "AH-180-1-III", *place)[1]
        orders = folder / "orders.txt"
        orders.write_text(f"campaign: x\nside: {eyes}\nturn: 1\nstep: command\nbrigade 180\n", encoding="utf-8")
        yield "check", call("check", str(orders), "--db", str(db))[1]


def plain(text: str | bytes) -> str | bytes:
    """Without hashes and the path of the store, which differ between any two campaigns."""
    return text if isinstance(text, bytes) else re.sub(r"[0-9a-f]{16,}|![0-9a-f]{8}|/\S+/[ab]\.db", "#", text)


@pytest.mark.parametrize("eyes", ["AH", ""])
def test_25_3_the_enemy_cannot_tell_two_worlds_apart(worlds: tuple[Path, Path], tmp_path: Path, eyes: str) -> None:
    """25.1, 25.2, 25.3: posts, boards with their data, sheets, odds, moves, receipts, status and history."""
    one, other = (list(everything(path, eyes, tmp_path)) for path in worlds)
    for (name, text), (_, same) in zip(one, other, strict=True):
        assert plain(text) == plain(same), name
        assert isinstance(text, bytes) or "S4-MTN-1" not in text.replace("AH-S4-MTN-1", "") or name == "history", name


def test_25_3_the_owner_can(worlds: tuple[Path, Path]) -> None:
    one, other = (call("sheet", "--side", "IT", "--db", str(path))[1] for path in worlds)
    assert plain(one) != plain(other)


AROUND = "AH-a BATTALION 0403 2 assault=0303\nIT-a BATTALION 0303\nIT-c BATTALION 0101 2 {one}\nIT-d BATTALION 0106\n"
BELOW = [("IT-g BATTERY 0101\nIT-m MILITIA 0106", "disorganized=1"), ("IT-g BATTERY 0106\nIT-m MILITIA 0101", "moved")]


def test_25_3_a_day_of_fighting_looks_the_same_whatever_lies_below() -> None:
    """25.2, 25.3: units below others, and points of those who do not fight, differ; facts and positions do not."""
    found = []
    for rows, mark in BELOW:
        here = foggy(AROUND.format(one=mark if mark != "moved" else "") + rows)
        before = here.freeze(1, "")
        for unit in here.units_at(HexId("0101"), IT):
            disorganize(here, unit, 1, "13.2.6")
        below = next(unit for unit in here.units_at(HexId("0106")) if unit != "IT-d")
        here.move(below, ["0106", "0105", "0106"], "11.0")
        storm(here, "0D1R/0D1")
        after = here.freeze(1, "")
        told = [fact.as_json() for fact in tell(here.scenario, before, after, here.facts, AH)]
        found.append((told, view(here.scenario, before, AH).text(), view(here.scenario, after, AH).text()))
    assert found[0] == found[1]


def test_25_3_the_steps_of_a_day_can_be_told_while_reinforcements_lie_below_others() -> None:
    """25.3, 6.1: whoever has come is not due, whether the other side sees him or not."""
    printed = load(TEXTS, "campaign", {"fog": "on"})
    here = Board(printed, GAME.set_up(printed))
    coming = next(line for line in arrivals(printed) if line.side == AH)
    for unit in coming.units[:2]:
        here.put(unit, "4738", "6.1")
    shown = view(printed, here.freeze(coming.turn, "reinforcement"), IT)
    assert [unit in shown.units for unit in coming.units[:2]] == [True, False]
    assert due(Board(with_stand_ins(printed, shown), shown), AH)[:1] == coming.units[2:3]


def test_25_3_an_enemy_who_digs_below_another_is_thought_to_go_on() -> None:
    """25.3, 18.2: the other side's files are checked on what it sees; his work is not taken for lost."""
    here = foggy(STACK + "IT-k BATTALION 0303")
    here.mark_hex(HexId("0303"), "digging=IT-k:1", "18.2")
    shown = seen(here, AH)
    assert UnitId("IT-k") not in shown.units()
    clear_up(shown)
    assert is_at_work(shown, HexId("0303"))


def test_25_3_nobody_is_told_which_of_the_units_below_another_digs() -> None:
    """25.3, 18.2: two units lie below the top one; whichever digs, the enemy sees the same, and work goes on."""
    found = []
    for digger in ("IT-g", "IT-k"):
        here = foggy(STACK + "IT-k BATTALION 0303")
        here.mark_hex(HexId("0303"), f"digging={digger}:1", "18.2")
        shown = seen(here, AH)
        assert is_at_work(shown, HexId("0303"))
        assert view(here.scenario, shown.freeze(1, ""), AH) == shown.freeze(1, ""), "looked at again"
        found.append((shown.freeze(1, "").text(), view(here.scenario, here.freeze(1, ""), Side("")).text()))
        assert digger in view(here.scenario, here.freeze(1, ""), IT).text()
    assert found[0] == found[1]
    assert not any(f"digging={digger}" in text for text in found[0] for digger in ("IT-g", "IT-k"))
    assert read_position(found[0][0]).text() == found[0][0]
