"""8.9 for the defender: his option, last stands, losses and retreats."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.gwe import supply
from pbem.games.gwe.attack import Declared
from pbem.games.gwe.fortress import standing_fortress
from pbem.games.gwe.results import (
    ALL,
    Choice,
    choices,
    drop_lonely_hqs,
    fortress_share,
    pay_with_fortresses,
    share,
    share_fate_of_hosts,
    take_losses,
)
from pbem.games.gwe.retreat import Path, become_guests, retreat, retreat_paths
from pbem.games.gwe.strengths import guests_in, steps_of
from pbem.kernel import choosing
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.values import dataclass, field

Routes = dict[HexId, tuple[HexId, ...]]


@dataclass(slots=True)
class Stand:
    """The defending force at the moment of combat, and what becomes of its stand."""

    side: Side
    targets: tuple[HexId, ...]
    units: tuple[UnitId, ...]
    guests: dict[HexId, tuple[UnitId, ...]]
    forts: tuple[HexId, ...]
    steps: int
    odds: str
    is_denied: bool = False  # 8.75: no advance
    routes: Routes = field(default_factory=dict)

    @staticmethod
    def taken(board: Board, declared: Declared, units: tuple[UnitId, ...]) -> Stand:
        """8.9.x2, 17.27 (see 8.66, rulings F17, G19, J4): sizes are fixed before the die."""
        side = board.enemy_of(declared.side)
        guests = {t: guests_in(board, t, side) for t in declared.targets}
        forts = tuple(t for t in declared.targets if standing_fortress(board, t, side))
        fort_steps = sum(f.steps for t in forts if (f := standing_fortress(board, t, side)))
        size = steps_of(board, units) + fort_steps
        return Stand(side, declared.targets, units, guests, forts, size, declared.odds(board))


def suffer(board: Board, table: Table, stand: Stand, result: str, affected: int) -> Routes:
    """8.9.D1, 8.9.D2, 8.9.D3, 8.9.E (see 8.54): the defender carries out his result first. Returns the retreat
    routes."""
    for unit in stand.units:
        board.unmark(unit, "entrained", "5.36")
    if result == "-":
        return {}
    if stand.forts:
        _suffer_in_fortress(board, table, stand, result, affected)
        return {}
    choice = _choose(board, table, stand, result, affected)
    _carry_out(board, table, stand, choice, affected)
    return stand.routes


def _choose(board: Board, table: Table, stand: Stand, result: str, affected: int) -> Choice:
    """See 8.9.x5, 8.75, 16.0/8.75, ruling G9: one option for the whole force; an Italian last stand may need a die."""
    offered = choices(board, "defender", result)
    while len(offered) > 1:
        number = int(table.choose(_option_question(board, stand, result, affected, offered)))
        choice = next(c for c in offered if c.number == number)
        if not (choice.is_last_stand and _needs_a_die(board, stand)):
            return choice
        die = table.roll("last stand", rule="16.0/8.75", by=stand.side)
        if die <= board.turn:
            return choice
        board.note("no-last-stand", "16.0/8.75", die=die, turn=board.turn, hexes=list(stand.targets))
        offered = tuple(c for c in offered if not c.is_last_stand)
    return offered[0]


def _needs_a_die(board: Board, stand: Stand) -> bool:
    """16.0/8.75, ruling G8: in the first five turns, if any Italian defends."""
    turns = board.scenario.charts["surprise"]["last_stand_die_turns"]
    return board.turn in turns and any(board.unit(unit).nation == "IT" for unit in stand.units)


def _option_question(board: Board, stand: Stand, result: str, affected: int, offered: Sequence[Choice]) -> Question:
    again = "" if len(offered) == len(choices(board, "defender", result)) else " again"
    options = tuple(Option(str(c.number), c.words() + _warning(board, stand, c)) for c in offered)
    return Question(
        stand.side, f"option{again}", options, f"8.9.D{result}",
        f"result {result} against {'+'.join(stand.targets)} at {stand.odds}: "
        f"{affected} of {stand.steps} steps are affected",
        default=_default_option(board, stand, result, offered), hint=f"defend on {result}: {options[-1].value}",
        about={
            "topic": "defend", "result": result, "hexes": list(stand.targets), "odds": stand.odds,
            "steps": stand.steps, "turn": board.turn, "affected": affected,
            "words": {str(c.number): _word(c) for c in offered},
        },
    )  # fmt: skip


def _warning(board: Board, stand: Stand, choice: Choice) -> str:
    """See 8.64: a retreat that would end in elimination says so before it is chosen."""
    stacks = {t: _stack(board, stand, t) for t in stand.targets} if choice.retreat else {}
    lost = [
        t for t, stack in stacks.items() if stack and not retreat_paths(board, stand.side, t, stack, choice.retreat)
    ]
    return (
        f"; no path is open from {' and '.join(lost)}, and whoever is left there is eliminated (8.64)" if lost else ""
    )


def _word(choice: Choice) -> str:
    """The short words of standing orders: hold, retreat, half, stand."""
    if choice.is_last_stand:
        return "stand"
    if choice.retreat:
        return "half" if choice.loss == "half" else "retreat"
    return "hold"


def _default_option(board: Board, stand: Stand, result: str, offered: Sequence[Choice]) -> tuple[str, ...]:
    """Decision 12: result 1 retreat if there is a way, else hold; 2: retreat two, else half; 3: half."""
    order = {"1": ("2", "1"), "2": ("3", "2"), "3": ("2", "1")}[result]
    numbers = {str(choice.number): choice for choice in offered}
    for number in order:
        choice = numbers.get(number)
        if choice and (not choice.retreat or _all_can_retreat(board, stand, choice.retreat)):
            return (number,)
    return (str(offered[-1].number),)


def _all_can_retreat(board: Board, stand: Stand, length: int) -> bool:
    stacks = ((t, _stack(board, stand, t)) for t in stand.targets)
    return all(not stack or retreat_paths(board, stand.side, t, stack, length) for t, stack in stacks)


def _stack(board: Board, stand: Stand, hex_id: HexId) -> tuple[UnitId, ...]:
    """8.9.x5: everybody in the hex who goes along: defenders and HQs, not guests, not the Monitor."""
    guests = stand.guests.get(hex_id, ())
    units = (u for u in board.units_at(hex_id, stand.side) if u not in guests)
    return tuple(u for u in units if board.unit(u).type != "monitor")


def _carry_out(board: Board, table: Table, stand: Stand, choice: Choice, affected: int) -> None:
    """See 8.9.x4, 8.9.x5, rulings G1, G8, G18: losses, then the retreat of every stack left, then the guests."""
    rule = "8.75" if choice.is_last_stand else "8.9.x4"
    was_supplied = choice.is_last_stand and all(supply.is_supplied(board, unit) for unit in stand.units)
    hit = _affected_hexes(board, table, stand, affected)
    payers = [unit for unit in stand.units if board.place(unit) in hit]
    take_losses(board, table, stand.side, payers, share(affected, choice.loss), rule)
    stand.is_denied = was_supplied and not any(map(board.is_on_map, stand.units))
    hosts = {t: tuple(u for u in stand.units if board.place(u) == t) for t in stand.targets}
    if choice.retreat:
        _retreat_stacks(board, table, stand, [t for t in hit if hosts[t]], choice.retreat)
    for hex_id in stand.targets:
        is_held = any(board.place(unit) == hex_id for unit in hosts[hex_id])
        if not is_held or (choice.loss == "half" and hex_id in hit):
            share_fate_of_hosts(board, stand.guests[hex_id], is_held)
        drop_lonely_hqs(board, hex_id, stand.side)


def _affected_hexes(board: Board, table: Table, stand: Stand, affected: int) -> tuple[HexId, ...]:
    """See 8.9.x1, ruling G18: the attacked hexes that suffer: all; by option a larger force names those of its affected
    units, as many as it takes to hold that many steps."""
    is_chosen = board.scenario.option("larger-defender-retreats") == "affected"
    if not is_chosen or affected >= stand.steps or len(stand.targets) == 1:
        return stand.targets
    sizes = {t: steps_of(board, [u for u in stand.units if board.place(u) == t]) for t in stand.targets}
    options = tuple(Option(t, f"{counted(size, 'step')} in {board.map.called(t)}") for t, size in sizes.items())
    question = Question(
        stand.side, "affected hexes", options, "8.9.x1",
        f"{affected} of {stand.steps} steps are affected: in which hexes are they, in this order?",
        many=True, default=stand.targets, hint=f"affected: {stand.targets[0]}",
        about={"topic": "affected", "hexes": list(stand.targets)},
    )  # fmt: skip
    hit: list[HexId] = []
    for hex_id in dict.fromkeys((*map(HexId, table.ask(question)), *stand.targets)):
        if sum(sizes[t] for t in hit) < affected:
            hit.append(hex_id)
    return tuple(t for t in stand.targets if t in hit)


def _retreat_stacks(board: Board, table: Table, stand: Stand, hexes: Sequence[HexId], length: int) -> None:
    """8.61 to 8.64, rulings G5, G17: the owner picks among the legal paths; a stack without one is eliminated.

    All stacks look for their ways before the first one goes, and each goes once, whichever hex is named first. Two
    stacks do not change places.
    """
    stacks = {t: _stack(board, stand, t) for t in hexes}
    for hex_id, stack in stacks.items():
        taken = [other for other, route in stand.routes.items() if route[-1] == hex_id]
        paths = retreat_paths(board, stand.side, hex_id, stack, length, not_into=taken)
        if paths:
            stand.routes[hex_id] = _chosen_way(board, table, stand, hex_id, paths)
    for hex_id, stack in stacks.items():
        if hex_id in stand.routes:
            retreat(board, table, stack, stand.routes[hex_id])
        else:
            for unit in stack:
                board.eliminate(unit, "8.64", why="no way to retreat")
    become_guests(board, [unit for stack in stacks.values() for unit in stack], "8.66")


def _chosen_way(board: Board, table: Table, stand: Stand, hex_id: HexId, paths: Sequence[Path]) -> Path:
    return choosing.way(
        table, board, stand.side, f"retreat from {hex_id}", paths, rule="8.63",
        text=f"which way do the units in {board.map.called(hex_id)} retreat?",
        hint=f"retreat {hex_id}: toward {paths[0][-1]}", about={"topic": "retreat", "hexes": [hex_id]},
    )  # fmt: skip


def _suffer_in_fortress(board: Board, table: Table, stand: Stand, result: str, affected: int) -> None:
    """See 11.12, 11.13, rulings J1 to J4, J5: who defends with a standing fortress pays in steps and never retreats."""
    if result == "E":
        steps = affected if affected < stand.steps else ALL
    else:
        steps = fortress_share(affected, result, board)
    pay_with_fortresses(board, table, stand.side, stand.forts, stand.units, steps)
    for hex_id in stand.targets:
        is_held = any(board.place(unit) == hex_id for unit in stand.units)
        is_held = is_held or standing_fortress(board, hex_id, stand.side) is not None
        if stand.guests[hex_id]:
            share_fate_of_hosts(board, stand.guests[hex_id], is_held)
        drop_lonely_hqs(board, hex_id, stand.side)
