"""3.0 Doctrines of the Entente armies, as the scenario lays them down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.italia18.counters import EN
from pbem.games.italia18.options import TRENCHES, is_agreed
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId

CADORNA, EVOLVING, DIAZ = "cadorna", "evolving", "diaz"


def doctrine_of(board: Board, unit: UnitId) -> str:
    """3.0c (see 12.2.6m): by division where the scenario names one, else by nation; the Central Powers have none."""
    counter, laid_down = board.unit(unit), _card(board)
    division = counter.words.get("division", "")
    return str(laid_down.get(f"{counter.nation}_{division}", laid_down.get(counter.nation, "")))


def is_led_by(board: Board, lead: UnitId | None, doctrine: str) -> bool:
    """12.2.6m (see 3.0c, ruling R55d): a doctrine counts where the lead unit follows it."""
    return lead is not None and doctrine_of(board, lead) == doctrine


def trench_multiple(board: Board, side: Side) -> int:
    """3.0d (see 12.2.4e, rulings R20, R21): by the doctrine of Italy for every Entente unit; x3 for the others, unless
    the players have agreed that it holds for them too."""
    chart = board.scenario.charts
    italian = str(_card(board).get("IT", ""))
    if not italian or (side != EN and not is_agreed(board, TRENCHES)):
        return int(chart["terrain"]["trench"]["defence_times"])
    return int(chart["doctrine"][italian]["trench"])


def mixed_drm(board: Board) -> int:
    """See 12.2.6a, 12.2.6l: what it costs Entente nations to fight together, where the scenario says so."""
    return int(_card(board).get("mixed_drm", 0))


def _card(board: Board) -> Mapping[str, Any]:
    found: Mapping[str, Any] = board.scenario.card.get("doctrine", {})
    return found
