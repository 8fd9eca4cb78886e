"""6.2 Accessory strength points: bought in secret before turn 1, under markers of which some are dummies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pbem.errors import Illegal
from pbem.games.durchbruch.by_mail.orders import Marker, Strengthen
from pbem.games.durchbruch.counters import AG, CORPS, corps_of, is_regiment
from pbem.games.durchbruch.marks import EXTRA, RP_SPENT
from pbem.kernel.board import Board
from pbem.kernel.hidden import belie, is_secret, keep, kept, known, reveal
from pbem.kernel.pieces import Unit, UnitId
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order

NAME = "sp"  # of the secret lines
TURNED = "turned"  # the note of those that were turned up


def may_take(unit: Unit) -> bool:
    """See 6.2.1: regiments and assault units of the Austro-Germans."""
    return unit.side == AG and (is_regiment(unit) or unit.type == "assault")


def lay_out(board: Board, table: Table, items: Sequence[Order]) -> None:
    """6.2, 6.2.1-b, ruling R143: after the set-up, and never again: markers lie open, what they are worth is kept."""
    lines = sum(1 for order in items if is_secret(order))
    for order in items:
        if isinstance(order, Marker):
            with table.attempt(order):
                check_marker(board, order, lines)
                for unit in order.units:
                    board.mark(unit, EXTRA, "6.2.1-b")
    bought = [order for order in items if isinstance(order, Strengthen)]
    for order in bought:
        with table.attempt(order):
            check_bought(board, order, bought)
    dropped = {str(fact["order"]) for fact in board.facts if fact.kind == "dropped"}
    keep(board, AG, NAME, [order for order in items if str(order) not in dropped], "6.2")


def check_marker(board: Board, order: Marker, lines: int) -> None:
    """See 6.2.1-b, ruling R143: under units that could have points; all in all a marker for each line that buys some,
    and the dummies."""
    rows = board.scenario.charts["resource"]
    most = int(rows["dummies"]) + min(lines, int(rows["accessory_units"]) * len(CORPS[AG]))
    wrong = [unit for unit in order.units if not may_take(board.unit(unit)) or not board.is_on_map(unit)]
    if wrong:
        raise Illegal("6.2.1-b", f"no marker lies under {wrong[0]}", wanted="a regiment or an assault unit on the map")
    lying = dict.fromkeys([*(u for u in board.marked(AG) if board.is_marked(u, EXTRA)), *order.units])
    if len(lying) > most:
        found, wanted = str(len(lying)), f"at most {most}: {rows['dummies']} dummies and one for each unit with points"
        raise Illegal("6.2.1-b", "there are not so many markers", found=found, wanted=wanted)


def check_bought(board: Board, order: Strengthen, bought: Sequence[Strengthen]) -> None:
    """6.2.1, 6.2.2, rulings R34 and R35: four units of a corps, four points each, a resource point apiece."""
    unit = board.unit(order.unit)
    if not may_take(unit) or not board.is_marked(order.unit, EXTRA):
        why = f"{order.unit} can have no accessory points"
        raise Illegal(
            "6.2.1",
            why,
            wanted="a regiment or an assault unit with a marker",
            advice=f"write `marker {order.unit}` too",
        )
    _check_limits(board, order, bought)


def _check_limits(board: Board, order: Strengthen, bought: Sequence[Strengthen]) -> None:
    """See 6.2.1, 6.2.2: of a unit, of a corps, of the pool."""
    rows, unit = board.scenario.charts["resource"], board.unit(order.unit)
    if not 1 <= order.points <= int(rows["accessory_sp"]):
        wanted = f"1 to {rows['accessory_sp']}"
        raise Illegal(
            "6.2.1", f"{order.unit} cannot have {order.points} points", found=str(order.points), wanted=wanted
        )
    own = [one for one in bought if corps_of(board.unit(one.unit)) == corps_of(unit)]
    if len({one.unit: None for one in own}) < len(own) or len(own) > int(rows["accessory_units"]):
        why = f"too many lines for the {corps_of(unit)} Korps"
        raise Illegal("6.2.1", why, found=str(len(own)), wanted=f"{rows['accessory_units']} units, each once")
    if board.scenario.option("accessory") == "corps" and sum(one.points for one in own) > int(rows["accessory_sp"]):
        why, found = f"too many points for the {corps_of(unit)} Korps", str(sum(one.points for one in own))
        raise Illegal("6.2.1", why, found=found, wanted=f"{rows['accessory_sp']} in all")
    total = sum(one.points for one in bought)
    if total > int(rows["pool"]) - board.number(RP_SPENT):
        why = "so many resource points there are not"
        raise Illegal("6.2.2", why, found=str(total), wanted=f"at most {int(rows['pool']) - board.number(RP_SPENT)}")


def points_bought(board: Board) -> int:
    """See 6.1-b, 6.2.2, ruling R144: what is known here to be spent on accessory points, still down or turned up."""
    return _points(line.replace("_", " ") for line in kept(board, AG, NAME).values()) + _points(_turned(board))


def _points(lines: Iterable[str]) -> int:
    """Of lines `strengthen UNIT POINTS`; a hash counts nothing."""
    return sum(int(words[2]) for line in lines if (words := line.split())[0] == "strengthen")


def _turned(board: Board) -> list[str]:
    """See 6.2.1-b: the lines that were turned up."""
    return [line.replace("_", " ") for line in board.noted(TURNED).split(",") if line]


def points_unknown(table: Table) -> int:
    """See 6.2.2: on receipt, what the owner knows to be spent behind hashes. Nothing where a moderator plays."""
    return _points(known(table, AG, NAME)) + _points(_turned(table.board)) - points_bought(table.board)


def points_left(board: Board) -> int:
    """6.1-b, rulings R35 and R144: one pool of forty for both uses; it never grows."""
    return int(board.scenario.charts["resource"]["pool"]) - board.number(RP_SPENT) - points_bought(board)


def turn_up(board: Board, table: Table, units: Sequence[UnitId], rule: str) -> None:
    """See 6.2.3, 6.2.1-b, ruling R143: when a unit fights, is fired at or loses a step its marker is turned up."""
    for unit in [unit for unit in units if board.is_marked(unit, EXTRA)]:
        found = reveal(table, AG, NAME, _is_for(unit), section="bombardment", rule="6.2.1-b")
        board.unmark(unit, EXTRA, "6.2.1-b")
        points = found.points if isinstance(found, Strengthen) else 0
        board.note("marker", rule, unit=unit, points=points)
        if points:
            board.regain(unit, points, "6.2.3", how="accessory")
            lines = [*_turned(board), str(found)]
            board.write(TURNED, ",".join(lines).replace(" ", "_"), "6.2.2")


def prove(board: Board, table: Table) -> None:
    """See 6.2.2, rulings R34, R35 and R144: every line is opened in the end; nobody has bought more than he could."""
    turn_up(board, table, [unit for unit in board.marked(AG) if board.is_marked(unit, EXTRA)], "6.2.1-b")
    strays: list[Order] = []
    while (stray := reveal(table, AG, NAME, section="bombardment", rule="6.2.2")) is not None:
        strays.append(stray)
    for order in strays:
        belie(table, f"`{order}` is against 6.2.1: no marker lay under that unit")
    read = [table.openings.read(AG, "bombardment", line) for line in _turned(board)]
    bought = [order for order in read if isinstance(order, Strengthen)]
    for order in bought:
        try:
            _check_limits(board, order, bought)
        except Illegal as illegal:
            belie(
                table, f"`{order}` is against {illegal.problem.rule}: {illegal.problem.why} ({illegal.problem.found})"
            )


def laid_open(board: Board, units: Sequence[UnitId]) -> Board:
    """See 6.2.3, ruling R143: a board on which points face down count, as far as they are known here."""
    lines = [line.split("_") for line in kept(board, AG, NAME).values()]
    bought = {UnitId(words[1]): int(words[2]) for words in lines if words[0] == "strengthen"}
    own = [unit for unit in units if unit in bought and board.is_marked(unit, EXTRA)]
    found = board.copy() if own else board
    for unit in own:
        found.regain(unit, bought[unit], "6.2.3")
    return found


def _is_for(unit: UnitId) -> Callable[[Order], bool]:
    """Whether a kept line buys points for the unit."""
    return lambda order: isinstance(order, Strengthen) and order.unit == unit
