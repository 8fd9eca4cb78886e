"""Reading the orders of this game, one line at a time; `orders` writes them back in canonical form."""

from __future__ import annotations

from collections.abc import Callable

from pbem.errors import Refusal, Unreadable
from pbem.games.gwe.orders import (
    AgreeToEnd,
    Attack,
    Condition,
    Defaults,
    Deploy,
    Enter,
    Follow,
    Heroes,
    Hold,
    Leg,
    Move,
    OnResult,
    Preference,
    Stay,
    Support,
    Withdraw,
    Withhold,
)
from pbem.kernel.game import Reading
from pbem.kernel.hexes import HexId
from pbem.kernel.names import take_hex
from pbem.kernel.orders import Order
from pbem.kernel.pieces import Unit, UnitId
from pbem.kernel.words import Words

SECTIONS = ("set-up", "movement", "withdrawal", "combat", "interphase")
TOPICS = ("defend", "losses", "retreat", "support", "refuge", "overstack", "feed", "advance", "pursue", "fortress")
RELATIONS = (">=", "<=", ">", "<", "=")
_ENDS = ("if", "on", "else", ";", "|")


def read_order(words: Words, reading: Reading) -> Order:
    """The order in a line; raises what is wrong with it."""
    verb = words.peek()
    _check_section(verb, words, reading)
    words.take("a verb")
    if verb in TOPICS:
        return _preference(verb, words, reading)
    return _VERBS[verb](words, reading)


def _check_section(verb: str, words: Words, reading: Reading) -> None:
    """Each verb has its place in the sequence of play; standing orders may stand beside any of them."""
    places = _PLACES.get(verb, ("standing", *SECTIONS))
    if reading.section not in places:
        raise words.unreadable(
            f"`{verb}` is no order of the section `{reading.section}`",
            f"it under {' or '.join(f'`{place}:`' for place in places)}",
            f"put the line `{places[0]}:` above it",
        )


# -- names ----------------------------------------------------------------------------------------------------


def _unit(words: Words, reading: Reading, fits: Callable[[Unit], bool] = lambda unit: True) -> UnitId:
    return reading.names.take(words, lambda u: u.side == reading.side and fits(u), "one of your units")


def _units(words: Words, reading: Reading, fits: Callable[[Unit], bool] = lambda unit: True) -> tuple[UnitId, ...]:
    found = [_unit(words, reading, fits)]
    while _more(words):
        found.append(_unit(words, reading, fits))
    return tuple(found)


def _more(words: Words) -> bool:
    """Whether a list goes on: a comma, `and`, or both."""
    comma = words.skip(",", "and", "+", "&")
    return words.skip("and") or comma


def _path(words: Words, reading: Reading) -> tuple[HexId, ...]:
    """Hexes with arrows, dashes, `to` or `via` between them."""
    words.skip("to", "via", "->", "from", "at")
    found = list(_chain(words, reading))
    while words.skip("->", "to", "via", "-"):
        found += _chain(words, reading)
    return tuple(found)


def _chain(words: Words, reading: Reading) -> tuple[HexId, ...]:
    """One hex, or several in one word: `1803-1704`."""
    grid = reading.scenario.map.grid
    parts = words.peek().upper().split("-")
    if len(parts) > 1 and all(HexId(part) in grid for part in parts):
        words.take("hexes")
        return tuple(HexId(part) for part in parts)
    return (take_hex(words, reading.scenario.map),)


# -- conditions -----------------------------------------------------------------------------------------------


def _conditions(words: Words, reading: Reading) -> tuple[Condition, ...]:
    found = []
    while words.skip("if") or (found and words.skip("and")):
        found.append(_condition(words, reading))
    return tuple(found)


def _condition(words: Words, reading: Reading) -> Condition:
    subject = words.peek()
    if subject in ("odds", "ratio"):
        words.take(subject)
        return Condition(subject, words.expect(*RELATIONS), _odds(words))
    if subject in ("strength", "steps", "turn"):
        words.take(subject)
        return Condition(subject, words.expect(*RELATIONS), str(words.number("a number")))
    if HexId(subject.upper()) in reading.scenario.map.grid:
        hex_id = take_hex(words, reading.scenario.map)
        words.skip("is")
        return Condition(hex_id, words.expect("occupied", "vacated"))
    unit = _unit(words, reading)
    words.skip("is")
    state = words.expect("in", "out", "lost", "reduced")
    if state == "out":
        words.skip("of")
    if state in ("in", "out"):
        words.expect("command")
        return Condition(unit, "in command" if state == "in" else "out of command")
    return Condition(unit, "lost")


def _odds(words: Words) -> str:
    spot = words.spot()
    text = words.take("odds such as 3-1")
    if words.peek() == ":":
        words.take(":")
        text += "-" + words.take("the defender's part of the odds")
    parts = text.replace(":", "-").split("-")
    if len(parts) != 2 or not all(part.isdigit() and 0 < int(part) < 100 for part in parts):
        raise Unreadable("the odds cannot be read", found=text, wanted="odds such as 3-1 or 1-2", spot=spot)
    return "-".join(parts)


# -- movement -------------------------------------------------------------------------------------------------


def _move(words: Words, reading: Reading, is_march: bool = False) -> Order:
    unit = _unit(words, reading)
    return Move(unit, _legs(words, reading), is_march, _conditions(words, reading))


def _march(words: Words, reading: Reading) -> Order:
    return _move(words, reading, is_march=True)


def _rail(words: Words, reading: Reading) -> Order:
    """`rail U to HEX` is short for a move that entrains if need be and goes by rail."""
    unit = _unit(words, reading)
    first = Leg("rail", _path(words, reading))
    words.skip(",", "then", "and")
    return Move(
        unit, (Leg("entrain"), first, *_legs(words, reading, may_be_empty=True)), False, _conditions(words, reading)
    )


def _legs(words: Words, reading: Reading, may_be_empty: bool = False) -> tuple[Leg, ...]:
    legs: list[Leg] = []
    while not words.is_done and words.peek() not in _ENDS:
        word = words.peek()
        if word in ("entrain", "detrain"):
            words.take(word)
            legs.append(Leg(word))
        elif word in ("rail", "off-map", "offmap"):
            words.take(word)
            legs.append(Leg("rail" if word == "rail" else "off-map", _path(words, reading)))
        else:
            legs.append(Leg("walk", _path(words, reading)))
        words.skip(",", "then")
        words.skip("and", "then")
    if not legs and not may_be_empty:
        raise words.unreadable(
            "the move has no goal", "`to HEX`, a path with `->`, `entrain`, `rail to HEX` or `detrain`"
        )
    return tuple(legs)


def _hold(words: Words, reading: Reading) -> Order:
    return Hold(_units(words, reading))


def _enter(words: Words, reading: Reading) -> Order:
    unit = _unit(words, reading)
    words.expect("at")
    at = _entry(words, reading)
    words.skip(",", "then")
    legs = _legs(words, reading, may_be_empty=True)
    words.skip(",")
    otherwise = words.expect("hold", "edge") if words.skip("else") else "hold"
    return Enter(unit, at, legs, otherwise)


def _entry(words: Words, reading: Reading) -> HexId:
    """A hex, a place, or the letter of an entry hex."""
    lettered = reading.scenario.map.hexes_with("entry", letter=words.peek().upper())
    if lettered and len(words.peek()) == 1:
        words.take("an entry hex")
        return lettered[0]
    return take_hex(words, reading.scenario.map, "an entry hex: its number or letter")


def _withhold(words: Words, reading: Reading) -> Order:
    return Withhold(_unit(words, reading))


def _heroes(words: Words, reading: Reading) -> Order:
    return Heroes(() if words.skip("none") else _units(words, reading))


def _place(words: Words, reading: Reading) -> Order:
    unit = _unit(words, reading)
    words.expect("at", "in", "to")
    return Deploy(unit, take_hex(words, reading.scenario.map))


# -- withdrawal -----------------------------------------------------------------------------------------------


def _withdraw(words: Words, reading: Reading) -> Order:
    if words.skip("none"):
        return Stay(())
    unit = _unit(words, reading)
    paths: list[tuple[HexId, ...]] = []
    if not words.skip("free"):
        while not words.is_done and words.peek() != "if":
            paths.append(_path(words, reading))
            words.skip("|", "or")
    return Withdraw(unit, tuple(paths), _conditions(words, reading))


def _stay(words: Words, reading: Reading) -> Order:
    return Stay(() if words.skip("all") or words.is_done else _units(words, reading))


def _follow(words: Words, reading: Reading) -> Order:
    hex_id = take_hex(words, reading.scenario.map)
    words.expect("with")
    return Follow(hex_id, () if words.skip("none") else _units(words, reading))


# -- combat ---------------------------------------------------------------------------------------------------


def _is_fighter(unit: Unit) -> bool:
    return unit.figure("attack") > 0


def _attack(words: Words, reading: Reading) -> Order:
    targets = [take_hex(words, reading.scenario.map)]
    while words.skip("+", "and", "&", ","):
        targets.append(take_hex(words, reading.scenario.map))
    words.expect("with")
    units = _units(words, reading, _is_fighter)
    barrage: tuple[Support, ...] = ()
    shifts: tuple[UnitId, ...] = ()
    while words.peek() in ("barrage", "shift"):
        if words.take("barrage or shift").lower() == "barrage":
            barrage = _supports(words, reading)
        else:
            shifts = _units(words, reading, lambda unit: unit.type == "hq")
    conditions = _conditions(words, reading)
    results: list[OnResult] = []
    while words.skip("on"):
        results.append(_on_result(words, reading))
    return Attack(tuple(targets), units, barrage, shifts, conditions, tuple(results))


def _supports(words: Words, reading: Reading) -> tuple[Support, ...]:
    found = []
    while True:
        unit = _unit(words, reading, lambda u: u.figure("barrage") > 0)
        points = words.number("barrage points") if words.peek().isdigit() else -1
        found.append(Support(unit, points))
        if not _more(words):
            return tuple(found)


def _on_result(words: Words, reading: Reading) -> OnResult:
    """`on */2: losses A, B; advance C; pursue C`."""
    spot = words.spot()
    ours, slash, theirs = words.take("a result such as */2").upper().partition("/")
    if ours == "ANY":
        ours, theirs, slash = "*", "*", "/"
    if not slash or ours not in ("*", "-", "1", "2") or theirs not in ("*", "-", "1", "2", "3", "E"):
        wanted = "attacker/defender such as 1/2, */E, -/3 or `any`"
        raise Unreadable("this is no combat result", found=f"{ours}{slash}{theirs}", wanted=wanted, spot=spot)
    words.expect(":")
    parts: dict[str, tuple[str, ...]] = {}
    while not words.is_done and words.peek() != "on":
        what = words.expect("losses", "advance", "pursue")
        parts[what] = _who(words, reading)
        words.skip(";", ",")
    return OnResult(ours, theirs, parts.get("losses", ()), parts.get("advance", ()), parts.get("pursue", ()))


def _who(words: Words, reading: Reading) -> tuple[str, ...]:
    if words.peek() in ("all", "none"):
        return (words.take("units").lower(),)
    if words.peek() in ("weakest", "strongest"):
        first = words.take("weakest").lower()
        words.expect("first")
        return (f"{first} first",)
    return _units(words, reading)


# -- standing orders ------------------------------------------------------------------------------------------


def _preference(topic: str, words: Words, reading: Reading) -> Order:
    where = on = ""
    if words.peek() not in (":", "on", "at", "all", "everywhere"):
        where = _where(words, reading)
    elif words.skip("at"):
        where = take_hex(words, reading.scenario.map)
    else:
        words.skip("all", "everywhere")
    if words.skip("on"):
        words.skip("result")
        on = words.expect("1", "2", "3", "e").upper()
    words.expect(":")
    choices = [_choice(topic, words, reading)]
    while words.skip(",", "|", "then", "or"):
        choices.append(_choice(topic, words, reading))
    return Preference(topic, tuple(choices), where, on, _conditions(words, reading))


def _where(words: Words, reading: Reading) -> str:
    """A hex, a place, or one of the side's units."""
    text = words.peek().upper()
    if HexId(text) in reading.scenario.map.grid or not _names_unit(words, reading):
        return take_hex(words, reading.scenario.map)
    return _unit(words, reading)


def _names_unit(words: Words, reading: Reading) -> bool:
    mark = words.at
    try:
        _unit(words, reading)
    except Refusal:
        return False
    finally:
        words.at = mark
    return True


def _choice(topic: str, words: Words, reading: Reading) -> str:
    if topic == "defend":
        return words.expect("1", "2", "3", "hold", "retreat", "half", "stand")
    if topic == "fortress":
        return words.take("a number, `most` or `least`").lower()
    if topic == "retreat":
        if words.skip("toward", "towards"):
            return f"toward {take_hex(words, reading.scenario.map)}"
        return "-".join(_path(words, reading))
    if topic == "refuge":
        return take_hex(words, reading.scenario.map)
    if topic == "support" and words.peek() in ("always", "never", "default", "own", "all", "none"):
        word = words.take("a word").lower()
        if word == "own":
            words.expect("hex")
        return "own hex" if word == "own" else word
    return _who(words, reading)[0] if words.peek() in ("all", "none", "weakest", "strongest") else _unit(words, reading)


def _defaults(words: Words, reading: Reading) -> Order:
    return Defaults()


def _agree(words: Words, reading: Reading) -> Order:
    words.skip("to")
    words.expect("end")
    return AgreeToEnd()


_VERBS: dict[str, Callable[[Words, Reading], Order]] = {
    "move": _move,
    "march": _march,
    "rail": _rail,
    "hold": _hold,
    "enter": _enter,
    "withhold": _withhold,
    "heroes": _heroes,
    "place": _place,
    "withdraw": _withdraw,
    "stay": _stay,
    "follow": _follow,
    "attack": _attack,
    "defaults": _defaults,
    "agree": _agree,
}
VERBS = (*_VERBS, *TOPICS)

_PLACES: dict[str, tuple[str, ...]] = {
    "move": ("movement",),
    "march": ("movement",),
    "rail": ("movement",),
    "hold": ("movement",),
    "enter": ("movement",),
    "withhold": ("movement",),
    "place": ("set-up",),
    "attack": ("combat",),
    "withdraw": ("withdrawal", "standing"),
    "stay": ("withdrawal", "standing"),
    "follow": ("withdrawal", "standing"),
    "heroes": ("interphase", "movement", "standing"),
    "agree": ("interphase", "standing"),
}
