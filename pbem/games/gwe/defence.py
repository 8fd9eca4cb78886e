"""8.9 for the defender: his barrage, his option, last stands, losses and retreats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem.games.gwe import supply
from pbem.games.gwe.attack import Declared, with_barrage
from pbem.games.gwe.barrage import barrage_strength, defence_supporters
from pbem.games.gwe.fortress import standing_fortress
from pbem.games.gwe.occupation import combat_units
from pbem.games.gwe.results import (
    Choice,
    choices,
    drop_lonely_hqs,
    fortress_share,
    pay_with_fortress,
    share,
    share_fate_of_hosts,
    take_losses,
)
from pbem.games.gwe.retreat import retreat, retreat_paths
from pbem.games.gwe.strengths import steps_of
from pbem.kernel import choosing
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table

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
        """8.9.x2, 17.27 (see 8.66, rulings F17, J4): sizes are fixed before the die."""
        side = board.enemy_of(declared.side)
        guests = {t: tuple(u for u in combat_units(board, t, side) if u not in units) for t in declared.targets}
        forts = tuple(t for t in declared.targets if standing_fortress(board, t, side))
        fort_steps = sum(f.steps for t in forts if (f := standing_fortress(board, t, side)))
        size = steps_of(board, units) + fort_steps
        return Stand(side, declared.targets, units, guests, forts, size, declared.odds(board))


def ask_defence_barrage(board: Board, table: Table, declared: Declared) -> tuple[UnitId, ...]:
    """17.25a, 17.25b (see 17.26): after the attack is declared the defender gives his barrage, as much as he likes."""
    side = board.enemy_of(declared.side)
    able = dict.fromkeys(u for target in declared.targets for u in defence_supporters(board, side, target))
    if not able:
        return ()
    options = tuple(Option(u, f"barrage {barrage_strength(board, u)} from {board.place(u)}") for u in able)
    question = Question(
        side, "support", options, "17.25a",
        f"{declared.attack.total} to {declared.defence.total} against {'+'.join(declared.targets)} "
        f"(odds {declared.odds(board)} after shifts): which guns barrage for the defence?",
        many=True, default=_worthwhile(board, declared, tuple(able)), hint="support: always",
        about={"topic": "support", "hexes": list(declared.targets), "odds": declared.odds(board)},
    )  # fmt: skip
    return tuple(UnitId(unit) for unit in table.ask(question))


def _worthwhile(board: Board, declared: Declared, able: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """The default: guns in the attacked hex always; all others too if together they change the column."""
    inside = tuple(unit for unit in able if board.place(unit) in declared.targets)
    if inside == able:
        return able
    without = with_barrage(board, declared, inside) if inside else declared
    return able if with_barrage(board, declared, able).column != without.column else inside


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
    options = tuple(Option(str(choice.number), choice.words()) for choice in offered)
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
    """See 8.9.x4, 8.9.x5, rulings G1, G8: losses, then the retreat of every stack that is left, then the guests."""
    rule = "8.75" if choice.is_last_stand else "8.9.x4"
    was_supplied = choice.is_last_stand and all(supply.is_supplied(board, unit) for unit in stand.units)
    take_losses(board, table, stand.side, stand.units, share(affected, choice.loss), rule)
    stand.is_denied = was_supplied and not any(map(board.is_on_map, stand.units))
    for hex_id in stand.targets:
        survivors = [unit for unit in stand.units if board.place(unit) == hex_id]
        if choice.retreat and survivors:
            _retreat_stack(board, table, stand, hex_id, choice.retreat)
        is_held = any(board.place(unit) == hex_id for unit in stand.units)
        if not is_held or choice.loss == "half":
            share_fate_of_hosts(board, stand.guests[hex_id], is_held)
        drop_lonely_hqs(board, hex_id, stand.side)


def _retreat_stack(board: Board, table: Table, stand: Stand, hex_id: HexId, length: int) -> None:
    """8.61 to 8.64, ruling G5: the owner picks among the legal paths; without one the stack is eliminated."""
    stack = _stack(board, stand, hex_id)
    paths = retreat_paths(board, stand.side, hex_id, stack, length)
    if not paths:
        for unit in stack:
            board.eliminate(unit, "8.64", why="no way to retreat")
        return
    chosen = choosing.way(
        table, board, stand.side, f"retreat from {hex_id}", paths, rule="8.63",
        text=f"which way do the units in {board.map.called(hex_id)} retreat?",
        hint=f"retreat {hex_id}: toward {paths[0][-1]}", about={"topic": "retreat", "hexes": [hex_id]},
    )  # fmt: skip
    retreat(board, table, stack, chosen)
    stand.routes[hex_id] = chosen


def _suffer_in_fortress(board: Board, table: Table, stand: Stand, result: str, affected: int) -> None:
    """See 11.12, 11.13, rulings J1 to J4, J5: who defends with a standing fortress pays in steps and never retreats."""
    if result == "E":
        steps = affected if affected < stand.steps else 99
    else:
        steps = fortress_share(affected, result, board)
    home = stand.forts[0]
    pay_with_fortress(board, table, stand.side, home, stand.units, steps)
    for hex_id in stand.targets:
        is_held = any(board.place(unit) == hex_id for unit in stand.units)
        is_held = is_held or standing_fortress(board, hex_id, stand.side) is not None
        if stand.guests[hex_id]:
            share_fate_of_hosts(board, stand.guests[hex_id], is_held)
        drop_lonely_hqs(board, hex_id, stand.side)
