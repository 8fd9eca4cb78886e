"""`pbem board`: the position as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from pbem.cli.files import DEFAULT_DB, check_output, store_for_reading, write_output
from pbem.cli.options import Db, Json, Name, Step, Turn
from pbem.cli.printing import say, say_json
from pbem.errors import UsageError

if TYPE_CHECKING:
    from pbem.desk.campaign import Campaign
    from pbem.kernel.facts import Fact
    from pbem.kernel.position import Position
    from pbem.store.entry import Reads


def board(
    out: Annotated[str, typer.Option("--out", "-o", help="The PNG file to write.")] = "board.png",
    turn: Turn = 0,
    step: Step = "",
    crop: Annotated[str, typer.Option(help="auto for the active front, or two hexes such as 1301-2208.")] = "",
    scale: Annotated[int, typer.Option(help="Size in per cent, from 15 to 400.")] = 100,
    palette: Annotated[str, typer.Option(help="light, dark or colour-blind.")] = "light",
    max_bytes: Annotated[int, typer.Option(help="The best picture that fits into so many bytes.")] = 0,
    side: Annotated[str, typer.Option(help="Only what this side may see.")] = "",
    delta: Annotated[bool, typer.Option(help="Draw what the step did: paths, combats, losses.")] = True,
    title: Annotated[str, typer.Option(help="The words above the picture.")] = "",
    campaign: Name = "",
    db: Db = DEFAULT_DB,
    as_json: Json = False,
) -> None:
    """Draw the board after a step as PNG; without a step, after the last one.

    \b
    Examples:
      pbem board
      pbem board --turn 1 --step cp-combat --crop auto --out combat.png
      pbem board --step start --scale 60 --max-bytes 200000
    """
    from pbem.desk.campaign import load
    from pbem.desk.naming import side_called

    check_output(out)
    store = store_for_reading(db)
    loaded, _ = load(store, campaign)
    wanted = side_called(loaded.opened["sides"], side) if side else ""
    scene = scene_of(store, loaded, turn, step)
    shown = scene.facts if delta else ()
    asked = {"palette": palette, "scale": scale, "crop": _crop(crop), "max_bytes": max_bytes or None}
    data = picture(loaded, scene.position, shown, wanted, title=title or f"{loaded.name}, {scene.title}", **asked)
    write_output(out, data)
    if as_json:
        say_json({"file": out, "bytes": len(data), "campaign": loaded.name, "after": scene.label or "start"})
    else:
        say(f"{out}: {loaded.name} after {scene.label or 'the set-up'}, {len(data):,} bytes")


def _crop(text: str) -> Any:
    if not text or text == "auto":
        return text or None
    first, sign, last = text.replace(" ", "").replace(",", "-").replace(":", "-").partition("-")
    if not sign:
        raise UsageError(f"the crop {text!r} is not understood: write auto, or two hexes such as 1301-2208")
    return (first, last)


class Scene(NamedTuple):
    """A step as the board shows it: the position behind it, and what it did."""

    label: str
    title: str
    position: Position
    facts: tuple[Fact, ...]


def scene_of(store: Reads, campaign: Campaign, turn: int, step: str) -> Scene:
    """The scene after a step, or of the set-up."""
    from pbem.desk.looking import facts_of, position_at

    name = label_of(turn, step)
    start = position_at(store, campaign.id, "start")
    if name == "start" or (not name and position_at(store, campaign.id) == start):
        return Scene("", "the set-up", start, ())
    found = facts_of(store, campaign.id, name)
    return Scene(found.label, f"turn {found.turn}. {found.title}", found.after, found.facts)


def label_of(turn: int, step: str) -> str:
    """What `--turn 1 --step cp-combat` means at the desk."""
    words = step.strip().lower()
    if words == "start" or not words:
        if turn and not words:
            raise UsageError(f"--turn {turn} needs the step too, such as --step cp-combat; `pbem history` lists them")
        return words
    return words if "/" in words or not turn else f"t{turn}/{words}"


def picture(campaign: Campaign, position: Position, facts: tuple[Fact, ...], side: str, **asked: Any) -> bytes:
    """The PNG of a position."""
    from pbem.draw import draw_board
    from pbem.kernel.board import Board
    from pbem.kernel.pieces import Side

    seen = campaign.game.view(campaign.scenario, position, Side(side)) if side else position
    look = campaign.game.look(Board(campaign.scenario, seen))
    return draw_board(campaign.scenario, seen, look, facts=facts, side=side or None, **asked)
