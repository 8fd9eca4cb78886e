"""A step under way, as far as everybody may know it: what has happened, and how the board stands in the middle of it.

Only what the record has run counts. Answers that came in or were sealed since are still nobody's to see: they are left
out until the step goes on.
"""

from __future__ import annotations

from pbem.desk.record.campaign import Campaign
from pbem.desk.record.editions import is_older
from pbem.desk.record.fallen import NOTHING_FELL
from pbem.desk.record.luck import Totals, with_rolls
from pbem.desk.record.open_step import Open
from pbem.desk.record.sealing import run_open
from pbem.desk.record.state import Past, State, labels
from pbem.desk.replay.step_facts import StepFacts
from pbem.kernel.journal import pages_from_json


def under_way(campaign: Campaign, state: State) -> StepFacts | None:
    """The step that has begun and waits; nothing if none has begun, or nothing of it has been run.

    Nor of one that older rules have begun: only they could say how the board stands in the middle of it.
    """
    opened = state.open
    if opened is None or not (opened.pages or opened.questions) or is_older(campaign, state.edition):
        return None
    if state.stood is not None:
        return None  # a leaf has no journal
    from pbem.desk.record.kinds.run import StepPlayed  # late: most looks fall between two steps

    known = _as_run(opened)
    played = run_open(campaign, state, known, None)
    if played.stood is None:
        return None
    body = StepPlayed(
        at="", turn=opened.turn, step=opened.step, edition=state.edition, orders=known.orders, late=known.late,
        pages=known.pages, secrets=known.secrets, facts=(), position="", next=(opened.turn, opened.step), press=(),
        again=state.fallen.get(label_of_open(state), NOTHING_FELL).again,
    )  # fmt: skip
    is_first = not state.trail and not state.earlier
    return StepFacts(
        label_of_open(state), opened.turn, opened.step, campaign.steps[opened.step].title, tuple(played.facts),
        state.position, played.stood, body, known.inputs, state.head, luck_now(state), is_first, is_complete=False,
    )  # fmt: skip


def label_of_open(state: State) -> str:
    """How the step under way is called; empty if there is none."""
    opened = state.open
    return labels([*state.trail, Past(opened.turn, opened.step, 0)])[-1] if opened else ""


def luck_now(state: State) -> Totals:
    """The sums of all dice that have fallen, those of the step under way among them."""
    return with_rolls(state.luck, pages_from_json(state.open.pages)) if state.open else state.luck


def _as_run(opened: Open) -> Open:
    """The step with the replies that its last run has used: those that have a page in its journal."""
    used = {page.key for page in pages_from_json(opened.pages) if page.kind in ("ask", "more")}
    return opened._replace(late={key: reply for key, reply in opened.late.items() if key in used}, fresh={})
