"""The look of a game: all that a drawing needs beyond map, position and events. Values only; `pbem.draw` draws them."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.values import dataclass, field

SYMBOLS = (
    "infantry",
    "cavalry",
    "mountain",
    "artillery",
    "hq",
    "engineer",
    "machine-gun",
    "assault",
    "supply",
    "naval",
    "air",
    "armour",
    "leader",
    "bicycle",
    "none",
)


@dataclass(frozen=True, slots=True)
class UnitLook:
    """One counter as it now lies on the map."""

    figures: str = ""  # what is printed at the foot: "6-7-8", with the steps it has left
    size: str = ""  # III X XX XXX XXXX; anything else is written as it is
    symbol: str = SYMBOLS[0]  # one of SYMBOLS
    name: str = ""  # designation
    colour: str = "plain"  # a counter colour of the palette: german italian french british ...
    stripe: bool = False  # the diagonal stripe of assault troops
    steps: int = 0  # steps left; pips are drawn when it has lost some
    full: int = 0  # steps of the whole unit
    reduced: bool = False  # the counter shows its back
    marks: tuple[str, ...] = ()  # markers on it: unsupplied, out-of-command, moved ...
    rank: int = 0  # in a stack the highest rank lies on top


@dataclass(frozen=True, slots=True)
class SideLook:
    """A side: its name in the legend and its colour for trenches, forts, paths and control."""

    name: str = ""
    colour: str = "ink"  # a line colour of the palette: blue red green brown purple grey orange ink


@dataclass(frozen=True, slots=True)
class MarkLook:
    """A marker: up to three letters in a small tag on the counter or the hex."""

    letters: str
    colour: str = "ink"  # a line colour of the palette
    legend: str = ""  # what it means; no words, no line in the legend


@dataclass(frozen=True, slots=True)
class Style:
    """How a terrain or a feature is drawn. `colour` is a role of the palette or `#rrggbb`; an owner's colour wins."""

    draw: str
    colour: str = "ink"
    weight: int = 100  # per cent of the usual thickness or size
    legend: str = ""  # no words, no line in the legend
    water: bool = False  # base terrain: the coast runs along it
    dashed: bool = False  # lines: tracks and trails
    letter: str = "A"  # letters: the one that stands in the legend for all


@dataclass(frozen=True, slots=True)
class Look:
    """The whole look of a board."""

    units: Mapping[str, UnitLook] = field(default_factory=dict)
    sides: Mapping[str, SideLook] = field(default_factory=dict)
    marks: Mapping[str, MarkLook] = field(default_factory=dict)  # added to those that most games have
    styles: Mapping[str, Style] = field(default_factory=dict)  # rows for terrain and features, added to the house's
    colours: Mapping[str, str] = field(default_factory=dict)  # own counter colours: "bosnian": "#8fa0b0"
    captions: Mapping[str, str] = field(default_factory=dict)  # counter colours in the legend: "german": "Germany"
    stripe: str = ""  # what the stripe means, in the legend: "Assault infantry"
