"""Everything that players typed is escaped: no markup, script or control character of theirs gets through.

The proof is by comparison: a page with hostile names and press has exactly the structure of the same page with
harmless ones.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from pbem.games.gwe.by_mail.telling import TELLING
from pbem.kernel.facts import Fact
from pbem.kernel.telling.tale import tale_of
from pbem.kernel.text.mail import BEGIN, END, read_block
from pbem.report import receipt, report_step, sheet
from pbem.report.escape import clean_text, unmarked
from pbem.report.fill import COLUMNS, width
from tests.report.samples import LONG, QUESTIONS, RECEIPT, SHEET, VERBS, a_board, combat, context, message_of

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</pre></details><h1>x</h1>&lt;b&gt;&#60;",
    "[b]bold[/b][url=http://evil]x[/url][img]http://evil/x.png[/img]",
    "[/code][/quote][/spoiler][/list][size=999]x",
    "[c][/c][o][/o][q=\"x\"][/q][*]",
    "**bold** _i_ `code` ~~s~~ [x](http://evil) ![x](http://evil) <http://evil> $x$ ^up",
    "# heading",
    "- item",
    "1. item",
    "1) item",
    "> quote",
    "```",
    "    code",
    "---",
    "===",
    "| a | b |",
    "{{ 7*7 }}{% raw %}{# x #}",
    "\x01b\x02x\x03\x04title\x05x\x06",
    "\x1b[31mred\x1b[0m\x07\x08\x00",
    "\u202eevil\u2066\u200b\ufeff\ue000",
    "www.evil.example http://evil.example https://evil @everyone u/evil me@evil.example :smile:",
    "\\",
    "*",
    "wide 漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字",
    "w" * 200,
]  # fmt: skip


def page(words: str, fmt: str) -> str:
    """A report in which the words stand wherever a player's words can stand."""
    board = combat()
    board.note("dropped", "5.13", order=f"move {words}", why=f"no unit is called {words}", advice=words)
    board.facts.append(Fact("decided", "1.0", {"side": words, "key": words, "chosen": [words], "source": words}))
    more: dict[str, Any] = {
        "campaign": words,
        "date": words,
        "luck": words,
        "next": [{"side": "CP", "player": words, "what": words, "by": words}],
        "press": [{"from": words, "side": words, "text": words}, ["AL", words]],
        "rulings": [words],
        "reconstructed": [words],
        "picture": {"file": words, "text": words},
        "sides": {"CP": words, "AL": words},
    }
    before, after = a_board().freeze(3, "a"), board.freeze(3, "b")
    told = tale_of(board.scenario, TELLING, after, board.facts)
    return report_step(board.scenario, words, told, before, after, fmt=fmt, context=context(**more)).text


def other_pages(words: str, fmt: str) -> str:
    """Receipt, message with a question, and sheet with the words in them."""
    problem = {"family": words, "why": words, "found": words, "wanted": words, "rule": words, "advice": words,
               "where": {"line": 1, "text": words}}  # fmt: skip
    values = {**RECEIPT, "campaign": words, "problems": [problem], "warnings": [words], "defaults": [words],
              "canonical": f"move {words.split()[0]}"}  # fmt: skip
    told = {"campaign": words, "side": "CP", "turn": 1, "player": words, "step_title": words,
            "sides": {"CP": words}, "verbs": ()}  # fmt: skip
    asked = [{**one.as_json(), "text": words, "options": [[words, words]], "default": []} for one in QUESTIONS[:1]]
    unit = {**SHEET["groups"][0]["units"][0], "name": words, "place": words, "may": [words]}
    data = {**SHEET, "groups": [{"title": words, "units": [unit]}]}
    return (
        receipt(values, fmt=fmt)
        + message_of(asked, fmt, told, subject=words, asks=[words])
        + sheet(data, fmt, context=told)
    )


def press_page(words: str, fmt: str) -> str:
    """A receipt with the press that came with the orders."""
    return receipt({**RECEIPT, "canonical": f"move GE-5 0301\npress:\n  {words}\n  {words}\n"}, fmt=fmt)


# -- HTML ------------------------------------------------------------------------------------------------------


class Structure(HTMLParser):
    """The tags of a page with their attributes, addresses left out."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(f"<{tag} {' '.join(name for name, _ in attrs)}>")

    def handle_endtag(self, tag: str) -> None:
        self.found.append(f"</{tag}>")


@pytest.mark.parametrize("words", HOSTILE)
@pytest.mark.parametrize("make", [page, other_pages, press_page])
def test_html_keeps_its_structure(make: Any, words: str) -> None:
    assert Structure(make(words, "html")).found == Structure(make("harmless", "html")).found


def test_no_address_leads_to_a_script() -> None:
    text = page("javascript:alert(1)", "html")
    assert 'src="javascript:' not in text


# -- BBCode ----------------------------------------------------------------------------------------------------

TAG = re.compile(r"\[/?(?:[a-z]+|\*)(?:=[^\]\n]*)?\]", re.I)


@pytest.mark.parametrize("words", HOSTILE)
@pytest.mark.parametrize("fmt", ["bbcode", "bgg"])
@pytest.mark.parametrize("make", [page, other_pages, press_page])
def test_bbcode_keeps_its_tags(make: Any, fmt: str, words: str) -> None:
    assert TAG.findall(make(words, fmt)) == TAG.findall(make("harmless", fmt))


# -- Markdown --------------------------------------------------------------------------------------------------


def markdown(text: str) -> list[str]:
    """What a forum makes of the text: the kinds of its tokens, text itself left out."""
    reader = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    found = []

    def look(token: Token) -> None:
        if token.type not in ("text", "text_special", "entity"):
            found.append(token.type)
        for child in token.children or ():
            look(child)

    for token in reader.parse(text):
        look(token)
    return found


@pytest.mark.parametrize("words", HOSTILE)
@pytest.mark.parametrize("make", [page, other_pages, press_page])
@pytest.mark.parametrize("fmt", ["md", "discourse", "reddit"])
def test_markdown_keeps_its_structure(make: Any, fmt: str, words: str) -> None:
    assert markdown(make(words, fmt)) == markdown(make("harmless", fmt))


@pytest.mark.parametrize("words", HOSTILE)
def test_folds_end_where_they_should(words: str) -> None:
    assert DETAILS.findall(page(words, "discourse")) == DETAILS.findall(page("harmless", "discourse"))
    text = page(words, "reddit")
    spoiled = [line for line in text.splitlines() if ">!" in line]
    assert all(line.endswith("!<") and line.count(">!") == line.count("!<") == 1 for line in spoiled)
    assert text.count(">!") == page("harmless", "reddit").count(">!")


DETAILS = re.compile(r"^\[/?details.*?\]", re.MULTILINE)


@pytest.mark.parametrize("fmt", ["md", "discourse", "reddit", "bbcode", "bgg"])
def test_no_link_or_mention_of_a_player_comes_alive(fmt: str) -> None:
    text = page("see http://evil www.evil.example @everyone", fmt).replace("![", "[")
    body = re.sub(r"\[(img|url)\].*?\[/\1\]|\]\([^)]*\)", "", text)
    assert "http://evil" not in body
    assert "www.evil" not in body
    assert "@everyone" not in body


# -- plain text and order blocks -------------------------------------------------------------------------------


@pytest.mark.parametrize("words", HOSTILE)
def test_plain_text_has_no_control_characters_and_keeps_its_columns(words: str) -> None:
    text = page(words, "txt") + other_pages(words, "txt")
    assert all(c.isprintable() or c == "\n" for c in text)
    wide = [line for line in text.splitlines() if width(line) > COLUMNS]
    assert [line for line in wide if not line.startswith(("campaign:", "player:", "move"))] == []


FAKE = "=== orders ===\ncampaign: isonzo-2026\nside: CP\nturn: 3\nmove GE-5 0301\n=== end of orders ===\n"


@pytest.mark.parametrize("fmt", ["txt", "md", "discourse", "reddit", "bbcode", "bgg"])
@pytest.mark.parametrize(
    "fake", [FAKE, "> " + FAKE.replace("\n", "\n> "), FAKE.replace("=", "-"), FAKE + "=== orders ==="]
)
def test_press_cannot_forge_an_order_block(fmt: str, fake: str) -> None:
    board = combat()
    press = [{"from": fake, "side": "AL", "text": fake}]
    before, after = a_board().freeze(3, "a"), board.freeze(3, "b")
    made = context(press=press, campaign=fake)
    told = tale_of(board.scenario, TELLING, after, board.facts)
    text = report_step(board.scenario, "Combat", told, before, after, fmt=fmt, context=made).text
    for post in (text, "".join(f"> {line}\n" for line in text.splitlines())):
        block = read_block(post, ("combat", "standing"), VERBS)
        assert [line.text for line in block.sections[""]] == [LONG]


@pytest.mark.parametrize("fmt", ["txt", "md", "discourse", "reddit", "bbcode", "bgg"])
def test_press_in_a_receipt_is_no_order_block(fmt: str) -> None:
    text = receipt({**RECEIPT, "canonical": f"move GE-5 0301\npress:\n{FAKE}"}, fmt=fmt)
    assert "move GE-5 0301" in text
    assert BEGIN not in text
    assert END not in text


def test_cleaning_keeps_letters_and_lines() -> None:
    assert clean_text("Kötschach\r\nCormòns\ttea\u2028x") == "Kötschach\nCormòns tea\nx"
    assert clean_text("a\x00\u202eb\udc80") == "ab"
    assert unmarked("**orders**\nthe orders") == "orders\nthe orders"
