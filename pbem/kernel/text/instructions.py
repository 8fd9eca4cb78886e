"""Instructions after an attack, for each result that the dice may bring: `on */2: losses A, B; advance C`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.errors import Unreadable
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.questions import Question
from pbem.kernel.text.words import Words
from pbem.values import NamedTuple

ANY = "*"
Wanted = tuple[Any, ...]  # unit ids and words such as `all`; or a game's own values, whose `str` is canonical


class OnResult(NamedTuple):
    """What is wanted after a result such as `*/2`: by topic, in the order in which a game writes its topics.

    A result that has a name, `perfect`, has no second half.
    """

    attacker: str
    defender: str
    wants: tuple[tuple[str, Wanted], ...]

    def __str__(self) -> str:
        parts = [f"{topic} {', '.join(map(str, wanted))}" for topic, wanted in self.wants]
        named = "any" if self.attacker == ANY else self.attacker
        result = f"{self.attacker}/{self.defender}" if self.defender else named
        return f"on {result}: {'; '.join(parts)}"

    def fits(self, result: str) -> bool:
        """Whether it speaks of this result."""
        ours, _, theirs = result.partition("/")
        return self.attacker in (ANY, ours) and self.defender in (ANY, theirs)

    def wanted(self, topic: str) -> Wanted:
        """What it says on a topic; nothing where it is silent."""
        return dict(self.wants).get(topic, ())

    def covers(self, later: OnResult) -> bool:
        """Whether whatever the later instruction says is said by this one, which is asked before it."""
        is_wider = self.attacker in (ANY, later.attacker) and self.defender in (ANY, later.defender)
        return is_wider and all(self.wanted(topic) for topic, _ in later.wants)


def on_result(attacker: str, defender: str, **wants: Wanted) -> OnResult:
    """`on_result("*", "2", advance=("all",))`; topics of which nothing is wanted are left out."""
    return OnResult(attacker, defender, tuple((topic, wanted) for topic, wanted in wants.items() if wanted))


class Results(NamedTuple):
    """Which results may follow `on`: each half by a test, and both in words; or results that have names."""

    attacker: Callable[[str], bool]
    defender: Callable[[str], bool]
    wanted: str
    named: tuple[str, ...] = ()


def results_named(*names: str) -> Results:
    """Results with names, and `any` for all of them."""
    wanted = f"{', '.join(f'`{name}`' for name in names)} or `any`"
    return Results(lambda _: False, lambda _: False, wanted, names)


def take_instructions(
    words: Words, results: Results, topics: Mapping[str, Callable[[], Wanted]]
) -> tuple[OnResult, ...]:
    """All instructions at the end of an order; `topics` reads what may be wanted."""
    found: list[OnResult] = []
    while words.skip("on"):
        ours, theirs = _take_result(words, results)
        words.expect(":")
        found.append(OnResult(ours, theirs, _take_wants(words, topics)))
    return tuple(found)


def _take_result(words: Words, results: Results) -> tuple[str, str]:
    spot = words.spot()
    if results.named:
        name = words.expect(*results.named, "any")
        return (ANY if name == "any" else name), ""
    text = words.take("a result such as */2").upper()
    ours, slash, theirs = (ANY, "/", ANY) if text == "ANY" else text.replace("ANY", ANY).partition("/")
    is_ours = ours == ANY or results.attacker(ours)
    if not slash or not is_ours or not (theirs == ANY or results.defender(theirs)):
        raise Unreadable("this is not a combat result", found=text, wanted=results.wanted, spot=spot)
    return ours, theirs


def _take_wants(words: Words, topics: Mapping[str, Callable[[], Wanted]]) -> tuple[tuple[str, Wanted], ...]:
    wants: dict[str, Wanted] = {}
    while not wants or not (words.is_done or words.peek() == "on"):
        topic = words.expect(*topics)
        if topic in wants:
            words.at -= 1
            advice = "put all of them after one, separated by commas"
            raise words.unreadable(f"`{topic}` appears twice after one result", f"one `{topic}`", advice)
        wants[topic] = topics[topic]()
        words.skip(";", ",")
    return tuple((topic, wants[topic]) for topic in topics if topic in wants)


# -- when the dice have spoken -------------------------------------------------------------------------------


def is_told(instructions: Sequence[OnResult], result: str, topic: str) -> bool:
    """Whether one of them says what is wanted after the result."""
    return any(one.fits(result) and one.wanted(topic) for one in instructions)


def instructed(
    board: Board, question: Question, kind: str, hexes: Sequence[HexId], instructions: Sequence[OnResult]
) -> Wanted:
    """What the order of an attack says to a question of that very attack: the first instruction for how it came out.

    The attack is the episode of the kind in which the question is asked, of the same side against the same hexes.
    """
    attack = question.within(kind)
    if attack is None or (attack.side, attack.hexes) != (question.side, tuple(hexes)):
        return ()
    outcome = board.outcome_of(attack)
    result = str(outcome["result"]) if outcome else ""
    said = [one.wanted(question.topic) for one in instructions if one.fits(result)]
    return next(filter(None, said), ())
