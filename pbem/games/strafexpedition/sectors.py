"""24.0 Players by sector, an option of the campaign: two players a side, and a brigade in each sector at a time."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition.action import Action
from pbem.games.strafexpedition.by_mail.orders_combat import Assault
from pbem.games.strafexpedition.by_mail.orders_command import Activate, Move
from pbem.games.strafexpedition.command import battalions
from pbem.games.strafexpedition.counters import SIDES, brigade_of, is_artillery
from pbem.games.strafexpedition.set_up import lines
from pbem.games.strafexpedition.terrain import EAST, WEST, sector
from pbem.games.strafexpedition.zones import hexes_of
from pbem.kernel.board import Board
from pbem.kernel.game import Seat
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, Unit
from pbem.kernel.scenario import Scenario
from pbem.kernel.text.orders import Order

BOTH = (WEST, EAST)


def is_on(scenario: Scenario) -> bool:
    """See 24.1: whether the campaign is played so."""
    return scenario.option("sectors") == "on"


# -- who commands whom ---------------------------------------------------------------------------------------


def seats(scenario: Scenario) -> Mapping[str, Seat]:
    """24.1, 24.6 (see ruling R193): two chairs a side; they win and lose together, for a side has one result."""
    if not is_on(scenario):
        return {}
    return {f"{side}.{where}": _seat(scenario, side, where) for side in SIDES for where in BOTH}


def _seat(scenario: Scenario, side: Side, where: str) -> Seat:
    def commands(unit: Unit) -> bool:
        return home(scenario, unit) in (where, "")

    return Seat(side, f"the {where.capitalize()} of {SIDES[side]}", commands)


def home(scenario: Scenario, unit: Unit) -> str:
    """See 24.1, ruling R193: the sector in which a unit, or the first of its brigade, is set up or comes in."""
    known = scenario.memo("home sectors", lambda: _homes(scenario))
    return known.get((unit.side, brigade_of(unit) or unit.id), "")


def _homes(scenario: Scenario) -> dict[tuple[Side, str], str]:
    rows = [(line.side, line.units, line.zone) for line in lines(scenario)]
    rows += [(Side(row["side"]), row["units"], row["zone"]) for row in scenario.card.get("reinforcement", ())]
    found: dict[tuple[Side, str], str] = {}
    for side, units, zone in rows:
        stands = [scenario.unit(name).words.get("hex", "") for name in units[:1]]
        hexes = [HexId(one) for one in stands if one] or list(hexes_of(scenario.map, side, zone, ()))
        where = sector(scenario.map, hexes[len(hexes) // 2]) if hexes else ""
        for name in units:
            found.setdefault((side, brigade_of(scenario.unit(name)) or name), where)
    return found


# -- where a brigade acts ------------------------------------------------------------------------------------


def touched(board: Board, side: Side, order: Activate, orders: Sequence[Order]) -> tuple[str, ...]:
    """24.3 (see ruling R194): the sectors in which the brigade stands, moves and assaults; guns may be anywhere."""
    infantry = [unit for unit in order.attached if board.is_on_map(unit) and not is_artillery(board.unit(unit))]
    hexes = [board.hex_of(unit) for unit in (*battalions(board, side, order.brigade), *infantry)]
    for one in orders:
        hexes += one.path if isinstance(one, Move) else (one.target,) if isinstance(one, Assault) else ()
    return tuple(dict.fromkeys(sector(board.map, one) for one in hexes))


def check_beside(brigade: str, mine: Collection[str], taken: Collection[str]) -> None:
    """24.4 (see 24.2, 24.3): one brigade in each sector at a time; one that counts for both leaves no room."""
    if taken and (len(mine) > 1 or any(one in taken for one in mine)):
        why = f"{brigade} cannot act beside the brigade that acts already"
        wanted = f"a brigade that stays in the {' and the '.join(one.capitalize() for one in BOTH if one not in taken)}"
        found = " and ".join(one.capitalize() for one in mine)
        if len(taken) > 1:
            wanted = "none: that one counts for both sectors"
        raise Illegal("24.4", why, found=found, wanted=wanted, advice="activate it in the next Action Phase")


def check_reaction(brigade: str, mine: Collection[str], acted: Collection[str]) -> None:
    """See 24.4: no reaction where no enemy brigade acted."""
    beyond = [one for one in mine if one not in acted]
    if beyond:
        why = f"{brigade} cannot react in the {beyond[0].capitalize()}"
        wanted = f"a brigade in the {' or the '.join(one.capitalize() for one in acted)}, where the enemy acted"
        raise Illegal("24.4", why, found=" and ".join(mine), wanted=wanted, advice="react with another one")


def check_stays(board: Board, action: Action, hexes: Sequence[HexId]) -> None:
    """See 24.3: while another brigade acts beside it, a brigade does not cross the Sector Line."""
    across = [one for one in hexes if action.sector and sector(board.map, one) != action.sector]
    if across:
        why = f"{action.brigade} acts in the {action.sector.capitalize()}, and another brigade beyond the Sector Line"
        wanted = f"hexes in the {action.sector.capitalize()}"
        raise Illegal("24.3", why, found=across[0], wanted=wanted, advice="cross the line in an Action of its own")
