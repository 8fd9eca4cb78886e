"""The guest game with a moderator, from `new` to `restore`, through the command line."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Pbem, Said, pbem
from tests.guest import card
from tests.guest.playing import keep, look_around, play_on
from tests.seeds import seed_file

__all__ = ["pbem"]

HEAD = "campaign: ford-1\nside: {side}\nturn: {turn}\n"
SECRETS = ("@NO.plan", "@SO.mine", "@SO.back", "=dummy", "choose east", "mine W0301", "@NO.day", "@SO.day")


def opened(pbem: Pbem, name: str = "ford-1") -> None:
    card.register()
    new = pbem("new", name, "--game", "ford", "--scenario", "day", "--player", "NO=Anna", "--player",
               "SO.west=Otto", "--player", "SO.east=Karl", "--seed", seed_file("the ford"))  # fmt: skip
    assert new.code == 0, new.err
    assert "South (SO.east)  Karl" in new.out


def submit(pbem: Pbem, side: str, body: str, turn: int = 1, command: str = "submit") -> Said:
    Path("o.txt").write_text(HEAD.format(side=side, turn=turn) + body, encoding="utf-8")
    return pbem(command, "o.txt")


def test_the_game_is_played_to_its_end(pbem: Pbem) -> None:
    opened(pbem)
    look_around(pbem, "ford-1", "N2", "W0302")
    debts = play_on(pbem, "ford-1", until=lambda now: bool(now["over"]))
    labels = pbem("status", "--json").json["played"]
    assert {"t1/corps-I", "t1/corps-II", "t1/day", "t1/no-action-1", "t2/corps-X"} <= set(labels)
    chits = [label for label in labels if label.startswith("t1/corps-X")]
    assert len(chits) == 2  # the same step twice in a turn, and orders were taken for both
    owed = [(debt.get("seat"), debt["step"]) for debt in debts if debt["kind"] == "orders" and not debt["questions"]]
    assert owed.count(("SO.west", "corps-X")) >= 3
    assert ("NO", "corps-I") not in owed[:2]  # what was filed with the set-up was there when its chit came up
    assert [debt for debt in debts for one in debt["questions"] if one.get("least") == 2]  # exactly two brigades
    assert "The plan was east" in pbem("report").out
    keep(pbem)


def test_a_planned_brigade_reacts_with_the_orders_filed_for_its_action(pbem: Pbem) -> None:
    opened(pbem, "ford-3")
    play_on(pbem, "ford-3", until=lambda now: "t1/no-action-1" in now["played"])
    facts = pbem("report", "--side", "all", "--step", "t1/no-action-1", "--format", "json").json["facts"]
    assert [fact["chosen"] for fact in facts if fact["kind"] == "decided"] == [["yes"]]
    assert [fact["unit"] for fact in facts if fact["kind"] == "revealed"] == ["N1"]
    assert [fact["hexside"] for fact in facts if fact["kind"] == "side-marked"] == ["W0202/W0302"]
    assert "N1 was planned for today and is shown" in " ".join(pbem("report", "--step", "t1/no-action-1").out.split())
    assert pbem("status", "--json").json["step"] == "so-action-2"  # the reaction was its first action


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
    refused = submit(pbem, "SO.west", "set-up:\ndummy S3\n")
    assert refused.code == 1
    assert "S3 is not under the command of the West commander" in refused.out
    west = pbem("sheet", "--side", "SO.west").out
    assert "side: SO.west" in west
    assert ("S1  X 4" in west, "S3  X 4" in west) == (True, False)  # each player has his own units before him
    play_on(pbem, "ford-1", until=lambda now: now["step"].startswith("corps"))
    step = pbem("status", "--json").json["step"]
    side, unit = ("SO.west", "S1") if step == "corps-X" else ("NO", "N1" if step == "corps-I" else "N3")
    far = submit(pbem, side, f"{step}:\nmove {unit} W0101\n", command="check")
    assert far.code == 1
    assert "[2.1]" in far.out
    assert submit(pbem, side, f"{step}:\npass\n", command="try").code == 0
    assert "1/36" in pbem("odds", "attack W0302 with N2", "--side", "NO").out
