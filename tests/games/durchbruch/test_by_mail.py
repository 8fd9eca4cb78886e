"""October 24th through the command line: from the set-up to the verdict, with orders by mail and a moderator."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Pbem, Said, pbem
from tests.seeds import seed_file

__all__ = ["pbem"]

STANDING = (
    "standing:\nlosses: weakest first\npick: strongest first\nhits: retreat\nsupport: all\nhq: none\nmg: highest\n"
    "blow: yes\ndefaults\n"
)
# What each side sends when it is waited for; a corps without lines of its own says `done`.
FILES = {
    ("AG", "set-up"): f"place GE-gas1 at 1717\n{STANDING}",
    ("IT", "set-up"): f"place IT-mg1 at 1720\naside IT-dummy8\n{STANDING}",
    ("AG", "bombardment"): (
        "marker GE-J3, GE-Leib, GE-R23\nstrengthen GE-J3 3\n"
        "fire GE-artLIa at 4205\nfire GE-artLIb at 4305\nfire GE-art200 at 4206\nfire AH-artIa at 1618\n"
        "gas GE-gas1 at 1619\n"
    ),
    ("AG", "surprise"): "first LI\nmove GE-J3 4205\nmove GE-J4 4305\ncorps-III:\nmove GE-Leib 4105\n",
    ("AG", "corps-LI"): "fire GE-artLIa at 4306\nplan if turn <= 1 and 4206 occupied:\n"
    "attack 4206 with GE-J3 on vacated: advance GE-J3 4206\nplan:\nattack 4206 with GE-J3\n",
    ("IT", "corps-XXVII"): "move IT-263 4707\n",
}  # fmt: skip


@pytest.fixture
def campaign(pbem: Pbem) -> Pbem:
    """A campaign of the scenario."""
    new = pbem("new", "d-1", "--game", "durchbruch", "--scenario", "oct24", "--player", "AG=Anna", "--player",
               "IT=Luigi", "--seed", seed_file("durchbruch"))  # fmt: skip
    assert new.code == 0, new.err
    return pbem


def send(pbem: Pbem, side: str, turn: int, step: str, body: str, command: str = "submit") -> Said:
    Path("o.txt").write_text(f"campaign: d-1\nside: {side}\nturn: {turn}\nstep: {step}\n{body}", encoding="utf-8")
    return pbem(command, "o.txt")


def play_on(pbem: Pbem, until: str = "") -> list[dict[str, Any]]:
    """Send whatever is owed until a step is reached, or the game is over; what was owed, in order."""
    debts: list[dict[str, Any]] = []
    for _ in range(80):
        done = pbem("adjudicate")
        assert done.code in (0, 3), done.err
        now = pbem("status", "--json", "--side", "all").json
        if now["over"] or (until and now["step"] == until):
            return debts
        for debt in [debt for debt in now["waiting"] if debt["side"]][:1]:
            debts.append(debt)
            if debt["questions"]:
                one = debt["questions"][0]
                said = send(
                    pbem, debt["side"], now["turn"], debt["step"], f"answer {one['number']}: {one['example']}\n"
                )
            else:
                said = send(
                    pbem, debt["side"], now["turn"], debt["step"], FILES.get((debt["side"], debt["step"]), "done\n")
                )
                if said.code:
                    said = send(pbem, debt["side"], now["turn"], debt["step"], "done\n")
            assert said.code == 0, said.out + said.err
    raise AssertionError("the game has no end")


def test_the_scenario_is_played_from_the_set_up_to_its_end(campaign: Pbem) -> None:
    """5-1, 5-3, 5-4, 7-a, 15: the steps before turn 1, seven chits a turn, and the verdict after turn 2."""
    debts = play_on(campaign)
    played = campaign("status", "--json").json["played"]
    assert played[:3] == ["t1/set-up", "t1/bombardment", "t1/surprise"]
    assert played[3] == "t1/corps-LI", "the Austro-Germans named the first chit"
    assert [len([one for one in played if one.startswith(f"t{turn}/corps-")]) for turn in (1, 2)] == [7, 7]
    assert played[-1] == "t2/end"
    assert "points for the Austro-Germans" in campaign("report").out
    for name in ("t1/corps-LI", "t1/corps-li", "corps-XXVII"):
        named = campaign("report", "--step", name)
        assert named.code == 0, named.err
    owed = [(debt["side"], debt["step"]) for debt in debts if not debt["questions"]]
    assert owed.count(("AG", "corps-III")) <= 1, "what was filed with the surprise was there when its chit came"
    for command in (
        ["verify"],
        ["luck"],
        ["board", "--out", "b.png"],
        ["archive", "--out", "a.zip"],
        ["verify", "a.zip"],
    ):
        said = campaign(*command)
        assert said.code == 0, said.out + said.err


def test_what_lies_face_down_is_absent_from_all_that_the_enemy_sees(campaign: Pbem) -> None:
    """1.5, 6.2.1-b, 15.2: dummies, stations and machine guns by name, bought points and the pool."""
    play_on(campaign, until="surprise")
    hidden = ("IT-dummy1", "IT-comIV", "IT-comVII", "IT-mg2", "IT-mg9")
    for words in (["report"], ["report", "--format", "json"], ["status", "--json"], ["history"],
                  ["board", "--out", "x.png"], ["report", "--step", "t1/set-up", "--format", "json"],
                  ["sheet"]):  # fmt: skip
        seen = campaign(*words, "--side", "AG")
        assert seen.code == 0, seen.err
        assert [one for one in hidden if one in seen.out] == [], words
    theirs = campaign("report", "--side", "IT", "--step", "t1/bombardment", "--format", "json")
    assert "strengthen" not in theirs.out
    assert "IT-dummy1" in campaign("sheet", "--side", "IT").out


def test_orders_are_refused_with_rule_and_advice(campaign: Pbem) -> None:
    """7-a, 12-b, 13: what is found, what is wanted, and what to do."""
    play_on(campaign, until="surprise")
    far = send(campaign, "AG", 1, "surprise", "move GE-J3 4220\n", "check")
    assert far.code == 1
    assert "[12-b]" in far.out
    foreign = send(campaign, "AG", 1, "surprise", "move IT-87 1618\n", "check")
    assert "belongs to the Italians" in foreign.out
    guns = send(campaign, "AG", 1, "surprise", "move GE-artLIa 4202\n", "check")
    assert "[6.4.1]" in guns.out
    assert "[13]" in send(campaign, "AG", 1, "surprise", "attack 4308 with GE-J3\n", "check").out


def test_the_views_answer_in_the_words_of_the_game(campaign: Pbem) -> None:
    """See 12-b, 13.2.1-5: moves, odds, overlays."""
    play_on(campaign, until="surprise")
    moves = campaign("moves", "GE-J3", "--side", "AG", "--json").json
    assert [way["name"] for way in moves["ways"]] == ["walk", "march"]
    assert "1.4-need" in campaign("moves", "GE-J4", "--side", "AG").out or moves["ways"][0]["goals"]
    for layer in ("zoc", "command"):
        assert campaign("board", "--side", "AG", "--overlay", layer, "--out", "l.png").code == 0
    assert campaign("rules", "durchbruch", "13.3.1").code == 0


def test_1_5_a_counter_placed_face_down_does_not_tell_where_it_was_listed(campaign: Pbem) -> None:
    """1.5: the list of the set-up is public, so whoever is told to have left his hex tells who has stayed in his."""
    assert send(campaign, "IT", 1, "set-up", "place IT-comIV at 3020\n").code == 0
    assert send(campaign, "AG", 1, "set-up", "done\n").code == 0
    campaign("adjudicate")
    facts = campaign("report", "--step", "t1/set-up", "--format", "json", "--side", "AG").out
    assert '"3020"' in facts
    assert '"placed"' not in facts


def test_6_1_c_a_campaign_waits_for_the_plan_and_for_nothing_else(pbem: Pbem) -> None:
    """6.1-c, 16.5: the Italians may write first; who forgot the plan is told in the receipt, and owes it."""
    new = pbem("new", "d-1", "--game", "durchbruch", "--scenario", "campaign", "--player", "AG=Anna", "--player",
               "IT=Luigi", "--seed", seed_file("durchbruch"))  # fmt: skip
    assert new.code == 0, new.err
    assert send(pbem, "IT", 1, "set-up", "place IT-mg1 at 1720\n").code == 0
    assert "[6.1-c]" in send(pbem, "AG", 1, "set-up", "place GE-gas1 at 1717\n", "check").out
    late = send(pbem, "AG", 1, "set-up", "done\n")
    assert (late.code, "choose waffentreue" in late.out) == (0, True)
    pbem("adjudicate")
    owed = pbem("status", "--json", "--side", "all").json["waiting"]
    assert [debt["side"] for debt in owed] == ["AG"]
    said = send(pbem, "AG", 1, "set-up", "choose conrad\n")
    assert said.code == 0, said.out + said.err
    pbem("adjudicate")
    assert pbem("status", "--json").json["step"] == "bombardment"
    for words in (["report"], ["history"], ["status", "--json"], ["report", "--format", "json"]):
        assert "conrad" not in pbem(*words, "--side", "IT").out
