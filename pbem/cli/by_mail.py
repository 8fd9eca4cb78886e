"""Commands that a player sends by mail and that only look: answered in the words of the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pbem.cli.campaign import status_lines
from pbem.cli.trial import tried_lines
from pbem.desk.lines.moves import moves_lines
from pbem.desk.lines.odds import odds_lines
from pbem.errors import UsageError
from pbem.post.office import Answer, Asked

if TYPE_CHECKING:
    from pbem.desk.stores import Store


def answer(store: Store) -> Callable[[Asked], Answer]:
    """What answers such a command, for the post room of a store. It sees what the player sees, and no more."""

    def ask(asked: Asked) -> Answer:
        return _ANSWERS[asked.word](store, asked)

    return ask


def _text(lines: list[str]) -> Answer:
    return Answer("\n".join(lines) + "\n")


def _wanted(asked: Asked, example: str) -> str:
    if not asked.rest:
        raise UsageError(f"`{asked.word}` alone says too little: write `{asked.word} {example}`")
    return asked.rest


def _status(store: Store, asked: Asked) -> Answer:
    from pbem.desk.views.status import status

    lines = status_lines(status(store, asked.campaign, asked.side), asked.side, asked.zone or "UTC")
    return _text(lines[:-2] if lines[-1].startswith("Next: ") else lines)  # what the moderator types next


def _sheet(store: Store, asked: Asked) -> Answer:
    from pbem.desk.views.pages import sheet

    return Answer(sheet(store, asked.campaign, asked.who).text)


def _board(store: Store, asked: Asked) -> Answer:
    from pbem.desk.outbox.boards import board_of
    from pbem.desk.outbox.knowing import known_to
    from pbem.desk.replay.load import load

    board, words = board_of(known_to(store, load(store, asked.campaign)[0], asked.who))
    return Answer(f"{words}.\n", board)


def _tell(store: Store, asked: Asked) -> Answer:
    from pbem.desk.describing import describe

    return _text(describe(store, asked.campaign, asked.rest, side=asked.side).lines)


def _moves(store: Store, asked: Asked) -> Answer:
    from pbem.desk.asking import moves

    found, _ = moves(store, asked.campaign, _wanted(asked, "GE-5"), side=asked.side)
    return _text(moves_lines(found))


def _odds(store: Store, asked: Asked) -> Answer:
    from pbem.desk.asking import odds

    order = _wanted(asked, "attack 1904 with AH-1")
    found = odds(store, asked.campaign, order, asked.side)
    return _text([line for one in found for line in (*odds_lines(one.order, one.view), "")])


def _try(store: Store, asked: Asked) -> Answer:
    from pbem.desk.trying import try_orders

    tried = try_orders(store, asked.campaign, asked.data, "average")
    if tried.side not in ("", asked.side):
        raise UsageError(f"the block is for {tried.side}: you may try your own orders only")
    return _text(tried_lines(store, asked.campaign, tried))


_ANSWERS: dict[str, Callable[[Store, Asked], Answer]] = {
    "status": _status,
    "sheet": _sheet,
    "board": _board,
    "tell": _tell,
    "moves": _moves,
    "odds": _odds,
    "try": _try,
}
