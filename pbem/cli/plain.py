"""Reading the plain words of a command without typer.

typer reads options with pydantic, and importing both costs more time than most commands take. So plain forms are read
here by the command's own signature, and everything else goes to typer, which says what is wrong with it. A test holds
the two ways together.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from pbem.cli.options import Argument, Option
from pbem.values import NamedTuple

_INTEGER = "0123456789"


class _Wanted(NamedTuple):
    """A parameter of a command: its name, its type, and how it is given."""

    name: str
    type: Any
    form: Option | Argument
    is_needed: bool

    @property
    def is_list(self) -> bool:
        return get_origin(self.type) is list

    def value(self, word: str) -> Any:
        """The word as a value of the parameter's type; None if typer should look at it."""
        if self.type is not int:
            return word
        is_whole = 0 < len(word) < 10 and all(sign in _INTEGER for sign in word)
        least = self.form.min if isinstance(self.form, Option) else None
        return int(word) if is_whole and (least is None or int(word) >= least) else None


def read_plainly(command: Callable[..., Any], words: Sequence[str]) -> dict[str, Any] | None:
    """The values for a command if its words are plain; None if typer should read them."""
    wanted = _wanted(command)
    if wanted is None:
        return None
    flags = {flag: (one, is_on) for one in wanted for flag, is_on in _flags(one)}
    found: dict[str, Any] = {one.name: given for one in wanted if (given := _from_environment(one))}
    alone: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "-" or not word.startswith("-"):
            alone.append(word)
        elif not _take_option(word, rest, flags, found):
            return None
    return found if _take_alone(alone, wanted, found) else None


def _wanted(command: Callable[..., Any]) -> list[_Wanted] | None:
    hints = get_type_hints(command, include_extras=True)
    found = []
    code = command.__code__
    names = code.co_varnames[: code.co_argcount]
    needed = names[: len(names) - len(command.__defaults__ or ())]
    for name in names:
        form = next((one for one in get_args(hints[name])[1:] if isinstance(one, Option | Argument)), None)
        if form is None:
            return None  # written for typer
        found.append(_Wanted(name, _bare(get_args(hints[name])[0]), form, name in needed))
    return found


def _bare(kind: Any) -> Any:
    """`list[str] | None` as list[str]."""
    parts = get_args(kind)
    return next(one for one in parts if one is not NoneType) if NoneType in parts else kind


def _flags(one: _Wanted) -> list[tuple[str, bool]]:
    """How an option is written; a switch without a name of its own can be turned off too."""
    if isinstance(one.form, Argument):
        return []
    if one.form.flags:
        return [(flag, True) for flag in one.form.flags]
    name = one.name.replace("_", "-")
    return [(f"--{name}", True), *([(f"--no-{name}", False)] if one.type is bool else [])]


def _from_environment(one: _Wanted) -> str:
    return os.environ.get(one.form.envvar, "") if isinstance(one.form, Option) else ""


def _take_option(word: str, rest: list[str], flags: dict[str, tuple[_Wanted, bool]], found: dict[str, Any]) -> bool:
    """Whether a word is an option with all that belongs to it."""
    flag, sign, given = word.partition("=") if word.startswith("--") else (word, "", "")
    if flag not in flags:
        return False
    one, is_on = flags[flag]
    if one.type is bool:
        found[one.name] = is_on
        return not sign
    if not sign:
        if not rest or (rest[0].startswith("-") and rest[0] != "-"):
            return False
        given = rest.pop(0)
    value = one.value(given)
    found[one.name] = [*found.get(one.name, ()), value] if one.is_list else value
    return value is not None


def _take_alone(words: list[str], wanted: list[_Wanted], found: dict[str, Any]) -> bool:
    """Whether the words without a name are those that the command wants."""
    rest = list(words)
    for one in (one for one in wanted if isinstance(one.form, Argument)):
        if one.is_list and rest:
            found[one.name], rest = rest, []
        elif rest:
            found[one.name] = one.value(rest.pop(0))
            if found[one.name] is None:
                return False
        elif one.is_needed:
            return False
    return not rest and not any(one.is_needed and one.name not in found for one in wanted)
