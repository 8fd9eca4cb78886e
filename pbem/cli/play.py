"""`pbem adjudicate`, `pbem undo` and `pbem amend`: running steps, and taking them back in plain sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.faults import DONE, WAITING, WRONG
from pbem.cli.files import DEFAULT_DB, now, read_input, store_for_reading, store_for_writing, user
from pbem.cli.options import Addressed, Db, Json, Name
from pbem.cli.printing import columns, say, say_json, titled, wrapped
from pbem.cli.progress import bar
from pbem.cli.waiting import next_step, owed_lines
from pbem.desk.lines.receipt import receipt_lines

if TYPE_CHECKING:
    from pbem.desk.adjudicating import Adjudicated

Reason = Annotated[str, typer.Option("--reason", help="Why; it stays in the record.")]
Who = Annotated[str, typer.Option("--by", help="Who decided it, for the record.")]


def adjudicate(
    beacon: Annotated[str, typer.Option(help="A file with the beacon's round as JSON; - reads stdin.")] = "",
    offline: Annotated[bool, typer.Option("--offline", help="Do not ask the network for the beacon's round.")] = False,
    anyway: Annotated[bool, typer.Option("--anyway", help="Seal a step though you joined and sent nothing.")] = False,
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> int:
    """Run every step that can run. The dice are rolled once the orders are sealed and every part of their seed is in.

    \b
    Examples:
      pbem adjudicate
      pbem adjudicate --beacon round.json     the round as a drand relay shows it
    Exit code 3 if no step could be completed, or one has stopped at a question.
    """
    from pbem.desk.adjudicating import adjudicate as run_steps
    from pbem.desk.adjudicating import keeper_sees
    from pbem.desk.beacon import beacon_source

    store = store_for_writing(db)
    source = beacon_source(read_input(beacon) if beacon else None, offline=offline)
    with bar("adjudicate") as progress:
        done = run_steps(store, campaign, now(), source, progress, anyway)
    shown = keeper_sees(done)
    if as_json:
        say_json(shown.as_json())
    else:
        say("\n".join(_lines(shown)))
    return code_of(done)


def code_of(done: Adjudicated) -> int:
    """Done if a step was completed or the game is over, and no question is open; else waiting."""
    is_stuck = not done.ran or any(debt.questions for debt in done.waiting)
    return WAITING if is_stuck and not done.is_over else DONE


def _lines(done: Adjudicated) -> list[str]:
    rows = [(ran.label, "played" if ran.is_complete else "waits", ran.title) for ran in done.ran]
    lines = columns(rows) or ["No step could run."]
    dropped = [f"  {line}" for ran in done.ran for problem in ran.dropped for line in problem.splitlines()]
    lines += titled("Orders that could not be carried out", dropped)
    if done.is_over:
        return [*lines, "", f"The game is over after turn {done.turn}. Next: pbem report, pbem verify"]
    if done.unsaid:
        from pbem.desk.newcomer import advice

        return [*lines, "", wrapped(advice(done.unsaid))]
    lines += titled(f"Turn {done.turn}, {done.step}: waiting", owed_lines(done.waiting, done.sides))
    report = "pbem report shows what happened. " if done.ran else ""
    return [*lines, "", wrapped(report + next_step(done.waiting, done.pen)) if done.waiting else report]


def undo(
    reason: Reason,
    to: Annotated[str, typer.Option("--to", help="The step to go back to, such as t1/cp-combat; else the last.")] = "",
    by: Who = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Take back the last step, or all from a step on: a visible entry of the record. Seen dice stay seen.

    \b
    Example:
      pbem undo --reason "IT-52 was moved with the wrong hex" --to t1/al-movement
    """
    from pbem.desk.undoing import undo as take_back

    undone = take_back(store_for_writing(db), campaign, reason, by or user(), now(), to)
    if as_json:
        say_json(undone.as_json())
        return
    say(wrapped(f"Taken back as entry {undone.seq}: {', '.join(undone.taken_back)}"))
    say(wrapped(f"The campaign is back at turn {undone.turn}, {undone.step}; its orders are on file again."))
    say("\nNext: pbem submit new orders, or pbem adjudicate")


def amend(
    file: Annotated[str, typer.Argument(help="The order file that takes the place of the old one; - reads stdin.")],
    reason: Reason,
    by: Who = "",
    campaign: Addressed = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> int:
    """Replace the orders of a step that was played: it and all after it are taken back in one visible entry.

    Dice whose orders stand as they were still count; other orders get other dice, and the post shows both. Where the
    campaign was opened with --rewind consent, the amendment is carried out when the other side has said `pbem consent`.

    \b
    Example:
      pbem amend corrected.txt --reason "both agree: the ridge was overlooked"
    Exit code 1 if the file was refused.
    """
    from pbem.desk.amending import amend as amend_step
    from pbem.desk.inbox.addressed import meant

    data, store = read_input(file), store_for_writing(db)
    campaign = meant(store, campaign, data)
    receipt = amend_step(store, campaign, reason, data, by or user(), now())
    if as_json:
        say_json(receipt.as_json())
    else:
        say("\n".join(receipt_lines(receipt, file)))
        say(f"\n{_after_amending(db, campaign)}" if receipt.is_accepted else "\nNothing was taken back.")
    return DONE if receipt.is_accepted else WRONG


def _after_amending(db: str, campaign: str) -> str:
    from pbem.desk.record.debts import Debt
    from pbem.desk.views.status import status

    if any(debt.kind is Debt.CONSENT for debt in status(store_for_reading(db), campaign).waiting):
        return "Next: pbem consent, or pbem consent --refuse, by the other side"
    return "Next: pbem adjudicate"
