"""The drawing room: the only importer of PIL. Positions, events and a look in, PNG out.

Names are imported when they are first used: looks and stacks are wanted where there is no PIL.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.draw.animation import Film, draw_animation
    from pbem.draw.board import draw_board
    from pbem.draw.look import Look, MarkLook, Overlay, SideLook, UnitLook, read_look
    from pbem.draw.scene import Margin, Size, View, action_box
    from pbem.draw.style import Style

_HOMES = {
    "animation": ("Film", "draw_animation"),
    "board": ("draw_board",),
    "look": ("Look", "MarkLook", "Overlay", "SideLook", "UnitLook", "read_look"),
    "scene": ("Margin", "Size", "View", "action_box"),
    "style": ("Style",),
}

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


def __getattr__(name: str) -> Any:
    """A name of the room, from the module that has it."""
    from importlib import import_module

    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"pbem.draw.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
