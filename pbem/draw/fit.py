"""The best picture that fits into a number of bytes: fewer colours first, then a smaller scale."""

from __future__ import annotations

import math
from collections.abc import Callable

from pbem.errors import UsageError

_LEAST = 15
_STEP = 4


def best_that_fits(render: Callable[[int, int], bytes], scale: int, max_bytes: int | None) -> bytes:
    """`render(scale, colours)` at the largest scale whose bytes fit."""
    full = render(scale, 256)
    if max_bytes is None or len(full) <= max_bytes:
        return full
    fewer = render(scale, 96)
    if len(fewer) <= max_bytes:
        return fewer
    return _smaller(render, scale, len(fewer), max_bytes)


def _smaller(render: Callable[[int, int], bytes], scale: int, size: int, max_bytes: int) -> bytes:
    """Guess the scale from the sizes seen so far, then close in on it."""
    low, high, best = _LEAST, scale - 1, b""
    guess = scale * math.isqrt(max_bytes * 10000 // size) // 100
    while low <= high:
        guess = max(low, min(high, guess))
        found = render(guess, 96)
        if len(found) <= max_bytes:
            best, low = found, guess + _STEP
            guess += _STEP
        else:
            size, high = len(found), guess - 1
            guess = min(guess - _STEP, guess * math.isqrt(max_bytes * 10000 // size) // 100)
    if not best:
        raise UsageError(f"no board fits into {max_bytes} bytes; the smallest needs {size}: crop it, or allow more")
    return best
