"""The map: base terrain, features of hexes and hexsides, lines such as rails, links, and place names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from pbem.kernel.ground.areas import Areas
from pbem.kernel.ground.hexes import Grid, HexId
from pbem.kernel.ground.lines import Lines
from pbem.values import NamedTuple

K = TypeVar("K")
T = TypeVar("T")


class Feature(NamedTuple):
    """Something that lies in a hex, on a hexside or along a line, with its attributes: `major-river name=Piave`."""

    name: str
    attributes: tuple[tuple[str, str], ...] = ()

    def get(self, key: str) -> str:
        """The value of an attribute, or nothing."""
        for name, value in self.attributes:
            if name == key:
                return value
        return ""

    def fits(self, name: str, wanted: Mapping[str, str]) -> bool:
        """Whether it has this name and all these attributes."""
        return self.name == name and all(self.get(key) == value for key, value in wanted.items())


class Link(NamedTuple):
    """A way between two hexes that need not touch, such as a railway off the map."""

    feature: Feature
    a: HexId
    b: HexId


class ByKey(dict[K, T]):
    """Something for each key, worked out when it is first asked for."""

    def __init__(self, make: Callable[[K], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> T:
        found = self[key] = self._make(key)
        return found


class ByHex(ByKey[HexId, T]):
    """Something for each hex: most of a map is never asked about."""


class Map:
    """A map that never changes; what is derived from it is computed once and kept in `memo`."""

    def __init__(self, grid: Grid, base: Mapping[HexId, str], heading: Mapping[str, str]) -> None:
        self.grid = grid
        self.areas = Areas(grid)
        self.base = dict(base)
        self.heading = dict(heading)
        self.in_hex: dict[HexId, tuple[Feature, ...]] = {}
        self.on_side: dict[tuple[HexId, HexId], tuple[Feature, ...]] = {}
        self.along: dict[tuple[HexId, HexId], tuple[Feature, ...]] = {}
        self.links: tuple[Link, ...] = ()
        self.places: dict[str, HexId] = {}
        self._memo: dict[Any, Any] = {}

    def features(self, hex_id: HexId) -> tuple[Feature, ...]:
        """What lies in the hex besides its base terrain."""
        return self.in_hex.get(hex_id, ())

    def feature(self, hex_id: HexId, name: str, **wanted: str) -> Feature | None:
        """The first feature of that name (and those attributes) in the hex."""
        for feature in self.in_hex.get(hex_id, ()):
            if feature.name == name and feature.fits(name, wanted):
                return feature
        return None

    def has(self, hex_id: HexId, name: str, **wanted: str) -> bool:
        """Whether the hex has such a feature."""
        for feature in self.in_hex.get(hex_id, ()):
            if feature.name == name and (not wanted or feature.fits(name, wanted)):
                return True
        return False

    def hexes_with(self, name: str, **wanted: str) -> tuple[HexId, ...]:
        """All hexes with such a feature, in the order of the grid."""
        found = self.memo("hexes by feature", self._hexes_by_feature).get(name, ())
        if not wanted:
            return found
        key = ("hexes with", name, *wanted.items())
        return self.memo(key, lambda: tuple(h for h in found if self.has(h, name, **wanted)))

    def _hexes_by_feature(self) -> dict[str, tuple[HexId, ...]]:
        found: dict[str, dict[HexId, None]] = {}
        for hex_id in self.grid.hexes:
            for feature in self.in_hex.get(hex_id, ()):
                found.setdefault(feature.name, {})[hex_id] = None
        return {name: tuple(hexes) for name, hexes in found.items()}

    def hexside(self, a: HexId, b: HexId) -> tuple[Feature, ...]:
        """What lies on the hexside between two adjacent hexes."""
        return self.on_side.get((a, b), ())

    def crosses(self, a: HexId, b: HexId, name: str) -> bool:
        """Whether a step from a to b crosses such a hexside."""
        for feature in self.on_side.get((a, b), ()):  # noqa: SIM110 - asked so often that the generator tells
            if feature.name == name:
                return True
        return False

    def line_from(self, name: str, **wanted: str) -> Mapping[HexId, tuple[HexId, ...]]:
        """For each hex on such a line (a rail, a road) the adjacent hexes to which it goes on."""
        key = ("line", name, *wanted.items())
        return self.memo(key, lambda: self._line_from(name, wanted))

    def _line_from(self, name: str, wanted: Mapping[str, str]) -> dict[HexId, tuple[HexId, ...]]:
        found: dict[HexId, tuple[HexId, ...]] = {}
        for (a, b), features in self.along.items():
            for feature in features:
                if feature.name == name and (not wanted or feature.fits(name, wanted)):
                    found[a] = (*found.get(a, ()), b)
                    break
        return found

    @property
    def lines(self) -> Lines:
        """Straight lines over the map, for lines of sight."""
        return self.memo("lines", lambda: Lines(self.grid, self.areas))

    def name_of(self, hex_id: HexId) -> str:
        """The name of the place in the hex, or nothing."""
        names = self.memo("names", lambda: {h: n for n, h in reversed(self.places.items())})
        return str(names.get(hex_id, ""))

    def called(self, hex_id: HexId) -> str:
        """The hex as people write it: `1710 (Udine)`."""
        name = self.name_of(hex_id)
        return f"{hex_id} ({name})" if name else hex_id

    def memo(self, key: Any, make: Callable[[], T]) -> T:
        """What `make` gives, computed once per map."""
        if key not in self._memo:
            self._memo[key] = make()
        value: T = self._memo[key]
        return value


def contiguous(grid: Grid, hexes: Iterable[HexId]) -> list[tuple[HexId, ...]]:
    """The hexes cut into groups that hang together, each from its first hex outward."""
    left = dict.fromkeys(hexes)
    groups = []
    while left:
        group = [next(iter(left))]
        del left[group[0]]
        for here in group:
            for there in grid.neighbours[here]:
                if there in left:
                    del left[there]
                    group.append(there)
        groups.append(tuple(group))
    return groups
