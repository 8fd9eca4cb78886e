"""What lies on the printed map: names, markers, counters, and above them what a step did."""

from __future__ import annotations

from PIL import Image

from pbem.draw.arrows import draw_arrows, draw_ghosts, ghosts_of
from pbem.draw.background import Background
from pbem.draw.counters import counter_size
from pbem.draw.hexmarks import plan_hex_marks
from pbem.draw.labels import draw_labels
from pbem.draw.notes import Note, draw_notes, plan_notes
from pbem.draw.room import box_at
from pbem.draw.scene import Scene
from pbem.draw.sheet import Sheet
from pbem.draw.sidemarks import draw_side_marks
from pbem.draw.stacks import draw_stacks, stack_box
from pbem.kernel.telling.events import Event
from pbem.values import NamedTuple


class Delta(NamedTuple):
    """What a step did, as far as the sheet shows it, and the notes beside it: names keep out of their way."""

    events: tuple[Event, ...]
    notes: list[Note]


def delta_of(scene: Scene, sheet: Sheet) -> Delta:
    """What of the step is drawn."""
    events = tuple(event for event in scene.events if _is_shown(sheet, event))
    return Delta(events, plan_notes(sheet, scene.palette, scene.look, scene.scenario, events, scene.stacks))


def lay_counters(canvas: Image.Image, scene: Scene, sheet: Sheet, ground: Background, delta: Delta) -> None:
    """Markers, names and counters, and pale counters where units stood."""
    palette, look = scene.palette, scene.look
    draw_side_marks(canvas, sheet, palette, look, scene.position)
    drawn = [stack for stack in scene.stacks.values() if sheet.shows(stack.hex, sheet.across)]
    marks = plan_hex_marks(sheet, palette, look, scene.position)
    size = counter_size(sheet.across)
    pale = [box_at(sheet.pixel(hex_id), size, size) for hex_id in ghosts_of(delta.events, scene.stacks)]
    taken = [stack_box(sheet, stack) for stack in drawn] + pale + [note.box for note in (*delta.notes, *marks)]
    draw_labels(canvas, palette, ground.labels, [*taken, *ground.letters])
    draw_notes(canvas, sheet, palette, marks)
    draw_ghosts(canvas, sheet, palette, look, scene.events, scene.stacks)
    draw_stacks(canvas, sheet, palette, look, scene.stacks)


def lay_delta(canvas: Image.Image, scene: Scene, sheet: Sheet, delta: Delta) -> None:
    """Arrows, and what is written beside them."""
    draw_arrows(canvas, sheet, scene.palette, scene.look, scene.scenario, delta.events, scene.stacks)
    draw_notes(canvas, sheet, scene.palette, delta.notes)


def _is_shown(sheet: Sheet, event: Event) -> bool:
    return any(sheet.shows(h, sheet.across) for h in (*event.path, *((event.at,) if event.at else ())))
