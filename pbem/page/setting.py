"""What the page begins with: the campaign, whose turn it is, what is asked, the block to fill in, the verbs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.desk.outbox.asks import asks
from pbem.desk.outbox.blocks import block_for
from pbem.desk.record.eyes import hidden_now
from pbem.desk.views.citing import date_in_words
from pbem.desk.views.pages import places_of
from pbem.desk.views.post import date_of, header_for
from pbem.kernel.text.amounts import chosen_words
from pbem.kernel.text.mail import header_of
from pbem.page.forms import forms_of
from pbem.page.position import Opened


def about(opened: Opened) -> dict[str, Any]:
    """The campaign and where it stands, as its player may know it."""
    campaign, state, leaf = opened.campaign, opened.state, opened.leaf
    step = campaign.step_of(state)
    asked = asks(campaign, state, opened.who, leaf.owed, refused=False)
    return {
        "campaign": campaign.name,
        "game": campaign.game.name,
        "title": campaign.game.title,
        "scenario": campaign.scenario.title,
        "edition": state.edition,
        "who": opened.who,
        "side": opened.side,
        "side_name": str(campaign.side_name(opened.who)),
        "sides": {side: str(name) for side, name in campaign.sides.items()},
        "player": campaign.player(opened.who),
        "turn": state.position.turn,
        "date": date_of(campaign, state.position.turn),
        "step": step.id if step else "",
        "step_title": step.title if step else "",
        "is_over": step is None,
        "is_open": state.open is not None,
        "head": {"seq": leaf.seq, "hash": leaf.head},
        "public": {"seq": state.public[0], "hash": state.public[1]},
        "at": leaf.at,
        "at_words": date_in_words(leaf.at),
        "program": leaf.program,
        "owed": [{**debt.as_json(), "by": date_in_words(debt.due)} for debt in leaf.owed],
        "subject": asked.subject,
        "asks": list(asked.lines),
        "places": places(opened),
        "hidden": hidden_now(campaign, state),
        "signed": campaign.opened.signed,
        "layers": [
            {"name": name, "shows": one.shows, "of": list(one.of)} for name, one in campaign.game.layers.items()
        ],
        "odds_verbs": list(campaign.game.odds_verbs),
        "sections": list(campaign.game.sections),
    }


def places(opened: Opened) -> list[dict[str, Any]]:
    """The steps for which he may send orders now, the soonest first, each with its header."""
    campaign, state = opened.campaign, opened.state
    found = places_of(campaign, state, opened.side) if campaign.step_of(state) else []
    return [
        {
            "turn": place.turn,
            "step": place.step,
            "section": campaign.steps[place.step].kind,
            "title": campaign.steps[place.step].title,
            "header": header_of(_header(opened, place.turn, place.step)),
        }
        for place in found
    ]


def step_of(opened: Opened, section: str) -> str:
    """The step that takes the orders of a section, the soonest; without a section the one that comes first."""
    found = places(opened)
    return next((str(place["step"]) for place in found if section in ("", place["section"])), "")


def _header(opened: Opened, turn: int, step: str) -> Mapping[str, str]:
    header = header_for(opened.campaign, opened.who, opened.state, opened.state.position)
    return {key: str(value) for key, value in {**header, "turn": turn, "step": step}.items()}


def block(opened: Opened) -> dict[str, str]:
    """The block that the last mail had at its end: answers to fill in, orders on file, or the lines of the sheet."""
    found = block_for(opened.campaign, opened.state, opened.who, opened.own)
    return {"text": found.text if found else "", "about": found.about if found else ""}


def questions(opened: Opened) -> list[dict[str, Any]]:
    """What he is asked: each question with its options, and the line that answers it by its default."""
    return [_question(question) for debt in opened.own for question in debt.questions]


def _question(question: Mapping[str, Any]) -> dict[str, Any]:
    default = question.get("default") or ()
    filled = bool(default) or (bool(question.get("many")) and not question.get("least"))
    line = f"answer {question['number']}: {chosen_words(default)}" if question["options"] and filled else ""
    return {**question, "line": line, "begins": f"answer {question['number']}: " if question["options"] else ""}


def standing(opened: Opened) -> dict[str, Any]:
    """His standing orders, and those that lie on file for steps to come."""
    campaign, state = opened.campaign, opened.state
    sent = state.pending.get(opened.who, {})
    return {
        "standing": list(state.standing.get(opened.who, ())),
        "pending": [
            {
                "turn": one.turn,
                "step": step,
                "section": campaign.steps[step].kind,
                "title": campaign.steps[step].title,
                "lines": list(one.lines),
                "entry": one.seq,
            }
            for step, one in sent.items()
        ],
    }


def verbs(opened: Opened) -> list[dict[str, Any]]:
    """All verbs of the game, those of the coming steps first, each with an example."""
    return forms_of(opened.campaign, opened.side, [place["section"] for place in places(opened)])
