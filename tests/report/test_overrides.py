"""A reader's own templates: a file of the same name wins; a broken one is named with its line, and ours is used."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from pbem.errors import UsageError
from pbem.games.gwe.by_mail.telling import TELLING
from pbem.kernel.telling.tale import tale_of
from pbem.report import report_step
from tests.report.samples import PAGES, a_board, combat, context, report_of


def written(own: Path, fmt: str = "txt", game: str = "") -> tuple[str, list[str]]:
    """The report of the combat with the templates of a folder, and the warnings."""
    board, warnings = combat(), []
    before, after = a_board().freeze(3, "a"), board.freeze(3, "b")
    told = tale_of(board.scenario, TELLING, after, board.facts)
    post = report_step(
        board.scenario, "Central Powers: Combat Phase", told, before, after,
        fmt=fmt, context=context(), own=own, warnings=warnings,
    )  # fmt: skip
    return post.text, warnings


def save(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def built_in(fmt: str = "txt") -> str:
    return report_of(combat(), "Central Powers: Combat Phase", fmt).replace("cp-replacement", "b")


def test_an_empty_folder_changes_nothing(tmp_path: Path) -> None:
    text, warnings = written(tmp_path)
    assert text.splitlines()[:30] == built_in().splitlines()[:30]
    assert warnings == []


def test_a_whole_page(tmp_path: Path) -> None:
    save(tmp_path, "report.j2", "{{ title('Mine') }}\n\nTurn {{ turn }},\n{{ unit('GE-5') }}.\n\nSecond.")
    assert written(tmp_path)[0] == "Mine\n====\n\nTurn 3, GE-5.\n\nSecond.\n"
    assert written(tmp_path, "md")[0] == "# Mine\n\nTurn 3, **GE-5**.\n\nSecond.\n"


def test_the_more_special_name_wins(tmp_path: Path) -> None:
    save(tmp_path, "report.j2", "general")
    save(tmp_path, "report.md.j2", "for Markdown")
    save(tmp_path, "gwe/report.md.j2", "for this game in Markdown")
    assert written(tmp_path, "txt")[0] == "general\n"
    assert written(tmp_path, "md")[0] == "for this game in Markdown\n"


def test_a_single_macro_of_the_words(tmp_path: Path) -> None:
    save(
        tmp_path,
        "gwe/facts.j2",
        "{% macro withdrawal_roll(f) %}{{ unit(f.unit) }} runs{{ rule(f.rule) }}.{% endmacro %}",
    )
    text, warnings = written(tmp_path)
    assert "IT-52 runs[12.12]." in text
    assert "Combat 1: the Central Powers attack" in text
    assert warnings == []


def test_a_single_macro_of_a_look(tmp_path: Path) -> None:
    save(tmp_path, "look.bbcode.j2", "{% macro unit(text) %}[u]{{ text }}[/u]{% endmacro %}")
    text, _ = written(tmp_path, "bbcode")
    assert "[u]GE-5[/u]" in text
    assert "[size=150]" in text


def test_a_part(tmp_path: Path) -> None:
    save(tmp_path, "parts.j2", "{% macro owed(list) %}{{ para('Somebody must send something.') }}{% endmacro %}")
    assert "Somebody must send something." in written(tmp_path)[0]


BROKEN = [
    ("report.j2", "fine\n{% if %}", "line 2"),
    ("report.j2", "fine\n\n{{ nothing.of.the.kind }}", "line 3"),
    ("report.j2", "{{ 1 // 0 }}", "line 1"),
    ("gwe/facts.j2", "\n{% macro outcome(f) %}\n{% endmacro", "line 3"),
    ("gwe/facts.j2", "{% macro withdrawal_roll(f) %}\n{{ f.nonsense.more }}{% endmacro %}", "line 2"),
    ("look.txt.j2", "{% macro para(text) %}\n\n{{ text.upper(1) }}{% endmacro %}", "line 3"),
    ("look.txt.j2", "\n{% macro para() %}x{% endmacro %}", "line 2"),
    ("look.txt.j2", "{% macro page(body, title) %}{{ nope }}{% endmacro %}", "line 1"),
    ("parts.j2", "{% macro owed(list) %}{{ list.x.y }}{% endmacro %}", "line 1"),
    ("report.j2", "{{ ''.__class__.__mro__[1].__subclasses__() }}", "line 1"),
]


@pytest.mark.parametrize(("name", "text", "line"), BROKEN)
def test_a_broken_template_is_named_and_ours_is_used(tmp_path: Path, name: str, text: str, line: str) -> None:
    path = save(tmp_path, name, text)
    made, warnings = written(tmp_path)
    assert made == written(tmp_path / "empty")[0]
    assert len(warnings) == 1
    assert str(path) in warnings[0]
    assert line in warnings[0]


def test_two_broken_templates_are_both_named(tmp_path: Path) -> None:
    save(tmp_path, "report.j2", "{{ nope }}")
    save(tmp_path, "look.txt.j2", "{% macro para(text) %}{{ nope }}{% endmacro %}")
    made, warnings = written(tmp_path)
    assert made == written(tmp_path / "empty")[0]
    assert len(warnings) == 2


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "report.j2").write_bytes(b"fine\n\xff\xfe\x00")
    made, warnings = written(tmp_path)
    assert made == written(tmp_path / "empty")[0]
    assert "report.j2, line 2: it is not UTF-8 text" in warnings[0]


def test_an_unknown_format_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="txt, md, discourse, reddit, bbcode, bbcode-spoiler, bgg, html, json"):
        PAGES["receipt"]("pdf")


@pytest.mark.parametrize("name", ["quiet", "tells", "gathered", "last", "chapters"])
def test_words_that_set_what_is_told_hear_that_it_has_no_effect(tmp_path: Path, name: str) -> None:
    path = save(tmp_path, "gwe/facts.j2", f'{{% set {name} = ["combat"] %}}')
    made, warnings = written(tmp_path)
    assert made == written(tmp_path / "empty")[0]
    assert len(warnings) == 1
    assert warnings[0].startswith(f"{path} sets '{name}', which has no effect")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}", "line 1: it has no end"),
        ("a\n{{ 'x' * 999999999 }}", "line 2: `*` would make more than a page can hold"),
        ("{{ 9 ** 999999 }}", "line 1: `**` would make more than a page can hold"),
        ("{# " + "x" * 1_000_001 + " #}", "it is larger than 1,000,000 bytes"),
    ],
)
def test_a_template_without_end_is_named_and_ours_is_used(tmp_path: Path, text: str, words: str) -> None:
    save(tmp_path, "report.j2", text)
    page, warnings = written(tmp_path)
    assert page.splitlines()[:30] == built_in().splitlines()[:30]
    assert [words in warning for warning in warnings] == [True]


# -- memory: every way to make a long text -----------------------------------------------------------------------

DOUBLED = "{% set ns = namespace(x='abcdefgh') %}{% for i in range(60) %}{% set ns.x = WAY %}{% endfor %}{{ ns.x }}"
LISTS = "{% set ns = namespace(x=[1, 2]) %}{% for i in range(60) %}{% set ns.x = WAY %}{% endfor %}{{ END }}"
GROWING = {
    "~": DOUBLED.replace("WAY", "ns.x ~ ns.x"),
    "+": DOUBLED.replace("WAY", "ns.x + ns.x"),
    "*": DOUBLED.replace("WAY", "ns.x * 2"),
    "%": DOUBLED.replace("WAY", "'%s%s' % (ns.x, ns.x)"),
    "% width": "{{ '%999999999d' % 1 }}",
    "% given width": "{{ '%*d' % (999999999, 1) }}",
    "format": "{{ '{:999999999}'.format(1) }}",
    "format given width": "{{ '{:{}}'.format(1, 999999999) }}",
    "format_map": "{{ '{a[b]:{a[c]}}'.format_map({'a': {'b': 1, 'c': 999999999}}) }}",
    "format doubled": DOUBLED.replace("WAY", "'{0}{0}'.format(ns.x)"),
    "|format": "{{ '%999999999d' | format(1) }}",
    "|format doubled": DOUBLED.replace("WAY", "'%s%s' | format(ns.x, ns.x)"),
    "center": "{{ 'x'.center(999999999) }}",
    "|center": "{{ 'x' | center(999999999) }}",
    "|map center": "{{ ['x'] | map('center', 999999999) | list }}",
    "attr center": "{{ ('x' | attr('center'))(999999999) }}",
    "ljust": "{{ 'x'.ljust(999999999) }}",
    "rjust": "{{ 'x'.rjust(999999999) }}",
    "zfill": "{{ 'x'.zfill(999999999) }}",
    "expandtabs": "{{ '\t'.expandtabs(999999999) }}",
    "replace": DOUBLED.replace("WAY", "ns.x.replace('a', ns.x)"),
    "|replace": DOUBLED.replace("WAY", "ns.x | replace('a', ns.x)"),
    "join": DOUBLED.replace("WAY", "ns.x.join(ns.x)"),
    "|join": DOUBLED.replace("WAY", "[ns.x, ns.x] | join"),
    "|join on demand": DOUBLED.replace("WAY", "ns.x | map('lower') | join(ns.x)"),
    "translate": DOUBLED.replace("WAY", "ns.x.translate({97: ns.x})"),
    "|indent": "{{ 'a\\nb' | indent(999999999) }}",
    "|wordwrap": DOUBLED.replace("WAY", "ns.x | wordwrap(1, wrapstring=ns.x)"),
    "|tojson": "{{ [[1]] | tojson(indent=999999999) }}",
    "|batch": "{{ [1] | batch(999999999, 'x') | list }}",
    "|slice": "{{ [1] | slice(999999999, 'x') | list }}",
    "|round": "{{ 1 | round(999999999, 'floor') }}",
    "|fill": "{{ ('a ' * 9999) | fill('x' * 99999) }}",
    "numbers": "{% set ns = namespace(x=9) %}{% for i in range(60) %}{% set ns.x = ns.x * ns.x %}{% endfor %}",
    "a list": LISTS.replace("WAY", "ns.x + ns.x").replace("END", "1"),
    "a list of lists": LISTS.replace("WAY", "[ns.x, ns.x]").replace("END", "ns.x"),
    "a list of lists, joined": LISTS.replace("WAY", "[ns.x, ns.x]").replace("END", "ns.x ~ ''"),
    "a list of lists in a paragraph": LISTS.replace("WAY", "[ns.x, ns.x]").replace("END", "para(ns.x)"),
    "extend": "{% set x = [1] %}{% for i in range(60) %}{% do x.extend(x) %}{% endfor %}",
    "a block": DOUBLED.replace("{% set ns.x = WAY %}", "{% set y %}{{ ns.x }}{{ ns.x }}{% endset %}{% set ns.x = y %}"),
    "many slices": "{% set x = 'a' * 999999 %}{% set l = [] %}{% for i in range(9999) %}{% do l.append(x[1:]) %}"
    "{% endfor %}",
    "many capitals": "{% set x = 'a' * 999999 %}{% set l = [] %}{% for i in range(9999) %}{% do l.append(x.upper()) %}"
    "{% endfor %}",
    "a long page": "{% set x = 'a' * 999999 %}{% for i in range(9999) %}{{ x }}{% endfor %}",
    "lipsum": "{{ lipsum(n=9999999) }}",
}  # fmt: skip


@pytest.mark.parametrize("way", GROWING)
def test_no_template_makes_more_than_a_page_can_hold(tmp_path: Path, way: str) -> None:
    save(tmp_path, "report.j2", GROWING[way])
    board = built_in().splitlines()[:30]
    tracemalloc.start()
    try:
        page, warnings = written(tmp_path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert page.splitlines()[:30] == board
    assert len(warnings) == 1
    assert "report.j2, line 1: " in warnings[0]
    assert "more than a page can hold" in warnings[0] or way == "lipsum"
    assert peak < 200_000_000


def test_usual_filters_work_as_in_any_template(tmp_path: Path) -> None:
    words = "{{ ['b', 'a'] | sort | join(', ') }}; {{ '%03d of %s' | format(7, 'nine') }}; {{ 'x' | center(3) | trim }}"
    more = (
        "; {{ [1, 2, 3] | map('string') | join('+') }}; {{ '{:>4}'.format(12) | replace(' ', '.') }}; {{ 'abc'[1:] }}"
    )
    save(
        tmp_path,
        "report.j2",
        words + more + "; {{ 2 ** 10 + 1 }}; {{ ('a' ~ 1) * 2 }}; {{ [[1], [2]] | sum(start=[]) }}",
    )
    page, warnings = written(tmp_path)
    assert (page, warnings) == ("a, b; 007 of nine; x; 1+2+3; ..12; bc; 1025; a1a1; [1, 2]\n", [])
