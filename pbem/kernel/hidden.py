"""Secret orders that are kept for later: laid down face down with `keep`, turned over with `reveal`.

A secret is a line. An order whose class says `is_secret` is kept as a note of its owner, `note @NO.day.1 brigade_N2`,
and comes back as the same order when a rule opens it. Between two stores the line itself never leaves its owner's: its
place is taken by a salted hash of it (`Hidden`), and the rules cannot tell the difference until they open it.

    keep(board, NO, "day", orders[NO].items, "1.2")
    order = reveal(table, NO, "day", lambda order: order.unit == "N2", rule="1.2")
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pbem.errors import BadRecord, Waiting
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.questions import Question
from pbem.kernel.secrets import secret
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Hidden, Order
from pbem.values.patterns import pattern

Wanted = Callable[[Order], bool]
OPENING = "the opening of a secret"  # what the owner of one is asked for; his program answers
_TOKEN = pattern(r"hidden_([0-9a-f]{64})")


def is_secret(order: Order) -> bool:
    """Whether an order is one that is kept face down, or stands for one that the owner alone can read."""
    return order.is_secret or isinstance(order, Hidden)


def keep(board: Board, side: Side, name: str, orders: Iterable[Order], rule: str) -> None:
    """Lay the secret ones of these orders down, one by one; those under the same name from before stay."""
    first = max((_number(note) for note in kept(board, side, name)), default=0) + 1
    for number, order in enumerate((order for order in orders if is_secret(order)), first):
        if "_" in str(order):
            raise AssertionError(f"a secret line has no underscore in it: {order}")
        board.write(secret(side, f"{name}.{number}"), str(order).replace(" ", "_"), rule)


def kept(board: Board, side: Side, name: str) -> dict[str, str]:
    """The secrets of a side that lie there under a name: the lines by their notes, in the order in which they came."""
    start = secret(side, name) + "."
    notes = [note for note in board.notes if note.startswith(start) and note[len(start) :].isdecimal()]
    return {note: board.noted(note) for note in sorted(notes, key=_number)}


def known(table: Table, side: Side, name: str) -> list[str]:
    """The lines of these secrets as far as anybody here can read them.

    For a check on receipt alone: in play two stores would differ, since only one of them knows its owner's lines.
    """
    found = []
    for value in kept(table.board, side, name).values():
        token = _TOKEN.fullmatch(value)
        line = table.openings.lines.get(token[1], "") if token else value.replace("_", " ")
        found += [line] if line else []
    return found


def belie(table: Table, words: str) -> None:
    """What a side has opened shows that it broke a rule in secret: `verify` and the other store say so."""
    table.revealed.untrue.append(words)


def _number(note: str) -> int:
    return int(note.rpartition(".")[2])


def reveal(
    table: Table, side: Side, name: str, wanted: Wanted = lambda order: True, *, section: str = "", rule: str = ""
) -> Order | None:
    """Turn over the first secret under this name that is wanted, and take it up; nothing if there is none.

    `section` is the one in which the order stood, where it is called otherwise than the secret.
    """
    board, laid = table.board, kept(table.board, side, name)
    key = table.revealed.key_of(f"{name} of {side}")
    found = _in_the_clear(table, laid, side, section or name, wanted)
    if found is None:
        found = _hidden(table, laid, side, section or name, wanted, key, rule)
    if found is None:
        return None
    note, order = found
    board.write(note, "", rule)
    board.note("shown", rule, side=side, text=str(order))
    return order


def _in_the_clear(
    table: Table, laid: Mapping[str, str], side: Side, section: str, wanted: Wanted
) -> tuple[str, Order] | None:
    for note, value in laid.items():
        if not _TOKEN.fullmatch(value):
            order = table.openings.read(side, section, value.replace("_", " "))
            if wanted(order):
                return note, order
    return None


def _hidden(
    table: Table, laid: Mapping[str, str], side: Side, section: str, wanted: Wanted, key: str, rule: str
) -> tuple[str, Order] | None:
    notes = {found[1]: note for note, value in laid.items() if (found := _TOKEN.fullmatch(value))}
    known = table.openings
    orders = {token: table.openings.read(side, section, known.lines[token]) for token in notes if token in known.lines}
    fitting = [token for token, order in orders.items() if wanted(order)]
    if not notes:
        return None
    if key in known.shown:
        by, token = known.shown[key]
        if key in known.late:
            table.open_epoch()
        if by != side or (token and token not in fitting):
            raise BadRecord(f"{by} opens another secret than the rule asks for ({key})")
        if fitting and token != fitting[0]:  # of the lines that are known by now
            table.revealed.untrue.append(_lie(side, key, orders.get(token), orders[fitting[0]]))
    elif side != known.owner or len(orders) < len(notes):
        raise Waiting((Question(side, key, (), rule, OPENING),))
    else:
        token = table.revealed.fresh[key] = fitting[0] if fitting else ""
    return (notes[token], orders[token]) if token else None


def _lie(side: Side, key: str, opened: Order | None, first: Order) -> str:
    if opened is None:
        return f"{side} said that none of its secrets was the one wanted ({key}), and `{first}` was"
    return f"{side} opened `{opened}`, and `{first}` came first ({key})"
