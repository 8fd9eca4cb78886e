"""Playing a case, step by step, and collecting what did not come as expected."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence

from pbem.errors import Problem, Refusal, Refused
from pbem.kernel.board import Board
from pbem.kernel.case.aftermath import Aftermath
from pbem.kernel.case.checking import check
from pbem.kernel.case.matching import listed
from pbem.kernel.case.orders import Sent, refusals, send
from pbem.kernel.case.parts import Case, CaseResult, Part, Unmet
from pbem.kernel.case.setting import edited, lay_out
from pbem.kernel.facts import Fact
from pbem.kernel.game import Game, Texts
from pbem.kernel.pieces import Side
from pbem.kernel.play import Input, Played, play_step
from pbem.kernel.position import Position
from pbem.kernel.questions import Question
from pbem.kernel.rolls import NoDice, Roll
from pbem.kernel.scenario import Scenario
from pbem.kernel.text.amounts import spread
from pbem.kernel.text.orders import Order
from pbem.kernel.text.words import did_you_mean
from pbem.values import dataclass, field, replace


@dataclass(slots=True)
class CaseDice:
    """Dice by name, else in order; a roll for which the case lists none stops the step."""

    named: dict[str, tuple[int, ...]]
    in_order: list[int]
    cast_names: list[str] = field(default_factory=list)

    def cast(self, roll: Roll) -> tuple[int, ...]:
        """The faces that the case gives."""
        if roll.name in self.named:
            faces = self.named.pop(roll.name)
        elif len(self.in_order) >= roll.number:
            faces = tuple(self.in_order[: roll.number])
            del self.in_order[: roll.number]
        else:
            raise NoDice(roll.name)
        if len(faces) != roll.number or not all(1 <= face <= roll.sides for face in faces):
            raise NoDice(f"{roll.name} (the case gives {listed(faces)}, wanted: {roll.number} of 1 to {roll.sides})")
        self.cast_names.append(roll.name)
        return faces


@dataclass(slots=True)
class _Run:
    """A case under way: where it stands, and what was not met so far."""

    case: Case
    game: Game
    scenario: Scenario
    position: Position
    standing: dict[Side, tuple[Order, ...]] = field(default_factory=dict)
    later: dict[tuple[Side, str], tuple[Order, ...]] = field(default_factory=dict)
    unmet: list[Unmet] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    checked: int = 0
    is_over: bool = False


def run_case(case: Case, game: Game, load_texts: Callable[[str], Texts]) -> CaseResult:
    """Play the case with the texts that `load_texts` gives for the name of its game."""
    scenario, position = lay_out(case, game, load_texts(game.name))
    if case.steps:
        position = replace(position, step=case.steps[0].step)
    run = _Run(case, game, scenario, position)
    for number, part in enumerate((case.start, *case.steps)):
        if run.is_over:
            run.unmet.append(Unmet(part.line, f"step {part.step}", ("the step before it did not finish",)))
            break
        run.position = edited(scenario, run.position, part.edits)
        if part.step:
            _play_part(run, part, is_first=number == 1)
        else:
            send(run.game, run.scenario, part, "", Sent(run.standing, run.later))
            _expect(run, part, (), (), ())
    return CaseResult(case.name, case.title, case.rules, case.rulings, tuple(run.unmet), tuple(run.facts), run.checked)


# -- one step ------------------------------------------------------------------------------------------------


def _play_part(run: _Run, part: Part, is_first: bool) -> None:
    steps = run.game.steps(run.scenario)
    if part.step not in steps:
        advice = did_you_mean(part.step, list(steps))
        run.unmet.append(Unmet(part.line, f"step {part.step}", (f"the steps are {', '.join(steps)}. {advice}",)))
        run.is_over = True
        return
    if is_first or part.is_jump:
        run.position = replace(run.position, step=part.step)
    if run.position.step != part.step:
        found = f"play is at `{run.position.step}`: write that step first, or `jump to {part.step}`"
        run.unmet.append(Unmet(part.line, f"step {part.step}", (found,)))
        run.is_over = True
        return
    _play(run, part, steps[part.step].kind)


def _play(run: _Run, part: Part, kind: str) -> None:
    dice = CaseDice(dict(part.named), list(part.dice))
    asked: list[Question] = []
    sent = send(run.game, run.scenario, part, kind, Sent(run.standing, run.later), Board(run.scenario, run.position))
    try:
        played = _played(run, part, sent, dice, asked)
    except Exception as error:  # whatever the rules raise is what the case is there to show
        run.unmet.append(Unmet(part.line, f"step {part.step} runs to its end", _where(error)))
        run.is_over = True
        return
    run.facts += played.facts
    for side, step in played.called:
        run.later.pop((side, run.game.steps(run.scenario)[step].kind), None)
    problems = [*sent.problems, *played.problems]
    if played.stopped:
        found = (f"no die is listed for the roll: {played.stopped}", f"rolled so far: {listed(dice.cast_names)}")
        run.unmet.append(Unmet(part.line, f"step {part.step} runs to its end", found))
    run.unmet += refusals(part, sent, problems)
    run.checked += sum(len(given.refused) for given in (*part.orders, *part.standing))
    run.is_over = not played.is_complete
    run.position = played.position
    if not played.stopped:
        run.unmet += _left_over(part, dice, asked, played.facts)
        _expect(run, part, tuple(played.facts), tuple(asked), played.waiting)


def _played(run: _Run, part: Part, sent: Sent, dice: CaseDice, asked: list[Question]) -> Played:
    """The step, run again with each instalment that the case has for it."""
    game = replace(run.game, counsel=_counsel(run.game, {**part.answers, **sent.answers}, asked))
    instalments: dict[str, Sequence[Order]] = {}
    more = list(sent.more)
    played = play_step(game, run.scenario, run.position, Input(sent.orders), dice, forced=_forced(part))
    while wanted := next((q for q in played.waiting if not q.options and (q.side in [s for s, _ in more])), None):
        at = next(k for k, (side, _) in enumerate(more) if side == wanted.side)
        instalments[wanted.key] = more.pop(at)[1]
        given = Input(sent.orders, {}, instalments)
        played = play_step(game, run.scenario, run.position, given, dice, played.pages, forced=_forced(part))
    return played


def _forced(part: Part) -> dict[str, list[str]]:
    return {chart: list(results) for chart, results in part.forced.items()}


Counsel = Callable[[Board, Question, Sequence[Order], Sequence[Order]], tuple[tuple[str, ...], str] | None]


def _counsel(game: Game, answers: Mapping[str, tuple[str, ...]], asked: list[Question]) -> Counsel:
    """The game's own counsel after the answers of the case; every question is kept, answered or not."""

    def counsel(
        board: Board, question: Question, items: Sequence[Order], standing: Sequence[Order]
    ) -> tuple[tuple[str, ...], str] | None:
        asked.append(question)
        if question.key in answers:
            offered = [option.value for option in question.options]
            return spread(answers[question.key], offered), "answer"
        return game.counsel(board, question, items, standing)

    return counsel


def _where(error: Exception) -> tuple[str, ...]:
    """A fault in the rules, and the place where it was raised."""
    if isinstance(error, Refusal | Refused):
        problems: Sequence[Problem] = error.problems if isinstance(error, Refused) else (error.problem,)
        return tuple(line for problem in problems for line in problem.lines())
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1]
    place = last.filename.replace("\\", "/").rpartition("/pbem/")[2]
    return (f"{type(error).__name__}: {error}", f"raised by {last.name} ({place}:{last.lineno})")


# -- what is left over ---------------------------------------------------------------------------------------


def _left_over(part: Part, dice: CaseDice, asked: Sequence[Question], facts: Sequence[Fact]) -> Iterator[Unmet]:
    """Whatever a case lists must be used: a die that nobody rolls is a mistake of the case or of the rules."""
    rolls = f"the rolls were: {listed(dice.cast_names)}"
    if dice.in_order:
        yield Unmet(part.line, "every die of `dice:` is rolled", (f"left over: {listed(dice.in_order)}", rolls))
    for name in dice.named:
        yield Unmet(part.line, f'die "{name}" is rolled', (rolls, did_you_mean(name, dice.cast_names)))
    keys = [question.key for question in asked]
    for key in part.answers:
        if key not in keys:
            yield Unmet(
                part.line, f'"{key}" is asked', (f"the questions were: {listed(keys)}", did_you_mean(key, keys))
            )
    for chart in part.forced:
        if not any(fact.kind == "forced" and fact["chart"] == chart for fact in facts):
            yield Unmet(part.line, f"chart {chart} is read", ("it never was in this step",))


def _expect(
    run: _Run, part: Part, facts: tuple[Fact, ...], asked: tuple[Question, ...], waiting: tuple[Question, ...]
) -> None:
    scene = Aftermath(run.game, run.scenario, run.position, facts, asked, waiting)
    run.unmet += _unexpected(part, waiting)
    for expect in part.expects:
        run.checked += 1
        found = check(scene, expect)
        if found is not None:
            run.unmet.append(Unmet(expect.line.number, expect.line.text, tuple(text for text in found if text)))


def _unexpected(part: Part, waiting: Sequence[Question]) -> Iterator[Unmet]:
    """A step that stands still is expected only if the case says what is asked."""
    expected = [expect for expect in part.expects if expect.verb in ("asks", "waits") and not expect.is_not]
    for question in waiting:
        if not any(e.verb == "waits" or e.words[0] == question.key for e in expected):
            options = listed([option.value for option in question.options])
            given = part.answers.get(question.key)
            answer = f"the case answers {listed(given)}, which is not one of them" if given is not None else ""
            found = (f'{question.side} is asked "{question.key}": {options} by {question.rule}', question.text, answer)
            yield Unmet(part.line, "nobody is asked anything else", tuple(text for text in found if text))
