"""Publishing: the post of a step, the order sheet, the questions and receipts, from the record to the report room."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.desk.campaign import Campaign, load
from pbem.desk.drawing import board_numbers
from pbem.desk.looking import StepFacts, facts_of
from pbem.desk.naming import side_called
from pbem.desk.receipts import Receipt
from pbem.desk.sealing import Owed, owed
from pbem.desk.state import State, label, labels
from pbem.desk.step_proofs import proof_of
from pbem.desk.trying import TriedStep
from pbem.errors import UsageError
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from pbem.store.entry import Reads


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


def report(
    store: Reads, campaign: str = "", step: str = "", *, fmt: str = "txt", picture: str = "", own: str = ""
) -> Published:
    """The post of a played step; without a name, of the last one. `picture` is the address of the board."""
    loaded, state = load(store, campaign)
    found, wish = facts_of(store, loaded.id, step), Wish(fmt, own)
    text = written(loaded, found, context_of(loaded, state, found, picture), wish)
    return Published(found.label, text, tuple(wish.warnings))


def written(campaign: Campaign, found: StepFacts, context: Mapping[str, Any], wish: Wish) -> str:
    """The post of a step with what it is to say besides the facts."""
    from pbem.report import report_step

    return report_step(
        campaign.scenario, found.title, found.facts, found.before, found.after, context=context, **wish.words()
    )


def context_of(campaign: Campaign, state: State, found: StepFacts, picture: str) -> dict[str, Any]:
    """What a post says besides the facts."""
    about: dict[str, Any] = {
        **_names(campaign),
        "turn": found.turn,
        "step": found.step,
        "date": date_of(campaign, found.turn),
        "dice": _dice(campaign, state, found),
        "press": [_press(campaign, side, text) for side, text in found.body.get("press", ())],
        "victory": campaign.game.summary(Board(campaign.scenario, found.after)),
        "reconstructed": reconstructed(campaign),
        "numbers": board_numbers(campaign, found.after, found.facts),
    }
    if picture:
        about["picture"] = {"file": picture, "text": f"the board after {found.label}"}
    if labels(state.trail)[-1] == found.label:
        about |= _next(campaign, state)
    return about


def _names(campaign: Campaign) -> dict[str, Any]:
    return {
        "campaign": campaign.name,
        "game": campaign.game.title,
        "sides": dict(campaign.opened["sides"]),
        "verbs": campaign.game.verbs,
    }


def date_of(campaign: Campaign, turn: int) -> str:
    """The date of a turn in words, where the scenario has one."""
    dates = campaign.scenario.card.get("dates", ())
    return str(dates[turn - 1]) if 0 < turn <= len(dates) else ""


def _dice(campaign: Campaign, state: State, found: StepFacts) -> dict[str, Any]:
    """The proof of the step's dice, as the verifiers read it; none where no dice fell."""
    known = labels(state.trail)
    announced = state.next_epoch if known[-1] == found.label else 0
    proof = proof_of(campaign, state.dice, found, announced=announced, is_first=known[0] == found.label)
    return {"mode": campaign.terms.mode, "proof": "\n".join(proof), "place": label(found.turn, found.step)}


def _press(campaign: Campaign, side: str, text: str) -> dict[str, str]:
    return {"from": campaign.player(side), "side": side, "text": text}


def reconstructed(campaign: Campaign) -> list[dict[str, str]]:
    """Data in use that no rulebook prints: ours, and replaceable."""
    source = campaign.scenario.map.heading.get("source", "")
    found = [{"what": "the map", "source": source}] if source.startswith("reconstructed") else []
    units = sum(1 for unit in campaign.scenario.units.values() if "reconstructed" in unit.source)
    if units:
        found.append(
            {"what": f"figures of {units} counters", "source": "the counter manifest names the ruling of each"}
        )
    return found


# -- who is next ----------------------------------------------------------------------------------------------


def _next(campaign: Campaign, state: State) -> dict[str, Any]:
    """Who owes what, and the order block to fill in."""
    waiting = owed(campaign, state)
    step = campaign.step_of(state)
    blocks = [_block(campaign, state, debt) for debt in waiting]
    return {
        "next": [{**debt.as_json(), "by": debt.due} for debt in waiting],
        "next_step": step.title if step else "",
        "order_block": [b for b in blocks if b],
    }


def _block(campaign: Campaign, state: State, debt: Owed) -> str:
    from pbem.report import order_block

    if debt.questions:
        return ""  # the question has its own page, with an answer block
    data = campaign.game.sheet(Board(campaign.scenario, state.position), Side(debt.side))
    header = _header(campaign, debt.side, state.position)
    return order_block(header, data["orders"], state.standing.get(debt.side, ()))


def _header(campaign: Campaign, side: str, position: Position) -> dict[str, Any]:
    name = campaign.side_name(side)
    return {"campaign": campaign.name, "side": name, "turn": position.turn, "step": position.step}


# -- a try ----------------------------------------------------------------------------------------------------


def story_of(store: Reads, campaign: str, step: TriedStep) -> str:
    """What a try would do, in the words of a post, without proof and order block."""
    from pbem.report import report_step

    loaded, _ = load(store, campaign)
    numbers = board_numbers(loaded, step.after, step.facts)
    context = {**_names(loaded), "turn": step.before.turn, "step": step.before.step, "numbers": numbers}
    return report_step(loaded.scenario, step.title, step.facts, step.before, step.after, context=context)


# -- the order sheet ------------------------------------------------------------------------------------------


def sheet(store: Reads, campaign: str, side: str, *, fmt: str = "txt", own: str = "") -> Published:
    """The order sheet of a side for the next step that needs its orders."""
    from pbem.report import sheet as sheet_page

    loaded, state = load(store, campaign)
    owner = _owner(loaded, state, side)
    position = _next_of(loaded, state, owner)
    seen = loaded.game.view(loaded.scenario, position, Side(owner))
    data = loaded.game.sheet(Board(loaded.scenario, seen), Side(owner))
    wish = Wish(fmt, own)
    context = {
        **_names(loaded),
        "step_title": loaded.steps[position.step].title,
        "standing": state.standing.get(owner, ()),
        "header": _header(loaded, owner, position),
        "player": loaded.player(owner),
    }
    text = sheet_page(data, context=context, scenario=loaded.scenario, **wish.words())
    return Published(f"t{position.turn}/{position.step}", text, tuple(wish.warnings))


def _owner(campaign: Campaign, state: State, side: str) -> str:
    """The side that is named, or the one that the campaign waits for."""
    if side:
        return side_called(campaign.opened["sides"], side)
    waiting = [debt.side for debt in owed(campaign, state)]
    if len(waiting) == 1:
        return waiting[0]
    raise UsageError(f"say whose sheet: --side {' or --side '.join(campaign.game.sides)}")


def _next_of(campaign: Campaign, state: State, side: str) -> Position:
    """The position with the step set to the next one that needs this side."""
    order = list(campaign.steps)
    if state.position.step not in order:
        raise UsageError("the game is over: there are no more orders to give")
    first = order.index(state.position.step)
    for step in order[first:] + order[:first]:
        if side in campaign.steps[step].needs:
            return replace(state.position, step=step)
    return state.position


# -- questions and receipts -----------------------------------------------------------------------------------


def questions(store: Reads, campaign: str = "", *, fmt: str = "txt", own: str = "") -> list[Published]:
    """The open questions, a page for each side that is asked."""
    loaded, state = load(store, campaign)
    asked = [debt for debt in owed(loaded, state) if debt.questions]
    return [_question_page(loaded, state, debt, Wish(fmt, own)) for debt in asked]


def _question_page(campaign: Campaign, state: State, debt: Owed, wish: Wish) -> Published:
    from pbem.report import question

    context = {
        **_names(campaign),
        **_header(campaign, debt.side, state.position),
        "player": debt.player,
        "step_title": campaign.steps[state.position.step].title,
    }
    text = question(debt.questions, context=context, scenario=campaign.scenario, **wish.words())
    return Published(f"t{state.position.turn}/{state.position.step}", text, tuple(wish.warnings))


def receipt_page(receipt: Receipt, sides: Mapping[str, str], *, fmt: str = "txt", own: str = "") -> Published:
    """The receipt as a mail."""
    from pbem.report import receipt as receipt_text

    wish = Wish(fmt, own)
    text = receipt_text(receipt.as_json(), context={"sides": dict(sides)}, **wish.words())
    return Published(f"entry {receipt.seq}", text, tuple(wish.warnings))
