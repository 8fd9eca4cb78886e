"""2 The counters: regiments, special units, guns and headquarters, read from the manifest, and what each of them is."""

from __future__ import annotations

from pbem.kernel.manifest import Form, shape
from pbem.kernel.naming import Plural
from pbem.kernel.pieces import Side, Unit

AG, IT = Side("AG"), Side("IT")
SIDES = {AG: Plural("Austro-Germans"), IT: Plural("Italians")}
NATIONS = {"GE": AG, "AH": AG, "IT": IT}
NATION_NAMES = {"GE": "Germany", "AH": "Austria-Hungary", "IT": "Italy"}
CORPS = {AG: ("I", "III", "LI", "XV"), IT: ("IV", "XXVII", "VII", "XXVIII")}
REGIMENTS = ("infantry", "mountain")  # ruling R115: battalions of infantry as well
SPECIAL = ("assault", "rommel", "engineer", "mg")
FACE_DOWN = ("station", "dummy")
TYPES = (*REGIMENTS, *SPECIAL, "artillery", "hq", *FACE_DOWN)
MORALE = ("A", "B", "C", "D", "E")
_TWO_STEPS = (*REGIMENTS, "assault", "rommel")

COUNTERS = Form(
    TYPES,
    shapes=(
        shape("{sp}-{mg}-{move}", back="{sp}-{mg}", types=(*REGIMENTS, *SPECIAL)),
        shape("({points}){move}", types=("artillery",)),
        shape("{sp}-{move}", types=("hq",)),
        shape("-", types=FACE_DOWN),
    ),
    nations=NATIONS,
    steps=lambda row: 2 if row.type in _TWO_STEPS else 1,
    set_up_words=("at", "turn", "free"),
    wanted="`ID SIZE FIGURES TYPE [tags] [key=value] SET-UP`, such as `IT-87 III 4-1-4 infantry corps=IV at 1619`",
    figures="4-1-5 (SP, MG, MP) for a fighting unit, (4)3 for guns, 2-5 for an HQ, - for stations and dummies",
    file="scenarios/durchbruch/units.txt",
)


def corps_of(unit: Unit) -> str:
    """2-a: the corps that the unit belongs to, and whose chit moves it; nothing for a counter that is not seen."""
    return unit.words.get("corps", "")


def division_of(unit: Unit) -> str:
    """See 2-a: its division; nothing for what stands directly under the corps."""
    return unit.words.get("division", "")


def is_regiment(unit: Unit) -> bool:
    """See 3-a, 4.1.1-a, ruling R115: every infantry counter that is no special unit, battalions as well."""
    return unit.type in REGIMENTS


def is_mountain(unit: Unit) -> bool:
    """See 2.2-1, ruling R121: mountain regiments, and Rommel, who is no regiment."""
    return unit.type in ("mountain", "rommel")


def is_special(unit: Unit) -> bool:
    """See 4.1.1-a, 6.5-1: assault units, engineers, machine guns and Rommel."""
    return unit.type in SPECIAL


def is_combat_unit(unit: Unit) -> bool:
    """2.4.1-b: what fights by itself; guns and headquarters only defend."""
    return unit.type in (*REGIMENTS, *SPECIAL)


def exerts_zone(unit: Unit) -> bool:
    """3-a: regiments and assault units exert a zone of control, nobody else."""
    return is_regiment(unit) or unit.type == "assault"


def is_face_down(unit: Unit) -> bool:
    """See 6.5-2, ruling R114: machine-gun companies without a back, stations and dummies of the Italians."""
    return unit.side == IT and (unit.type in FACE_DOWN or (unit.type == "mg" and not unit.has("back")))


def is_german(unit: Unit) -> bool:
    """See 16.3.1-2, 17-G1, ruling R156: whose infantry and assault steps cost victory points."""
    return unit.nation == "GE"


def is_real(unit: Unit) -> bool:
    """See 6.5-2, ruling R114: a unit, and neither a dummy nor a station."""
    return unit.type not in FACE_DOWN


def is_gun(unit: Unit) -> bool:
    """See 2.3-a: an artillery unit."""
    return unit.type == "artillery"


def is_hq(unit: Unit) -> bool:
    """See 2.4.1-b: a headquarters of a corps or a division."""
    return unit.type == "hq"


def infiltrates(unit: Unit) -> bool:
    """2.5.5.3-c, ruling R121: assault units, and Rommel as they do."""
    return unit.type in ("assault", "rommel")


def artillery_range(unit: Unit) -> int:
    """2.3-d: nine hexes for guns of a corps, five for those of a division."""
    return 5 if division_of(unit) else 9


def morale_letter(unit: Unit, is_reduced: bool) -> str:
    """2-e (see 2.1, ruling R129): the letter of the side that shows; nothing for guns and headquarters."""
    front = unit.words.get("morale", "")
    return unit.words.get("back-morale", front) if is_reduced else front
