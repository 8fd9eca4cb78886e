"""How a game goes when nobody plays well and when somebody does: many games, and what came of them.

python -m tests.fuzz.statistics [--games N] [--seed S] [--players random|greedy] [--markdown] [--jobs J]

Each game has its own seed, so that what comes out does not depend on the number of jobs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from multiprocessing import Pool

from pbem.games.caporetto import morale, victory
from pbem.games.caporetto.control import controller
from pbem.games.caporetto.counters import AL, CP, SIDES
from pbem.kernel.board import Board
from pbem.kernel.facts import losses
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side
from pbem.kernel.play import Played
from pbem.kernel.scenario import Scenario
from tests.fuzz import caporetto_greedy, caporetto_player
from tests.fuzz.driver import GiveOrders, Manner, Playing, no_orders, play_unchecked, start
from tests.fuzz.games import GAMES, load_game

PLAYERS: dict[str, tuple[GiveOrders, GiveOrders, Manner]] = {
    "random": (caporetto_player.give_orders, no_orders, Manner()),
    "greedy": (caporetto_greedy.give_orders, caporetto_greedy.give_standing, Manner(by_orders=1.0)),
}
ISONZO = 20  # the column of the front of October 1917 between Gorizia and the sea
PLAIN = range(22, 29)  # rows of Friuli and Venetia
UDINE = HexId("2717")


@dataclass(slots=True)
class Month:
    """One turn of one game."""

    allied_vp: int  # VP hexes that the Allies control at its end
    changed: int  # VP hexes that changed hands
    depth: int  # hexes that the Central Powers stand west of the Isonzo
    taken: dict[Side, int]  # hexes of the other side of October's line that each side holds
    lost: dict[Side, int]  # steps
    morale: dict[str, int]
    has_udine: bool


@dataclass(slots=True)
class Result:
    """One game."""

    winner: str
    margin: int
    venezia: str  # the turn of the sudden death, `failed`, or nothing
    months: list[Month] = field(default_factory=list)


# -- one game ------------------------------------------------------------------------------------------------


def play(scenario: Scenario, players: str, seed: int) -> Result:
    """One game to its end, without checks."""
    orders, standing, manner = PLAYERS[players]
    playing = start(GAMES["caporetto"].card, scenario, seed, manner, standing)
    months: list[Month] = []
    owners, lost = _owners(Board(scenario, playing.position)), dict.fromkeys(SIDES, 0)
    while True:
        step = playing.position.step
        played = play_unchecked(playing, orders)
        if played is None:
            return _result(playing, months)
        count_losses(scenario, played, lost)
        if step == "end" or playing.position.step == "over":
            board = Board(scenario, playing.position)
            now = _owners(board)
            months.append(_month(board, sum(1 for h in now if now[h] != owners[h]), lost))
            owners, lost = now, dict.fromkeys(SIDES, 0)


def _owners(board: Board) -> dict[HexId, str]:
    return {h: controller(board, h) for h in board.map.hexes_with("vp")}


def count_losses(scenario: Scenario, played: Played, lost: dict[Side, int]) -> None:
    """Add the losses of one step."""
    for side, steps in losses(played.facts, scenario.units).items():
        lost[side] += steps


def _month(board: Board, changed: int, lost: dict[Side, int]) -> Month:
    taken = {
        CP: [h for h in board.map.hexes_with("al-side") if controller(board, h) == CP],
        AL: [h for h in board.map.hexes_with("cp-side") if controller(board, h) == AL],
    }
    plain = [int(h[2:]) for h in taken[CP] if int(h[:2]) in PLAIN and 8 < int(h[2:]) <= ISONZO]
    allied = sum(1 for owner in _owners(board).values() if owner == AL)
    return Month(
        allied, changed, ISONZO + 1 - min(plain, default=ISONZO + 1),
        {side: len(hexes) for side, hexes in taken.items()}, lost,
        {army: morale.level(board, army) for army in morale.ARMIES}, controller(board, UDINE) == CP,
    )  # fmt: skip


def _result(playing: Playing, months: list[Month]) -> Result:
    board = Board(playing.scenario, playing.position)
    score = victory.score(board)
    notes = playing.position.notes
    return Result(notes["winner"], score.total(AL) - score.total(CP), notes.get("venezia", ""), months)


# -- many games ----------------------------------------------------------------------------------------------


@cache
def _historical() -> Scenario:
    """Read once in each process."""
    return load_game("caporetto", "historical")


def play_seed(players: str, seed: int) -> Result:
    """One game, in whichever process."""
    return play(_historical(), players, seed)


def play_all(players: str, seeds: Sequence[int], jobs: int) -> list[Result]:
    """One game for each seed, in the order of the seeds."""
    one = partial(play_seed, players)
    if jobs == 1:
        return [one(seed) for seed in seeds]
    with Pool(jobs) as pool:
        return pool.map(one, seeds, chunksize=1)


def mean(values: Sequence[int | bool]) -> float:
    """Rounded as it is shown."""
    return round(sum(values) / len(values), 1) if values else 0.0


HEADS = (
    "turn", "month", "VP hexes of the Allies", "VP hexes that changed hands", "hexes west of the Isonzo", "Udine taken",
    "hexes taken by CP", "hexes taken by AL", "steps lost by CP", "steps lost by AL", "morale AH", "morale IT",
)  # fmt: skip


def rows(results: Sequence[Result], names: Sequence[str]) -> list[list[str]]:
    """The mean of all games, turn by turn; games that were over before are left out."""
    found = []
    for turn, name in enumerate(names, 1):
        months = [result.months[turn - 1] for result in results if len(result.months) >= turn]
        if not months:
            continue
        share = round(100 * sum(month.has_udine for month in months) / len(months))
        figures = [
            mean([m.allied_vp for m in months]), mean([m.changed for m in months]), mean([m.depth for m in months]),
            f"{share}%", mean([m.taken[CP] for m in months]), mean([m.taken[AL] for m in months]),
            mean([m.lost[CP] for m in months]), mean([m.lost[AL] for m in months]),
            mean([m.morale["AH"] for m in months]), mean([m.morale["IT"] for m in months]),
        ]  # fmt: skip
        found.append([str(turn), name, *map(str, figures)])
    return found


def headline(results: Sequence[Result]) -> list[str]:
    """Who won, how clearly, and what became of Venezia."""
    number = len(results)
    wins = {side: sum(1 for result in results if result.winner == side) for side in SIDES}
    margins = sorted(result.margin for result in results)
    fallen = [int(result.venezia) for result in results if result.venezia.isdigit()]
    failed = sum(1 for result in results if result.venezia == "failed")
    turns = ", ".join(f"turn {turn}" for turn in sorted(set(fallen))) or "never"
    return [
        f"games: {number}",
        f"won by the Central Powers: {wins[CP]} ({round(100 * wins[CP] / number)}%)",
        f"won by the Allies: {wins[AL]} ({round(100 * wins[AL] / number)}%)",
        f"Allied margin in victory points: {margins[0]} to {margins[-1]}, median {margins[number // 2]}; 8 wins",
        f"sudden death at Venezia: {len(fallen)} ({turns}); entered in vain: {failed}",
        f"deepest point west of the Isonzo: {max(m.depth for r in results for m in r.months)} hexes",
    ]


def shown(table: Sequence[Sequence[str]], is_markdown: bool) -> list[str]:
    """A table for the terminal or for a page."""
    if is_markdown:
        return [f"| {' | '.join(line)} |" for line in (HEADS, ["---"] * len(HEADS), *table)]
    wide = [max(len(line[n]) for line in (HEADS, *table)) for n in range(len(HEADS))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(line, wide, strict=True)) for line in (HEADS, *table)]


def main() -> int:
    """Play the games and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="caporetto", choices=["caporetto"])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", action="append", choices=sorted(PLAYERS))
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    months = _historical().charts["weather"]["months"]
    for players in given.players or list(PLAYERS):
        results = play_all(players, range(given.seed, given.seed + given.games), given.jobs)
        print(f"{players} against {players}")
        print("\n".join([*headline(results), *shown(rows(results, months), given.markdown), ""]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
