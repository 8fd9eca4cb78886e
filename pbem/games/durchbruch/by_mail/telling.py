"""How this game tells what happened: what stays silent, what is told together, under which headings, what is drawn."""

from __future__ import annotations

from pbem.kernel.telling.habits import DRAWN, Drawn, Telling

_CHAPTERS = {
    "Set-up": ("placed/set-up",),
    "Bombardment": ("preliminary", "gas", "paid"),
    "The cup": ("chit",),
    "Bridges": ("bridge", "side-marked", "side-unmarked"),
    "Barrages": ("barrage", "scatter"),
    "Reinforcements": ("placed/reinforcement",),
    "Replacements": ("regained/replacement",),
    "Movement": ("moved", "moved/move", "thrown-back", "halted", "overrun"),
    "Combat": ("combat",),
    "Off the map": ("placed/exit",),
    "Turned up": ("turned-up", "marker"),
    "Other losses": ("eliminated", "lost"),
    "The end of the game": ("victory",),
    "Orders not carried out": ("dropped", "skipped", "left-out"),
}

TELLING = Telling(
    quiet=("rolled", "decided", "combat-over", "marked", "unmarked", "noted", "targets", "held"),
    gathered=("moved", "moved/move", "hex-marked", "hex-unmarked", "placed/set-up", "placed/reinforcement"),
    chapters={kind: title for title, kinds in _CHAPTERS.items() for kind in kinds},
    drawn={
        **DRAWN,
        "barrage": Drawn("hit", at="targets", label="barrage {die}: {result}"),
        "preliminary": Drawn("hit", at="targets", label="fire"),
        "gas": Drawn("hit", at="targets", label="gas"),
        "combat": Drawn("combat", at="targets", units="attackers", label="{odds}: {result}"),
    },
    places={"exited": "off the map"},
)
