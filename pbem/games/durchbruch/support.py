"""11.3 Support fire: batteries that add their points to an attack or a defence."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.durchbruch.communication import in_command, is_cut_off
from pbem.games.durchbruch.counters import IT, artillery_range, corps_of, division_of, is_combat_unit, is_gun
from pbem.games.durchbruch.marks import ATTACKED, SILENT, SPENT
from pbem.games.durchbruch.status import strength
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.tally import Term


def why_not_ready(board: Board, gun: UnitId) -> Illegal | None:
    """11.3-1, 10.1.3, 7.2-1, 2.3-a, rulings R125 and R154: on its ready side, not attacked in this turn, and in
    communication; no gun of the XXVII Corps on turn 1."""
    counter = board.unit(gun)
    if not is_gun(counter) or not board.is_on_map(gun):
        return Illegal("11.3-1", f"{gun} is no battery on the map", found=counter.type, wanted="artillery")
    if board.is_marked(gun, SPENT):
        return Illegal("2.3-a", f"{gun} has fired or moved", found="spent", wanted="a battery on its ready side")
    if board.is_marked(gun, ATTACKED):
        return Illegal("2.3-b", f"{gun} was attacked in this turn", found="attacked", wanted="a battery that was not")
    if not _has_line(board, gun):
        return Illegal("10.1.3", f"{gun} is out of communication", wanted="a battery with its line")
    if board.turn == 1 and counter.side == IT and corps_of(counter) == "XXVII":
        return Illegal("7.2-1", f"the guns of the XXVII Corps are silent on turn 1 ({gun})", wanted="another corps")
    return None


def _has_line(board: Board, gun: UnitId) -> bool:
    """See 11.3-1, 10.1.3, ruling R125: by the marker of its last check; on turn 1, with a station hit, Italian guns
    trace anew, and by option everybody does."""
    counter = board.unit(gun)
    is_fresh = board.scenario.option("support-line") == "fresh"
    if is_cut_off(board, gun) and not is_fresh:
        return False
    if not is_fresh and (counter.side != IT or board.turn != 1 or not board.noted(SILENT)):
        return True
    return gun in in_command(board, counter.side, corps_of(counter))


def serves(board: Board, gun: UnitId, units: Sequence[UnitId]) -> bool:
    """See 11.3-2, ruling R54: guns of a division serve its own units, those of the corps all of the corps."""
    counter = board.unit(gun)
    own = [u for u in units if is_combat_unit(board.unit(u)) and corps_of(board.unit(u)) == corps_of(counter)]
    division = division_of(counter)
    return any(not division or division_of(board.unit(unit)) == division for unit in own)


def check_support(board: Board, gun: UnitId, target: HexId, units: Sequence[UnitId]) -> None:
    """11.3-2, ruling R54: in range of the attacked hex, and of the division or corps of those it helps."""
    problem = why_not_ready(board, gun)
    if problem:
        raise problem
    far, most = board.map.grid.distance(board.hex_of(gun), target), artillery_range(board.unit(gun))
    if far > most:
        raise Illegal("11.3-2", f"{target} is out of range of {gun}", found=f"{far} hexes", wanted=f"at most {most}")
    if not serves(board, gun, units):
        why = f"{gun} does not serve these units"
        raise Illegal(
            "11.3-2",
            why,
            found=f"{corps_of(board.unit(gun))} {division_of(board.unit(gun))}",
            wanted="guns of their division or corps",
        )


def able(board: Board, side: Side, target: HexId, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """See 11.3-0, 13.2.1-2, ruling R56: the batteries that could support; those in the attacked hex cannot."""
    found = []
    for gun in board.on_map(side):
        if is_gun(board.unit(gun)) and board.hex_of(gun) != target:
            try:
                check_support(board, gun, target, units)
            except Illegal:
                continue
            found.append(gun)
    return tuple(found)


def points(board: Board, guns: Sequence[UnitId], units: Sequence[UnitId]) -> tuple[Term, ...]:
    """11.3-0, 11.3-3, 13.3.5, ruling R55: whole batteries, but in all no more than twice the unreduced SP of the
    supported units."""
    terms = [Term(f"support of {gun}", "11.3-0", board.unit(gun).figure("points")) for gun in guns]
    whole = sum(term.value for term in terms)
    most = int(board.scenario.charts["attack"]["support_limit"]) * sum(strength(board, unit) for unit in units)
    if whole > most:
        terms.append(Term("at most twice the supported SP", "11.3-3", most - whole))
    return tuple(terms)
