"""`pbem forum`: the campaign in a thread. Posts go out once; what players write there comes back as orders."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.faults import DONE, WAITING
from pbem.cli.files import DEFAULT_DB, now, read_input, store_for_writing, write_output
from pbem.cli.options import Db, Json, Name
from pbem.cli.printing import columns, say, say_json, wrapped
from pbem.errors import UsageError

if TYPE_CHECKING:
    from pbem.post.forum.settings import Forum
    from pbem.post.office import Office

forum = typer.Typer(help="The campaign in a thread of a forum: posts go out once, orders in replies come in.")


def office_at(db: str) -> Office:
    """The post room of a store; it needs no mail.toml."""
    from pbem.cli.mail_init import settings_path
    from pbem.post.office import Office, open_office
    from pbem.post.settings import Settings, read_settings

    path, store = settings_path(db, ""), store_for_writing(db)
    if os.path.exists(path):
        return open_office(store, read_settings(path), now())
    return Office(store, Settings(path), now(), b"")


def _forums(office: Office, db: str, campaign: str) -> list[Forum]:
    """The thread of the campaign that is named, or of every campaign that has one."""
    from pbem.post.forum.settings import forum_file, forum_of, read_forums

    if campaign:
        return [forum_of(forum_file(db), office.load(campaign)[0].id)]
    known = list(read_forums(forum_file(db)).values())
    return known or [forum_of(forum_file(db), office.load("")[0].id)]


def _tell(office: Office, as_json: bool, **counts: int) -> None:
    if as_json:
        say_json({**counts, "log": office.told})
        return
    for line in office.told:
        say(wrapped(line, "  "))
    said = {"posted": "parts were posted", "read": "posts were read", "corrected": "parts were corrected"}
    say("; ".join(f"{count} {said[name]}" for name, count in counts.items()) + ".")


@forum.command("add")
def add(
    campaign: Annotated[str, typer.Argument(help="The campaign.")],
    kind: Annotated[str, typer.Argument(help="nodebb, discourse, phpbb, bgg, csw, reddit or paste.")],
    url: Annotated[str, typer.Argument(help="The address of the forum.")] = "",
    topic: Annotated[int, typer.Option("--topic", help="The number of the thread, as in its address.")] = 0,
    user: Annotated[str, typer.Option("--user", help="Discourse: the account that posts.")] = "",
    token_command: Annotated[str, typer.Option("--token-command", help="A command that prints the token.")] = "",
    token_file: Annotated[str, typer.Option("--token-file", help="A file with the token, mode 600.")] = "",
    press: Annotated[bool, typer.Option("--press", help="Take replies without a block as press.")] = False,
    db: Db = DEFAULT_DB,
) -> int:
    """Say in which thread a campaign is played. Nothing is posted yet.

    \b
    Examples:
      pbem forum add isonzo nodebb https://forum.example.org --topic 1234 --token-command "pass show forum"
      pbem forum add isonzo discourse https://talk.example.org --topic 55 --user judge
      pbem forum add isonzo phpbb
    Without --token-command and --token-file the token is taken from PBEM_FORUM_TOKEN.
    """
    from pbem.post.forum.settings import Forum, add_forum, forum_file

    office = office_at(db)
    loaded, _ = office.load(campaign)
    added = Forum(loaded.id, kind.strip().lower(), url, topic, user, token_command, token_file,
                  "take" if press else "off")  # fmt: skip
    add_forum(forum_file(db), added)
    how = "writes files to paste" if added.is_by_hand else "posts"
    say(f"{forum_file(db)}: {loaded.name} has a thread. `pbem forum post` {how}; --dry-run shows the post first.")
    return DONE


@forum.command("post")
def post(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the post; send and note nothing.")] = False,
    edit: Annotated[bool, typer.Option("--edit", help="Correct the last post: write it anew in its place.")] = False,
    boards: Annotated[bool, typer.Option("--boards/--no-boards", help="With the board as a picture.")] = True,
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> int:
    """Post what the thread does not tell yet: once, whatever happens on the way.

    \b
    Examples:
      pbem forum post --dry-run
      pbem forum post
      pbem forum post --edit
    Exit code 3 if something still waits to be posted.
    """
    from pbem.post.forum.running import corrected, planned, posted

    office = office_at(db)
    forums = _forums(office, db, campaign)
    if dry_run:
        texts = [text for one in forums for text in planned(office, one, boards=boards)]
        say(f"\n{'-' * 20} the next post {'-' * 20}\n".join(texts) if texts else "The thread tells everything already.")
        return DONE
    if edit:
        _tell(office, as_json, corrected=sum(corrected(office, one) for one in forums))
        return DONE
    _tell(office, as_json, posted=sum(posted(office, one, boards=boards) for one in forums))
    from pbem.post.letters import Stage

    return WAITING if office.letters.going(Stage.WAITING, channel="forum") else DONE


@forum.command("read")
def read(
    page: Annotated[str, typer.Option("--page", help="A saved page or a pasted thread; - for standard input.")] = "",
    by: Annotated[str, typer.Option("--by", help="Whose the page's posts are, where it shows no author: CP.")] = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> int:
    """Read the thread: replies with an order block become submissions, and one reply answers them all.

    \b
    Examples:
      pbem forum read
      pbem forum read --page saved.html
      pbem forum read --page pasted.txt --by CP
    """
    from pbem.post.forum.running import read_page, read_thread

    office = office_at(db)
    forums = _forums(office, db, campaign)
    if page:
        if len(forums) > 1:
            raise UsageError("say of which campaign the page is: --campaign NAME")
        count, posted = read_page(office, forums[0], read_input(page), by)
    else:
        done = [read_thread(office, one) for one in forums]
        count, posted = sum(one[0] for one in done), sum(one[1] for one in done)
    _tell(office, as_json, read=count, posted=posted)
    return DONE


@forum.command("bind")
def bind(
    accounts: Annotated[list[str], typer.Argument(help="17=CP: the forum's number of an account, and its seat.")],
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> int:
    """Bind accounts of the forum to seats, once; 17= frees an account again.

    \b
    Example:
      pbem forum bind 17=CP 23=AL
    `pbem forum read` names the number of every account that has posted a block.
    """
    from pbem.post.forum.reading import bind as bind_all

    found = bind_all(office_at(db), campaign, accounts)
    if as_json:
        say_json({"accounts": found})
    else:
        say("\n".join(columns([(account, who) for account, who in found.items()])) or "No account is bound.")
    return DONE


@forum.command("seal")
def seal(
    file: Annotated[str, typer.Argument(help="Your order file; - for standard input.")],
    out: Annotated[str, typer.Option("--out", "-o", help="Where the file to be mailed goes.")] = "sealed-orders.txt",
) -> int:
    """Seal orders: prints a block with their hash for the thread, and writes the file that you mail to the judge.

    \b
    Example:
      pbem forum seal orders.txt --out sealed-orders.txt
    """
    from pbem.post.forum.running import sealed

    text, block = sealed(read_input(file))
    write_output(out, text.encode())
    say(block.rstrip("\n"))
    words = (
        f"Post the block above. Mail {out} to the judge, unchanged: its line `# seal: ...` is what keeps others from "
    )
    say(wrapped(f"{words}guessing your orders by the hash.", "  "), error=True)
    return DONE
