"""Random changes of a single byte, for what must notice every one of them."""

from __future__ import annotations

import random


def changed(data: bytes, chance: random.Random) -> bytes:
    """One byte replaced by another, taken out, or put in."""
    at = chance.randrange(len(data))
    way = chance.randrange(8)
    if way == 0:
        return data[:at] + data[at + 1 :]
    if way == 1:
        return data[:at] + bytes([chance.randrange(256)]) + data[at:]
    if way < 5:  # near misses: another digit or letter
        return data[:at] + bytes([data[at] ^ (1 << chance.randrange(7))]) + data[at + 1 :]
    return data[:at] + bytes([(data[at] + chance.randrange(1, 256)) % 256]) + data[at + 1 :]
