"""Hexes, their numbers and their geometry.

Every game here numbers its hexes `rrcc`: the first pair is a straight row, the second the place in it, and
either the odd or the even rows stand half a hex toward the higher column. A map of several sheets puts the letter of
the sheet before the number, `W1201`. All arithmetic is whole-numbered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NewType

from pbem.errors import Unreadable
from pbem.values import NamedTuple

HexId = NewType("HexId", str)
_ONE_SHEET: Mapping[str, int] = MappingProxyType({})


class Hexside(NamedTuple):
    """What two adjacent hexes share, the smaller number first: `2418/2518`. `hexside` puts them in this order."""

    a: HexId
    b: HexId

    def __str__(self) -> str:
        return f"{self.a}/{self.b}"


def hexside(a: HexId, b: HexId) -> Hexside:
    """The hexside between two hexes, whichever is named first."""
    return Hexside(a, b) if a < b else Hexside(b, a)


def read_hexside(text: str) -> Hexside | None:
    """The hexside that `2418/2518` (or `2518/2418`) names; nothing for any other text."""
    match text.split("/"):
        case [a, b] if a and b and a != b:
            return hexside(HexId(a), HexId(b))
    return None


class Numbering(NamedTuple):
    """How a sheet numbers its hexes, and which way it is drawn."""

    shifted: int = 0  # parity of the rows that stand half a hex toward the higher column
    rows_down: bool = True  # row numbers grow toward the bottom of the picture
    columns_right: bool = True  # column numbers grow toward the right
    wrap: int = 100  # column numbers from here on lie left of 00 (99 = -1)
    sheets: Mapping[str, int] = _ONE_SHEET  # by letter, how many columns lie before the sheet: {"W": 0, "E": 38}

    def cell(self, hex_id: str) -> tuple[int, int]:
        """Row and column of a number, the columns counted on through all sheets."""
        row, column = int(hex_id[-4:-2]), int(hex_id[-2:])
        if column >= self.wrap:
            column -= 100
        return row, column + self._before(hex_id) if self.sheets else column

    def _before(self, hex_id: str) -> int:
        """How many columns lie before the sheet that the hex stands on."""
        sheet = hex_id[:-4]
        if sheet not in self.sheets:
            raise Unreadable(
                f"hex {hex_id} is on no sheet of the map",
                found=hex_id,
                wanted=f"one of the letters {', '.join(self.sheets)} before the number",
                advice=f"write it as {next(iter(self.sheets))}{hex_id[-4:]}, or add the sheet to the numbering",
            )
        return self.sheets[sheet]

    def axial(self, row: int, column: int) -> tuple[int, int]:
        """Axial coordinates (q, r), in which the six directions are the same everywhere."""
        half = 1 if row & 1 == self.shifted else 0
        return (2 * column + half - row + 1 - self.shifted) // 2, row


# The six directions in axial coordinates, as (dq, dr), going round.
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class Distances(dict[int, int]):
    """The distance of two hexes by the difference of their places; each is worked out when it is first asked for."""

    ROW = 1024  # of places: more than twice the width of any map, so that a difference has one meaning

    def __missing__(self, difference: int) -> int:
        dq = (difference + self.ROW // 2) % self.ROW - self.ROW // 2
        dr = (difference - dq) // self.ROW
        far = self[difference] = max(abs(dq), abs(dr), abs(dq + dr))
        return far


class Grid:
    """The hexes of a map: neighbours in a fixed order, distances, straight lines."""

    def __init__(self, numbering: Numbering, hexes: Iterable[HexId]) -> None:
        self.numbering = numbering
        self.hexes: tuple[HexId, ...] = tuple(hexes)
        self.axial: dict[HexId, tuple[int, int]] = {}
        for hex_id in self.hexes:
            self.axial[hex_id] = numbering.axial(*numbering.cell(hex_id))
        self.place = {hex_id: q + r * Distances.ROW for hex_id, (q, r) in self.axial.items()}
        self.distances = Distances()
        self._known: dict[tuple[str, HexId, int], tuple[HexId, ...]] = {}
        self._by_axial: dict[tuple[int, int], HexId] = {}
        for hex_id, axial in self.axial.items():
            other = self._by_axial.setdefault(axial, hex_id)
            if other != hex_id:
                raise _one_cell(other, hex_id)
        self.neighbours: dict[HexId, tuple[HexId, ...]] = {}
        for hex_id, (q, r) in self.axial.items():
            around = [self._by_axial.get((q + dq, r + dr)) for dq, dr in DIRECTIONS]
            self.neighbours[hex_id] = tuple([other for other in around if other is not None])

    def __contains__(self, hex_id: object) -> bool:
        return hex_id in self.axial

    def at(self, axial: tuple[int, int]) -> HexId | None:
        """The hex at axial coordinates; nothing where the map has a hole."""
        return self._by_axial.get(axial)

    def are_adjacent(self, a: HexId, b: HexId) -> bool:
        """Whether the two hexes share a hexside."""
        return b in self.neighbours[a]

    def distance(self, a: HexId, b: HexId) -> int:
        """How many hexes it is from one hex to the other, the first one not counted."""
        return self.distances[self.place[a] - self.place[b]]

    def within(self, centre: HexId, radius: int) -> tuple[HexId, ...]:
        """All hexes at most `radius` away, the centre included, in the order of the grid's rows."""
        key = ("within", centre, radius)
        if key not in self._known:
            self._known[key] = self._within(centre, radius)
        return self._known[key]

    def _within(self, centre: HexId, radius: int) -> tuple[HexId, ...]:
        q, r = self.axial[centre]
        found = []
        for dr in range(-radius, radius + 1):
            for dq in range(max(-radius, -dr - radius), min(radius, radius - dr) + 1):
                other = self._by_axial.get((q + dq, r + dr))
                if other is not None:
                    found.append(other)
        return tuple(found)

    def ring(self, centre: HexId, radius: int) -> tuple[HexId, ...]:
        """All hexes exactly `radius` away, going round."""
        key = ("ring", centre, radius)
        if key not in self._known:
            self._known[key] = self._ring(centre, radius)
        return self._known[key]

    def _ring(self, centre: HexId, radius: int) -> tuple[HexId, ...]:
        if radius == 0:
            return (centre,)
        q, r = self.axial[centre]
        q, r = q + DIRECTIONS[4][0] * radius, r + DIRECTIONS[4][1] * radius
        found = []
        for dq, dr in DIRECTIONS:
            for _ in range(radius):
                other = self._by_axial.get((q, r))
                if other is not None:
                    found.append(other)
                q, r = q + dq, r + dr
        return tuple(found)

    def line(self, a: HexId, b: HexId, lean: int = 1) -> tuple[HexId | None, ...]:
        """The hexes of the straight line from a to b, both included; `None` where the map has a hole.

        A line that runs along a hexside touches two hexes: `lean` (+1 or -1) says which one is taken.
        """
        steps = self.distance(a, b)
        (aq, ar), (bq, br) = self.axial[a], self.axial[b]
        found = []
        for k in range(steps + 1):
            # Coordinates times 6 * steps, nudged by a whole unit so that no tie is left to rounding.
            scale = 6 * max(steps, 1)
            q = 6 * (aq * (steps - k) + bq * k) + lean * (1 if 0 < k < steps else 0)
            r = 6 * (ar * (steps - k) + br * k) + lean * (2 if 0 < k < steps else 0)
            found.append(self._by_axial.get(cell_at(q, r, scale)))
        return tuple(found) if steps else (a,)


def _one_cell(one: HexId, other: HexId) -> Unreadable:
    """Two hexes in one cell would have the same neighbours, and units of both would meet."""
    return Unreadable(
        f"{one} and {other} share one cell of the grid",
        found=f"{one} and {other}",
        wanted="a cell of its own for each hex",
        advice="a map of several sheets says where each begins: `numbering: ..., sheet W +0, sheet E +38`",
    )


def cell_at(q: int, r: int, scale: int) -> tuple[int, int]:
    """The axial cell that contains the point (q, r) / scale."""
    s = -q - r
    near_q, near_r, near_s = _nearest(q, scale), _nearest(r, scale), _nearest(s, scale)
    off_q, off_r, off_s = abs(near_q * scale - q), abs(near_r * scale - r), abs(near_s * scale - s)
    if off_q > off_r and off_q > off_s:
        near_q = -near_r - near_s
    elif off_r > off_s:
        near_r = -near_q - near_s
    return near_q, near_r


def _nearest(value: int, scale: int) -> int:
    return (2 * value + scale) // (2 * scale)
