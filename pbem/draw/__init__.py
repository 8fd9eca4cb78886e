"""The drawing room: the only importer of PIL. Positions, events and a look in, PNG out."""

from pbem.draw.animation import Film, draw_animation
from pbem.draw.board import draw_board
from pbem.draw.look import Look, MarkLook, Overlay, SideLook, UnitLook, read_look
from pbem.draw.scene import Margin, Size, View, action_box
from pbem.draw.style import Style

__all__ = [
    "Film",
    "Look",
    "Margin",
    "MarkLook",
    "Overlay",
    "SideLook",
    "Size",
    "Style",
    "UnitLook",
    "View",
    "action_box",
    "draw_animation",
    "draw_board",
    "read_look",
]
