"""Commands as typer reads them: help, slips and unusual spellings; our options become typer's."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Annotated, Any, get_args, get_type_hints

import typer

from pbem.cli.options import Argument, Option


def for_typer(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with typer's options in its signature."""
    hints = {name: _for_typer(hint) for name, hint in get_type_hints(command, include_extras=True).items()}

    @wraps(command)
    def called(**values: Any) -> Any:
        return command(**values)

    plain = signature(command)
    parameters = [one.replace(annotation=hints[name]) for name, one in plain.parameters.items()]
    called.__annotations__ = hints
    called.__signature__ = plain.replace(parameters=parameters)  # type: ignore[attr-defined]
    return called


def group_for_typer(group: typer.Typer) -> typer.Typer:
    """A group of commands, each with typer's options."""
    for entry in group.registered_commands:
        if entry.callback and not hasattr(entry.callback, "__wrapped__"):
            entry.callback = for_typer(entry.callback)
    return group


def _for_typer(hint: Any) -> Any:
    """The same annotation, with typer's value in the place of ours."""
    ours = next((one for one in get_args(hint)[1:] if isinstance(one, Option | Argument)), None)
    return hint if ours is None else Annotated[get_args(hint)[0], _value(ours)]


def _value(ours: Option | Argument) -> Any:
    if isinstance(ours, Argument):
        return typer.Argument(help=ours.help)
    return typer.Option(*ours.flags, help=ours.help, envvar=ours.envvar or None, min=ours.min)
