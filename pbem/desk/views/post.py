"""The post of one step: what it says besides its tale. `views.posts` chooses steps, `views.pages` is for one player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pbem.desk.inbox.tried import TriedStep
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import Owed, owed
from pbem.desk.record.eyes import ALL, debts_seen, in_fog, is_open_to, position_seen
from pbem.desk.record.heads import KEY, head_words
from pbem.desk.record.notice import seals_of
from pbem.desk.record.state import State, label, labels
from pbem.desk.replay.load import load
from pbem.desk.replay.step_facts import StepFacts
from pbem.desk.replay.under_way import under_way
from pbem.desk.views.again import played_again
from pbem.desk.views.citing import date_in_words, eyes_in_words, reconstructed, rulings_used
from pbem.desk.views.proof import proof_of
from pbem.desk.views.telling import tale
from pbem.dice.harmless import harmless
from pbem.kernel.board import Board
from pbem.kernel.naming import alike
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from pbem.kernel.telling.tale import Tale
from pbem.kernel.views.plain import plain
from pbem.store.entry import Reads
from pbem.values import dataclass, field

if TYPE_CHECKING:
    from pbem.report import Post


@dataclass(frozen=True, slots=True)
class Published:
    """A page, what it is about, and what was wrong with the reader's own templates."""

    name: str
    text: str
    warnings: tuple[str, ...] = ()


@dataclass(slots=True)
class Wish:
    """How a page is wanted: its format, the reader's own templates, and a list for complaints about them."""

    fmt: str
    own: str = ""
    warnings: list[str] = field(default_factory=list)

    def words(self) -> dict[str, Any]:
        """The same for every page."""
        return {"fmt": self.fmt, "own": self.own or None, "warnings": self.warnings}


# -- the post of a step ---------------------------------------------------------------------------------------


def written(
    campaign: Campaign,
    found: StepFacts,
    told: Tale,
    context: Mapping[str, Any],
    wish: Wish,
    deeper: int = 0,
    is_brief: bool = False,
) -> Post:
    """The post of a step with what it is to say besides its tale; `deeper` makes it part of another page."""
    from pbem.report import report_step

    about = {"context": context, "deeper": deeper, "is_brief": is_brief, **wish.words()}
    return report_step(campaign.scenario, found.title, told, found.before, found.after, **about)


def written_in(
    campaign: Campaign, found: StepFacts, told: Tale, context: Mapping[str, Any], formats: Iterable[str]
) -> dict[str, str]:
    """The post of a step in several formats."""
    from pbem.report import report_forms

    posts = report_forms(campaign.scenario, found.title, told, found.before, found.after, formats, context=context)
    return {fmt: post.text for fmt, post in posts.items()}


def context_of(
    campaign: Campaign, state: State, found: StepFacts, picture: str, luck: str = "", eyes: str = ALL
) -> dict[str, Any]:
    """What a post says besides the facts."""
    rulings = rulings_used(campaign, found.facts)
    about: dict[str, Any] = {
        **names(campaign),
        "turn": found.turn,
        "step": found.step,
        "date": date_of(campaign, found.turn),
        "dice": _dice(campaign, state, found),
        "press": [_press(campaign, found.seq, side, text) for side, text in found.body.press],
        "victory": plain(campaign.game.summary(Board(campaign.scenario, found.after))),
        "rulings": rulings,
        "reconstructed": reconstructed(campaign, rulings),
        "luck": luck,
        "eyes": "" if eyes == ALL else eyes_in_words(campaign, eyes),
        **played_again(campaign, found),
    }
    if picture:
        about["picture"] = {"file": picture, "text": f"the board after {found.label}"}
    if is_latest(campaign, state, found):
        about |= next_of(campaign, state, eyes)
    return about


def names(campaign: Campaign) -> dict[str, Any]:
    return {
        "campaign": campaign.name,
        "game": campaign.game.title,
        "sides": side_names(campaign),
        "verbs": campaign.game.verbs,
        "joiners": campaign.game.joiners,
        "data": [harmless(line) for line in campaign.data.lines()],
    }


def side_names(campaign: Campaign) -> dict[str, str]:
    """The names of the sides, for a page."""
    return {side: harmless_name(campaign, side) for side in campaign.sides}


def harmless_name(campaign: Campaign, who: str) -> str:
    """The name of a side or seat, harmless; a plural one stays plural."""
    name = campaign.side_name(who)
    return alike(name, harmless(name))


def date_of(campaign: Campaign, turn: int) -> str:
    """The date of a turn in words, where the scenario has one."""
    dates = campaign.scenario.card.get("dates", ())
    return str(dates[turn - 1]) if 0 < turn <= len(dates) else ""


def _dice(campaign: Campaign, state: State, found: StepFacts) -> dict[str, Any]:
    """The proof of the step's dice, as the verifiers read it; none where no dice fell."""
    is_last = is_latest(campaign, state, found)
    is_fixed = state.open is None or state.open.is_sealed  # the date of a question may still be moved
    announced = state.next_epoch if is_last and is_fixed else 0
    seals = seals_of(campaign, state) if is_last else {}
    proof = proof_of(campaign, state.dice, found, announced=announced, is_first=found.is_first, seals=seals)
    return {"mode": campaign.terms.mode, "proof": "\n".join(proof), "place": label(found.turn, found.step)}


def _press(campaign: Campaign, seq: int, side: str, text: str) -> dict[str, str]:
    """Press of a step, by whoever commanded when it was played: a successor did not write it."""
    return {"from": harmless(campaign.player(side, seq)), "side": side, "text": harmless(text)}


# -- who is next ----------------------------------------------------------------------------------------------


def is_latest(campaign: Campaign, state: State, found: StepFacts) -> bool:
    """Whether nothing has happened behind the step."""
    if not found.is_complete:
        return True
    return labels(state.trail)[-1:] == [found.label] and under_way(campaign, state) is None


def next_of(campaign: Campaign, state: State, eyes: str) -> dict[str, Any]:
    """Who owes what, and the order block to fill in."""
    waiting = owed(campaign, state)
    step = campaign.step_of(state)
    blocks = [_block(campaign, state, debt, eyes) for debt in waiting]
    return {
        "next": [
            {**debt.as_json(), "player": harmless(debt.player), "by": date_in_words(debt.due)}
            for debt in debts_seen(waiting, eyes)
        ],
        "next_step": step.title if step else "",
        "order_block": [b for b in blocks if b],
    }


def _block(campaign: Campaign, state: State, debt: Owed, eyes: str) -> str:
    from pbem.report import order_block

    if debt.questions:
        return ""  # the question has its own page, with an answer block
    header = header_for(campaign, debt.seat or debt.side, state, state.position)
    if not is_open_to(eyes, debt.side):
        return order_block(header, [f"# your units and what they may do: the order sheet of {header['side']}"])
    position = position_seen(campaign, state.position, eyes)
    data = campaign.game.sheet(Board(campaign.scenario, position), Side(debt.side))
    return order_block(header, data.orders, state.standing.get(debt.seat or debt.side, ()))


def header_for(campaign: Campaign, who: str, state: State, place: Position) -> dict[str, Any]:
    """The header of an order file of a side, or of a player who shares one; with the record as it is shown to all."""
    name = who if who in campaign.seats else campaign.side_name(who)
    head = head_words(*state.public)
    return {"campaign": campaign.name, "side": name, "turn": place.turn, "step": place.step, KEY: head}


# -- a try ----------------------------------------------------------------------------------------------------


def story_of(store: Reads, campaign: str, step: TriedStep) -> str:
    """What a try would do, in the words of a post, without proof and order block."""
    from pbem.report import report_step

    loaded = in_fog(load(store, campaign)[0], step.before, step.after, facts=step.facts)
    told = tale(loaded, step.after, step.facts)
    context = {**names(loaded), "turn": step.before.turn, "step": step.before.step}
    return report_step(loaded.scenario, step.title, told, step.before, step.after, context=context).text
