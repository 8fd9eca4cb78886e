"""`pbem keys`: Ed25519 keys of players, and signed order files."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from pbem.cli.files import check_output, read_input, write_output
from pbem.cli.options import Json
from pbem.cli.printing import say, say_json
from pbem.cli.secret_files import read_secret, write_secret
from pbem.errors import UsageError

keys = typer.Typer(help="Keys and signatures: who sent a file, and proof that no one has changed it.")


def _text(path: str) -> str:
    return read_input(path).decode("utf-8", "replace")


@keys.command("make")
def make(
    name: Annotated[str, typer.Argument(help="Your name, as it is shown with the key.")],
    out: Annotated[str, typer.Option("--out", help="The file for the secret key; show it to no one.")],
    as_json: Json = False,
) -> None:
    """Make a pair of keys: the secret one into a file, the public one for everybody.

    \b
    Example:
      pbem keys make Anna --out anna.key > anna.pub
    """
    from pbem.desk import keys as pairs

    if os.path.exists(out):
        raise UsageError(f"{out} exists already: choose another name, a key that is lost cannot be made again")
    check_output(out)
    secret, made = pairs.make(name)
    write_secret(out, secret)
    if as_json:
        say_json({"file": out, "name": name, "public": made.public, "fingerprint": made.fingerprint})
    else:
        say(made.public.rstrip("\n"))


@keys.command("show")
def show(
    file: Annotated[str, typer.Argument(help="A file with a secret or a public key; - reads stdin.")],
    as_json: Json = False,
) -> None:
    """Show the public key and its fingerprint, to be compared by telephone.

    \b
    Example:
      pbem keys show anna.key
    """
    from pbem.desk import keys as pairs

    found = pairs.shown(_text(file))
    if as_json:
        say_json(found._asdict())
        return
    say(found.public.rstrip("\n"))
    say(f"fingerprint {found.fingerprint}")


@keys.command("sign")
def sign(
    file: Annotated[str, typer.Argument(help="The order file; - reads stdin.")],
    key: Annotated[str, typer.Option("--key", help="Your secret key.")],
    out: Annotated[str, typer.Option("--out", help="Where to write the signed file; else it is printed.")] = "",
    as_json: Json = False,
) -> None:
    """Sign an order file: the order block as the program reads it, followed by the signature.

    \b
    Example:
      pbem keys sign orders.txt --key anna.key --out signed.txt
    """
    from pbem.desk.keys import signed_orders

    if out:
        check_output(out)
    text = signed_orders(read_input(file), read_secret(key))
    if out:
        write_output(out, text.encode())
    if as_json:
        say_json({"file": out, "text": text})
    elif out:
        say(f"{out}: signed. Send it as it is; a change of one letter would show.")
    else:
        say(text.rstrip("\n"))
