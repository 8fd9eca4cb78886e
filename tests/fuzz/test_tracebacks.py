"""A small sample of every fuzzer: no damaged file shows a traceback. `python -m tests.fuzz.<name>` tries 20,000."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz import archives, cases, charts, maps, own_charts, stores, turn_files
from tests.fuzz.tracebacks import failures

FUZZERS = {
    "turn files": (turn_files, 40), "archives": (archives, 15), "cases": (cases, 40), "charts": (charts, 25),
    "maps": (maps, 40), "stores": (stores, 40), "charts of the right shape": (own_charts, 6),
}  # fmt: skip


@pytest.mark.parametrize("name", FUZZERS)
def test_no_damaged_file_shows_a_traceback(name: str, tmp_path: Path) -> None:
    module, count = FUZZERS[name]
    assert failures(module.prepare(tmp_path), count) == []


def test_a_fault_of_ours_would_be_seen(tmp_path: Path) -> None:
    def broken(chance: object) -> None:
        raise KeyError("ours")

    assert "KeyError: 'ours'" in failures(broken, 1)[0]
