"""Palettes: every colour of the picture by its role. `light` and `dark`, and `safe` for colour-blind eyes."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.errors import UsageError
from pbem.values import dataclass

Colour = tuple[int, int, int]

# Line colours are the eight of Okabe and Ito in `safe`: they stay apart for every kind of colour blindness.
_LIGHT = {
    "paper": "#f6f1e3",
    "panel": "#fbf8ef",
    "ink": "#262320",
    "faint": "#8b8170",
    "halo": "#fbf8ef",
    "frame": "#4a4237",
    "grid": "#8d8268",
    "number": "#7d735c",
    "clear": "#eef0d2",
    "mountain": "#cfb68d",
    "rough": "#dccfa4",
    "forest": "#c3d3a0",
    "swamp": "#d3dfc0",
    "sea": "#a9cde2",
    "lagoon": "#c2dde4",
    "coast": "#3f7fa6",
    "river": "#2f7fb8",
    "ridge": "#6b3f1f",
    "wall": "#a01c1c",
    "rail": "#33302c",
    "road": "#b3562b",
    "city": "#5a3b36",
    "entry": "#7a2d7a",
    "shadow": "#57503f",
    "red": "#c3272b",
    "blue": "#1f5fae",
    "green": "#2e7d3a",
    "brown": "#7a4a1e",
    "purple": "#7b3fa0",
    "grey": "#5c6657",
    "orange": "#d9730d",
    "onto": "#ffffff",
}
_COUNTERS = {
    "plain": "#e6e0cf",
    "german": "#a9b3a0",
    "austro-hungarian": "#c3d3e2",
    "austrian": "#c3d3e2",
    "italian": "#a5cf8f",
    "french": "#8fb4ea",
    "british": "#d9bf86",
    "american": "#b5b56a",
    "russian": "#c9a27a",
    "czech": "#d8b7a8",
    "red": "#e2a39a",
    "yellow": "#ecd982",
}
_DARK = {
    "paper": "#1d1f22",
    "panel": "#26292d",
    "ink": "#ece6d8",
    "faint": "#948d7e",
    "halo": "#1b1d1f",
    "frame": "#8f8672",
    "grid": "#6b6758",
    "number": "#99927f",
    "clear": "#43493a",
    "mountain": "#66553d",
    "rough": "#555039",
    "forest": "#3a4a30",
    "swamp": "#3c4c45",
    "sea": "#24405a",
    "lagoon": "#31505f",
    "coast": "#7ab0d4",
    "river": "#5aa7dd",
    "ridge": "#d6a06a",
    "wall": "#ef6a5f",
    "rail": "#e4dccb",
    "road": "#e08a58",
    "city": "#d9b9ac",
    "entry": "#d38fd8",
    "shadow": "#0c0c0c",
    "red": "#ff6b61",
    "blue": "#6db3ff",
    "green": "#79d07f",
    "brown": "#d39a5c",
    "purple": "#cf9aef",
    "grey": "#b6c2ab",
    "orange": "#ffae52",
    "onto": "#1b1d1f",
}
_SAFE = _LIGHT | {
    "clear": "#f3f1e2",
    "mountain": "#c9b9a0",
    "forest": "#cdd6c2",
    "swamp": "#dbe6e8",
    "sea": "#9fcbea",
    "lagoon": "#c5e0ee",
    "river": "#0072b2",
    "coast": "#0072b2",
    "ridge": "#5a3a12",
    "wall": "#d55e00",
    "entry": "#a0407c",
    "red": "#d55e00",
    "blue": "#0072b2",
    "green": "#009e73",
    "brown": "#7a5a00",
    "purple": "#b0568c",
    "grey": "#555555",
    "orange": "#e69f00",
    "onto": "#262320",
}
_SAFE_COUNTERS = _COUNTERS | {
    "german": "#a8a8a8",
    "austro-hungarian": "#e6e6e6",
    "austrian": "#e6e6e6",
    "italian": "#f0d35a",
    "french": "#7fb7e6",
    "british": "#dd9a63",
    "american": "#b9a4d6",
    "red": "#e2a07a",
}
_VALLEY, _PEAK = (0xE6, 0xEC, 0xC8), (0xB0, 0x85, 0x5A)


@dataclass(frozen=True, slots=True)
class Palette:
    """Roles to colours. Counters keep light faces in every palette: their print is always `print`."""

    name: str
    roles: Mapping[str, str]
    counters: Mapping[str, str]

    def __getitem__(self, role: str) -> Colour:
        return rgb(role if role.startswith("#") else self.roles.get(role, self.roles["ink"]))

    def face(self, colour: str) -> Colour:
        """The face of a counter."""
        return rgb(colour if colour.startswith("#") else self.counters.get(colour, self.counters["plain"]))

    @property
    def is_dark(self) -> bool:
        """Whether light lines stand on dark ground."""
        return sum(self["paper"]) < 384


def rgb(text: str) -> Colour:
    """`#rrggbb` as three numbers."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mixed(a: Colour, b: Colour, share: int) -> Colour:
    """A colour between two: `share` per cent of the second."""
    x, y, z = ((p * (100 - share) + q * share) // 100 for p, q in zip(a, b, strict=True))
    return x, y, z


def _hexed(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _levels(dark: Colour | None) -> dict[str, str]:
    tints = [mixed(_VALLEY, _PEAK, n * 11) for n in range(10)]
    return {f"level-{n}": _hexed(mixed(tint, dark, 65) if dark else tint) for n, tint in enumerate(tints)}


PALETTES = {
    "light": Palette("light", _LIGHT | _levels(None), _COUNTERS),
    "dark": Palette("dark", _DARK | _levels((0x1D, 0x1F, 0x22)), _COUNTERS),
    "safe": Palette("safe", _SAFE | _levels(None), _SAFE_COUNTERS),
}


_ALIASES = {"colour-blind": "safe", "color-blind": "safe"}


def palette_of(name: str, added: Mapping[str, str]) -> Palette:
    """The palette of this name, with a game's own counter colours."""
    name = _ALIASES.get(name, name)
    if name not in PALETTES:
        raise UsageError(f"there is no palette {name!r}; write one of: {', '.join((*PALETTES, 'colour-blind'))}")
    found = PALETTES[name]
    return Palette(name, found.roles, {**found.counters, **added}) if added else found
