"""13.2 Replacements, and 13.2.1 the Italian General Mobilization."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.errors import Illegal
from pbem.games.caporetto.by_mail.conditions import unmet
from pbem.games.caporetto.by_mail.orders_turn import Mobilise, Rebuild, Replenish
from pbem.games.caporetto.counters import AL, NATION_NAMES, NATIONS, SIDES, is_hq, is_support, nation_of
from pbem.games.caporetto.reinforcements import arrive, check_entry, entry_hexes
from pbem.games.caporetto.supply import has_line, is_out_of_supply, why_no_line
from pbem.games.caporetto.withdrawals import WITHDRAWN
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import GONE, Side, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide

# -- points --------------------------------------------------------------------------------------------------


def printed_points(board: Board, nation: str) -> int:
    """13.2/2, RC, ruling R85: what the Replacement Chart gives the nation in this turn; Czechs have no row."""
    row = board.scenario.charts["replacement"].get(nation, ())
    return int(row[board.turn - 1]) if board.turn <= len(row) else 0


def points(board: Board, nation: str) -> int:
    """EV.A.brest (see 13.2/2, 17.1/2): the chart, and what an event, a pause or a mobilization has added."""
    return printed_points(board, nation) + board.number(f"extra.{nation}")


def cost(board: Board, unit: UnitId, steps: int) -> int:
    """See 13.2, ruling R88: one point a step, two for an HQ."""
    return int(board.scenario.charts["replacement"]["hq"]) if is_hq(board.unit(unit)) else steps


def has_work(board: Board, side: Side) -> bool:
    """See 13.2: whether the side has points and somebody to spend them on; else nobody needs to write."""
    nations = [nation for nation, owner in NATIONS.items() if owner == side]
    for nation in nations:
        if _candidates(board, nation) and (points(board, nation) or (nation == "IT" and may_mobilise(board))):
            return True
    return False


def _candidates(board: Board, nation: str) -> tuple[UnitId, ...]:
    units = [unit for unit in board.units(NATIONS[nation]) if nation_of(board, unit) == nation]
    return tuple([unit for unit in units if is_eliminated(board, unit) or is_depleted(board, unit)])


def is_depleted(board: Board, unit: UnitId) -> bool:
    """13.2: on the map with a step missing."""
    return board.is_on_map(unit) and board.steps(unit) < board.unit(unit).figure("steps")


def is_eliminated(board: Board, unit: UnitId) -> bool:
    """13.3/4 (see 13.2, ruling R87): lost in whatever way, but not withdrawn; support units are never lost."""
    return board.place(unit) == GONE and not is_support(board.unit(unit))


# -- the phase -----------------------------------------------------------------------------------------------


def run(board: Board, table: Table, orders: OrdersBySide) -> None:
    """See 13.0, 13.2, 13.2/4, rulings R90, R106: both sides; mobilization first; what is not spent is lost."""
    for side in SIDES:
        items = orders[side].items
        for call in [order for order in items if isinstance(order, Mobilise)]:
            with table.attempt(call):
                _mobilise(board, table, side, call)
        left = {nation: points(board, nation) for nation, owner in NATIONS.items() if owner == side}
        board.note("replacements", "13.2/2", side=side, points=dict(left))
        for order in items:
            if isinstance(order, Replenish):
                for unit in order.units:
                    with table.attempt(order):
                        _replenish(board, unit, side, left)
            elif isinstance(order, Rebuild):
                with table.attempt(order):
                    _rebuild(board, table, order, side, left)
    forget_points(board)


def forget_points(board: Board) -> None:
    """13.2/4: no points are carried from turn to turn."""
    for nation in NATIONS:
        board.write(f"extra.{nation}", "", "13.2/4")


def _pay(board: Board, unit: UnitId, price: int, left: dict[str, int]) -> None:
    """See 13.2, 13.2/2: points of the unit's own nation, as long as there are any."""
    nation = nation_of(board, unit)
    if price > left[nation]:
        why = f"{NATION_NAMES[nation]} has too few replacement points for {unit}"
        rule = "13.2/2" if left[nation] == 0 else "13.2"
        raise Illegal(rule, why, found=f"{left[nation]} RP left", wanted=f"{price} RP of its own nation")
    left[nation] -= price


def _check_own(board: Board, unit: UnitId, side: Side) -> None:
    if board.unit(unit).side != side:
        raise Illegal("13.2/2", f"{unit} is no unit of yours", found=unit, wanted="a unit of your own side")
    if board.place(unit) == WITHDRAWN:
        raise Illegal("13.3/4", f"{unit} has been withdrawn and cannot be replaced", wanted="an eliminated unit")


def _replenish(board: Board, unit: UnitId, side: Side, left: dict[str, int]) -> None:
    """14.3/5 (see 13.2, 13.2/3, ruling R67): a reduced unit gets its step back in place, if it has no marker and a
    line."""
    _check_own(board, unit, side)
    if not is_depleted(board, unit):
        found = board.place(unit) if not board.is_on_map(unit) else "full strength"
        raise Illegal("13.2", f"{unit} has no step to get back", found=found, wanted="a depleted unit on the map")
    if is_out_of_supply(board, unit):
        raise Illegal("14.3/5", f"{unit} is out of supply and receives no replacements", found="OOS marker")
    if not has_line(board, board.hex_of(unit), side):
        rule, why = why_no_line(board, board.hex_of(unit), side)
        text = f"{unit} traces no line of supply ({rule}: {why})"
        raise Illegal("13.2/3", text, wanted="a line to a supply source hex")
    _pay(board, unit, cost(board, unit, 1), left)
    board.regain(unit, 1, "13.2", how="replacement")


def _rebuild(board: Board, table: Table, order: Rebuild, side: Side, left: dict[str, int]) -> None:
    """See 13.2, 13.2/3, rulings R87, R88: an eliminated unit comes back like a reinforcement, full or depleted."""
    unit = order.unit
    _check_own(board, unit, side)
    if not is_eliminated(board, unit):
        raise Illegal("13.2", f"{unit} has not been eliminated", found=board.place(unit), wanted="an eliminated unit")
    steps = board.unit(unit).figure("steps") if order.strength == "full" else 1
    hex_id = order.at or _entry(board, unit)
    check_entry(board, unit, hex_id)
    _pay(board, unit, cost(board, unit, steps), left)
    board.regain(unit, steps, "13.2", how="rebuilt")
    arrive(board, table, unit, hex_id, "13.2/3", "rebuilt")


def _entry(board: Board, unit: UnitId) -> HexId:
    hexes = entry_hexes(board, unit)
    if not hexes:
        raise Illegal("13.2/3", f"{unit} has no supply source to come back at", wanted="an own usable source")
    return hexes[0]


# -- mobilization --------------------------------------------------------------------------------------------


def chart(board: Board) -> Mapping[str, Any]:
    """The figures of 13.2.1."""
    found: Mapping[str, Any] = board.scenario.charts["mobilization"]
    return found


def mobilized(board: Board) -> tuple[int, ...]:
    """13.2.1: the turns on which Italy has mobilized."""
    return tuple([int(turn) for turn in board.noted("mobilised").split(",") if turn])


def why_no_mobilization(board: Board) -> str:
    """See 13.2.1/2: not before turn 3, twice at most, two turns apart."""
    row, past = chart(board), mobilized(board)
    if board.turn < int(row["from_turn"]):
        return f"turn {row['from_turn']} or later"
    if len(past) >= int(row["most"]):
        return f"at most {row['most']} in the game"
    if past and board.turn - past[-1] < int(row["gap"]):
        return f"turn {past[-1] + int(row['gap'])} or later, after that of turn {past[-1]}"
    return ""


def may_mobilise(board: Board) -> bool:
    """13.2.1/2: whether a General Mobilization can be declared now."""
    return not why_no_mobilization(board)


def _mobilise(board: Board, table: Table, side: Side, order: Mobilise) -> None:
    """See 13.2.1, 13.2.1/2, ruling R90: the die first, then the points are spent in the same phase."""
    failing = unmet(board, order.conditions)
    if failing:
        table.skip(order, failing, "13.2.1")
        return
    if side != AL:
        raise Illegal("13.2.1", "only Italy mobilizes", found=SIDES[side], wanted=SIDES[AL])
    wanted = why_no_mobilization(board)
    if wanted:
        raise Illegal("13.2.1/2", "no General Mobilization now", found=f"turn {board.turn}", wanted=wanted)
    die = table.roll("general mobilization", rule="13.2.1", by=AL, kindest=6)
    gained = int(chart(board)["rp"][die - 1])
    board.write("mobilised", ",".join(map(str, (*mobilized(board), board.turn))), "13.2.1/3")
    board.write("extra.IT", board.number("extra.IT") + gained, "13.2.1")
    board.note("mobilization", "13.2.1", die=die, points=gained, turn=board.turn)
