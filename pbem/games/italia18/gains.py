"""12.2.7 What the attacker decides at the end of a combat, all in one mail: who pays, who advances, who exploits."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.italia18 import exploitation, paying
from pbem.games.italia18.advance import advance, ask_advance, may_advance
from pbem.games.italia18.battle import ATTACKER
from pbem.games.italia18.fighting import Fight, Hits
from pbem.games.italia18.hit_points import may_stay_fit
from pbem.games.italia18.left_alone import tidy
from pbem.games.italia18.results import ask_star, lose_star
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.table import Table


def gain(board: Board, table: Table, here: Fight, found: str, hits: Hits, *, is_starred: bool) -> None:
    """See 12.2.7, 12.2.5b, 12.2.8c, 12.4a, 14.0a: the asterisk, the losses, the advance, the markers, in this order."""
    battle = here.battle
    later = _starred_copy(board, here) if is_starred else board
    ranking = paying.questions(later, here, ATTACKER, hits.attacker)
    hopeful = _hopeful(later, here, hits.attacker)
    advances = ask_advance(board, battle, hopeful, found, hits.fled)
    questions = [
        *ranking,
        *(ask_star(board, battle) if is_starred else ()),
        *advances,
        *exploitation.ask_exploit(board, battle, hopeful, found),
    ]
    answers = table.ask_all(questions) if questions else []
    chosen = {question.key: answer for question, answer in zip(questions, answers, strict=True)}
    paying.keep(here, ranking, answers[: len(ranking)])
    if is_starred:
        lose_star(board, battle, chosen.get("asterisk", ()))
    paying.settle(board, here, ATTACKER, hits.attacker)
    tidy(board, battle)
    wanted = {UnitId(question.about["unit"]): chosen[question.key] for question in advances}
    advance(board, battle, found, hits.fled, wanted)
    exploitation.mark(board, battle, found, chosen.get("exploit", ()))


def _starred_copy(board: Board, here: Fight) -> Board:
    """See 12.2.5b, ruling R34: the board once the asterisk has taken its support, before hit points are paid."""
    later = board.copy()
    lose_star(later, here.battle)
    return later


def _hopeful(board: Board, here: Fight, points: int) -> Sequence[UnitId]:
    """See 12.4a: attackers that are fit and may still be so when the losses are paid."""
    fit = may_advance(board, here.battle)
    bill = paying.bill(board, here, ATTACKER, points)
    return [unit for unit in fit if not points or may_stay_fit(board, bill, unit)]
