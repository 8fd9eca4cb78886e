"""What the greedy player of Italia 1917-1918 leaves with the program: guns, retreats, losses, the air, mutinies."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.italia18.battle import combat_units_in
from pbem.games.italia18.by_mail.orders_combat import Hide, Keep
from pbem.games.italia18.counters import EN, defence_factor, fighters, is_detachment
from pbem.games.italia18.disorder import is_disorganized
from pbem.games.italia18.guns import is_gun, is_in_range
from pbem.games.italia18.holding import COCKADE, CROSS, worth
from pbem.games.italia18.hungary import mutineers
from pbem.games.italia18.markers import FROZEN
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Condition, Defaults, Preference
from tests.fuzz.italia18_goals import threat

HELPERS = 3  # hexes within which a unit can be called up
TOUGH = Condition("hp", ">=", "4")
ALWAYS: tuple[tuple[str, str], ...] = (
    ("bombarded", "weakest first"), ("lead", "highest"), ("losses", "weakest first"), ("overstack", "weakest first"),
    ("confuse", "lead"), ("confuse", "strongest"), ("strip", "exploitation"), ("strip", "nearest"),
    ("misdirect", "none"), ("panic", "weakest first"), ("stoss", "always"), ("exploit", "strongest first"),
    ("distance", "max"),
)  # fmt: skip


def standing(board: Board, side: Side) -> Sequence[Order]:
    """The lines of a careful defender; the hexes that count are held, all others cost the enemy time."""
    lines: list[Order] = [*guns(board, side)]
    for hex_id in _held_fast(board, side):
        lines.append(Preference("retreat", ("never",), hex_id))
    lines += [Preference("retreat", ("enough",), conditions=(TOUGH,)), Preference("retreat", ("never",))]
    lines += called_up(board, side)
    lines += [Preference(topic, (word,)) for topic, word in ALWAYS]
    if any(is_detachment(board.unit(unit)) for unit in board.on_map(side)):
        lines.append(Hide())
    return [*lines, *of_scenario(board, side), Defaults()]


def guns(board: Board, side: Side) -> list[Order]:
    """One gun waits for the worst attack; the others answer gun for gun, and one of two turns on the enemy's."""
    dangers = threat(board, board.enemy_of(side))
    own = [unit for unit in board.on_map(side) if is_gun(board, unit)]
    fast = sorted(_held_fast(board, side), key=lambda one: (-dangers.get(one, 0), one))[:2]
    kept = [gun for gun in own if fast and is_in_range(board, gun, fast[0])]
    made: list[Order] = [Keep((), tuple(fast), 1)] if len(kept) > 1 else []
    made += [Preference("guns", ("all",), hex_id) for hex_id in fast]
    made += [Preference("guns", ("match",)), Preference("cb", ("1",), conditions=(Condition("guns", ">=", "2"),))]
    return [*made, Preference("cb", ("none",))]


def _held_fast(board: Board, side: Side) -> list[HexId]:
    """Objectives and heights of the enemy's wishes that a unit of the side stands in."""
    symbol = CROSS if side == EN else COCKADE
    named = board.scenario.card["victory"].get("operational", [])
    held = dict.fromkeys([board.hex_of(unit) for unit in fighters(board, side)])
    return [one for one in held if worth(board, one, symbol) or one in named]


def called_up(board: Board, side: Side) -> list[Order]:
    """Units behind a threatened stack come into its hex where it holds (12.2.6)."""
    made: list[Order] = []
    dangers = threat(board, board.enemy_of(side))
    front = [one for one in dict.fromkeys(board.hex_of(unit) for unit in fighters(board, side)) if one in dangers]
    for hex_id in sorted(front, key=lambda one: (-dangers[one], one))[:6]:
        helpers = [unit for unit in fighters(board, side) if _may_help(board, side, unit, hex_id)]
        if helpers:
            made.append(
                Preference("send", (max(helpers, key=lambda unit: (defence_factor(board, unit), unit)),), hex_id)
            )
    return [*made, Preference("send", ("none",))]


def _may_help(board: Board, side: Side, unit: UnitId, hex_id: HexId) -> bool:
    here = board.hex_of(unit)
    near = 0 < board.map.grid.distance(here, hex_id) <= HELPERS
    is_full = len(combat_units_in(board, hex_id, side)) > 1
    is_bound = board.is_marked(unit, FROZEN) or is_disorganized(board, unit)
    return near and not is_full and not is_bound and not is_in_enemy_zoc(board, here, side)


def of_scenario(board: Board, side: Side) -> list[Order]:
    """When to claim the air, and who is to mutiny (S3 to S5)."""
    made: list[Order] = []
    free = board.scenario.card.get("air", {}).get("free_turns", ())
    if side == EN and free:
        made.append(Preference("free-air", (str(free[min(1, len(free) - 1)]),)))
    if side == EN and "mutiny" in board.scenario.card:
        able = sorted(mutineers(board), key=lambda unit: (-defence_factor(board, unit), unit))
        made += [Preference("mutiny", tuple(able[:2]))] if able else []
    return made
