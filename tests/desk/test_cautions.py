"""Nothing is swallowed, nothing dies unannounced: what check, receipt and sheet say in time."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.checking import check
from pbem.desk.inbox.receipts import Receipt
from pbem.desk.opening import open_campaign
from pbem.desk.views.pages import receipt_page, sheet
from pbem.store import open_store
from pbem.store.store import Store
from tests.desk.helpers import NAME, NOW, SECRET, accept, bid, new_store, order_file

ATTACK = "attack 1904 with AH-1, AH-50 barrage AH-art15"


@pytest.fixture
def tiny(tmp_path: Path) -> Store:
    return new_store(tmp_path / "tiny.db")


@pytest.fixture
def gwe(tmp_path: Path) -> Store:
    store = open_store(str(tmp_path / "gwe.db"), create=True)
    players = {"CP": "Anna", "AL": "Bruno"}
    open_campaign(store, NAME, "gwe", "historical", options={}, players=players, secret=SECRET, now=NOW)
    return store


def looked(store: Store, body: str, step: str = "movement") -> Receipt:
    receipt = check(store, NAME, order_file("CP", body, step=step))
    assert receipt.is_accepted, [str(problem) for problem in receipt.problems]
    return receipt


def combat(store: Store, instructions: str) -> tuple[str, ...]:
    """What a check says to an attack with these instructions."""
    return looked(store, f"done\ncombat:\n{ATTACK} {instructions}\n").warnings


# -- sections -------------------------------------------------------------------------------------------------


def test_a_section_with_nothing_under_it_is_told_with_its_line(tiny: Store) -> None:
    bid(tiny)
    receipt = accept(tiny, "RED", "go R1 0102\nfight:\n# hit 0203\n", step="move")
    assert receipt.warnings == (
        "line 6: there is nothing under `fight:`; it counts as no orders. Write `done` under it if you mean that, else "
        "leave it out",
    )


def test_an_empty_standing_section_says_what_it_does(tiny: Store) -> None:
    bid(tiny)
    accept(tiny, "RED", "standing:\nprefer hold\n")
    receipt = accept(tiny, "RED", "standing:\n")
    assert "line 4: there is nothing under `standing:`; it leaves you without standing orders" in receipt.warnings[0]
    assert "takes back 1 standing order given before" in receipt.warnings


def test_done_says_the_same_on_purpose(tiny: Store) -> None:
    bid(tiny)
    receipt = accept(tiny, "RED", "done\nfight:\ndone\nstanding:\ndone\n", step="move")
    assert not [words for words in receipt.warnings if "nothing stands" in words]


def test_the_canonical_text_says_done_too(tiny: Store) -> None:
    bid(tiny)
    receipt = accept(tiny, "RED", "go R1 0102\nfight:\n", step="move")
    assert receipt.canonical.endswith("fight:\n  done\n")
    again = check(tiny, NAME, receipt.canonical.encode())
    assert again.canonical == receipt.canonical
    assert not [words for words in again.warnings if "nothing stands" in words]


# -- orders that can do nothing -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("instructions", "words"),
    [
        ("on */*: advance GE-26", "`advance GE-26` does nothing: GE-26 takes no part in this attack [8.71]"),
        ("on 1/*: losses GE-26", "`losses GE-26` does nothing: GE-26 takes no part in this attack [8.9.x4]"),
        ("on */3: advance all; pursue GE-26", "`pursue GE-26` does nothing: GE-26 takes no part in this attack [20.0]"),
        ("on 1/*: losses AH-art15", "`losses AH-art15` does nothing: it only gives barrage"),
        ("on */E: advance AH-art15", "`advance AH-art15` does nothing: it only gives barrage"),
        ("on */3: advance AH-1; pursue AH-50", "`pursue AH-50` does nothing: AH-50 is not among those that advance"),
        ("on */1: advance all; pursue AH-1", "`on */1: pursue` does nothing: nobody retreats two hexes on this result"),
        ("on */-: advance AH-1", "`on */-: advance` does nothing: the defender stays where he is [8.71]"),
        ("on -/*: losses AH-1", "`on -/*: losses` does nothing: the attacker loses nothing on this result [8.54]"),
        ("on */*: advance none on */2: advance AH-1", "`on */2: advance AH-1` never counts: `on */*` comes before it"),
    ],
)
def test_instructions_that_can_do_nothing(gwe: Store, instructions: str, words: str) -> None:
    found = combat(gwe, instructions)
    assert any(line.startswith("line 7: " + words) for line in found), found


def test_instructions_that_can_do_something_are_passed_over(gwe: Store) -> None:
    found = "on 1/*: losses AH-50, AH-1 on */2: advance AH-1; pursue AH-1 on */*: advance all"
    assert combat(gwe, found) == ()


def test_12_16_a_follow_that_can_do_nothing(gwe: Store) -> None:
    found = looked(gwe, "done\nwithdrawal:\nfollow 1803 with GE-12\n").warnings
    assert found == ("line 7: `follow 1803` does nothing: no withdrawal can leave 1803 empty [12.16]",)


# -- dangers --------------------------------------------------------------------------------------------------


def test_6_14_a_stack_that_will_be_over_the_limit(gwe: Store) -> None:
    receipt = looked(gwe, "move AH-II to 2403\nmove AH-XVI to 2403\n")
    words = "2403 holds 18 Stacking Points, 6 too many: any excess when your Movement Phase ends"
    assert any(line.startswith(words) and line.endswith("[6.14]") for line in receipt.warnings), receipt.warnings
    page = " ".join(receipt_page(receipt, {"CP": "Central Powers"}).text.split())
    assert words in page, "the receipt says it too"


def test_9_22_a_unit_that_will_be_out_of_supply(gwe: Store) -> None:
    found = looked(gwe, "march AH-b59 to 0212\n").warnings
    assert [line for line in found if line.startswith("AH-b59 in 0212 is out of supply") and "[9.22]" in line], found


def test_the_sheet_warns_of_the_same(gwe: Store) -> None:
    text = sheet(gwe, NAME, "CP").text
    assert "# Warnings" not in text, "nobody is in danger when the game begins"
