"""`pbem board`: the position as a picture, or a turn as an animation."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from pbem.cli.files import DEFAULT_DB, check_output, store_for_reading, write_output
from pbem.cli.options import Db, Eyes, Json, Name, Option, Step, Turn, label_of
from pbem.cli.printing import say, say_json
from pbem.errors import UsageError

if TYPE_CHECKING:
    from pbem.desk.record.campaign import Campaign
    from pbem.kernel.facts import Fact
    from pbem.kernel.position import Position
    from pbem.store.entry import Reads

STILL, MOVING = (".png",), (".webp", ".gif")
_OVERLAY = "zoc, supply or command for all, or as NAME=SIDE or NAME=UNIT; reach=UNIT. More than one may be given."


def board(
    out: Annotated[str, Option("--out", "-o", help="The file to write: .png, for films .webp or .gif.")] = "",
    turn: Turn = 0,
    step: Step = "",
    crop: Annotated[str, Option(help="auto for the active front, or two hexes such as 1301-2208.")] = "",
    scale: Annotated[int, Option(help="Size in per cent, from 15 to 400; else as wide as forums show it.")] = 0,
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
      pbem board --turn 1 --step cp-combat --crop auto --out combat.png
      pbem board --overlay supply=CP --overlay zoc=AL --palette dark
      pbem board --overlay reach=GE-12 --crop 1301-2208
      pbem board --step start --scale 60 --max-bytes 200000
      pbem board --animate turn --turn 2 --out turn-2.webp --max-bytes 1000000
    """
    view = _view(store_for_reading(db), campaign, turn, side, _file(out, animate))
    asked = {"palette": palette, "scale": scale or None, "crop": _crop(crop), "max_bytes": max_bytes or None}
    if animate:
        _refuse_with_film(step=step, overlay=overlay, title=title, no_delta=not delta)
        made = _film(view, animate, pause=pause, **asked)
    else:
        made = _still(view, step, delta, title, overlays=overlay or (), **asked)
    _hand_out(made, view, as_json)


class _View(NamedTuple):
    """What is looked at, with whose eyes, and where the picture goes."""

    store: Reads
    campaign: Campaign
    turn: int
    eyes: str
    file: str


def _view(store: Reads, name: str, turn: int, side: str, file: str) -> _View:
    from pbem.desk.record.eyes import eyes_of
    from pbem.desk.replay.load import load

    campaign, state = load(store, name)
    return _View(store, campaign, turn, eyes_of(campaign, state, side), file)


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


def _still(view: _View, step: str, delta: bool, title: str, **asked: Any) -> Made:
    from pbem.cli.progress import bar
    from pbem.desk.views.picture import picture
    from pbem.desk.views.telling import tale

    scene = scene_of(view.store, view.campaign, view.turn, step, view.eyes)
    words = title or f"{view.campaign.name}, {scene.title}"
    told = tale(scene.campaign, scene.position, scene.facts) if delta else None
    with bar("board") as progress:
        data = picture(scene.campaign, scene.position, told, title=words, progress=progress, **asked)
    return Made(data, {"after": scene.label or "start"}, f"after {scene.label or 'the set-up'}")


def _film(view: _View, which: str, **asked: Any) -> Made:
    from pbem.cli.progress import bar
    from pbem.desk.views.film import film

    form = os.path.splitext(view.file)[1][1:].lower()
    with bar("film") as progress:
        made = film(
            view.store, view.campaign.id, which.strip().lower(), view.turn, view.eyes, progress, form=form, **asked
        )
    about = {"animate": which, "frames": len(made.steps) + 1, "steps": list(made.steps)}
    return Made(made.data, about, f"{made.steps[0]} to {made.steps[-1]}, {len(made.steps) + 1} frames")


def _hand_out(made: Made, view: _View, as_json: bool) -> None:
    write_output(view.file, made.data)
    name = view.campaign.name
    if as_json:
        say_json({"file": view.file, "bytes": len(made.data), "campaign": name, **made.about})
    else:
        say(f"{view.file}: {name} {made.words}, {len(made.data):,} bytes")


def _crop(text: str) -> Any:
    if not text or text == "auto":
        return text or None
    first, sign, last = text.replace(" ", "").replace(",", "-").replace(":", "-").partition("-")
    if not sign:
        raise UsageError(f"the crop {text!r} is not understood: write auto, or two hexes such as 1301-2208")
    return (first, last)


class Scene(NamedTuple):
    """A step as the board shows it: the position behind it, and what it did."""

    campaign: Campaign
    label: str
    title: str
    position: Position
    facts: tuple[Fact, ...]


def scene_of(store: Reads, campaign: Campaign, turn: int, step: str, eyes: str) -> Scene:
    """The scene after a step, or of the set-up, as these eyes may see it."""
    from pbem.desk.record.eyes import seen
    from pbem.desk.views.past import facts_of, position_at
    from pbem.desk.views.steps_seen import step_seen

    name = label_of(turn, step)
    start = position_at(store, campaign.id, "start")
    if name == "start" or (not name and position_at(store, campaign.id) == start):
        campaign, start = seen(campaign, eyes, start)
        return Scene(campaign, "", "the set-up", start, ())
    campaign, found = step_seen(campaign, facts_of(store, campaign.id, name), eyes)
    return Scene(campaign, found.label, f"turn {found.turn}. {found.title}", found.after, found.facts)
