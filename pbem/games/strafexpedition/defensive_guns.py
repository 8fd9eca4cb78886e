"""13.3 The plan of Defensive Fire: who fires at which hex, which guns join, and what is paid for more of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.games.strafexpedition import logistics
from pbem.games.strafexpedition.artillery import DEFENDED, has_fired, is_ready, range_of
from pbem.games.strafexpedition.counters import combat_factor, is_artillery
from pbem.games.strafexpedition.declaration import jump_offs
from pbem.games.strafexpedition.defensive_fire import Volley, cap, factors_of, firers, quarter, shoot
from pbem.games.strafexpedition.disorganization import bombardment_factor
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.values import replace

PAY, SAVE = "yes", "no"
Targets = Mapping[HexId, tuple[UnitId, ...]]  # hexes with assaulting units, and these units
Answers = Mapping[str, tuple[str, ...]]


def run(board: Board, table: Table, side: Side, name: str, *, with_guns: bool) -> None:
    """13.3 (see 13.3.10, 13.5.3, 4.0.8.steps): the side fires at enemies with Assault markers, and at nobody else.

    All targets are settled before the first die. Against a counter-assault no artillery fires.
    """
    targets = jump_offs(board, board.enemy_of(side))
    volleys = plan(board, table, side, targets, name, with_guns=with_guns)
    for volley in volleys:
        _use_up(board, volley)
    shoot(board, table, volleys, name, "13.3")


def plan(board: Board, table: Table, side: Side, targets: Targets, name: str, *, with_guns: bool) -> tuple[Volley, ...]:
    """13.3.3 (see 13.3.1, 13.3.4, 13.3.7): each firer gets one target hex; what its owner must choose is asked at once.

    A battery that is wanted at several hexes fires at the first of them; so goes the last point (ruling R180).
    """
    choices = _choices(board, side, targets)
    questions = [_whom(board, side, unit, hexes, targets, name) for unit, hexes in choices.items() if len(hexes) > 1]
    free = {target: free_guns(board, side, target) if with_guns else () for target in targets}
    for target in targets:
        bound = tuple([unit for unit, hexes in choices.items() if hexes == (target,)])
        questions += _artillery(board, side, target, free[target], bound, name)
    told = dict(zip([one.key for one in questions], table.ask_all(questions), strict=True)) if questions else {}
    aims = {unit: HexId(told.get(_key(name, "fire of", unit), hexes[:1])[0]) for unit, hexes in choices.items()}
    found: list[Volley] = []
    points = logistics.stock(board, side)
    for target, units in targets.items():
        infantry = tuple([unit for unit, aim in aims.items() if aim == target])
        volley = Volley(side, target, units, infantry)
        used = [gun for one in found for gun in one.guns]
        wanted = [UnitId(gun) for gun in told.get(_key(name, "guns at", target), ()) if gun not in used]
        wanted = [gun for gun in wanted if aims.get(gun, target) == target]  # a fortress is one unit (ruling R59)
        is_paid = told.get(_key(name, "point for", target)) == (PAY,)
        volley = with_artillery(board, volley, wanted, is_paid and points > 0)
        points -= int(volley.is_paid)
        if volley.infantry or volley.guns:
            found.append(volley)
    return tuple(found)


def _key(name: str, what: str, where: str) -> str:
    return f"{name}: {what} {where}"


# -- machine guns --------------------------------------------------------------------------------------------


def _choices(board: Board, side: Side, targets: Targets) -> dict[UnitId, tuple[HexId, ...]]:
    """See 13.3.1, 13.3.3: every unit that can fire, with the hexes next to it, the strongest target first."""
    order = sorted(targets, key=lambda there: (-_worth(board, targets[there]), there))
    found: dict[UnitId, tuple[HexId, ...]] = {}
    for target in order:
        for unit in firers(board, side, target):
            found[unit] = (*found.get(unit, ()), target)
    return found


def _worth(board: Board, units: Sequence[UnitId]) -> int:
    return sum(combat_factor(board, unit) for unit in units)


def _whom(
    board: Board, side: Side, unit: UnitId, hexes: Sequence[HexId], targets: Targets, name: str
) -> Question:  # fmt: skip
    """See 13.3.1: between several hexes the owner chooses."""
    options = tuple(Option(there, f"{', '.join(targets[there])}") for there in hexes)
    text = f"At which hex does {unit} in {board.place(unit)} fire?"
    about = {"topic": "fire", "unit": unit, "hexes": [board.place(unit)], "side": side}
    return Question(
        side, _key(name, "fire of", unit), options, "13.3.1", text, default=(hexes[0],), hint="fire: strongest first",
        about=about,
    )  # fmt: skip


# -- artillery -----------------------------------------------------------------------------------------------


def free_guns(board: Board, side: Side, target: HexId) -> tuple[UnitId, ...]:
    """13.3.4, 13.3.8, 20.1.fire (see 13.3.9, 19.2, rulings R56, R59, R124): who can join, the strongest first.

    Ready to fire, within six hexes and the own range, once a turn; no line of sight is wanted. Whether a battery has
    bombarded today does not matter.
    """
    most = int(board.scenario.charts["defensive_artillery"]["range"])

    def can(unit: UnitId) -> bool:
        counter = board.unit(unit)
        if not is_artillery(counter) or not bombardment_factor(board, unit):
            return False
        distance = board.map.grid.distance(board.hex_of(unit), target)
        is_near = distance <= min(most, range_of(board, unit))
        return is_near and is_ready(board, unit) and not board.is_marked(unit, DEFENDED)

    able = [unit for unit in board.on_map(side) if can(unit)]
    return tuple(sorted(able, key=lambda unit: (-bombardment_factor(board, unit), unit)))


def _artillery(
    board: Board, side: Side, target: HexId, guns: Sequence[UnitId], bound: Sequence[UnitId], name: str
) -> list[Question]:  # fmt: skip
    """See 13.3.4, 13.3.7, rulings R108, R181: which guns join, and whether a point is paid, whatever the stock may be.

    `bound` are those who can fire at no other hex: who else fires here is settled at the same moment.
    """
    if not guns:
        return []
    limit, most = cap(board, bound), cap(board, firers(board, side, target))
    free = f"{limit} free" if limit == most else f"{limit} to {most} free, by who else fires here"
    factors = {gun: counted(bombardment_factor(board, gun), "factor") for gun in guns}
    options = tuple(Option(gun, f"{factors[gun]}, in {board.place(gun)}") for gun in guns)
    text = f"Which guns join the fire at {target}, the first first? As many of them fire as count ({free})."
    about = {"topic": "guns", "hexes": [target], "side": side}
    joined = Question(
        side, _key(name, "guns at", target), options, "13.3.4", text, many=True, default=tuple(guns),
        hint="guns: match", about=about,
    )  # fmt: skip
    adds = quarter(board, guns, target) - limit
    if adds <= 0:
        return [joined]
    text = f"Pay a Logistics Point, so that all named guns count at {target}, up to {adds} more?"
    both = (Option(PAY, "one point"), Option(SAVE, "keep it"))
    paid = Question(
        side, _key(name, "point for", target), both, "13.3.7", text, default=(SAVE,), hint="pay: never",
        about={"topic": "pay", "hexes": [target], "adds": adds, "side": side},
    )  # fmt: skip
    return [joined, paid]


def with_artillery(board: Board, volley: Volley, guns: Sequence[UnitId], is_paid: bool) -> Volley:
    """13.3.7 (see 13.3.6): with a Logistics Point all named guns fire; without, no more than count.

    None is paid for guns that count without it. Whether there is one the caller knows.
    """
    limit = cap(board, volley.infantry)
    whole = quarter(board, guns, volley.hex)
    has_paid = is_paid and whole > limit
    wanted = whole if has_paid else min(whole, limit)
    joining = next(n for n in range(len(guns) + 1) if quarter(board, guns[:n], volley.hex) >= wanted)
    return replace(volley, guns=tuple(guns[:joining]), is_paid=has_paid)


def _use_up(board: Board, volley: Volley) -> None:
    """See 13.3.7, 13.3.8, 19.8: the point is gone, and the guns have fired for today."""
    if volley.is_paid:
        points = int(board.scenario.charts["defensive_artillery"]["uncapped_for"])
        logistics.spend(board, volley.side, points, "13.3.7")
        board.note("cap-lifted", "13.3.7", side=volley.side, hex=volley.hex, factors=factors_of(board, volley.guns))
    for gun in volley.guns:
        has_fired(board, gun, DEFENDED)
