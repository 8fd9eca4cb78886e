"""`pbem case`: runs case files and says what differs."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from pbem.cli.faults import DONE, WRONG
from pbem.cli.files import read_input
from pbem.cli.options import Json
from pbem.cli.printing import say, say_json
from pbem.errors import UsageError


def case(
    files: Annotated[list[str], typer.Argument(help="Case files, or folders of them.")],
    game: Annotated[str, typer.Option(help="The game, for cases that do not name it.")] = "gwe",
    as_json: Json = False,
) -> int:
    """Run case files: position, orders, dice, expected outcome. docs/cases.md is the notation.

    \b
    Examples:
      pbem case retreat.case
      pbem case tests/games/gwe/cases
    Exit code 1 if a case fails or cannot be read.
    """
    from pbem.desk.casebook import run

    results = [run(read_input(path), path, game) for path in _all(files)]
    passed = sum(1 for result in results if result["passed"])
    if as_json:
        say_json({"cases": results, "passed": passed, "failed": len(results) - passed})
    else:
        for result in results:
            say("\n".join(result["lines"]))
        say(f"{passed} of {len(results)} cases passed")
    return DONE if passed == len(results) else WRONG


def _all(files: list[str]) -> list[str]:
    """The files, with folders opened up."""
    found: list[str] = []
    for path in files:
        if os.path.isdir(path):
            inside = sorted(name for name in os.listdir(path) if name.endswith(".case"))
            if not inside:
                raise UsageError(f"{path} is a folder without case files: their names end in .case")
            found += [os.path.join(path, name) for name in inside]
        else:
            found.append(path)
    return found
