"""A mail in which a side consents to an amendment, or refuses it: one word in an order block.

=== orders ===
campaign: isonzo
side: Allies
consent            or: refuse; the number of the entry that proposes it may follow
=== end of orders ===
"""

from __future__ import annotations

from pbem.desk.inbox.header import Header, read_header
from pbem.desk.inbox.signatures import check_file, read_letter
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.state import State
from pbem.desk.replay.load import load
from pbem.errors import Family, Problem, Refusal, Refused, Spot
from pbem.kernel.text.mail import Block, Line, read_rows
from pbem.kernel.text.wrapping import Grammar
from pbem.store.entry import Reads
from pbem.values import NamedTuple

_YES, _NO = ("consent", "agree", "agreed"), ("refuse", "decline")
_WANTED = "the line `consent` or the line `refuse`"


class Consent(NamedTuple):
    """Whose word it is, and which."""

    side: str
    is_refused: bool


def read_consent(store: Reads, name: str, data: bytes) -> Consent:
    """What a mail says to the open proposal; whatever is wrong with it is refused, and nothing is recorded."""
    campaign, state = load(store, name)
    try:
        read = read_letter(campaign, state, data)
        block = read_rows(read.rows, Grammar((), (*_YES, *_NO)))
    except Refusal as refusal:
        raise Refused([refusal.problem]) from refusal
    problems: list[Problem] = []
    # A word of consent needs no turn and no step, as an answer needs none.
    header = read_header(campaign, state, Block(block.header, block.header_lines), problems)
    if header is None or problems:
        raise Refused(problems)
    if found := check_file(campaign, state, header.side, read):
        raise Refused(found)
    return _word(campaign, state, header, block)


def _word(campaign: Campaign, state: State, header: Header, block: Block) -> Consent:
    lines = [line for found in block.sections.values() for line in found]
    words = [line.text.lower().strip(" .!").split() for line in lines]
    if len(words) != 1 or not words[0] or words[0][0] not in (*_YES, *_NO):
        raise Refused([_unclear(lines)])
    number = "".join(sign for sign in " ".join(words[0][1:]) if sign.isdigit())
    if number and state.proposal and number != str(state.proposal.seq):
        why = f"the proposal that waits is that of entry {state.proposal.seq}"
        raise Refused([_problem(why, f"entry {number}", f"entry {state.proposal.seq}", lines[0])])
    return Consent(header.side, words[0][0] in _NO)


def _unclear(lines: list[Line]) -> Problem:
    found = lines[0].text if len(lines) == 1 else f"{len(lines)} lines"
    why = "the block does not say plainly whether its sender consents"
    return _problem(why, found, _WANTED, lines[0] if lines else Line(1, ""))


def _problem(why: str, found: str, wanted: str, line: Line) -> Problem:
    advice = "`pbem consent --show` shows what is proposed"
    return Problem(Family.UNREADABLE, why, found, wanted, advice=advice, spot=Spot(line.number, line.text))
