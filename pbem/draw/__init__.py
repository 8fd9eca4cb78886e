"""The drawing room: the only importer of PIL. Positions, facts and a look in, PNG out."""

from pbem.draw.animation import Frame, draw_animation
from pbem.draw.board import draw_board, step_events
from pbem.draw.look import FactLook, Look, MarkLook, Overlay, SideLook, UnitLook, read_look
from pbem.draw.style import Style

__all__ = [
    "FactLook",
    "Frame",
    "Look",
    "MarkLook",
    "Overlay",
    "SideLook",
    "Style",
    "UnitLook",
    "draw_animation",
    "draw_board",
    "read_look",
    "step_events",
]
