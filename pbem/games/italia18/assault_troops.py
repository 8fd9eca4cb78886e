"""15.3 Assault Troops: with whom they go."""

from __future__ import annotations

from pbem.games.italia18.counters import is_division, is_regiment
from pbem.kernel.pieces import Unit

STOSSTRUPPEN, STURMBATAILLON, ARDITI = "stosstruppen", "sturmbataillon", "arditi"
DIVISION_MORALE = 4  # of divisions that carry a Sturmbataillon or Arditi
STURM_BRIGADES = (4, 5)


def is_assault_troops(unit: Unit) -> bool:
    """See 15.3a: a support that goes with a combat unit."""
    return unit.type == "assault-troops"


def may_carry(unit: Unit, kind: str) -> bool:
    """See 15.3.1, 15.3.2, 15.3.3, ruling R126: whether Assault Troops of this kind may go with the unit."""
    if kind == STOSSTRUPPEN:
        return unit.nation == "GE" and is_regiment(unit) and unit.size == "III"
    if kind == STURMBATAILLON:
        return unit.nation == "AH" and (_is_morale_4(unit) or (unit.size == "X" and _morale(unit) in STURM_BRIGADES))
    return unit.nation == "IT" and (is_regiment(unit) or _is_morale_4(unit))


def _is_morale_4(unit: Unit) -> bool:
    return is_division(unit) and _morale(unit) == DIVISION_MORALE


def _morale(unit: Unit) -> int:
    return unit.figure("morale") if "morale" in unit.figures else 0
