"""How this game tells what happened: what stays silent, what is told together, under which headings, what is drawn."""

from __future__ import annotations

from pbem.kernel.telling.habits import DRAWN, Drawn, Telling

_CHAPTERS = {
    "The Milano strike": ("strike",),
    "Supply": ("supply", "unsupplied"),
    "Reinforcements": ("placed/reinforcement", "delayed", "withheld"),
    "Set-up": ("placed/set-up",),
    "Command": ("command-roll",),
    "Movement": ("moved", "placed/displaced", "lost/march"),
    "Withdrawal before combat": ("withdrawal-roll", "moved/withdrawal"),
    "Attrition": ("attrition",),
    "Combat": ("command", "combat"),
    "Replacements": ("replacement",),
    "Other losses": ("eliminated",),
    "The end of the game": ("victory",),
    "Orders not carried out": ("dropped", "skipped"),
}

TELLING = Telling(
    places={"offmap": "off the map"},
    quiet=("rolled", "decided", "combat-over", "marked", "unmarked", "noted"),
    tells={
        "lost": ("eliminated",),
        "attrition": ("lost", "eliminated"),
        "replacement": ("regained",),
        "withdrawal-roll": ("moved",),
    },
    gathered=("moved", "hex-marked", "hex-unmarked", "placed/displaced", "lost/march"),
    chapters={kind: title for title, kinds in _CHAPTERS.items() for kind in kinds},
    drawn={
        **DRAWN,
        "moved/rail": Drawn("rail"),
        "moved/withdrawal": Drawn("retreat"),
        "moved/pursuit": Drawn("advance"),
        "placed/displaced": Drawn("retreat", path="was place", at="place"),
        "fortress-lost": Drawn("hit", label="-{steps}"),
        "combat": Drawn("combat", at="targets", units="attackers", label="{odds} die {die}: {result}"),
        "called-off": Drawn("combat", at="targets", units="attackers", label="called off"),
    },
    ordinary=("move", "rail", "march"),
)
