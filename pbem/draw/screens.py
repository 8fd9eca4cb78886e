"""Where people view a picture: a forum's column or a phone held upright, and the largest scale that fits it."""

from __future__ import annotations

from collections.abc import Callable

from pbem.draw.sheet import Sheet
from pbem.errors import UsageError
from pbem.values import NamedTuple

PAD = 10  # pixels round the map


class Screen(NamedTuple):
    """How many pixels a picture may have, between which scales it is fitted, and its largest letters."""

    width: int
    height: int  # of the map: title, legend and the list of stacks may stand above and below it
    smallest: int
    largest: int
    letters: int
    cut: int = 0  # a window that is found by itself is cut rather than drawn at a smaller scale

    @property
    def is_upright(self) -> bool:
        """Whether it is higher than wide: then nothing stands beside the map."""
        return self.height > self.width


SCREENS = {
    "forum": Screen(1000, 1000, 48, 150, 22),  # wider pictures are shrunk by most forums
    "phone": Screen(780, 1240, 40, 190, 30, 130),  # twice as fine as it is shown
}
_LOSS = 75  # per cent of its size that a map may shrink to make room for the list of stacks beside it


def screen_of(name: str) -> Screen:
    """The screen of this name."""
    if name not in SCREENS:
        raise UsageError(f"a picture cannot be made for {name!r}; write one of: {', '.join(SCREENS)}")
    return SCREENS[name]


def fits(screen: Screen, sheet: Sheet) -> bool:
    """Whether the map on this sheet is no larger than the screen."""
    return sheet.width + 2 * PAD <= screen.width and sheet.height <= screen.height


def letters(screen: Screen, sheet: Sheet) -> int:
    """The size of the letters of title and legend."""
    return max(13, min(screen.letters, sheet.across * 38 // 100))


def fitted_scale(screen: Screen, sheet_at: Callable[[int], Sheet], is_panel_beside: Callable[[Sheet], bool]) -> int:
    """The largest scale at which the map fits the screen; hexes stay large enough to be read.

    The list of stacks stands beside the map, unless the map would be much smaller for that.
    """
    alone = beside = 0
    for scale in range(screen.largest, screen.smallest - 1, -2):
        sheet = sheet_at(scale)
        if not fits(screen, sheet):
            continue
        alone = alone or scale
        if is_panel_beside(sheet):
            beside = scale
            break
    alone, beside = alone or screen.smallest, beside or screen.smallest
    return beside if beside * 100 >= alone * _LOSS else alone
