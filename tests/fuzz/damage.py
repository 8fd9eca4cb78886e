"""Damage at random, for whatever strangers may hand in: bytes, lines, and single values of JSON."""

from __future__ import annotations

import random
from typing import Any

_STRANGE: tuple[Any, ...] = (
    None, True, 0, -1, 10**30, 1.5, "", "x", "../../etc", "\x00", "٣", [], {}, [[]], {"x": 1}, ["x"] * 3, "9" * 5000,
)  # fmt: skip
_BITS = (
    b"",
    b"\x00",
    b"\xff\xfe",
    b"[" * 3000,
    b"{" * 3000,
    b"=" * 9,
    b'"',
    b"\n\n",
    b"-1",
    b"99999999999999999999",
    b"at",
)


def damaged(data: bytes, chance: random.Random) -> bytes:
    """The bytes with one to three changes."""
    for _ in range(chance.randint(1, 3)):
        data = chance.choice((_cut, _put, _flip, _lines, _number))(data, chance) or b"\n"
    return data


def _cut(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] if chance.random() < 0.3 else data[:at] + data[at + chance.choice((1, 7, 200)) :]


def _put(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + chance.choice(_BITS) + data[at:]


def _flip(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << chance.randrange(8))]) + data[at + 1 :]


def _lines(data: bytes, chance: random.Random) -> bytes:
    """A line twice, left out, elsewhere, or half of it."""
    rows = data.split(b"\n")
    at, to = chance.randrange(len(rows)), chance.randrange(len(rows))
    row = rows[at]
    way = chance.randrange(4)
    if way == 0:
        rows.insert(to, row)
    elif way == 1:
        del rows[at]
    elif way == 2:
        rows[at], rows[to] = rows[to], rows[at]
    else:
        words = row.split(b" ")
        chance.shuffle(words)
        rows[at] = b" ".join(words[: chance.randint(0, len(words))])
    return b"\n".join(rows)


def _number(data: bytes, chance: random.Random) -> bytes:
    """A figure becomes another one."""
    places = [at for at, byte in enumerate(data[:200_000]) if 48 <= byte <= 57]
    if not places:
        return data
    at = chance.choice(places)
    return data[:at] + chance.choice((b"0", b"9", b"-", b"999999", b"1e9", b".")) + data[at + 1 :]


def other(value: Any, chance: random.Random) -> Any:
    """The plain value with another one in one place: strange, left out, or from elsewhere in it."""
    if chance.random() < 0.15 or not isinstance(value, (dict, list)) or not value:
        return chance.choice(_STRANGE)
    if isinstance(value, dict):
        key = chance.choice(list(value))
        if chance.random() < 0.15:
            return {name: found for name, found in value.items() if name != key}
        if chance.random() < 0.05:
            return {**value, "stranger": 1}
        return {**value, key: other(value[key], chance)}
    at = chance.randrange(len(value))
    if chance.random() < 0.1:
        return [*value[:at], *value[at + 1 :]]
    if chance.random() < 0.1:
        return [*value, value[at]]
    return [*value[:at], other(value[at], chance), *value[at + 1 :]]
