"""S1: the Rommel counter, once in the game."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.italia18.battle import Attack
from pbem.games.italia18.counters import CP
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId

ROMMEL = "rommel"  # the note of the hex on which it was played, and its mark while the combat lasts


def check(board: Board, attack: Attack) -> None:
    """See S1.sp8: a CP attack with a unit of the Alpenkorps, and the counter not used yet."""
    if not attack.is_rommel:
        return
    card = board.scenario.card.get("rommel", {})
    if not card or attack.side != CP or board.noted(ROMMEL):
        why = "the Rommel counter cannot be played"
        found = f"played on {board.noted(ROMMEL)}" if board.noted(ROMMEL) else "no such counter of yours"
        raise Illegal("S1.sp8", why, found=found, advice="take `rommel` out of the attack")
    if not any(board.unit(unit).words.get("division") == card["division"] for unit in attack.units):
        why = "no unit of the Alpenkorps takes part"
        raise Illegal("S1.sp8", why, found=", ".join(attack.units), wanted="at least one", advice="let one take part")


def play(board: Board, attack: Attack) -> None:
    """S1.sp8 (see 12.2.4h, ruling R85): laid on the attacked hex; the attack is concentric, whoever is beside it."""
    if attack.is_rommel:
        board.write(ROMMEL, attack.target, "S1.sp8")
        board.mark_hex(attack.target, ROMMEL, "S1.sp8")
        board.note("rommel", "S1.sp8", hex=attack.target)


def pursues(board: Board, start: HexId) -> int:
    """See S1.sp8, ruling R85: the step that whoever retreats from the hex has to lose, once for all of them."""
    return 1 if board.is_hex_marked(start, ROMMEL) else 0


def end(board: Board, target: HexId) -> None:
    """See S1.sp8: with the combat, or with the step, it is over."""
    if board.is_hex_marked(target, ROMMEL):
        board.unmark_hex(target, ROMMEL, "S1.sp8")
