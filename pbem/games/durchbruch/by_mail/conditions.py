"""Conditions: what `if` and `plan if` look at. Only what the side may see: no answer depends on a hidden value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.games.durchbruch import accessory
from pbem.games.durchbruch.bridges import stands
from pbem.games.durchbruch.by_mail.phrases import take_unit
from pbem.games.durchbruch.communication import is_cut_off
from pbem.games.durchbruch.counters import AG, CORPS, IT
from pbem.games.durchbruch.cup import STEPS, in_cup
from pbem.games.durchbruch.marks import OOC1, OOC2, PINNED, acted, lost
from pbem.games.durchbruch.passages import has_passage
from pbem.games.durchbruch.zoc import is_in_enemy_zone
from pbem.kernel.board import Board
from pbem.kernel.game import Conditions, Reading
from pbem.kernel.ground.hexes import HexId, read_hexside
from pbem.kernel.odds import read_odds
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.phrases import take_hexside
from pbem.kernel.text.preferences import RELATIONS, Condition, compare
from pbem.kernel.text.words import Words

_NUMBERS = ("turn", "chits", "lost", "rp", "hits")
_HEX_WORDS = ("empty", "occupied", "ours", "zoc")
_UNIT_WORDS = ("pinned", "ooc1", "ooc2", "commanded", "lost", "at")
_ALL_CORPS = tuple(corps for side in CORPS for corps in CORPS[side])


# -- reading -------------------------------------------------------------------------------------------------


def take_conditions(words: Words, reading: Reading, *, knows_odds: bool = False) -> tuple[Condition, ...]:
    """`if A and B` at the end of an order; nothing where there is no `if`. Attacks know their odds."""
    found: list[Condition] = []
    while words.skip("and" if found else "if"):
        is_odds = knows_odds and words.peek() == "odds"
        found.append(read_condition(words, reading) if is_odds else _of_an_order(words, reading))
    return tuple(found)


def _of_an_order(words: Words, reading: Reading) -> Condition:
    """Hits are known only to a question, so only standing orders look at them; odds to these and to attacks."""
    if words.peek() in ("odds", "hits"):
        raise words.unreadable("an order does not know this yet", "a hex, a unit, `turn` or a count")
    if words.peek() == "rp" and reading.side != AG:
        raise words.unreadable("the resource points of the enemy are secret", "a hex, a unit, `turn` or a count")
    return read_condition(words, reading)


def take_standing_conditions(words: Words, reading: Reading) -> tuple[Condition, ...]:
    """Behind a standing order only what its question tells: `odds`, `hits`, `turn`."""
    found: list[Condition] = []
    while words.skip("and" if found else "if"):
        if words.peek() not in ("odds", "hits", "turn"):
            raise words.unreadable("a standing order does not look at this", "`odds`, `hits` or `turn`")
        found.append(read_condition(words, reading))
    return tuple(found)


def read_condition(words: Words, reading: Reading) -> Condition:
    """`4207 empty`, `passage 1019`, `bridge 3608/3708 up`, `turn >= 2`, `IV acted`, `GE-R23 at 3805`, `odds >= 2:1`."""
    figure = _take_figure(words)
    if figure:
        return figure
    if words.skip("passage"):
        return Condition(f"passage {take_hex(words, reading.scenario.map)}")
    if words.skip("bridge"):
        side = take_hexside(words, reading.scenario.map)
        return Condition(f"bridge {side} {words.expect('up', 'blown')}")
    if words.peek().upper() in _ALL_CORPS and words.peek(1) == "acted":
        corps = words.take("a corps").upper()
        words.expect("acted")
        return Condition(f"{corps} acted")
    if HexId(words.peek()) in reading.scenario.map.grid:
        hex_id = take_hex(words, reading.scenario.map)
        words.skip("in")
        return Condition(f"{hex_id} {words.expect(*_HEX_WORDS)}")
    unit = take_unit(words, reading)
    what = words.expect(*_UNIT_WORDS)
    return Condition(f"{unit} {what}" + (f" {take_hex(words, reading.scenario.map)}" if what == "at" else ""))


def _take_figure(words: Words) -> Condition | None:
    """`turn >= 2`, `enemy lost >= 4`, `odds >= 2:1`; nothing where no figure is meant."""
    for word in _NUMBERS:
        if words.skip(word):
            return Condition(word, words.expect(*RELATIONS), str(words.number("a number")))
    if words.skip("enemy"):
        what = words.expect("acted", "lost")
        return Condition(f"enemy {what}", words.expect(*RELATIONS), str(words.number("a number")))
    if words.skip("odds"):
        relation = words.expect(*RELATIONS)
        return Condition("odds", relation, words.take("odds such as 2:1") + words.take(":") + words.take("a number"))
    return None


# -- deciding ------------------------------------------------------------------------------------------------


def unmet(board: Board, side: Side, conditions: Sequence[Condition]) -> str:
    """The first condition that does not hold; nothing where all do."""
    plain = [
        condition for condition in conditions if condition.subject != "odds"
    ]  # those look at the attack (`muster`)
    return next((str(condition) for condition in plain if not holds(board, side, condition)), "")


def holds(board: Board, side: Side, condition: Condition) -> bool:
    """Whether a condition holds on the board as the side sees it."""
    if condition.relation:
        return compare(_number(board, side, condition.subject), condition.relation, int(condition.value))
    first, *rest = condition.subject.split()
    if first == "passage":
        return has_passage(board, HexId(rest[0]), side)
    if first == "bridge":
        found = read_hexside(rest[0])
        return found is not None and stands(board, *found) == (rest[1] == "up")
    if rest == ["acted"]:
        return first not in in_cup(board) and board.step != STEPS[first]
    if first in board.map.grid:
        return _of_hex(board, side, HexId(first), rest[0])
    return _of_unit(board, UnitId(first), rest)


def _number(board: Board, side: Side, subject: str) -> int:
    enemy = board.enemy_of(side)
    counts: Mapping[str, Callable[[], int]] = {
        "turn": lambda: board.turn,
        "chits": lambda: len(in_cup(board)),
        "rp": lambda: accessory.points_left(board),
        "lost": lambda: _lost(board, side),
        "enemy lost": lambda: _lost(board, enemy),
        "enemy acted": lambda: board.number(acted(enemy)),
    }
    return counts[subject]()


def _lost(board: Board, side: Side) -> int:
    names = ("italian",) if side == IT else ("german", "austrian")
    return sum(board.number(lost(name)) for name in names)


def _of_hex(board: Board, side: Side, hex_id: HexId, word: str) -> bool:
    enemies, own = board.units_at(hex_id, board.enemy_of(side)), board.units_at(hex_id, side)
    if word == "empty":
        return not enemies and not own
    if word == "zoc":
        return is_in_enemy_zone(board, hex_id, side)
    return bool(enemies) if word == "occupied" else bool(own)


def _of_unit(board: Board, unit: UnitId, words: Sequence[str]) -> bool:
    if words[0] == "at":
        return board.place(unit) == words[1]
    if words[0] == "commanded":
        return not is_cut_off(board, unit)
    if words[0] == "lost":
        return not board.is_on_map(unit)
    return board.is_marked(unit, {"pinned": PINNED, "ooc1": OOC1, "ooc2": OOC2}[words[0]])


def fits(board: Board, condition: Condition, about: Mapping[str, Any]) -> bool:
    """See 13.6.2-a: conditions of standing orders: `odds >= 2:1` and `hits >= 3` look at the question."""
    if condition.subject == "odds":
        found, least = read_odds(str(about.get("odds", ""))), read_odds(condition.value)
        if found is None or least is None:
            return False
        scale = found.value.denominator * least.value.denominator
        return compare(int(found.value * scale), condition.relation, int(least.value * scale))
    now = board.turn if condition.subject == "turn" else int(about.get("hits", 0))
    return compare(now, condition.relation, int(condition.value))


def fresh(board: Board, side: Side) -> tuple[Condition, ...]:
    """`fresh`: no corps of the enemy has acted since."""
    return (Condition("enemy acted", "<=", str(board.number(acted(board.enemy_of(side))))),)


CONDITIONS = Conditions(_of_an_order, holds, fresh)
