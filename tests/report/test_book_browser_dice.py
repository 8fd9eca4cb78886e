"""Search and dice in the page of an archive, in a real browser."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.dice.verifiers import verify_script
from tests.dice.mixed import mixed_posts
from tests.report.booksamples import book, proof, save, with_proof
from tests.report.driving import Browser, Tab, verified

pytestmark = pytest.mark.needs("chromium")

TURN = "document.getElementById('slider').value"
CONSISTENT = (
    "Consistent, not proven: the dice follow from what this text says, and whoever knows the secrets can write such "
    "a text."
)
STATES = "Array.from(document.querySelectorAll('#judged tbody tr'), row => row.cells[0].textContent)"


# -- search ---------------------------------------------------------------------------------------------------


def test_search_lists_the_steps_and_marks_the_words(tab: Tab) -> None:
    tab.key("/")
    tab.type("monte ner")
    assert re.fullmatch(r"\d+ hits in 1 step\.", tab.text("#count"))
    assert "Turn 2. Central Powers: Combat Phase" in tab.text("#found")
    marks = tab.eval("Array.from(document.querySelectorAll('#found mark'), m => m.textContent)")
    assert marks[:2] == ["Monte", "Ner"]
    tab.key("Enter")
    assert tab.text("article.shown h2") == "Turn 2. Central Powers: Combat Phase"
    assert tab.text("mark.now") == "Monte"
    assert tab.text("#hit").startswith("1/")
    tab.key("Enter")
    assert tab.text("#hit").startswith("2/")
    tab.key("Escape")
    assert tab.eval("document.querySelectorAll('article mark').length") == 0
    assert tab.eval("document.activeElement.tagName") == "ARTICLE"


def test_search_opens_what_is_folded(tab: Tab) -> None:
    tab.click("#find")
    tab.type('"t3/cp-combat/command of AH-III"')
    tab.key("Enter")
    assert tab.text("article.shown h2") == "Turn 2. Central Powers: Movement Phase"
    assert tab.eval("document.querySelector('mark.now').closest('details').open")


def test_search_without_hits_says_so(tab: Tab) -> None:
    tab.click("#find")
    tab.type("zeppelin")
    assert tab.text("#count") == "Nothing was found."
    tab.key("Enter")
    assert tab.eval(TURN) == "1"


TRICKY = "<p>Am <b>Pl</b>öcken: (5) a+b [x] GE-52, 100% $1</p>"


def looked_for(tab: Tab, words: str) -> list[str]:
    """The steps that a search finds."""
    field = "document.getElementById('find')"
    tab.eval(f"{field}.value = {json.dumps(words)}; {field}.dispatchEvent(new Event('input'))")
    found: list[str] = tab.eval("Array.from(document.querySelectorAll('#found a'), link => link.hash)")
    return found


def test_search_knows_accents_signs_and_words_across_tags(chromium: Browser, tmp_path: Path) -> None:
    made = book()
    steps = (replace(made.steps[0], html=TRICKY), *(replace(step, html="") for step in made.steps[1:]))
    found = chromium.open(save(replace(made, steps=steps), tmp_path))
    for words in ("plocken", "PLÖCKEN", "(5)", "a+b", "[x]", "GE-5", "$1", "[x] plocken", '"am plocken"'):
        assert looked_for(found, words) == ["#t1/al-movement"], words
    for words in ('"GE-5"', "\\", "ocken", '"plocken am"', "plocken zeppelin"):
        assert looked_for(found, words) == [], words
    looked_for(found, "plocken")
    assert found.eval("Array.from(document.querySelectorAll('article mark'), m => m.textContent)") == ["Pl", "öcken"]
    looked_for(found, "")
    assert TRICKY in found.eval("document.querySelector('article.shown').innerHTML")
    assert found.complaints() == []
    found.close()


# -- dice -----------------------------------------------------------------------------------------------------

COMBATS = ("attack on 0103 / crt", "attack on 0203 / attrition of AH-III")


def test_genuine_dice_are_consistent(tab: Tab) -> None:
    tab.key("ArrowRight")
    said = verified(tab, "#verify-this")
    assert said == (f"Turn 2. Central Powers: Movement Phase: {CONSISTENT}", [])
    assert tab.text("#judged tbody tr") == "consistent\tt2/cp-movement/command of AH-III\t1d6\t" + str(face_of(0))
    assert verified(tab, "#all") == (f"The whole campaign, 4 rolls: {CONSISTENT}", [])
    assert book().commitment in tab.text("#commitments")


def face_of(roll: int) -> str:
    """The face that a roll of the movement shows in its proof."""
    return str(re.findall(r"1d6 ; (\d)", " ".join(book().steps[1].proof.split()))[roll])


def test_a_step_without_dice_has_nothing_to_prove(tab: Tab) -> None:
    assert tab.eval("document.getElementById('verify-this').hidden")
    tab.click("#tabs [data-panel=dice]")
    assert verified(tab, "#one")[0].endswith("No dice were cast here: there is nothing to prove.")


def test_a_changed_die_is_named(chromium: Browser, tmp_path: Path) -> None:
    """A forger who makes the check words fit again is found out by the secret."""
    lie = proof("t2/cp-combat", 2, *COMBATS, wrong=COMBATS[0])
    found = chromium.open(save(with_proof(book(), "t2/cp-combat", lie), tmp_path))
    found.click("#tabs [data-panel=dice]")
    verdict, faults = verified(found, "#all")
    assert verdict == "The whole campaign, 4 rolls: Not good."
    assert len(faults) == 1
    where = "Turn 2. Central Powers: Combat Phase: t2/cp-combat/attack on 0103 / crt"
    assert re.fullmatch(where + r": 1d6 is shown as \d, which is not what the secret gives", faults[0])
    assert found.eval(STATES) == ["consistent", "wrong"]
    found.click("#judged .wrong a")
    found.wait(f"{TURN} === '3'")
    assert verified(found, "#verify-this")[0] == "Turn 2. Central Powers: Combat Phase: Not good."
    assert found.eval(STATES) == ["wrong", "consistent"]
    found.close()


def test_a_record_that_was_edited_is_named(chromium: Browser, tmp_path: Path) -> None:
    honest = book().steps[2].proof
    face = re.findall(r"1d6 ; (\d)", " ".join(honest.split()))[0]
    edited = re.sub(r"(1d6\s+;\s+)\d", rf"\g<1>{int(face) % 6 + 1}", honest, count=1)
    assert edited != honest
    found = chromium.open(save(with_proof(book(), "t2/cp-combat", edited), tmp_path))
    found.click("#tabs [data-panel=dice]")
    _, faults = verified(found, "#all")
    assert len(faults) == 1
    assert "a record was changed on the way" in faults[0]
    assert ": roll 1 ; epoch 2 ; t2/cp-combat/attack on 0103 / crt ; 1d6 ; " in faults[0]
    found.close()


def test_a_commitment_that_one_kept_is_looked_for(tab: Tab) -> None:
    tab.click("#tabs [data-panel=dice]")
    tab.click("#known")
    tab.type("00ff" * 16)
    missing = ["no die of the text comes from what you know"]
    assert verified(tab, "#all") == ("The whole campaign, 4 rolls: Not good.", missing)
    assert verified(tab, "#one")[1] == missing
    tab.eval(f"document.getElementById('known').value = ' {book().commitment.upper()} '")
    assert verified(tab, "#all") == (f"The whole campaign, 4 rolls: {CONSISTENT}", [])


def test_what_a_later_post_reveals_proves_the_dice_before(chromium: Browser, tmp_path: Path) -> None:
    still_open = proof("t2/cp-movement", 1, "command of AH-III", is_open=True)
    waiting = with_proof(book(), "t2/cp-movement", still_open)
    revealed = with_proof(waiting, "t2/cp-combat", waiting.steps[2].proof + proof("t2/cp-movement", 1))
    for made, words in (
        (waiting, "Nothing is wrong; not everything is revealed yet."),
        (revealed, CONSISTENT),
    ):
        found = chromium.open(save(made, tmp_path), at="#t2/cp-movement")
        assert verified(found, "#verify-this") == (f"Turn 2. Central Powers: Movement Phase: {words}", [])
        assert verified(found, "#all") == (f"The whole campaign, 3 rolls: {words}", [])
        found.close()


def test_a_beacon_is_named_since_the_page_cannot_check_its_signature(chromium: Browser, tmp_path: Path) -> None:
    made = with_proof(book(), "t2/cp-movement", mixed_posts()["chain and beacon"])
    found = chromium.open(save(made, tmp_path), at="#t2/cp-movement")
    verdict, faults = verified(found, "#verify-this")
    assert verdict.endswith(CONSISTENT)
    assert faults == []
    rounds = found.text("#beacons").splitlines()
    assert [line.partition(", round")[0] for line in rounds] == [
        "Beacon signature not checked (pbem verify does): epoch 7",
        "Beacon signature not checked (pbem verify does): epoch 9",
    ]
    assert verified(found, "#all")[1] == []
    found.close()


def test_the_page_runs_the_script_of_the_verifier_page(page: Path) -> None:
    assert f"<script>{verify_script()}</script>" in page.read_text(encoding="utf-8")
