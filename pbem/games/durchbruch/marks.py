"""The markers of the game: what lies on units, in hexes and on hexsides, and the notes of the position."""

from __future__ import annotations

# on units
PINNED = "pinned"  # 1.4-pin
OOC1, OOC2 = "ooc1", "ooc2"  # 10.1
SPENT = "spent"  # a battery on its back (2.3-a)
ATTACKED = "attacked"  # a battery whose hex was attacked: it fires no more this turn (2.3-b)
WORK = "work"  # an engineer on its back, at a passage (2.5.2-note)
BRIDGING = "bridging"  # an engineer on its back, as a bridge (9.1-a)
MET = "met"  # an engineer as a bridge to which an enemy has come (ruling R27)
TRIED = "tried"  # an engineer that has tried to destroy a passage this turn (ruling R07)
STOPPED = "stopped"  # it made a passage, moves no farther and does not attack (1.4-b1)
FLED = "fled"  # it retreated and takes no part in another combat (13.0.4)
USED = "used"  # an HQ that has lent its strength points (13.2.1-10)
UP = "up"  # an Italian counter without a back side that has been turned up (ruling R114)
TOP = "top"  # a mask: it lies on its stack (1.5-opt)
EXTRA = "extra"  # a marker for accessory strength points, real or a dummy (6.2.1-b)

# in hexes and on hexsides
PASSAGE = "passage"  # whose: AG, IT or AG,IT (ruling R117)
ZONE = "zone"  # what the enemy is told of a masked stack: whose zone it exerts (ruling R165)
HELD = "held"  # an objective of the Austro-Germans, and which corps took it (16-ctrl)
BRIDGE, BLOWN = "bridge", "blown"  # 1.3.5.1-c, 9.2-b
PONTOON = "pontoon"  # a provisional bridge, and whose (9.1-a)
ENTERED = "entered"  # a bridge that the Austro-Germans have come to (ruling R28)

# notes
SILENT = "silent"  # the hexes of stations that were hit, on turn 1 (6.5-4)
CUP, DRAWN = "cup", "drawn"
RP_SPENT = "rp"  # what bombardments have cost; accessory points are a secret (ruling R144)
PAID = "paid"  # the Italian corps that barrages of this turn are paid for (ruling R36, by option)
ATTACKS = "attacks"  # of the Austro-Germans on turn 1 (7.2-3b)


def acted(side: str) -> str:
    """The note that counts how many corps of a side have acted in this turn."""
    return f"acted.{side}"


def lost(nation: str) -> str:
    """The note that counts lost steps: of the Germans, the Austrians, the Italians."""
    return f"lost.{nation}"


def held_at(turn: int) -> str:
    """The note of what was held when a turn ended."""
    return f"held.{turn}"


def queue(hex_id: str) -> str:
    """The note that counts who has come in at an entry hex in this turn (8.1.2)."""
    return f"queue.{hex_id}"
