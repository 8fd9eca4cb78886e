"""How this game tells what happened: what stays silent, what is told together, under which headings, what is drawn."""

from __future__ import annotations

from pbem.kernel.telling.habits import DRAWN, Drawn, Telling

_CHAPTERS = {
    "Set-up": ("display", "placed/exchanged"),
    "Offensive": ("offensive", "bruchmueller"),
    "Supply": ("out-of-supply", "resupplied", "placed/hq", "mutiny"),
    "The air": ("air", "placed/ready", "placed/stood-by", "placed/fly", "placed/landed", "bombing"),
    "Weather": ("weather",),
    "Guns that will not fire": ("no-firing", "silenced"),
    "Hungarians": ("hungarians",),
    "Behind the Italian front": ("refugees", "sabotage"),
    "Reserves of the High Command": ("released",),
    "Retreat mode": ("retreat-order", "retreating", "exit", "rallied", "placed/withdrawn"),
    "Reinforcements": ("placed/reinforcement",),
    "Movement": ("placed/exited", "moved", "moved/drive", "moved/displace"),
    "Pontoons, bridges and Depots": ("pontoon", "pontoon-up", "pontoon-cut", "demolition", "rebuilding", "burning"),
    "Ground taken": ("taken",),
    "Markers": ("to-disengage", "in-reserve"),
    "Combat": ("combat", "called-off", "artillery", "bombarded"),
    "Disengagement": ("disengagement",),
    "Victory points": ("points",),
    "The end of the game": ("victory",),
    "Orders not carried out": ("dropped", "skipped"),
}

TELLING = Telling(
    quiet=(
        "rolled", "decided", "noted", "marked", "unmarked", "hex-marked", "hex-unmarked", "side-marked",
        "side-unmarked",
    ),
    gathered=(
        "moved", "out-of-supply", "resupplied", "released", "retreating", "to-disengage", "in-reserve", "taken",
    ),
    chapters={kind: title for title, kinds in _CHAPTERS.items() for kind in kinds},
    drawn={
        **DRAWN,
        "moved/displace": Drawn("move"),
        "moved/drive": Drawn("move"),
        "combat": Drawn("combat", at="hex", units="attackers", label="{odds}: {result}"),
    },
    ordinary=("move", "march", "exploit", "reserve"),
)  # fmt: skip
