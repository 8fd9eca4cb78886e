"""One browser for all tests of the book."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.report.booksamples import book, save
from tests.report.driving import LOADED, Browser, Tab


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A running browser."""
    with Browser() as running:
        yield running


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the small book."""
    return save(book(), tmp_path_factory.mktemp("book"))


@pytest.fixture
def tab(chromium: Browser, page: Path) -> Iterator[Tab]:
    """The page on a desk; whatever a test does, nothing is fetched from outside and nothing is complained of."""
    opened = chromium.open(page)
    opened.wait(LOADED)
    yield opened
    assert [address for address in opened.addresses() if not address.startswith("file:")] == []
    assert opened.complaints() == []
    opened.close()


@pytest.fixture
def phone(chromium: Browser, page: Path) -> Iterator[Tab]:
    """The page on a phone."""
    opened = chromium.open(page, 360, 740, touch=True)
    opened.wait(LOADED)
    yield opened
    assert opened.complaints() == []
    opened.close()
