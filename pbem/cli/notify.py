"""`pbem notify`: a short word to a chat or a program when something happens."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.cli.faults import DONE, WAITING
from pbem.cli.files import DEFAULT_DB
from pbem.cli.forum import office_at
from pbem.cli.options import Db, Json, Name
from pbem.cli.printing import columns, say, say_json, wrapped

notify = typer.Typer(help="Notices to Discord, Slack, a program of your own, or any service that apprise knows.")


@notify.command("add")
def add(
    kind: Annotated[str, typer.Argument(help="discord, slack, webhook or apprise.")],
    url: Annotated[str, typer.Argument(help="The address; it is a secret.")],
    name: Annotated[str, typer.Option("--name", help="What you call it.")] = "",
    events: Annotated[str, typer.Option("--events", help="Some of turn,late,over; without it all.")] = "",
    side: Annotated[str, typer.Option("--side", help="Only what this side owes, as it may know it.")] = "",
    secret_command: Annotated[str, typer.Option("--secret-command", help="webhook: prints the key that signs.")] = "",
    secret_file: Annotated[str, typer.Option("--secret-file", help="webhook: a file with the key, mode 600.")] = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
) -> int:
    """Say who is told of what. Without --campaign it is told of every campaign of the store.

    \b
    Examples:
      pbem notify add discord https://discord.com/api/webhooks/1/x --events turn,over
      pbem notify add slack https://hooks.slack.com/services/x --side CP
      pbem notify add webhook https://club.example.org/pbem --secret-file club.key
      pbem notify add apprise ntfys://ntfy.sh/isonzo
    """
    from pbem.post.notices.settings import EVENTS, Subscription, add_subscription, notify_file

    wanted = tuple(word.strip().lower() for word in events.split(",") if word.strip()) or tuple(EVENTS)
    about = office_at(db).load(campaign)[0].id if campaign else ""
    new = Subscription(name, kind.strip().lower(), url, wanted, side, about, secret_command, secret_file)
    made = add_subscription(notify_file(db), new)
    say(f"{notify_file(db)}: {made.name} ({made.place}) is told of {', '.join(made.events)}.")
    return DONE


@notify.command("list")
def list_all(db: Db = DEFAULT_DB, as_json: Json = False) -> int:
    """Show who is told of what; of addresses only the host.

    \b
    Example:
      pbem notify list
    """
    from pbem.post.notices.settings import notify_file, read_subscriptions

    found = read_subscriptions(notify_file(db))
    if as_json:
        about = [{"name": one.name, "place": one.place, "events": list(one.events), "side": one.side,
                  "campaign": one.campaign} for one in found]  # fmt: skip
        say_json({"subscriptions": about})
        return DONE
    rows = [(one.name, one.place, ",".join(one.events), one.side or "public", one.campaign or "all") for one in found]
    say("\n".join(columns(rows)) if rows else "Nobody is told of anything: `pbem notify add`.")
    return DONE


@notify.command("remove")
def remove(name: Annotated[str, typer.Argument(help="What `pbem notify list` calls it.")], db: Db = DEFAULT_DB) -> int:
    """Tell somebody no more.

    \b
    Example:
      pbem notify remove club
    """
    from pbem.post.notices.settings import notify_file, remove_subscription

    remove_subscription(notify_file(db), name)
    say(f"{name} is told no more.")
    return DONE


@notify.command("send")
def send(db: Db = DEFAULT_DB, as_json: Json = False) -> int:
    """Tell everybody what is new, each thing once; `pbem mail run` does it too.

    \b
    Example:
      pbem notify send
    Exit code 3 if something could not be told yet.
    """
    from pbem.post.letters import Stage
    from pbem.post.notices.making import make
    from pbem.post.notices.sending import send_waiting
    from pbem.post.notices.settings import notify_file, read_subscriptions

    office, known = office_at(db), read_subscriptions(notify_file(db))
    make(office, known)
    sent = send_waiting(office, known)
    if as_json:
        say_json({"sent": sent, "log": office.told})
    else:
        for line in office.told:
            say(wrapped(line, "  "))
        say(f"{sent} notices were sent.")
    return WAITING if office.letters.going(Stage.WAITING, channel="notice") else DONE
