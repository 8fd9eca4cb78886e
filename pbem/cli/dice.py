"""`pbem dice`: a moderator's dice for any game: committed, bound to their purpose, posted with their proof."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from pbem.cli.files import DEFAULT_DB, now, store_for_reading, store_for_writing, write_output
from pbem.cli.luck import Chart, tell_luck
from pbem.cli.options import Db, Json
from pbem.cli.printing import columns, say, say_json, wrapped
from pbem.cli.secret_files import SEED_HELP, read_seed

dice = typer.Typer(
    help="Dice for any game that prove themselves: open, roll, post, close, luck, verifier.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
Ledger = Annotated[str, typer.Argument(help="The name of the dice ledger.")]


@dice.command("open")
def open_(
    name: Annotated[str, typer.Argument(help="A name for the ledger: letters, digits, - _ and .")],
    seed: Annotated[str, typer.Option(help=SEED_HELP)] = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Open a dice ledger and print its commitment; a closed ledger reopens with a new epoch.

    \b
    Example:
      pbem dice open salerno-forum
    """
    from pbem.desk import dice_desk as desk

    desk.check_name(name)
    given = read_seed(seed)
    ledger = desk.open_ledger(store_for_writing(db, create=True), name, given, now())
    if as_json:
        say_json({"ledger": ledger.name, "epoch": ledger.epoch, "commitment": ledger.commitment.hex()})
        return
    say(f"The dice ledger {ledger.name} is open, epoch {ledger.epoch}. Its commitment:")
    say(f"\n  {ledger.commitment.hex()}\n")
    say(wrapped(f"Publish it before anybody names a roll: pbem dice post {ledger.name}. "
                "Let the players write the purpose of each roll, best with a word of their own (--word)."))  # fmt: skip


@dice.command()
def roll(
    name: Ledger,
    purpose: Annotated[str, typer.Argument(help="What the roll is for, in the words of the player who asked for it.")],
    what: Annotated[list[str], typer.Argument(help="2d6, 2d6+1, 1d10 3d6, draw 2 from A,B,C, or shuffle A,B,C.")],
    player: Annotated[str, typer.Option("--for", help="The side or player who rolls; `luck` counts by it.")] = "",
    word: Annotated[str, typer.Option(help="A word that a player has posted for this roll.")] = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Roll once for a purpose. The same purpose is never rolled again.

    \b
    Examples:
      pbem dice roll salerno-forum "T3 attack on 1804" 2d6 --for Anna --word kestrel
      pbem dice roll salerno-forum "T3 air" 1d10 3d6
      pbem dice roll salerno-forum "T4 events" draw 2 from Rain,Mud,Strike
    """
    from pbem.desk import dice_desk as desk

    made = desk.roll(store_for_writing(db), name, purpose, " ".join(what), player=player, word=word, now=now())
    if not made.was_posted:
        say("pbem: the commitment has not been posted; rolls that come before it or with it are never bound. "
            f"Next time first: pbem dice post {made.ledger}", error=True)  # fmt: skip
    if as_json:
        say_json({"ledger": made.ledger, "rolls": made.rolls})
        return
    say("\n".join(columns([_line(body) for body in made.rolls])))


def _line(body: Mapping[str, Any]) -> tuple[str, ...]:
    """A roll with its sum, where that says more than the faces."""
    from pbem.desk.dice_desk import total

    found = total(body["what"], body["result"])
    summed = "" if found is None or str(found) == body["result"] else f"= {found}"
    return f"roll {body['number']}", body["label"], f"{body['what']}:", body["result"], summed


@dice.command()
def post(
    name: Ledger,
    fmt: Annotated[str, typer.Option("--format", "-f", help="bbcode, md, txt or html.")] = "txt",
    everything: Annotated[bool, typer.Option("--all", help="All rolls, not only those since the last post.")] = False,
    upto: Annotated[int, typer.Option("--upto", help="All rolls to this number; 0 for the commitment alone.")] = -1,
    out: Annotated[str, typer.Option("--out", "-o", help="Write to this file.")] = "",
    db: Db = DEFAULT_DB,
) -> None:
    """Write the post: the rolls since the last one (or --all), with the proof that survives quoting.

    \b
    Examples:
      pbem dice post salerno-forum --format bbcode
      pbem dice post salerno-forum --all --out dice.txt
    Without news the last post is written again.
    """
    from pbem.desk import dice_desk as desk

    made = desk.post(store_for_reading(db), name, fmt, everything=everything, upto=upto)
    if out:
        write_output(out, made.text.encode())
        rolls = f"rolls {made.after + 1} to {made.last}" if made.last > made.after else "the commitment"
        say(f"{out}: {rolls}")
    else:
        say(made.text.rstrip("\n"))
    if made.is_new:
        desk.mark_posted(store_for_writing(db), made, now())


@dice.command()
def close(name: Ledger, db: Db = DEFAULT_DB, as_json: Json = False) -> None:
    """Reveal the secret of the epoch, so that everybody can prove its rolls. A later roll needs a new epoch.

    \b
    Example:
      pbem dice close salerno-forum && pbem dice post salerno-forum --all
    """
    from pbem.desk import dice_desk as desk

    body = desk.close(store_for_writing(db), name, now())
    if as_json:
        say_json(body)
        return
    say(f"Epoch {body['epoch']} of {body['ledger']} is closed after roll {body['upto']}. Its secret:")
    say(f"\n  {body['secret']}\n")
    say(f"Next: pbem dice post {body['ledger']} --all")


@dice.command("list")
def list_(db: Db = DEFAULT_DB, as_json: Json = False) -> None:
    """List the dice ledgers of the store.

    \b
    Example:
      pbem dice list
    """
    from pbem.desk.dice_desk import ledgers

    rows = ledgers(store_for_reading(db))
    if as_json:
        say_json({"ledgers": rows})
        return
    shown = [(r["ledger"], f"epoch {r['epoch']}, {r['state']}", f"{r['rolls']} rolls", r["commitment"]) for r in rows]
    say("\n".join(columns(shown)) if shown else "No dice ledger yet: pbem dice open NAME")


@dice.command()
def luck(
    name: Ledger,
    low: Annotated[bool, typer.Option("--low", help="Low faces are good in this game.")] = False,
    chart: Chart = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Say how lucky each side was: expected against actual, and the exact chance of being so lucky.

    \b
    Example:
      pbem dice luck salerno-forum --chart luck.png
    """
    from pbem.desk.dice_desk import luck as luck_of

    called, rows = luck_of(store_for_reading(db), name, low_is_good=low)
    tell_luck(rows, called, chart, as_json)


@dice.command()
def verifier(
    html: Annotated[bool, typer.Option("--html", help="The page for a browser, not the Python file.")] = False,
    out: Annotated[str, typer.Option("--out", "-o", help="Write to this file.")] = "",
) -> None:
    """Print a verifier that needs nothing but Python (or a browser): one file, no network.

    \b
    Examples:
      pbem dice verifier > verify_dice.py
      pbem dice verifier --html --out verify_dice.html
    """
    from pbem.desk.dice_desk import verifier as verifier_of

    text = verifier_of(html=html)
    if out:
        write_output(out, text.encode())
        say(out)
    else:
        say(text.rstrip("\n"))
