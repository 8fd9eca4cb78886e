"""The orders of the Ford: values with their canonical text, their reader, and the conditions of plans."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.kernel.board import Board
from pbem.kernel.game import Conditions, Reading
from pbem.kernel.ground.hexes import HexId, Hexside
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.orders import Order
from pbem.kernel.text.phrases import take_hexside, take_list, take_own_unit, take_path
from pbem.kernel.text.preferences import RELATIONS, Condition, Defaults, Preference, compare, if_words
from pbem.kernel.text.words import Words

NO, SO = Side("NO"), Side("SO")
SIDES = {NO: "North", SO: "South"}


@dataclass(frozen=True, slots=True)
class Choose(Order):
    """`choose west`: the secret plan of the North."""

    town: str

    def __str__(self) -> str:
        return f"choose {self.town}"


@dataclass(frozen=True, slots=True)
class Hide(Order):
    """`mine W0303` or `dummy S4`: what the South hides."""

    what: str
    where: str

    def __str__(self) -> str:
        return f"{self.what} {self.where}"


@dataclass(frozen=True, slots=True)
class Brigades(Order):
    """`brigades N1, N3`: who acts today, in secret."""

    units: tuple[UnitId, ...]

    def __str__(self) -> str:
        return "brigades " + ", ".join(self.units)


@dataclass(frozen=True, slots=True)
class Move(Order):
    """`move N2 W0201, pontoon W0201/W0301, W0301 else W0202`: what stands behind `else` happens if the die fails."""

    unit: UnitId
    path: tuple[HexId, ...]
    pontoon: Hexside | None = None
    then: tuple[HexId, ...] = ()
    otherwise: tuple[HexId, ...] = ()

    def __str__(self) -> str:
        text = f"move {self.unit} {' -> '.join(self.path)}".rstrip()
        if self.pontoon:
            text += f", pontoon {self.pontoon}" + (f", {' -> '.join(self.then)}" if self.then else "")
            text += f" else {' -> '.join(self.otherwise)}" if self.otherwise else ""
        return text


@dataclass(frozen=True, slots=True)
class Attack(Order):
    """`attack W0302 with N1, N2 if odds >= 1.5:1`."""

    target: HexId
    units: tuple[UnitId, ...]
    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        return f"attack {self.target} with {', '.join(self.units)}{if_words(self.conditions)}"


@dataclass(frozen=True, slots=True)
class Bridge(Order):
    """`blow W0202/W0302` or `rebuild W0202/W0302`."""

    what: str
    side: Hexside

    def __str__(self) -> str:
        return f"{self.what} {self.side}"


@dataclass(frozen=True, slots=True)
class Pass(Order):
    """`pass`: no action."""

    def __str__(self) -> str:
        return "pass"


VERBS = (
    "choose",
    "mine",
    "dummy",
    "brigades",
    "move",
    "attack",
    "blow",
    "rebuild",
    "pass",
    "losses",
    "react",
    "defaults",
)


def read_order(words: Words, reading: Reading) -> Order:
    """One line."""
    verb = words.expect(*VERBS)
    map_ = reading.scenario.map
    if verb == "choose":
        return Choose(words.expect("west", "east"))
    if verb == "mine":
        return Hide(verb, take_hex(words, map_))
    if verb == "dummy":
        return Hide(verb, _unit(words, reading))
    if verb == "brigades":
        return Brigades(take_list(words, lambda: _unit(words, reading)))
    if verb in ("blow", "rebuild"):
        return Bridge(verb, take_hexside(words, map_))
    if verb in ("losses", "react"):
        return _preference(words, reading, verb)
    return {"move": _move, "attack": _attack}[verb](words, reading) if verb in ("move", "attack") else _plain(verb)


def _plain(verb: str) -> Order:
    return Pass() if verb == "pass" else Defaults()


def _unit(words: Words, reading: Reading) -> UnitId:
    return take_own_unit(words, reading, lambda unit: True, "1.2", SIDES)


def _preference(words: Words, reading: Reading, topic: str) -> Preference:
    words.expect(":")
    if topic == "react":
        return Preference(topic, (words.expect("yes", "no"),))
    return Preference(topic, take_list(words, lambda: _unit(words, reading)))


def _move(words: Words, reading: Reading) -> Move:
    unit, map_ = _unit(words, reading), reading.scenario.map
    path = () if words.peek() == "," else take_path(words, map_)
    if not words.skip(","):
        return Move(unit, path)
    words.expect("pontoon")
    side = take_hexside(words, map_)
    then = take_path(words, map_) if words.skip(",") else ()
    return Move(unit, path, side, then, take_path(words, map_) if words.skip("else") else ())


def _attack(words: Words, reading: Reading) -> Attack:
    target = take_hex(words, reading.scenario.map)
    words.expect("with")
    units = take_list(words, lambda: _unit(words, reading))
    if not words.skip("if"):
        return Attack(target, units)
    words.expect("odds")
    words.expect(">=")
    odds = words.take("odds such as 1.5:1") + words.take(":") + words.take("a number")
    return Attack(target, units, (Condition("odds", ">=", odds),))


# -- plans ----------------------------------------------------------------------------------------------------


def read_condition(words: Words, reading: Reading) -> Condition:
    """`W0302 empty`, `turn >= 2`, `enemy acted <= 1`."""
    if words.skip("enemy"):
        words.expect("acted")
        return Condition("enemy acted", words.expect(*RELATIONS), str(words.number("a number")))
    if words.skip("turn"):
        return Condition("turn", words.expect(*RELATIONS), str(words.number("a turn")))
    return Condition(f"{take_hex(words, reading.scenario.map)} {words.expect('empty', 'occupied')}")


def holds(board: Board, side: Side, condition: Condition) -> bool:
    """Whether it holds, as the side sees the board."""
    subject = condition.subject
    if subject == "turn":
        return compare(board.turn, condition.relation, int(condition.value))
    if subject == "enemy acted":
        return compare(board.number(f"acted.{board.enemy_of(side)}"), condition.relation, int(condition.value))
    place, _, how = subject.partition(" ")
    return bool(board.units_at(place)) == (how == "occupied")


def fresh(board: Board, side: Side) -> tuple[Condition, ...]:
    """The enemy has not acted since."""
    return (Condition("enemy acted", "<=", str(board.number(f"acted.{board.enemy_of(side)}"))),)


CONDITIONS = Conditions(read_condition, holds, fresh)
