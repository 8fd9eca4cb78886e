"""The page in a real browser, opened as a file: it asks nobody for anything, and checks as the judge does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.desk.checking import check
from pbem.desk.leaf.leaf import packed
from pbem.desk.leaf.making import leaf
from pbem.desk.opening import open_campaign
from pbem.page.document import LARGEST, document
from pbem.page.grounds import ground_in
from pbem.page.pyodide import pyodide_files
from pbem.store import open_store
from tests.desk.helpers import NOW, SECRET
from tests.programs import PROGRAMS
from tests.report.driving import Browser

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.needs("pyodide")]


def test_orders_are_checked_in_the_page_and_no_request_is_made(chromium: Browser, tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "a.db"), create=True)
    open_campaign(store, "Page", "gwe", "historical", players={}, secret=SECRET, now=NOW)
    data = document(pyodide_files(PROGRAMS["pyodide"].path()), packed(leaf(store, "", "CP")), ground_in(store, ""))
    assert len(data) < LARGEST
    page = tmp_path / "cp.html"
    page.write_bytes(data)
    tab = chromium.open(page)
    for _ in range(5):  # a busy machine may take longer than one look is patient
        try:
            tab.wait("document.body.dataset.ready === 'yes'")
            break
        except AssertionError:
            continue
    assert tab.text("#title") == "Page, turn 1"
    block = str(tab.eval("document.getElementById('orders').value"))
    text = block.replace("# done   #", "done   #")
    assert text != block
    tab.eval(f"(document.getElementById('orders').value = {json.dumps(text)}, 1)")
    tab.eval("(document.getElementById('orders').dispatchEvent(new Event('input')), 1)")
    tab.wait("document.getElementById('verdict').textContent.includes('Legal')")
    receipt = check(store, "", text.encode())
    assert receipt.is_accepted
    assert f"hash {receipt.digest}" in tab.eval("document.getElementById('receipt').textContent")
    assert tab.eval("Object.keys(localStorage).some(key => key.startsWith('pbem Page CP 1'))")
    asked = [address for address in tab.addresses() if not address.startswith("data:")]
    assert asked == [page.as_uri()]
    assert tab.complaints() == []
    tab.close()
