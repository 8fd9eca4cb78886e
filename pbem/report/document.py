"""What all pages have in common: their formats, and the way from a template to a text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pbem.errors import UsageError
from pbem.report.escape import FORMATS
from pbem.report.look import Dress
from pbem.report.marks import Passage, blocks
from pbem.report.shelf import Shelf
from pbem.report.words import Wording

KINDS = (*FORMATS, "json")
Own = Path | str | None


def check_format(fmt: str) -> None:
    if fmt not in KINDS:
        raise UsageError(f"there is no format {fmt!r}: there are {', '.join(KINDS)}")


def document(shelf: Shelf, words: Wording, name: str, look: Dress, game: str) -> str:
    """A page in one look."""
    return documents(shelf, words, name, [look], game)[0]


def documents(shelf: Shelf, words: Wording, name: str, looks: Iterable[Dress], game: str) -> list[str]:
    """A page in several looks, by the most special template: `gwe/report.md.j2`, `report.md.j2`, `gwe/report.j2`.

    Looks that share a template share its neutral words, which are found once.
    """
    heading = " ".join(str(words.values.get(key) or "") for key in ("campaign", "step_title")).strip()
    neutral: dict[str, tuple[Passage, ...]] = {}
    pages = []
    for look in looks:
        fmt = look.format.name
        names = (f"{game}/{name}.{fmt}.j2", f"{name}.{fmt}.j2", f"{game}/{name}.j2", f"{name}.j2")
        template = shelf.find(names if game else names[1::2])[0]
        key = str(template.filename)
        if key not in neutral:
            neutral[key] = blocks(template.render(words.values))
        pages.append(look.page(neutral[key], heading or name))
    return pages


def as_json(values: Mapping[str, Any]) -> str:
    return json.dumps(values, indent=2, sort_keys=True, ensure_ascii=False, default=_plain) + "\n"


def _plain(value: Any) -> Any:
    return value.as_json() if hasattr(value, "as_json") else str(value)
