"""How the map looks: green plains, brown mountains, rivers, both trench lines, objectives and sources."""

from __future__ import annotations

from pbem.kernel.views.look import SideLook, Style

SIDES = {"CP": SideLook("Central Powers", "red"), "EN": SideLook("Entente", "blue")}
STYLES = {
    "clear": Style("plain", "#e9e8c4", legend="Clear"),
    "forest": Style("trees", "#bcd09a", legend="Forest"),
    "mountain": Style("relief", "#d9bd8e", legend="Mountain"),
    "high-mountain": Style("relief", "#b99a7d", legend="High mountain"),
    "marsh": Style("marsh", "swamp", legend="Marsh"),
    "beyond": Style("plain", "#cdc8bb", legend="Beyond the Adige: closed"),
    "trench": Style("trench", "ink", legend="Trenches"),
    "minor-river": Style("river", "river", legend="Minor river"),
    "closed-river": Style("river", "river", 300, legend="The Adige, which nobody crosses"),
    "minor-road": Style("road", "road", dashed=True, legend="Minor road"),
    "rail": Style("rail", "rail", legend="Railway"),
    "iron-cross": Style("ring", "red", legend="Objective of the Central Powers"),
    "cockade": Style("ring", "blue", legend="Objective of the Entente"),
    "source": Style("letter", "entry", letter="S", legend="Source of supply"),
}
