"""What the enemy must not learn: the plan for the guns, and detachments that lie face down."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.errors import Waiting
from pbem.games.italia18 import disengagement
from pbem.games.italia18.by_mail.fog import hidden_from, tell, view
from pbem.games.italia18.by_mail.odds import odds
from pbem.games.italia18.by_mail.orders_combat import Hide
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.detachments import hide, is_down
from pbem.kernel.board import Board
from pbem.kernel.fog import with_stand_ins
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Question
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Orders
from tests.games.italia18.battles import field
from tests.games.italia18.boards import units
from tests.games.italia18.mailing import combat, read
from tests.games.italia18.test_by_mail import call
from tests.games.tables import ListedDice
from tests.seeds import seed_file

ATTACK = "attack 2026 with GE-Leib, GE-1Jg, GE-2Jg guns GE-A14 on any: losses GE-2Jg; bombarded weakest first"
PLANS = ("keep FR-C31 for 2027\nguns: none\nretreat: never", "guns 2026: all\nguns: match\nretreat: max")


def campaign(folder: Path, plan: str) -> Path:
    """A moderated campaign in which the Entente have sent a plan before the Central Powers write."""
    db = folder / "pbem.db"
    made = call(
        "new", "x", "--game", "italia18", "--scenario", "grappa", "--seed", seed_file("the sacred mountain"),
        "--db", str(db),
    )  # fmt: skip
    assert made[0] == 0, made[1]
    call("adjudicate", "--db", str(db))
    sent = f"step: move-1\ncombat-1:\ndone\nexploit-1:\ndone\nstanding:\n{plan}\ndefaults\n"
    assert submit(db, "EN", sent)[0] == 0
    return db


def submit(db: Path, side: str, text: str, verb: str = "submit") -> tuple[int, str]:
    file = db.parent / "orders.txt"
    file.write_text(f"campaign: x\nside: {side}\nturn: 1\n{text}", encoding="utf-8")
    return call(verb, str(file), "--db", str(db))


def all_that_cp_gets(db: Path) -> str:
    """Check, odds, meter, sheet, status, history, moves and reports of the Central Powers before they attack."""
    store = ("--db", str(db))
    file = f"step: move-1\ndone\ncombat-1:\n{ATTACK}\n"
    told = [submit(db, "CP", file, "check")[1], call("odds", ATTACK, "--side", "CP", *store)[1]]
    for words in (("sheet",), ("status",), ("history",), ("moves", "GE-Leib"), ("report",), ("status", "--json")):
        told.append(call(*words, "--side", "CP", *store)[1])
    told.append(call("report", *store)[1])
    told.append(call("status", *store)[1])
    return "\n".join(told)


def test_nothing_that_the_attacker_gets_depends_on_the_gun_plan(tmp_path: Path) -> None:
    """Two campaigns alike but for the plan: every refusal, odds, meter and report is the same to the letter."""
    found = []
    for number, plan in enumerate(PLANS):
        folder = tmp_path / "same"
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        found.append(all_that_cp_gets(campaign(folder, plan)))
        assert "keep" not in found[number]
        assert "guns: match" not in found[number]
    assert without_hashes(found[0]) == without_hashes(found[1])


def without_hashes(text: str) -> str:
    """The text without chains, hashes and sizes, which name the files that came in."""
    return "\n".join(line for line in text.splitlines() if not any(len(word) >= 32 for word in line.split()))


def test_a_wait_for_guns_comes_wherever_guns_are_ready() -> None:
    """12.2.2a: the rules ask whether or not some plan keeps all of them; the answer alone says which fire."""
    men = "GE-1 III 9-4-5/5 infantry at 0604\nIT-1 XX 3-3-4/4 infantry at 0504\nIT-c1 - 2-3-3 corps-artillery at 0304\n"
    dice = {
        "attack on 0504 / white dice": (3, 4), "attack on 0504 / blue die": 2, "attack on 0504 / green die": 1,
        "attack on 0504 / defender's bombardment": 1,
    }  # fmt: skip
    asked = []
    for plan in ("guns: none", "guns: all"):
        b = field(men)
        combat(b, "attack 0504 with GE-1", dice, theirs=plan, result="0/0")
        asked.append([fact["key"] for fact in b.facts if fact.kind == "decided"])
    assert asked[0] == asked[1] == ["attack on 0504 / guns"]


# -- detachments ---------------------------------------------------------------------------------------------

MEN = (
    "IT-d1 I 1-2-5/5 mountain alpini at 0304\nIT-d2 I 2-3-5/4 mountain at 0304 1 dg\nIT-d3 I 1-1-5/3 mountain at 0504\n"
    "GE-1 III 4-4-5/5 infantry at 0604\nIT-1 XX 6-9-4/4 infantry at 0504\n"
)


def hidden_board() -> Board:
    b = field(MEN)
    hide(b, Orders(EN), b.on_map(EN))
    return b


def test_3_0b_detachments_out_of_enemy_zones_show_their_blank_side() -> None:
    b = hidden_board()
    assert [is_down(b, unit) for unit in units("IT-d1 IT-d2 IT-d3 IT-1")] == [True, True, False, False]


@pytest.mark.parametrize(
    ("line", "down"), [(Hide(), 2), (Hide(is_all=False), 0), (Hide(units("IT-d2"), is_all=False), 1)]
)
def test_3_0b_their_owner_says_which(line: Hide, down: int) -> None:
    b = field(MEN)
    hide(b, Orders(EN, (line,)), b.on_map(EN))
    assert sum(is_down(b, unit) for unit in b.on_map(EN)) == down


def test_3_0b_the_enemy_sees_that_they_are_there_and_their_markers() -> None:
    b = hidden_board()
    position = b.freeze(1, "cp-combat-1")
    seen = view(b.scenario, position, CP)
    assert not {"IT-d1", "IT-d2"} & set(seen.units)
    stand_ins = {unit: state for unit, state in seen.units.items() if unit not in position.units}
    assert {unit: state.marks for unit, state in stand_ins.items()} == {"EN-?0304.1": (), "EN-?0304.2": ("dg",)}
    assert view(b.scenario, position, EN).units == position.units


def test_3_0b_combat_turns_them_up_before_guns_are_named() -> None:
    b = field(MEN.replace("0504\nGE-1", "0504 1 down\nGE-1"))
    dice = {"attack on 0504 / white dice": (3, 4), "attack on 0504 / blue die": 2, "attack on 0504 / green die": 1}
    combat(b, "attack 0504 with GE-1 force", dice, theirs="lead: highest", result="0/0")
    kinds = [(fact.kind, fact.get("mark", fact.get("topic"))) for fact in b.facts]
    assert kinds.index(("unmarked", "down")) < kinds.index(("decided", "lead"))


def test_3_0b_a_move_face_down_is_told_without_its_name() -> None:
    b = hidden_board()
    before = b.freeze(1, "en-move-1")
    b.move(UnitId("IT-d1"), ["0304", "0303"], "11.1.1a", how="move")
    b.mark(UnitId("IT-d1"), "dg", "11.2.6b")
    after = b.freeze(1, "en-move-1")
    told = tell(b.scenario, before, after, b.facts[-2:], CP)
    assert "IT-d1" not in json.dumps([fact.about for fact in told])
    assert [fact["path"] for fact in told if fact.kind == "moved"] == [["0304", "0303"]]
    assert hidden_from(b.scenario, after, CP) == dict.fromkeys(units("IT-d1 IT-d2"))


def test_3_0b_odds_reckon_with_a_nameless_detachment() -> None:
    """See ruling R123: the least defence that is printed on one; the owner of the attack cannot learn more."""
    found = []
    for figures in ("1-2-5/5", "9-9-5/6"):
        others = "IT-d2 I 1-2-5/5 mountain at 0304\nGE-1 III 9-4-5/5 infantry at 0604\n"
        b = field(f"IT-d1 I {figures} mountain at 0504 1 down\n{others}")
        seen = view(b.scenario, b.freeze(1, "cp-combat-1"), CP)
        board = Board(with_stand_ins(b.scenario, seen), seen)
        found.append(odds(board, read(board, "attack 0504 with GE-1")))
    assert found[0] == found[1]
    assert found[0].sum("defence").total == 2


def test_3_0b_who_goes_astray_face_down_is_named_by_its_hex() -> None:
    """12.2.6h6: the attacker leads a unit of the enemy's astray, and does not learn which detachment it is."""
    b = field(
        "GE-1 III 9-4-5/5 infantry at 0604\nIT-1 XX 6-9-4/4 infantry at 0504 3 dg\n"
        "IT-d1 I 1-2-5/5 mountain at 0304 1 down\nIT-d2 I 1-2-5/5 mountain at 0304 1 down\n"
    )
    dice = {
        "attack on 0504 / white dice": (3, 4), "attack on 0504 / blue die": 1, "attack on 0504 / green die": 1,
        "attack on 0504 / defender's orders": 6,
    }  # fmt: skip
    asked: list[Question] = []
    with pytest.raises(Waiting):
        combat(b, "attack 0504 with GE-1", dice, result="0/0", asked=asked)
    assert {option.value.partition("-")[0] for option in asked[0].options} == {"0304.1", "0304.2"}
    assert "IT-d" not in json.dumps(asked[0].as_json())


def test_3_0b_no_output_of_the_enemy_names_who_lies_face_down(tmp_path: Path) -> None:
    """A detachment leaves the front and shows its blank side; from the next step on its name is nowhere."""
    db = campaign(tmp_path, "guns: none")
    store, both = ("--db", str(db)), ("--side", "CP", "--db", str(db))
    assert submit(db, "EN", "step: move-1\nmove IT-aGrappa to 1924\nhide all\n")[0] == 0
    for section in ("move-1", "combat-1", "exploit-1"):
        assert submit(db, "CP", f"step: {section}\ndone\nstanding:\ndefaults\n")[0] == 0
    call("adjudicate", *store)
    position = json.loads(call("status", "--json", *both)[1])
    assert (position["turn"], position["step"]) == (1, "cp-move-2")
    told = [call(*words, *both)[1] for words in (("sheet",), ("status",), ("tell", "1924"), ("history",))]
    last = ("report", "--turn", "1", "--step", "weather-2")  # the step in which it was turned all have watched
    told += [call(*last, *both)[1], call(*last, *store)[1], call("tell", "1924", *store)[1]]
    call("board", "--out", str(tmp_path / "board.png"), *both)
    told.append((tmp_path / "board.png").read_bytes().decode("latin-1"))
    told.append(submit(db, "CP", "step: move-2\nmove GE-Leib to 1924\n", "check")[1])
    assert [text for text in told if "aGrappa" in text] == []
    assert "aGrappa" in call("sheet", "--side", "EN", *store)[1]


def test_3_0b_a_disengagement_face_down_does_not_tell_its_morale() -> None:
    """13.0b: the modifiers name the morale of one of the stack; his enemy is told the die and the result."""
    b = field("IT-d1 I 1-2-5/5 mountain at 0504 1 down disengage\nGE-1 III 4-4-5/5 infantry at 0604\n")
    before = b.freeze(1, "en-combat-1")
    table = Table(b, ListedDice({"disengagement from 0504": 4}), lambda *_: None)
    disengagement.roll(b, table, disengagement.stack_to_test(b, EN, HexId("0504")))
    for side, has_terms in ((CP, False), (EN, True), (Side(""), False)):
        told = list(tell(b.scenario, before, b.freeze(1, "en-combat-1"), b.facts, side))
        (one,) = [fact for fact in told if fact.kind == "disengagement"]
        assert (one["die"], one["result"], "drm" in one.about) == (4, "r3", has_terms)
        assert ("morale" in json.dumps([fact.about for fact in told])) == has_terms
