"""The table: it casts dice, asks players and explains modifiers. The rules see nothing else of the world.

The same rules serve adjudication, resuming, checking, what-if, fuzzing and verifying: only the dice, the
counsel and the journal that are plugged in here change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from pbem.errors import Diverged, Waiting
from pbem.kernel.attempts import Attempts, Filed, Objection, Warn
from pbem.kernel.board import Board
from pbem.kernel.episodes import NOBODY, full_name, purpose
from pbem.kernel.journal import Journal, Page
from pbem.kernel.openings import Openings, Revealed
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Answer, Question, Wanting
from pbem.kernel.rolls import Cast, Dice, Kept, Occasion, Roll, Settled
from pbem.kernel.text.orders import MoreOrder, Order

T = TypeVar("T")
Counsel = Callable[[Board, Question], Answer | None]
Instalments = Callable[[Side, str], Sequence[Order] | None]


class Table(Attempts):
    """One step's dealings with dice and players."""

    def __init__(
        self,
        board: Board,
        dice: Dice,
        counsel: Counsel,
        journal: Journal | None = None,
        *,
        forced: Mapping[str, list[str]] | None = None,
        instalments: Instalments | None = None,
        refuse: Objection | None = None,
        foresee: Objection | None = None,
        filed: Filed | None = None,
        warn: Warn | None = None,
        first_epoch: int = 0,
        kept: Kept | None = None, openings: Openings | None = None,
    ) -> None:  # fmt: skip
        super().__init__(board, refuse, foresee, filed, warn)
        self.openings, self.revealed = openings or Openings(), Revealed()
        self.dice, self.counsel = dice, counsel
        self.journal = journal or Journal()
        self.epoch = first_epoch
        self._forced = {chart: list(results) for chart, results in (forced or {}).items()}
        self._instalments = instalments
        self._names: dict[tuple[str, str], None] = {}
        self._kept = kept or {}
        self._decided: dict[str, tuple[str, ...]] = {}  # what was decided in each order so far
        self.occasions: dict[tuple[str, str], Occasion] = {}  # of each roll and answer, by kind and name

    # -- dice ---------------------------------------------------------------------------------------------

    def roll(
        self, name: str, sides: int = 6, *, rule: str = "", by: Side = NOBODY, units: Sequence[UnitId] = (),
        kind: str = "", kindest: int = 0, alone: bool = False,
    ) -> int:  # fmt: skip
        """One die. `name` says what it is for within its episode, and is used once there; for the rest see `rolls`."""
        return self.rolls(
            name, 1, sides, rule=rule, by=by, units=units, kind=kind, kindest=kindest, alone=alone
        )[0]  # fmt: skip

    def rolls(
        self, name: str, count: int, sides: int = 6, *, rule: str = "", by: Side = NOBODY,
        units: Sequence[UnitId] = (), kind: str = "", kindest: int = 0, alone: bool = False,
    ) -> tuple[int, ...]:  # fmt: skip
        """Several dice under one name.

        They are cast `by` the side whose luck it is, for `units` if for any: then the side is theirs. `kind` is the
        name without its particulars. A roll that stands `alone` is not named after the episodes around it.
        """
        scope = None if alone else self.board.scope
        owner = by or (self.board.unit(units[0]).side if units else NOBODY)
        cast = Cast(purpose(scope, kind or name), sides, owner)
        return self._made(Roll(full_name(scope, name), count, sides, self.epoch, kindest), cast, rule, units)

    def draw(self, name: str, pool: Sequence[T], *, rule: str = "", kind: str = "") -> T:
        """One of the pool, by a die with as many sides and nobody's luck; the caller takes it out of the pool."""
        scope, sides = self.board.scope, len(pool)
        cast = Cast(purpose(scope, kind or name), sides, is_draw=True)
        return pool[self._made(Roll(full_name(scope, name), 1, sides, self.epoch), cast, rule)[0] - 1]

    def _made(self, roll: Roll, cast: Cast, rule: str, units: Sequence[UnitId] = ()) -> tuple[int, ...]:
        """The faces, and the fact that tells of them."""
        page = self._page(roll, cast)
        self.board.note(
            "rolled", rule, name=roll.name, purpose=list(cast.purpose), by=cast.by, units=list(units),
            sides=roll.sides, faces=list(page.values), draw=cast.is_draw, epoch=page.epoch,
        )  # fmt: skip
        return tuple(page.values)

    def _page(self, roll: Roll, cast: Cast) -> Page:
        """The page of the roll, read in the journal or written now."""
        self._use_once("roll", roll.name)
        self._come_up("roll", roll.name)
        page = self.journal.next("roll", roll.name)
        if page is None:
            page = self.journal.write(self._cast(roll, cast))
        if len(page.values) != roll.number or not all(isinstance(f, int) and 1 <= f <= roll.sides for f in page.values):
            raise Diverged(self.journal.number, f"{page.values}", f"{roll.number}d{roll.sides} for {roll.name}")
        if page.cast != cast:
            raise Diverged(self.journal.number, f"{page.cast}", f"{cast}")
        is_kept = self._before("roll", roll.name) == Settled(page.epoch, page.values, roll.sides)
        if page.epoch != self.epoch and not is_kept:
            raise Diverged(self.journal.number, f"epoch {page.epoch}", f"epoch {self.epoch} for {roll.name}")
        return page

    def _cast(self, roll: Roll, cast: Cast) -> Page:
        old = self._before("roll", roll.name)
        if old and (len(old.values), old.sides) == (roll.number, roll.sides):
            return Page("roll", roll.name, old.values, epoch=old.epoch, cast=cast)
        return Page("roll", roll.name, self.dice.cast(roll), epoch=roll.epoch, cast=cast)

    # -- a step that is played again ----------------------------------------------------------------------

    def _come_up(self, kind: str, name: str) -> None:
        """A roll or a question comes up: the occasion is noted."""
        order = str(self._order) if self._order else ""
        self.occasions[kind, name] = Occasion(kind, name, order, self._decided.get(order, ()))

    def _before(self, kind: str, name: str) -> Settled | None:
        """What came of the same occasion before the step was taken back."""
        return self._kept.get(self.occasions[kind, name])

    def _answer(self, question: Question) -> Answer | None:
        """An order that stands keeps its answers: who knows its dice must not choose again."""
        old = self._before("ask", question.key)
        kept = Answer(old.values, "kept") if old and question.allows(old.values) else None
        return kept if kept and self._order else self.counsel(self.board, question) or kept

    # -- questions ----------------------------------------------------------------------------------------

    def ask(self, question: Question) -> tuple[str, ...]:
        """What the player chose, by orders, standing orders or a mail of his own; else the step waits."""
        return self.ask_all([question])[0]

    def choose(self, question: Question) -> str:
        """The one option that the player chose."""
        return self.ask(question)[0]

    def ask_all(self, questions: Sequence[Question]) -> list[tuple[str, ...]]:
        """Questions of one moment: those that nobody has answered go out together."""
        asked = [question.asked_in(self.board.scope) for question in questions]
        for question in asked:
            self._come_up("ask", question.key)
        if self.journal.is_read_through:
            self._write_answers(asked)
        pages = [self._read_answer(question) for question in asked]
        if any(Answer(page.values, page.source).is_late for page in pages):
            self.open_epoch()
        return [page.values for page in pages]

    def _write_answers(self, questions: Sequence[Question]) -> None:
        # All or none: a page written after an open question would stand in the wrong place when it is answered.
        answers = [self._answer(question) for question in questions]
        pairs = list(zip(questions, answers, strict=True))
        unanswered = tuple(q for q, answer in pairs if answer is None or not q.allows(answer.chosen))
        if unanswered:
            raise Waiting(unanswered)
        for question, answer in pairs:
            if answer:
                self.journal.append(Page("ask", question.key, answer.chosen, answer.source))

    def _read_answer(self, question: Question) -> Page:
        self._use_once("ask", question.key)
        page = self.journal.next("ask", question.key)
        if page is None:
            raise Diverged(self.journal.number + 1, "nothing", question.key)
        if not question.allows(page.values):
            options = [option.value for option in question.options]
            raise Diverged(self.journal.number, f"{question.key}: {list(page.values)}", f"one of {options}")
        order = self.occasions["ask", question.key].order
        self._decided[order] = (*self._decided.get(order, ()), f"{question.key}: {', '.join(page.values)}")
        self.board.note(
            "decided", question.rule, side=question.side, key=question.key, topic=question.topic,
            chosen=list(page.values), source=page.source,
        )  # fmt: skip
        return page

    def more(self, side: Side, key: str) -> Sequence[Order]:
        """The next instalment of the side's orders; the step waits until it comes."""
        return self.more_all([Wanting(side, key)])[0]

    def more_all(self, wanted: Sequence[Wanting]) -> list[Sequence[Order]]:
        """Orders that several sides owe at one moment: they are asked for together."""
        if self.journal.is_read_through:
            text = "the next part of your orders for this step, or `done`"
            missing = [one for one in wanted if self._instalment(one.side, one.key) is None]
            if missing:
                raise Waiting(tuple(Question(o.side, o.key, (), "", text, many=True, seat=o.seat) for o in missing))
        orders = [self._more(one.side, one.key) for one in wanted]
        if orders:
            self.open_epoch()
        return orders

    def _instalment(self, side: Side, key: str) -> Sequence[Order] | None:
        return self._instalments(side, key) if self._instalments else None

    def _more(self, side: Side, key: str) -> Sequence[Order]:
        self._use_once("more", key)
        page = self.journal.next("more", key)
        orders = self._instalment(side, key)
        if orders is None:
            raise Diverged(self.journal.number, "an instalment", f"none for {key}")
        if page is None:
            self.journal.write(Page("more", key, tuple(str(order) for order in orders), "answer"))
        elif tuple(str(order) for order in orders) != page.values:
            raise Diverged(self.journal.number, f"{list(page.values)}", f"{[str(o) for o in orders]}")
        return orders

    def parts(
        self, side: Side, name: str, orders: Sequence[Order], first: int = 1
    ) -> Iterator[tuple[int, Sequence[Order]]]:
        """The orders of a step part by part, each with its number: where one ends with `more`, the next is awaited."""
        yield first, orders
        while orders and isinstance(orders[-1], MoreOrder):
            first += 1
            orders = self.more(side, f"{name} instalment {first}")
            yield first, orders

    def open_epoch(self) -> None:
        """The step had stopped here: what was decided since is sealed by itself, and dice after it have that seal."""
        self.epoch += 1

    def _use_once(self, kind: str, name: str) -> None:
        # An answer is found by its name: a name used twice would answer a question that nobody has seen.
        if "@" in name and kind != "more":  # of a secret: names of dice and of questions are public
            raise AssertionError(f"the {kind} {name!r} names a secret")
        if (kind, name) in self._names:
            raise AssertionError(f"the {kind} {name!r} is made twice in one step")
        self._names[kind, name] = None

    # -- charts -------------------------------------------------------------------------------------------

    def read(self, chart: str, entry: str) -> str:
        """An entry of a chart. A case may lay a result over it; nothing else can."""
        forced = self._forced.get(chart)
        if forced:
            entry = forced.pop(0) if len(forced) > 1 else forced[0]
            self.board.note("forced", "", chart=chart, result=entry)
        return entry
