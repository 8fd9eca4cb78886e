"""Every page in every format, byte for byte. `python -m tests.report.renew` writes the files anew."""

from __future__ import annotations

import json

import pytest

from pbem.report import KINDS
from pbem.report.fill import COLUMNS, width
from tests.report.booksamples import book_pages
from tests.report.renew import FOLDER, pages
from tests.report.samples import PAGES, everything_else, movement, report_of
from tests.report.samples import combat as a_combat


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return pages()


def names() -> list[str]:
    more = ("report-everything-else.txt", "report-fog.txt")
    return [*(f"{name}.{fmt}" for name in PAGES for fmt in KINDS), *more, *book_pages()]


@pytest.mark.parametrize("name", names())
def test_a_page_is_as_it_was_reviewed(name: str, made: dict[str, str]) -> None:
    assert made[name] == (FOLDER / name).read_text(encoding="utf-8"), "renew with python -m tests.report.renew"


def test_no_golden_file_is_left_over(made: dict[str, str]) -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(made)


@pytest.mark.parametrize("name", [name for name in names() if name.endswith(".txt")])
def test_plain_text_keeps_to_72_columns(name: str, made: dict[str, str]) -> None:
    assert [line for line in made[name].splitlines() if width(line) > COLUMNS] == []


def test_the_same_facts_give_the_same_bytes(made: dict[str, str]) -> None:
    assert pages() == made


@pytest.mark.parametrize("name", PAGES)
def test_json_pages_are_json(name: str) -> None:
    assert isinstance(json.loads(PAGES[name]("json")), dict)


def test_json_has_every_fact_with_its_sentence() -> None:
    board = a_combat()
    values = json.loads(report_of(board, "Combat", "json"))
    assert [fact["kind"] for fact in values["facts"]] == [fact.kind for fact in board.facts]
    moved = next(fact for fact in values["facts"] if fact["kind"] == "moved")
    assert moved["text"] == "IT-52 withdraws from 0203 by 0204 to 0205 [12.13]."


def test_built_in_words_fail_on_nothing() -> None:
    warnings: list[str] = []
    for board in (movement(), a_combat()):
        for fmt in KINDS:
            report_of(board, "A step", fmt, warnings)
    assert warnings == []


def test_a_fact_with_missing_values_is_told_plainly_and_reported() -> None:
    warnings: list[str] = []
    text = report_of(everything_else(), "A step", "txt", warnings)
    assert "Fortress lost [11.13]." in text
    assert len(warnings) == 1
    assert "facts.j2, line" in warnings[0]


def test_a_kind_without_words_is_told_with_all_its_values() -> None:
    text = report_of(everything_else(), "A step", "txt")
    assert "Comet: unit GE-5, hex 0102, seen yes, by (AL 2), of none [99.9]." in text
