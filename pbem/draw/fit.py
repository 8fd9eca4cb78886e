"""The best picture that fits into a number of bytes: fewer colours first, then a smaller scale."""

from __future__ import annotations

import math
from collections.abc import Callable

from pbem.values import NamedTuple

LEAST = 15  # per cent: the smallest scale
_STEP = 4


class Fitted(NamedTuple):
    """A picture and the scale at which it fits; no bytes if none does, and then the size of the smallest."""

    data: bytes
    scale: int
    smallest: int = 0


def best_that_fits(render: Callable[[int, int], bytes], scale: int, max_bytes: int | None) -> Fitted:
    """`render(scale, colours)` at the largest scale whose bytes fit."""
    full = render(scale, 256)
    if max_bytes is None or len(full) <= max_bytes:
        return Fitted(full, scale)
    fewer = render(scale, 96)
    if len(fewer) <= max_bytes:
        return Fitted(fewer, scale)
    return _smaller(render, scale, len(fewer), max_bytes)


def _smaller(render: Callable[[int, int], bytes], scale: int, size: int, max_bytes: int) -> Fitted:
    """Guess the scale from the sizes seen so far, then close in on it."""
    low, high, best = LEAST, scale - 1, Fitted(b"", 0, size)
    guess = scale * math.isqrt(max_bytes * 10000 // size) // 100
    while low <= high:
        guess = max(low, min(high, guess))
        found = render(guess, 96)
        if len(found) <= max_bytes:
            best, low = Fitted(found, guess), guess + _STEP
        else:
            high = guess - 1
            best = best if best.data else Fitted(b"", 0, min(best.smallest, len(found)))
        guess = (low + high + 1) // 2 if best.data else guess * math.isqrt(max_bytes * 10000 // len(found)) // 100
    return best
