"""Judging an order file against the campaign: what it brings, and everything that is wrong with it at once."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.desk.inbox.answers import instalment_key, read_replies
from pbem.desk.inbox.cautions import empty_sections
from pbem.desk.inbox.header import Header, read_header
from pbem.desk.inbox.header_dice import read_dice
from pbem.desk.inbox.judged import Judged
from pbem.desk.inbox.letters.masking import REMOVED
from pbem.desk.inbox.sections import take_orders
from pbem.desk.inbox.signatures import Known, Read, read_letter
from pbem.desk.record.campaign import Campaign
from pbem.desk.record.state import State
from pbem.errors import Family, Problem, Refusal, Refused, Spot
from pbem.kernel.text.amounts import chosen_words
from pbem.kernel.text.mail import Block, header_of, read_rows
from pbem.kernel.text.orders import Hidden
from pbem.kernel.text.reading import grammar_of, read_orders

MOST_LINES = 5000
MOST_PROBLEMS = 200
LONGEST_PRESS = 20_000  # characters
_SHEET = "`pbem sheet` writes an order sheet to fill in"
_KEPT = ("player", "nonce", "anchor", "link", "signature")  # of the header, in the canonical text


def judge(
    campaign: Campaign, state: State, data: bytes, judged: Judged, *, is_again: bool = False, known: Known | None = None
) -> Read | None:
    """Read a file as received; legality by the rules is another matter, see `rehearsal`. What was read comes back.

    One that was accepted once and is read again was not an unedited sheet then, and is none now. One that is `known`
    is not read twice: that makes a sheet, which is dear.
    """
    try:
        read = known.of(state, data) if known else None
        read = read or read_letter(campaign, state, data, is_again=is_again)
        block = read_rows(read.rows, grammar_of(campaign.game))
    except Refusal as refusal:
        judged.problems.append(refusal.problem)
        return None
    except Refused as refused:
        judged.problems.extend(refused.problems)
        return None
    judged.mark, judged.level = read.mark, read.level
    judged.line = read.rows[0].number if read.rows else 0
    _judge_block(campaign, state, block, judged)
    if REMOVED in judged.press:
        judged.warnings.append(f"your press had a mail address, which the record does not keep: it reads `{REMOVED}`")
    return read


def _judge_block(campaign: Campaign, state: State, block: Block, judged: Judged) -> None:
    judged.header = {key: value[:200] for key, value in block.header.items()}
    header = read_header(campaign, state, block, judged.problems)
    judged.is_placed = not judged.problems
    if header and not _is_too_long(block, judged.problems):
        judged.side, judged.seat = header.side, header.who if header.who != header.side else ""
        judged.dice = read_dice(campaign, state, header.side, block, judged.problems)
        _read_sections(campaign, state, block, header, judged)
    if not judged.problems:
        judged.canonical = canonical_text(campaign, state, judged)


def _is_too_long(block: Block, problems: list[Problem]) -> bool:
    count = sum(len(lines) for lines in block.sections.values())
    if count <= MOST_LINES:
        return False
    why = "the file has too many lines for an order file"
    advice = "send only the order block"
    first = next(line for lines in block.sections.values() for line in lines)
    found, wanted = f"{count} lines", f"at most {MOST_LINES} lines"
    problems.append(
        Problem(Family.UNREADABLE, why, found, wanted, advice=advice, spot=Spot(first.number, first.text[:200]))
    )
    return True


def tidy(problems: list[Problem]) -> None:
    """In the order of the lines; a file that is no order file at all is not answered with a thousand of them."""
    problems.sort(key=lambda problem: problem.spot.line if problem.spot else 0)
    if len(problems) > MOST_PROBLEMS:
        more = len(problems) - MOST_PROBLEMS
        del problems[MOST_PROBLEMS:]
        problems.append(
            Problem(Family.UNREADABLE, f"and {more} problems more", advice="fix the first ones and check again")
        )


def _read_sections(campaign: Campaign, state: State, block: Block, header: Header, judged: Judged) -> None:
    kind = header.general or header.said or _kind_now(campaign, state, header, block)
    if not kind and _has_plain_orders(block):
        if "step" not in block.header:  # else its fault is told already
            judged.problems.append(_no_step(campaign, block))
        return
    if not (header.general or header.said) and _has_plain_orders(block):
        # Said aloud: a file that comes late would else become orders for the wrong step unnoticed.
        judged.warnings.append(f"the header names no step; pbem reads the orders as {kind}, which is due")
    seat = campaign.seats.get(header.who)
    file = read_orders(block, campaign.game, campaign.scenario, header.side, kind, seat)
    judged.problems += file.problems
    judged.standing = tuple(file.standing) if file.standing is not None else None
    judged.replies = read_replies(state, header.side, file.answers, judged.problems, header.who)
    judged.press = _press(file.press, judged.problems)
    take_orders(campaign, state, header, file, judged)
    hidden = [order for orders in file.orders.values() for order in orders if isinstance(order, Hidden)]
    judged.problems += [_to_moderator(hidden[0])] if hidden and not campaign.opened.exchange else []
    judged.warnings += empty_sections(block)
    brings = judged.orders or judged.replies or judged.press or any(judged.dice) or judged.problems
    if not brings and judged.standing is None:
        why = "the file gives no orders"
        advice = "write `done` under the header if you want to give none; " + _SHEET
        found = f"a header{' and empty lines' if block.sections else ''} only"
        wanted = "at least one order, answer or section"
        judged.problems.append(Problem(Family.UNREADABLE, why, found, wanted, advice=advice, spot=Spot(1, "")))


def _to_moderator(order: Hidden) -> Problem:
    why = "a moderator keeps this campaign: he must know your orders, and hides what is secret from the other side"
    found, wanted = f"hidden {order.token[:16]}...", "the order in plain words"
    return Problem(Family.ILLEGAL, why, found, wanted, advice="write the order itself", spot=order.spot)


def _no_step(campaign: Campaign, block: Block) -> Problem:
    first = block.sections[""][0]
    why = "the file does not say for which step these orders are"
    wanted = "`step:` in the header, or a section such as " + " or ".join(f"`{s}:`" for s in campaign.game.sections)
    return Problem(Family.UNREADABLE, why, first.text, wanted, advice=_SHEET, spot=Spot(first.number, first.text))


def _kind_now(campaign: Campaign, state: State, header: Header, block: Block) -> str:
    """Without a step in the header, plain lines belong to the step that waits for this side."""
    step = campaign.step_of(state)
    waits = step is not None and (header.side in step.needs or bool(instalment_key(state, header.side, header.who)))
    return step.kind if step and waits and "step" not in block.header else ""


def _has_plain_orders(block: Block) -> bool:
    return any(not line.text.lower().startswith("answer") for line in block.sections.get("", ()))


def _press(text: str, problems: list[Problem]) -> str:
    if len(text) > LONGEST_PRESS:
        found, wanted = f"{len(text):,} characters", f"at most {LONGEST_PRESS:,} characters"
        problems.append(Problem(Family.UNREADABLE, "the press is too long", found, wanted, advice="shorten it"))
        return ""
    return text


# -- the receipt's text ---------------------------------------------------------------------------------------


def canonical_text(campaign: Campaign, state: State, judged: Judged) -> str:
    """The file as the program writes it; sent again it means the same."""
    sections = {step: [str(order) for order in orders] for step, orders in judged.orders.items()}
    for kind, values in judged.replies.values():
        if kind == "more" and state.open:
            sections[state.open.step] = list(values)
    head = {"campaign": campaign.name, "side": judged.seat or campaign.side_name(judged.side), "turn": str(judged.turn)}
    if sections:
        head["step"] = next(iter(sections))
    head |= {key: judged.header[key] for key in _KEPT if key in judged.header}
    lines = [header_of(head)]
    for key, (kind, values) in judged.replies.items():
        lines += [f"answer {key}: {chosen_words(values)}\n"] if kind == "answer" else []
    for step, orders in sections.items():
        lines += _section(campaign.steps[step].kind, orders or ["done"])
    if judged.standing is not None:
        lines += _section("standing", [str(order) for order in judged.standing] or ["done"])
    return "".join([*lines, *(_section("press", judged.press.splitlines()) if judged.press else [])])


def _section(name: str, lines: Sequence[str]) -> list[str]:
    return [f"{name}:\n", *(f"  {line}\n" for line in lines)]
