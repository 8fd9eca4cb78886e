"""The orders of the Ford: values with their canonical text, their reader, and the conditions of plans."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.kernel.board import Board
from pbem.kernel.game import Conditions, Reading
from pbem.kernel.ground.hexes import HexId, Hexside
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.grammar import DEFAULTS, Verb, Verbs
from pbem.kernel.text.instructions import OnResult, Results, take_instructions
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.orders import Order
from pbem.kernel.text.phrases import take_hexside, take_list, take_own_unit, take_path, take_who
from pbem.kernel.text.preferences import RELATIONS, Condition, compare, if_words
from pbem.kernel.text.standing import Topics, one_of, units
from pbem.kernel.text.words import Words

NO, SO = Side("NO"), Side("SO")
SIDES = {NO: "North", SO: "South"}


@dataclass(frozen=True, slots=True)
class Choose(Order):
    """`choose west`: the secret plan of the North."""

    is_secret = True
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
class Brigade(Order):
    """`brigade N1`: who acts today, in secret, each brigade for itself."""

    is_secret = True
    unit: UnitId

    def __str__(self) -> str:
        return f"brigade {self.unit}"


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
    """`attack W0302 with N1, N2 if odds >= 1.5:1 on 1/*: losses N2`."""

    target: HexId
    units: tuple[UnitId, ...]
    conditions: tuple[Condition, ...] = ()
    results: tuple[OnResult, ...] = ()

    def __str__(self) -> str:
        text = f"attack {self.target} with {', '.join(self.units)}{if_words(self.conditions)}"
        return text + "".join(f" {result}" for result in self.results)


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


# -- the reader -----------------------------------------------------------------------------------------------


def _unit(words: Words, reading: Reading) -> UnitId:
    return take_own_unit(words, reading, lambda unit: True, "1.2", SIDES)


def _units(words: Words, reading: Reading) -> tuple[UnitId, ...]:
    return take_list(words, lambda: _unit(words, reading))


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
    units = _units(words, reading)
    conditions: tuple[Condition, ...] = ()
    if words.skip("if"):
        words.expect("odds")
        words.expect(">=")
        odds = words.take("odds such as 1.5:1") + words.take(":") + words.take("a number")
        conditions = (Condition("odds", ">=", odds),)
    results = take_instructions(words, RESULTS, {"losses": lambda: take_who(words, lambda: _units(words, reading))})
    return Attack(target, units, conditions, results)


RESULTS = Results(str.isdecimal, str.isdecimal, "steps of attacker and defender, such as 1/0, */2 or `any`")
CORPS, ACTIONS = ("corps-I", "corps-II", "corps-X"), ("action-1", "action-2")
SECTIONS = ("set-up", *CORPS, "day", *ACTIONS)
_ACTS = (*CORPS, *ACTIONS)
GRAMMAR = Verbs(
    SECTIONS,
    {
        "choose": Verb(lambda w, r: Choose(w.expect("west", "east")), "choose west", ("set-up",)),
        "mine": Verb(lambda w, r: Hide("mine", take_hex(w, r.scenario.map)), "mine W0303", ("set-up",)),
        "dummy": Verb(lambda w, r: Hide("dummy", _unit(w, r)), "dummy S4", ("set-up",)),
        "brigade": Verb(lambda w, r: Brigade(_unit(w, r)), "brigade N1", ("day",)),
        "move": Verb(_move, "move N1 W0201, pontoon W0201/W0301, W0301 else W0202", _ACTS),
        "attack": Verb(_attack, "attack W0302 with N1, N2 if odds >= 1.5:1 on 1/*: losses N2", _ACTS),
        "blow": Verb(lambda w, r: Bridge("blow", take_hexside(w, r.scenario.map)), "blow W0202/W0302", _ACTS),
        "rebuild": Verb(lambda w, r: Bridge("rebuild", take_hexside(w, r.scenario.map)), "rebuild W0202/W0302", _ACTS),
        "pass": Verb(lambda w, r: Pass(), "pass", _ACTS),
        "defaults": DEFAULTS,
    },
    Topics({"losses": units(_unit), "react": one_of("yes", "no")}, _unit),
)


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
