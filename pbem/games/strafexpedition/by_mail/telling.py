"""How this game tells what happened: what stays silent, what is told together, under which headings, what is drawn."""

from __future__ import annotations

from pbem.kernel.telling.habits import DRAWN, Drawn, Telling

_CHAPTERS = {
    "Set-up": ("placed/set-up",),
    "Logistics": ("points-arrive",),
    "Reinforcements": ("placed/reinforcement", "rebuilt", "regained/rebuilt", "placed/rebuilt"),
    "Plans": ("plan-refused",),
    "Initiative": ("initiative",),
    "Weather": ("weather",),
    "Supply": ("out-of-supply",),
    "Artillery": ("emplaced", "blown-up", "bridge-attempt"),
    "Events": ("event", "russian-success", "must-assault", "astray"),
    "The Action": ("activated", "passed", "shown", "placed/hq"),
    "Movement": ("moved", "moved/march"),
    "Bombardment": ("bombarded", "fired-short"),
    "Fire": ("fired",),
    "Assaults": ("assault", "assault-off"),
    "Trenches": ("dug", "trench-finished", "digging-lost"),
    "Reaction": ("reaction",),
    "Replacements": ("regained/replacement", "placed/replacement"),
    "The end of the game": ("victory",),
    "Orders not carried out": ("dropped", "skipped", "not-attached"),
}

TELLING = Telling(
    quiet=(
        "rolled", "decided", "marked", "unmarked", "noted", "fire-result", "placed/night", "placed/hq", "hex-marked",
        "hex-unmarked", "moved/assault", "shown", "action-completed", "captured",
    ),
    gathered=("moved", "moved/march", "placed/set-up", "placed/reinforcement", "regained/replacement", "out-of-supply"),
    last=("dropped", "skipped", "not-attached"),
    chapters={kind: title for title, kinds in _CHAPTERS.items() for kind in kinds},
    drawn={
        **DRAWN,
        "moved/march": Drawn("move"),
        "moved/assault": Drawn("none"),
        "placed/hq": Drawn("none"),
        "placed/night": Drawn("none"),
        "bombarded": Drawn("hit", label="{result}"),
        "fired": Drawn("hit", label="fire {result}"),
        "assault": Drawn("combat", at="targets", units="attackers", label="{odds}[ die {die}]: {result}"),
    },
    whole="assault",
    ordinary=("move", "march"),
    places={
        "surrendered": "the box of surrendered units", "start": "the set-up box", "hq": "the box of headquarters",
    },
)  # fmt: skip
