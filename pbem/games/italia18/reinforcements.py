"""11.1.5 Reinforcements: when they are due, and where they appear."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.italia18.assault_troops import is_assault_troops, may_carry
from pbem.games.italia18.by_mail.orders_move import Arrive
from pbem.games.italia18.costs import why_barred
from pbem.games.italia18.stacking import kind_of
from pbem.games.italia18.supply_lines import has_enemy, hqs
from pbem.games.italia18.turns import sequence, track_turn
from pbem.games.italia18.ways import rail_links, road_links
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import WAITING, Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table


def due(board: Board, side: Side) -> tuple[UnitId, ...]:
    """S0.rf1 (see 11.1.5, ruling R112): those whose turn and sequence have come; nobody is held back."""
    waiting = [unit for unit in board.units(side) if board.place(unit) == WAITING]
    now = (track_turn(board), sequence(board))
    return tuple([unit for unit in waiting if _when(board, unit) <= now])


def _when(board: Board, unit: UnitId) -> tuple[int, int]:
    turn, _, number = board.unit(unit).set_up.removeprefix("turn ").partition(".")
    return int(turn), int(number or "1")


def named_hq(board: Board, unit: UnitId) -> UnitId | None:
    """See 11.1.5, S0.rf1: the HQ that the card names for the unit; none where any will do."""
    for row in board.scenario.card.get("reinforcement", ()):
        words = [UnitId(word) for word in str(row["at"]).split()]
        found = [word for word in words if word in board.scenario.units]
        if unit in row["units"] and found:
            return found[0]
    return None


def entry_hexes(board: Board, unit: UnitId) -> tuple[HexId, ...]:
    """11.1.5 (see rulings R18, R112): on or next to a friendly HQ on a road or railway, the HQ's own hex first.

    If the HQ that is named cannot serve, any other will do; enemies and ground that is closed to the unit bar a hex.
    """
    side, named = board.unit(unit).side, named_hq(board, unit)
    able = [hq for hq in hqs(board, side) if is_on_a_way(board, board.hex_of(hq))]
    chosen = [named] if named in able else able
    found: dict[HexId, None] = {}
    for hq in chosen:
        here = board.hex_of(hq)
        found[here] = None
        for there in board.map.grid.neighbours[here]:
            if not has_enemy(board, there, side) and not why_barred(board, unit, there, there)[0]:
                found[there] = None
    return tuple(found)


def is_on_a_way(board: Board, hex_id: HexId) -> bool:
    """See 11.1.5, rulings R18, R112: a road or a railway runs through the hex; a minor road by the weather."""
    return hex_id in road_links(board) or hex_id in rail_links(board)


def run(board: Board, table: Table, orders: Sequence[Arrive], side: Side) -> tuple[UnitId, ...]:
    """See 11.1.5: all that are due appear before anybody moves, where they were ordered or where the owner says."""
    arrived: list[UnitId] = []
    for order in orders:
        with table.attempt(order):
            check(board, order, side)
            for unit in order.units:
                board.put(unit, order.at, "11.1.5", how="reinforcement")
                arrived.append(unit)
    follow(board, arrived)
    late = [(unit, entry_hexes(board, unit)) for unit in due(board, side) if not partner(board, unit)]
    open_to = [(unit, hexes) for unit, hexes in late if hexes]
    answers = table.ask_all([_question(board, unit, hexes) for unit, hexes in open_to]) if open_to else []
    for (unit, _), answer in zip(open_to, answers, strict=True):
        board.put(unit, answer[0], "11.1.5", how="reinforcement")
        arrived.append(unit)
    follow(board, arrived)
    return tuple(arrived)


def partner(board: Board, troops: UnitId) -> UnitId | None:
    """See 11.3.2a, S1.rf1: the unit with which Assault Troops arrive, by the card."""
    if not is_assault_troops(board.unit(troops)):
        return None
    kind = kind_of(board, troops)
    rows = [row["units"] for row in board.scenario.card.get("reinforcement", ()) if troops in row["units"]]
    return next((UnitId(u) for row in rows for u in row if may_carry(board.unit(UnitId(u)), kind)), None)


def follow(board: Board, arrived: list[UnitId]) -> None:
    """See 11.3.2a: Assault Troops appear with the unit that brings them, unless they were ordered to come with it."""
    for unit in tuple(arrived):
        troops = [one for one in due(board, board.unit(unit).side) if partner(board, one) == unit]
        for one in troops:
            board.put(one, board.place(unit), "11.1.5", how="reinforcement")
            arrived.append(one)


def check(board: Board, order: Arrive, side: Side) -> None:
    """See 11.1.5: units that are due now, in a hex where they may appear."""
    ready = due(board, side)
    for unit in order.units:
        if unit not in ready:
            why = f"{unit} is not due in this Movement Phase"
            raise Illegal("11.1.5", why, found=board.place(unit), wanted=", ".join(ready) or "nobody")
        bringer = partner(board, unit)
        if bringer and bringer not in order.units:
            why = f"{unit} arrives with {bringer}, wherever that unit appears"
            raise Illegal("11.3.2a", why, found=str(order), wanted=f"`arrive {bringer}, {unit} at ...`")
        hexes = entry_hexes(board, unit)
        if order.at not in hexes:
            wanted = " or ".join(hexes) or "an HQ on a road or railway first"
            why = f"{unit} cannot appear in {order.at}: that is not on or next to its HQ, or it is closed to it"
            raise Illegal("11.1.5", why, found=order.at, wanted=wanted)


def _question(board: Board, unit: UnitId, hexes: Sequence[HexId]) -> Question:
    options = tuple([Option(hex_id, board.map.called(hex_id)) for hex_id in hexes])
    about = {"topic": "arrive", "unit": unit, "hexes": list(hexes)}
    text, side = f"{unit} arrives on or next to an HQ: where?", board.unit(unit).side
    hint = f"arrive {unit}: {hexes[0]}"
    return Question(side, f"arrival of {unit}", options, "11.1.5", text, default=(hexes[0],), hint=hint, about=about)
