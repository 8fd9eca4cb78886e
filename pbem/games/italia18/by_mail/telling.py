"""How this game tells what happened: what stays silent, what is told together, under which headings, what is drawn."""

from __future__ import annotations

from pbem.kernel.telling.habits import DRAWN, Drawn, Telling

_CHAPTERS = {
    "Offensive": ("offensive",),
    "Supply": ("marked/supply", "placed/hq"),
    "Weather": ("weather",),
    "Reinforcements": ("placed",),
    "Movement": ("moved",),
    "Pontoons and bridges": ("pontoon", "demolition", "rebuilding", "side-marked", "side-unmarked"),
    "Markers": ("marked", "unmarked"),
    "Combat": ("combat",),
    "Disengagement": ("disengagement",),
    "The end of the game": ("victory",),
    "Orders not carried out": ("dropped", "skipped"),
}

TELLING = Telling(
    quiet=("rolled", "decided", "noted"),
    gathered=("moved", "marked", "unmarked"),
    chapters={kind: title for title, kinds in _CHAPTERS.items() for kind in kinds},
    drawn={**DRAWN, "moved/displace": Drawn("move"), "combat": Drawn("combat", at="targets", units="attackers")},
    ordinary=("move", "march", "exploit", "reserve"),
)
