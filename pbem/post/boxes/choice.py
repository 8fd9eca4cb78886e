"""The box that the settings name."""

from __future__ import annotations

from pbem.post.boxes.box import Box
from pbem.post.settings import Settings


def box_of(settings: Settings) -> Box | None:
    """The box that the settings name; none where mail comes by `pbem mail take`."""
    if settings.box.kind == "imap":
        from pbem.post.boxes.imap import Imap

        return Imap(settings)
    if settings.box.kind == "maildir":
        from pbem.post.boxes.maildir import Maildir

        return Maildir(settings.beside(settings.box.place), settings.box.after)
    if settings.box.kind == "mbox":
        from pbem.post.boxes.mbox import Mbox

        return Mbox(settings.beside(settings.box.place))
    return None
