"""The chronicle: what the book and the charts of a campaign tell, gathered step by step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pbem.desk.archive.boards import Pictured
from pbem.desk.archive.posts import Posts
from pbem.desk.record.campaign import Campaign
from pbem.desk.replay.steps import StepTold
from pbem.desk.views.dice_so_far import Habits, habits_of, thrown_in
from pbem.desk.views.post import date_of
from pbem.dice.luck import Thrown, luck_of, verdict
from pbem.kernel.board import Board
from pbem.kernel.facts import losses
from pbem.report.book import Book, BookChart, BookFile, BookStep
from pbem.values import dataclass, field

if TYPE_CHECKING:
    from pbem.desk.replay.step_facts import StepFacts


@dataclass(slots=True)
class Chronicle:
    """A book in the making."""

    campaign: Campaign
    habits: Habits
    steps: list[BookStep] = field(default_factory=list)
    thrown: dict[int, list[Thrown]] = field(default_factory=dict)  # by turn
    anchors: dict[str, str] = field(default_factory=dict)  # of the dice, by party
    end: str = ""

    def begin(self, board: str, drawn: str, seen: str) -> None:
        """The set-up is the first page."""
        place = self.campaign.game.set_up(self.campaign.scenario)
        words = f"The set-up of {self.campaign.scenario.title}."
        date = date_of(self.campaign, place.turn)
        page = BookStep(
            "start",
            "Set-up",
            place.turn,
            "",
            board,
            words,
            f"<p>{words}</p>",
            words,
            words,
            date=date,
            drawn=drawn,
            seen=seen,
        )
        self.steps.append(page)
        self.thrown.setdefault(place.turn, [])
        self.anchors |= self.campaign.terms.anchors

    def take(
        self,
        told: StepTold,
        posts: Posts,
        board: Pictured,
        files: tuple[BookFile, ...],
        taken_back: str,
        drawn: str,
        seen: str,
    ) -> None:
        """A played step; one that was taken back is told, but nothing of it counts."""
        step = told.step
        name, title = step.label, step.title
        if taken_back:
            name, title = f"{name}-taken-back-{told.seq}", f"{title} (taken back: {taken_back})"
        needs, text = self.campaign.steps[step.step].needs, posts.texts["txt"]
        self.steps.append(BookStep(
            name, title, step.turn, needs[0] if len(needs) == 1 else "", board.file, posts.in_short or title,
            posts.texts["html"], posts.bare, text, posts.proof, date_of(self.campaign, step.turn), told.at,
            {} if taken_back else losses_of(self.campaign, step),
            {} if taken_back else points_of(self.campaign, step), files, board.action,
            drawn, seen,
        ))  # fmt: skip
        cast = thrown_in(self.campaign, self.habits, step.facts)
        self.thrown.setdefault(step.turn, []).extend([] if taken_back else cast)
        self.anchors |= told.state.dice.anchors
        ends = [str(fact.get("text", "")) for fact in step.facts if fact.kind == "victory"]
        self.end = ends[-1] if ends and not taken_back else self.end

    def book(self, charts: tuple[BookChart, ...], files: tuple[BookFile, ...], outcome: str) -> Book:
        """The book as it stands."""
        campaign = self.campaign
        cast = [one for turn in self.thrown.values() for one in turn]
        return Book(
            campaign.id, campaign.name, campaign.game.title, campaign.scenario.title, campaign.players_over_time(),
            {str(side): name for side, name in campaign.sides.items()}, tuple(self.steps), charts, files,
            outcome, verdict(luck_of(cast)), _committed(self.anchors),
        )  # fmt: skip


def chronicle_of(campaign: Campaign) -> Chronicle:
    """An empty book."""
    return Chronicle(campaign, habits_of(campaign.game.name))


def _committed(anchors: Mapping[str, str]) -> str:
    """The published commitments; a single one needs no name."""
    if len(anchors) == 1:
        return next(iter(anchors.values()))
    return ", ".join(f"{party} {anchor}" for party, anchor in anchors.items())


def losses_of(campaign: Campaign, step: StepFacts) -> dict[str, int]:
    """Steps lost by side."""
    return {str(side): lost for side, lost in losses(step.facts, campaign.scenario.units).items()}


def points_of(campaign: Campaign, step: StepFacts) -> dict[str, int]:
    """Victory points by side after the step, where the game keeps any."""
    score = campaign.game.summary(Board(campaign.scenario, step.after)).score
    return {str(side): points for side, points in score.totals().items()} if score else {}
