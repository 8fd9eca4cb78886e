"""`pbem book`: a campaign as a series replay, in one file."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from pbem.cli.files import DEFAULT_DB, check_output, store_for_reading, write_output
from pbem.cli.options import Db, Eyes, Json, Name
from pbem.cli.printing import say, say_json
from pbem.cli.progress import bar
from pbem.errors import UsageError

_FORMS = {".html": "html", ".htm": "html", ".md": "md", ".markdown": "md"}


def book(
    out: Annotated[
        str, typer.Option("--out", "-o", help="The file: book.html has its boards in it, book.md beside it.")
    ],
    scale: Annotated[int, typer.Option(help="Size of the boards in per cent, from 30 to 200.")] = 80,
    templates: Annotated[str, typer.Option(help="A folder with your own templates.")] = "",
    replace: Annotated[bool, typer.Option("--replace", help="Write over a book that is there already.")] = False,
    side: Eyes = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Write the campaign as a series replay: a board for every step, the post beside it, room for commentary.

    \b
    Examples:
      pbem book --out isonzo.html       one file, boards included
      pbem book --out isonzo.md         Markdown; boards go to a folder beside it
    """
    from pbem.desk.archive.book import bind

    form = _form_of(out, replace)
    with bar("book") as progress:
        bound = bind(store_for_reading(db), campaign, form, scale=scale, own=templates, side=side, progress=progress)
    write_output(out, bound.text.encode())
    for name, data in bound.pictures.items():
        path = os.path.join(os.path.dirname(out), name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write_output(path, data)
    for warning in bound.warnings:
        say(warning, error=True)
    size = len(bound.text.encode())
    if as_json:
        say_json({"file": out, "steps": bound.steps, "bytes": size, "pictures": sorted(bound.pictures)})
    else:
        say(
            f"{out}: {bound.steps} steps, {size:,} bytes{f', {len(bound.pictures)} pictures' if bound.pictures else ''}"
        )


def _form_of(out: str, replace: bool) -> str:
    """HTML or Markdown, by the name; a book that is there already may hold somebody's commentary."""
    form = _FORMS.get(os.path.splitext(out)[1].lower())
    if form is None:
        raise UsageError(f"{out}: a book is written as HTML or Markdown; give a name that ends in .html or .md")
    check_output(out)
    if os.path.isfile(out) and not replace:
        raise UsageError(f"{out} is there already, perhaps with your commentary: name another file, or say --replace")
    return form
