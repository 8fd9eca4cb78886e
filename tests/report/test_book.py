"""The pages of the book without a browser: what stands in them, what cannot get in, whose templates are used."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html import escape
from pathlib import Path

import pytest

from pbem.errors import UsageError
from pbem.report.book import losses_by_turn, points_by_turn
from pbem.report.bookpages import index_page, series_book
from pbem.report.excerpt import excerpt
from pbem.report.shelf import home
from tests.report.booksamples import SHORT_HTML, book, hostile
from tests.report.test_hostile import HOSTILE, Structure, markdown

FORMS = {"index": lambda made: index_page(made, "x"), "series": lambda made: series_book(made, "html")}


# -- hostile words --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", HOSTILE)
@pytest.mark.parametrize("form", FORMS)
def test_pages_keep_their_structure(form: str, words: str) -> None:
    written, plain = hostile(words, f"<p>{escape(words)}</p>"), hostile("harmless", "<p>x</p>")
    assert Structure(FORMS[form](written)).found == Structure(FORMS[form](plain)).found


@pytest.mark.parametrize("words", HOSTILE)
def test_markdown_keeps_its_structure(words: str) -> None:
    assert markdown(series_book(hostile(words), "md")) == markdown(series_book(hostile("harmless"), "md"))


def test_no_address_leads_out_of_the_archive() -> None:
    for words in ("javascript:alert(1)", "https://evil.example/x.png", "//evil.example/x", "/etc/passwd"):
        for make in FORMS.values():
            addresses = re.findall(r'(?:src|href)="([^"]*)"', make(hostile(words)))
            assert addresses
            assert [one for one in addresses if ":" in one or (one.startswith("/"))] == []


def test_what_the_script_reads_cannot_end_its_element() -> None:
    words = "</script><!--<script>&amp;"
    data = re.search(r'id="data">(.*?)</script>', index_page(hostile(words), "x"))
    assert data
    assert "<" not in data[1]
    assert json.loads(data[1])["steps"][0]["title"] == words


@pytest.mark.parametrize(
    ("page", "kept"),
    [
        ("<p onclick=x>a<script>b</script><style>c</style> d</p>", "<p>a d</p>"),
        ('<h2 id="x" class="unit" style="top:0">a</h2>', '<h3 class="unit">a</h3>'),
        ("<a href=javascript:x>a</a><iframe src=x>b</iframe><img src=x onerror=y>", "a"),
        ("<p>a <b>b", "<p>a <b>b</b></p>"),
        ("a</article></section></body>b</p>", "ab"),
        ("<svg><p>a</p></svg><math><mi>b</mi></math>c", "c"),
        ("<script>alert('</p>')", ""),
        ("<p>&lt;b&gt; &amp; &#60;</p>", "<p>&lt;b&gt; &amp; &lt;</p>"),
        ('<p class="&quot;><script>">a</p>', '<p class="&quot;&gt;&lt;script&gt;">a</p>'),
        ('<table><tr><th scope="col">a</th></tr></table>', '<table><tr><th scope="col">a</th></tr></table>'),
        ("<h6>deep</h6>", "<h6>deep</h6>"),
        (SHORT_HTML, '<h3>Combat</h3><p><b class="unit">GE-5</b> attacks.</p>'),
    ],
)
def test_of_a_post_only_harmless_tags_pass(page: str, kept: str) -> None:
    assert excerpt(page, 1) == kept


# -- the policy -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_the_policy_names_every_script_and_style(form: str) -> None:
    page = FORMS[form](book())
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    assert "default-src 'none'" in policy[1]
    assert "unsafe" not in policy[1]
    texts = re.findall(r"<(?:script|style)>(.*?)</(?:script|style)>", page, re.DOTALL)
    hashes = [f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in texts]
    assert sorted(re.findall(r"'sha256-[^']*'", policy[1])) == sorted(hashes)
    assert len(hashes) == {"index": 4, "series": 2}[form]


@pytest.mark.parametrize("form", FORMS)
def test_nothing_is_fetched(form: str) -> None:
    page = FORMS[form](book())
    assert [word for word in ("http://", "https://", "fetch(", "import(", "@import", "url(") if word in page] == []


# -- figures and pictures -------------------------------------------------------------------------------------


def test_figures_by_turn() -> None:
    assert losses_by_turn(book()) == {"CP": (0, 5), "AL": (0, 2)}
    assert points_by_turn(book()) == {"CP": (0, 0), "AL": (0, 10)}


def test_pictures_go_into_a_single_file() -> None:
    pictures = {"boards/2.png": b"\x89PNG two", "boards/3.png": b"RIFF....WEBPx", "charts/losses.png": b"GIF89a"}
    html = series_book(book(), "html", pictures=pictures)
    for kind, data in (("png", b"\x89PNG two"), ("webp", b"RIFF....WEBPx"), ("gif", b"GIF89a")):
        assert f'src="data:image/{kind};base64,{b64encode(data).decode()}"' in html
    assert 'src="boards/1%20start.png"' in html
    text = series_book(book(), "md", pictures=pictures)
    assert "![The Central Powers move 4 units.][board 2]" in text
    assert f"\n[board 2]: data:image/png;base64,{b64encode(pictures['boards/2.png']).decode()}\n" in text


def test_each_step_has_a_board_and_room_for_everybody() -> None:
    text = series_book(book(), "md")
    assert text.count("\n![") == 3 + 1  # the boards and a chart
    for who in ("Central Powers (Otto)", "Allies (Luigi)", "neutral"):
        assert text.count(f"> **Commentary, {who}:**") == 4 + 2
    own = text.index("### Central Powers: Combat Phase")
    assert text.index("Commentary, Central Powers", own) < text.index("Commentary, Allies", own)


def test_another_form_is_refused() -> None:
    with pytest.raises(UsageError, match="md or html, not as 'pdf'"):
        series_book(book(), "pdf")


# -- a reader's own templates ---------------------------------------------------------------------------------


def test_own_templates_styles_and_scripts_are_used(tmp_path: Path) -> None:
    (tmp_path / "index.css").write_text("body { color: red }", encoding="utf-8")
    (tmp_path / "index.js").write_text("'mine </script>'", encoding="utf-8")
    (tmp_path / "series.md.j2").write_text("{{ title(book.name) }}{{ ready('post 1') }}", encoding="utf-8")
    page = index_page(book(), "x", own=tmp_path)
    assert "body { color: red }</style>" in page
    assert "<script>'mine <\\/script>'</script>" in page
    assert series_book(book(), "md", own=tmp_path).startswith("# Isonzo 2026\n\nA small board.")


@pytest.mark.parametrize(
    ("name", "text"),
    [("index.html.j2", b"<p>\n{{ nothing }}"), ("index.css", b"a\n\xff"), ("index.js", b"\n\xff\xfe")],
)
def test_a_broken_file_is_named_and_ours_is_used(tmp_path: Path, name: str, text: bytes) -> None:
    (tmp_path / name).write_bytes(text)
    warnings: list[str] = []
    assert index_page(book(), "x", own=tmp_path, warnings=warnings) == index_page(book(), "x")
    assert len(warnings) == 1
    assert f"{tmp_path / name}, line 2" in warnings[0]


def test_values_of_an_own_page_are_escaped(tmp_path: Path) -> None:
    (tmp_path / "index.html.j2").write_text("<h1>{{ book.name }}</h1>", encoding="utf-8")
    assert index_page(hostile("<b>"), "x", own=tmp_path) == "<h1>&lt;b&gt;</h1>\n"


# -- eyes -----------------------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    digits = "".join(c * 2 for c in colour) if len(colour) == 3 else colour
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_words_stand_out_from_the_paper_by_day_and_by_night() -> None:
    """The contrast that the guidelines for the web ask for: 4.5 to 1."""
    text = (home() / "book.css").read_text(encoding="utf-8")
    schemes = [dict(re.findall(r"--(\w+): #(\w+);", part)) for part in text.split("@media")[:2]]
    for colours in schemes:
        for ink in ("ink", "faint", "link", "good", "bad"):
            for paper in ("paper", "panel"):
                high, low = sorted((luminance(colours[ink]), luminance(colours[paper])), reverse=True)
                assert (high + 0.05) / (low + 0.05) >= 4.5, (ink, paper)
        for back in ("mark", "now", "button", "pre"):
            high, low = sorted((luminance(colours["ink"]), luminance(colours[back])), reverse=True)
            assert (high + 0.05) / (low + 0.05) >= 4.5, back
