"""The shelf: where templates lie, whose come first, and what happens when one is broken.

A file of the same name in the reader's own folder comes before ours. Of files with macros (`facts.j2`, `look.md.j2`)
he may write only the macros that he wants to change. A broken file is named with its line and reason, laid aside,
and ours is used.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import jinja2
from jinja2 import BytecodeCache, FileSystemLoader, StrictUndefined, Template
from jinja2.bccache import Bucket
from jinja2.sandbox import SandboxedEnvironment

from pbem import __version__
from pbem.cache import keep, kept, key_of
from pbem.report.bounded import bounded
from pbem.report.faults import TemplateFault, line_of, places_of, reason_of
from pbem.report.fill import fill
from pbem.report.sandbox import Bounded
from pbem.values import dataclass, field

T = TypeVar("T")
_PACKAGE = Path(__file__).resolve().parents[1]
_KIND = "templates-3"  # another name where templates are compiled in another way
MOST_LINES = 2_000_000  # of a reader's own templates, for one page; the longest of ours run a few thousand
LARGEST_TEMPLATE = 1_000_000  # bytes
WHOLE_PAGES = ("index.html.j2", "series.html.j2")


def home() -> Path:
    """Our own templates: beside the package in a checkout, inside it when installed."""
    checkout = _PACKAGE.parent / "templates"
    is_checkout = (_PACKAGE.parent / "pyproject.toml").exists() and checkout.is_dir()
    return checkout if is_checkout else _PACKAGE / "templates"


def is_whole_page(name: str | None) -> bool:
    """Whether a template is HTML itself and not neutral words: the pages of the book."""
    return name in WHOLE_PAGES


class _Compiled(BytecodeCache):
    """Templates as they were compiled in an earlier run. Jinja itself looks whether the text is still the same."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give the bucket what was kept for it."""
        data = kept(_KIND, self._name(bucket))
        if data is not None:
            bucket.bytecode_from_string(data)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what is in the bucket."""
        keep(_KIND, self._name(bucket), bucket.bytecode_to_string())

    def _name(self, bucket: Bucket) -> str:
        """Another text, another place, another version of anything that has a say in it: another name."""
        return key_of(
            __version__, jinja2.__version__, sys.implementation.cache_tag, sys.hexversion, bucket.key, bucket.checksum
        )


@cache
def _environment(folder: Path, is_own: bool = False) -> SandboxedEnvironment:
    # Nothing but whole pages is escaped here: the format does that, last of all and to everything.
    made = (Bounded if is_own else SandboxedEnvironment)(
        loader=FileSystemLoader(folder, encoding="utf-8-sig"),
        bytecode_cache=_Compiled(),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=is_whole_page,
        extensions=["jinja2.ext.do"],
    )
    made.filters["fill"] = fill
    if isinstance(made, Bounded):
        made.bound_filters()
    return made


@dataclass(frozen=True, slots=True)
class Macros:
    """The macros and settings of one file."""

    filename: str
    module: Any

    def has(self, name: str) -> bool:
        """Whether the file has a macro or a setting of this name."""
        return hasattr(self.module, name)

    def get(self, name: str) -> Any:
        """A setting."""
        return getattr(self.module, name)

    def call(self, name: str, *values: Any) -> str:
        """What a macro makes of the values."""
        try:
            return str(getattr(self.module, name)(*values))
        except TypeError as error:
            if places_of(error):
                raise
            # Called with more values than it takes: no line of the template was reached.
            raise TemplateFault(self.filename, line_of(self.filename, f"macro {name}"), str(error)) from error


@cache
def _macros(template: Template) -> Macros:
    return Macros(template.filename or "", template.make_module({}))


@dataclass(slots=True)
class Shelf:
    """The templates of one page in the making."""

    own: Path | None = None
    guest: Path | None = None  # the templates of a game that does not live in this house
    broken: dict[str, str] = field(default_factory=dict)  # own files that were laid aside, with what is wrong
    faults: dict[str, None] = field(default_factory=dict)  # words of ours that failed, each told once

    @property
    def is_ours(self) -> bool:
        """Whether all templates are those of this house."""
        return self.own is None and self.guest is None

    def find(self, names: Sequence[str]) -> list[Template]:
        """All templates of these names, the most special name first, of one name the reader's own first."""
        return [
            _template(folder, name, folder == self.own)
            for name in names
            for folder in self._folders(name)
            if (folder / name).is_file()
        ]

    def _folders(self, name: str) -> list[Path]:
        own = [] if self.own is None or name in self.broken else [self.own]
        return [*own, *([self.guest] if self.guest else []), home()]

    def text(self, name: str) -> str:
        """A file that is no template, such as a style sheet: the reader's own, else ours."""
        path = next(folder / name for folder in self._folders(name) if (folder / name).is_file())
        _check_size(path)
        try:
            return path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise _no_text(path, error) from error

    def macros(self, names: Sequence[str], values: Mapping[str, Any]) -> list[Macros]:
        """The files of these names, for looking up a macro in one after the other."""
        if self.is_ours and not values:  # these know nothing of the page
            return [_macros(found) for found in self.find(names)]
        return [Macros(found.filename or "", found.make_module(dict(values))) for found in self.find(names)]

    def culprit(self, error: BaseException) -> tuple[str, str] | None:
        """The reader's own file that an error comes from, and the error with its line."""
        for filename, line in reversed(places_of(error)):
            path = Path(filename)
            if self.own is not None and path.is_relative_to(self.own):
                return path.relative_to(self.own).as_posix(), f"{filename}, line {line}: {reason_of(error)}"
        return None


def _template(folder: Path, name: str, is_own: bool) -> Template:
    _check_size(folder / name)
    try:
        return _environment(folder, is_own).get_template(name)
    except (OSError, UnicodeDecodeError) as error:
        raise _no_text(folder / name, error) from error


def _check_size(path: Path) -> None:
    if path.stat().st_size > LARGEST_TEMPLATE:
        raise TemplateFault(str(path), 1, f"it is larger than {LARGEST_TEMPLATE:,} bytes, and was not read")


def _endless(filename: str, line: int) -> TemplateFault:
    return TemplateFault(filename, line, f"it has no end: more than {MOST_LINES:,} of its lines were run for one page")


def _no_text(path: Path, error: Exception) -> TemplateFault:
    start = getattr(error, "object", b"")[: getattr(error, "start", 0)]
    return TemplateFault(str(path), start.count(b"\n") + 1, f"it is not UTF-8 text: {error}")


def _afresh(make: Callable[[Shelf], T], shelf: Shelf) -> T:
    """Write a page; what the reader's templates handle is counted from nothing."""
    if shelf.own is not None and isinstance(own := _environment(shelf.own, True), Bounded):
        own.handled = 0
    return make(shelf)


def written(make: Callable[[Shelf], T], own: Path | str | None, warnings: list[str] | None) -> T:
    """What `make` writes. A broken template of the reader is laid aside, and the page is written again."""
    shelf = Shelf(Path(own).resolve() if own else None)
    while True:
        try:
            with bounded(shelf.own, MOST_LINES, _endless):
                page = _afresh(make, shelf)
            if warnings is not None:
                warnings.extend(shelf.faults)
            return page
        except Exception as error:
            found = shelf.culprit(error)
            if found is None or found[0] in shelf.broken:
                raise
            shelf = Shelf(shelf.own, shelf.guest, {**shelf.broken, found[0]: found[1]})
            if warnings is not None:
                warnings.append(f"the template {found[1]}; the built-in one is used instead")
