"""The shelf: where templates lie, whose come first, and what happens when one is broken.

A file of the same name in the reader's own folder comes before ours. Of files with macros (`facts.j2`, `look.md.j2`)
he may write only the macros that he wants to change. A broken file is named with its line and reason, laid aside,
and ours is used.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined, Template, TemplateSyntaxError
from jinja2.sandbox import SandboxedEnvironment

from pbem.report.fill import fill

_PACKAGE = Path(__file__).resolve().parents[1]


def home() -> Path:
    """Our own templates: beside the package in a checkout, inside it when installed."""
    checkout = _PACKAGE.parent / "templates"
    is_checkout = (_PACKAGE.parent / "pyproject.toml").exists() and checkout.is_dir()
    return checkout if is_checkout else _PACKAGE / "templates"


@cache
def _environment(folder: Path) -> SandboxedEnvironment:
    # Nothing is escaped here: the format does that, last of all and to everything.
    made = SandboxedEnvironment(
        loader=FileSystemLoader(folder, encoding="utf-8-sig"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
        extensions=["jinja2.ext.do"],
    )
    made.filters["fill"] = fill
    return made


@dataclass(slots=True)
class Shelf:
    """The templates of one page in the making."""

    own: Path | None = None
    broken: dict[str, str] = field(default_factory=dict)  # own files that were laid aside, with what is wrong
    faults: dict[str, None] = field(default_factory=dict)  # words of ours that failed, each told once

    def find(self, names: Sequence[str]) -> list[Template]:
        """All templates of these names, the most special name first, of one name the reader's own first."""
        found = []
        for name in names:
            for folder in self._folders(name):
                if (folder / name).is_file():
                    found.append(_environment(folder).get_template(name))
        return found

    def _folders(self, name: str) -> list[Path]:
        return [home()] if self.own is None or name in self.broken else [self.own, home()]

    def macros(self, names: Sequence[str], values: Mapping[str, Any]) -> list[Any]:
        """The modules of these names, for looking up a macro in one after the other."""
        return [template.make_module(dict(values)) for template in self.find(names)]

    def culprit(self, error: BaseException) -> tuple[str, str] | None:
        """The reader's own file that an error comes from, and the error with its line."""
        if self.own is None:
            return None
        if isinstance(error, TemplateSyntaxError):
            name = self._own_name(error.filename or "")
            return (name, f"{error.filename}, line {error.lineno}: {error.message}") if name else None
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            name = self._own_name(frame.filename)
            if name:
                return name, f"{frame.filename}, line {frame.lineno}: {_reason(error)}"
        return None

    def _own_name(self, filename: str) -> str:
        path = Path(filename)
        is_own = self.own is not None and path.is_relative_to(self.own)
        return path.relative_to(self.own).as_posix() if is_own and self.own else ""


def _reason(error: BaseException) -> str:
    return str(error) or type(error).__name__


def fault_of(name: str, error: BaseException) -> str:
    """What to tell the makers of a macro of ours that failed on a fact."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.endswith(".j2")]
    place = f"{frames[-1].filename}, line {frames[-1].lineno}" if frames else name
    return f"the words for {name} failed ({place}: {_reason(error)}); a plain sentence is used instead"


def written(make: Callable[[Shelf], str], own: Path | str | None, warnings: list[str] | None) -> str:
    """What `make` writes. A broken template of the reader is laid aside, and the page is written again."""
    shelf = Shelf(Path(own).resolve() if own else None)
    while True:
        try:
            page = make(shelf)
            if warnings is not None:
                warnings.extend(shelf.faults)
            return page
        except Exception as error:
            found = shelf.culprit(error)
            if found is None or found[0] in shelf.broken:
                raise
            shelf = Shelf(shelf.own, {**shelf.broken, found[0]: found[1]})
            if warnings is not None:
                warnings.append(f"the template {found[1]}; the built-in one is used instead")
