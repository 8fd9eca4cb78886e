"""1.5 Fog of war: Italian counters without a back side lie face down until something turns them up."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pbem.games.durchbruch import masks
from pbem.games.durchbruch.counters import AG, IT, corps_of, is_face_down
from pbem.games.durchbruch.losses import kill
from pbem.games.durchbruch.marks import SILENT, UP
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.fog import retold, veiled
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import ASIDE, Side, UnitId
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.values import replace


def is_hidden(board: Board, unit: UnitId) -> bool:
    """1.5, ruling R114: an MG company, a station or a dummy that nothing has turned up yet."""
    return is_face_down(board.unit(unit)) and board.is_on_map(unit) and not board.is_marked(unit, UP)


def hidden_at(board: Board, hex_id: HexId) -> tuple[UnitId, ...]:
    """See 1.5: the counters that lie face down in a hex."""
    return tuple([unit for unit in board.units_at(hex_id, IT) if is_hidden(board, unit)])


def show(board: Board, units: Sequence[UnitId], rule: str) -> None:
    """See 1.5, ruling R114: counters are turned up for good."""
    for unit in units:
        if is_hidden(board, unit):
            board.mark(unit, UP, rule)
            board.note("turned-up", rule, unit=unit, hex=board.place(unit), type=board.unit(unit).type)


def show_in_combat(board: Board, hex_id: HexId, rule: str) -> None:
    """See 1.5, ruling R114: in a hex that is assaulted or overrun, dummies and stations are removed."""
    masks.unmask(board, [hex_id], rule)
    found = hidden_at(board, hex_id)
    show(board, found, rule)
    for unit in board.units_at(hex_id, IT):
        if board.unit(unit).type in ("dummy", "station"):
            kill(board, unit, rule)


def show_under_fire(board: Board, hex_id: HexId, rule: str) -> None:
    """See 11.2, ruling R127: under a barrage dummies are removed, stations stay and are known."""
    masks.unmask(board, [hex_id], rule)
    found = hidden_at(board, hex_id)
    show(board, found, rule)
    for unit in found:
        if board.unit(unit).type == "dummy":
            kill(board, unit, rule)


def hit_by_preliminary_fire(board: Board, hex_id: HexId) -> None:
    """6.5-5, 11.1.1-6, ruling R153 (see 6.5-4): all are turned up; dummies and MG companies are gone, a station is
    unharmed and silent for turn 1."""
    masks.unmask(board, [hex_id], "11.1.1-6")
    found = hidden_at(board, hex_id)
    show(board, found, "11.1.1-6")
    for unit in found:
        if board.unit(unit).type == "station":
            silent = [one for one in board.noted(SILENT).split(",") if one]
            own = f":{corps_of(board.unit(unit))}" if board.scenario.option("stations") == "own" else ""
            board.write(SILENT, ",".join(dict.fromkeys([*silent, f"{hex_id}{own}"])), "6.5-4")
        else:
            kill(board, unit, "6.5-5")


# -- what one side may see -----------------------------------------------------------------------------------


def hides(scenario: Scenario) -> str:
    """See 1.5, 1.5-opt, 6.2.1-b, 16.5: what is hidden, in a sentence."""
    masked = "1.5-opt: masks hide the units below them; " if masks.is_on(scenario) else ""
    return (
        f"{masked}1.5, 6.2, 16.5: Italian MG companies, stations and dummies lie face down; accessory points and plan "
        "are secret"
    )


def view(scenario: Scenario, position: Position, side: Side) -> Position:
    """See 1.5, 1.5-opt: the position as a side may see it, without a side as both may."""
    hidden = unseen_by(scenario, position, side)
    if not hidden:
        return position
    told = masks.zones_told(scenario, position, side)
    seen = veiled(scenario, position, hidden)
    marked = {hex_id: (*seen.hexes.get(hex_id, ()), mark) for hex_id, mark in told.items()}
    return replace(seen, hexes={**seen.hexes, **{h: tuple(sorted(marks)) for h, marks in marked.items()}})


def unseen_by(scenario: Scenario, position: Position, side: Side) -> dict[UnitId, None]:
    """See 1.5, 1.5-opt: what lies face down or under a mask of somebody else."""
    down = {} if side == IT else hidden_in(scenario, position)
    return {**down, **masks.masked_in(scenario, position, side)}


def is_unseen(board: Board, unit: UnitId) -> bool:
    """See 1.5, 1.5-opt: whether the enemy does not see what the unit is."""
    return is_hidden(board, unit) or masks.is_masked(board, unit)


def hidden_in(scenario: Scenario, position: Position) -> dict[UnitId, None]:
    """See 1.5, ruling R114: the counters that the enemy sees from the back alone, and dummies that stayed in the
    box."""
    grid, found = scenario.map.grid.axial, dict[UnitId, None]()
    for unit, state in position.units.items():
        counter = scenario.units.get(unit)
        if counter is None or not is_face_down(counter) or UP in state.marks:
            continue
        if state.place in grid or state.place == ASIDE:
            found[unit] = None
    return found


def tell(scenario: Scenario, before: Position, after: Position, facts: Sequence[Fact], side: Side) -> Sequence[Fact]:
    """See 1.5: the facts of a step as a side may read them; what was turned up in it has a name."""
    known = facts if side == AG else [fact for fact in facts if not _tells_of_the_pool(fact)]
    hidden = unseen_by(scenario, after, side)
    if not hidden:
        return known
    return retold(scenario, [fact for fact in known if not _is_set_up(fact, hidden)], hidden, _SHOWN)


def _tells_of_the_pool(fact: Fact) -> bool:
    """See 6.1-b, 6.2.1-b, ruling R144: an order left out for want of resource points, or that bought some."""
    if fact.kind not in ("dropped", "skipped"):
        return False
    verb, _, rest = str(fact["order"]).partition(" ")
    return fact.rule in _POOL_RULES or verb in _POOL_VERBS or bool(_POOL_CONDITION.search(rest))


_POOL_RULES = ("7.1-RP", "11.1.1-1")
_POOL_VERBS = ("strengthen", "marker")
_POOL_CONDITION = re.compile(r"\b(?:if|and) rp\b")


def _is_set_up(fact: Fact, hidden: Mapping[UnitId, None]) -> bool:
    """See 1.5, 6.5-2: everybody knows the proposed set-up, so to tell who left his hex would tell who did not."""
    return fact.kind == "placed" and fact["unit"] in hidden and fact["how"] == "set-up"


_SHOWN = {"moved": ("unit", "path", "how"), "placed": ("unit", "was", "place", "how")}
