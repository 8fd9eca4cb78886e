"""Chains: single hexsides or hex-to-hex pieces joined into long lines, and smoothed into curves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.draw.sheet import Point

Piece = tuple[Point, Point]


def chains(pieces: Iterable[Piece], stops: Iterable[Point] = ()) -> list[list[Point]]:
    """The pieces joined end to end. A line ends where three meet, and at every stop."""
    ways: dict[Point, list[Point]] = {}
    left: dict[Piece, None] = {}
    for a, b in pieces:
        ways.setdefault(a, []).append(b)
        ways.setdefault(b, []).append(a)
        left[(min(a, b), max(a, b))] = None
    ends = dict.fromkeys(stops)
    knots = [spot for spot, others in ways.items() if len(others) != 2 or spot in ends]
    found = [chain for spot in knots for other in ways[spot] if (chain := _walk(spot, other, ways, left, ends))]
    while left:  # rings
        a, b = next(iter(left))
        found.append(_walk(a, b, ways, left, ends))
    return found


def _walk(
    start: Point, after: Point, ways: dict[Point, list[Point]], left: dict[Piece, None], ends: dict[Point, None]
) -> list[Point]:
    line, here, there = [start], start, after
    while (piece := (min(here, there), max(here, there))) in left:
        del left[piece]
        line.append(there)
        onward = [other for other in ways[there] if other != here]
        if len(onward) != 1 or there in ends:
            break
        here, there = there, onward[0]
    return line if len(line) > 1 else []


def curve(line: Sequence[Point], fineness: int = 5) -> list[Point]:
    """A smooth curve that touches the middle of each piece; its ends stay where they are."""
    if len(line) < 3:
        return list(line)
    if line[0] == line[-1]:
        line = [_middle(line[0], line[1]), *line[1:-1], line[0], _middle(line[0], line[1])]
    found = [line[0], _middle(line[0], line[1])]
    for a, b, c in zip(line, line[1:], line[2:], strict=False):
        start, end = _middle(a, b), _middle(b, c)
        for k in range(1, fineness + 1):
            m = fineness - k
            whole = fineness * fineness
            found.append(
                (
                    (start[0] * m * m + 2 * b[0] * m * k + end[0] * k * k) // whole,
                    (start[1] * m * m + 2 * b[1] * m * k + end[1] * k * k) // whole,
                )
            )
    return [*found, line[-1]]


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2
