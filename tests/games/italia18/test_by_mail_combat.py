"""What orders and standing orders say in a combat: guns, leads, losses, retreats, advance; how often it stops."""

from __future__ import annotations

import pytest

from pbem.errors import Illegal, Unreadable, Waiting
from pbem.games.italia18.card import GAME
from pbem.games.italia18.counters import CP, EN
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Question
from pbem.kernel.text.reading import read_file
from tests.games.italia18.battles import field, state
from tests.games.italia18.boards import units
from tests.games.italia18.mailing import combat, fired, read, topics
from tests.games.tables import dropped, facts

MEN = "GE-1 III 6-4-5/5 infantry at 0604\nGE-2 III 6-4-5/5 infantry at 0604\nIT-1 XX 6-9-4/4 infantry at 0504\n"
TWO = MEN + "IT-2 III 4-4-5/3 infantry at 0504\n"
GUNS = (
    "GE-c1 - 2-3-3 corps-artillery at 0704\nIT-c1 - 2-3-3 corps-artillery at 0304\n"
    "IT-c2 - 2-3-3 corps-artillery at 0304\n"
)
NAME = "attack on 0504 / "
QUIET = "guns: none\nlead: highest\nbombarded: weakest first\nretreat: never\nsend: none\nlosses: weakest first\n"


def dice(*, blue: int = 2, green: int = 1, white: tuple[int, int] = (3, 4), **others: int) -> dict[str, object]:
    found: dict[str, object] = {NAME + "white dice": white, NAME + "blue die": blue, NAME + "green die": green}
    return found | {NAME + name.replace("_", " "): face for name, face in others.items()}


# -- how often it stops --------------------------------------------------------------------------------------


def test_before_the_dice_the_defender_is_asked_once() -> None:
    """See 12.2.2a, 12.2.3e: guns, counter-battery, who pays for bombardments and who leads go out together."""
    asked: list[Question] = []
    with pytest.raises(Waiting):
        combat(field(TWO + GUNS), "attack 0504 with GE-1, GE-2 guns GE-c1", {}, asked=asked)
    assert topics(asked) == [(EN, "guns"), (EN, "cb"), (EN, "bombarded"), (CP, "bombarded"), (EN, "lead")]


def test_after_the_dice_the_defender_is_asked_once() -> None:
    """See 12.2.7: the way of each unit, the losses and the reserves go out together."""
    asked: list[Question] = []
    b = field(TWO + "IT-near III 4-4-5/5 infantry at 0304\n")
    with pytest.raises(Waiting):
        combat(b, "attack 0504 with GE-1, GE-2", dice(blue=5), theirs="lead: highest", result="0/7", asked=asked)
    assert topics(asked) == [(EN, "retreat"), (EN, "retreat"), (EN, "losses"), (EN, "send")]


def test_at_the_end_the_attacker_is_asked_once() -> None:
    """See 12.2.7: losses, advance and exploitation go out together."""
    asked: list[Question] = []
    with pytest.raises(Waiting):
        combat(field(MEN), "attack 0504 with GE-1, GE-2", dice(green=6), theirs=QUIET, result="2/9", asked=asked)
    assert topics(asked) == [(CP, "advance"), (CP, "exploit")]  # the lead unit pays: who else has no choice


def test_with_lines_for_all_of_it_nothing_stops() -> None:
    """See 12.2: two mails a sequence are the least."""
    b = field(TWO + GUNS)
    on = "on any: bombarded weakest first; losses GE-2; advance all; exploit GE-1"
    rolls = dice(green=5) | {NAME + "attacker's bombardment": 4}
    combat(b, f"attack 0504 with GE-1, GE-2 guns GE-c1 lead GE-2 {on}", rolls, theirs=QUIET + "cb: none", result="2/13")
    assert {fact["source"] for fact in facts(b, "decided")} == {"standing", "orders"}
    assert state(b, "GE-1", "GE-2") == [("0504", 2, ("exploitation",)), ("0604", 1, ())]


# -- the gun plan --------------------------------------------------------------------------------------------

FRONT = (
    "GE-1 III 9-4-5/5 infantry at 0604\nGE-2 III 9-4-5/5 infantry at 0606\nGE-3 III 9-4-5/5 infantry at 0603\n"
    "IT-1 XX 3-3-4/4 infantry at 0504\nIT-2 XX 3-3-4/4 infantry at 0506\n"
)
ATTACKS = "attack 0504 with GE-1\nattack 0506 with GE-2"
CALM = "lead: highest\nretreat: never\nsend: none\nlosses: weakest first\ncb: none\n"


def phase(plan: str, attacks: str = ATTACKS, guns: str = GUNS) -> dict[str, list[str]]:
    """Which guns of the Entente fire where, with dice that hurt nobody."""
    b = field(FRONT + guns)
    rolls: dict[str, object] = {}
    for target in ("0504", "0506"):
        name = f"attack on {target} / "
        rolls |= {name + "white dice": (3, 4), name + "blue die": 2, name + "green die": 1}
        rolls |= {name + "attacker's bombardment": 1, name + "defender's bombardment": 1}
    combat(b, attacks, rolls, theirs=plan + CALM, result="0/0")
    return fired(b)


@pytest.mark.parametrize(
    ("plan", "found"),
    [
        ("guns: all", {"0504": ["IT-c1", "IT-c2"]}),
        ("guns: none", {}),
        ("guns 0506: IT-c2\nguns: up to 1", {"0504": ["IT-c1"], "0506": ["IT-c2"]}),
        ("guns 0504: 1 of IT-c2, IT-c1\nguns: all", {"0504": ["IT-c2"], "0506": ["IT-c1"]}),
        ("keep IT-c1 for 0506\nguns: all", {"0504": ["IT-c2"], "0506": ["IT-c1"]}),
        ("keep 1 for 0506\nguns: all", {"0504": ["IT-c1"], "0506": ["IT-c2"]}),
        ("keep IT-c1, IT-c2 for 0503\nguns: all", {"0504": ["IT-c1", "IT-c2"]}),  # nobody of ours is there
        ("guns: none if odds >= 3-1\nguns: all", {}),
        ("guns: none if odds < 3-1\nguns: all", {"0504": ["IT-c1", "IT-c2"]}),
    ],
)
def test_15_2_2b_the_plan_for_the_guns_of_a_phase(plan: str, found: dict[str, list[str]]) -> None:
    assert phase(plan + "\n") == found


def test_15_2_2b_a_kept_gun_is_free_once_its_hex_is_safe() -> None:
    """Nobody beside 0506 is left that has not attacked: the gun may fire for the other hex."""
    swapped = "\n".join(reversed(ATTACKS.splitlines()))
    assert phase("keep IT-c1 for 0506\nguns 0506: none\nguns: all\n", swapped) == {"0504": ["IT-c1", "IT-c2"]}


def test_12_2_2b_as_many_guns_as_the_attacker_and_some_at_his() -> None:
    armed = ATTACKS.replace("with GE-1", "with GE-1 guns GE-c1")
    assert phase("guns: match\ncb: 1 if guns >= 1\n", armed) == {"0504": ["IT-c1*"]}
    assert phase("guns: match if guns >= 1\nguns: none\ncb: max\n", armed) == {"0504": ["IT-c1*"]}


def test_a_line_that_says_ask_stops_whatever_stands_below() -> None:
    asked: list[Question] = []
    with pytest.raises(Waiting):
        combat(field(MEN + GUNS), "attack 0504 with GE-1", {}, theirs="guns: ask\ndefaults", asked=asked)
    assert topics(asked) == [(EN, "guns")]


# -- other standing orders -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "place", "left"),
    [
        ("retreat: never", "0504", 1), ("retreat: 1", "0403", 2), ("retreat: 1\nretreat-to: 0404", "0404", 2),
        ("retreat: max\nretreat-to 0504: toward 0306", "0305", 3), ("retreat: enough", "0303", 3),
        ("retreat: 2 if hp >= 9\nretreat: never", "0504", 1),
        ("retreat: min\nretreat-to IT-1: away from 0402", "0404", 2),
        ("retreat: 3\nretreat-to: 0404-0304", "0304", 3),
    ],
)  # fmt: skip
def test_12_2_6c_how_far_and_which_way(lines: str, place: str, left: int) -> None:
    """Six hit points are two steps of a division, three fewer for every hex."""
    b = field(MEN)
    combat(b, "attack 0504 with GE-1 on any: advance none; exploit none", dice(blue=4), theirs=lines, result="0/6")
    assert (b.place(UnitId("IT-1")), b.steps(UnitId("IT-1"))) == (place, left)


@pytest.mark.parametrize(
    ("line", "leads"), [("lead: highest", "IT-1"), ("lead: lowest", "IT-2"), ("lead: IT-2", "IT-2")]
)
def test_12_2_3e_who_leads_the_defence(line: str, leads: str) -> None:
    b = field(TWO)
    combat(b, "attack 0504 with GE-1 on any: advance none", dice(), theirs=line, result="0/0")
    assert facts(b, "combat")[0]["leads"] == ["GE-1", leads]


@pytest.mark.parametrize(
    ("line", "gone"), [("strip: reserves", "GE-r"), ("strip: 0603", "GE-e"), ("strip: exploitation, nearest", "GE-e")]
)
def test_12_2_6g_which_marker_goes(line: str, gone: str) -> None:
    b = field(MEN + "GE-r III 4-4-5/5 infantry at 0804 2 reserves\nGE-e III 4-4-5/5 infantry at 0603 2 exploitation\n")
    combat(b, "attack 0504 with GE-1", dice(), theirs=line, result="0/0")
    assert [fact["units"] for fact in facts(b, "stripped")] == [[gone]]


@pytest.mark.parametrize(
    ("line", "who"), [("confuse: strongest", "AH-X"), ("confuse: weakest", "GE-1"), ("confuse: GE-1", "GE-1")]
)
def test_12_2_6i2_whom_to_confuse(line: str, who: str) -> None:
    b = field("GE-1 III 4-4-5/5 infantry at 0604\nAH-X XX 8-9-4/2 infantry at 0604\nIT-1 XX 6-9-4/4 infantry at 0504\n")
    rolls = dice(green=1) | {NAME + "attacker's orders": 2}
    combat(b, "attack 0504 with GE-1, AH-X", rolls, theirs=line, result="0/0")
    assert [fact["unit"] for fact in facts(b, "disorganized")] == [who]


@pytest.mark.parametrize(
    ("line", "pays"), [("stoss: always", "GE-s"), ("stoss: never", "GE-1"), ("stoss: always if lead whole", "GE-s")]
)
def test_12_2_8e_stosstruppen_by_standing_order(line: str, pays: str) -> None:
    b = field(MEN + "GE-s - - assault-troops kind=stosstruppen at 0604\n")
    attack = "attack 0504 with GE-1, GE-2 lead GE-1 assault none on any: losses weakest first"
    combat(b, attack, dice(), ours=line, theirs=QUIET, result="2/0")
    assert [fact["unit"] for fact in facts(b, "lost")] == [pays]


@pytest.mark.parametrize(
    ("lines", "place"), [("send: none", "0304"), ("send 0504: IT-near", "0504"), ("send: IT-near to 0404", "0404")]
)
def test_12_2_6n_who_comes_up(lines: str, place: str) -> None:
    b = field(MEN + "IT-near III 4-4-5/4 infantry at 0304")
    combat(b, "attack 0504 with GE-1", dice(blue=4), theirs=f"{lines}\nretreat: never", result="0/2")
    assert b.place(UnitId("IT-near")) == place


# -- what attacks say ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("green", "on", "places"),
    [
        (6, "on perfect: advance GE-1 0404, GE-2 on partial: advance GE-2", ["0404", "0504"]),
        (4, "on perfect: advance GE-1 0404, GE-2 on partial: advance GE-2", ["0604", "0504"]),
        (6, "on any: advance all", ["0504", "0504"]),
        (6, "on any: advance none", ["0604", "0604"]),
    ],
)
def test_12_4b_the_advance_by_result(green: int, on: str, places: list[str]) -> None:
    b = field(MEN)
    combat(b, f"attack 0504 with GE-1, GE-2 {on}; exploit none", dice(green=green), ours="exploit: none", result="0/9")
    assert [b.place(unit) for unit in units("GE-1 GE-2")] == places


def test_12_1a_conditions_are_looked_at_when_the_turn_comes() -> None:
    b = field(FRONT)
    rolls = dice() | {name.replace("0504", "0506"): faces for name, faces in dice().items()}
    attacks = (
        "attack 0504 with GE-1 on any: losses GE-1\nattack 0506 with GE-2 if lost >= 1 on any: losses GE-2\n"
        "attack 0503 with GE-3 unless 0503 empty"
    )
    combat(b, attacks, rolls, theirs=CALM, result="2/0")
    assert [fact["hex"] for fact in facts(b, "combat")] == ["0504", "0506"]
    assert [fact["why"] for fact in facts(b, "skipped")] == ["condition not met: not 0503 empty"]


@pytest.mark.parametrize(("odds", "is_fought"), [("2-1", True), ("9-1", False)])
def test_12_2_4a_odds_as_a_condition(odds: str, is_fought: bool) -> None:
    b = field(FRONT)
    combat(b, f"attack 0504 with GE-1 if odds >= {odds}", dice(), theirs=CALM, result="0/0")
    assert bool(facts(b, "combat")) is is_fought


def test_12_2_4c_a_hopeless_attack_takes_a_word_more() -> None:
    """12.2.4c (see ruling R31): it is refused, and with `force` it is called off at its price."""
    weak = "AH-1 III 1-4-5/4 infantry at 0604\nIT-1 XX 6-9-4/6 infantry at 0504\n"
    b = field(weak)
    combat(b, "attack 0504 with AH-1", {})
    assert dropped(b) == [("12.2.4c", "the attack on 0504 would be called off, at the price of three steps")]
    b = field(weak)
    combat(b, "attack 0504 with AH-1 force", {})
    assert b.place(UnitId("AH-1")) == "gone"


def test_15_3a_assault_troops_are_used_unless_the_order_says_none() -> None:
    """15.3a (see ruling R35)."""
    storm = MEN + "GE-s - - assault-troops kind=stosstruppen at 0604\n"
    for text, used in (("", ["GE-s"]), (" assault none", []), (" assault GE-s", ["GE-s"])):
        b = field(storm)
        combat(b, f"attack 0504 with GE-1{text}", dice(), theirs=QUIET, result="0/0")
        assert facts(b, "combat")[0]["assault"] == used


def test_13_0c_a_stack_leaves_as_its_order_says() -> None:
    men = "GE-1 XX 6-4-5/4 infantry at 0604 3 disengage\nIT-1 XX 6-9-4/4 infantry at 0504\n"
    for words, place in (
        ("", "0803"),
        (" 1", "0704"),
        (" max via 0705-0804", "0804"),
        (" min via toward 0706", "0705"),
    ):
        b = field(men)
        combat(b, f"leave 0604{words}", {"disengagement from 0604": 4}, ours="distance: max\nretreat-to: toward 0904")
        assert b.place(UnitId("GE-1")) == place, words


def test_13_0c_the_enemy_leads_by_his_standing_order() -> None:
    """The first way to 0904 would lead through 0704."""
    b = field("GE-1 XX 6-4-5/4 infantry at 0604 3 disengage\nIT-1 XX 6-9-4/4 infantry at 0504\n")
    combat(b, "leave 0604", {"disengagement from 0604": 1}, theirs="r3 0604: 0705")
    assert facts(b, "moved")[0]["path"] == ["0604", "0705", "0804", "0904"]


# -- what cannot be read -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "section", "why"),
    [
        ("attack 0504 with GE-1 gusn GE-c1", "combat-1", "no part of an attack begins with this word here"),
        ("attack 0504 with GE-1 cb many", "combat-1", "a number belongs here"),
        ("attack 0504 with GE-1 on good: advance all", "combat-1", "this word is not understood here"),
        (
            "attack 0504 with GE-1 on any: advance all; advance none",
            "combat-1",
            "`advance` appears twice",
        ),
        ("attack 0504 with GE-1 if odds >= two", "combat-1", "these are no odds"),
        ("attack 0504 with GE-1", "move-1", "`attack` is not an order for the section `move-1`"),
        ("keep IT-c1 for 0506", "standing", "IT-c1 belongs to the Entente"),
        ("retreat: perhaps", "standing", "a number belongs here"),
    ],
)
def test_a_wrong_line_is_refused_with_its_reason(text: str, section: str, why: str) -> None:
    b = field(MEN + GUNS)
    with pytest.raises((Unreadable, Illegal)) as refused:
        read(b, text, CP, section)
    assert why in refused.value.problem.why
    assert refused.value.problem.wanted


@pytest.mark.parametrize("head", ["turn: 1\nstep: exploit-1\n", "turn: 1\nstep: combat-1\n\nexploit-1:\n"])
def test_14_2_in_its_own_section_every_exploit_is_an_order(head: str) -> None:
    """One line after another, also below an attack; in `combat-1` the word goes on with the attack above it."""
    attack = "attack 0504 with GE-1 on perfect: advance GE-1"
    text = f"campaign: x\nside: CP\n{head}\n{attack}\nexploit GE-1 to 0505\nexploit GE-2 to 0505\ndrop GE-1\n"
    lines = [line.text for found in read_file(text.encode(), GAME).sections.values() for line in found]
    assert lines == [attack, "exploit GE-1 to 0505", "exploit GE-2 to 0505", "drop GE-1"]
    joined = read_file(text.replace("exploit-1", "combat-1").encode(), GAME).sections
    assert [line.text for found in joined.values() for line in found][1:] == ["drop GE-1"]
