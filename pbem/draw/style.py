"""The style table: how terrain and features are drawn, by name. A game adds rows in its look.

Base terrain: `draw` is a texture (plain relief marsh waves trees rough), `colour` its tint.
Hex features: dot block fort trench letter ring. Hexside features: river ridge wall crag bridge ford.
Lines: rail road.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.kernel.views.look import Look
from pbem.kernel.views.look import Style as Style

STYLES: dict[str, Style] = {
    # base terrain
    "clear": Style("plain", "clear", legend="Clear"),
    "mountain": Style("relief", "mountain", legend="Mountain"),
    "rough": Style("rough", "rough", legend="Rough"),
    "broken": Style("rough", "rough", legend="Broken"),
    "hills": Style("rough", "rough", legend="Hills"),
    "forest": Style("trees", "forest", legend="Forest"),
    "woods": Style("trees", "forest", legend="Woods"),
    "swamp": Style("marsh", "swamp", legend="Swamp"),
    "sea": Style("waves", "sea", legend="Sea", water=True),
    "lagoon": Style("marsh", "lagoon", legend="Lagoon", water=True),
    "lake": Style("waves", "sea", legend="Lake", water=True),
    # in the hex
    "city": Style("block", "city", legend="City"),
    "town": Style("dot", "ink", legend="Town"),
    "village": Style("dot", "ink", 70, legend="Village"),
    "fortress": Style("fort", "ink", legend="Fortress"),
    "trench": Style("trench", "ink", legend="Trench"),
    "entry": Style("letter", "entry", legend="Entry"),
    "objective": Style("ring", "red", legend="Objective"),
    # on the hexside
    "river": Style("river", "river", legend="River"),
    "stream": Style("river", "river", 60, legend="Stream"),
    "major-river": Style("river", "river", 240, legend="Major river"),
    "ridge": Style("ridge", "ridge", legend="Ridge"),
    "crest": Style("ridge", "ridge", legend="Crest"),
    "crag": Style("crag", "ridge", legend="Crag"),
    "impassable": Style("wall", "wall", legend="Impassable"),
    "bridge": Style("bridge", "ink", legend="Bridge"),
    "ford": Style("ford", "ink", legend="Ford"),
    # along lines
    "rail": Style("rail", "rail", legend="Railway"),
    "road": Style("road", "road", legend="Road"),
    "track": Style("road", "road", 70, legend="Track", dashed=True),
    "trail": Style("road", "road", 60, legend="Trail", dashed=True),
}


def styles_of(added: Mapping[str, Style]) -> dict[str, Style]:
    """The table with a game's own rows; heights `level-0` to `level-9` are tints from valley to peak."""
    levels = {f"level-{n}": Style("rough" if n > 1 else "plain", f"level-{n}", legend=f"Level {n}") for n in range(10)}
    return {**STYLES, **levels, **added}


# -- markers on hexsides --------------------------------------------------------------------------------------

SIDE_MARKS = {
    "bridge=blown": Style("blown", "red", legend="Bridge blown"),
    "bridge": Style("bars", "ink", legend="Bridge"),
    "pontoon": Style("pontoon", "brown", legend="Pontoon bridge"),
    "mined": Style("dots", "red", legend="Mined"),
}


def side_style_of(look: Look, mark: str) -> tuple[str, Style] | None:
    """How the mark is drawn, and under which name; nothing for a mark that nobody has given a look."""
    known = SIDE_MARKS | {n.removeprefix("side "): row for n, row in look.styles.items() if n.startswith("side ")}
    for name in (mark, mark.partition("=")[0]):
        if name in known:
            return name, known[name]
    return None
