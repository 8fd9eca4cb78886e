"""9.1 Headquarters: the line that each of them needs, and where one goes that has none."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.italia18.area import is_inside
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.supply_lines import Distances, has_enemy, hqs, open_sources, shut_hexes
from pbem.games.italia18.ways import passable_around
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.spread import spread
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table


def has_line(board: Board, hq: UnitId) -> bool:
    """9.1a (see 9.1f, 9.1k, ruling R57): a line of any length to an open source; rivers do not matter to it."""
    side = board.unit(hq).side
    return board.hex_of(hq) in _supplied(board, side, open_sources(board, side))


def _supplied(board: Board, side: Side, starts: tuple[HexId, ...]) -> Distances:
    """The hexes from which a line for an HQ leads to one of these sources."""
    return board.derived(("hq lines", side, starts), (CP, EN), lambda: _flood(board, side, starts))


def _flood(board: Board, side: Side, starts: tuple[HexId, ...]) -> Distances:
    grid = board.map.grid
    return spread(starts, len(grid.hexes), passable_around(board.map), shut_hexes(board, side)).distance


def supplied_hqs(board: Board, side: Side) -> tuple[UnitId, ...]:
    """See 9.1a, 9.1d, ruling R131: the HQs that have a line at this moment."""
    return tuple([hq for hq in hqs(board, side) if has_line(board, hq)])


# -- an HQ without a line ------------------------------------------------------------------------------------


def displace_all(board: Board, table: Table) -> None:
    """See 9.1c, 7.0b, ruling R141: the HQs of both sides that have no line; all owners are asked at one moment."""
    cut = [hq for side in board.scenario.sides for hq in hqs(board, side) if not has_line(board, hq)]
    choices = {hq: nearest_sources(board, hq) for hq in cut}
    asked = [hq for hq in cut if len(choices[hq]) > 1]
    answers = dict(zip(asked, table.ask_all([_question(board, hq, choices[hq]) for hq in asked]), strict=True))
    for hq in cut:
        if choices[hq]:
            _displace(board, hq, HexId(answers[hq][0]) if hq in answers else choices[hq][0])


def nearest_sources(board: Board, hq: UnitId) -> tuple[HexId, ...]:
    """See 9.1c, rulings R56, R141: the open sources nearest to the HQ by hexes; several if equally near, or none."""
    away = {source: distance[board.hex_of(hq)] for source, distance in _away(board, hq).items()}
    nearest = min(away.values(), default=0)
    return tuple(sorted(source for source, hexes in away.items() if hexes == nearest))


def _away(board: Board, hq: UnitId) -> dict[HexId, Distances]:
    """For each open source how far every hex is from it, whoever stands in between."""
    steps, size = passable_around(board.map), len(board.map.grid.hexes)
    found = {one: spread((one,), size, steps).distance for one in open_sources(board, board.unit(hq).side)}
    return {source: distance for source, distance in found.items() if board.hex_of(hq) in distance}


def _question(board: Board, hq: UnitId, choices: Sequence[HexId]) -> Question:
    options = tuple([Option(source, f"toward {board.map.called(source)}") for source in choices])
    text = f"{hq} has no line of supply and goes back toward a source: which one?"
    about = {"topic": "hq-to", "unit": hq, "hexes": [board.hex_of(hq)]}
    side, hint = board.unit(hq).side, f"hq-to: {choices[0]}"
    return Question(side, f"source for {hq}", options, "9.1c", text, default=(choices[0],), hint=hint, about=about)


def _displace(board: Board, hq: UnitId, source: HexId) -> None:
    goal = refuge(board, hq, source)
    if is_inside(board.scenario, goal):
        board.put(hq, goal, "9.1c", source=source, how="hq")
    else:
        board.eliminate(hq, "SC.0a", why="driven out of the area")


def refuge(board: Board, hq: UnitId, source: HexId) -> HexId:
    """9.1c (see 11.3.3, rulings R56, R142): the first hex on a shortest way to the source where it can stay, supplied.

    Of several that are equally far it is the one with the lowest number; if there is none, the source itself.
    """
    side, start, distance = board.unit(hq).side, board.hex_of(hq), _away(board, hq)[source]
    supplied = _supplied(board, side, (source,))
    front = [start]
    while front and front[0] != source:
        onward = [
            one for here in front for one in passable_around(board.map)[here] if distance.get(one) == distance[here] - 1
        ]
        front = sorted(dict.fromkeys(onward))
        for hex_id in front:
            if hex_id in supplied and may_stand(board, hex_id, side):
                return hex_id
    return source


def may_stand(board: Board, hex_id: HexId, side: Side) -> bool:
    """See 11.3.3, SC.0a, ruling R56: no enemy, no enemy zone of control, no high mountain, inside the area."""
    is_taken = has_enemy(board, hex_id, side) or is_in_enemy_zoc(board, hex_id, side)
    return not is_taken and board.map.base[hex_id] != "high-mountain" and is_inside(board.scenario, hex_id)
