"""Reading standing orders: preferences that answer questions in advance."""

from __future__ import annotations

from pbem.games.strafexpedition.by_mail import grammar_standing_combat
from pbem.games.strafexpedition.by_mail.grammar_conditions import check_conditions, take_conditions
from pbem.games.strafexpedition.by_mail.orders_command import written
from pbem.games.strafexpedition.by_mail.phrases import take_brigade, take_unit
from pbem.games.strafexpedition.infiltration import FIRE, HOLD, TOPIC
from pbem.kernel.game import Reading
from pbem.kernel.text.names import take_hex
from pbem.kernel.text.standing import Choice, Topics, one_of, toward, wanting
from pbem.kernel.text.words import Words

NEVER, ANY = "never", "any"
STANDING = "standing"  # the section


def react(words: Words, reading: Reading) -> tuple[str, ...]:
    """`never`, `any`, `58`, or `58 at 1534`, the headquarters' hex."""
    if words.peek() in (NEVER, ANY, "none", "all"):
        word = words.take("a word").lower()
        return ({"none": NEVER, "all": ANY}.get(word, word),)
    brigade = written(take_brigade(words, reading))
    return (f"{brigade} at {take_hex(words, reading.scenario.map)}",) if words.skip("at") else (brigade,)


def infiltration_fire(words: Words, reading: Reading) -> tuple[str, ...]:
    """`fire` or `always`, `hold` or `never`."""
    word = words.expect(FIRE, "always", HOLD, NEVER)
    return (FIRE if word in (FIRE, "always") else HOLD,)


def only_standing(choice: Choice) -> Choice:
    """What is asked in the enemy's Actions alone: in a section of one's own the line would answer nothing."""

    def take(words: Words, reading: Reading) -> tuple[str, ...]:
        if reading.section != STANDING:
            why = "this is asked in the enemy's Actions, for which you send no section"
            raise words.unreadable(why, f"the line under `{STANDING}:`", f"put it below a line `{STANDING}:`")
        return choice(words, reading)

    return take


CHOICES = {
    "react": wanting(react, "`never`, `any`, or one of your brigades, such as `58 at 1635`"),
    TOPIC: infiltration_fire,
    **grammar_standing_combat.CHOICES,
}
TOPICS = Topics(
    {
        **CHOICES,
        **{name: only_standing(CHOICES[name]) for name in ("react", "pay", "counter-assault")},
        "confusion": toward(one_of("none")),
        "wrong-way": toward(one_of("none")),
    },
    take_unit,
    take_conditions,
    check=check_conditions,
)
