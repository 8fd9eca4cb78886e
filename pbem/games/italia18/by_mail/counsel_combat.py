"""Answers in advance to the questions of combat: what attacks say for themselves, and what standing orders say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.games.italia18.advance import STAY
from pbem.games.italia18.by_mail import gun_plan
from pbem.games.italia18.by_mail.orders_combat import Assault, Going, Leave
from pbem.games.italia18.disorder import morale
from pbem.games.italia18.losses import weakest_first
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Question
from pbem.kernel.text.counsel import Chosen, Saying, by_words
from pbem.kernel.text.preferences import Preference, among

# -- what orders say for themselves --------------------------------------------------------------------------


def from_attack(board: Board, question: Question, order: Assault) -> Chosen | None:
    """`on perfect: advance A 2024-2025; exploit A` of the attack that this combat was."""
    attack = question.within("combat")
    if attack is None or (attack.side, attack.hexes) != (question.side, (order.target,)):
        return None
    result = str(question.about.get("result", ""))
    said = [one.wanted(question.topic) for one in order.results if one.fits(result)]
    wanted = next(filter(None, said), ())
    if not wanted:
        return None
    if question.topic == "advance":
        return advancing(question, wanted)
    return stoss(board, question, wanted) if question.topic == "stoss" else ranked(board, question, wanted)


def from_leave(board: Board, question: Question, order: Leave) -> Chosen | None:
    """See 13.0c: how far, and which way, of the stack that leaves the hex."""
    if question.topic != "leave" or question.about["hexes"] != [order.hex]:
        return None
    return leaving(board, question, order.distance, order.ways) if order.distance or order.ways else None


# -- units ---------------------------------------------------------------------------------------------------


def ranked(board: Board, question: Question, wanted: Sequence[str]) -> Chosen:
    """See 12.2.8c: units as named, each to its last step, or all by their weakness; one where one is wanted.

    Where a unit is named twice, it pays as often as it is named and no more.
    """
    offered = [UnitId(option.value) for option in question.options]
    chosen = by_words(question, wanted, offered, lambda units: weakest_first(board, units))
    times = {option.value: option.times for option in question.options}
    if len(chosen) > len(set(chosen)):
        repeated = tuple([one for at, one in enumerate(chosen) if chosen[:at].count(one) < times[one]])
    else:
        repeated = tuple([value for value in chosen for _ in range(times[value])])
    if not question.many:
        return repeated[:1]
    return question.filled(chosen) if question.is_bounded else repeated


def _units(board: Board, question: Question, order: Preference) -> Chosen | None:
    return ranked(board, question, order.choices) or (() if order.choices == ("none",) else None)


def _lead(board: Board, question: Question, order: Preference) -> Chosen | None:
    """See 12.2.3e: the highest morale first, the lowest, or units by name."""
    if order.choices[0] == "highest":
        return question.default
    if order.choices[0] == "lowest":
        return tuple(sorted([option.value for option in question.options], key=lambda u: morale(board, UnitId(u))))
    return among(question, list(dict.fromkeys(order.choices))) or None


def _confuse(board: Board, question: Question, order: Preference) -> Chosen | None:
    """See 12.2.6i2: the strongest attacker, the weakest, the one that leads, or an enemy unit by name."""
    offered = [option.value for option in question.options]  # the strongest first
    known = {"strongest": offered[:1], "weakest": offered[-1:], "lead": list(question.about["lead"])}
    for choice in order.choices:
        found = among(question, known.get(choice, [choice]))
        if found:
            return found[:1]
    return None


def stoss(board: Board, question: Question, wanted: Sequence[str]) -> Chosen:
    """See 12.2.8e: the first Stosstruppen that are offered, or none."""
    return (question.options[0].value,) if wanted[0] == "always" else ()


# -- guns and markers ----------------------------------------------------------------------------------------


def _strip(board: Board, question: Question, order: Preference) -> Chosen | None:
    """See 12.2.6g: by kind of marker or by hex, the first wish first; of equals the nearest, as they are offered."""
    if order.choices == ("none",):
        return ()
    offered = [option.value for option in question.options]
    wishes = [choice for choice in order.choices if choice != "nearest"]

    def rank(word: str) -> tuple[int, ...]:
        return tuple([int(wish not in word.replace(".", " ").split()) for wish in wishes])

    return tuple(sorted(offered, key=rank))[: question.bounds[1]]


def _misdirect(board: Board, question: Question, order: Preference) -> Chosen | None:
    """See 12.2.6h6: to one of these hexes, toward or away from one; nobody where none is open."""
    if order.choices == ("none",):
        return ()
    return by_ways(board, question, order.choices, lambda value: value.rpartition("-")[2])[:1]


def _send(board: Board, question: Question, order: Preference) -> Chosen | None:
    """See 12.2.6n: units with the hexes to which they go; without one, into the attacked hex."""
    target = question.about["hexes"][0]
    wanted = [choice.replace(" ", "-") if " " in choice else f"{choice}-{target}" for choice in order.choices]
    return () if order.choices == ("none",) else among(question, list(dict.fromkeys(wanted)))


# -- ways ----------------------------------------------------------------------------------------------------


def by_ways(
    board: Board, question: Question, wanted: Sequence[str], way_of: Callable[[str], str] = str
) -> tuple[str, ...]:
    """The ways that are offered, those wanted first: hex by hex, by the first or last hex, toward or away from one."""
    offered = [option.value for option in question.options if way_of(option.value)[-1:].isdecimal()]
    found: list[str] = []
    for wish in wanted:
        goal, away = HexId(wish.split()[-1]), board.map.grid.distance
        ends = {value: HexId(way_of(value).split("-")[-1]) for value in offered}
        if wish.startswith("toward "):
            found += sorted(offered, key=lambda value: (away(ends[value], goal), offered.index(value)))
        elif wish.startswith("away from "):
            found += sorted(offered, key=lambda value: (-away(ends[value], goal), offered.index(value)))
        else:
            found += [value for value in offered if way_of(value) == wish]
            found += [value for value in offered if wish in (way_of(value).split("-")[0], ends[value])]
    return tuple(dict.fromkeys(found))


def _ways(board: Board, question: Question, order: Preference) -> Chosen | None:
    return by_ways(board, question, order.choices) or None


def _retreat(board: Board, question: Question, order: Preference) -> Chosen | None:
    """See 12.2.6k: whether and how far, and of the ways of that length the one that `retreat-to` likes best."""
    if order.choices[0] == "never":
        return (STAY,)
    lengths: Mapping[str, int] = question.about["length"]
    number = _hexes(question, order.choices[0], lengths)
    ways = [way for way in (*question.about["ways"], *lengths) if lengths.get(way) == number]
    return (ways[0],) if number and ways else (STAY,)


def _hexes(question: Question, wish: str, lengths: Mapping[str, int]) -> int:
    """How many hexes: the longest way for `max`, the shortest for `min`; `enough` is the fewest that save all steps,
    else the longest; a number or the next lower one that is open."""
    able = sorted(dict.fromkeys(lengths.values()))
    if wish in ("max", "min"):
        return able[-1 if wish == "max" else 0]
    if wish == "enough":
        left, step = question.about["left"], int(question.about["step"])
        if int(question.about["hp"]) < step:
            return 0
        saving = [lengths[way] for way in lengths if left[way] < step]
        return min(saving, default=able[-1])
    return max([length for length in able if length <= int(wish)], default=0)


def leaving(board: Board, question: Question, distance: str, ways: Sequence[str]) -> Chosen:
    """See 13.0c: the ways of the length wanted, the best first, then all others as they are offered."""
    offered = [option.value for option in question.options]
    liked = [*by_ways(board, question, ways), *question.about.get("ways", ()), *offered]
    lengths = {way: len(way.split("-")) for way in offered}
    if distance in ("max", "min"):
        first = (max if distance == "max" else min)(lengths.values())
    else:
        first = int(distance) if distance else 0
    if first:
        liked.sort(key=lambda way: lengths[way] != first)
    return tuple(dict.fromkeys(liked))


# -- advance -------------------------------------------------------------------------------------------------


def advancing(question: Question, wanted: Sequence[Going]) -> Chosen:
    """See 12.4b: the way named for the unit, else into the attacked hex; who is not named stays."""
    target, unit = question.about["hexes"][0], question.about["unit"]
    for going in wanted:
        if going.unit == "all" or going.unit == unit:
            hexes = going.hexes if going.hexes[:1] == (target,) else (target, *going.hexes)
            stretches = ["-".join(hexes[:number]) for number in range(len(hexes), 0, -1)]
            return among(question, stretches) or (STAY,)
    return (STAY,)


def _advance(board: Board, question: Question, order: Preference) -> Chosen | None:
    parts = [choice.partition(" ") for choice in order.choices]
    return advancing(
        question, [Going(unit, tuple(map(HexId, way.split("-") if way else ()))) for unit, _, way in parts]
    )


PREFERENCES: Mapping[str, Saying] = {
    "guns": gun_plan.guns,
    "cb": gun_plan.counter_battery,
    "bombarded": _units,
    "losses": _units,
    "panic": _units,
    "exploit": _units,
    "asterisk": _units,
    "lead": _lead,
    "confuse": _confuse,
    "stoss": lambda board, question, order: stoss(board, question, order.choices),
    "strip": _strip,
    "misdirect": _misdirect,
    "send": _send,
    "panic-to": _ways,
    "retreat-to": _ways,
    "r3": _ways,
    "retreat": _retreat,
    "advance": _advance,
    "leave": lambda board, question, order: leaving(board, question, order.choices[0], ()),
}
