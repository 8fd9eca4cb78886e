"""`submitted`: a file that came in, accepted or refused, and what it brings."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pbem.desk.record.body import Takes, WithFile
from pbem.desk.record.debts import waits_for_anchors
from pbem.desk.record.dice_state import DiceState, commit, fits, learn
from pbem.desk.record.eyes import is_open_to
from pbem.desk.record.heads import DIGITS, KEY, Seen, head_in
from pbem.desk.record.kinds.kind import Kind, Moment, Received, Sides
from pbem.desk.record.kinds.promised import digest_of
from pbem.desk.record.names import LONGEST_SENDER
from pbem.desk.record.open_step import Lines, Reply
from pbem.desk.record.owners import late_words
from pbem.desk.record.pending import is_fixed_ahead, lay_down
from pbem.desk.record.state import State
from pbem.kernel.text.orders import HIDDEN
from pbem.values import NamedTuple, dataclass, replace

ACCEPTED, REFUSED = "accepted", "refused"
_NOTHING = Takes(orders={})


class Opening(NamedTuple):
    """Which promise a file opens, and the nonce that its hash was made with."""

    seq: int
    nonce: str


@dataclass(frozen=True, kw_only=True)
class Submitted(WithFile):
    """A file as received."""

    sender: str  # who sent it, as the caller says
    verdict: str
    header: Mapping[str, str]
    problems: tuple[Mapping[str, Any], ...]
    takes: Takes | None = None  # of an accepted file
    canonical: str = ""
    digest: str = ""  # of the canonical text
    mark: str = ""  # of its signature
    promise: Opening | None = None
    refused_by: str = ""  # the program that has found the problems: another one may have other words for them

    @property
    def is_accepted(self) -> bool:
        """Whether the file counts."""
        return self.verdict == ACCEPTED

    @property
    def brings(self) -> Takes:
        """What counts of it."""
        return self.takes or _NOTHING


def fold_file(state: State, body: Submitted, seq: int) -> None:
    """An accepted file: orders by step, standing orders, replies to questions, press, parts of the dice."""
    head = head_in(body.header.get(KEY, ""))
    if head and body.sent_for:
        state.seen[body.sent_for] = Seen(seq, head.seq, head.hash[:DIGITS])
    if not body.is_accepted:
        return
    side, takes = body.side, body.brings
    if body.mark:
        state.marks.append(body.mark)
    if body.promise:
        state.promises.pop(body.sent_for, None)
    lay_down(state, body.sent_for, body.turn, takes, seq)
    if takes.standing is not None:
        state.standing[body.sent_for] = takes.standing
    for token, step in _hidden(state, takes):
        state.hidden.setdefault(token, (side, step))
    replies = {key: Reply(side, kind, values) for key, (kind, values) in takes.replies.items()}
    if replies and state.open:
        state.open = state.open._replace(fresh={**state.open.fresh, **replies})
    if takes.press:
        state.press.append((side, takes.press))
    if takes.anchor:
        commit(state.dice, side, takes.anchor)
    if takes.link:
        learn(state.dice, state.campaign, side, *takes.link)


def hidden_in(lines: Lines) -> list[str]:
    """The hashes of the secret lines among canonical ones."""
    return [line.removeprefix(f"{HIDDEN} ") for line in lines if line.startswith(f"{HIDDEN} ")]


def _hidden(state: State, takes: Takes) -> list[tuple[str, str]]:
    """The hashes of secret lines in a file, each with its step."""
    now = state.open.step if state.open else ""
    more = [(token, now) for _, lines in takes.replies.values() for token in hidden_in(lines)]
    return [*((token, step) for step, lines in takes.orders.items() for token in hidden_in(lines)), *more]


def _fold(moment: Moment, body: Submitted) -> None:
    fold_file(moment.state, body, moment.seq)


# -- what must be true of it ----------------------------------------------------------------------------------


def check_file(moment: Moment, body: Submitted) -> Iterator[str]:
    """A verdict that fits the rest, a link or an anchor that fits the dice, and orders that come in time."""
    state, takes, side = moment.state, body.brings, body.side
    yield from _check_verdict(moment, body)
    if takes.anchor and side in state.dice.links:
        yield f"{side} publishes a second anchor"
    is_input = bool(takes.orders or takes.replies) or takes.standing is not None
    # Orders that were promised in time may be opened later: their hash is known.
    if is_input and not body.promise:
        yield from late_words(moment.campaign, state, body.at)
    yield from _check_hidden(state, side, takes)
    for step in takes.orders:
        if is_fixed_ahead(state, body.sent_for, step):
            yield f"{side} replaced orders for {step} that were sealed together with those of the step in progress"
    if takes.link:
        yield from _check_link(moment, side, takes, *takes.link)


def _check_verdict(moment: Moment, body: Submitted) -> Iterator[str]:
    if body.verdict not in (ACCEPTED, REFUSED):
        yield f"{body.verdict!r} is not a verdict"
    if body.is_accepted != (body.takes is not None):
        yield f"a file was {body.verdict}, yet the entry holds " + ("orders" if body.takes else "no orders")
    if body.is_accepted == bool(body.problems):
        yield f"a file was {body.verdict} with {len(body.problems)} problems"
    if not body.is_accepted and moment.state.pen:
        yield "the record of two stores never holds a refused file, but this one does"
    if not body.sender.isprintable() or len(body.sender) > LONGEST_SENDER:
        yield "pbem never writes a sender's name like this one"
    if body.is_accepted == bool(body.refused_by):
        yield f"a file was {body.verdict} by {body.refused_by or 'no program'}"
    now = moment.state.position.turn
    if body.turn != now:
        yield f"a file for turn {body.turn} was {body.verdict} in turn {now}"
    if body.is_accepted and body.sent_for not in moment.campaign.seats_of(body.side):
        yield f"{body.sent_for} sent orders, but gives none for {body.side}"
    for step, turn in body.brings.turns.items():
        if step not in body.brings.orders or turn <= now:
            yield f"orders for {step} were entered for turn {turn}"


def _check_hidden(state: State, side: str, takes: Takes) -> Iterator[str]:
    """A hash stands for one secret line of one side, where two stores take turns."""
    tokens = [token for token, _ in _hidden(state, takes)]
    if tokens and not state.pen:
        yield f"{side} hid lines from a moderator"
    if len(set(tokens)) < len(tokens) or any(token in state.shown for token in tokens):
        yield f"{side} used the same secret line twice"
    if any(state.hidden.get(token, (side, ""))[0] != side for token in tokens):
        yield f"{side} passed off a secret line of the other side as its own"


def _check_link(moment: Moment, side: str, takes: Takes, epoch: int, link: str) -> Iterator[str]:
    if waits_for_anchors(moment.campaign, moment.state, side):
        yield f"{side} showed a link before all anchors were published"
    if not fits(_with_anchor(moment.state, side, takes), moment.campaign.id, side, epoch, link):
        yield f"link {epoch} of {side} does not match the anchor"


def _with_anchor(state: State, side: str, takes: Takes) -> DiceState:
    """A file may bring the anchor and a link of it together."""
    known = {side: (0, takes.anchor)} if takes.anchor else {}
    return replace(state.dice, links={**known, **state.dice.links})


def _check_opening(state: State, body: Submitted) -> Iterator[str]:
    """Orders that were promised must fit their hash, and no others may take their place."""
    promised = state.promises.get(body.sent_for)
    if not body.is_accepted or (promised is None and body.promise is None):
        return
    if promised is None:
        yield f"{body.side} opened orders that were never sealed"
    elif body.promise is None:
        if promised.is_sent and any(step in promised.steps for step in body.brings.orders):
            yield f"{body.side} gave orders other than those sealed in entry {promised.seq}"
    elif body.promise.seq != promised.seq or not hmac.compare_digest(
        digest_of(body.promise.nonce, body.brings), promised.digest
    ):
        yield f"the orders of {body.side} are not those sealed in entry {promised.seq}"


def _check(moment: Moment, body: Submitted) -> Iterator[str]:
    yield from check_file(moment, body)
    yield from _check_opening(moment.state, body)


def unchecked_mark(mark: str) -> Iterable[str]:
    """A signature can be checked only where the library for it is there."""
    if not mark:
        return ()
    from pbem.dice.keys import INSTALL, has_library  # late: few campaigns are signed

    return () if has_library() else (f"signatures NOT verified: {INSTALL}",)


# -- its words ------------------------------------------------------------------------------------------------


def _words(body: Submitted, sides: Sides, eyes: str) -> str:
    side = sides.get(body.side, "nobody's") + (f" ({body.seat})" if body.seat else "")
    file, found = f"{side} file from {body.sender or 'an unknown sender'}, {body.verdict}", len(body.problems)
    if not is_open_to(eyes, body.side):
        what = _told_to_others(body.brings)
    else:
        what = f"{found} problem{'s' if found != 1 else ''}" if found else _brings(body.brings)
    return f"{file}: {what}" if what else file


def _brings(takes: Takes) -> str:
    parts = [f"{step} ({len(lines)} orders)" for step, lines in takes.orders.items()]
    parts += [f"standing orders ({len(takes.standing)})"] if takes.standing is not None else []
    parts += [f"reply to {key}" for key in takes.replies]
    return ", ".join([*parts, *(["press"] if takes.press else [])])


def _told_to_others(takes: Takes) -> str:
    """How many orders lie sealed, and for what, is nobody else's business."""
    parts = ["orders"] if takes.orders or takes.standing is not None else []
    parts += ["reply to a question"] if takes.replies else []
    return ", ".join([*parts, *(["press"] if takes.press else [])])


def shown_key(key: str, is_open: bool) -> str:
    """The key of a question may name units: only who is asked reads it."""
    return key if is_open else "a question"


def _may_write(body: Submitted, sender: str) -> str:
    is_own = body.side in ("", sender)
    return "" if is_own else f"it brings orders of {body.side}, which only {body.side} can give"


SUBMITTED = Kind(
    "submitted", Submitted, _fold, _check, _words, _may_write,
    file=lambda moment, body: Received(moment.state, body), unchecked=lambda body: unchecked_mark(body.mark),
    by_rules=True,
)  # fmt: skip
