"""The zones of set-up lines and arrivals, as players say them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

Words = Sequence[str]


def zone_words(zone: str) -> str:
    """`behind; near 3 2825` as `behind the front, within 3 hexes of 2825`."""
    alternatives = [", ".join(_part(part.split()) for part in one.split(";")) for one in zone.split("|")]
    return ", or ".join(alternatives)


def _part(words: Words) -> str:
    return _PARTS[words[0]](words[1:]) if words else ""


def _any_of(hexes: Words) -> str:
    return hexes[0] if len(hexes) == 1 else f"{', '.join(hexes[:-1])} or {hexes[-1]}"


def _stretches(hexes: Words) -> str:
    return " and ".join(f"between {a} and {b}" for a, b in zip(hexes[::2], hexes[1::2], strict=True))


def _span(kind: str, words: Words) -> str:
    least, most = words
    return f"{kind} {least}" if least == most else f"{kind}s {least} to {most}"


def _hexes(number: str) -> str:
    return "1 hex" if number == "1" else f"{number} hexes"


_PARTS: Mapping[str, Callable[[Words], str]] = {
    "at": _any_of,
    "front": lambda words: f"the front {_stretches(words)}",
    "behind": lambda words: f"behind the front {_stretches(words)}".rstrip(),
    "near": lambda words: f"within {_hexes(words[0])} of {_any_of(words[1:])}",
    "line": lambda words: f"along the {words[0]} from {words[1]} to {words[2]}",
    "rows": lambda words: _span("row", words),
    "columns": lambda words: _span("column", words),
    "east": lambda words: "in the East Sector",
    "off-front": lambda words: f"at least {_hexes(words[0])} from the front",
    "infantry": lambda words: f"within {_hexes(words[0])} of your infantry",
    "off-enemy": lambda words: f"at least {_hexes(words[0])} from enemies",
    "no-zoc": lambda words: "outside enemy zones of control",
}
