"""2.4.3 Headquarters that lose the units around them go to the nearest friends."""

from __future__ import annotations

from pbem.games.durchbruch.counters import corps_of, is_combat_unit, is_hq
from pbem.games.durchbruch.fog import is_unseen
from pbem.games.durchbruch.losses import kill
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table


def refuges(board: Board, hq: UnitId) -> tuple[HexId, ...]:
    """See 2.4.3, rulings R44 and R178: the nearest hexes with a combat unit of its corps that is seen, and no other
    HQ."""
    counter, here = board.unit(hq), board.hex_of(hq)
    seen = [u for u in board.on_map(counter.side) if not is_unseen(board, u)]
    own = [u for u in seen if corps_of(board.unit(u)) == corps_of(counter)]
    hexes = dict.fromkeys(board.hex_of(u) for u in own if is_combat_unit(board.unit(u)) and board.hex_of(u) != here)
    free = [h for h in hexes if not any(is_hq(board.unit(u)) for u in board.units_at(h, counter.side))]
    near = min((board.map.grid.distance(here, h) for h in free), default=0)
    return tuple(sorted(h for h in free if board.map.grid.distance(here, h) == near))


def displace(board: Board, table: Table, hex_id: HexId) -> None:
    """2.4.3, ruling R44: every HQ in the hex; with nobody of its corps left it is gone."""
    for hq in [unit for unit in board.units_at(hex_id) if is_hq(board.unit(unit))]:
        hexes = refuges(board, hq)
        if not hexes:
            kill(board, hq, "2.4.3")
            continue
        board.put(hq, _chosen(board, table, hq, hexes), "2.4.3", how="displaced")


def _chosen(board: Board, table: Table, hq: UnitId, hexes: tuple[HexId, ...]) -> HexId:
    if len(hexes) == 1:
        return hexes[0]
    options = tuple(Option(hex_id, board.map.called(hex_id)) for hex_id in hexes)
    question = Question(
        board.unit(hq).side, f"refuge of {hq}", options, "2.4.3", f"Where does {hq} go?", default=(hexes[0],),
        hint=f"retreat-to: {hexes[0]}", about={"topic": "retreat-to", "hexes": [board.hex_of(hq)], "unit": hq},
    )  # fmt: skip
    return HexId(table.choose(question))
