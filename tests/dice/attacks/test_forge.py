"""Genuine blocks, records and fields put together anew: none of the forged posts is bound, none crashes a verifier.

A sample; `python -m tests.fuzz.forge --posts 5000` forges more.
"""

from __future__ import annotations

import pytest

from tests.fuzz.forge import bound_rolls, run, threads, written


@pytest.mark.parametrize("seed", range(3))
def test_no_recombination_of_genuine_parts_is_bound(seed: int) -> None:
    assert run(100, seed) == (100, [])


def test_the_parts_come_from_threads_that_are_bound() -> None:
    bound = [one for one in threads() if bound_rolls("".join(map(written, one)))]
    assert len(bound) >= 8
