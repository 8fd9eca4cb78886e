"""`shown` and `disclosed`: secret lines are opened, one when a rule says so, the rest when the game is over."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Mapping

from pbem.desk.record.body import Body
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.debts import is_opening
from pbem.desk.record.kinds.kind import Kind, Moment, Sides, speaks_for_itself
from pbem.desk.record.open_step import SHOW, Reply
from pbem.desk.record.state import State, label
from pbem.dice.derive import hidden_hash
from pbem.errors import BadRecord
from pbem.kernel.naming import agreed, does
from pbem.kernel.pieces import Side
from pbem.kernel.text.reading import order_of
from pbem.values import NamedTuple, dataclass


class OpenedLine(NamedTuple):
    """What a hash stands for."""

    line: str
    salt: str


@dataclass(frozen=True, kw_only=True)
class Shown(Body):
    """A rule asks a side for one of its secrets: which one it is, or that none of them fits."""

    side: str
    turn: int
    step: str
    key: str  # of the opening
    token: str = ""  # the hash that is opened; nothing if none of them fits
    line: str = ""
    salt: str = ""


@dataclass(frozen=True, kw_only=True)
class Disclosed(Body):
    """The game is over: all secrets of a side that were never opened."""

    side: str
    lines: Mapping[str, OpenedLine]  # by their hash


def _fold_shown(moment: Moment, body: Shown) -> None:
    state = moment.state
    if body.token:
        state.shown[body.token] = (body.line, body.salt)
    if state.open is None:
        raise BadRecord("a secret was opened, but no step asks for one")
    if is_asked(state, body.side, body.key):
        reply = Reply(body.side, SHOW, (body.token,) if body.token else ())
        state.open = state.open._replace(fresh={**state.open.fresh, body.key: reply})
    else:
        state.open = state.open._replace(shown={**state.open.shown, body.key: (body.side, body.token)})


def is_asked(state: State, side: str, key: str) -> bool:
    """Whether the step under way waits for this opening."""
    asked = state.open.questions if state.open else ()
    return any(is_opening(q) and (q["side"], q["key"]) == (side, key) for q in asked)


def _fold_disclosed(moment: Moment, body: Disclosed) -> None:
    moment.state.shown |= {token: (opened.line, opened.salt) for token, opened in body.lines.items()}


# -- what must be true of them --------------------------------------------------------------------------------


def _check_shown(moment: Moment, body: Shown) -> Iterator[str]:
    """It is for the step under way, answers each question once, and fits the hash."""
    opened = moment.state.open
    if opened is None or (body.turn, body.step) != (opened.turn, opened.step):
        yield f"a secret was opened for {label(body.turn, body.step)}, which is not in progress"
    elif body.key in opened.shown or body.key in opened.late or body.key in opened.fresh:
        yield f"{body.side} answered the same question about a secret twice ({body.key})"
    if body.token:
        yield from check_opening(moment.campaign, moment.state, body.side, body.token, OpenedLine(body.line, body.salt))
    elif body.line or body.salt:
        yield f"{body.side} opened no secret, but the entry shows one"


def _check_disclosed(moment: Moment, body: Disclosed) -> Iterator[str]:
    """All that is left is opened, when the game is over and not before."""
    campaign, state = moment.campaign, moment.state
    if campaign.step_of(state) is not None:
        yield f"{body.side} opened every secret before the game was over"
    if sorted(body.lines) != sorted(state.closed(body.side)):
        yield f"{body.side} did not open exactly the secrets still sealed"
    for token, opened in body.lines.items():
        yield from check_opening(campaign, state, body.side, token, opened)


def check_opening(campaign: Campaign, state: State, side: str, token: str, opened: OpenedLine) -> Iterator[str]:
    """What is opened must be what was fixed: a secret order of that side, behind that very hash."""
    owner, step = state.hidden.get(token, ("", ""))
    if not owner:
        yield f"{side} opened a secret that was never sealed ({token[:16]}...)"
    elif owner != side:
        yield f"{side} opened a secret of {owner}"
    elif not hmac.compare_digest(_hash_of(campaign, side, opened), token):
        yield f"{side} opened `{opened.line}`, which is not what was sealed for {step} ({token[:16]}...)"
    else:
        yield from _check_line(campaign, side, step, opened.line)


def _hash_of(campaign: Campaign, side: str, opened: OpenedLine) -> str:
    try:
        return hidden_hash(campaign.id, side, opened.line, bytes.fromhex(opened.salt))
    except ValueError:
        return ""


def _check_line(campaign: Campaign, side: str, step: str, line: str) -> Iterator[str]:
    try:
        order = order_of(campaign.game, campaign.scenario, Side(side), campaign.steps[step].kind, line)
    except BadRecord as error:
        yield f"a secret of {side} is not an order: {error}"
        return
    if not order.is_secret:
        yield f"`{line}` of {side} is not an order that may be hidden"


def lines_opened(campaign: Campaign, bodies: Iterable[Body]) -> dict[str, str]:
    """The lines that these entries open, by their hash: with them all that was said before can be checked."""
    found: dict[str, tuple[str, OpenedLine]] = {}
    for body in bodies:
        if isinstance(body, Shown) and body.token:
            found[body.token] = (body.side, OpenedLine(body.line, body.salt))
        elif isinstance(body, Disclosed):
            found |= {token: (body.side, opened) for token, opened in body.lines.items()}
    # What does not fit is told at its own entry, and proves nothing about others.
    return {token: opened.line for token, (side, opened) in found.items() if _hash_of(campaign, side, opened) == token}


# -- their words ----------------------------------------------------------------------------------------------


def _shown_words(body: Shown, sides: Sides, eyes: str) -> str:
    side = sides.get(body.side, "")
    what = f"{does(side, 'open')} `{body.line}`" if body.token else f"{does(side, 'have')} no such secret to open"
    return f"{label(body.turn, body.step)}: {what}"


def _disclosed_words(body: Disclosed, sides: Sides, eyes: str) -> str:
    lines = ", ".join(f"`{opened.line}`" for opened in body.lines.values())
    side = sides.get(body.side, "")
    return f"{does(side, 'open')} the rest of {agreed(side, 'their')} secrets: {lines}"


SHOWN = Kind("shown", Shown, _fold_shown, _check_shown, _shown_words, speaks_for_itself)
# What is opened at the end may show that something said before was untrue: all is played again.
DISCLOSED = Kind(
    "disclosed", Disclosed, _fold_disclosed, _check_disclosed, _disclosed_words, speaks_for_itself, looks_back=True
)
