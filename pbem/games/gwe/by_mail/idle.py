"""Orders that can have no effect, told on receipt: instructions for units that take no part, or for results that
never lead there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.games.gwe.by_mail.orders import Attack, Follow
from pbem.games.gwe.counters import tcr
from pbem.games.gwe.results import choices
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.instructions import OnResult
from pbem.kernel.views.caution import Caution

WORDS = ("all", "none", "weakest first", "strongest first")  # that name no unit


def idle_in_attack(board: Board, order: Attack) -> Iterator[Caution]:
    """See 8.71, 8.9.x4, 17.16, 20.0: whatever the dice say, these words of the order do nothing."""
    for number, told in enumerate(order.results):
        shadow = next((one for one in order.results[:number] if one.covers(told)), None)
        if shadow is not None:
            yield Caution(
                f"`{told}` never counts: `on {shadow.attacker}/{shadow.defender}` stands before it and answers first",
                "8.9",
            )
        yield from _strangers(order, told)
        yield from _wrong_results(board, told)
        yield from _slow_pursuers(board, told)


def _strangers(order: Attack, told: OnResult) -> Iterator[Caution]:
    """Units behind `losses`, `advance` or `pursue` that do not attack."""
    guns = [support.unit for support in order.barrage]
    for what, who, rule in _parts(told):
        for unit in _units(who):
            if unit in guns:
                why = "it only gives barrage, which neither loses steps nor advances"
                yield Caution(f"`{what} {unit}` does nothing: {why}", "17.16")
            elif unit not in order.units:
                yield Caution(f"`{what} {unit}` does nothing: {unit} takes no part in this attack", rule)


def _wrong_results(board: Board, told: OnResult) -> Iterator[Caution]:
    """Instructions for a result that never asks for them."""
    result = f"{told.attacker}/{told.defender}"
    if told.wanted("losses") and told.attacker == "-":
        yield Caution(f"`on {result}: losses` does nothing: the attacker loses nothing on this result", "8.54")
    if told.defender == "-" and (told.wanted("advance") or told.wanted("pursue")):
        yield Caution(f"`on {result}: advance` does nothing: the defender stays where he is", "8.71")
    elif told.wanted("pursue") and told.defender != "*" and not _flees_far(board, told.defender):
        yield Caution(f"`on {result}: pursue` does nothing: nobody retreats two hexes on this result", "20.0")


def _flees_far(board: Board, result: str) -> bool:
    return any(choice.retreat > 1 for choice in choices(board, "defender", result))


def _slow_pursuers(board: Board, told: OnResult) -> Iterator[Caution]:
    """See 20.0: pursuers are rated 1, and have advanced."""
    for unit in _units(told.wanted("pursue")):
        if tcr(board.unit(unit)) != 1:
            yield Caution(f"`pursue {unit}` does nothing: only units of TCR 1 pursue", "20.0")
        elif told.wanted("advance") and "all" not in told.wanted("advance") and unit not in told.wanted("advance"):
            yield Caution(f"`pursue {unit}` does nothing: {unit} is not among those that advance", "20.0")


def _parts(told: OnResult) -> tuple[tuple[str, Sequence[str], str], ...]:
    return (
        ("losses", told.wanted("losses"), "8.9.x4"),
        ("advance", told.wanted("advance"), "8.71"),
        ("pursue", told.wanted("pursue"), "20.0"),
    )


def _units(who: Sequence[str]) -> list[UnitId]:
    return [UnitId(word) for word in who if word not in WORDS]


def idle_in_follow(order: Follow, able: Sequence[UnitId], can_be_left: bool) -> Iterator[Caution]:
    """See 12.16: a hex from which nobody can withdraw, or units that could not step in if it were empty."""
    if order.units and not can_be_left:
        words = f"`follow {order.hex}` does nothing: no withdrawal can leave {order.hex} empty"
        yield Caution(words, "12.16")
        return
    for unit in order.units:
        if unit not in able:
            words = f"`follow {order.hex} with {unit}` does nothing: {unit} cannot step in from where it is"
            yield Caution(words, "12.16")
