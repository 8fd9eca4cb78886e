"""An attack before the dice: odds, every modifier, and the exact chance of each result, as far as one may see."""

from __future__ import annotations

from fractions import Fraction

from pbem.errors import Illegal
from pbem.games.durchbruch import accessory, masks
from pbem.games.durchbruch.attack import Declared, Phase, declare
from pbem.games.durchbruch.by_mail.orders import Attack
from pbem.games.durchbruch.counters import corps_of, is_combat_unit
from pbem.games.durchbruch.fog import view
from pbem.games.durchbruch.losses import gunner
from pbem.games.durchbruch.modifiers import die_modifiers, shifts
from pbem.games.durchbruch.ratio import chart, column_of
from pbem.games.durchbruch.strengths import attack_strength, defence_strength
from pbem.games.durchbruch.support import able
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.pieces import Side
from pbem.kernel.text.orders import Order
from pbem.kernel.views.chance import Chance
from pbem.kernel.views.odds import Aside, Helper, OddsView, Outcome, Sum
from pbem.values import replace


def as_seen(board: Board, side: Side) -> Board:
    """See 1.5: the board without what the side may not look at."""
    return Board(board.scenario, view(board.scenario, board.freeze(board.turn, board.step), side))


def declared_as_seen(board: Board, order: Attack) -> tuple[Board, Declared]:
    """See 13.2.1-1, 1.5, ruling R140: the attack as its owner can work it out; counters face down count nothing, and of
    the defender's MG values, of which one must be used, the highest does."""
    side = board.unit(order.units[0]).side
    seen = accessory.laid_open(as_seen(board, side), order.units)
    is_early = seen.step == "surprise"
    phase = Phase(side, "" if is_early else corps_of(seen.unit(order.units[0])), is_preliminary=is_early)
    declared = declare(seen, phase, order)
    units = [unit for unit in declared.defenders if is_combat_unit(seen.unit(unit))]
    return seen, replace(declared, their_gunner=gunner(seen, units))


def outcomes(board: Board, declared: Declared) -> tuple[Outcome, ...]:
    """See 13.2.1-6, 13.2.1-11: each result with its chance; below 1:3 there is one."""
    ours, theirs = attack_strength(board, declared).total, defence_strength(board, declared).total
    column = column_of(board, declared, ours, theirs)
    if column < 0:
        is_off = board.scenario.option("hopeless") == "called-off"
        steps = 0 if is_off else board.scenario.charts["assault"]["limits"]["below_lowest_steps"]
        return (Outcome(f"{steps}-0", Chance(Fraction(1))),)
    found = chart(board).chances(column, die_modifiers(board, declared).total)
    return tuple([Outcome(result, Chance(share)) for result, share in found.items()])


def odds(board: Board, order: Order) -> OddsView:
    """See 13.2.1-3, 13.2.1-5, 13.5: sums, ratio, column and chances before the defender has said anything."""
    if not isinstance(order, Attack):
        raise Illegal("13", "odds are computed for an attack", found=str(order), wanted="`attack HEX with UNITS`")
    seen, declared = declared_as_seen(board, order)
    attack, defence = attack_strength(seen, declared), defence_strength(seen, declared)
    scale = chart(seen).scale()
    column = column_of(seen, declared, attack.total, defence.total)
    return OddsView(
        (
            Sum("attack", "Attack", attack),
            Sum("defence", "Defence", defence),
            Sum("shifts", "Column shifts", shifts(seen, declared), is_signed=True),
            Sum("die", "Dice", die_modifiers(seen, declared), is_signed=True),
        ),
        scale.text(scale.virtual(attack.total, defence.total)),
        scale.text(column),
        tuple([one.text for one in scale.odds]),
        outcomes(seen, declared),
        asides=(*_guns(seen, declared), *_unseen(seen, declared)),
    )


def _guns(board: Board, declared: Declared) -> tuple[Aside, ...]:
    """See 13.2.1-2: the batteries that the defender could call on."""
    if declared.is_preliminary or not declared.defenders:
        return ()
    units = [unit for unit in declared.defenders if is_combat_unit(board.unit(unit))]
    guns = able(board, board.enemy_of(declared.side), declared.target, units)
    helpers = tuple([Helper(gun, points=board.unit(gun).figure("points")) for gun in guns])
    return (Aside("defender", "Batteries that could support the defender", helpers=helpers),) if helpers else ()


def _unseen(board: Board, declared: Declared) -> tuple[Aside, ...]:
    """See 1.5, ruling R114: how many counters lie face down there; each may be an MG company of one SP and one die."""
    number = sum(1 for unit in board.units_at(declared.target) if is_stand_in(unit))
    what = "any unit" if masks.is_on(board.scenario) else "an MG company"
    title = f"Face down in {declared.target}: {number}, counted as nothing; each may be {what}"
    return (Aside("unseen", title, figures={"units": number}),) if number else ()
