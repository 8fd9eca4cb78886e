"""Running case files: what came of each; one that cannot be read is a failed case, and the others still run."""

from __future__ import annotations

import os
from typing import Any

from pbem import library
from pbem.desk.inbox.receipts import RAISE
from pbem.errors import PbemError, Refusal, Refused
from pbem.kernel.case import CaseResult, read_case, run_case
from pbem.kernel.text.mail import decode


def run(data: bytes, path: str, game: str) -> dict[str, Any]:
    """What came of one case; `game` is for cases that do not name theirs."""
    try:
        result = _played(decode(data), path, game)
    except (Refusal, Refused) as error:
        problems = error.problems if isinstance(error, Refused) else (error.problem,)
        lines = [f"{path}: cannot be read", *(f"  {line}" for p in problems for line in p.lines())]
        return {"file": path, "passed": False, "problems": [p.as_json() for p in problems], "lines": lines}
    except PbemError as error:
        return {"file": path, "passed": False, "problems": [], "lines": [f"{path}: {error}"]}
    except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        # A case may put together what no game was written for; the others still run.
        if os.environ.get(RAISE):
            raise
        what = f"{path}: the program failed on this case ({type(error).__name__}: {error})"[:400]
        lines = [what, "  please report it, with the case, to the makers of the program"]
        return {"file": path, "passed": False, "problems": [], "lines": lines}
    return {"file": path, **result.as_json(), "lines": result.lines()}


def _played(text: str, path: str, game: str) -> CaseResult:
    found = read_case(text, os.path.basename(path))
    card = library.game(found.game or game)
    scenario = found.scenario or next(iter(library.scenarios(card.name)))
    return run_case(found, card, lambda name: library.texts_of(card, scenario))
