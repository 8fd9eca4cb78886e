"""What can be looked at: the map, who stands where, where a unit can go, an attack before the dice, layers, words."""

from __future__ import annotations

from typing import Any

from pbem.desk import asking, describing
from pbem.desk.inbox.so_far import Written
from pbem.desk.lines.moves import moves_lines, way_lines
from pbem.desk.lines.odds import odds_lines
from pbem.desk.views.pages import next_place, sheet_of
from pbem.desk.views.picture import layer as layer_of
from pbem.draw.look import Look, read_look
from pbem.draw.piles import Stack, stacks_of
from pbem.draw.plain import counter_of, markers_of, side_markers_of
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.pieces import UnitId
from pbem.kernel.position import Position
from pbem.kernel.views.look import UnitLook
from pbem.kernel.views.plain import plain
from pbem.page.naming import named
from pbem.page.position import Opened
from pbem.page.setting import step_of


def map_(opened: Opened) -> dict[str, Any]:
    """The printed map: every hex with its name, its terrain, and the place of its middle in half hexes and rows."""
    map_, numbering = opened.campaign.scenario.map, opened.campaign.scenario.map.grid.numbering
    across, down = (1 if numbering.columns_right else -1), (1 if numbering.rows_down else -1)
    return {
        "hexes": {
            hex_id: {
                "name": map_.name_of(hex_id),
                "terrain": map_.base[hex_id],
                "at": [across * (2 * map_.grid.axial[hex_id][0] + map_.grid.axial[hex_id][1]),
                       down * map_.grid.axial[hex_id][1]],
            }
            for hex_id in map_.grid.hexes
        }
    }  # fmt: skip


def position(opened: Opened) -> dict[str, Any]:
    """Who stands where, as he sees it: stacks by hex, the top unit first, and units that are elsewhere."""
    return position_json(opened, opened.position)


def position_json(opened: Opened, position: Position) -> dict[str, Any]:
    """A position as the page draws it."""
    board = Board(opened.shown.scenario, position)
    look = read_look(opened.campaign.game.look(board))
    stacks = stacks_of(board.scenario, position, look)
    placed = [unit for stack in stacks.values() for unit in stack.units]
    off = [unit for unit in board.scenario.units if unit in position.units and unit not in placed]
    return {
        "turn": position.turn,
        "step": position.step,
        "stacks": [_stack(board, look, stack) for stack in stacks.values()],
        "off": [_unit(board, look, unit, look.units.get(unit, UnitLook())) for unit in off],
        "markers": markers_of(board.scenario, look, position),
        "side_markers": side_markers_of(look, position),
    }


def _stack(board: Board, look: Look, stack: Stack) -> dict[str, Any]:
    units = zip(stack.units, stack.looks, strict=True)
    return {
        "hex": stack.hex,
        "place": board.map.name_of(stack.hex),
        "units": [_unit(board, look, unit, one) for unit, one in units],
    }


def _unit(board: Board, look: Look, unit: UnitId, one: UnitLook) -> dict[str, Any]:
    """A unit: `id` is its name in orders; one that lies face down can be named in none."""
    counter = board.unit(unit)
    is_hidden = is_stand_in(unit)
    return {
        "name": one.name or counter.name,
        **counter_of(look, one, is_hidden),
        "id": unit,
        "side": counter.side,
        "nation": counter.nation,
        "type": counter.type,
        "place": board.place(unit),
        "is_hidden": is_hidden,
        "marks": list(one.marks),
        "rank": one.rank,
    }


def moves(
    opened: Opened, unit: str, to: str = "", text: str = "", section: str = "", in_words: bool = False
) -> dict[str, Any]:
    """Where a unit can go: ways with goals, costs, paths and the order for each; closed hexes with rule and why.

    With a text: as the next line of its section will find the board, or the line that this unit has there already.
    """
    orders = opened.written(text, step_of(opened, section)) if text else Written("", ())
    number = orders.number_of(unit, opened.campaign.game.odds_verbs)
    found, goal = asking.moves_on(*opened.stands(text, orders, number), unit, to)
    shown = plain(found)
    for way, row in zip(found.ways, shown["ways"], strict=True):
        for one, cell in zip(way.goals, row["goals"], strict=True):
            cell["line"] = way.order.format(unit=found.unit, goal=one.hex, path=" -> ".join(one.path[1:]))
    instead = None if number is None or orders.part else named(opened, orders.orders[number])
    return {
        **shown,
        "to": goal,
        "after": len(orders.orders) if number is None else number,
        "instead": instead,
        **({"lines": way_lines(found, goal) if goal else moves_lines(found)} if in_words else {}),
    }


def odds(opened: Opened, line: str) -> dict[str, Any]:
    """An attack before the dice, as matters stand: every term with its rule, the exact chance of each result."""
    (found,) = asking.odds(opened.store, "", line, opened.side)
    return {"order": found.order, **plain(found.view), "lines": odds_lines(found.order, found.view)}


def odds_in(opened: Opened, text: str) -> list[dict[str, Any]]:
    """All attacks of an order file, each after the moves that the file makes before it."""
    return [
        {"order": one.order, **plain(one.view), "lines": odds_lines(one.order, one.view)}
        for one in asking.odds(opened.store, "", text.encode(), opened.side)
    ]


def layer(opened: Opened, wish: str) -> list[dict[str, Any]]:
    """What a layer lays over the board: `zoc`, `supply=CP`, `reach=GE-5`."""
    found: list[dict[str, Any]] = plain(list(layer_of(opened.shown, opened.position, wish).laid))
    return found


def tell(opened: Opened, what: str = "front") -> dict[str, Any]:
    """A hex, a place, a unit or the front in words, and the values behind them."""
    found = describing.describe(opened.store, "", what, side=opened.side)
    around = plain(found.around) if found.around else None
    return {"lines": found.lines, "around": around, "fronts": [plain(front) for front in found.fronts]}


def sheet(opened: Opened) -> dict[str, Any]:
    """The order sheet: units in groups with what each may do, who comes, lines to fill in, cautions."""
    campaign, state = opened.campaign, opened.state
    found: dict[str, Any] = plain(sheet_of(campaign, state, opened.who, next_place(campaign, state, opened.side)))
    return found
