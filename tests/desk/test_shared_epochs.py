"""Steps whose orders are sealed together share one epoch: two stores pass fewer files, and the dice stay safe."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.desk.adjudicating import adjudicate
from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.import_ import import_turn
from pbem.desk.opening import open_campaign
from pbem.desk.receiving import receive
from pbem.desk.record.notice import notice_lines
from pbem.desk.record.open_step import Open
from pbem.desk.record.terms import agreed
from pbem.desk.replay.load import load
from pbem.desk.replay.verify import verify
from pbem.desk.views.posts import report
from pbem.desk.views.status import status
from pbem.dice.judging import judge_post
from pbem.errors import Illegal
from pbem.store import open_store
from pbem.store.store import Store
from tests.desk import cup
from tests.desk.helpers import NAME, NOW, accept, new_store, order_file, owes
from tests.desk.two_stores import BLUE_SECRET, RED_SECRET, give, mail, run

Two = tuple[Store, Store]
CHITS = "red,blue"


def pair(folder: Path) -> Two:
    """A cup with two chits and one turn; Blue has joined and has the pen."""
    cup.register()
    red, blue = (open_store(str(folder / f"{side}.db"), create=True) for side in ("red", "blue"))
    open_campaign(
        red, NAME, "cup", "table", options={"order": CHITS, "turns": "1"}, players={"RED": "Rosa", "BLUE": "Bruno"},
        secret=RED_SECRET, now=NOW, dice=agreed("chain"), me="RED",
    )  # fmt: skip
    import_turn(blue, export_turn(red, NAME, NOW).text.encode(), NOW, me="BLUE", secret=BLUE_SECRET)
    return red, blue


def files_to_the_end(red: Store, blue: Store) -> tuple[int, Store]:
    """Both file their orders before the first chit is drawn; how many turn files go over, and who ends it."""
    give(blue, "BLUE", "say blue\n", step="blue")
    mail(blue, red)
    give(red, "RED", "say red\n", step="red")
    writer, other, files = red, blue, 1
    for _ in range(60):
        run(writer)
        if status(writer, NAME).is_over:
            return files, writer
        mail(writer, other)
        writer, other, files = other, writer, files + 1
    raise AssertionError("the game has no end")


def epochs(store: Store) -> list[tuple[str, list[int]]]:
    """The steps as they were played, and the epochs of their dice."""
    played = [entry.values() for entry in store.entries("field-1") if entry.kind == "played"]
    return [(body["step"], sorted({page[4] for page in body["pages"] if page[0] == "roll"})) for body in played]


def test_two_stores_pass_fewer_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared, store = files_to_the_end(*pair(tmp_path))
    assert epochs(store) == [("morning", [1]), ("red", [1]), ("blue", [1])]
    (tmp_path / "alone").mkdir()
    monkeypatch.setattr("pbem.desk.record.kinds.run.goes_on", lambda *words: None)
    alone, store = files_to_the_end(*pair(tmp_path / "alone"))
    assert epochs(store) == [("morning", [1]), ("red", [2]), ("blue", [3])]
    assert (shared, alone) == (2, 4)


def test_both_records_are_replayed_with_the_same_dice(tmp_path: Path) -> None:
    red, blue = pair(tmp_path)
    _, last = files_to_the_end(red, blue)
    assert verify(last, NAME).is_good
    mail(last, red if last is blue else blue)
    assert verify(red, NAME).head == verify(blue, NAME).head


# -- who cheats -----------------------------------------------------------------------------------------------


def sealed_by_red(folder: Path) -> Two:
    """Both have filed; Red has sealed all of it and given his link: Blue could compute every die."""
    red, blue = pair(folder)
    give(blue, "BLUE", "say blue\n", step="blue")
    mail(blue, red)
    give(red, "RED", "say red\n", step="red")
    run(red)
    mail(red, blue)
    return red, blue


def test_who_knows_the_links_cannot_replace_what_he_has_filed(tmp_path: Path) -> None:
    _, blue = sealed_by_red(tmp_path)
    receipt = receive(blue, NAME, order_file("BLUE", "say otherwise\n", step="blue"), "BLUE", NOW)
    assert [problem.why for problem in receipt.problems] == [
        "your orders for Blue acts are sealed together with the step under way: "
        "the same dice decide both, and may be known"
    ]


def test_nor_by_a_turn_file_of_his_own_making(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    red, blue = sealed_by_red(tmp_path)
    with monkeypatch.context() as forging:
        for room in ("inbox.places", "inbox.sections", "record.kinds.submitted"):
            forging.setattr(f"pbem.desk.{room}.is_fixed_ahead", lambda *words: False)
        give(blue, "BLUE", "say otherwise\n", step="blue")
        text = export_turn(blue, NAME, NOW).text.encode()
    with pytest.raises(Illegal) as refusal:
        import_turn(red, text, NOW)
    why = "BLUE replaced orders for blue that were sealed together with those of the step in progress"
    assert why in str(refusal.value)


def test_orders_that_come_after_the_seal_get_an_epoch_of_their_own(tmp_path: Path) -> None:
    red, blue = pair(tmp_path)
    mail(blue, red)
    give(red, "RED", "say red\n", step="red")
    run(red)
    mail(red, blue)
    give(blue, "BLUE", "say blue\n", step="blue")  # Blue knows the link of Red, and so the dice of epoch 1
    sender, to = blue, red
    run(sender)
    while not status(sender, NAME).is_over:
        mail(sender, to)
        sender, to = to, sender
        run(sender)
    assert epochs(sender) == [("morning", [1]), ("red", [1]), ("blue", [2])]


def test_a_step_that_comes_again_in_the_same_epoch_has_dice_of_its_own() -> None:
    opened = Open(3, "dawn", 7, {7: ""}, {}, {}, {})
    assert opened.place == "t3/dawn"
    again = opened._replace(before=("t3/dawn", "t3/red"))
    assert (again.place, again._replace(before=("t3/dawn", "t3/red", "t3/dawn")).place) == ("t3/dawn#2", "t3/dawn#3")


# -- one seal for a whole run ---------------------------------------------------------------------------------


def test_the_turn_file_publishes_the_seal_before_the_dice_are_known(tmp_path: Path) -> None:
    red, blue = pair(tmp_path)
    opening = "\n".join(notice_lines(*load(blue, NAME), {})) + "\n"
    give(blue, "BLUE", "say blue\n", step="blue")
    joined = export_turn(blue, NAME, NOW).text
    import_turn(red, joined.encode(), NOW)
    give(red, "RED", "say red\n", step="red")
    run(red)
    sealed = export_turn(red, NAME, NOW).text
    import_turn(blue, sealed.encode(), NOW)
    run(blue)
    notice = sealed[sealed.index("pbem-proof/1") : sealed.index("Save this mail")]
    for step in ("t1/morning", "t1/red", "t1/blue"):
        post = report(blue, NAME, step).text
        assert judge_post(post, opening + notice).verdict == "bound"
        assert judge_post(post).verdict == "consistent"  # without the seal it says which one is wanted
        other = re.sub(r"(seal 1 ; )([0-9a-f])", lambda found: found[1] + ("0" if found[2] != "0" else "1"), notice)
        assert judge_post(post, opening + other).verdict == "wrong"


def test_the_receipt_of_one_file_seals_all_steps_of_a_run(tmp_path: Path) -> None:
    """With a moderator: one adjudication plays several steps, and the seal of the receipt binds the dice of all."""
    store = new_store(tmp_path / "pbem.db")
    opening = "\n".join(notice_lines(*load(store, NAME), {}))
    accept(store, "BLUE", "bid 2\nmove:\ndone\nfight:\ndone\nstanding:\nprefer hold\n", step="bid")
    receipt = accept(store, "RED", "bid 3\nmove:\ngo R2 0301\nfight:\nhit 0203\n", step="bid")
    adjudicate(store, NAME, NOW)
    posts = [report(store, NAME, step).text for step in ("t1/red-move", "t1/red-fight")]
    assert judge_post("\n\n".join(posts), opening + "\n" + receipt.proof).verdict == "bound"
    assert {epoch for _, found in epochs(store) for epoch in found} == {1}


# -- standing orders that come while a step waits -------------------------------------------------------------


def asked_in_a_fight(folder: Path, ahead: str) -> Store:
    """Blue is asked in Red's fight and has sent these orders for later; Red then sends its first standing orders."""
    store = new_store(folder / "pbem.db")
    accept(store, "BLUE", f"bid 2\n{ahead}", step="bid")
    accept(store, "RED", "bid 3\nmove:\ndone\nfight:\nhit 0203\n", step="bid")
    adjudicate(store, NAME, NOW)
    assert [(debt.side, debt.step) for debt in owes(store).waiting] == [("BLUE", "red-fight")]
    return store


WARNED = (
    "Red Army: fights keeps the standing orders it began with, and so do the steps after it whose orders are on file "
    "when it continues; what you send now counts from the next step that has to wait for orders"
)


@pytest.mark.parametrize(
    ("ahead", "is_asked"), [("move:\ndone\nfight:\nhit 0201\n", True), ("", False)], ids=["on file", "to come"]
)
def test_the_receipt_says_from_which_step_on_new_standing_orders_count(
    tmp_path: Path, ahead: str, is_asked: bool
) -> None:
    store = asked_in_a_fight(tmp_path, ahead)
    assert WARNED in accept(store, "RED", "prefer hold\n", step="standing").warnings
    accept(store, "BLUE", "answer Q1: hold\n")
    adjudicate(store, NAME, NOW)
    if not ahead:  # Blue's steps had to wait for orders
        accept(store, "BLUE", "done\nfight:\nhit 0201\n", step="move")
        adjudicate(store, NAME, NOW)
    asked = [debt.step for debt in owes(store).waiting if debt.side == "RED" and debt.questions]
    assert asked == (["blue-fight"] if is_asked else [])
    assert verify(store, NAME).is_good


def test_standing_orders_taken_back_in_a_step_that_waits_still_count_there(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    accept(store, "RED", "prefer hold\n", step="standing")
    accept(store, "BLUE", "bid 2\n", step="bid")
    accept(store, "RED", "bid 3\nmove:\ndone\nfight:\nhit 0203\n", step="bid")
    adjudicate(store, NAME, NOW)
    assert WARNED in accept(store, "RED", "standing:\ndone\n").warnings
    assert WARNED not in accept(store, "BLUE", "standing:\ndone\n").warnings  # there were none, and are none
