"""How the map looks: green valleys, ochre plateaus, grey peaks; woods are a greener shade of their level."""

from __future__ import annotations

from pbem.kernel.views.look import SideLook, Style

SIDES = {"IT": SideLook("Italy", "green"), "AH": SideLook("Austria-Hungary", "red")}
LEVELS = ("#e4ecc8", "#d3dfae", "#e6deaa", "#e2cd92", "#d3b079", "#bd9264", "#a88a7c", "#d9d6d6")
WOODS = ("#c3d6a2", "#aecb8c", "#bccb8a", "#b3bd79", "#a3a868", "#94945c", "#84826a", "#b8bbb4")


def _ground(number: int) -> Style:
    return Style("relief" if number >= 7 else "plain", LEVELS[number - 1], legend=f"Level {number}")


STYLES = {
    **{f"level-{number}": _ground(number) for number in range(1, 9)},
    **{f"woods-{number}": Style("trees", WOODS[number - 1]) for number in range(1, 9)},
    "woods-4": Style("trees", WOODS[3], legend="Woods"),
    "railroad": Style("rail", "rail", legend="Railway"),
    "front": Style("trench", "ink", legend="Front line of 15 May"),
    "vp": Style("ring", "red", legend="Victory points"),
    "source": Style("letter", "entry", letter="S", legend="Source of supply"),
}
