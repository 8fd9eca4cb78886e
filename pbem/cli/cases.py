"""`pbem case`: runs case files and says what differs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.cli.faults import DONE, WRONG
from pbem.cli.files import read_input
from pbem.cli.options import Json
from pbem.cli.printing import say, say_json
from pbem.errors import PbemError, Refusal, Refused, UsageError

if TYPE_CHECKING:
    from pbem.kernel.case import CaseResult


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
    results = [_run(path, game) for path in _all(files)]
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


def _run(path: str, game: str) -> dict[str, Any]:
    """What came of one case; one that cannot be read is a failed case, and the others still run."""
    from pbem.kernel.text.mail import decode

    data = read_input(path)
    try:
        result = _played(decode(data), path, game)
    except (Refusal, Refused) as error:
        problems = error.problems if isinstance(error, Refused) else (error.problem,)
        lines = [f"{path}: cannot be read", *(f"  {line}" for p in problems for line in p.lines())]
        return {"file": path, "passed": False, "problems": [p.as_json() for p in problems], "lines": lines}
    except PbemError as error:
        return {"file": path, "passed": False, "problems": [], "lines": [f"{path}: {error}"]}
    return {"file": path, **result.as_json(), "lines": result.lines()}


def _played(text: str, path: str, game: str) -> CaseResult:
    from pbem import library
    from pbem.kernel.case import read_case, run_case

    found = read_case(text, os.path.basename(path))
    card = library.game(found.game or game)
    scenario = found.scenario or next(iter(library.scenarios(card.name)))
    return run_case(found, card, lambda name: library.texts_of(card, scenario))
