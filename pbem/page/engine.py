"""What the page asks: one call by name, plain values in, plain values out. docs/order-page.md lists the calls.

Nothing is recorded and nothing leaves: the engine reads a leaf and answers. The words are those of the command line.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from typing import Any

from pbem.desk.leaf.leaf import unpacked
from pbem.errors import PbemError, Refusal, Refused, UsageError, did_you_mean
from pbem.page.position import Opened

Calls = Mapping[str, Callable[..., Any]]


class Engine:
    """The rules with one position open, or none yet."""

    def __init__(self) -> None:
        self._opened: Opened | None = None

    def open(self, data: bytes) -> dict[str, Any]:
        """Take a leaf; from now on every call is about it."""
        self._opened = Opened(unpacked(data))
        found: dict[str, Any] = self.call("about")
        return found

    def call(self, name: str, **given: Any) -> Any:
        """The answer to a call; refusals are raised."""
        from pbem.page.calls import CALLS

        if name == "open":
            return self.open(base64.b64decode(given["leaf"]))
        if self._opened is None:
            raise UsageError("no position is open: drop the file that ends with .pbem on the page")
        if name not in CALLS:
            raise UsageError(f"the page has no call {name!r}. {did_you_mean(name, CALLS)}".strip())
        return CALLS[name](self._opened, **given)

    def answer(self, name: str, given: str) -> str:
        """The same in JSON. Whatever happens becomes an answer: `ok`, `refused` with the problems, or `fault`."""
        return json.dumps(self._answered(name, given), ensure_ascii=False)

    def _answered(self, name: str, given: str) -> dict[str, Any]:
        try:
            return {"ok": self.call(name, **json.loads(given))}
        except Refused as refused:
            return {"refused": str(refused), "problems": [problem.as_json() for problem in refused.problems]}
        except Refusal as refusal:
            return {"refused": str(refusal), "problems": [refusal.problem.as_json()]}
        except PbemError as error:
            return {"refused": str(error), "problems": []}
        except Exception as error:  # a fault of ours must not end the page: it is shown, and the text stays
            return {"fault": f"{type(error).__name__}: {error}"[:500]}
