"""Reading orders: every verb of the game with its sections and an example, and the topics of standing orders."""

from __future__ import annotations

from pbem.games.durchbruch import cup
from pbem.games.durchbruch.by_mail.conditions import take_conditions, take_standing_conditions
from pbem.games.durchbruch.by_mail.orders import (
    FAR,
    VACATED,
    Advance,
    Attack,
    Bridge,
    ChoosePlan,
    Destroy,
    Fire,
    First,
    Gas,
    LateChit,
    LeaveOut,
    Marker,
    Move,
    Overrun,
    Replace,
    Strengthen,
    Target,
    Top,
)
from pbem.games.durchbruch.by_mail.phrases import take_corps, take_unit, take_units
from pbem.games.durchbruch.counters import AG, is_combat_unit, is_gun, is_hq
from pbem.games.durchbruch.sequence import CHITS
from pbem.kernel.game import Reading
from pbem.kernel.text.grammar import DEFAULTS, Verb, Verbs
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.orders import Deploy, Order
from pbem.kernel.text.phrases import take_hexside, take_list, take_path, take_who
from pbem.kernel.text.standing import Topics, hexes, one_of, toward, units
from pbem.kernel.text.words import Words

SECTIONS = ("set-up", "bombardment", "surprise", "morning", *CHITS)
_ACTS = ("surprise", *CHITS)


# -- before turn 1, and in the morning -----------------------------------------------------------------------


def _choose(words: Words, reading: Reading) -> Order:
    return ChoosePlan(words.expect(*reading.scenario.charts["plan"]))


def _place(words: Words, reading: Reading) -> Order:
    unit = take_unit(words, reading)
    words.skip("at", "in", "to")
    return Deploy(unit, take_hex(words, reading.scenario.map))


def _strengthen(words: Words, reading: Reading) -> Order:
    unit = take_unit(words, reading)
    words.skip("by", "+")
    return Strengthen(unit, words.number("strength points"))


def _gas(words: Words, reading: Reading) -> Order:
    unit = take_unit(words, reading, lambda unit: unit.has("gas"))
    words.skip("at", "on")
    return Gas(unit, take_hex(words, reading.scenario.map))


def _chit(words: Words, reading: Reading) -> Order:
    words.expect("xxviii")
    return LateChit(words.expect("yes", "no") == "yes")


# -- a corps -------------------------------------------------------------------------------------------------


def _bridge(words: Words, reading: Reading) -> Order:
    return Bridge("bridge", take_unit(words, reading), take_hexside(words, reading.scenario.map))


def _fire(words: Words, reading: Reading) -> Order:
    guns = take_units(words, reading, is_gun)
    words.expect("at", "on")
    return Fire(guns, take_hex(words, reading.scenario.map), take_conditions(words, reading))


def _move(words: Words, reading: Reading) -> Order:
    return _go(words, reading, enters=False)


def _enter(words: Words, reading: Reading) -> Order:
    return _go(words, reading, enters=True)


def _go(words: Words, reading: Reading, *, enters: bool) -> Order:
    """`move A, B 1618 -> 1619 else next`, `move A to 2129 exit`, `enter A 4501 -> 4402`."""
    going = take_units(words, reading)
    path = take_path(words, reading.scenario.map)
    leaves = words.skip("exit")
    otherwise = words.expect("next", "ford", "stay", "stop") if words.skip("else") else ""
    wanted = otherwise if otherwise in ("next", "ford") else ""
    return Move(going, path, wanted, leaves, enters, take_conditions(words, reading))


def _destroy(words: Words, reading: Reading) -> Order:
    unit = take_unit(words, reading)
    return Destroy(unit, take_path(words, reading.scenario.map) if words.skip("else") else ())


def _overrun(words: Words, reading: Reading) -> Order:
    going = take_units(words, reading, is_combat_unit)
    path = take_path(words, reading.scenario.map)
    then = take_path(words, reading.scenario.map) if words.skip("then") else ()
    return Overrun(going, path, then, take_conditions(words, reading))


def _attack(words: Words, reading: Reading) -> Order:
    """`attack HEX with UNITS [support GUNS] [led by HQ] [guns UNIT] [losses UNITS] [if ...] [on far: advance ...]`."""
    target = take_hex(words, reading.scenario.map)
    words.expect("with")
    going = take_units(words, reading, is_combat_unit)
    guns = take_units(words, reading, is_gun) if words.skip("support") else ()
    hq = _led_by(words, reading) if words.skip("led") else ""
    gunner = take_unit(words, reading, is_combat_unit) if words.skip("guns") else ""
    losses = take_who(words, lambda: take_units(words, reading)) if words.skip("losses") else ()
    conditions = take_conditions(words, reading, knows_odds=True)
    ways: dict[str, tuple[Advance, ...]] = {FAR: (), VACATED: ()}
    while words.skip("on"):
        when = words.expect(FAR, VACATED)
        words.expect(":")
        words.expect("advance")
        ways[when] = take_list(words, lambda: _advance(words, reading))
    if not words.is_done:
        wanted = "`support`, `led by`, `guns`, `losses`, `if`, `on far:` and `on vacated:`, in this order"
        raise words.unreadable("no part of an attack begins so here", wanted)
    return Attack(target, going, guns, hq, gunner, losses, conditions, ways[FAR], ways[VACATED])


def _target(words: Words, reading: Reading) -> Order:
    return Target(take_list(words, lambda: take_hex(words, reading.scenario.map)))


def _led_by(words: Words, reading: Reading) -> str:
    words.expect("by")
    return take_unit(words, reading, is_hq)


def _advance(words: Words, reading: Reading) -> Advance:
    unit = take_unit(words, reading, is_combat_unit)
    return Advance(unit, take_path(words, reading.scenario.map))


# -- standing orders -----------------------------------------------------------------------------------------


def _support(words: Words, reading: Reading) -> tuple[str, ...]:
    """Batteries, `all` or `none`."""
    return (words.take("a word").lower(),) if words.peek() in ("all", "none") else (take_unit(words, reading, is_gun),)


def _hits(words: Words, reading: Reading) -> tuple[str, ...]:
    """`retreat`, `hold`, or `steps 1`."""
    word = words.expect("retreat", "hold", "steps")
    return (f"steps {words.number('how many steps')}",) if word == "steps" else (word,)


def _hq(words: Words, reading: Reading) -> tuple[str, ...]:
    return ("none",) if words.skip("none", "never") else (take_unit(words, reading, is_hq),)


def _mg(words: Words, reading: Reading) -> tuple[str, ...]:
    return ("highest",) if words.skip("highest") else (take_unit(words, reading, is_combat_unit),)


def _first(words: Words, reading: Reading) -> tuple[str, ...]:
    """What is named of the enemy's: `strongest first` or `weakest first`."""
    word = words.expect("strongest", "weakest")
    words.skip("first")
    return (f"{word} first",)


_losses = units(take_unit)
GRAMMAR = Verbs(
    SECTIONS,
    {
        "choose": Verb(_choose, "choose waffentreue", ("set-up",)),
        "place": Verb(_place, "place IT-mg1 at 1720", ("set-up",)),
        "aside": Verb(lambda w, r: LeaveOut(take_unit(w, r)), "aside IT-dummy3", ("set-up",)),
        "top": Verb(lambda w, r: Top(take_unit(w, r)), "top IT-dummy3", ("set-up", *CHITS)),
        "strengthen": Verb(_strengthen, "strengthen GE-R23 2", ("bombardment",)),
        "marker": Verb(lambda w, r: Marker(take_units(w, r)), "marker GE-R23, GE-R62", ("bombardment",)),
        "gas": Verb(_gas, "gas GE-gas1 at 1619", ("bombardment",)),
        "first": Verb(lambda w, r: First(take_corps(w, r.side)), "first LI", ("surprise",)),
        "replace": Verb(lambda w, r: Replace(take_units(w, r)), "replace IT-87, IT-88", ("morning",)),
        "chit": Verb(_chit, "chit XXVIII no", ("morning",)),
        "bridge": Verb(_bridge, "bridge GE-engIII 4004/4005", CHITS),
        "unbridge": Verb(lambda w, r: Bridge("unbridge", take_unit(w, r)), "unbridge GE-engIII", CHITS),
        "demolish": Verb(lambda w, r: Bridge("demolish", take_unit(w, r)), "demolish GE-engIII", CHITS),
        "fire": Verb(_fire, "fire GE-artLIa, GE-artLIb at 4306 if rp >= 4", ("bombardment", *CHITS)),
        "destroy": Verb(_destroy, "destroy IT-eng1 else 3706 -> 3707", CHITS),
        "move": Verb(_move, "move GE-J3, GE-mgLI 4205 -> 4206 else next", _ACTS),
        "enter": Verb(_enter, "enter GE-G119 4501 -> 4402", CHITS),
        "overrun": Verb(_overrun, "overrun GE-Leib, GE-Rommel 4105 -> 4106 then 4107", _ACTS),
        "attack": Verb(_attack, "attack 4206 with GE-J3 support GE-art200 on vacated: advance GE-J3 4206", _ACTS),
        "target": Verb(_target, "target 4306, 4307", _ACTS),
        "defaults": DEFAULTS,
    },
    Topics(
        {
            "losses": _losses, "pick": _first, "hits": _hits, "retreat-to": toward(hexes), "advance": _losses,
            "support": _support, "hq": _hq, "mg": _mg, "blow": one_of("yes", "no"),
        },
        take_unit,
        take_standing_conditions,
    ),
    {"bombardment": AG, "surprise": AG, **{chit: cup.side_of(corps) for chit, corps in cup.CHITS.items()}},
)  # fmt: skip
VERBS, read_order = GRAMMAR.names, GRAMMAR.read
