"""The verifier page on a telephone: nothing runs out of the screen, with the longest post that there is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.dice import verifiers
from tests.dice.corpus import good_posts
from tests.report.driving import Browser

pytestmark = pytest.mark.needs("chromium")


def test_the_verifier_fits_a_phone(chromium: Browser) -> None:
    page = Path(verifiers.__file__).parent / "verify_dice.html"
    tab = chromium.open(page, 360, 740, touch=True)
    tab.eval(f"document.getElementById('post').value = {json.dumps(good_posts()['closed txt'])}")
    tab.click("#go")
    tab.wait("document.querySelectorAll('#rolls tbody tr').length === 8")
    assert tab.eval("document.documentElement.scrollWidth") <= 360
    widths = tab.eval("Array.from(document.querySelectorAll('#rolls td')).map(cell => cell.clientWidth)")
    assert min(widths) > 250, "a row is a card, not six columns of a letter each"
    assert tab.complaints() == []
    tab.close()
