"""For which step orders are meant: asked of the game and of where the campaign stands, never of a fixed list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.eyes import own_eyes, position_seen
from pbem.desk.record.names import shown
from pbem.desk.record.pending import is_fixed_ahead
from pbem.desk.record.state import State
from pbem.errors import Family, Problem, Spot
from pbem.kernel.board import Board
from pbem.kernel.coming import coming, missing
from pbem.kernel.naming import does
from pbem.kernel.pieces import Side
from pbem.kernel.sequence import Place, Step, stem_of
from pbem.kernel.text.names import folded
from pbem.kernel.text.words import did_you_mean
from pbem.values import NamedTuple

MANY = 20  # words of one kind: a number of Actions that no day has
_SHEET = "`pbem sheet` writes an order sheet with the right header"


def coming_for(campaign: Campaign, state: State, side: str) -> tuple[Place, ...]:
    """The places that take orders of a side, the soonest first, as far as it can know them."""
    position = position_seen(campaign, state.position, own_eyes(campaign, state, side))
    places = coming(campaign.game, campaign.scenario, position, Side(side))
    if not state.pen:
        return places
    # Between two stores secret orders travel as a hash of the whole file, which is opened within its turn.
    return tuple(p for p in places if p.turn == position.turn or len(campaign.steps[p.step].needs) < 2)


class Called(NamedTuple):
    """What a step is called, for comparing: its id and title, and its word in order files with and without a number."""

    id: str
    title: str
    kind: str
    stem: str


def _called(campaign: Campaign) -> Mapping[str, Called]:
    return campaign.scenario.memo("names of steps", lambda: {step.id: _names(step) for step in campaign.steps.values()})


def _names(step: Step) -> Called:
    return Called(folded(step.id), folded(step.title), folded(step.kind), folded(stem_of(step.kind)))


def is_called(campaign: Campaign, step: Step, said: str) -> bool:
    """Whether a word means the step."""
    return folded(said) in _called(campaign)[step.id]


def of_kind(campaign: Campaign, side: Side, kind: str) -> list[Step]:
    """The steps of a kind that a side sends orders for; those that need them come alone.

    A word without a number means all steps of that word: `move` for `move-1` and `move-2`.
    """
    word, steps, names = folded(kind), campaign.steps, _called(campaign)
    exact = [step for step in steps.values() if names[step.id].kind == word]
    found = exact or [step for step in steps.values() if names[step.id].stem == word]
    return [step for step in found if side in step.needs] or [step for step in found if not step.needs]


def _run(kinds: Sequence[str]) -> str:
    """A row of numbered words: where nobody can say how many there will be, its last one tells nothing."""
    if len(kinds) > MANY:
        return f"{kinds[0]}, {kinds[1]} and so on"
    return f"{kinds[0]} to {kinds[-1]}" if len(kinds) > 2 else ", ".join(kinds)


class Asked(NamedTuple):
    """What a side may send orders for."""

    campaign: Campaign
    state: State
    side: Side
    places: tuple[Place, ...]
    who: str = ""  # who of a side that players share

    def kinds(self) -> list[str]:
        """The words of the steps that may come, the soonest first."""
        return list(dict.fromkeys(self.campaign.steps[place.step].kind for place in self.places))

    def wanted(self) -> str:
        """The same for people: of numbered words the first and the last, or of very many the first two."""
        runs: dict[str, list[str]] = {}
        for kind in self.kinds():
            runs.setdefault(stem_of(kind), []).append(kind)
        return "one of " + ", ".join(map(_run, runs.values()))

    def named(self, said: str, spot: Spot, problems: list[Problem]) -> Place | None:
        """The step that a header names; what is wrong with it is added to the problems."""
        steps, name = self.campaign.steps, self.campaign.side_name(self.side)
        names, word = _called(self.campaign), folded(said)
        meant = [step for step in steps.values() if word in (names[step.id].id, names[step.id].title)]
        found = meant or of_kind(self.campaign, self.side, said)
        if not found:
            words = dict.fromkeys((*map(stem_of, self.kinds()), *self.kinds(), *steps))  # a word twice hides itself
            advice = did_you_mean(folded(said), list(words)) or _SHEET
            why = f"{does(name, 'have')} no step of this name"
            problems.append(Problem(Family.UNREADABLE, why, said, self.wanted(), advice=advice, spot=spot))
            return None
        if meant and meant[0].needs and self.side not in meant[0].needs:
            why = f"{does(name, 'send')} no orders for {meant[0].title}"
            problems.append(Problem(Family.ILLEGAL, why, said, self.wanted(), advice=_SHEET, spot=spot))
            return None
        place = self.soonest(found) or self.soonest(
            of_kind(self.campaign, self.side, said)
        )  # a step's name may be a kind too
        if place is None:
            problems.append(self.refused(said, found, spot))
        return place

    def soonest(self, steps: Iterable[Step], start: Place | None = None) -> Place | None:
        """The first of these steps that comes, from `start` on if it is named; a sealed one only if it is the last."""
        wanted = [step.id for step in steps]
        first = self.places.index(start) if start in self.places else 0
        found = [place for place in self.places[first:] + self.places[:first] if place.step in wanted]
        return next((place for place in found if not self.is_sealed(place)), found[0] if found else None)

    def is_sealed(self, place: Place) -> bool:
        """Whether the place is the step under way, and does not come again: named twice, the next time is meant.

        What is sealed together with the step under way can no longer be changed either.
        """
        opened = self.state.open
        if is_fixed_ahead(self.state, self.who or self.side, place.step):
            return True
        is_now = opened is not None and (opened.turn, opened.step) == (place.turn, place.step)
        return is_now and self.places.count(place) < 2

    def absent(self, steps: Sequence[Step]) -> Problem | None:
        """The rule that leaves all these steps out of the turn, if there is one."""
        return missing(self.campaign.game, Board(self.campaign.scenario, self.state.position), steps)

    def refused(self, said: str, steps: Sequence[Step], spot: Spot) -> Problem:
        """Orders for a step that does not come any more."""
        now, turn = self.campaign.step_of(self.state), self.state.position.turn
        found = shown(said).strip("`")
        if now is None:
            wanted = "nothing more; `pbem report` shows how it ended"
            return Problem(Family.ILLEGAL, "the game is over", found, wanted, advice="open a new campaign", spot=spot)
        played = self.state.played_in(turn)
        if any(step.id in played for step in steps):
            why = f"{said} has been played in turn {turn}; its orders can no longer be changed"
            advice = "if a rule was broken, `pbem amend` takes the step back, with an entry that all can see"
            return Problem(Family.ILLEGAL, why, found, f"the campaign is at {now.title}", advice=advice, spot=spot)
        absent = self.absent(steps)
        if absent is not None:
            return absent.at(spot)
        why = f"{said} does not come up in turn {turn} as matters stand"
        wanted = self.wanted() if self.places else "nothing from you at present"
        return Problem(Family.ILLEGAL, why, found, wanted, advice=_SHEET, spot=spot)
