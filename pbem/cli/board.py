"""`pbem board`: the position as a picture, or a turn as an animation."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any

from pbem.cli.files import DEFAULT_DB, check_output, store_for_reading, write_output
from pbem.cli.options import Db, Eyes, Json, Name, Option, Step, Turn
from pbem.cli.printing import say, say_json
from pbem.errors import UsageError
from pbem.values import NamedTuple

if TYPE_CHECKING:
    from pbem.desk.views.gallery import Gallery

STILL, MOVING = (".png",), (".webp", ".gif")
_OVERLAY = "zoc, supply or command for all, or as NAME=SIDE or NAME=UNIT; reach=UNIT. More than one may be given."


def board(
    out: Annotated[str, Option("--out", "-o", help="The file to write: .png, for films .webp or .gif.")] = "",
    turn: Turn = 0,
    step: Step = "",
    crop: Annotated[str, Option(help="auto for the active front, or two hexes such as 1301-2208.")] = "",
    scale: Annotated[int, Option(help="Size in per cent, from 15 to 400; else as wide as forums show it.")] = 0,
    phone: Annotated[bool, Option("--phone", help="Upright, with large counters: where something happened.")] = False,
    palette: Annotated[str, Option(help="light, dark or colour-blind.")] = "light",
    overlay: Annotated[list[str] | None, Option(help=_OVERLAY)] = None,
    max_bytes: Annotated[int, Option(help="The best picture that fits into so many bytes.", min=0)] = 0,
    side: Eyes = "",
    delta: Annotated[bool, Option(help="Draw what the step did: paths, combats, losses.")] = True,
    animate: Annotated[str, Option(help="turn or campaign: a film with a frame for each step.")] = "",
    pause: Annotated[int, Option(help="Of a film: thousandths of a second for each frame.", min=20)] = 2000,
    title: Annotated[str, Option(help="The words above the picture.")] = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Draw the board after a step, with what the step did under the numbers of the report; else after the last step.

    \b
    Examples:
      pbem board
      pbem board --turn 1 --step cp-combat --crop auto --max-bytes 200000
      pbem board --overlay supply=CP --overlay zoc=AL --palette dark --phone
      pbem board --overlay reach=GE-12 --crop 1301-2208
      pbem board --animate turn --turn 2 --out turn-2.webp --max-bytes 1000000
    """
    from pbem.desk.views.gallery import Gallery

    file = _file(out, animate)
    gallery = Gallery(store_for_reading(db), campaign, side)
    asked = {"palette": palette, "scale": scale or None, "max_bytes": max_bytes or None, **_part(crop, phone)}
    if animate:
        _refuse_with_film(step=step, overlay=overlay, title=title, no_delta=not delta)
        made = _film(gallery, animate, turn, file, pause=pause, **asked)
    else:
        made = _still(gallery, turn, step, delta, title, overlays=overlay or (), **asked)
    _hand_out(made, file, gallery.name, as_json)


class Made(NamedTuple):
    """A picture or film, what to tell programs of it, and what to tell people."""

    data: bytes
    about: dict[str, Any]
    words: str


def _file(out: str, animate: str) -> str:
    """The file to write; its ending must fit what is written."""
    wanted = MOVING if animate else STILL
    found, ending = out or f"board{wanted[0]}", os.path.splitext(out)[1].lower()
    if animate and out and ending not in MOVING:
        raise UsageError(f"a film cannot be written as {out!r}: name a file that ends with .webp or .gif")
    if not animate and ending in (*MOVING, ".jpg", ".jpeg"):
        raise UsageError(
            f"a board is drawn as PNG, not as {ending}: write --out board.png, or make a film with --animate turn"
        )
    check_output(found)
    return found


def _refuse_with_film(**given: Any) -> None:
    """A film shows every step with its delta; what is for one picture only is not left out in silence."""
    for name, value in given.items():
        if value:
            option = name.replace("_", "-")
            raise UsageError(f"--{option} is for one picture, not for a film: leave out --{option} or --animate")


def _still(gallery: Gallery, turn: int, step: str, delta: bool, title: str, **asked: Any) -> Made:
    from pbem.cli.progress import bar

    with bar("board") as progress:
        data, label = gallery.still(turn, step, delta=delta, title=title, progress=progress, **asked)
    return Made(data, {"after": label or "start"}, f"after {label or 'the set-up'}")


def _film(gallery: Gallery, which: str, turn: int, file: str, **asked: Any) -> Made:
    from pbem.cli.progress import bar

    form = os.path.splitext(file)[1][1:].lower()
    with bar("film") as progress:
        made = gallery.film(which.strip().lower(), turn, progress, form=form, **asked)
    about = {"animate": which, "frames": len(made.steps) + 1, "steps": list(made.steps)}
    return Made(made.data, about, f"{made.steps[0]} to {made.steps[-1]}, {len(made.steps) + 1} frames")


def _hand_out(made: Made, file: str, campaign: str, as_json: bool) -> None:
    write_output(file, made.data)
    if as_json:
        say_json({"file": file, "bytes": len(made.data), "campaign": campaign, **made.about})
    else:
        say(f"{file}: {campaign} {made.words}, {len(made.data):,} bytes")


def _part(crop: str, phone: bool) -> dict[str, Any]:
    """What part of the map, and for which screen: a telephone shows where something happened."""
    return {"crop": _crop(crop or ("auto" if phone else "")), "screen": "phone" if phone else "forum"}


def _crop(text: str) -> Any:
    if not text or text == "auto":
        return text or None
    first, sign, last = text.replace(" ", "").replace(",", "-").replace(":", "-").partition("-")
    if not sign:
        raise UsageError(f"the crop {text!r} is not understood: write auto, or two hexes such as 1301-2208")
    return (first, last)
