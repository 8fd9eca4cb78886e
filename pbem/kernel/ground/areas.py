"""Areas: sets of hexes as whole numbers, one bit for each hex.

Bits are laid out by axial coordinates, so that a direction is the same shift everywhere: a whole front goes on
by one hex with six shifts, however wide it is. `|`, `&` and `& ~` join areas, cut them and take them away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.kernel.ground.hexes import DIRECTIONS, Grid, HexId
from pbem.values import NamedTuple

Area = int


class Ways(NamedTuple):
    """For each direction its shift and its gate: the hexes out of which a step that way is open."""

    up: tuple[tuple[int, Area], ...]  # directions toward higher bits
    down: tuple[tuple[int, Area], ...]

    def widen(self, area: Area) -> Area:
        """All hexes that one open step out of the area enters."""
        out = 0
        for shift, gate in self.up:
            out |= (area & gate) << shift
        for shift, gate in self.down:
            out |= (area & gate) >> shift
        return out


class Areas:
    """The bits of a grid's hexes. `beeline` leads from anywhere to anywhere, over holes of the map as well."""

    def __init__(self, grid: Grid) -> None:
        columns = [q for q, _ in grid.axial.values()] or [0]
        rows = [r for _, r in grid.axial.values()] or [0]
        left, top = min(columns), min(rows)
        # One column to spare: a step beyond either edge meets no hex of another row.
        self._width = max(columns) - left + 2
        self.bit: dict[HexId, Area] = {
            hex_id: 1 << (r - top) * self._width + q - left for hex_id, (q, r) in grid.axial.items()
        }
        self._cells = {bit.bit_length() - 1: hex_id for hex_id, bit in self.bit.items()}
        self.index: dict[HexId, int] = {hex_id: at for at, hex_id in self._cells.items()}
        self.all = self.of(grid.hexes)
        self.holes = ((1 << self._width * (max(rows) - top + 1)) - 1) & ~self.all  # where the frame has no hex
        row = (1 << self._width - 1) - 1
        frame = sum(row << r * self._width for r in range(max(rows) - top + 1))
        self.beeline = self._ways(frame, frame, {})

    def shift(self, offset: tuple[int, int]) -> int:
        """How many bits lie between a hex and the one at this axial offset from it."""
        return offset[1] * self._width + offset[0]

    def of(self, hexes: Iterable[HexId]) -> Area:
        """These hexes as an area."""
        area, bit = 0, self.bit
        for hex_id in hexes:
            area |= bit[hex_id]
        return area

    def within(self, centre: HexId, radius: int) -> Area:
        """All hexes at most `radius` away, the centre included: `Grid.within` as an area, row by row."""
        row, column = divmod(self.index[centre], self._width)
        area = 0
        for dr in range(max(-radius, -row), radius + 1):
            first = max(0, column + max(-radius, -dr - radius))
            last = min(self._width - 2, column + min(radius, radius - dr))
            if first <= last:
                area |= (1 << last - first + 1) - 1 << (row + dr) * self._width + first
        return area & self.all

    def hexes(self, area: Area) -> dict[HexId, None]:
        """The hexes of an area one by one, row by row."""
        found: dict[HexId, None] = {}
        bits = f"{area:b}"[::-1]
        at = bits.find("1")
        while at >= 0:
            found[self._cells[at]] = None
            at = bits.find("1", at + 1)
        return found

    def ways(self, closed: Iterable[tuple[HexId, HexId]] = (), never_left: Area = 0) -> Ways:
        """All steps between neighbours but those over the `closed` hexsides, and those out of some hexes."""
        shut: dict[int, Area] = {}
        for here, there in closed:
            shift = self._shift(here, there)
            shut[shift] = shut.get(shift, 0) | self.bit[here]
        return self._ways(self.all, self.all & ~never_left, shut)

    def ways_of(self, steps: Mapping[HexId, Iterable[HexId]]) -> Ways:
        """The steps that a table gives for each hex; all of them lead to neighbours."""
        open_from = dict.fromkeys((dr * self._width + dq for dq, dr in DIRECTIONS), 0)
        for here, onward in steps.items():
            for there in onward:
                open_from[self._shift(here, there)] |= self.bit[here]
        shut = {shift: self.all & ~gate for shift, gate in open_from.items()}
        return self._ways(self.all, self.all, shut)

    def _shift(self, here: HexId, there: HexId) -> int:
        return self.index[there] - self.index[here]

    def _ways(self, cells: Area, left_from: Area, shut: dict[int, Area]) -> Ways:
        shifts = [dr * self._width + dq for dq, dr in DIRECTIONS]
        gates = {shift: left_from & ~shut.get(shift, 0) for shift in shifts}
        return Ways(
            tuple((shift, gates[shift] & cells >> shift) for shift in shifts if shift > 0),
            tuple((-shift, gates[shift] & cells << -shift) for shift in shifts if shift < 0),
        )


def flood(sources: Area, length: int, ways: Ways, barred: Area = 0, burden: Area = 0, most: int = 0) -> Area:
    """Every hex from which a line of at most `length` hexes leads to a source. The terms are those of `spread.spread`.

    The flood runs from the sources outward: `ways` leads against the lines.
    """
    entered = [sources] * (most + 1)  # by the burden of the line so far; lighter lines count among the heavier ones
    fronts = list(entered)
    for _ in range(length):
        ahead = []
        for load, front in enumerate(fronts):
            leaving = front & ~burden | (fronts[load - 1] & burden if load else 0)
            new = ways.widen(leaving & ~barred) & ~entered[load]
            entered[load] |= new
            ahead.append(new)
        if not any(ahead):
            break
        fronts = ahead
    return entered[most]
