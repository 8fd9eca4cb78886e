"""`pbem book`: a series replay in one file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Pbem
from tests.desk.archives import SECRET_ORDER


def test_an_html_book_needs_no_other_file(pbem: Pbem, here: Path) -> None:
    said = pbem("book", "--out", "field.html", "--scale", "30", "--json")
    assert said.code == 0
    text = (here / "field.html").read_text(encoding="utf-8")
    kit = json.loads(re.findall(r'id="boards">(.*?)</script>', text)[0])
    drawn = re.findall(r'<svg[^>]+data-board="([^"]+)"', text)
    assert len(drawn) == said.json["steps"] > 5
    assert set(drawn) == set(kit["boards"])
    pictures = [kit["ground"], *re.findall(r'<img[^>]+src="([^"]+)"', text)]
    assert all(address.startswith("data:image/png;base64,") for address in pictures)
    assert said.json["pictures"] == []
    assert SECRET_ORDER not in text  # of a step that is not played yet
    assert sorted(path.name for path in here.iterdir()) == ["field.html", "pbem.db"]


def test_a_markdown_book_lies_beside_its_boards(pbem: Pbem, here: Path) -> None:
    said = pbem("book", "--out", "field.md", "--scale", "30")
    assert said.code == 0
    text = (here / "field.md").read_text(encoding="utf-8")
    addresses = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", text)
    assert addresses
    assert all((here / address).read_bytes().startswith(b"\x89PNG") for address in addresses)


def test_the_same_campaign_gives_the_same_book(pbem: Pbem, here: Path) -> None:
    for name in ("one.html", "two.html"):
        assert pbem("book", "--out", name, "--scale", "30").code == 0
    assert (here / "one.html").read_bytes() == (here / "two.html").read_bytes()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--out", "book.pdf"), "a book is written as HTML or Markdown"),
        (("--out", "nowhere/book.html"), "there is no folder nowhere"),
        (("--out", "book.html", "--scale", "5"), "from 30 to 200 per cent, not 5"),
        ((), "--out"),
    ],
)
def test_a_book_that_cannot_be_written_says_why(pbem: Pbem, here: Path, words: tuple[str, ...], says: str) -> None:
    said = pbem("book", *words)
    assert said.code == 2
    assert says in " ".join(said.err.split())


def test_a_book_is_not_written_over_without_a_word(pbem: Pbem, here: Path) -> None:
    assert pbem("book", "--out", "field.md").code == 0
    Path("field.md").write_text("with my commentary")
    said = pbem("book", "--out", "field.md")
    assert said.code == 2
    assert "field.md is there already, perhaps with your commentary" in " ".join(said.err.split())
    assert Path("field.md").read_text() == "with my commentary"
    assert pbem("book", "--out", "field.md", "--replace").code == 0
    assert "with my commentary" not in Path("field.md").read_text()
