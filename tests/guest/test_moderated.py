"""The guest game with a moderator, from `new` to `restore`, through the command line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Pbem, pbem
from tests.guest import card
from tests.guest.playing import play_on
from tests.seeds import seed_file

__all__ = ["pbem"]

HEAD = "campaign: ford-1\nside: {side}\nturn: {turn}\n"
SECRETS = ("@NO.plan", "@SO.mine", "@SO.back", "=dummy", "choose east", "mine W0301", "@NO.day", "@SO.day")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the store of a game that was played to its end; filled by the first test that wants it."""
    return tmp_path_factory.mktemp("ford")


def opened(pbem: Pbem) -> None:
    card.register()
    new = pbem("new", "ford-1", "--game", "ford", "--scenario", "day", "--player", "NO=Anna", "--player",
               "SO.west=Otto", "--player", "SO.east=Karl", "--seed", seed_file("the ford"))  # fmt: skip
    assert new.code == 0, new.err
    assert "South (SO.east)  Karl" in new.out


def send(pbem: Pbem, side: str, body: str, turn: int = 1, command: str = "submit"):  # type: ignore[no-untyped-def]
    Path("o.txt").write_text(HEAD.format(side=side, turn=turn) + body, encoding="utf-8")
    return pbem(command, "o.txt")


def test_the_game_is_played_to_its_end(pbem: Pbem, played: Path) -> None:
    opened(pbem)
    play_on(pbem, "ford-1", until=lambda now: now["over"])
    shown = pbem("report").out
    assert "The plan was east" in shown
    assert pbem("verify").code == 0
    labels = pbem("status", "--json").json["played"]
    assert {"t1/corps-I", "t1/corps-II", "t1/corps-X", "t2/corps-X", "t1/day", "t1/no-action-1"} <= set(labels)
    assert pbem("luck").code == 0
    assert pbem("rules", "ford", "2.2").code == 0
    assert pbem("board", "--out", "board.png").code == 0
    assert pbem("archive", "--out", "ford.zip").code == 0
    assert pbem("verify", "ford.zip").code == 0
    assert pbem("restore", "ford.zip", "--db", "again.db").code == 0
    assert pbem("verify", "--db", "again.db").code == 0
    assert pbem("history", "--db", "again.db").out.splitlines()[-1] == pbem("history").out.splitlines()[-1]
    shutil.copytree(Path.cwd(), played / "over")


def test_what_is_secret_is_absent_from_all_that_others_see(pbem: Pbem) -> None:
    opened(pbem)
    play_on(pbem, "ford-1", until=lambda now: now["step"] == "day")
    assert "North in the field: 4 units with" in " ".join(pbem("report").out.split())  # by the house's own words
    for words in (["report", "--format", "json"], ["status", "--json"], ["history"], ["moves", "N1"]):
        found = pbem(*words, "--side", "NO")
        assert found.code == 0, found.err
        assert not [one for one in SECRETS if one in found.out and "NO" not in one and one != "choose east"], words
        public = pbem(*words)
        assert not [one for one in SECRETS if one in public.out], words
    assert "@SO.mine" not in pbem("report", "--side", "NO", "--step", "t1/set-up", "--format", "json").out
    assert "@SO.back" in pbem("report", "--side", "SO", "--step", "t1/set-up", "--format", "json").out
    assert pbem("archive", "--out", "early.zip").code != 0


def test_orders_are_checked_tried_and_refused_with_the_rule(pbem: Pbem) -> None:
    opened(pbem)
    refused = send(pbem, "SO.west", "set-up:\ndummy S3\n")
    assert refused.code == 1
    assert "S3 is not under the command of the West commander" in refused.out
    play_on(pbem, "ford-1", until=lambda now: now["step"].startswith("corps"))
    step = pbem("status", "--json").json["step"]
    side, unit = ("SO.west", "S1") if step == "corps-X" else ("NO", "N1" if step == "corps-I" else "N3")
    far = send(pbem, side, f"{step}:\nmove {unit} W0101\n", command="check")
    assert far.code == 1
    assert "[2.1]" in far.out
    assert send(pbem, side, f"{step}:\npass\n", command="try").code == 0
    assert "1/36" in pbem("odds", "attack W0302 with N2", "--side", "NO").out


def test_a_case_of_the_guest_game(pbem: Pbem) -> None:
    card.register()
    case = Path(__file__).parent / "ford.case"
    ran = pbem("case", str(case))
    assert ran.code == 0, ran.out + ran.err
