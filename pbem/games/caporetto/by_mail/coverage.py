"""The mail meter: which questions may still come, how likely each is, and the order that saves the mail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pbem.errors import Illegal
from pbem.games.caporetto import events, withdrawals
from pbem.games.caporetto.assault import is_assault
from pbem.games.caporetto.attack import Declared
from pbem.games.caporetto.by_mail.chances import result_chances
from pbem.games.caporetto.by_mail.odds import as_seen, declare_as_seen, strongest, unseen_units
from pbem.games.caporetto.by_mail.orders_combat import Attack, Recon
from pbem.games.caporetto.by_mail.orders_turn import Withdraw
from pbem.games.caporetto.losses import Bill, has_choice
from pbem.games.caporetto.ratio import attack_strength, defence_strength, ratio_column
from pbem.games.caporetto.support import available, in_defence
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.text.counsel import is_settled
from pbem.kernel.text.instructions import OnResult, is_told
from pbem.kernel.text.orders import Orders
from pbem.kernel.text.preferences import Preference
from pbem.kernel.views.chance import Chance
from pbem.kernel.views.meter import Point

SURE = Chance(Fraction(1))
Spreads = Sequence[Mapping[str, Fraction]]  # chances of results, once for each column that is possible


def coverage(board: Board, orders: Mapping[Side, Orders]) -> Sequence[Point]:
    """Every point of the step that neither orders nor standing orders decide, as far as the side can know it."""
    found: list[Point] = []
    for side, given in orders.items():
        enemy = orders.get(board.enemy_of(side))
        for order in given.items:
            if isinstance(order, Attack):
                found += _of_attack(board, order, given, enemy)
            elif isinstance(order, Recon):
                found += _of_recon(board, order, given, enemy)
        found += _of_turn(board, side, given)
    return found


# -- attacks -------------------------------------------------------------------------------------------------


def _of_attack(board: Board, order: Attack, given: Orders, enemy: Orders | None) -> list[Point]:
    seen = as_seen(board, given.side)
    try:
        declared = declare_as_seen(seen, given.side, order)
    except Illegal:
        return []
    spreads = _spreads(board, seen, declared)
    return [*_attacker(seen, order, declared, spreads, given), *_defender(seen, order, declared, spreads, enemy)]


def _spreads(board: Board, seen: Board, declared: Declared) -> Spreads:
    """See 11.6: the chances of the results, once for each column that the hidden units make possible."""
    attack = attack_strength(seen, declared.attackers).total
    least = defence_strength(seen, declared.defenders).total
    hidden = unseen_units(seen, declared.target) * strongest(board, board.enemy_of(declared.side))
    columns = dict.fromkeys(ratio_column(seen, attack, total) for total in range(least, least + hidden + 1))
    return [result_chances(seen, declared, column) for column in columns]


def _attacker(board: Board, order: Attack, declared: Declared, spreads: Spreads, given: Orders) -> list[Point]:
    """Losses, advance and second hex of the attacker, for results that no instruction of the attack covers."""
    ours = [r for r in _results(spreads) if _has_to_choose(board, declared, r)]
    vacant = [r for r in _results(spreads) if not r.endswith("/0")]
    storming = any(is_assault(board, unit, declared.target) for unit in declared.attackers)
    further = [r for r in vacant if storming and _advances(order.results, r, given)]
    items: list[Point] = []
    for topic, results, default, hint in (
        ("losses", ours, "the weakest lose steps first", "losses: weakest first"),
        ("advance", vacant, "nobody advances", "on */*: advance all"),
        ("second", further, "they stay", "second: stay"),
    ):
        left = [result for result in results if not is_told(order.results, result, topic)]
        if not is_settled(given.standing, topic):
            items += _point(given.side, order, topic, spreads, left, default, hint)
    return items


def _defender(board: Board, order: Attack, declared: Declared, spreads: Spreads, given: Orders | None) -> list[Point]:
    """What the other side may be asked; its orders count only where the caller shows them."""
    standing, enemy = given.standing if given else (), board.enemy_of(declared.side)
    able = in_defence(board, enemy, declared.defenders)
    hit = [r for r in _results(spreads) if not r.endswith(("/0", "/E"))]
    items: list[Point] = []
    for topic, results, default, hint in (
        ("support", _results(spreads) if able else [], "as many help as yours", "support: match"),
        ("retreat", hit, "losses are taken", "retreat: never"),
        ("retreat-to", hit, "they go toward supply", "retreat-to: toward HEX"),
        ("losses", hit, "the weakest lose steps first", "losses: weakest first"),
    ):
        if not is_settled(standing, topic):
            items += _point(enemy, order, topic, spreads, results, default, hint)
    return items


def _results(spreads: Spreads) -> list[str]:
    return list(dict.fromkeys(result for spread in spreads for result in spread))


def _has_to_choose(board: Board, declared: Declared, result: str) -> bool:
    steps = int(result.split("/")[0])
    return has_choice(board, Bill(declared.side, declared.attackers, steps, declared.target)) if steps else False


def _advances(results: Sequence[OnResult], result: str, given: Orders) -> bool:
    """Whether somebody may advance at all: only then is a second hex asked for."""
    named = [one.wanted("advance") for one in results if one.fits(result) and one.wanted("advance")]
    wanted = [o.choices for o in given.standing if isinstance(o, Preference) and o.topic == "advance"]
    return (*named, *wanted, ("all",))[0] != ("none",)


def _point(
    side: Side, order: Attack, topic: str, spreads: Spreads, results: Sequence[str], default: str, hint: str
) -> list[Point]:
    """One point: in how many cases it comes to that; with hidden units the worst that they make possible."""
    shares = [sum((spread.get(result, Fraction(0)) for result in results), Fraction(0)) for spread in spreads]
    if not any(shares):
        return []
    is_most, about = len(dict.fromkeys(shares)) > 1, f"attack on {order.target}"
    return [Point(side, topic, Chance(max(shares)), default, hint, about, tuple(results), is_most)]


# -- recon and the rest of the turn --------------------------------------------------------------------------


def _of_recon(board: Board, order: Recon, given: Orders, enemy: Orders | None) -> list[Point]:
    side = board.enemy_of(given.side)
    able = [unit for unit in available(board, side) if board.unit(unit).type == "air"]
    if not able or is_settled(enemy.standing if enemy else (), "contest"):
        return []
    return [Point(side, "contest", SURE, "nobody contests it", "contest: none")]


def _of_turn(board: Board, side: Side, given: Orders) -> list[Point]:
    """Questions of the phases before Operations: whoever leaves, and whoever falls ill."""
    items: list[Point] = []
    has_list = any(isinstance(order, Withdraw) for order in (*given.items, *given.standing))
    if board.step == "withdrawal" and not has_list and not is_settled(given.standing, "withdrawals"):
        open_ = [d for d in withdrawals.demands(board, side) if len(withdrawals.eligible(board, d)) > d.number]
        if open_:
            items.append(Point(side, "withdrawals", SURE, "the weakest go", "withdrawals: weakest first"))
    drawn = events.pool(board)
    if board.step == "events" and "influenza" in drawn and not is_settled(given.standing, "influenza"):
        likely = Chance(Fraction(drawn.count("influenza"), len(drawn)))
        items.append(Point(side, "influenza", likely, "the weakest lose steps", "influenza: weakest first"))
    return items
