"""Reading conditions: behind `plan if` in a section, and behind `if` in a standing order."""

from __future__ import annotations

from pbem.errors import Unreadable, did_you_mean
from pbem.games.strafexpedition.by_mail.orders_command import written
from pbem.games.strafexpedition.by_mail.phrases import take_brigade
from pbem.kernel.game import Reading
from pbem.kernel.odds import read_odds
from pbem.kernel.text.names import next_hex, take_hex
from pbem.kernel.text.preferences import RELATIONS, Condition, Preference
from pbem.kernel.text.words import Words
from pbem.values import replace

NUMBERS = ("lp", "turn", "initiative", "passes", "trench", "adds", "loss")  # figures that a condition may compare
STATES = ("ours", "theirs", "empty")
# Figures that only one question has, with the topic that answers it; behind `plan if` they mean nothing.
ONLY = {
    "ratio": "counter-assault", "trench": "counter-assault", "adds": "pay", "loss": "losses", "initiative": "react",
    "assault": "react",
}  # fmt: skip
ANYWHERE = "`lp >= 3`, `turn >= 2`, `1434 ours`, `trench 1335 <= 1` or `58 acted`"


def take_conditions(words: Words, reading: Reading) -> tuple[Condition, ...]:
    """What stands behind `if`; nothing where there is no `if`."""
    if not words.skip("if"):
        return ()
    found = [take_condition(words, reading)]
    while words.skip("and", ","):
        found.append(take_condition(words, reading))
    return tuple(found)


def take_condition(words: Words, reading: Reading) -> Condition:
    """`3326 ours`, `3129 empty`, `trench 3326 <= 1`, `lp >= 3`, `58 acted`, `assault within 3 of 4230`."""
    map = reading.scenario.map
    if words.skip("assault"):
        words.expect("within")
        number = words.number("a number of hexes")
        words.expect("of")
        return Condition(f"assault within {number} of {take_hex(words, map)}")
    if words.peek() == "trench" and next_hex(_later(words), map)[0] is not None:
        words.take("trench")
        return _compared(words, f"trench {take_hex(words, map)}")
    if words.skip("ratio"):
        return Condition("ratio", words.expect(">=", ">"), _ratio(words))
    if words.peek() in NUMBERS:
        return _compared(words, words.take("a figure").lower())
    if next_hex(words, map)[0] is not None:
        return Condition(f"{take_hex(words, map)} {words.expect(*STATES)}")
    brigade = written(_brigade(words, reading))
    is_not = words.skip("not")
    words.expect("acted")
    return Condition(f"{brigade}{' not' if is_not else ''} acted")


def _brigade(words: Words, reading: Reading) -> str:
    """A brigade; what is none is no condition of any kind."""
    try:
        return take_brigade(words, reading)
    except Unreadable as refused:
        problem = refused.problem
        why, advice = f"{problem.found!r} begins no condition", did_you_mean(problem.found.lower(), (*NUMBERS, "ratio"))
        refused.problem = replace(problem, why=why, wanted=f"such as {ANYWHERE}", advice=advice or problem.advice)
        raise


def take_plan_condition(words: Words, reading: Reading) -> Condition:
    """What may stand behind `plan if`: what can be seen of the board before anybody is asked."""
    found = take_condition(words, reading)
    _check(words, found, "a plan")
    return found


def check_conditions(words: Words, preference: Preference) -> None:
    """Refuses a condition about something that the question of this topic has not, since it would never hold."""
    for condition in preference.conditions:
        _check(words, condition, preference.topic)


def _check(words: Words, condition: Condition, topic: str) -> None:
    is_of_a_hex = condition.subject.startswith("trench ")
    only = topic if is_of_a_hex else ONLY.get(condition.subject.split()[0], topic)
    if only != topic:
        why = f"a condition on `{condition.subject}` means nothing for {topic}: it belongs to `{only}`"
        found, wanted = str(condition), f"such as {ANYWHERE}"
        raise Unreadable(why, found=found, wanted=wanted, advice="leave it out", spot=words.whole())


def _compared(words: Words, subject: str) -> Condition:
    relation = words.expect(*RELATIONS)
    return Condition(subject, relation, str(words.number("a number")))


def _ratio(words: Words) -> str:
    """Odds such as 1-1, 3:2 or 1.5:1, written with a dash."""
    found = read_odds(words.peek())
    if found is None:
        raise words.unreadable("this is no ratio", "odds such as 1-1 or 3-2", "write both numbers")
    words.take("a ratio")
    return found.text.replace(":", "-").replace("/", "-")


def _later(words: Words) -> Words:
    found = Words(words.line)
    found.at = words.at + 1
    return found
