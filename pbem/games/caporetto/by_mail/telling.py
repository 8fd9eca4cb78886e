"""How this game tells what happened: what stays silent, what is told together, under which headings, what is drawn."""

from __future__ import annotations

from pbem.kernel.telling.habits import DRAWN, Drawn, Telling

_CHAPTERS = {
    "Set-up": ("placed/set-up",),
    "Operational pause": ("pause", "pause-roll"),
    "Random event": ("event", "kaiserschlacht", "influenza", "lost/influenza"),
    "Alpini assault tactics": ("alpini",),
    "Reinforcements": ("pause-rp", "placed/reinforcement", "withheld"),
    "Replacements": ("replacements", "mobilization", "regained/replacement", "regained/rebuilt", "placed/rebuilt"),
    "Withdrawals": ("placed/withdrawn", "not-withdrawn"),
    "Strategic movement": ("moved/strategic",),
    "Infiltration": ("moved/infiltration",),
    "Movement": ("moved", "reserve"),
    "The raid on Trieste": ("moved/raid",),
    "Air recon": ("recon",),
    "Mine warfare": ("mine", "mine-lapsed"),
    "Combat": ("mandatory-attack", "combat"),
    "Supply": ("supply",),
    "Morale": ("morale",),
    "Other losses": ("eliminated",),
    "The end of the game": ("victory",),
    "Venezia": ("venezia",),
    "Orders not carried out": ("dropped", "skipped"),
}

TELLING = Telling(
    quiet=("rolled", "decided", "combat-over", "marked", "unmarked", "noted"),
    gathered=(
        "moved", "moved/infiltration", "moved/strategic", "hex-marked", "hex-unmarked",
        "placed/reinforcement", "placed/set-up", "placed/rebuilt", "placed/withdrawn",
        "regained/replacement", "reserve", "lost/influenza",
    ),
    chapters={kind: title for title, kinds in _CHAPTERS.items() for kind in kinds},
    drawn={
        **DRAWN,
        "moved/infiltration": Drawn("advance"),
        "moved/strategic": Drawn("rail"),
        "mine": Drawn("hit", label="mine {die}"),
        "combat": Drawn("combat", at="targets", units="attackers", label="{odds} die {die}: {result}"),
    },
)  # fmt: skip
