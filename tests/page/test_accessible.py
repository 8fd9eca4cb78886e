"""The order page of every game as a screen reader finds it, on a desk and on a phone, by day and by night."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.page.conftest import turn_of
from tests.page.served import Served
from tests.page.test_turns import TURNS
from tests.programs import PROGRAMS
from tests.report.driving import Browser

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.needs("axe-core")]


@pytest.mark.parametrize(("game", "file", "who"), [turn[:3] for turn in TURNS], ids=[turn[0] for turn in TURNS])
def test_axe_finds_nothing_serious(chromium: Browser, game: str, file: str, who: str, tmp_path: Path) -> None:
    with Served(turn_of(game, file, who, tmp_path).leaf) as page:
        for width, dark in ((1280, False), (390, True)):
            tab = chromium.open(page, width, dark=dark)
            tab.wait("document.body.dataset.ready === 'yes'")
            tab.eval("document.querySelectorAll('details').forEach(one => { one.open = true; })")
            tab.eval("(box => { box.value = '0'; box.onchange(); })(document.getElementById('verb'))")
            tab.eval(Path(PROGRAMS["axe-core"].path()).read_text(encoding="utf-8") + "; 1")
            found = tab.eval(
                "axe.run().then(all => all.violations.map(one => [one.impact, one.id, one.nodes[0].html]))"
            )
            assert [one for one in found if one[0] in ("serious", "critical")] == []
            tab.close()
