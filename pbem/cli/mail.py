"""`pbem mail`: the judge at the mailbox. It takes orders in, plays, reports, reminds, and keeps a log of everything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.faults import DONE
from pbem.cli.files import DEFAULT_DB, now, read_input, store_for_writing
from pbem.cli.mail_init import TRY_AGAIN, Settings, init, settings_path
from pbem.cli.options import Db, Json, Name
from pbem.cli.printing import close_output, columns, say, say_json, wrapped
from pbem.errors import UsageError

if TYPE_CHECKING:
    from pbem.post.boxes.box import Box
    from pbem.post.letters import Came, Going, Stage
    from pbem.post.office import Office

mail = typer.Typer(help="The judge at the mailbox: orders come in as replies, receipts and reports go out.")
mail.command("init")(init)


def _office(db: str, settings: str) -> Office:
    from pbem.cli.by_mail import answer
    from pbem.post.office import open_office
    from pbem.post.settings import read_settings

    read = read_settings(settings_path(db, settings))
    store = store_for_writing(db)
    return open_office(store, read, now(), answer(store))


@mail.command("run")
def run(
    watch: Annotated[bool, typer.Option("--watch", help="Stay, and run again whenever mail comes.")] = False,
    settings: Settings = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> int:
    """Fetch, take in, play, report, remind and send: once, or with --watch for as long as you like.

    \b
    Examples:
      pbem mail run                 from cron, every few minutes
      pbem mail run --watch         as a service; IMAP tells it when mail comes
    Exit code 75 if the box cannot be reached now: nothing was marked or lost.
    """
    from pbem.post.boxes.box import NoBox
    from pbem.post.boxes.choice import box_of

    office = _office(db, settings)
    while True:
        box = None
        try:
            box = box_of(office.settings)
            office.now = now()
            _run_all(office, box, db, as_json)
            if not watch:
                return DONE
            if box is None:
                raise UsageError(f"{office.settings.path} names no box to watch: give [box] imap, maildir or mbox")
            close_output(DONE)  # whoever reads the log of a service reads it now
            box.wait()
        except NoBox as error:
            say(wrapped(f"pbem mail: {error}. What was not marked comes again at the next run.", "  "), error=True)
            if not watch:
                return TRY_AGAIN
            _pause()
        finally:
            if box is not None:
                box.close()


def _run_all(office: Office, box: Box | None, db: str, as_json: bool) -> None:
    """One run over mail, threads and notices."""
    from pbem.post.others import read_threads, tell_others
    from pbem.post.running import run as run_once

    posts = read_threads(office, db)
    done = run_once(office, box)
    others = tell_others(office, db)
    _tell(office, as_json, came=done.came + posts, steps=done.steps, sent=done.sent + others)


def _pause() -> None:
    import time

    time.sleep(60)


def _tell(office: Office, as_json: bool, **counts: int) -> None:
    if as_json:
        say_json({**counts, "log": office.told})
    else:
        for line in office.told:
            say(wrapped(line, "  "))
        said = {"came": "mail came in", "steps": "steps were played", "sent": "letters went out"}
        say("; ".join(f"{count} {said[name]}" for name, count in counts.items()) + ".")
    office.told.clear()


@mail.command("take")
def take(
    file: Annotated[str, typer.Argument(help="A mail as it came; - or nothing reads standard input.")] = "-",
    settings: Settings = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> int:
    """Take in one mail: from a file, or from a pipe of procmail, sieve or .forward.

    \b
    Examples:
      pbem mail take anna.eml
      |pbem mail take --db /srv/pbem/pbem.db        in a .forward
    Exit code 75 if the store is busy: the mail program tries again.
    """
    from pbem.desk.stores import Busy
    from pbem.post.running import take_one
    from pbem.post.sending import send

    data = read_input(file)
    try:
        office = _office(db, settings)
        verdict = take_one(office, data)
        sent = send(office)
    except Busy as error:
        say(wrapped(f"pbem mail: {error}", "  "), error=True)
        return TRY_AGAIN
    if as_json:
        say_json({"known": verdict is None, "why": verdict.why if verdict else "", "sent": sent, "log": office.told})
    else:
        say("\n".join(wrapped(line, "  ") for line in office.told) or "This mail came before: nothing was done.")
    return DONE


@mail.command("queue")
def queue(
    hold: Annotated[str, typer.Option("--hold", help="Do not send this letter until you say so.")] = "",
    drop: Annotated[str, typer.Option("--drop", help="Never send this letter.")] = "",
    again: Annotated[str, typer.Option("--again", help="Send this letter at the next run, whatever happened.")] = "",
    settings: Settings = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Show what waits to be sent, what is held and why; hold, drop or send again one of them.

    \b
    Examples:
      pbem mail queue
      pbem mail queue --again 3f2a91
    """
    from pbem.post.letters import Stage

    office = _office(db, settings)
    for word, stage in ((hold, Stage.HELD), (drop, Stage.DROPPED), (again, Stage.WAITING)):
        if word:
            _change(office, word, stage)
    waiting = [one for one in office.letters.going() if one.stage in (Stage.WAITING, Stage.HELD, Stage.FAILED)]
    if as_json:
        say_json({"letters": [_as_json(letter) for letter in waiting]})
    else:
        say("\n".join(columns([_row(letter) for letter in waiting])) if waiting else "Nothing waits to be sent.")


def _change(office: Office, word: str, stage: Stage) -> None:
    found = [one for one in office.letters.going() if one.id.strip("<").startswith(word.strip("<"))]
    if len(found) != 1:
        raise UsageError(f"{len(found)} letters begin with {word!r}: `pbem mail queue` lists them by their first signs")
    if stage is stage.WAITING:
        office.letters.set_bounced(found[0].to, office.now, "")
    office.letters.mark(found[0], stage, after="", why="", tries=0)


def _row(letter: Going) -> tuple[str, ...]:
    from pbem.post.carriers import subject_of

    short, why = letter.id.strip("<")[:8], letter.why or letter.after
    return (short, letter.stage.value, letter.to, subject_of(letter), why)


def _as_json(letter: Going) -> dict[str, str | int]:
    from pbem.post.carriers import subject_of

    kept = {key: value for key, value in letter._asdict().items() if key not in ("data", "id")}
    return {"id": letter.id.strip("<").partition(".")[0], **kept, "subject": subject_of(letter)}


@mail.command("log")
def log(campaign: Name = "", settings: Settings = "", db: Db = DEFAULT_DB, as_json: Json = False) -> None:
    """Show every mail that came, with its verdict: also why nothing happened.

    \b
    Example:
      pbem mail log --campaign isonzo
    """
    office = _office(db, settings)
    came = office.letters.came(office.load(campaign)[0].id if campaign else "")
    if as_json:
        say_json({"mails": [_came_json(letter) for letter in came]})
    else:
        rows = [(one.at, one.stage.value, one.campaign or "-", one.who or "-", one.why) for one in came]
        say("\n".join(columns(rows)) if rows else "No mail has come yet.")


def _came_json(letter: Came) -> dict[str, str]:
    return {key: str(value) for key, value in letter._asdict().items() if key != "data"}
