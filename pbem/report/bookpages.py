"""The pages of the book: `index.html` of an archive, and the series replay with room for commentary.

Both are whole pages: their templates are HTML (or neutral words, for Markdown), every value is cleaned and escaped,
and the policy in the head names the scripts that may run by their hashes.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from pbem.errors import UsageError
from pbem.kernel.naming import begun
from pbem.report.book import DEEPER, Book, BookStep, by_turn, losses_by_turn, points_by_turn
from pbem.report.escape import FORMATS, clean
from pbem.report.excerpt import excerpt
from pbem.report.look import Dress
from pbem.report.marks import block, blocks, folded
from pbem.report.phrases import plain_words
from pbem.report.shelf import Shelf, written

FORMS = ("md", "html")
DRAWING = tuple(f"board/{name}.js" for name in ("dom", "grid", "counters", "marks", "delta", "board", "kit"))
Own = Path | str | None
Pictures = Mapping[str, bytes]


def index_page(book: Book, verifier: str, *, own: Own = None, warnings: list[str] | None = None, head: str = "") -> str:
    """The page of an archive. `verifier` is the script that judges proofs, the same as in the stand-alone page.

    `head` is what a site says to programs that show a link to it (`open_graph`).
    """

    def page(shelf: Shelf) -> str:
        steps = _steps(book, 1, {})
        values = {
            "book": _about(book, steps),
            "turns": _turns(book, steps),
            "figures": _figures(book),
            "data": _data(steps, is_newest=bool(head)),
            "boards": _boards(book, {}),
            "head": Markup(head),
        }
        style, bare = _style(shelf, "index.css"), shelf.text("bare.css")
        scripts = {"verifier": verifier, **_drawing(shelf, book), "script": shelf.text("index.js")}
        return page_of(shelf, "index.html.j2", values, scripts, {"style": style, "bare_style": bare})

    return written(page, own, warnings)


def series_book(
    book: Book, form: str, *, pictures: Pictures | None = None, own: Own = None, warnings: list[str] | None = None
) -> str:
    """The campaign as one text with a board for each step and room for commentary; given pictures go into it."""
    if form not in FORMS:
        raise UsageError(f"a series book is written as {' or '.join(FORMS)}, not as {form!r}")
    make = _series_html if form == "html" else _series_md
    return written(lambda shelf: make(shelf, book, pictures or {}), own, warnings)


def _series_html(shelf: Shelf, book: Book, pictures: Pictures) -> str:
    steps = _steps(book, DEEPER, pictures)
    values = {"book": _about(book, steps, pictures), "turns": _turns(book, steps), "boards": _boards(book, pictures)}
    style = _style(shelf, "series.css")
    scripts = {**_drawing(shelf, book), "script": shelf.text("series.js")}
    return page_of(shelf, "series.html.j2", values, scripts, {"style": style})


def _style(shelf: Shelf, name: str) -> str:
    """What both pages share, the colours of the board, and a page's own."""
    return "".join(shelf.text(one) for one in ("book.css", "board/board.css", name))


# -- HTML -----------------------------------------------------------------------------------------------------


def page_of(
    shelf: Shelf, name: str, values: Mapping[str, Any], scripts: Mapping[str, str], styles: Mapping[str, str]
) -> str:
    """A template with its scripts and styles in it, and the policy that lets just these run."""
    policy = "; ".join((
        "default-src 'none'", "img-src 'self' file: data:", f"script-src {_hashes(scripts)}",
        f"style-src {_hashes(styles)}", "base-uri 'none'", "form-action 'none'",
    ))  # fmt: skip
    inside = {key: Markup(_unclosed(text)) for key, text in {**scripts, **styles}.items()}
    return shelf.find((name,))[0].render({**values, **inside, "policy": Markup(policy)}).strip("\n") + "\n"


def _hashes(texts: Mapping[str, str]) -> str:
    found = (b64encode(sha256(_unclosed(text).encode()).digest()).decode() for text in texts.values())
    return " ".join(f"'sha256-{one}'" for one in found)


def _unclosed(text: str) -> str:
    """A script or style that cannot end its element."""
    return re.sub(r"</(?=script|style)", r"<\\/", text, flags=re.IGNORECASE)


def _data(steps: list[dict[str, Any]], *, is_newest: bool) -> Markup:
    """What the script wants to know, as JSON that cannot end its element; a site opens with the newest step."""
    keys = ("label", "address", "title", "turn", "board", "drawn", "happened", "proof", "action", "seen")
    opens = {"newest": True} if is_newest else {}
    return _json({"steps": [{key: step[key] for key in keys} for step in steps], **opens})


def _boards(book: Book, pictures: Pictures) -> Markup:
    """The kit of the boards, with the address of the map; empty where each board is a picture of its own."""
    if book.kit is None:
        return Markup("")
    return _json({**book.kit, "ground": _address(book.kit.get("ground", ""), pictures)})


def _drawing(shelf: Shelf, book: Book) -> dict[str, str]:
    """The scripts that draw the boards, where they are data: those of the order page, and one that reads the kit."""
    return {"drawing": "\n".join(shelf.text(name) for name in DRAWING)} if book.kit is not None else {}


def without_boards(page: bytes) -> bytes:
    """A page of an archive without its boards, for whoever compares only what is written."""
    return re.sub(rb'(<script type="application/json" id="boards">).*?(?=</script>)', rb"\1", page, flags=re.DOTALL)


def _json(values: Mapping[str, Any]) -> Markup:
    text = json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))


# -- values ---------------------------------------------------------------------------------------------------


def _about(book: Book, steps: list[dict[str, Any]], pictures: Pictures | None = None) -> dict[str, Any]:
    """The book, clean, with addresses instead of files."""
    texts = {
        key: folded(clean(getattr(book, key)))
        for key in ("name", "game", "scenario", "outcome", "luck", "commitment", "again")
    }
    sides = [
        {"id": side, "title": folded(clean(title)), "player": _player(book, side)} for side, title in book.sides.items()
    ]
    charts = [
        {**_link(one), "text": folded(clean(one.text)), "file": _address(one.file, pictures or {})}
        for one in book.charts
    ]
    return {**texts, "sides": sides, "charts": charts, "files": [_link(one) for one in book.files], "steps": steps}


def _player(book: Book, side: str) -> str:
    return folded(clean(book.players.get(side, "")))


def _steps(book: Book, deeper: int, pictures: Pictures) -> list[dict[str, Any]]:
    return [{**_step(step, deeper, pictures), "number": number} for number, step in enumerate(book.steps, 1)]


def _step(step: BookStep, deeper: int, pictures: Pictures) -> dict[str, Any]:
    """A step, clean; the headings of its post so much deeper than they were, or without its post."""
    texts = {key: folded(clean(getattr(step, key))) for key in ("label", "title", "happened", "date", "at", "seen")}
    texts["happened"] = begun(texts["happened"]) if texts["happened"] != texts["title"] else ""
    texts["at"] = re.sub(r"^([\d-]{10})T([\d:]{5})[\d:.]*Z$", r"\1 \2 UTC", texts["at"])
    return {
        **texts,
        "turn": step.turn,
        "side": step.side,
        "drawn": step.drawn,
        "action": list(step.action),
        "proof": clean(step.proof),
        "address": quote(texts["label"], safe="/"),
        "board": _address(step.board, pictures),
        "html": Markup(excerpt(clean(step.html), deeper)) if deeper else Markup(""),
        "files": [_link(one) for one in step.files],
    }


def _link(one: Any) -> dict[str, str]:
    return {"title": folded(clean(one.title)), "file": _address(one.file, {})}


def _address(file: str, pictures: Pictures) -> str:
    """A relative address; no scheme and no sign gets into it. A picture that is given is its own address."""
    if file in pictures:
        kind = "webp" if pictures[file][8:12] == b"WEBP" else "gif" if pictures[file][:3] == b"GIF" else "png"
        return f"data:image/{kind};base64,{b64encode(pictures[file]).decode()}"
    return quote(clean(file).lstrip("/"), safe="/")


def _turns(book: Book, steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found = []
    for turn in by_turn(book):
        inside = [step for step in steps if step["turn"] == turn]
        found.append({"turn": turn, "date": next((s["date"] for s in inside if s["date"]), ""), "steps": inside})
    return found


def _figures(book: Book) -> dict[str, Any]:
    """The figures of the charts as a table: losses and points by turn; nothing where there are none."""
    columns: dict[str, tuple[int | None, ...]] = {}
    for side, title in book.sides.items():
        columns[f"{folded(clean(title))}: steps lost"] = losses_by_turn(book)[side]
    for side, title in book.sides.items():
        if any(value is not None for value in points_by_turn(book)[side]):
            columns[f"{folded(clean(title))}: victory points"] = points_by_turn(book)[side]
    rows = [
        {"turn": turn, "cells": ["" if values[n] is None else values[n] for values in columns.values()]}
        for n, turn in enumerate(by_turn(book))
    ]
    return {"heads": list(columns), "rows": rows} if rows and columns else {}


# -- Markdown -------------------------------------------------------------------------------------------------


def _series_md(shelf: Shelf, book: Book, pictures: Pictures) -> str:
    """Neutral words with the posts put in as they are, two headings deeper; pictures stand at the end."""
    steps = _steps(book, 0, {})
    ready = {f"post {number}": _post_md(step) for number, step in enumerate(book.steps, 1)}
    last = []
    for step, told in zip(book.steps, steps, strict=True):
        if step.board in pictures:
            name = f"board {told['number']}"
            ready[name] = f"![{FORMATS['md'].text(told['happened'])}][{name}]"
            last.append(f"[{name}]: {_address(step.board, pictures)}\n")
    values = {"book": _about(book, steps), "turns": _turns(book, steps), "is_ready": ready.__contains__}
    words = {**plain_words(), "ready": lambda name: block("ready", name)}
    document = shelf.find(("series.md.j2",))[0].render({**words, **values})
    return Dress(shelf, "md", ready).page(blocks(document), book.name) + "".join(["\n", *last] if last else [])


def _post_md(step: BookStep) -> str:
    """The post as part of the book; its plain text, if there is nothing else."""
    if not step.md:
        return "\n".join(f"    {line}" for line in clean(step.text).strip("\n").split("\n"))
    return str(clean(step.md)).strip("\n")
