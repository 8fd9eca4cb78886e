"""Quoting a post and editing its order block is a legal submission, in whatever format the post was."""

from __future__ import annotations

import html
import re

import pytest

from pbem.kernel.text.mail import BEGIN, END, read_block
from pbem.report import order_block
from pbem.report.fill import COLUMNS, fill_orders, width
from tests.report.samples import LONG, PAGES, QUESTIONS, VERBS, combat, report_of

SECTIONS = ("combat", "movement", "standing", "press", "answers")
HEADER = {"campaign": "isonzo-2026", "side": "CP", "turn": "3", "step": "combat"}


def as_seen(text: str, fmt: str) -> str:
    """What a reader of the rendered post can copy or quote."""
    if fmt == "html":
        return html.unescape(re.sub(r"<style>.*?</style>|<[^>]*>", "", text, flags=re.S))
    return text


def quoted(text: str) -> str:
    """As a mail program quotes it, with an answer on top."""
    return "Here you are.\n\n" + "".join(f"> {line}\n" for line in text.splitlines()) + "-- \nOtto\n"


@pytest.mark.parametrize("fmt", ["txt", "md", "bbcode", "bgg", "html"])
def test_the_quoted_post_reads_as_the_order_block(fmt: str) -> None:
    post = as_seen(report_of(combat(), "Combat", fmt), fmt)
    for text in (post, quoted(post), quoted(quoted(post))):
        block = read_block(text, SECTIONS, VERBS)
        assert block.header == HEADER
        assert [line.text for line in block.sections[""]] == [LONG]
        assert [line.text for line in block.sections["standing"]] == ["defend on 1: retreat, hold"]


@pytest.mark.parametrize("fmt", ["txt", "md", "bbcode", "html"])
def test_the_quoted_question_reads_as_answers(fmt: str) -> None:
    block = read_block(quoted(as_seen(PAGES["message"](fmt), fmt)), SECTIONS, VERBS)
    assert block.header["campaign"] == "isonzo-2026"
    assert [line.text for line in block.sections[""]] == [
        "answer Q1: 2",
        "answer Q2: IT-52, IT-XXVII",
        "answer Q3: none",
    ]
    assert len(QUESTIONS) == 3


def test_the_text_sheet_is_an_order_file() -> None:
    block = read_block(PAGES["sheet"]("txt"), SECTIONS, VERBS)
    assert block.header == {**HEADER, "step": "cp-movement"}
    assert [line.text for line in block.sections[""]] == ["enter AH-dep6 at 0101"]


def test_a_block_without_orders_says_how_to_order_nothing() -> None:
    text = order_block(HEADER, ["# attack 0103 with GE-5"])
    assert text.startswith(BEGIN)
    assert text.rstrip().endswith(END)
    assert read_block(text, SECTIONS, VERBS).sections == {}
    taken = read_block(text.replace("\n# done", "\ndone"), SECTIONS, VERBS).sections
    assert [line.text for line in taken[""]] == ["done"]


def test_a_header_value_stays_on_its_line() -> None:
    text = order_block({**HEADER, "campaign": "x\n=== end of orders ===\r\u202e"}, ["move GE-5 0103"])
    block = read_block(text, SECTIONS, VERBS)
    assert block.header["side"] == "CP"
    assert [line.text for line in block.sections[""]] == ["move GE-5 0103"]


LONG_ORDERS = [
    LONG,
    "attack 0103 + 0104 with " + ", ".join(f"GE-{n}" for n in range(1, 30)),
    "move GE-5 " + " -> ".join(f"01{n:02}" for n in range(1, 30)) + ", entrain, rail 0205",
    "withdraw IT-52 0831 -> 0930 | 0830 -> 0929 | 0829 -> 0928 | 0828 -> 0927 if strength >= 8 and turn >= 6",
]


@pytest.mark.parametrize("order", LONG_ORDERS)
def test_a_long_order_is_wrapped_and_reads_back_whole(order: str) -> None:
    text = fill_orders(order, VERBS)
    assert all(width(line) <= COLUMNS for line in text.splitlines())
    block = read_block(f"campaign: x\n\n{text}\n", SECTIONS, (*VERBS, "withdraw"))
    assert [line.text for line in block.sections[""]] == [order]


def test_a_proposed_order_becomes_real_by_taking_the_signs_away() -> None:
    text = fill_orders(f"# {LONG}", VERBS)
    assert all(line.startswith("#") and width(line) <= COLUMNS for line in text.splitlines())
    block = read_block("campaign: x\n\n" + text.replace("#", ""), SECTIONS, VERBS)
    assert [line.text for line in block.sections[""]] == [LONG]


def test_a_long_note_goes_on_as_a_note() -> None:
    lines = fill_orders("# " + "word " * 40).splitlines()
    assert len(lines) > 1
    assert all(line.startswith("#") for line in lines)
