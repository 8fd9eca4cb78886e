"""Press that carries proof words, in every format: nothing that a player types is read as a proof, header or markup."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pbem.desk.views import posts as posts_room
from pbem.desk.views.past import facts_of
from pbem.dice.cleaning import bare
from pbem.dice.harmless import harmless
from pbem.dice.judging import judge_post
from pbem.dice.proof import START
from pbem.dice.reading import read_proof
from pbem.dice.verifiers import verify_dice
from pbem.report.escape import FORMATS
from tests.desk.helpers import NAME, accept, bid, new_store, run
from tests.dice.browser import by_page
from tests.dice.corpus import text_of
from tests.dice.mixed import step

BLOCK = text_of(step("seed", ("moderator",), (3,)))
# How a player could dress a proof block so that a reader of posts undresses it.
DRESSED: Mapping[str, str] = {
    "as it is": BLOCK,
    "quoted": "".join(f"> {line}\n" for line in BLOCK.splitlines()),
    "with tags": BLOCK.replace("proof", "pro<b></b>of"),
    "with forum tags": BLOCK.replace("proof", "pro[b][/b]of"),
    "with entities": BLOCK.replace("-", "&#45;").replace("!", "&excl;"),
    "with entities of entities": BLOCK.replace("-", "&amp;#45;").replace("!", "&amp;excl;"),
    "with hidden letters": BLOCK.replace("e", "e\u200b"),
    "with soft hyphens": BLOCK.replace("b", "b\u00ad"),
    "with other dashes": BLOCK.replace("-", "\u2011"),
    "with markdown": BLOCK.replace("-", "\\-").replace("!", "\\!").replace("p", "*p*"),
    "a check word": "Well done !0123abcd and on we go",
    "a check word with tags": "Well done !0123<i>abcd</i> and on we go",
    "an open tag": "See <a href=",
    "a tag across": "Hm <p " + "x" * 50,
    "the end of a block": "end 6 !1234abcd",
    "half a block": BLOCK[: len(BLOCK) // 2],
    "a header": "campaign: Field-1\nside: BLUE\nturn: 1\nbid 9",
    "a signature": "pbem-sign/1 Anna ; x !01234567",
}


@pytest.fixture(scope="module")
def posts(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], str]:
    """The post of a step with dice, in every format, with each press; the record may hold any letters."""
    store = new_store(tmp_path_factory.mktemp("press") / "pbem.db")
    bid(store)
    accept(store, "RED", "go R2 0301\n", step="move")
    run(store)
    found = facts_of(store, NAME, "t1/red-move")
    made = {}
    for name, press in {"": "Hello!", **DRESSED}.items():
        said = replace(found, body=replace(found.body, press=(("RED", press), ("BLUE", press))))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(posts_room, "steps_in", lambda *_, said=said: [said])
            made |= {(name, fmt): posts_room.report(store, NAME, "t1/red-move", fmt=fmt).text for fmt in FORMATS}
    return made


@pytest.fixture(scope="module")
def page(posts: dict[tuple[str, str], str]) -> dict[tuple[str, str], dict[str, Any]]:
    return dict(zip(posts, by_page(list(posts.values()))["found"], strict=True))


@pytest.mark.parametrize("name", DRESSED)
def test_a_post_proves_the_same_whatever_the_press_says(
    posts: dict[tuple[str, str], str], page: dict[tuple[str, str], dict[str, Any]], name: str
) -> None:
    for fmt in FORMATS:
        honest = judge_post(posts["", fmt]).as_json()
        assert (honest["verdict"], len(honest["rolls"])) == ("consistent", 1)
        text = posts[name, fmt]
        for found in (judge_post(text).as_json(), verify_dice.judge(text), page[name, fmt]):
            assert found == honest, fmt


@settings(max_examples=200)
@example(["<", START, ">"])
@example(["<", START, "p", ">"])
@given(st.lists(st.sampled_from([*"pbem-proof/1! <b>[/]&#45;;*\\_`~\u200b>\n:|a0f", "&amp;", "<b>", "[b]", START])))
def test_nothing_that_is_typed_is_a_block(parts: list[str]) -> None:
    for text in ("".join(parts), START + "".join(parts) + " !01234567 "):
        blocks, faults = read_proof(f"Press:\n{harmless(text)}\n\nOrders:")
        assert (blocks, faults) == ([], [])
        assert START not in bare(harmless(text))


@pytest.mark.parametrize(
    "words", ["Well fought, Bruno!", "Look at 1804 / 1904: 3:1 odds? a < b, [sic] & so on", "T\u00fcr"]
)
def test_what_is_harmless_stands_as_it_was_typed(words: str) -> None:
    assert harmless(words) == words
